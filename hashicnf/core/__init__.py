"""Shared interfaces of the rooms: constraints, variables, documents, state spaces; limits, figures and progress of a run."""
