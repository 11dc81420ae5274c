"""Irreducible cores: contradictions from which no part can be left out.

Each part in turn is left out if the rest is still contradictory, together with all parts that the solver's new core does not
contain. Reference: Marques-Silva 2010, "Minimal unsatisfiability: models, algorithms and applications".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from hashicnf.backends import repeatable
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Bools, Sat, Unknown, Unsat
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

Core: TypeAlias = list[int] | Sat | Unknown  # parts of a core; a model if there is no contradiction
# from a model without a part, the part, undecided parts and those known to be needed: undecided ones that are needed, too
AlsoNeeded: TypeAlias = Callable[[Bools, int, list[int], list[int]], Iterable[int]]


def irreducible(
    core: Sequence[int],
    contradiction: Callable[[list[int], int], Core],
    efforts: Iterable[int],
    hold: Callable[[int], object],
    also: AlsoNeeded = lambda *_: (),
    settled: Callable[[float], None] = lambda _: None,
    is_over: Callable[[int], bool] = lambda _: False,
    together: float = float("inf"),
    vain: float = float("inf"),
) -> tuple[list[int], bool]:
    """Return a subset of a core, in its order, in which parts are tried, and whether each part is proved to be needed.

    ``contradiction`` gets parts and an effort, and returns Unknown if that does not suffice: the part stays undecided, and is tried
    again in the next round with more effort. From the effort ``together`` on, all undecided parts are left out at once, and divided
    where that fails. ``hold`` is called with each part that is needed: it may be added to the solver, which makes later calls
    easier. ``also`` returns, for each model without a part, others that are needed, too. Before each call, ``is_over`` is called
    with its effort, and the search ends if it returns True; then ``settled`` is called with the share of parts that are decided.
    A round ends early once calls in a row with an effort of ``vain`` in all have decided nothing.
    """
    kept, held = dict.fromkeys(core), list[int]()
    left = dict.fromkeys(core)  # those of ``kept`` that are not held
    for effort in efforts:
        chunks = [[part] for part in [*left][::-1]] if effort < together else [[*left]]
        spent = 0
        while spent < vain and (chunk := _next(chunks, left)):
            if is_over(effort):
                return [*kept], False
            settled((len(core) - len(left)) / len(core))
            found = contradiction([part for part in kept if part not in chunk], effort)
            spent = spent + effort if isinstance(found, Unknown) else 0
            if isinstance(found, list):
                for needless in left.keys() - ({*found} - {*chunk}):
                    del left[needless], kept[needless]
            elif len(chunk) > 1:
                chunks += _split(chunk, 2 if isinstance(found, Sat) else len(chunk))
            elif isinstance(found, Sat):
                for needed in (*chunk, *also(found.model, chunk[0], [*left], held)):
                    del left[needed]
                    held.append(needed)
                    hold(needed)
    return [*kept], not left


def _next(chunks: list[list[int]], left: Mapping[int, None]) -> list[int]:
    """Take the last chunk with undecided parts off a list, and return these; an empty list if there is none."""
    while chunks:
        if chunk := [part for part in chunks.pop() if part in left]:
            return chunk
    return []


def _split(chunk: list[int], ways: int) -> list[list[int]]:
    """Split a chunk into so many of almost equal length, the first one last."""
    bounds = [len(chunk) * place // ways for place in range(ways + 1)]
    return [chunk[one:other] for one, other in pairwise(bounds)][::-1]


def core_of(loop: LazyLoop, literals: Sequence[int], conflicts: int | None, deadline: Deadline) -> Core:
    """Return a core of some literals by a loop, or a model; Unknown after so many conflicts (None: no limit). Raises GaveUp."""
    deadline.require()
    verdict = repeatable(loop.ask(np.array(literals, dtype=np.int32), conflicts))
    if not isinstance(verdict, Unsat):
        return verdict
    return [] if verdict.core is None else list[int](verdict.core.tolist())


def holding(loop: LazyLoop) -> Callable[[int], None]:
    """Return a function that adds a literal to a loop as a unit clause, for all later calls."""
    return lambda literal: loop.add([Clauses.units([literal], ASKED)])
