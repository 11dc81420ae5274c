"""Planning tasks: puzzles whose solution is a plan, as facts that hold or not and actions that change them.

A family with moves describes a puzzle as a ``Task``. From it follow a formula for plans of a bounded length (``horizons``), a state
space for search, and the replay of a plan step by step, which is what a checker does. Facts are numbered from 0; a state is the set
of facts that hold, as an integer whose bit f is fact f.
References: Kautz and Selman 1992, "Planning as satisfiability"; Rintanen 2012, "Planning as satisfiability: heuristics".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from hashicnf.core.constraints import Op
from hashicnf.core.statespace import ZERO, Heuristic, Searchable
from hashicnf.errors import InputError
from hashicnf.records import record

State: TypeAlias = int
Actions: TypeAlias = tuple[str, ...]
STEPS: Final = "steps"


@record
class Action:
    """A way to change the state: possible where all facts ``needs`` hold; ``deletes`` hold no longer, then ``adds`` hold.

    ``costs`` are those by each metric of the task.
    """

    name: str
    needs: tuple[int, ...]
    adds: tuple[int, ...]
    deletes: tuple[int, ...]
    costs: tuple[float, ...] = (1,)


@record
class Invariant:
    """A redundant constraint on every reachable state: how many of some facts hold in it."""

    name: str
    facts: tuple[int, ...]
    op: Op
    bound: int


@dataclass(frozen=True)
class Task:
    """A puzzle as facts and actions.

    ``facts`` are names; ``start`` lists the facts that hold at first, all others do not. The goal is reached where of each group of
    ``goal`` at least one fact holds. Of the facts of each of the ``variables`` exactly one holds in every state: they are its
    values. No plan has fewer than ``least`` steps, and the lengths of plans differ from it by multiples of ``stride``. Where there
    is a plan, there is one of ``most`` steps or fewer, if that is known.
    ``canonical`` gives states with the same future the same key. The first of the ``metrics`` is the usual one.
    """

    facts: tuple[str, ...]
    start: tuple[int, ...]
    goal: tuple[tuple[int, ...], ...]
    actions: tuple[Action, ...]
    variables: tuple[tuple[int, ...], ...] = ()
    invariants: tuple[Invariant, ...] = ()
    least: int = 0
    stride: int = 1
    most: int | None = None
    canonical: Callable[[State], Hashable] | None = None
    heuristics: tuple[Heuristic[State], ...] = ()
    metrics: tuple[str, ...] = (STEPS,)

    @cached_property
    def named(self) -> Mapping[str, Action]:
        """Find actions by name."""
        return {action.name: action for action in self.actions}

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal."""
        return all(any(state >> fact & 1 for fact in group) for group in self.goal)


def bits(facts: Iterable[int]) -> State:
    """Return the state in which exactly these facts hold."""
    state = 0
    for fact in facts:
        state |= 1 << fact
    return state


@dataclass(frozen=True)
class TaskSpace:
    """The states of a task, an action a step, its cost by one of the metrics."""

    task: Task
    metric: int = 0
    _by_need: dict[int, list[tuple[State, State, State, Action]]] = field(init=False, default_factory=dict)
    _always: list[tuple[State, State, State, Action]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """File the actions under the rarest fact that they need."""
        counts: dict[int, int] = {}
        for action in self.task.actions:
            for fact in action.needs:
                counts[fact] = counts.get(fact, 0) + 1
        for action in self.task.actions:
            entry = bits(action.needs), ~bits(action.deletes), bits(action.adds), action
            if action.needs:
                self._by_need.setdefault(min(action.needs, key=lambda fact: counts[fact]), []).append(entry)
            else:
                self._always.append(entry)

    def initial(self) -> tuple[State, ...]:
        """Begin at the start."""
        return (bits(self.task.start),)

    def successors(self, state: State) -> Iterator[tuple[str, State, float]]:
        """Give each possible action with the state after it."""
        for entries in (self._always, *(entries for fact, entries in self._by_need.items() if state >> fact & 1)):
            for needs, kept, adds, action in entries:
                if state & needs == needs:
                    yield action.name, state & kept | adds, action.costs[self.metric]

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal."""
        return self.task.is_goal(state)

    def key(self, state: State) -> Hashable:
        """Name a state as the task does."""
        return state if self.task.canonical is None else self.task.canonical(state)


def searchable(task: Task, solution: Callable[[Actions], Any]) -> Searchable[State]:
    """Offer the states of a task for search, by its first metric; ``solution`` is made of the path."""
    known = {heuristic.name: heuristic for heuristic in (*task.heuristics, ZERO)}
    return Searchable(
        TaskSpace(task),
        known,
        lambda _, path: solution(path),
        title="the states of the puzzle, one action per step",
        metric=task.metrics[0],
        unit_costs=all(action.costs[0] == 1 for action in task.actions),
    )


def replay(task: Task, plan: Sequence[str]) -> list[tuple[str, str]]:
    """Carry out a plan step by step; return the rules it breaks, each with a message, none if it reaches the goal.

    Reads the description of the task alone and shares nothing with the formula.
    """
    state = set(task.start)
    for number, name in enumerate(plan, 1):
        action = task.named.get(name)
        if action is None:
            return [("action", f"step {number}: no action is named {name!r}")]
        if missing := [task.facts[fact] for fact in action.needs if fact not in state]:
            return [("precondition", f"step {number}: {name} needs {' and '.join(missing)}, which does not hold")]
        state = state.difference(action.deletes) | set(action.adds)
    unmet = [group for group in task.goal if not state.intersection(group)]
    steps = "step" if len(plan) == 1 else "steps"
    return [
        (
            "goal",
            f"after {len(plan)} {steps} the goal is not reached: {' or '.join(map(task.facts.__getitem__, group))}",
        )
        for group in unmet
    ]


def write_plan(plan: Sequence[str]) -> str:
    """Write a plan: one action a line."""
    return "".join(f"{name}\n" for name in plan)


def read_plan(task: Task, text: str, name: str) -> Actions:
    """Read a plan: one action a line, comments after ``#``. Raises InputError for what is no action, with line and column."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        if word not in task.named:
            column = len(line) - len(line.lstrip()) + 1
            some = ", ".join([action.name for action in task.actions[:3]])
            message = f"no action is named {word!r}"
            raise InputError(message, name, number, column, line.rstrip("\r"), f"an action a line, such as {some}")
        found.append(word)
    return tuple(found)
