"""Irreducible cores: what contradicts itself, and does not when any part is left out.

Each part in turn is left out for good if the rest is still a contradiction, with all that the solver's new core does not name.
Reference: Marques-Silva 2010, "Minimal unsatisfiability: models, algorithms and applications".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    kept = dict.fromkeys(core)
    for part in core:
        if part not in kept:
            continue
        smaller = contradiction([other for other in kept if other != part])
        if smaller is not None:
            _keep(kept, smaller)
    return [*kept]


def irreducible_in_rounds(
    core: Sequence[int],
    contradiction: Callable[[list[int], int], Core],
    efforts: Iterable[int],
    hold: Callable[[int], None],
    settled: Callable[[float], None] = lambda _: None,
    is_over: Callable[[int], bool] = lambda _: False,
) -> tuple[list[int], bool]:
    """Return a part of a core as ``irreducible`` does, and whether nothing is known to be needless or open in it.

    ``contradiction`` is asked with an effort, Unknown where that is not enough: the part stays open, and is asked of again in the
    next round, with more effort, when all others have had their turn. ``hold`` is told of each part that is needed: it may be taken
    for granted from then on, which makes the questions that are left easier. Before each question ``is_over`` is asked with its
    effort, and what is open stays open where it returns true; then ``settled`` is told the share of parts that are not open.
    """
    left, held = dict.fromkeys(core), list[int]()
    for part, effort in _turns(left, efforts):
        if is_over(effort):
            break
        settled((len(core) - len(left)) / len(core))
        found = contradiction([*held, *(other for other in left if other != part)], effort)
        if isinstance(found, Unknown):
            continue
        del left[part]
        if found is None:
            held.append(part)
            hold(part)
        else:
            _keep(left, found)
    staying = {*held, *left}
    return [part for part in core if part in staying], not left


def _turns(left: Mapping[int, None], efforts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the parts that are left in each round, as long as there are any, with the effort of the round."""
    for effort in efforts:
        for part in [*left]:
            if part in left:
                yield part, effort
        if not left:
            return


def _keep(parts: dict[int, None], needed: Iterable[int]) -> None:
    """Take out the parts that are not needed; the others stay in their order."""
    for needless in parts.keys() - {*needed}:
        del parts[needless]


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
