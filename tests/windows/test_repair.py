"""Repair: gaps of windows are counted correctly, their clauses close them, and repair alone solves or refutes boards."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from hashicnf.arrays.graph import components
from hashicnf.backends import AssumingSession
from hashicnf.backends.abilities import FIRM
from hashicnf.core.constraints import Clauses, Connected, Embedding
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict, truth
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.passes.connectivity.contraction import demanded
from hashicnf.testing.models import satisfiable
from hashicnf.windows import schedule, sweep, tiling_of
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.closing import Closing
from hashicnf.windows.effort import CALL, Effort
from hashicnf.windows.gaps import Gaps, WindowGaps
from hashicnf.windows.links import demand, one_more
from hashicnf.windows.patching import Patch, Patching
from hashicnf.windows.repair import GapRepair, Kind
from hashicnf.windows.settings import ClosingLimits, PatchingLimits, RepairLimits, RepairTurns
from hashicnf.windows.state import State
from hashicnf.windows.tiles import Index
from tests.portions import few
from tests.windows import boards
from tests.windows.boards import SMALL_TILES, begun_with, fine_state

STUBBORN = RepairLimits(turns=RepairTurns(patience=10_000_000, share_a_node=100_000))

planted = partial(boards.planted, loops=0.03, doubles=0.05, side=24, islands=160)


def repaired(state: State, deadline: Deadline = NEVER) -> Sat | Unsat | Unknown:
    repair = GapRepair(state, Effort(Stats(), deadline))
    found = repair.run()
    if isinstance(found, Unknown):
        found = repair.run()
    assert isinstance(found, Sat | Unsat | Unknown)
    return found


def only_large_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable small windows, and repair trees like other boards."""
    monkeypatch.setattr(Patching, "mend", lambda self, *_: self._calls.effort.spend(1_000))
    monkeypatch.setattr("hashicnf.windows.repair.is_tree", lambda _: False)


@pytest.mark.parametrize("loops", [0.0, 0.03, 0.3, None])
@pytest.mark.parametrize("seed", few(range(5), 2))
def test_boards_are_solved_by_repair_alone(seed: int, loops: float | None) -> None:
    formula = planted(seed, loops=loops)
    found = repaired(fine_state(formula))
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)


@pytest.mark.parametrize("is_drawn", [True, False])
@pytest.mark.parametrize("loops", [0.0, 0.1, None])
@pytest.mark.parametrize("seed", few((2, 0, 1), 1))
def test_large_windows_close_what_small_ones_leave(
    seed: int, loops: float | None, is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = planted(seed, loops=loops)
    state = fine_state(formula)
    if not is_drawn:
        state.demands = state.demands._replace(inner=replace(state.demands.inner, embedding=None))
    state.settings = replace(SMALL_TILES, repair=STUBBORN)
    only_large_windows(monkeypatch)
    found = repaired(state)
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)


def test_windows_that_are_not_easy_go_on_with_another_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()

    def observed(stats: Stats, solver: str = "usual") -> AbstractContextManager[AssumingSession]:
        opened.append(solver)
        return counted_session(stats) if solver == "usual" else counted_session(stats, solver)

    monkeypatch.setattr("hashicnf.windows.closing.counted_session", observed)
    only_large_windows(monkeypatch)
    formula = planted(2, loops=0.0)
    state = fine_state(formula)
    large = ClosingLimits(hard=1, easy=20)
    state.settings = replace(SMALL_TILES, repair=STUBBORN, closing=large)
    found = repaired(state)
    assert isinstance(found, Sat)
    assert not formula.refine(found.model)
    assert 0 < opened.count(FIRM) < opened.count("usual")


def test_repair_begins_with_what_keeps_all_clauses_and_goes_on_from_where_it_was() -> None:
    formula = planted(2)
    state = fine_state(formula)
    assert not formula.formula.violated(state.model())
    assert formula.refine(state.model())
    short = replace(SMALL_TILES, repair=RepairLimits(turns=RepairTurns(patience=200_000, share_a_node=1)))
    state.settings = short
    gaps, repair = [counted(formula.connected[0], state.model())], GapRepair(state, Effort(Stats(), NEVER))
    found: Verdict = Unknown()
    while isinstance(found, Unknown):
        found = repair.run()
        gaps.append(counted(formula.connected[0], state.model()))
        assert not repair.is_stuck
    assert isinstance(found, Sat)
    assert len(gaps) > 2
    assert gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize(("few", "runs"), [(1, 1), (1_000, 2)])
