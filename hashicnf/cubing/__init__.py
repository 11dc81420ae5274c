"""Cube and conquer: split a hard puzzle into many easier ones, which can be solved on many machines.

``split`` decides some variables in all ways, so cubes are the leaves of a tree (``partition``). ``cube_formula`` compiles the
formula of a cube, ``write`` writes cubes to files, ``conquer`` solves them in processes (``worker``), ``merge`` joins the proofs.
``bands`` are lines across a drawn graph along which it is split.
Reference: Heule, Kullmann, Wieringa and Biere 2011, "Cube and conquer: guiding CDCL SAT solvers by lookaheads".
"""
