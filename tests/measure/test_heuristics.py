"""Heuristics compared with the true distances: figures by relaxation are those of brute force, and false declarations are found."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run as run_command
from hashicnf.core.limits import Limits
from hashicnf.core.statespace import ZERO, Heuristic, Searchable
from hashicnf.families import FAMILIES
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.measure.heuristics import HeuristicReport, examine
from hashicnf.search.heuristics import HEURISTICS, Estimator
from hashicnf.testing.spaces import Graph, Sliding
from tests.plugins.registered import added


def searchable(space: Graph | Sliding) -> Searchable[object]:
    return Searchable(space, {"zero": ZERO}, lambda goal, _: goal)


def report(space: Graph | Sliding, heuristic: Heuristic[Any]) -> HeuristicReport:
    found = examine(searchable(space), heuristic, Limits())
    assert isinstance(found, HeuristicReport)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_figures_are_those_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    names = "abcdefgh"
    arcs = {a: {b: float(rng.randint(0, 4)) for b in names if rng.random() < 0.25} for a in names}
    graph = Graph(arcs, ("a",), frozenset(rng.sample(names, 2)))
    guess = {name: float(rng.choice([0, 1, 2, 3, float("inf")])) for name in names}
    reached, new = {"a"}, {"a"}
    while new := {b for a in new for b in arcs[a]} - reached:
        reached |= new
    found = report(graph, Heuristic("guess", lambda state: guess[str(state)], False, False))
    distance = {name: graph.distance(name) for name in reached}
    alive = [name for name in reached if distance[name] < float("inf")]
    every = [(guess[a] - cost - guess[b]) for a in reached for b, cost in arcs[a].items() if guess[b] < float("inf")]
    assert (found.states, found.hopeless) == (len(reached), len(reached) - len(alive))
    assert (found.goals, found.arcs) == (len(reached & graph.goals), sum(len(arcs[a]) for a in reached))
    assert found.inadmissible == sum(guess[name] > distance[name] for name in alive)
    assert found.worst_excess == max([0.0, *(guess[name] - distance[name] for name in alive)])
    assert found.inconsistent == sum(drop > 0 for drop in every)
    mean = sum(distance[name] for name in alive) / len(alive) if alive else None
    assert found.mean_distance == (mean if mean is None else pytest.approx(mean))
    assert found.farthest == max((distance[name] for name in alive), default=None)


def test_promises_are_held_against_the_figures() -> None:
    space = Sliding(2, 3, (4, 5, 1, 2, 3, 0))
    manhattan = report(space, space.heuristic)
    assert (manhattan.states, manhattan.inadmissible, manhattan.inconsistent, manhattan.farthest) == (360, 0, 0, 21)
    assert manhattan.keeps_its_promises
    for admissible, consistent in ((True, False), (False, True), (False, False)):
        doubled: Heuristic[Any] = Heuristic("doubled", lambda state: 2 * space.manhattan(state), admissible, consistent)
        found = report(space, doubled)
        assert found.inadmissible
        assert found.inconsistent
        assert found.keeps_its_promises == (not admissible and not consistent)


def test_limits_end_it() -> None:
    space = searchable(Sliding(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)))
    stopped = examine(space, ZERO, Limits(max_nodes=100))
    assert stopped == Stopped("nodes", "limit of 100 nodes reached")


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text("family: sliding\n1.3\n425\n")
    Path("b.puz").write_text("2.2\n...\n2.2\n")
    with added():
        yield


def test_the_command_reports_every_metric(boards: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["check-heuristic", "sliding", "manhattan", "a.puz"]) == 0
    slides, pushes = capsys.readouterr().out.split("\n\n")
    assert slides.startswith("a.puz: manhattan in the space tiles, metric slides\n  states: ")
    assert "admissible:          promised, and true here" in slides
    assert "inadmissible states: 45, by 3 at most" in pushes
    assert "admissible:          not promised, and false here\n" in pushes
    assert run_command(["check-heuristic", "sliding", "h-max", "a.puz", "--metric", "pushes", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["status"], data["space"], data["metric"], data["states"]) == ("kept", "states", "pushes", 360)
    assert (data["admissible"], data["consistent"], data["inconsistent"]) == (True, True, 0)
    assert run_command(["check-heuristic", "hashi", "residual", "b.puz"]) == 0
    assert "in the space formula\n" in capsys.readouterr().out


def test_without_a_goal_in_reach_there_are_no_means(boards: None, capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.puz").write_text("family: tiles\n2 1 3 .\n")
    command = ["check-heuristic", "tiles", "walking-distance", "c.puz", "--no-precheck"]
    assert run_command(command) == 20
    printed = capsys.readouterr().out
    assert "mean estimate:       none\n  mean distance:       none\n  farthest state:      none\n" in printed
    assert printed.endswith(
        "No state can reach a goal, so there is no distance to compare an estimate with.\n  So the puzzle is unsolvable.\n"
    )
    assert run_command([*command, "--json"]) == 20
    data = json.loads(capsys.readouterr().out)
    assert [data[name] for name in ("mean_estimate", "mean_distance", "farthest")] == [None] * 3
    Path("d.puz").write_text("family: klotski\ngoal: A at 0,0\nCC\nA.\nAB\n")
    assert run_command(["check-heuristic", "klotski", "manhattan", "d.puz"]) == 20


def test_infinite_figures_are_named_and_null_in_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "line.puz").write_text("family: tiles\n.12\n")
    estimate = {b"\0\1\2": 0, b"\1\0\2": inf, b"\1\2\0": 0}
    far = Estimator("far", "tiles", "positions", lambda *_: estimate.__getitem__, admissible=True, consistent=True)
    monkeypatch.setitem(HEURISTICS.added, "far", far)
    command = ["check-heuristic", "tiles", "far", str(tmp_path / "line.puz")]
    assert run_command(command) == 1
    assert "states: 1, some of them infinite\n  inconsistent arcs:   2, some of" in capsys.readouterr().out
    assert run_command([*command, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["worst_excess"], data["worst_drop"], data["mean_distance"]) == (None, None, 1)


def test_a_space_without_all_solutions_refutes_nothing(boards: None, capsys: pytest.CaptureFixture[str]) -> None:
    Path("e.puz").write_text("family: sudoku\n1234\n3412\n2143\n..1.\n")
    command = ["check-heuristic", "sudoku", "score", "e.puz", "--space"]
    assert [run_command([*command, space]) for space in ("swap", "swap-all")] == [0, 20]
    swap, swap_all = capsys.readouterr().out.split("e.puz: score in the space swap-all")
    assert "No state can reach a goal" in swap
    assert "unsolvable" not in swap
    assert swap_all.endswith("So the puzzle is unsolvable.\n")


def test_a_false_promise_is_an_error(
    boards: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outside_puzzles.sliding.manhattan", lambda *_: 5)
    assert run_command(["check-heuristic", "sliding", "manhattan", "a.puz", "--metric", "slides"]) == 1
    assert "admissible:          promised, and false\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("hashi residual a.puz", 2, "a.puz holds a sliding puzzle, not one of hashi"),
        ("nosuch zero a.puz", 2, "no puzzle family is named 'nosuch'"),
        (
            "sliding nosuch a.puz",
            2,
            "no heuristic of this sliding puzzle is named 'nosuch'; there are: manhattan, zero",
        ),
        ("sliding zero a.puz --space formula", 2, "no space of sliding is named 'formula'; there are: tiles, states"),
        ("a.puz sliding zero", 2, "a.puz is a file; the order is: check-heuristic FAMILY HEURISTIC PUZZLE"),
        ("sliding zero a.puz --metric hops", 2, "no metric of sliding is named 'hops'"),
        ("sliding zero a.puz --max-nodes 9", 30, "no answer: limit of 9 nodes reached"),
        ("sliding zero a.puz --timeout 0", 30, "no answer: time limit of 0 s reached"),
    ],
)
def test_what_it_cannot_do_is_said(
    words: str, code: int, message: str, boards: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(f"check-heuristic {words}".split()) == code
    printed = capsys.readouterr()
    assert message in printed.out + printed.err


def test_the_function_of_the_library_examines_each_metric() -> None:
    tiles = hashicnf.parse("family: tiles\n1.3\n425\n")
    found = hashicnf.check_heuristic(tiles, "zero")
    assert [one.metric for one in found] == [*FAMILIES.get("tiles").planning.metrics]  # type: ignore[union-attr]
    assert [one.status for one in found] == ["kept"] * len(found)
    (limited,) = hashicnf.check_heuristic(tiles, "zero", metric="slides", max_nodes=1)
    assert limited.stopped is not None
    assert (limited.report, limited.status, limited.stopped.kind) == (None, "unknown", "nodes")
    hopeless = hashicnf.parse("family: tiles\n182\n543\n67.\n")
    (plain,) = hashicnf.check_heuristic(hopeless, "zero", metric="slides")
    assert plain.report is not None
    assert plain.report.states == 0


def test_the_function_of_the_library_refuses_what_the_command_refuses() -> None:
    hashi = hashicnf.parse("2.2\n")
    for options, words in (({"heuristic": "nix"}, "no heuristic"), ({"precheck": False}, "precheck has no effect")):
        with pytest.raises(hashicnf.UsageError, match=words):
            hashicnf.check_heuristic(hashi, **{"heuristic": "residual", **options})  # type: ignore[arg-type]
    with pytest.raises(hashicnf.UsageError, match="expected a puzzle"):
        hashicnf.check_heuristic("2.2\n", "residual")  # type: ignore[arg-type]


def test_ctrl_c_is_an_exception_in_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.measure.heuristics._explore", lambda *_: INTERRUPTED)
    with pytest.raises(KeyboardInterrupt):
        hashicnf.check_heuristic(hashicnf.parse("2.2\n"), "residual")
