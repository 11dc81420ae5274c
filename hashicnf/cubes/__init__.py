"""Cube and conquer: one hard puzzle as many easier ones, which may be solved on many machines.

``split`` decides some variables in all ways, ``partition`` knows what a set of cubes has to be, ``write`` makes files of them,
``conquer`` solves them in processes (``worker``, each with its ``parts`` of the formula), ``merge`` puts the proofs together.
``bands`` are lines across a drawn graph along which it is split.
Reference: Heule, Kullmann, Wieringa and Biere 2011, "Cube and conquer: guiding CDCL SAT solvers by lookaheads".
"""
