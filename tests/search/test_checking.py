"""Spaces and heuristics of other packages: wrong estimates, steps and costs are errors of theirs, not wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.statespace import ZERO, Heuristic, Searchable
from hashicnf.errors import PluginError
from hashicnf.families import FAMILIES
from hashicnf.search import SEARCHES, Found
from hashicnf.search._checking import checked, require_path, require_space
from hashicnf.testing.spaces import Graph
from outside_puzzles import sliding

NAN, INFINITY = float("nan"), float("inf")


@dataclass
class Line:
    """Numbers from 0 up to the goal 3, one by one; its parts are replaced by wrong ones."""

    steps: Callable[[int], Any] = lambda state: [("on", state + 1, 1)]
    starts: Any = (0,)
    name: Callable[[int], Any] = lambda state: state

    def initial(self) -> Iterable[int]:
        return self.starts  # type: ignore[no-any-return]

    def successors(self, state: int) -> Iterable[tuple[str, int, float]]:
        return self.steps(state)  # type: ignore[no-any-return]

    def is_goal(self, state: int) -> bool:
        return state == 3

    def key(self, state: int) -> Hashable:
        return self.name(state)  # type: ignore[no-any-return]


def guided(estimate: Callable[..., Any]) -> Heuristic[Any]:
    return Heuristic("mine", estimate, admissible=True, consistent=True)


@pytest.mark.parametrize("wrong", [None, NAN, -1, -0.5, "3", [1], 1j])
def test_an_estimate_is_a_number_from_0_up(wrong: Any) -> None:
    with pytest.raises(PluginError, match=r"returned .*: an estimate is a number from 0 up, or infinity$"):
        checked(guided(lambda _: wrong)).estimate(0)


@pytest.mark.parametrize("right", [0, 2.5, True, INFINITY, np.int64(3), np.float32(0.5), Fraction(1, 3)])
def test_numbers_of_all_types_are_estimates(right: Any) -> None:
    assert checked(guided(lambda _: right)).estimate(0) == right


def test_an_estimate_takes_a_state() -> None:
    with pytest.raises(
        PluginError, match=r"of the heuristic mine is a function of \(\), but is called with 1 argument$"
    ):
        checked(guided(lambda: 0))
    assert checked(ZERO) is ZERO


@pytest.mark.parametrize(
    ("space", "fault"),
    [
        (Line(starts=None), "returned None: expected a list, a tuple or a generator"),
        (Line(lambda _: None), "returned None: expected a list, a tuple or a generator"),
        (
            Line(lambda state: [("on", state + 1)]),
            "returned ('on', 1): a step is an action, a state and a cost from 0 up",
        ),
        (Line(lambda state: [("on", state + 1, None)]), "returned ('on', 1, None): a step is"),
        (Line(lambda state: [("on", state + 1, -1)]), "returned ('on', 1, -1): a step is"),
        (Line(name=lambda state: [state]), "returned [0]: a key can be hashed: a tuple can, a list cannot"),
        (Line(name=lambda state: ([state],)), "returned ([0],): a key can be hashed"),
        (
            Line(lambda state: [("on", state + 1, 0)], name=lambda state: state and [state]),
            "returned [1]: a key can be hashed",
        ),
    ],
)
def test_the_first_steps_of_a_space_are_examined(space: Line, fault: str) -> None:
    with pytest.raises(PluginError) as caught:
        require_space(space)
    assert fault in str(caught.value)
    require_space(Line())


@pytest.mark.parametrize("method", ["astar", "idastar"])
def test_a_path_refutes_a_heuristic_that_is_declared_admissible(method: str) -> None:
    search = SEARCHES.get(method)
    fault = "mine is declared admissible and is not: it estimates 3 after 1 step of a plan, but the rest of it costs 2"
    with pytest.raises(PluginError, match=fault):
        search.run(Line(), guided(lambda state: 3 if state == 1 else 0))
    inexact = Line(lambda state: [("on", state + 1, 0.3)])  # after a step the rest costs a little less than 0.6
    assert isinstance(search.run(inexact, guided(lambda state: 0.3 * (3 - state))).outcome, Found)
    assert isinstance(search.run(Line(), guided(lambda state: 3 - state)).outcome, Found)
    assert isinstance(search.run(Line(), replace(guided(lambda _: 4), admissible=False)).outcome, Found)


def test_a_path_shows_a_step_of_negative_cost() -> None:
    with pytest.raises(PluginError, match=r"returned -1\.0: a step is"):
        SEARCHES.get("breadthfirst").run(Line(lambda state: [("on", state + 1, 1 - state)]))


def test_the_cost_of_a_path_is_that_of_its_own_steps() -> None:
    graph = Graph({"a": {"b": 1, "c": 5}, "b": {"d": 1}, "c": {"d": 1}}, ("a",), frozenset("d"))
    require_path(Found("d", ("ac", "cd"), 6), _explore, graph, None)
    with pytest.raises(PluginError, match="its path costs 6, not 2"):
        require_path(Found("d", ("ac", "cd"), 2), _explore, graph, None)
    # actions with one name: the path may be the cheapest way to a goal
    alike = Line(lambda state: [("on", 3, 1)] if state else [("on", 1, 5), ("on", 2, 3), ("on", 1, 1), ("on", 1, 4)])
    require_path(Found(3, ("on", "on"), 2), _explore, alike, None)


def _explore(_: object) -> None:
    """Stand for a search of another package."""


def test_a_heuristic_that_returns_nan_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def space(board: sliding.Board, metric: str) -> Searchable[Any]:
        return replace(sliding.space(board, metric), heuristics={"mine": guided(lambda _: NAN)})

    assert sliding.FAMILY.planning is not None
    planning = replace(sliding.FAMILY.planning, spaces={"tiles": space})
    monkeypatch.setitem(FAMILIES.added, "odd", replace(sliding.FAMILY, planning=planning))
    puzzle = hashicnf.parse("family: odd\n12\n.3\n")
    for call in (
        lambda: hashicnf.solve(puzzle, method="idastar", heuristic="mine"),
        lambda: hashicnf.solve(puzzle, method="astar", heuristic="mine", weight=2),
        lambda: hashicnf.check_heuristic(puzzle, "mine"),
    ):
        with pytest.raises(PluginError, match="returned nan: an estimate is"):
            call()
