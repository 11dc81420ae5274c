"""Refutation of puzzles by counting arguments: their search, also with values of edges supposed, and the reason to report."""
