"""Generated boards: the solution is unique, no given can be spared, and the same arguments give the same board."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.randomness import RandomStream
from hashicnf.families import Puzzle
from hashicnf.families.sudoku import FAMILY
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.generate import generate
from hashicnf.families.sudoku.generate.filling import filled
from hashicnf.families.sudoku.techniques.effort import effort_of
from hashicnf.logic import Bools, Ints
from hashicnf.making.orders import Order, make
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected
from tests.families.sudoku.boards import board_of
from tests.portions import few


def solutions(board: Board) -> int:
    """Return the number of solutions by a SAT solver, up to two."""
    from pysat.solvers import Solver

    made = hashicnf.puzzle(board.givens, "sudoku", boxes=f"{board.box[0]}x{board.box[1]}", diagonals=board.diagonals)
    compiled = compile_puzzle(made)
    count = board.side**3
    with Solver("cadical153", bootstrap_with=compiled.to_pysat().clauses) as solver:
        for found in range(2):
            if not solver.solve():
                return found
            solver.add_clause([-lit for lit in solver.get_model()[:count]])
    return 2


def spared(board: Board, solution: Ints) -> list[int]:
    """List the givens, by their index among the givens, without which the solution int32[side, side] is still unique."""
    from pysat.solvers import Solver

    empty = Board(np.zeros_like(board.givens), board.box, board.diagonals)
    clauses = compile_puzzle(Puzzle("sudoku", "", empty, FAMILY), Encodings(simplify=False)).to_pysat().clauses
    literals = np.arange(1, board.side**3 + 1).reshape(3 * (board.side,))  # by row, column and number
    shown = np.take_along_axis(literals, solution[..., None] - 1, axis=2)[..., 0]
    given = shown[board.givens > 0].tolist()
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        assert solver.solve(assumptions=given)
        solver.add_clause((-shown).ravel().tolist())
        return [i for i in range(len(given)) if not solver.solve(assumptions=[*given[:i], *given[i + 1 :]])]


@pytest.mark.parametrize(
    ("side", "box", "diagonals"),
    [(4, None, False), (6, None, False), (6, (3, 2), False), (8, None, False), (9, None, False), (9, None, True)],
)
@pytest.mark.parametrize("seed", few([0, 7], 1))
def test_small_boards_are_unique_and_minimal(
    side: int, box: tuple[int, int] | None, diagonals: bool, seed: int
) -> None:
    made = generate(side, seed=seed, box=box, diagonals=diagonals)
    board = made.board
    assert made.title.endswith("one solution, and none of the givens can be spared")
    assert solutions(board) == 1
    assert made.solution is not None
    assert spared(board, made.solution.cells) == []


def test_a_size_may_be_written_as_rows_and_columns() -> None:
    assert hashicnf.generate("sudoku", size="6x6", seed=2) == hashicnf.generate("sudoku", size=6, seed=2)


@pytest.mark.parametrize(("side", "grade"), [(12, 2), (12, 4), (16, 1), (16, 2)])
def test_few_large_boards_are_tried_for_a_grade(side: int, grade: int) -> None:
    tries: list[str] = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        tries.append(phase)

    order = Order.of(difficulty=str(grade))
    puzzle, _ = make("sudoku", {"size": str(side), "seed": "0"}, order, observe=observe)
    assert hashicnf.rate(puzzle).hardest is not None
    assert f"grade {grade}; one solution" in puzzle.name
    assert 0 < len(tries) < 15


@pytest.mark.parametrize(
    ("difficulty", "grades", "options"),
    [
        ("4", {4}, {}),
        ("hard", {4, 5}, {"size": "12"}),
        pytest.param("6", {6}, {}, marks=pytest.mark.slow),
        ("7", {7}, {"symmetry": "rotate"}),
        ("hard", {4, 5}, {"diagonals": True}),
        pytest.param("5", {5}, {"diagonals": True}, marks=pytest.mark.slow),
        ("hard", {4, 5}, {"clues": "30"}),
    ],
)
def test_exchanged_givens_lead_to_a_grade(difficulty: str, grades: set[int], options: dict[str, str | bool]) -> None:
    order = Order.of(difficulty=difficulty)
    puzzle, made = make("sudoku", {"seed": "3", **options}, order)
    board = puzzle.board
    assert isinstance(board, Board)
    assert solutions(board) == 1
    assert puzzle.check(made.solution) == []
    assert int(hashicnf.rate(puzzle).grade or 0) in grades
    assert board.given == int(options.get("clues", board.given))
    if "symmetry" in options:
        assert ((board.givens > 0) == (board.givens > 0)[::-1, ::-1]).all()


def test_the_same_seed_leads_to_the_same_board() -> None:
    order = Order.of(difficulty="4")
    assert make("sudoku", {"seed": "3"}, order) == make("sudoku", {"seed": "3"}, order)


def test_a_rare_grade_takes_few_tries() -> None:
    tries: list[str] = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        tries.append(phase)

    for seed in range(2):
        make("sudoku", {"seed": str(seed)}, Order.of(difficulty="6"), observe=observe)
    assert len(tries) < 200


def test_what_techniques_solve_is_rated_so() -> None:
    for seed in range(6):
        board = generate(9, seed=seed).board
        grade = hashicnf.rate(Puzzle("sudoku", "", board, FAMILY)).grade
        assert grade is not None
        for most in (4, 7):
            effort = effort_of(board, most)
            assert (effort is not None) == (int(grade) <= most)
            assert effort is None or effort.grade == (int(grade) if grade >= 3 else 0)


def test_givens_that_can_be_spared_are_noticed() -> None:
    made = generate(9, seed=3, clues=40)
    assert made.solution is not None
    assert spared(made.board, made.solution.cells)


@pytest.mark.parametrize(("side", "clues"), [(9, 40), (12, 90), (16, 190), (25, 560)])
def test_boards_with_more_givens_are_unique(side: int, clues: int) -> None:
    made = generate(side, seed=3, clues=clues)
    assert made.board.given == clues
    assert made.title == f"{clues} givens on {side} x {side} cells, seed 3; one solution"
    assert solutions(made.board) == 1


@pytest.mark.parametrize(("side", "most"), [(12, 50), pytest.param(16, 100, marks=pytest.mark.slow)])
def test_a_solver_finds_the_givens_that_large_boards_need(side: int, most: int) -> None:
    """The board does not depend on the time limit."""
    puzzle, solution = hashicnf.generate("sudoku", size=side, seed=1)
    board = board_of(puzzle)
    assert board.given < most
    assert puzzle.name.endswith("one solution, and none of the givens can be spared")
    assert solutions(board) == 1
    assert isinstance(solution, Grid)
    assert spared(board, solution.cells) == []
    assert hashicnf.generate("sudoku", size=side, seed=1, timeout=600).puzzle == puzzle


@pytest.mark.slow
def test_the_largest_usual_boards_have_few_givens() -> None:
    puzzle = hashicnf.generate("sudoku", size=25, seed=1).puzzle
    assert puzzle.size["givens"] < 265
    assert solutions(board_of(puzzle)) == 1


def test_givens_of_large_boards_lie_symmetrically() -> None:
    puzzle = hashicnf.generate("sudoku", size=16, seed=3, symmetry="rotate", clues=120).puzzle
    shown = board_of(puzzle).givens > 0
    assert (shown[::-1, ::-1] == shown).all()
    assert puzzle.size["givens"] == 120
    assert hashicnf.unique(puzzle)


def test_few_large_boards_are_tried_for_few_givens() -> None:
    with pytest.raises(hashicnf.GaveUp, match=r"of 8 boards none has fewer than 4[0-9] givens"):
        hashicnf.generate("sudoku", size=12, clues=20, seed=1)


def test_large_boards_are_unique_if_not_minimal() -> None:
    made = generate(12, seed=1)
    assert solutions(made.board) == 1
    assert made.board.given < 60


def sets(grid: Ints, tall: int, wide: int) -> set[frozenset[int]]:
    """Return the sets of numbers in the parts of a grid of so many rows and columns."""
    n = len(grid)
    return {
        frozenset(grid[r : r + tall, c : c + wide].ravel().tolist())
        for r in range(0, n, tall)
        for c in range(0, n, wide)
    }


@pytest.mark.parametrize(("box", "expected"), [((3, 4), "a672acad"), ((4, 4), "b3854fe7"), ((5, 5), "43e4ef3f")])
def test_full_grids_of_large_boards_have_no_pattern(box: tuple[int, int], expected: str) -> None:
    """Segments of rows and columns have nearly as many different sets of numbers as can be, and are the same for ever."""
    (tall, wide), n = box, box[0] * box[1]
    grid = filled(Board(np.zeros((n, n), dtype=np.int32), box), RandomStream(7))
    everything = {frozenset(range(1, n + 1))}
    assert sets(grid, 1, n) == sets(grid, n, 1) == sets(grid, tall, wide) == everything
    assert len(sets(grid, 1, wide)) > 0.9 * n * tall
    assert len(sets(grid, tall, 1)) > 0.8 * n * wide
    assert hashlib.sha256(grid.astype("<i4").tobytes()).hexdigest().startswith(expected)


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((4, 6, 9), "241d23115923ef2959950d97b4099bc8b1ca721a56806221b27aeea848e8157b"),
        pytest.param(
            (4, 6, 9, 12),
            "70e94bb10a8872a97dec50c184d820ba9c5391a5b54789655254080818afe749",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_same_seed_gives_the_same_board_for_ever(sides: tuple[int, ...], expected: str) -> None:
    digest = hashlib.sha256()
    for side in sides:
        for seed in (0, 1):
            digest.update(generate(side, seed=seed).board.givens.astype("<i4").tobytes())
    assert digest.hexdigest() == expected
    assert generate(9, seed=5).board != generate(9, seed=6).board


def test_the_library_and_its_words() -> None:
    planted = hashicnf.generate("sudoku", size=6, seed=2, boxes="3x2", diagonals=True)
    board = board_of(planted.puzzle)
    assert (board.side, board.box, board.diagonals) == (6, (3, 2), True)
    assert hashicnf.check(planted.puzzle, planted.solution) == []


def test_the_size_follows_from_the_boxes() -> None:
    for options in ({}, {"difficulty": "easy"}, {"difficulty": "4"}):
        assert board_of(hashicnf.generate("sudoku", boxes="2x3", **options).puzzle).box == (2, 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": "5"}, "5 x 5 cells have no boxes; choose a side that is a product, such as 6 or 9"),
        ({"size": "6x9"}, "^size: cannot read '6x9'; expected a number from 4 to 36, as sudokus are squares"),
        ({"size": "3"}, "^size: cannot read '3'; expected a number from 4 to 36"),
        ({"size": "6", "boxes": "3x3"}, "6 x 6 cells have no boxes of 3 x 3"),
        ({"boxes": "7x6"}, "boxes of 7 x 6 cells hold 42 numbers; expected 4 to 36"),
        ({"boxes": "1x1", "difficulty": 2}, "boxes of 1 x 1 cells hold 1 number; expected 4 to 36"),
        ({"clues": "82"}, "9 x 9 cells do not hold 82 givens"),
        ({"clues": "7"}, "9 x 9 cells with one solution has at least 8 givens: two numbers that none of them holds"),
        ({"boxes": "3"}, "^boxes: cannot read '3'; expected rows, x, columns"),
    ],
)
def test_what_cannot_be_made(options: dict[str, Any], message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        hashicnf.generate("sudoku", **options)


@pytest.mark.parametrize(
    ("symmetry", "turned"),
    [
        ("rotate", lambda shown: shown[::-1, ::-1]),
        ("quarter", np.rot90),
        ("mirror", np.fliplr),
        ("diagonal", np.transpose),
    ],
)
@pytest.mark.parametrize("side", [6, 9])
def test_givens_lie_symmetrically(symmetry: str, turned: Callable[[Bools], Bools], side: int) -> None:
    made = hashicnf.generate("sudoku", size=side, seed=3, symmetry=symmetry)
    shown = board_of(made.puzzle).givens > 0
    assert (turned(shown) == shown).all()
    assert 0 < np.count_nonzero(shown) < side**2
    assert hashicnf.unique(made.puzzle)
    assert hashicnf.check(made.puzzle, made.solution) == []


@pytest.mark.parametrize(("symmetry", "clues"), [("rotate", 30), ("rotate", 31), ("mirror", 31), ("quarter", 37)])
def test_as_many_givens_as_asked_lie_symmetrically(symmetry: str, clues: int) -> None:
    made = hashicnf.generate("sudoku", seed=1, symmetry=symmetry, clues=clues)
    assert made.puzzle.size["givens"] == clues


@pytest.mark.parametrize(
    ("options", "fitting"),
    [
        ({"boxes": "2x3", "symmetry": "mirror", "clues": 9}, "9 givens cannot lie so on 6 x 6 cells; give 8 or 10"),
        ({"symmetry": "quarter", "clues": 27}, "27 givens cannot lie so on 9 x 9 cells; give 25 or 28"),
        ({"symmetry": "quarter", "clues": 3, "size": 4}, "3 givens cannot lie so on 4 x 4 cells; give 0 or 4"),
        ({"symmetry": "rotate", "clues": 29, "boxes": "2x5", "difficulty": "4"}, "give 28 or 30"),
    ],
)
def test_numbers_that_no_symmetry_has_are_refused(options: dict[str, Any], fitting: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=f"^symmetry {options['symmetry']}: .*{fitting}$"):
        hashicnf.generate("sudoku", seed=1041, **options)


def test_steps_to_a_grade_suit_the_symmetry() -> None:
    made = hashicnf.generate("sudoku", boxes="2x3", symmetry="Quarter", difficulty="easy")
    assert made.puzzle.size["givens"] % 4 == 0


def test_few_givens_are_looked_for_on_several_boards() -> None:
    made = hashicnf.generate("sudoku", clues=22, seed=1)
    assert made.puzzle.size["givens"] == 22
    assert hashicnf.unique(made.puzzle)
    with pytest.raises(hashicnf.GaveUp, match="of 30 boards none has fewer than 4 givens; ask for more"):
        hashicnf.generate("sudoku", size=4, clues=3)


def test_a_minimal_board_of_side_4_has_all_its_solutions_counted() -> None:
    board = generate(4, seed=9).board
    made = hashicnf.puzzle(board.givens, "sudoku")
    assert len(projected(compile_puzzle(made).formula.blocks, range(1, 65))) == 1
