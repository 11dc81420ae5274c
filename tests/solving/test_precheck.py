"""Puzzles that obviously have no plan are answered at once, or searched nevertheless if requested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.errors import UsageError
from hashicnf.logic import Unsat
from tests import commands

ODD = "family: tiles\ngoal: blank-first\n2 .\n1 3\n4 5\n"


@pytest.mark.parametrize("method", ["astar", "breadthfirst", "bidirectional", "greedy"])
def test_all_states_are_searched_without_it(method: str) -> None:
    puzzle = hashicnf.parse(ODD)
    at_once, searched = (hashicnf.solve(puzzle, method=method, precheck=precheck) for precheck in (True, False))
    assert isinstance(at_once.verdict, Unsat)
    assert isinstance(searched.verdict, Unsat)
    assert "nodes" not in at_once.stats.figures
    nodes = searched.stats.figures["nodes"]
    assert nodes == 360 or (method == "bidirectional" and isinstance(nodes, int) and nodes > 360)


@pytest.mark.parametrize("method", ["idastar", "astar"])
def test_walking_distance_knows_rows_that_cannot_be_sorted(method: str) -> None:
    answer = hashicnf.solve(hashicnf.parse("family: tiles\n2.13\n"), method=method, precheck=False)
    assert isinstance(answer.verdict, Unsat)


def test_it_is_refused_where_it_would_be_ignored() -> None:
    with pytest.raises(UsageError, match="precheck has no effect on hashi"):
        hashicnf.solve(hashicnf.parse("1.1\n"), precheck=False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "furlongs"}, "no metric of tiles is named 'furlongs'"),
        ({"method": "breadthfirst", "weight": 2.0}, "weight: the method breadthfirst has no use for it"),
    ],
)
def test_options_are_refused_though_nothing_is_searched(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        hashicnf.solve(hashicnf.parse(ODD), **options)


def test_heuristics_are_checked_in_states_without_a_goal(tmp_path: Path) -> None:
    (tmp_path / "odd.puz").write_text(ODD)
    command = "check-heuristic", "tiles", "manhattan", str(tmp_path / "odd.puz")
    assert "no search begins without --no-precheck" in commands.run(*command).stdout
    assert "cannot reach a goal: 360" in commands.run(*command, "--no-precheck").stdout
