"""The narrow waists: constraints, variables, documents, state spaces; limits, figures and progress of a run."""
