"""Proofs of unsatisfiability: write them, check them, RUP."""
