"""Heuristics that are added to the spaces of a family."""

from __future__ import annotations

from typing import Any

import pytest

import hashicnf
from hashicnf.errors import PluginError, UsageError
from hashicnf.search.heuristics import HEURISTICS, Estimator

PUZZLE = hashicnf.parse("family: tiles\n1.3\n425\n")


def prepare(board: Any, metric: str | None) -> Any:
    assert metric == "slides"
    return lambda state: sum(tile not in (0, home) for tile, home in zip(state, board.goal, strict=True))


def estimator(made: Any = prepare, family: str = "tiles", space: str = "positions") -> Estimator:
    return Estimator("tiles that are not at home", family, space, made, admissible=True, consistent=True)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HEURISTICS.added, "mine", estimator())


def test_it_guides_searches_as_one_of_the_family_does(added: None) -> None:
    for method in ("astar", "idastar", "greedy"):
        mine, hamming = (hashicnf.solve(PUZZLE, method=method, heuristic=name) for name in ("mine", "hamming"))
        assert (mine.plan, mine.stats.figures["nodes"]) == (hamming.plan, hamming.stats.figures["nodes"])
    (check,) = hashicnf.check_heuristic(PUZZLE, "mine")
    assert (check.status, check.space) == ("kept", "positions")


def test_its_name_is_suggested_and_unknown_to_other_processes(added: None) -> None:
    with pytest.raises(UsageError, match="did you mean mine"):
        hashicnf.solve(PUZZLE, method="astar", heuristic="mime")
    with pytest.raises(UsageError, match="known only in this process"):
        hashicnf.compare(PUZZLE, ["astar --heuristic mine"])


@pytest.mark.parametrize(
    ("name", "wrong", "error", "message"),
    [
        ("mine", estimator(family="tile"), UsageError, "is for tile in the space positions, not for this tiles puzzle"),
        ("mine", estimator(space="cells"), UsageError, "is for tiles in the space cells, not for this tiles puzzle"),
        ("manhattan", estimator(), UsageError, "positions of tiles, which has one named 'manhattan': rename it"),
        ("mine", estimator(lambda _: 0), UsageError, r"prepare is a function of \(_\), but is called with 2 arguments"),
        ("mine", estimator(lambda *_: 0), PluginError, "returned 0: expected a function"),
        ("mine", prepare, UsageError, "it is no Estimator"),
    ],
)
def test_a_wrong_one_is_refused(
    name: str, wrong: Any, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(HEURISTICS.added, name, wrong)
    with pytest.raises(error, match=message):
        hashicnf.solve(PUZZLE, method="astar", heuristic=name)
