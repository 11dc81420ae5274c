"""Puzzle families: each turns Documents into puzzles, constraints, solutions and drawings, and knows no clauses."""
