"""Climbing: trees are solved by it alone, refuted where there is none, and left at a limit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.logic import Sat, Unknown, Unsat, Verdict, truth
from hashicnf.pipeline.compiled import Compiled
from hashicnf.windows import schedule, sweep
from hashicnf.windows.climbing import Climbing
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.settings import Mending, Settings, WholeBoard
from hashicnf.windows.state import State
from hashicnf.windows.trees import is_tree
from tests.portions import few
from tests.windows import boards
from tests.windows.boards import SMALL_TILES, fine_state, tiling_of

planted = partial(boards.planted, loops=0.0, doubles=0.0, side=30, islands=400)


def tree_state(formula: Compiled, settings: Settings = SMALL_TILES, more: tuple[Clauses, ...] = ()) -> State:
    state = fine_state(formula, more, settings)
    assert is_tree(state.demands)
    return state


def climbed(state: State, deadline: Deadline = NEVER) -> tuple[Verdict, Stats]:
    stats = Stats()
    return Climbing(state, Effort(stats, deadline)).run(), stats


@pytest.mark.parametrize("loops", [0.0, None])
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_trees_are_solved_by_climbing_alone(seed: int, loops: float | None) -> None:
    formula = planted(seed, loops=loops)
    found, stats = climbed(tree_state(formula))
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)
    assert stats.rounds > 0


def test_each_climb_of_a_board_is_the_same() -> None:
    formula = planted(1)
    (one, stats), (other, again) = climbed(tree_state(formula)), climbed(tree_state(formula))
    assert isinstance(one, Sat)
    assert isinstance(other, Sat)
    assert (one.model == other.model).all()
    assert (stats.rounds, stats.counters) == (again.rounds, again.counters)


def test_what_has_no_tree_is_refuted() -> None:
    """A part whose leaving edges are ruled out keeps all sums in one assignment at least, but is never joined."""
    formula = planted(2)
    assert isinstance(climbed(tree_state(formula))[0], Sat)
    state = tree_state(formula)
    graph = state.demands.connected
    gaps = Gaps(replace(graph, acyclic=True), truth(state.assignment.model, graph.lits))
    assert len(gaps.apart)
    leaving = gaps.cut(gaps.cycles)
    closed = Clauses.units(-leaving, graph.origin)
    assert isinstance(climbed(tree_state(formula, more=(closed,)))[0], Unsat)


def test_climbing_keeps_its_limits() -> None:
    assert isinstance(climbed(tree_state(planted(1)), Deadline.after(0))[0], Unknown)
    impatient = replace(SMALL_TILES, climbing=WholeBoard(a_node=0))
    found, stats = climbed(tree_state(planted(1), impatient))
    assert isinstance(found, Unknown)
    assert stats.counters.get("conflicts", 0) == 0
    ended, stats = climbed(tree_state(planted(1), replace(SMALL_TILES, climbing=WholeBoard(a_node=1))))
    assert isinstance(ended, Sat | Unknown)
    assert 0 < stats.rounds <= 400


@pytest.mark.parametrize(("loops", "doubles", "most_nodes", "climbs"), [
    (0.0, 0.0, 400, True),
    (0.0, 0.0, 399, False),
    (0.1, 0.1, 400, False),
])  # fmt: skip
def test_what_attempts_leave_is_climbed_from_where_solutions_are_trees(
    loops: float, doubles: float, most_nodes: int, climbs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = planted(0, loops=loops, doubles=doubles)
    graph = formula.connected[0]
    assert graph.nodes == 400
    monkeypatch.setattr(schedule._Course, "_followed", lambda *_: Unknown())
    settings = replace(SMALL_TILES, climbing=WholeBoard(most_nodes=most_nodes), mending=Mending(most_nodes=0))
    stats = Stats()
    found = sweep(formula.formula, graph, formula.counted, tiling_of(graph), stats, settings=settings).verdict
    assert isinstance(found, Sat) == climbs
    assert (stats.rounds > 0) == climbs


def test_components_near_cycles_are_lower_than_far_ones() -> None:
    state = tree_state(planted(3))
    climbing = Climbing(state, Effort(Stats(), NEVER))
    gaps = climbing._gaps()
    count, apart = climbing._height(gaps)
    assert count == len(gaps) > 0
    cyclic = np.unique(climbing._place[gaps.cyclic])
    expected = 0
    for gap in range(gaps.cycles, len(gaps)):
        places = {int(climbing._place[edge]) for edge in gaps.edges(gap) if climbing._is_open[edge]}
        expected += min(
            max(
                abs(one // state.tiles.columns - other // state.tiles.columns),
                abs(one % state.tiles.columns - other % state.tiles.columns),
            )
            for one in places
            for other in cyclic.tolist()
        )
    assert apart == expected
