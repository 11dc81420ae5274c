"""Solving methods: CDCL with a lazy loop, DPLL, searches; methods and requests."""
