"""Checks of spaces, heuristics and searches of other packages; those of hashicnf are tested instead.

A wrong estimate or cost would not end a search but mislead it: no number compares with NaN, so IDA* would find nothing to be left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from itertools import pairwise
from math import isclose
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, SupportsFloat, TypeAlias

from hashicnf.contracts import uncallable
from hashicnf.core.statespace import Estimate, Heuristic, StateSpace
from hashicnf.errors import counted
from hashicnf.logic import is_iterable
from hashicnf.registry import breach, is_foreign, misreturned

if TYPE_CHECKING:
    from hashicnf.search import Found

# A state on a path, the cost up to it, and the entry before it.
Entry: TypeAlias = "tuple[Any, float, Entry | None]"
TOLERANCE: Final = 1e-9
NO_ESTIMATE: Final = "an estimate is a number from 0 up, or infinity"
NO_STEP: Final = "a step is an action, a state and a cost from 0 up"
NO_KEY: Final = "a key can be hashed: a tuple can, a list cannot"
NO_LIST: Final = "expected a list, a tuple or a generator"


def checked(heuristic: Heuristic[Any]) -> Heuristic[Any]:
    """Return a heuristic; the estimates of one of another package raise PluginError unless they are numbers from 0 up."""
    estimate = heuristic.estimate
    if not is_foreign(estimate):
        return heuristic
    for fault in uncallable(estimate, 1):
        raise breach(f"the estimate of the heuristic {heuristic.name} is {fault}", [estimate])

    @wraps(estimate)
    def number(state: Any) -> float:
        found = estimate(state)
        if _is_cost(found):
            return found
        raise misreturned(estimate, found, NO_ESTIMATE)

    return replace(heuristic, estimate=number)


def require_space(space: StateSpace[Any, Any]) -> None:
    """Raise PluginError if a space of another package returns no states, no keys of them, or no steps from the first state."""
    if not is_foreign(space.successors):
        return
    for state in _each(space.initial(), space.initial):
        _require_key(space, state)
        step: object
        for step in _each(space.successors(state), space.successors):
            if not (isinstance(step, Sequence) and len(step) == 3 and _is_cost(step[2])):
                raise misreturned(space.successors, step, NO_STEP)
            _require_key(space, step[1])
        return


def fault_of(found: Found[Any, Any], space: StateSpace[Any, Any]) -> str:
    """Return a description of the part of an outcome that lacks its type, such as a goal of other states; "" if none does."""
    if not isinstance(found.goal, tuple(map(type, space.initial()))):
        return "its goal is no state of the space"
    path: object = found.path
    if not isinstance(path, tuple):
        return "its path is no tuple"
    return "" if isinstance(found.cost, SupportsFloat) else "its cost is no number"


def require_path(
    found: Found[Any, Any],
    explore: Callable[..., Any],
    space: StateSpace[Any, Any],
    heuristic: Heuristic[Any] | None,
) -> None:
    """Raise PluginError if a path shows a fault of another package.

    The search reports another cost than that of its steps, a step costs less than 0, or an estimate that is declared admissible
    exceeds the cost of the rest of the path.
    """
    is_declared = heuristic is not None and heuristic.admissible and is_foreign(heuristic.estimate)
    if not (is_declared or is_foreign(explore) or is_foreign(space.successors)):
        return
    trail = _trail(found.path, space)
    if not trail:
        return  # the check of the solution describes what is wrong
    total = trail[-1][1]
    for (_, before), (_, after) in pairwise(trail):
        if after < before:
            raise misreturned(space.successors, after - before, NO_STEP)
    if is_foreign(explore) and not isclose(total, found.cost, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise misreturned(explore, found, f"its path costs {total:,.12g}, not {found.cost:,.12g}")
    if is_declared and heuristic is not None:
        _require_admissible(heuristic.name, heuristic.estimate, trail)


def _require_admissible(name: str, estimate: Estimate[Any], trail: Sequence[tuple[Any, float]]) -> None:
    total = trail[-1][1]
    for steps, (state, cost) in enumerate(trail):
        if (found := estimate(state)) > total - cost + TOLERANCE:
            fault = (
                f"{found:,.12g} after {counted(steps, 'step')} of a plan, but the rest of it costs {total - cost:,.12g}"
            )
            raise breach(f"the heuristic {name} is declared admissible and is not: it estimates {fault}", [estimate])


def _trail(path: Sequence[Any], space: StateSpace[Any, Any]) -> list[tuple[Any, float]]:
    """Return the states of the cheapest way to a goal by these actions, with the costs up to them; none if there is no way."""
    reached: dict[Hashable, Entry] = {space.key(state): (state, 0.0, None) for state in space.initial()}
    for wanted in path:
        before, reached = reached, {}
        for entry in before.values():
            for action, after, cost in space.successors(entry[0]):
                key, paid = space.key(after), entry[1] + cost
                if action == wanted and (key not in reached or paid < reached[key][1]):
                    reached[key] = after, paid, entry
    goals = (entry for entry in reached.values() if space.is_goal(entry[0]))
    last = min(goals, key=lambda entry: entry[1], default=None)
    trail: list[tuple[Any, float]] = []
    while last is not None:
        trail.append(last[:2])
        last = last[2]
    return trail[::-1]


def _each(found: object, function: Callable[..., object]) -> Iterable[Any]:
    if is_iterable(found):
        return found
    raise misreturned(function, found, NO_LIST)


def _require_key(space: StateSpace[Any, Any], state: Any) -> None:
    if not isinstance(key := space.key(state), Hashable):
        raise misreturned(space.key, key, NO_KEY)
    try:
        hash(key)
    except TypeError:  # a tuple of lists
        raise misreturned(space.key, key, NO_KEY) from None


def _is_cost(value: object) -> bool:
    """Return whether a value is a number from 0 up; NaN is not."""
    return isinstance(value, Real) and float(value) >= 0
