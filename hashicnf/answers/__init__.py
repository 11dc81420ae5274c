"""All answers of a puzzle: is there one solution, which others are there, what do all share, and boards with just one.

Everything here asks the lazy loop (``solving.lazy``) again and again, with clauses over the puzzle's own variables, so that two
models differ in the solution and not in auxiliaries. Every solution that is found passes the checker.
"""
