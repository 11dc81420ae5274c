"""Partial assignments of a formula as a state space for A* and the other searches.

    clauses      unit propagation over the clauses of the formula, and over theories: rules that are not encoded as clauses
    space        the state space: decide a literal, propagate
    heuristics   estimates of the remaining cost

This package works on clauses, cardinality constraints, and theories such as connectivity, and is independent of puzzles.
"""
