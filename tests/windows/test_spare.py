"""The rule about few edges to spare: counts do not depend on contraction, and cuts are wishes that need not hold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import hashicnf
from hashicnf.arrays.graph import components
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.spare import spare
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.families.hashi.generate import generate
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.logic import Bools, Ints, Sat, Unsat
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.lazy import LazyLoop
from hashicnf.windows import schedule, state, sweep
from hashicnf.windows.parity import Parities
from hashicnf.windows.parts import ClosedParts
from hashicnf.windows.rules import Cut, Demands, Holds, PartialAssignment, WindowRule
from hashicnf.windows.settings import Settings
from hashicnf.windows.spare import Spare
from hashicnf.windows.state import Problem, State
from hashicnf.windows.tiles import Tiles
from hashicnf.windows.trees import Cycles
from tests.oracles.puzzles import puzzle_with
from tests.portions import few
from tests.windows import boards
from tests.windows.boards import SMALL_TILES, demands_of, problem_of

ALL_BOARDS = replace(SMALL_TILES, few_to_spare=np.inf)


planted = partial(boards.planted, loops=0.03, doubles=0.02, side=30, islands=250)


def solved_by_the_loop(formula: Compiled) -> Bools:
    with LazyLoop(formula, DEFAULT_SOLVER) as loop:
        found = loop.ask()
    assert isinstance(found, Sat)
    return found.model


def rule_of(formula: Compiled) -> Spare:
    rule = Spare.of(demands_of(formula), ALL_BOARDS)
    assert rule is not None
    return rule


@pytest.mark.parametrize("seed", range(6))
def test_a_solution_spends_all_there_is_however_much_of_it_is_contracted(seed: int) -> None:
    formula = planted(seed)
    model, rule, random = solved_by_the_loop(formula), rule_of(formula), np.random.default_rng(seed)
    whole = PartialAssignment(np.ones_like(model), model)
    for _ in range(10):
        value = np.where(model, 1, -1) * (random.random(len(model)) < 0.3)
        left = rule.fixed(value.astype(np.int32))
        near = random.random(len(left.lits)) < 0.5
        left = left.narrowed(near, whole)
        left = left.narrowed(random.random(len(left.lits)) < 0.5, whole)
        solved = np.abs(left.lits)
        assert left.violated(whole, solved) == []
        assert replace(left, slack=0).violated(whole, solved) == []
        for fewer in range(1, 4):
            cuts = replace(left, slack=-fewer).violated(whole, solved)
            assert len(cuts) <= fewer
            assert all(cut.holds is Holds.WISHED and model[-cut.blocks[0]].all() for cut in cuts)


@pytest.mark.parametrize("seed", range(4))
def test_wishes_forbid_cycles_of_what_the_window_has_decided(seed: int) -> None:
    formula = planted(seed)
    rule = rule_of(formula)
    every = np.ones(formula.formula.variables.count + 1, dtype=np.bool_)
    solved = np.abs(rule.lits)[np.random.default_rng(seed).random(len(rule.lits)) < 0.5]
    cuts = rule.violated(PartialAssignment(every, every), solved)
    own = {*solved.tolist()}
    nodes = int(rule.ends.max()) + 1
    excess = len(rule.lits) - (nodes - 1) - rule.total - rule.slack
    assert 0 < len(cuts) <= excess
    elsewhere = components(nodes, rule.ends[~np.isin(rule.lits, solved)])
    place = {int(literal): at for at, literal in enumerate(rule.lits)}
    for cut in cuts:
        cycle = (-cut.blocks[0][0]).tolist()
        assert own.issuperset(cycle)
        ends = elsewhere[rule.ends[[place[literal] for literal in cycle]]]
        assert (np.bincount(ends.ravel())[np.unique(ends)] == 2).all(), "each part is entered and left"


def test_nothing_is_said_where_little_is_known_or_much_or_nothing_is_to_spare() -> None:
    formula = planted(1, loops=0.5, doubles=0.5)
    demands = demands_of(formula)
    assert Spare.of(demands, SMALL_TILES) is None
    assert Spare.of(demands, ALL_BOARDS) is not None
    assert Spare.of(demands._replace(counted=()), ALL_BOARDS) is None
    tree = demands_of(planted(1, loops=0, doubles=0))
    assert spare(tree.connected, tree.counted, tree.known) == 0
    assert Spare.of(tree, ALL_BOARDS) is None


def test_less_than_nothing_to_spare_refutes_a_board() -> None:
    board = few_bridges(12)
    demands = demands_of(compile_puzzle(board, Encodings(connectivity="lazy", simplify=False)))
    assert spare(demands.connected, demands.counted, demands.known) == -1
    assert Spare.of(demands, ALL_BOARDS) is None
    assert isinstance(hashicnf.solve(board, road="windows", timeout=20).verdict, Unsat)


def few_bridges(side: int) -> Puzzle:
    """Return a lattice of 2s with a 1 in each corner: both colours have the same sum, and a path would have only two ends."""
    cells = np.zeros((2 * side - 1, 2 * side - 1), dtype=np.int32)
    cells[::2, ::2] = 2
    cells[:: 2 * side - 2, :: 2 * side - 2] = 1
    return hashicnf.puzzle(cells.tolist(), "hashi")


def test_where_probing_spends_all_there_is_the_rest_must_be_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    board = generate(20, 20, 60, mixture(0, 0.03), seed=7).board
    formula = compile_puzzle(puzzle_with(board), Encodings(connectivity="lazy", simplify=False))
    kinds = [problem_of(formula).kinds()]

    class Seen(State):
        def __init__(self, problem: Problem, value: Ints, tiles: Tiles) -> None:
            kinds.append(problem.kinds())
            super().__init__(problem, value, tiles)

    monkeypatch.setattr(schedule, "State", Seen)
    graph = formula.connected[0]
    found = sweep(formula.formula, graph, formula.counted, Stats(), settings=SMALL_TILES).verdict
    assert isinstance(found, Sat)
    assert kinds == [[ClosedParts, Parities, Spare], [ClosedParts, Cycles, Parities]]


@pytest.mark.parametrize("seed", few((1, 0, 2, 3), 1))
@pytest.mark.parametrize("slack", [10, -40])
def test_boards_with_few_bridges_to_spare_are_swept_even_if_wishes_cannot_be_kept(seed: int, slack: int) -> None:
    formula = planted(seed)
    graph, settings = formula.connected[0], replace(ALL_BOARDS, slack=slack, insistence=3)
    found = sweep(formula.formula, graph, formula.counted, Stats(), settings=settings).verdict
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)


class Impossible(WindowRule):
    """A rule for the test: wish that no variable is true."""

    def __init__(self, variables: Ints) -> None:
        self.variables = variables

    @classmethod
    def of(cls, demands: Demands, settings: Settings) -> Impossible:  # noqa: ARG003
        return cls(np.abs(demands.connected.lits))

    def edge_variables(self) -> Ints:
        return self.variables

    def fixed(self, value: Ints) -> Impossible:
        return Impossible(self.variables[value[self.variables] == 0])

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Impossible:  # noqa: ARG002
        return Impossible(self.variables[near])

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        true = self.variables[assignment.model[self.variables]]
        return [Cut((-true[at : at + 1, None],), holds=Holds.WISHED) for at in range(len(true))]


def test_what_cannot_be_had_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = planted(3)
    monkeypatch.setattr(state, "RULES", (*state.RULES, Impossible))
    graph, settings = formula.connected[0], replace(SMALL_TILES, insistence=3, leeway=1000)
    found = sweep(formula.formula, graph, formula.counted, Stats(), settings=settings).verdict
    assert isinstance(found, Sat)
    assert not formula.refine(found.model)
