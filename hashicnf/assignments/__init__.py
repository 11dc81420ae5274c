"""Partial assignments of a formula as a state space for A* and the other searches.

    clauses      the formula, the rules behind it that are not written out, and what follows from an assignment
    space        the state space: decide a literal, close under consequences
    heuristics   what is still to be paid

Nothing here knows a puzzle: it sees clauses, constraints that count, and theories such as connectivity.
"""
