"""Formulas in DIMACS decided without a puzzle: by any backend, cube by cube, with every model checked."""
