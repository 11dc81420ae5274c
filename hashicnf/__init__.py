"""hashicnf: compile logic puzzles to DIMACS, solve them with any SAT solver, and check what comes back."""

from hashicnf.version import __version__

__all__ = ["__version__"]