def test_a_repair_that_closes_half_of_the_gaps_has_its_share_again(
    few: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The share lasts for three quarters of the gaps."""
    state = fine_state(planted(3))
    turns = RepairTurns(patience=10_000_000, share_a_node=1_000, few=few)
    state.settings = replace(SMALL_TILES, repair=RepairLimits(turns=turns))
    repair = GapRepair(state, Effort(Stats(), NEVER))
    cost = 1_000 * state.demands.inner.nodes * 4 // (3 * len(repair._gaps()))

    def one_fewer(self: GapRepair, gaps: Gaps) -> list[None]:
        self._effort.spend(cost)
        return [None] * (len(gaps) - 1)

    monkeypatch.setattr(GapRepair, "_mended", one_fewer)
    found = [repair.run() for _ in range(runs)]
    assert [type(verdict) for verdict in found] == [*[Unknown] * (runs - 1), Sat]


@pytest.mark.parametrize("patience", [0, 1_000_000])
def test_a_repair_whose_windows_call_no_solver_ends(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows do nothing, or lack patience."""
    if patience:
        for kind in (Patching, Closing):
            monkeypatch.setattr(kind, "mend", lambda *_: None)
    state, deadline = fine_state(planted(1)), Deadline.after(5)
    repair = RepairLimits(turns=RepairTurns(patience, share_a_node=1, lasting=0))
    state.settings = replace(SMALL_TILES, repair=repair)
    assert isinstance(GapRepair(state, Effort(Stats(), deadline)).run(), Unknown)
    assert not deadline.is_past()


@pytest.mark.parametrize("seed", range(2))
def test_a_small_window_closes_one_gap_after_the_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every window is the whole board."""
    state, calls, mend = fine_state(planted(seed)), list[int](), Patching.mend

    def observed(self: Patching, gaps: Gaps, gap: int, edges: Ints) -> None:
        calls.append(len(gaps))
        mend(self, gaps, gap, edges)

    monkeypatch.setattr(Patching, "mend", observed)
    patching = PatchingLimits(moves=(1_000,), tiles=1_000_000, conflicts=1_000_000, insistence=1)
    state.settings = replace(SMALL_TILES, repair=STUBBORN, patching=patching)
    assert isinstance(repaired(state), Sat)
    assert len(calls) < calls[0] / 2


def test_the_kind_of_windows_that_mends_for_less_has_the_turn() -> None:
    small, large = Kind(lambda *_: None, 100), Kind(lambda *_: None, 100, spent=60)
    assert (small.price(), large.price()) == (0, 60)
    small.spend(20, 0)
    assert small.price() < large.price()
    small.spend(50, 0)
    assert small.price() > large.price()
    dear = small.price()
    small.wait(50)
    assert small.price() < dear
    large.spend(30, 3)
    assert large.price() < small.price()
    small.spend(0, 30)
    assert small.price() < large.price()


def test_what_mends_nothing_for_ever_has_no_price() -> None:
    kind = Kind(lambda *_: None, 1)
    kind.spend(10_000, 0)
    assert kind.price() == inf


@pytest.mark.parametrize("patience", [1, 1_000_000])
def test_a_repair_that_loses_patience_begins_anew(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No window makes progress, as all gaps but one are needed for it."""
    state, mend, begins = fine_state(planted(1)), Patching.mend, list[bool]()
    first = state.model().copy()

    def observed(self: Patching, gaps: Gaps, gap: int, edges: Ints) -> None:
        begins.append(bool((state.model() == first).all()))
        mend(self, gaps, gap, edges)

    monkeypatch.setattr(Patching, "mend", observed)
    limits = RepairLimits(turns=RepairTurns(patience, share_a_node=4, lasting=0), progress=1)
    state.settings = replace(SMALL_TILES, repair=limits)
    repair = GapRepair(state, Effort(Stats(), NEVER))
    assert isinstance(repair.run(), Unknown)
    assert repair.is_stuck == (patience == 1)
    assert len(begins) > 2
    assert all(begins) if patience == 1 else begins.count(True) < len(begins) / 2


def test_patience_lasts_as_long_as_it_took_to_get_so_far() -> None:
    turns = RepairTurns(patience=100, share_a_node=1, lasting=2)
    assert [turns.patience_at(gaps, spent) for gaps, spent in ((5, 30), (5, 400), (1, 30), (1, 400))] == [
        100,
        800,
        200,
        800,
    ]


def test_a_repair_that_a_limit_of_the_sweep_ends_goes_on_in_the_next() -> None:
    effort = Effort(Stats(), NEVER)
    repair = GapRepair(fine_state(planted(1)), effort)
    effort.allow(0)
    assert isinstance(repair.run(), Unknown)
    assert not repair.is_stuck
    effort.allow(None)
    assert isinstance(repair.run(), Sat)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("loops", [0.0, 0.03, None])
def test_an_attempt_that_begins_with_a_solution_finds_it_in_a_call_for_each_window(
    loops: float | None, backwards: bool
) -> None:
    formula, stats = planted(2, loops=loops), Stats()
    solved = repaired(fine_state(formula))
    assert isinstance(solved, Sat)
    state = State(boards.problem_of(formula), formula.formula.known(), tiling_of(formula.connected[0])(6))
    assert len(state.tile_of) > len(solved.model)
    state.begin_with(solved.model)
    plan = SMALL_TILES.where_few_are_apart[0]
    found = schedule.attempt(state, plan, Effort(stats, NEVER), 100_000, backwards=backwards)
    assert isinstance(found, Sat)
    assert (found.model == solved.model).all()
    size = SMALL_TILES.interior[backwards]
    assert stats.windows == len([*schedule.windows(state.tiles, size, SMALL_TILES.halo, backwards=backwards)])


@pytest.mark.parametrize("near", [0, 1_000])
def test_a_slow_repair_makes_attempts_near_its_values(near: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each window costs a conflict a node; the third attempt finds a model, unless the gaps are more than those near the end."""
    state, effort, times = fine_state(planted(1)), Effort(Stats(), NEVER), list[int]()
    nodes = state.demands.inner.nodes

    def no_progress(self: Patching | Closing, *_: object) -> None:
        self._calls.effort.spend(nodes - CALL)

    def attempted(values: Bools, patience: int) -> Verdict:
        assert (values == state.model()).all()
        assert patience == 3 * nodes
        times.append(effort.spent // nodes)
        effort.begin(0)
        return Sat(values) if len(times) == 3 else Unknown()

    for kind in (Patching, Closing):
        monkeypatch.setattr(kind, "mend", no_progress)
    turns = RepairTurns(10_000_000, share_a_node=20, near=near, wait_a_node=1, near_a_node=3)
    state.settings = replace(SMALL_TILES, repair=RepairLimits(turns=turns))
    repair = GapRepair(state, effort, attempted)
    found = repair.run()
    assert times == ([1, 3, 7] if near else [])
    assert isinstance(found, Sat if near else Unknown)
    assert not repair.is_stuck


def test_attempts_meanwhile_leave_the_patience_of_an_attempt_as_it_is() -> None:
    effort = Effort(Stats(), NEVER)
    effort.begin(2 * CALL)
    effort.remain(5)
    effort.spend(0)
    with effort.aside():
        effort.begin(10 * CALL)
        effort.remain(1)
        effort.spend(10 * CALL)
        assert effort.is_over()
    effort.remain(5)
    assert not effort.is_over()
    effort.spend(0)
    assert effort.is_over()
    effort.remain(4)
    assert not effort.is_over()


def test_repair_begins_near_what_was_attempted() -> None:
    formula = planted(2)
    solved = repaired(fine_state(formula))
    assert isinstance(solved, Sat)
    near, far = begun_with(formula, phases=solved.model), begun_with(formula)
    assert isinstance(near, Sat)
    assert isinstance(far, Sat)
    assert (near.model == solved.model).all()
    assert (far.model != solved.model).any()


TREES = [(2, 16, 0.0), (2, 16, 0.03), (1, 30, 0.03), *((seed, 30, 0.0) for seed in (1, 2, 4, 5))]


@pytest.mark.parametrize("board", few(TREES, 2))
def test_windows_that_must_become_trees_lose_no_models(
    board: tuple[int, int, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encode each large window twice, with and without the claim, if made, that it must be a tree, and compare the models."""
    (seed, side, loops), write, room = board, Closing._demand, Closing._room
    claims, solvable = set[bool](), set[bool]()

    def both(self: Closing, *of: Any) -> list[Clauses]:
        subformula, lots = self._state.subformula, self._random.getstate()
        base = [subformula.write(table.lits[rows]) for table, rows in subformula._rows]
        base.append(Clauses.of(self._state.held()[:, None], planted(seed).connected[0].origin))
        monkeypatch.setattr(Closing, "_room", lambda *of: left if (left := room(*of)) < 0 else inf)
        plain = write(self, *of)
        monkeypatch.setattr(Closing, "_room", room)
        self._random.setstate(lots)
        claimed = write(self, *of)
        claims.add(len(claimed) > len(plain))
        solvable.add(found := satisfiable([*base, *plain]))
        assert satisfiable([*base, *claimed]) == found
        return claimed

    monkeypatch.setattr(Closing, "_demand", both)
    only_large_windows(monkeypatch)
    state = fine_state(planted(seed, loops=loops, doubles=0, side=side, islands=side**2 * 4 // 9))
    large = ClosingLimits(rim=1, ring=1)
    state.settings = replace(SMALL_TILES, repair=STUBBORN, closing=large)
    assert isinstance(repaired(state), Sat)
    assert claims == solvable == {True, False}


@pytest.mark.parametrize("acyclic", [False, True])
@pytest.mark.parametrize("seed", few(range(30), 5))
def test_what_keeps_a_demand_has_fewer_gaps(seed: int, acyclic: bool) -> None:
    random = np.random.default_rng(seed)
    ends = np.array([sorted(pair) for pair in random.integers(9, size=(20, 2)) if pair[0] != pair[1]], dtype=np.int32)
    edges = len(ends)
    lits = np.arange(1, edges + 1, dtype=np.int32)
    origin = planted(0).connected[0].origin
    batch = Connected(9, ends, lits, origin, acyclic=acyclic)
    chosen, free = random.random(edges) < 0.3, random.random(edges) < 0.4
    gaps, kept = Gaps(batch, chosen), 0
    before = counted(batch, np.append(False, chosen))
    assert len(gaps) == before
    for gap in range(before):
        closes = np.zeros(edges, dtype=np.bool_)
        closes[gaps.edges(gap)] = True
        if not (closes & free).any():
            continue
        assert (closes == (closes & (chosen if gap < gaps.cycles else ~chosen))).all()
        asked, group = demand(gaps, free, gap, Random(seed))
        assert asked.known is not None
        assert (group == components(asked.nodes, asked.ends[asked.known > 0])).all()
        for choice in random.random((200, edges)) < 0.5:
            model = np.append(False, np.where(free, choice, chosen))
            if keeps(asked, model):
                kept += 1
                assert counted(batch, model) < before
    assert kept or seed % 5  # enough seeds have choices that keep it


def keeps(demand: Connected, model: np.ndarray) -> bool:
    """Return whether the edges that a demand counts as chosen, and its undecided edges that a model chooses, connect its nodes."""
    assert demand.known is not None
    is_chosen = np.where(demand.known == 0, truth(model, demand.lits), demand.known > 0)
    part = components(demand.nodes, demand.ends[demand.known > 0])[demand.ends[(demand.known == 0) & is_chosen]]
    count = int(components(demand.nodes, demand.ends[demand.known > 0]).max(initial=0)) + 1
    joined = int(components(count, part).max(initial=0)) == 0
    return joined and (not demand.acyclic or len(part) == count - 1)


@pytest.mark.parametrize("free", [[True, False], [False, False]])
def test_a_gap_that_no_free_edge_closes_cannot_be_demanded(free: list[bool]) -> None:
    """The last of three nodes in a row is disconnected, and at most the edge between the others may change."""
    ends, lits = np.array([[0, 1], [1, 2]], dtype=np.int32), np.array([1, 2], dtype=np.int32)
    batch = Connected(3, ends, lits, planted(0).connected[0].origin)
    gaps = Gaps(batch, np.array([True, False]))
    asked, _ = demand(gaps, np.array(free), 0, Random(0))
    pool = VariablePool()
    pool.declare("window", 2, meaning="as in the window")
    assert not satisfiable(demanded(asked, ConnectivityChoice("vertex-elimination"), pool))


def test_the_first_large_window_is_solved_however_large_it_is() -> None:
    state, effort = fine_state(planted(2)), Effort(Stats(), NEVER)
    state.settings = replace(SMALL_TILES, closing=ClosingLimits(reach=1_000, tiles=0, insistence=1))
    batch, closing = state.demands.inner, Closing(state, Calls(state, effort), Random(0))
    gaps = Gaps(batch, truth(state.assignment.model, batch.lits))
    closing.mend(gaps, gaps.cycles, gaps.edges(gaps.cycles))
    assert effort.stats.windows == 1


def test_a_window_that_cannot_grow_is_left() -> None:
    """The window is the whole board, and no variable may change: each gap is tried once."""
    state = fine_state(planted(2))
    large = ClosingLimits(reach=1_000, rim=1_000, tiles=1_000_000, insistence=1)
    state.settings = replace(SMALL_TILES, closing=large)
    effort = Effort(Stats(), Deadline.after(5))
    batch, closing = state.demands.inner, Closing(state, Calls(state, effort), Random(0))
    gaps = Gaps(batch, truth(state.assignment.model, batch.lits))
    state.variables = Index(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32), state.tiles)
    closing.mend(gaps, gaps.cycles, gaps.edges(gaps.cycles))
    assert effort.stats.windows == 1


@pytest.mark.parametrize("seed", range(4))
def test_one_more_link_is_at_most_one_and_crosses_nothing(seed: int) -> None:
    """Two of six edges are places for the link; the second crosses the third edge, and the fourth is fixed."""
    random = np.random.default_rng(seed)
    lits = np.array([3, 5, 1, 0, 2, 4], dtype=np.int32)
    ends = random.integers(5, size=(6, 2)).astype(np.int32)
    nowhere, crossing = np.zeros(5, dtype=np.int32), np.array([[2, 1], [3, 1]], dtype=np.int32)
    drawn = Embedding(nowhere, nowhere, np.zeros(6, dtype=np.bool_), crossing)
    pool = VariablePool()
    pool.declare("window", 5, meaning="as in the window")
    batch = Connected(5, ends, lits, planted(0).connected[0].origin, embedding=drawn)
    graph, blocks = one_more(batch, lits[:2], pool)
    assert graph.lits[2:].tolist() == lits[2:].tolist()
    found = set()
    for values in product((False, True), repeat=pool.count):
        model = np.array([False, *values])
        if all(truth(model, block.lits).any(axis=1).all() for block in blocks):
            own, other = (int(lit) for lit in graph.lits[:2])
            found.add((*model[[3, 5, 1]].tolist(), bool(model[own]), bool(model[other])))
    expected = set()
    for one, other, third in product((False, True), repeat=3):
        expected |= {(one, other, third, one, other), (one, other, third, True, other)}
        expected |= set() if third else {(one, other, third, one, True)}
    assert found == expected


@pytest.mark.parametrize("seed", few(range(20), 5))
def test_edges_on_cycles_are_those_that_can_be_spared(seed: int) -> None:
    random = np.random.default_rng(seed)
    ends = np.array([pair for pair in random.integers(9, size=(16, 2)) if pair[0] != pair[1]], dtype=np.int32)
    batch = Connected(9, ends, np.arange(1, len(ends) + 1, dtype=np.int32), planted(0).connected[0].origin)
    chosen = random.random(len(ends)) < 0.7
    whole = components(9, ends[chosen]).max()
    alone = [chosen & (np.arange(len(ends)) != edge) for edge in range(len(ends))]
    spared = [e for e, left in enumerate(alone) if chosen[e] and components(9, ends[left]).max() == whole]
    for acyclic in (False, True):  # if they must form no cycle, they are read off the cycles that are gaps
        assert Gaps(replace(batch, acyclic=acyclic), chosen).cyclic.tolist() == spared


@pytest.mark.parametrize("insistence", [0.0, 1.0])
def test_a_window_that_insists_does_not_move_its_gap(insistence: float, monkeypatch: pytest.MonkeyPatch) -> None:
    state, changed = fine_state(planted(2, loops=0.0)), list[bool]()
    graph, mend = state.demands.inner, Patching.mend

    def observed(self: Patching, *gap: object) -> None:
        before = state.assignment.model.copy()
        mend(self, *gap)  # type: ignore[arg-type]
        if counted(graph, state.assignment.model) == counted(graph, before):
            changed.append(bool((state.assignment.model != before).any()))

    monkeypatch.setattr(Patching, "mend", observed)
    repair, patching = replace(STUBBORN, memory=10**9), PatchingLimits(insistence=insistence, conflicts=1_000_000)
    state.settings = replace(SMALL_TILES, repair=repair, patching=patching)
    assert isinstance(repaired(state), Sat)
    assert any(changed) == (insistence == 0)


def test_a_window_of_two_pieces_ends_with_the_gap_between_them() -> None:
    pieces = WindowGaps(np.array([1, 2], dtype=np.int32), np.array([[0, 1], [2, 3]], dtype=np.int32), 4, acyclic=False)
    before, free = np.zeros(3, dtype=np.bool_), np.array([False, True, True])
    patch = Patch(np.arange(3, dtype=np.int32), before, free, pieces, np.array([[1]], dtype=np.int32))
    state = fine_state(planted(1))
    patching = Patching(state, Calls(state, Effort(Stats(), NEVER)), Random(0))
    with counted_session() as session:
        session.prefer(np.array([-1, -2], dtype=np.int32))
        found, core = patching.search(session, patch, insists=False)
    assert core is None
    assert pieces.broken(found)[0] == 1
    assert found[1:].all()


def test_a_contradiction_in_the_clauses_is_a_refutation() -> None:
    formula = planted(1)
    literals = formula.connected[0].lits
    none = Clauses.of(-literals[:, None], formula.formula.blocks[0].origin)
    assert isinstance(begun_with(formula, (none,)), Unsat)


def test_a_component_that_only_known_edges_leave_is_a_refutation() -> None:
    formula = planted(1)
    batch, state = formula.connected[0], fine_state(formula)
    ends = np.vstack((batch.ends, batch.ends + batch.nodes)).astype(np.int32)  # the board twice, and nothing between
    twice = Connected(2 * batch.nodes, ends, np.tile(batch.lits, 2), batch.origin)
    state.demands = state.demands._replace(inner=twice)
    assert isinstance(repaired(state), Unsat)


def test_repair_keeps_the_deadline() -> None:
    found = repaired(fine_state(planted(1)), Deadline.after(0))
    assert isinstance(found, Unknown)


@pytest.mark.parametrize("acyclic", [False, True])
@pytest.mark.parametrize("seed", few(range(20), 8))
def test_gaps_are_counted_in_a_window_as_on_the_whole_board(seed: int, acyclic: bool) -> None:
    random = np.random.default_rng(seed)
    ends = np.array([pair for pair in random.integers(12, size=(24, 2)) if pair[0] != pair[1]], dtype=np.int32)
    edges = len(ends)
    batch = replace(
        planted(0).connected[0], nodes=12, ends=ends, lits=np.arange(1, edges + 1, dtype=np.int32), acyclic=acyclic
    )
    before, free = random.random(edges + 1) < 0.4, np.flatnonzero(random.random(edges) < 0.5).astype(np.int32)
    seen = WindowGaps.seen(batch, truth(before, batch.lits), free, batch.lits[free])
    model = before.copy()
    model[free + 1] = random.random(len(free)) < 0.5
    assert seen.broken(model)[0] - seen.broken(before)[0] == counted(batch, model) - counted(batch, before)
    _, clauses = seen.broken(model)
    assert not truth(model, clauses).any()
    assert set(np.abs(clauses).ravel().tolist()) <= set((free + 1).tolist())


def counted(batch: Connected, model: np.ndarray) -> int:
    chosen = truth(model, batch.lits)
    parts = int(components(batch.nodes, batch.ends[chosen]).max()) + 1
    return parts - 1 + (int(chosen.sum()) - batch.nodes + parts if batch.acyclic else 0)


@pytest.mark.parametrize("seed", range(3))
def test_what_a_sweep_leaves_is_repaired(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = planted(seed)
    graph = formula.connected[0]
    monkeypatch.setattr(schedule._Course, "_followed", lambda *_: Unknown())

    def found(most_nodes: int) -> object:
        settings = replace(SMALL_TILES, repair=RepairLimits(most_nodes=most_nodes))
        return sweep(formula.formula, graph, formula.counted, Stats(), settings=settings).verdict

    assert isinstance(found(graph.nodes), Sat)
    assert isinstance(found(graph.nodes - 1), Unknown)
