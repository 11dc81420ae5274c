"""Counting arguments: sums of constraints that contradict each other, or leave some variables one value.

Where every variable is counted by at most two cardinality constraints, these are a b-matching: constraints are nodes, variables
edges, and a node has as many chosen edges as it demands. Clauses cannot count beyond one constraint, so a SAT solver has no short
refutation where the sums of many contradict each other; a maximum flow finds it at once.

    matching      the b-matching that is left where some variables are known
    weights       a maximum flow gives each constraint a weight
    parity        sums of an odd total, all of whose variables are counted twice
    crowded       nodes whose sums put more edges on a part than a connected choice has there
    crowding      a maximum flow finds them
    argument      weighted sums of constraints, what follows from them, and the check of a whole argument

A flow only proposes weights, and is not believed: what follows from weights is addition. ``pipeline.refute`` puts this together.
"""
