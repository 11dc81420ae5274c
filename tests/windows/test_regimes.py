"""Boards unlike the default ones: trees, few double bridges, nothing left open between tiles."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.arrays.graph import components
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.generate import generate
from hashicnf.logic import Bools, Stopped, Unknown
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.solving import cdcl
from hashicnf.windows import probing, schedule, sweep
from hashicnf.windows import tiles as tiling
from hashicnf.windows.trees import circles, is_tree, surplus


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make windows so small that boards of some hundred islands have dozens."""
    monkeypatch.setattr(tiling, "NODES_PER_TILE", 6)
    monkeypatch.setattr(schedule, "CORE", 2)
    monkeypatch.setattr(probing, "REGION", 4)


def planted(seed: int, *, loops: float = 0.1, doubles: float = 0.5, max_bridges: int = 2) -> Compiled:
    board = generate(30, 30, 250, seed=seed, loops=loops, doubles=doubles, max_bridges=max_bridges).board
    return compile_puzzle(Puzzle("hashi", "generated", board, FAMILY), connectivity="lazy")


def swept(formula: Compiled) -> Bools:
    model = sweep(formula.formula, formula.connected[0], formula.counted, Stats())
    assert model is not None
    assert not formula.formula.violated(model)
    assert not formula.refine(model)
    return model


@pytest.mark.parametrize("seed", range(4))
def test_boards_with_just_enough_bridges_are_swept_as_trees(seed: int) -> None:
    formula = planted(seed, loops=0, doubles=0)
    batch = formula.connected[0]
    assert is_tree(batch, formula.counted)
    model = swept(formula)
    assert not surplus(batch, formula.counted).violated(model).size
    assert circles(batch.ends[model[batch.lits]]) == []


@pytest.mark.parametrize("options", [{"doubles": 0.1}, {"loops": 0.03, "doubles": 0.0}])
@pytest.mark.parametrize("seed", range(2))
def test_boards_with_bridges_to_spare_are_not_trees(seed: int, options: dict[str, float]) -> None:
    formula = planted(seed, **options)  # type: ignore[arg-type]
    assert not is_tree(formula.connected[0], formula.counted)
    swept(formula)


def test_numbers_that_are_not_known_leave_open_whether_a_board_is_a_tree() -> None:
    formula = planted(1, loops=0, doubles=0)
    assert not is_tree(formula.connected[0], formula.counted[1:])
    assert not is_tree(formula.connected[0], ())


def test_boards_that_probing_solves_have_no_links_between_tiles() -> None:
    swept(planted(1, loops=0.5, doubles=0, max_bridges=1))


@pytest.mark.parametrize("edges", [0, 1, 12, 30])
def test_circles_are_circles_and_as_many_as_edges_beyond_a_forest(edges: int) -> None:
    for seed in range(20):
        ends = np.random.default_rng(seed).integers(0, 15, (edges, 2)).astype(np.int32)
        found = circles(ends)
        assert len(found) == edges - 15 + int(components(15, ends).max()) + 1
        assert len({circle[0] for circle in found}) == len(found)
        for circle in found:
            assert len(set(circle)) == len(circle)
            assert (np.bincount(ends[circle].ravel()) % 2 == 0).all()


def test_tiles_are_smaller_where_more_is_open() -> None:
    batch = planted(1).connected[0]
    counts = [tiling.lay(batch, undecided).count for undecided in (0, 250, 5000)]
    assert counts[0] == counts[1] < counts[2]
    assert tiling.lay(batch, 0, 4.0).count < counts[0]


def test_a_window_that_turns_for_too_long_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "ROUNDS", 0)
    formula, stats = planted(1), Stats()
    assert sweep(formula.formula, formula.connected[0], formula.counted, stats) is None
    assert stats.windows == 0


def test_a_time_limit_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdcl, "WIDE", 100)
    verdict = cdcl.search(planted(1), None, Deadline.after(0), Stats())
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "time limit of 0 s reached after 0 attempts at windows of the board"


def test_windows_and_the_whole_are_both_named_when_both_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdcl, "WIDE", 100)
    monkeypatch.setattr(cdcl, "sweep_wide", lambda *_: None)
    monkeypatch.setattr(cdcl, "search_whole", lambda *_: Unknown(Stopped("nodes", "limit reached")))
    verdict = cdcl.search(planted(1), None, NEVER, Stats())
    assert isinstance(verdict, Unknown)
    assert verdict.stopped == Stopped("nodes", "limit reached; windows failed before")
