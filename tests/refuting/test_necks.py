"""Boards of two lattices joined by few pairs: counting refutes some at the neck, and what it derives holds in all solutions."""

from __future__ import annotations

import random
from functools import cache
from itertools import count

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.answers.contradicting_sums import contradicting
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.flaws import Case, Cases, TooFew
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.explain.flaws import MOST_CASES
from hashicnf.families.hashi.explain.flaws import why_unsolvable as explained
from hashicnf.logic import Unsat
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.encodings import Encodings
from hashicnf.propagation.counting.argument import replay
from hashicnf.refuting import necks as room
from hashicnf.refuting.by_counting import refute_by_counting, refuted, why_unsolvable
from hashicnf.refuting.search import Fixed, Refuted, refuting
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of

SIDE = 4
FIRST = {2: 4, 3: 9}  # seeds of boards by the number of pairs, so that the search for a board is short


def joined(seed: int, joints: int) -> hashi.Grid:
    """Plant a solution in each of two lattices, which see each other in so many rows."""
    rng = random.Random(seed)
    grid = [[0] * (2 * SIDE) for _ in range(2 * SIDE - joints)]
    for corner in ((0, 0), (SIDE - joints, SIDE)):
        half = [[1] * SIDE for _ in range(SIDE)]
        load = {pair: 1 + (rng.random() < 0.1) for pair in hashi.network(rng, half, loops=rng.random() < 0.3)}
        for i, (r, c) in enumerate(hashi.islands(half)):
            grid[corner[0] + r][corner[1] + c] = sum(k for pair, k in load.items() if i in pair)
    return grid


def allowed(grid: hashi.Grid, *clause: int) -> bool:
    """Return whether some solution satisfies a clause; without literals, whether there is a solution."""
    whole = compile_puzzle(puzzle_of(grid), Encodings(connectivity="planar"))
    with Solver("minisat22", bootstrap_with=[*whole.clauses(), *([clause] if clause else [])]) as solver:
        return bool(solver.solve())


def counted(grid: hashi.Grid) -> Refuted | Fixed:
    """Refute a board by one argument, else at its necks."""
    return refute_by_counting(state(puzzle_of(grid)))


@cache
def refuted_at_its_neck(joints: int) -> tuple[hashi.Grid, Refuted]:
    """Return a board that no single argument refutes, but some at its neck, and these."""
    grids = (joined(seed, joints) for seed in count(FIRST[joints]))
    return next((grid, found) for grid in grids if isinstance(found := counted(grid), Refuted) and found.lemmas)


ELSEWHERE = [[3, 0, 3, -1], [0, 0, 0, 0], [0, 1, -1, 1], [1, 0, 0, 0], [0, 2, 3, 0]]


def test_contradictions_at_no_neck_are_shown_by_other_edges() -> None:
    puzzle = puzzle_of(ELSEWHERE)
    assert next(hashi.solutions(ELSEWHERE), None) is None
    assert isinstance(counted(ELSEWHERE), Fixed)
    found = refute_by_counting(state(puzzle), everywhere=True)
    assert isinstance(found, Refuted)
    assert isinstance(found.flaw, Cases)
    why = "if no bridge connects islands 3 and ? in row 1, columns 3 and 4, however bridges are laid to meet the numbers, none"
    assert why_unsolvable(puzzle) is None  # most commands have no second for it
    assert (why_unsolvable(puzzle, everywhere=True) or "").startswith(why)
    assert puzzle.why_refuted(Cases("island", found.flaw.cases[:1] * (MOST_CASES + 1), found.flaw.rest)) is None


def test_what_is_derived_elsewhere_holds_in_all_solutions() -> None:
    derived = 0
    for seed in range(4):
        grid, rng = [[1] * 3 for _ in range(3)], random.Random(seed)
        load = {pair: rng.randint(1, 2) for pair in hashi.network(rng, grid, loops=False)}
        for i, (r, c) in enumerate(hashi.islands(grid)):
            grid[r][c] = sum(k for pair, k in load.items() if i in pair)
        found = refute_by_counting(state(puzzle_of(grid)), everywhere=True)
        assert isinstance(found, Fixed)
        if len(found.literals):
            derived += 1
            assert not allowed(grid, *(-found.literals).tolist())
    assert derived


