"""Mutual exclusion of actions within a step, by preconditions and effects."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from hashicnf.core.planning import Task
from hashicnf.logic import Ints


def compatible(task: Task, apart: Sequence[Sequence[int]] = ()) -> Ints:
    """List the pairs of actions whose preconditions and effects do not contradict each other: int32[p, 2].

    Every step starts in a state that can be reached, if all before took one action. So preconditions contradict each other where
    an invariant says so, be it written or not; effects only where clauses say so: of each group in ``apart`` no two facts can be
    written to hold at once. Conditional effects are passed over.
    """
    adds, deletes = (np.zeros((len(task.actions), len(task.facts)), dtype=np.float32) for _ in range(2))
    for a, one in enumerate(task.actions):
        deletes[a, list(one.deletes)] = 1
        deletes[a, [*one.adds, *chain.from_iterable(effect.adds for effect in one.effects)]] = 0
        adds[a, list(one.adds)] = 1
    clash = adds @ deletes.T > 0
    clash |= clash.T
    needed = [one.needs for one in task.actions]
    for groups, facts in (
        (task.exclusive, needed),
        (apart, [one.adds for one in task.actions]),
    ):
        for group in groups:
            number = {fact: value for value, fact in enumerate(group)}
            value = np.array([next((number[f] for f in some if f in number), -1) for some in facts], dtype=np.int32)
            clash |= (value[:, None] != value) & (value[:, None] >= 0) & (value >= 0)
    return np.argwhere(np.triu(~clash, 1)).astype(np.int32)
