"""Cube and conquer: split a hard puzzle into many easier ones, which can be solved on many machines.

``split`` decides some variables in all ways, ``partition`` checks that cubes cover all assignments, ``write`` writes them to files,
``conquer`` solves them in processes (``worker``, by the formulas of ``parts``), ``merge`` combines the proofs. ``bands`` are lines
across a drawn graph along which it is split.
Reference: Heule, Kullmann, Wieringa and Biere 2011, "Cube and conquer: guiding CDCL SAT solvers by lookaheads".
"""