@pytest.mark.parametrize("joints", [2, 3])
def test_what_is_derived_at_necks_holds_in_all_solutions(joints: int) -> None:
    derived = 0
    for seed in range(4):
        grid = joined(seed, joints)
        found = counted(grid)
        if isinstance(found, Refuted):
            assert not allowed(grid)
        elif len(found.literals):
            assert not allowed(grid, *(-found.literals).tolist())
            derived += 1
    assert derived


@pytest.mark.parametrize("joints", [2, 3])
def test_each_argument_refutes_what_it_supposes_and_all_are_needed(joints: int) -> None:
    grid, found = refuted_at_its_neck(joints)
    stated = state(puzzle_of(grid))
    batches, variables = stated.batches, stated.problem.count
    assert not allowed(grid)
    excluded = set[int]()
    for argument in found.lemmas:
        *since, supposed = argument.premises.tolist()
        assert excluded.issuperset(since)
        excluded.add(-supposed)
    assert excluded == {
        *np.concatenate([some.premises[:-1] for some in found.lemmas]),
        *found.argument.premises.tolist(),
    }
    for argument in found.arguments:
        assert replay(argument, batches, variables).is_contradiction
        for left_out in argument.premises[:-1].tolist():
            fewer = argument.premises[argument.premises != left_out]
            assert refuting(batches, variables, fewer, NEVER) is None


def test_nodes_that_are_known_to_be_connected_count_as_one_at_necks() -> None:
    grid = joined(17, 2)
    assert isinstance(counted(grid), Refuted)
    assert not allowed(grid)


def test_sentences_name_the_pairs_and_why_each_value_fails() -> None:
    grid, found = refuted_at_its_neck(2)
    puzzle = puzzle_of(grid)
    whole = "however bridges are laid to meet the numbers, none can connect"
    assert puzzle.why_refuted(found.flaw) == (
        f"if a bridge connects islands 2 and 2 in row 4, columns 4 and 5, {whole} island 1 at row 3, column 4 and "
        f"island 1 at row 3, column 5 to the other islands; otherwise, {whole} the 16 islands at (4, 4), (3, 4), (4, 3) "
        "and 13 more to the other islands"
    )
    assert why_unsolvable(puzzle) == puzzle.why_refuted(found.flaw)
    assert isinstance(puzzle.board, Board)
    cases = Cases("island", (Case((0, 1), is_chosen=False, flaw=None),), TooFew("island", 3, 4, 5))
    assert explained(puzzle.board, cases) == (
        f"if no bridge connects islands {grid[0][0]} and {grid[0][1]} in row 1, columns 1 and 2, the numbers cannot all be met; "
        "otherwise, the numbers of all islands leave room for 3 bridges, and it takes 4 to connect 5 islands"
    )


def test_a_board_is_refuted_at_its_neck_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, found = refuted_at_its_neck(2)
    formula = compile_puzzle(puzzle_of(grid), Encodings(connectivity="lazy"))
    with StageRunner(Run(formula)) as runner:
        verdict = runner.run([Stage("counting")])
    assert isinstance(verdict, Unsat)
    assert verdict.reason == puzzle_of(grid).why_refuted(found.flaw)
    assert not isinstance(refuted(formula, Deadline.after(0)), Unsat)
    monkeypatch.setattr(room, "MOST_NODES", 2 * SIDE * SIDE - 1)
    assert not isinstance(refuted(formula), Unsat)


def test_clues_that_contradict_each_other_at_a_neck_are_found() -> None:
    grid = [*map(list, refuted_at_its_neck(2)[0])]
    clues = contradicting(puzzle_of(grid), np.arange(2 * SIDE * SIDE, dtype=np.int32))
    assert clues is not None
    places = hashi.islands(grid)
    for clue in {*range(len(places))} - {*clues.tolist()}:
        row, column = places[clue]
        grid[row][column] = -1
    assert not allowed(grid)
