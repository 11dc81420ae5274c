"""All answers of a puzzle: is there one solution, which others are there, how many, what do all share, and which clues contradict.

Most modules ask the lazy loop (``solving.lazy``) again and again, with clauses over the puzzle's own variables, so that two models
differ in the solution and not in auxiliaries; ``counting`` counts by the frontier where that fits, and ``fewest`` is MaxSAT. Every
solution that is found passes the checker.
"""
