"""Solving methods: CDCL with a lazy loop and roads, DPLL, searches, the frontier, plans of growing horizon; and their requests."""
