"""Mutual exclusion of actions within a step, by preconditions and effects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.logic import Bools, Ints
from hashicnf.planning.task import Action, Task

ITEMS: Final = 1 << 22  # of a piece of a matrix with a column for each action


def compatible(task: Task, apart: Sequence[Sequence[int]], most: int | None) -> Ints | None:
    """List the pairs of actions whose preconditions and effects do not contradict each other: int32[p, 2]; None if over ``most``.

    If each step before has one action, a step starts in a reachable state. So preconditions contradict each other if they violate
    an invariant, be it encoded or not. Effects contradict each other only if clauses exclude them: two facts of a group in
    ``apart`` cannot be encoded to hold at once. Conditional effects are ignored.
    """
    every = task.actions
    adds, deletes = _conflicts(every)
    values = [_values([one.needs for one in every], task.exclusive), _values([one.adds for one in every], apart)]
    found, count = [np.zeros((0, 2), dtype=np.int32)], 0
    for some in pieces(len(every), len(every), ITEMS):
        clash: Bools = (adds[some] @ deletes.T > 0) | (deletes[some] @ adds.T > 0)
        for group, value in values:
            clash |= group[some] @ group.T > value[some] @ value.T
        pairs = np.argwhere(np.triu(~clash, 1 + some.start)).astype(np.int32)
        pairs[:, 0] += some.start
        found.append(pairs)
        count += len(pairs)
        if most is not None and count > most:
            return None
    return np.concatenate(found)


def _conflicts(actions: Sequence[Action]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return two matrices of 0 and 1 with a row per action: the facts that it adds, and those that it makes false.

    The columns are the facts that some action adds and some action makes false.
    """
    added = [{*one.adds} for one in actions]
    removed = [
        {*one.deletes}.difference(*(effect.adds for effect in one.all_effects)) if one.deletes else set()
        for one in actions
    ]
    column = {fact: number for number, fact in enumerate(set[int]().union(*added) & set[int]().union(*removed))}
    adds, deletes = (
        _incidence([[column[fact] for fact in facts & column.keys()] for facts in one], len(column))
        for one in (added, removed)
    )
    return adds, deletes


def _values(
    facts: Sequence[Iterable[int]], groups: Sequence[Sequence[int]]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return two matrices of 0 and 1 with a row per action: the groups of its facts, and the pairs of group and first fact in it.

    Two actions contradict each other if they share a group but not the fact in it.
    """
    groups_of: dict[int, list[int]] = {}
    for number, members in enumerate(groups):
        for fact in members:
            groups_of.setdefault(fact, []).append(number)
    numbers: dict[tuple[int, int], int] = {}
    values = []
    for some in facts:
        first: dict[int, int] = {}
        for fact in some:
            for group in groups_of.get(fact, ()):
                first.setdefault(group, fact)
        values.append([(group, numbers.setdefault((group, fact), len(numbers))) for group, fact in first.items()])
    return (
        _incidence([[group for group, _ in one] for one in values], len(groups)),
        _incidence([[number for _, number in one] for one in values], len(numbers)),
    )


def _incidence(rows: Sequence[Iterable[int]], columns: int) -> NDArray[np.float32]:
    """Return a matrix that is 1 where a row lists the column."""
    found = np.zeros((len(rows), columns), dtype=np.float32)
    for row, some in enumerate(rows):
        found[row, [*some]] = 1
    return found
