"""Orders for other processes, which do not know the plug-ins that were added in this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashicnf.registry import Registry


def require_shared(order: Mapping[str, object]) -> None:
    """Raise UsageError if an order for another process names a plug-in that was added in this one.

    ``order`` holds names by kind: ``family``, ``method``, and the fields of ``Request`` that name a plug-in; others are ignored.
    """
    for kind, registry in registries().items():
        name = order.get(kind)
        if isinstance(name, str):
            registry.require_shared(name)


def registries() -> Mapping[str, Registry[Any]]:
    """Return the registries of the plug-ins that an order can name, by kind."""
    from hashicnf.backends.dpll.branching import RULES
    from hashicnf.families import FAMILIES
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE
    from hashicnf.search import SEARCHES
    from hashicnf.search.heuristics import HEURISTICS

    return {
        "family": FAMILIES,
        "method": SEARCHES,
        "heuristic": HEURISTICS,
        "branching": RULES,
        "cardinality": CARDINALITY,
        "connectivity": CONNECTIVITY,
        "at_most_one": EXCLUSIVE,
    }
