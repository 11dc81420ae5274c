"""How an answer is found: CDCL with a lazy loop, our own solver, searches; methods and requests."""
