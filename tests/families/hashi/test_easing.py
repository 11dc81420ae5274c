"""Boards made easier where a position is undecided."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.core.techniques import HARDEST
from hashicnf.deduction import climb
from hashicnf.errors import GaveUp, InternalError
from hashicnf.families import Generated
from hashicnf.families.hashi import FAMILY, eased
from hashicnf.families.hashi.board import Board, Solution, loads_of
from hashicnf.families.hashi.generate.easing import eased as changed
from hashicnf.families.hashi.techniques import RUNGS, position
from hashicnf.families.hashi.techniques.position import HashiPosition
from hashicnf.families.hashi.techniques.supposing import WHAT_IF
from tests.portions import few


def test_bounds_before_a_step_are_those_that_it_narrowed() -> None:
    board = hashicnf.read("examples/hashi/medium.puz").board
    assert isinstance(board, Board)
    reached = position(board)
    before = reached.bounds()
    while reached.next() is not None:
        assert np.array_equal(reached.bounds(before=True), before)
        assert not np.array_equal(reached.bounds(), before)
        before = reached.bounds()


def test_suppositions_begin_at_the_grade_that_the_family_declares() -> None:
    assert FAMILY.techniques is not None
    assert FAMILY.techniques.beyond == WHAT_IF.grade
    assert all(rung.technique.grade < WHAT_IF.grade for rung in RUNGS)


@pytest.mark.parametrize("seed", few(range(6), 2))
@pytest.mark.parametrize("most", [1, 3])
def test_a_change_raises_undecided_edges_only(seed: int, most: int) -> None:
    """Each lies apart from the others, and the bridges of the planted solution stay."""
    made = hashicnf.generate(size=(14, 14), islands=60, doubles=0.2, unique=True, seed=seed)
    puzzle, board = made.puzzle, made.puzzle.board
    assert isinstance(board, Board)
    reached = climb(puzzle, most, most_open=0)
    assert isinstance(reached.position, HashiPosition)
    assert reached.grade == most + 1
    low, high = reached.position.bounds(before=reached.is_late)
    before = loads_of(board, made.solution)  # type: ignore[arg-type]
    new = eased(Generated(board, made.solution, puzzle.title), reached.position, reached.is_late)  # type: ignore[arg-type]
    assert new.solution is not None
    assert isinstance(new.board, Board)
    assert np.array_equal(new.board.edge, board.edge)
    after = loads_of(new.board, new.solution)
    raised = np.flatnonzero(after != before)
    assert len(raised)
    assert (after[raised] == board.max_bridges).all()
    assert ((low < high) & (before < high))[raised].all()
    ends = board.edge[raised].ravel()
    assert len(ends) == len(np.unique(ends))
    assert not FAMILY.check(new.board, new.solution)


def test_without_loops_and_bridges_to_raise_an_island_blocks_an_edge() -> None:
    """Every pair of the planted tree has as many bridges as it can; the ladder cannot know that."""
    made = hashicnf.generate(size=(9, 9), islands=24, doubles=1.0, no_loops=True, seed=4)
    board = made.puzzle.board
    assert isinstance(board, Board)
    unknown = np.zeros(board.edges, dtype=np.int32), np.full(board.edges, board.max_bridges, dtype=np.int32)
    new = changed(Generated(board, made.solution, ""), *unknown)  # type: ignore[arg-type]
    assert new.board.islands == board.islands + 1


def test_what_cannot_be_eased_is_refused() -> None:
    puzzle = hashicnf.parse("1.1\n")
    with pytest.raises(GaveUp, match="unsolvable"):
        eased(Generated(puzzle.board, None, ""), climb(puzzle, HARDEST).position, False)  # type: ignore[arg-type]
    with pytest.raises(InternalError, match="its own family"):
        eased(Generated(puzzle.board, None, ""), climb(hashicnf.read("examples/sudoku/easy.puz"), 1).position, False)  # type: ignore[arg-type]


@pytest.mark.parametrize("difficulty", ["easy", "normal"])
def test_easy_boards_have_single_bridges_too(difficulty: str) -> None:
    load = []
    for seed in range(4):
        made = hashicnf.generate("hashi", size="12x12", difficulty=difficulty, seed=str(seed))
        assert isinstance(made.puzzle.board, Board)
        assert isinstance(made.solution, Solution)
        load += loads_of(made.puzzle.board, made.solution).tolist()
    assert 0.3 < load.count(1) / (load.count(1) + load.count(2)) < 0.6


def test_boards_whose_clues_are_hidden_are_planted_easy() -> None:
    """They are not changed, so few others would have the grade."""
    made = hashicnf.generate("hashi", size="12x12", difficulty="easy", unknown=True, seed="1")
    assert isinstance(made.puzzle.board, Board)
    assert isinstance(made.solution, Solution)
    load = loads_of(made.puzzle.board, made.solution).tolist()
    assert load.count(2) > 4 * load.count(1)


def test_small_boards_get_the_islands_that_a_hard_step_takes() -> None:
    made = hashicnf.generate("hashi", size="5x5", difficulty="expert", seed="7")
    assert made.puzzle.size["islands"] >= 10
    rating = hashicnf.rate(made.puzzle)
    assert rating.grade is not None
    assert rating.grade >= 6
