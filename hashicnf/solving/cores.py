"""Irreducible cores: what contradicts itself, and does not when any part is left out.

Each part in turn is left out for good if the rest is still a contradiction, with all that the solver's new core does not name.
Reference: Marques-Silva 2010, "Minimal unsatisfiability: models, algorithms and applications".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


def irreducible(core: Sequence[int], contradiction: Callable[[list[int]], Iterable[int] | None]) -> list[int]:
    """Return a part of a core from which nothing can be left out, in the order of the core, in which parts are tried.

    ``contradiction`` returns a core of some parts, None where they do not contradict each other, or that is not known.
    """
    kept = list(core)
    for part in core:
        if part not in kept:
            continue
        smaller = contradiction([other for other in kept if other != part])
        if smaller is not None:
            needed = {*smaller}
            kept = [other for other in kept if other in needed]
    return kept
