"""How an answer is found: CDCL with a lazy loop, DPLL, searches; methods and requests."""
