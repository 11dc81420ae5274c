"""Counting arguments: weighted sums of constraints that are contradictory, or that fix variables.

If every variable is counted by at most two cardinality constraints, these form a b-matching: constraints are nodes, variables are
edges, and the number of chosen edges at a node is bounded. Clauses cannot count beyond one constraint, so a SAT solver has no short
refutation if the sums of many constraints contradict each other; a maximum flow finds the contradiction at once.

    matching      the b-matching that remains when some variables are known
    weights       a maximum flow gives each constraint a weight
    parity        sums of an odd total, all of whose variables are counted twice
    crowded       nodes whose sums put more edges on a part than a connected choice has there
    crowding      a maximum flow finds such nodes
    argument      weighted sums of constraints, their consequences, and the check of a whole argument

A flow only proposes weights and nodes, and is not trusted: ``argument`` and ``crowded``, which import nothing of the search, check
what follows from them. ``refuting.by_counting`` combines these parts.
"""
