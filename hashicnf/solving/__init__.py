"""Solving methods: CDCL with a lazy loop and roads, DPLL, searches, the frontier, plans of growing horizon; and their requests."""

from __future__ import annotations

from typing import Final

DPLL: Final = "dpll"  # names of methods, which their modules and the registry need without importing each other
FRONTIER: Final = "frontier"
