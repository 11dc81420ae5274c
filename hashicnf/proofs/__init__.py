"""Proofs of unsatisfiability and certificates of puzzles: find, trim, write and check them."""
