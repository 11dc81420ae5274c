"""Boards unlike the default ones: trees, few double bridges, nothing left open between tiles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hashicnf.arrays.graph import cycles
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.generate import generate
from hashicnf.logic import Bools, Ints, Stopped, Unknown
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.solving import cdcl
from hashicnf.windows import state, sweep
from hashicnf.windows.rules import Cut, Demands, PartialAssignment, WindowRule
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.trees import Cycles, is_tree, surplus
from tests.windows.boards import SMALL_TILES, tiling_of


def planted(seed: int, *, loops: float = 0.1, doubles: float = 0.5, max_bridges: int = 2) -> Compiled:
    board = generate(30, 30, 250, seed=seed, loops=loops, doubles=doubles, max_bridges=max_bridges).board
    return compile_puzzle(Puzzle("hashi", "generated", board, FAMILY), connectivity="lazy")


def demands(formula: Compiled) -> Demands:
    return Demands(formula.connected[0], formula.counted, DEFAULTS)


def swept(formula: Compiled) -> Bools:
    graph = formula.connected[0]
    model = sweep(formula.formula, graph, formula.counted, tiling_of(graph), Stats(), settings=SMALL_TILES)
    assert model is not None
    assert not formula.formula.violated(model)
    assert not formula.refine(model)
    return model


@pytest.mark.parametrize("seed", range(4))
def test_boards_with_just_enough_bridges_are_swept_as_trees(seed: int) -> None:
    formula = planted(seed, loops=0, doubles=0)
    batch = formula.connected[0]
    assert is_tree(demands(formula))
    model = swept(formula)
    assert not surplus(demands(formula)).violated(model).size
    assert cycles(batch.nodes, batch.ends[model[batch.lits]]) == []


@pytest.mark.parametrize("options", [{"doubles": 0.1}, {"loops": 0.03, "doubles": 0.0}])
@pytest.mark.parametrize("seed", range(2))
def test_boards_with_bridges_to_spare_are_not_trees(seed: int, options: dict[str, float]) -> None:
    formula = planted(seed, **options)  # type: ignore[arg-type]
    assert not is_tree(demands(formula))
    assert Cycles.of(demands(formula)) is None
    swept(formula)


def test_numbers_that_are_not_known_leave_open_whether_a_board_is_a_tree() -> None:
    formula = planted(1, loops=0, doubles=0)
    for counted in (formula.counted[1:], ()):
        assert not is_tree(demands(formula)._replace(counted=counted))


def test_cycles_are_found_however_much_is_contracted() -> None:
    """Those that touch an edge that is near; whatever is cut is a cycle of chosen edges, but for what is contracted."""
    formula = planted(2, loops=0, doubles=0)
    batch = formula.connected[0]
    whole = Cycles.of(demands(formula))
    assert whole is not None
    seen = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        decided = random.random(formula.formula.variables.count + 1) < 0.8
        assignment = PartialAssignment(decided, decided & (random.random(len(decided)) < 0.7))
        near = random.random(len(batch.lits)) < 0.5
        chosen = assignment.model[batch.lits]
        rows = [cut.blocks[0] for cut in whole.narrowed(near, assignment).violated(assignment)]
        expected = cycles(batch.nodes, batch.ends[chosen])
        beyond = cycles(batch.nodes, batch.ends[chosen & ~near])
        assert len(rows) == len(expected) - len(beyond)
        for lits in rows:
            assert set((-lits[0]).tolist()) <= set(batch.lits[near & chosen].tolist())
        seen += len(rows)
    assert seen > 50


class Forbidden(WindowRule):
    """A rule for the test: one variable must not be true, which no clause says."""

    def __init__(self, variable: int) -> None:
        self.variable = np.array([variable], dtype=np.int32)

    @classmethod
    def of(cls, demands: Demands) -> Forbidden:
        return cls(int(demands.connected.lits[7]))

    def edge_variables(self) -> Ints:
        return self.variable

    def fixed(self, value: Ints) -> Forbidden:  # noqa: ARG002
        return self

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Forbidden:  # noqa: ARG002
        return self

    def violated(self, assignment: PartialAssignment) -> list[Cut]:
        return [Cut((-self.variable[None, :],))] if assignment.model[self.variable].all() else []


def test_a_new_rule_is_a_class_and_its_place_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    found = 0
    for seed in range(6):
        formula = planted(seed, loops=0.9)
        graph = formula.connected[0]
        free = swept(formula)[graph.lits[7]]
        with monkeypatch.context() as patch:
            patch.setattr(state, "RULES", (*state.RULES, Forbidden))
            model = sweep(formula.formula, graph, formula.counted, tiling_of(graph), Stats(), settings=SMALL_TILES)
            assert model is None or not model[graph.lits[7]]
            found += bool(free) and model is not None
    assert found


def test_boards_that_probing_solves_have_no_links_between_tiles() -> None:
    swept(planted(1, loops=0.5, doubles=0, max_bridges=1))


def test_tiles_are_smaller_where_more_is_open() -> None:
    tiling = tiling_of(planted(1).connected[0])
    counts = [tiling(SMALL_TILES.nodes_in_tile(250, undecided)).count for undecided in (0, 250, 5000)]
    assert counts[0] == counts[1] < counts[2]
    assert tiling(4 * SMALL_TILES.nodes_in_tile(250, 0)).count < counts[0]
    assert SMALL_TILES.plans(250, 250)[0].scale > SMALL_TILES.plans(250, 5000)[0].scale


def test_a_window_that_is_corrected_too_often_gives_up() -> None:
    formula, stats = planted(1), Stats()
    graph, settings = formula.connected[0], replace(SMALL_TILES, most_rounds=0)
    assert sweep(formula.formula, graph, formula.counted, tiling_of(graph), stats, settings=settings) is None
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
