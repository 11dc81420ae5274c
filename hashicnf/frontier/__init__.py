"""Exact counting by dynamic programming over a frontier: loads of a graph, or sums without one, without any solver.

problem       the counting problem, independent of puzzles
reading       make a problem from the batches of a family; reading_sums: from batches without a graph
bounds        propagate bounds of loads: sums, exclusions, closed groups, bridges; probing tries suppositions
contraction   the part of a problem that its bounds leave open
ordering      the order in which items are decided, by beam search; weights estimate the number of states
plan          the contents of states at each step, and their bits; layout makes the plan
expand        one step, for all states at once; labels: components in fields of words
sieve         drop states that cannot be completed; relaxing finds them by problems with fewer rules
forward       all steps; counts: exact numbers as limbs
census        count the solutions of a problem; unrank returns solutions by rank, marginals the shares of loads

References are in ``census``; docs/counting.md explains the method.
"""
