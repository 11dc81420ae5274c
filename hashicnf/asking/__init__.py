"""Repeated questions about a puzzle to one solver: searches for further solutions, backbones, cores.

The solver is a lazy loop (``solving.lazy``). Its clauses are over the puzzle's own variables, so that two models differ in the
solution and not only in auxiliaries.
"""
