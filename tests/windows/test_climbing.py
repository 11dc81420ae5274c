"""Climbing: trees are solved by local search alone; a window changes no variable outside, and never leaves more gaps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.logic import Ints, Sat, Unknown, Verdict, truth
from hashicnf.pipeline.compiled import Compiled
from hashicnf.windows.calls import Calls
from hashicnf.windows.climbing import Climbing
from hashicnf.windows.closing import Closing
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.local_search import LocalSearch
from hashicnf.windows.neighbourhood import Neighbourhood
from hashicnf.windows.patching import Patching
from hashicnf.windows.repair import GapRepair
from hashicnf.windows.settings import ClimbingLimits, RepairTurns, Settings
from hashicnf.windows.state import State
from hashicnf.windows.trees import is_tree
from tests.portions import few
from tests.windows import boards
from tests.windows.boards import SMALL_TILES, fine_state

planted = partial(boards.planted, loops=0.0, doubles=0.0, side=30, islands=400)


def tree_state(formula: Compiled, settings: Settings = SMALL_TILES) -> State:
    state = fine_state(formula, settings=settings)
    assert is_tree(state.demands)
    return state


def climbed(state: State, deadline: Deadline = NEVER) -> tuple[Verdict, Stats]:
    stats = Stats()
    return GapRepair(state, Effort(stats, deadline)).run(), stats


def gaps_of(state: State) -> Gaps:
    graph = replace(state.demands.inner, acyclic=True)
    return Gaps(graph, truth(state.assignment.model, graph.lits))


@pytest.mark.parametrize("loops", [0.0, None])
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_trees_are_solved_by_climbing_alone(seed: int, loops: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = planted(seed, loops=loops)
    searched, run = list[bool](), LocalSearch.run

    def observed(self: LocalSearch, shakes: int) -> bool:
        searched.append(run(self, shakes))
        return searched[-1]

    monkeypatch.setattr(LocalSearch, "run", observed)
    for other in (Patching, Closing):
        monkeypatch.setattr(other, "mend", None)
    found, _ = climbed(tree_state(formula))
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)
    assert any(searched)


def test_large_windows_close_gaps_of_trees_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Climbing, "mend", lambda self, *_: self._calls.effort.spend(1_000))
    formula = planted(1, side=16, islands=114)
    limits = ClimbingLimits(head_start=0, turns=RepairTurns(patience=10_000_000, share_a_node=100_000))
    found, _ = climbed(tree_state(formula, replace(SMALL_TILES, climbing=limits)))
    assert isinstance(found, Sat)
    assert not formula.refine(found.model)


def test_each_climb_of_a_board_is_the_same() -> None:
    formula = planted(1)
    (one, stats), (other, again) = climbed(tree_state(formula)), climbed(tree_state(formula))
    assert isinstance(one, Sat)
    assert isinstance(other, Sat)
    assert (one.model == other.model).all()
    assert (stats.windows, stats.counters) == (again.windows, again.counters)


def test_climbing_keeps_its_limits() -> None:
    assert isinstance(climbed(tree_state(planted(1)), Deadline.after(0))[0], Unknown)
    without = replace(SMALL_TILES, climbing=ClimbingLimits(turns=RepairTurns(patience=1_000_000, share_a_node=0)))
    found, stats = climbed(tree_state(planted(1), without))
    assert isinstance(found, Unknown)
    assert stats.counters.get("conflicts", 0) == 0
    short = replace(SMALL_TILES, climbing=ClimbingLimits(turns=RepairTurns(patience=1_000_000, share_a_node=1)))
    repair = GapRepair(tree_state(planted(1), short), Effort(Stats(), NEVER))
    assert isinstance(repair.run(), Unknown)
    assert not repair.is_stuck
    while isinstance(ended := repair.run(), Unknown):
        assert not repair.is_stuck
    assert isinstance(ended, Sat)


@pytest.mark.parametrize("climbs", [
    ClimbingLimits(shakes=1, vain=2),
    ClimbingLimits(refusals=0, rims=(2,)),
    ClimbingLimits(windows=1, growth=4, share=1),
])  # fmt: skip
def test_windows_change_nothing_beyond_them_and_lose_nothing(
    climbs: ClimbingLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = planted(5)
    state = tree_state(formula, replace(SMALL_TILES, climbing=climbs))
    climbing, window = Climbing(state, Calls(state, Effort(Stats(), NEVER)), Random(1)), Climbing._window
    taken = list[Ints]()

    def chosen(self: Climbing, gaps: Gaps, here: Ints) -> Ints:
        taken.append(window(self, gaps, here))
        return taken[-1]

    monkeypatch.setattr(Climbing, "_window", chosen)
    before, first = gaps_of(state), len(gaps_of(state))
    for _ in range(60):
        if not len(before):
            break
        model, gap = state.model().copy(), Random(len(taken)).randrange(before.cycles, len(before))
        climbing.mend(before, gap, before.edges(gap)[state.is_open(before.cut(gap))])
        after = gaps_of(state)
        assert not formula.formula.violated(state.model())
        assert len(after) <= len(before)
        changed = np.flatnonzero(state.model() != model)
        assert np.isin(changed, state.variables.within(taken[-1])).all()
        before = after
    assert len(before) < first


def seen(state: State, tiles: Ints) -> Neighbourhood:
    """Return the neighbourhood of a window whose variables may change."""
    state.assignment.decided[state.variables.within(tiles)] = False
    state.subformula.take(tiles)
    state.subformula.number(state.variables.within(tiles))
    return Neighbourhood.of(state, replace(state.demands.inner, acyclic=True))


def test_components_near_cycles_rank_before_far_ones() -> None:
    state = tree_state(planted(3))
    whole = gaps_of(state)
    near = seen(state, np.arange(state.tiles.count, dtype=np.int32))
    gaps = near.gaps(state.assignment.model[state.subformula.originals])
    count, apart = near.rank(gaps)
    assert count == len(gaps) == len(whole) > 0
    place, columns = state.tile_of[np.abs(whole.batch.lits)], state.tiles.columns
    cyclic, expected = {*place[whole.cyclic].tolist()}, 0
    for gap in range(whole.cycles, len(whole)):
        edges = whole.edges(gap)
        places = {*place[edges[state.is_open(whole.batch.lits[edges])]].tolist()}
        expected += min(
            max(abs(one // columns - other // columns), abs(one % columns - other % columns))
            for one in places
            for other in cyclic
        )
    assert apart == expected


@pytest.mark.parametrize("seed", range(6))
def test_components_that_edges_elsewhere_can_leave_wait_for_a_window_that_holds_these(seed: int) -> None:
    state, lots = tree_state(planted(seed)), Random(seed)
    whole, graph = gaps_of(state), state.demands.inner
    is_open = state.is_open(graph.lits)
    near = seen(state, state.tiles.around(np.array([lots.randrange(state.tiles.count)], dtype=np.int32), 3))
    gaps = near.gaps(state.assignment.model[state.subformula.originals])
    free = ~state.assignment.decided[np.abs(graph.lits)]
    inside, outside = set[frozenset[int]](), 0
    for gap in range(whole.cycles, len(whole)):
        leaving = whole.edges(gap)
        leaving = leaving[is_open[leaving]]
        if free[leaving].all():
            inside.add(frozenset(graph.lits[leaving].tolist()))
        else:
            outside += bool(free[leaving].any())
    original = state.subformula.originals
    found = {
        frozenset(np.sign(cut) * original[np.abs(cut)])
        for gap in near.closable(gaps)
        if gap >= gaps.cycles and len(cut := gaps.cut(gap))
    }
    if inside:
        assert inside >= found
    assert len(found) <= len(inside) or not inside
    assert inside or outside or not found
