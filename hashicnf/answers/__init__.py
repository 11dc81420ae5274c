"""Questions about all solutions of a puzzle: uniqueness, enumeration, counts, backbones, and the diagnosis of contradicting clues.

Most modules ask one solver repeatedly (``asking``); ``counting`` counts by the frontier if that applies, and ``fewest`` uses
MaxSAT. Every solution that is found passes the checker.
"""
