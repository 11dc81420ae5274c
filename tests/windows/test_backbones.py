"""Local backbones hold in all solutions, and fix enough that boards with few solutions are solved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hashicnf.answers.backbone import backbone
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.logic import Ints, Sat, Unknown, Unsat
from hashicnf.pipeline.compiled import Compiled
from hashicnf.windows import schedule, sweep, tiling_of
from hashicnf.windows.backbones import with_backbones
from hashicnf.windows.effort import CALL, Effort
from hashicnf.windows.settings import BackboneLimits
from hashicnf.windows.state import State
from tests.portions import few
from tests.windows.boards import SMALL_TILES, demands_of, planted, problem_of

TINY = BackboneLimits(nodes_per_tile=2, interior=4, margin=3, head_start=100_000, head_start_a_node=1_000)
SETTINGS = replace(SMALL_TILES, backbones=TINY)


def near_tree(seed: int) -> Compiled:
    return planted(seed, loops=0.0, doubles=0.1, side=30, islands=225)


def found(
    formula: Compiled, settings: BackboneLimits = TINY, known: Ints | None = None, effort: Effort | None = None
) -> Ints:
    """Return the known values of a formula after adding the backbones of its windows."""
    known = formula.formula.known() if known is None else known
    problem, tiling = problem_of(formula, replace(SMALL_TILES, backbones=settings)), tiling_of(formula.connected[0])
    value = with_backbones(problem, known, tiling, effort or Effort(Stats(), NEVER))
    assert value is not None
    return value


@pytest.mark.parametrize("settings", [TINY, replace(TINY, each=1), replace(TINY, interior=2, margin=1)])
@pytest.mark.parametrize("loops", [None, 0.0, 0.3])
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_what_is_found_holds_in_all_solutions(seed: int, loops: float | None, settings: BackboneLimits) -> None:
    formula = planted(seed, loops=loops, doubles=0.1, side=12, islands=36)
    true = backbone(formula.puzzle)
    assert true is not None
    value = found(formula, settings)[: len(true.model)]
    fixed = np.flatnonzero(value)
    assert len(fixed)
    assert true.shared[fixed].all()
    assert np.array_equal(value[fixed] > 0, true.model[fixed])


def test_more_is_found_than_by_probing() -> None:
    formula = near_tree(1)
    tiling = tiling_of(formula.connected[0])
    probed = schedule.fixed_by_probing(formula.formula, demands_of(formula), SMALL_TILES, tiling, NEVER)
    assert probed is not None
    before, after = (np.count_nonzero(value[1:] == 0) for value in (probed[1], found(formula, known=probed[1])))
    assert after <= before * 0.6


def test_larger_windows_find_more() -> None:
    formula = near_tree(2)
    open_after = [
        np.count_nonzero(found(formula, replace(TINY, interior=size, margin=size // 2))[1:] == 0) for size in (2, 8)
    ]
    assert open_after[1] < open_after[0]


def test_a_window_without_a_model_refutes_the_board() -> None:
    formula = near_tree(3)
    graph, known = formula.connected[0], formula.formula.known()
    group = tiling_of(graph)(30).of_node == 0
    leaving = graph.lits[group[graph.ends[:, 0]] != group[graph.ends[:, 1]]]
    known[leaving[known[leaving] == 0]] = -1
    problem = problem_of(formula, SETTINGS)
    assert not State(problem, known, tiling_of(graph)(2)).refuted
    assert with_backbones(problem, known, tiling_of(graph), Effort(Stats(), NEVER)) is None


def test_it_ends_where_nothing_is_found() -> None:
    formula = planted(1, loops=0.4, doubles=0.5, side=30, islands=450)
    effort = Effort(Stats(), NEVER)
    settings = replace(TINY, head_start=225, price=0, first=1_000, each=50)
    found(formula, settings, effort=effort)
    assert CALL <= effort.spent < settings.head_start + settings.first + 2 * settings.each
    whole = Effort(Stats(), NEVER)
    found(formula, effort=whole)
    assert whole.spent > 2 * effort.spent


def test_a_window_that_is_hard_is_left() -> None:
    formula = near_tree(4)
    known = formula.formula.known()
    assert np.array_equal(found(formula, replace(TINY, first=0)), known)


def test_nothing_is_asked_past_the_deadline() -> None:
    formula, stats = near_tree(5), Stats()
    value = found(formula, effort=Effort(stats, Deadline.after(0)))
    assert np.array_equal(value, formula.formula.known())
    assert stats.windows == 0


@pytest.fixture
def only_after_the_first(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the first attempt fail, and record the number of undecided variables of each."""
    attempt, opened = schedule.attempt, list[int]()

    def fail_once(state: State, *given: object, **more: object) -> object:
        opened.append(int(np.count_nonzero(state.is_open(state.demands.connected.lits))))
        return Unknown() if len(opened) == 1 else attempt(state, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(schedule, "attempt", fail_once)
    return opened


@pytest.mark.parametrize("seed", range(2))
def test_once_an_attempt_has_failed_the_next_knows_more(seed: int, only_after_the_first: list[int]) -> None:
    formula = near_tree(seed)
    graph = formula.connected[0]
    swept = sweep(formula.formula, graph, formula.counted, Stats(), settings=SETTINGS)
    assert isinstance(swept.verdict, Sat)
    assert not formula.formula.violated(swept.verdict.model)
    assert not formula.refine(swept.verdict.model)
    assert only_after_the_first[1] <= only_after_the_first[0] * 0.6
    known = np.flatnonzero(swept.known)
    assert np.array_equal(swept.known[known] > 0, swept.verdict.model[known])


def test_all_begins_as_before_where_little_is_found(only_after_the_first: list[int]) -> None:
    formula = near_tree(6)
    graph = formula.connected[0]
    settings = replace(SETTINGS, backbones=replace(TINY, worthwhile=1.0))
    swept = sweep(formula.formula, graph, formula.counted, Stats(), settings=settings)
    assert isinstance(swept.verdict, Sat)
    assert only_after_the_first[0] == only_after_the_first[1]


def test_a_contradiction_is_found_where_the_first_attempt_finds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = near_tree(7)
    graph = formula.connected[0]

    monkeypatch.setattr(schedule, "attempt", lambda *_, **__: Unknown())
    monkeypatch.setattr(schedule, "with_backbones", lambda *_: None)
    swept = sweep(formula.formula, graph, formula.counted, Stats(), settings=SETTINGS)
    assert isinstance(swept.verdict, Unsat)


@pytest.mark.parametrize(("most_nodes", "scarce", "share"), [(0, 1.0, 0.6), (0, 0.0, 1.0), (10_000, 1.0, 1.0)])
def test_boards_too_large_for_repair_begin_with_it_where_little_is_to_spare(
    most_nodes: int, scarce: float, share: float, only_after_the_first: list[int]
) -> None:
    formula = near_tree(0)
    graph = formula.connected[0]
    settings = replace(
        SETTINGS,
        backbones=replace(TINY, scarce=scarce),
        repair=replace(SETTINGS.repair, most_nodes=most_nodes),
    )
    assert isinstance(sweep(formula.formula, graph, formula.counted, Stats(), settings=settings).verdict, Sat)
    probed = schedule.fixed_by_probing(formula.formula, demands_of(formula), settings, tiling_of(graph), NEVER)
    assert probed is not None
    before = np.count_nonzero(probed[1][np.abs(graph.lits)] == 0)
    if share == 1.0:
        assert only_after_the_first[0] == before
    else:
        assert only_after_the_first[0] <= share * before
