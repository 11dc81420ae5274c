"""Exact counting by dynamic programming over a frontier: loads of a graph, without any solver.

problem       what is counted; names no puzzle
reading       a problem from the batches of a family
bounds        what is forced: sums, exclusions, closed groups, bridges; probing
contraction   what is left open
ordering      in which order the items are decided: a beam search; weights estimate the number of states
plan          what a state knows at each step, and where it is written; layout lays it out
expand        one step, all states at once; labels: components in fields of words
sieve         states that cannot be completed are not made; relaxing finds them by problems with fewer rules
forward       all steps; counts: exact numbers as limbs
census        the whole, and what was counted: unrank gives solutions by rank, marginals the shares of loads

References are in ``census``; docs/counting.md explains the whole.
"""
