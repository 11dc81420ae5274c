"""Questions about all solutions of a puzzle: uniqueness, enumeration, counts, backbones, and the diagnosis of contradicting clues.

Most modules call the lazy loop (``solving.lazy``) repeatedly, with clauses over the puzzle's own variables, so that two models
differ in the solution and not only in auxiliaries; ``counting`` counts by the frontier if that applies, and ``fewest`` uses MaxSAT.
Every solution that is found passes the checker.
"""
