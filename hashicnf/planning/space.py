"""The states of a planning task as a space for search; each step is one action."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hashicnf.core.statespace import ZERO, Searchable
from hashicnf.planning.heuristics import of_task
from hashicnf.planning.task import Action, Actions, State, Task, bits


class ActionMasks(NamedTuple):
    """An action as bit masks: the facts that it needs, those that it keeps, those that it adds; the same for each effect."""

    needs: State
    kept: State
    adds: State
    effects: tuple[tuple[State, State, State], ...]
    name: str
    cost: float

    @classmethod
    def of(cls, action: Action) -> ActionMasks:
        """Make the masks of an action."""
        effects = tuple((bits(e.when), ~bits(e.deletes), bits(e.adds)) for e in action.effects)
        return cls(
            bits(action.needs), ~bits(action.deletes), bits(action.adds), effects, action.name, float(action.cost)
        )

    def after(self, state: State) -> State:
        """Return the state after the action. Requires: the action is possible."""
        kept, adds = self.kept, self.adds
        for when, keeps, more in self.effects:
            if state & when == when:
                kept &= keeps
                adds |= more
        return state & kept | adds


@dataclass(frozen=True)
class TaskSpace:
    """The states of a task as a ``StateSpace``; each step is one action."""

    task: Task
    _by_need: dict[int, list[ActionMasks]] = field(init=False, default_factory=dict)
    _always: list[ActionMasks] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Index each action by the rarest fact that it needs."""
        counts: dict[int, int] = {}
        for action in self.task.actions:
            for fact in action.needs:
                counts[fact] = counts.get(fact, 0) + 1
        for action in self.task.actions:
            change = ActionMasks.of(action)
            if action.needs:
                self._by_need.setdefault(min(action.needs, key=lambda fact: counts[fact]), []).append(change)
            else:
                self._always.append(change)

    def initial(self) -> tuple[State, ...]:
        """Return the start."""
        return (bits(self.task.start),)

    def successors(self, state: State) -> Iterator[tuple[str, State, float]]:
        """Yield each possible action with the state after it and its cost."""
        for changes in (self._always, *(changes for fact, changes in self._by_need.items() if state >> fact & 1)):
            for change in changes:
                if state & change.needs == change.needs:
                    yield change.name, change.after(state), change.cost

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal."""
        return self.task.is_goal(state)

    def key(self, state: State) -> Hashable:
        """Return the canonical form of a state, where the task declares one, else the state."""
        return state if self.task.canonical is None else self.task.canonical(state)


def searchable(task: Task, solution: Callable[[Actions], Any]) -> Searchable[State]:
    """Return the states of a task as a search problem; ``solution`` makes the solution from the actions of the path."""
    return Searchable(
        TaskSpace(task),
        {heuristic.name: heuristic for heuristic in (*task.heuristics, ZERO, *of_task(task))},
        lambda _, path: solution(path),
        title="the states of the puzzle, one action per step",
        metric=task.metric,
        unit_costs=task.unit_costs,
    )
