"""Cube and conquer: one hard puzzle as many easier ones, which may be solved on many machines.

``split`` decides some variables in all ways, ``partition`` knows what a set of cubes has to be, ``write`` makes files of them,
``conquer`` solves them in processes, ``merge`` puts the proofs of all together.
Reference: Heule, Kullmann, Wieringa and Biere 2011, "Cube and conquer: guiding CDCL SAT solvers by lookaheads".
"""
