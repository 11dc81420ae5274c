"""Irreducible cores: what contradicts itself, and does not when any part is left out.

Each part in turn is left out for good if the rest is still a contradiction, with all that the solver's new core does not name.
Reference: Marques-Silva 2010, "Minimal unsatisfiability: models, algorithms and applications".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from hashicnf.backends import is_out_of_conflicts
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Sat, Unknown
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

Core: TypeAlias = list[int] | Unknown | None  # of some parts; None where they do not contradict each other


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


def irreducible_in_rounds(
    core: Sequence[int],
    contradiction: Callable[[list[int], int], Core],
    efforts: Iterable[int],
    hold: Callable[[int], None],
    settled: Callable[[float], None] = lambda _: None,
) -> tuple[list[int], bool]:
    """Return a part of a core as ``irreducible`` does, and whether nothing is known to be needless or open in it.

    ``contradiction`` is asked with an effort, Unknown where that is not enough: the part stays open, and is asked of again in the
    next round, with more effort, when all others have had their turn. ``hold`` is told of each part that is needed: it may be taken
    for granted from then on, which makes the questions that are left easier. Before each question ``settled`` is told the share of
    parts that are not open any more.
    """
    left, held = list(core), list[int]()
    for effort in efforts:
        for part in [*left]:
            if part not in left:
                continue
            settled((len(core) - len(left)) / len(core))
            others = [other for other in left if other != part]
            found = contradiction([*held, *others], effort)
            if isinstance(found, Unknown):
                continue
            if found is None:
                held.append(part)
                hold(part)
                left = others
            else:
                needed = {*found}
                left = [other for other in others if other in needed]
        if not left:
            break
    staying = {*held, *left}
    return [part for part in core if part in staying], not left


def core_of(loop: LazyLoop, literals: Sequence[int], conflicts: int | None, deadline: Deadline) -> Core:
    """Ask a loop which of some literals contradict each other; Unknown after so many conflicts (None: never). Raises GaveUp."""
    deadline.require()
    verdict = loop.ask(np.array(literals, dtype=np.int32), conflicts)
    if isinstance(verdict, Sat):
        return None
    if isinstance(verdict, Unknown):
        if is_out_of_conflicts(verdict):
            return verdict
        raise verdict.stopped.error()
    return [] if verdict.core is None else list[int](verdict.core.tolist())


def holding(loop: LazyLoop) -> Callable[[int], None]:
    """Return a function that lets a literal hold for all later questions of a loop."""
    return lambda literal: loop.add([Clauses.units([literal], ASKED)])
