"""A formula that grows by one layer at a time, away from the goal, for an incremental solver.

Layer d is d steps ahead of the goal, so no clause is withdrawn when the horizon rises: the assumption for plans of exactly N steps
is a literal that asserts the start at layer N. Facts too far from the goal are ruled out unconditionally, those too far from the
start under that literal. There are no idle steps: horizons are tried in ascending order, so shorter plans are refuted by then.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hashicnf.core.constraints import Batch
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import Group, VariablePool
from hashicnf.logic import Bools
from hashicnf.planning.horizons import ACTION, PART, STATE
from hashicnf.planning.horizons.reach import Reach
from hashicnf.planning.horizons.rules import Rules, implies, none, stamp
from hashicnf.planning.task import Actions, Task

START = "start"


class Growing:
    """The layers so far; ``grow`` adds those that are missing for a horizon, then ``reach`` asks for it."""

    def __init__(
        self, task: Task, pool: VariablePool, *, in_binary: bool = False, observe: Observer = unobserved
    ) -> None:
        """Begin without layers; variables are declared in ``pool`` as they are needed. ``observe`` is called for each action."""
        self._task, self._pool = task, pool
        self._rules = Rules.of(task, in_binary=in_binary, observe=observe)
        self._reach = Reach.of(task, observe)
        self._before = self._reach.before()
        self._after: list[Bools] = []
        self._further = self._reach.after()
        self._states: list[Group] = []
        self._actions: list[Group] = []

    def grow(self, horizon: int) -> Iterator[tuple[Batch, ...]]:
        """Yield the batches of each layer that is missing for a horizon."""
        while len(self._states) <= horizon:
            yield tuple(self._grow())

    def reach(self, horizon: int) -> tuple[int, tuple[Batch, ...]]:
        """Return the literal under which there is a plan of exactly ``horizon`` steps, and the batches to be added.

        Requires: all layers are there.
        """
        asked = self._pool.declare(START, 1, meaning=f"the start is {horizon} steps ahead of the goal")
        return asked.first, tuple(self._begin(horizon, asked.first))

    def decode(self, model: Bools, horizon: int) -> tuple[Actions, float]:
        """Read a plan of so many steps off a model, with its cost."""
        taken = [int(np.argmax(group.values(model)[0])) for group in reversed(self._actions[:horizon])]
        actions = [self._task.actions[a] for a in taken]
        return tuple(action.name for action in actions), sum(action.cost for action in actions)

    def _grow(self) -> Iterator[Batch]:
        """Add the next layer and the step from it."""
        rules, pool, task = self._rules, self._pool, self._task
        d = len(self._states)
        group = pool.declare(STATE, 1, rules.layout.width, meaning=f"the state {d} steps ahead of the goal")
        state, source = group.lits, np.array([d], dtype=np.int32)
        yield from rules.layers(state, source)
        never = np.flatnonzero(~next(self._before)).tolist()
        yield from stamp("unreachable", rules.forbid(never), state[0], d, redundant=True)
        if d == 0:
            yield from stamp("goal", rules.require(task.goal), state[0], 0)
        else:
            action = pool.declare(ACTION, 1, len(task.actions), meaning=f"the step {d} steps ahead of the goal")
            part = pool.declare(PART, 1, rules.parts, meaning="the action of that step is in part i").lits
            yield from rules.steps(state, self._states[-1].lits, action.lits, part, source)
            yield implies(none(1), action.lits, "order", source)
            if self._actions:
                yield from rules.successions(action.lits, self._actions[-1].lits, source)
            self._actions.append(action)
        self._states.append(group)

    def _begin(self, horizon: int, asked: int) -> Iterator[Batch]:
        """Yield clauses that, under a literal, assert the start at a layer, and rule out facts that cannot be reached from it."""
        while len(self._after) <= horizon:
            self._after.append(next(self._further))
        rules = self._rules
        guard = rules.layout.width + 1
        start = [(*clause, -guard) for clause in rules.exactly(self._task.start)]
        for d, group in enumerate(self._states[: horizon + 1]):
            layer = np.append(group.lits[0], np.int32(asked))
            if d == horizon:
                yield from stamp("start", start, layer, d)
            else:
                never = rules.forbid(np.flatnonzero(~self._after[horizon - d]).tolist())
                yield from stamp("unreachable", [(*clause, -guard) for clause in never], layer, d, redundant=True)
