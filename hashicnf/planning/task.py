"""Planning tasks: puzzles whose solution is a plan, as facts that hold or not and actions that change them.

A family with moves describes a puzzle in one of its metrics as a ``Task``. From a task are made a formula for plans of a bounded
length (``horizons``) and a state space for search (``space``), and plans are checked by replaying them (``plans``). Facts are
numbered from 0; a state is the set of facts that hold, as an integer whose bit f is fact f. References:
Kautz and Selman 1992, "Planning as satisfiability"; Pednault 1989, "ADL: exploring the middle ground between STRIPS and the
situation calculus" (conditional effects); Bäckström and Nebel 1995, "Complexity results for SAS+ planning" (variables).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from hashicnf.core.constraints import Op
from hashicnf.core.statespace import Heuristic
from hashicnf.records import record

State: TypeAlias = int
Actions: TypeAlias = tuple[str, ...]
STEPS: Final = "steps"
COSTS_DIFFER: Final = "the horizon bounds steps, and their costs differ"


@record
class Effect:
    """A conditional effect: where all facts ``when`` hold before the step, ``adds`` hold after it and ``deletes`` do not."""

    when: tuple[int, ...]
    adds: tuple[int, ...] = ()
    deletes: tuple[int, ...] = ()


@record
class Action:
    """A way to change the state at a ``cost``: possible where all facts ``needs`` hold.

    After it ``deletes`` do not hold and ``adds`` do; the same goes for each of the ``effects`` whose condition holds before it. A
    fact that is both added and deleted in one step holds after it.
    """

    name: str
    needs: tuple[int, ...]
    adds: tuple[int, ...] = ()
    deletes: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()
    cost: float = 1

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """Return all that the action adds and deletes as effects: first the unconditional one."""
        return Effect((), self.adds, self.deletes), *self.effects


@record
class Invariant:
    """A redundant constraint on every reachable state: a bound on the number of some facts that hold in it."""

    name: str
    facts: tuple[int, ...]
    op: Op
    bound: int


@dataclass(frozen=True)
class Task:
    """A puzzle as facts and actions, in one ``metric``: the unit in which the costs of the actions are counted.

    ``facts`` are names; ``start`` lists the facts that hold at the start, all others do not. The goal is reached where at least one
    fact of each group of ``goal`` holds. Of the facts of each of the ``variables``, its values, exactly one holds in every state.
    Actions may share a name where no reachable state allows two of them, such as one slide to the left for each blank cell,
    or where all of them that a state allows have the same result. Two states determine the name that leads from one to the other if
    it is shared by actions; names of single actions may have equal results.
    No plan has fewer than ``least`` steps, and the lengths of plans differ from it by multiples of ``stride``. Where there
    is a plan, there is one of ``most`` steps or fewer, if that is known.
    ``canonical`` returns equal keys for states with the same possible continuations.
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
    metric: str = STEPS

    @cached_property
    def named(self) -> Mapping[str, tuple[Action, ...]]:
        """Return the actions by name."""
        found: dict[str, tuple[Action, ...]] = {}
        for action in self.actions:
            found[action.name] = (*found.get(action.name, ()), action)
        return found

    @property
    def keys(self) -> Mapping[str, Sequence[str]]:
        """Return the names of facts and actions; that of an action includes the numbers of the facts that it needs."""
        needs = (" and ".join(map(str, action.needs)) for action in self.actions)
        words = [f"{one.name}{what and f', needs {what}'}" for one, what in zip(self.actions, needs, strict=True)]
        return {"fact": self.facts, "action": words}

    @cached_property
    def exclusive(self) -> tuple[tuple[int, ...], ...]:
        """List the groups of facts of which at most one holds in every state, from variables and invariants."""
        stated = (one.facts for one in self.invariants if one.bound == 1 and one.op != "ge")
        return tuple(dict.fromkeys((*self.variables, *stated)))

    @cached_property
    def rivalries(self) -> Mapping[int, tuple[tuple[int, ...], ...]]:
        """Return, by fact, the groups of ``exclusive`` that contain it."""
        found: dict[int, tuple[tuple[int, ...], ...]] = {}
        for group in self.exclusive:
            for fact in group:
                found[fact] = (*found.get(fact, ()), group)
        return found

    @cached_property
    def unit_costs(self) -> bool:
        """Return whether every action costs 1."""
        return all(action.cost == 1 for action in self.actions)

    @property
    def doubt(self) -> str:
        """Return why a plan of fewest steps may not be a cheapest one, "" if it is."""
        return "" if self.unit_costs else COSTS_DIFFER

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal."""
        return all(any(state >> fact & 1 for fact in group) for group in self.goal)


def bits(facts: Iterable[int]) -> State:
    """Return the state in which exactly these facts hold."""
    state = 0
    for fact in facts:
        state |= 1 << fact
    return state
