"""Searches on the grid: no solution is lost, declared properties of heuristics hold, and the swaps are those of the publication."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.arrays.graph import components
from hashicnf.core.statespace import Narrated
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.search import SPACES
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.families.sudoku.search.swaps import Swaps, complete, filling, pairs
from hashicnf.search import SEARCHES, Exhausted, Found
from tests.families.sudoku.boards import EASY, INKALA, SEVENTEEN, SOLVED, board_of, empty, grid_of, puzzle, solution
from tests.oracles import sudoku

SMALL = "family: sudoku\n1...\n..3.\n....\n.2..\n"


@pytest.mark.parametrize("line", [EASY, INKALA, SEVENTEEN])
@pytest.mark.parametrize("method", ["candidates", "astar", "dfs", "idastar", "greedy"])
def test_cells_with_fewest_candidates_first_solve_hard_boards(line: str, method: str) -> None:
    wanted = solution(hashicnf.solve(puzzle(line)))
    space = None if method == "candidates" else "candidates"
    answer = hashicnf.solve(puzzle(line), method=method, space=space)
    assert solution(answer) == wanted


def test_backtracking_needs_many_more_nodes() -> None:
    easy, hard = (hashicnf.solve(puzzle(line), method="backtracking") for line in (EASY, INKALA))
    assert solution(easy) == grid_of(SOLVED)
    assert (easy.stats.figures["nodes"], hard.stats.figures["nodes"]) == (4_209, 49_559)
    few = hashicnf.solve(puzzle(INKALA), method="candidates")
    assert int(str(few.stats.figures["nodes"])) < 200
    assert solution(few) == solution(hard)


@pytest.mark.parametrize("space", ["cells", "candidates"])
def test_no_solution_is_lost_and_goals_are_solutions(space: str) -> None:
    """Walk the whole space: its goals are all solutions, each once, and the heuristic is exact on paths to them."""
    board = board_of(hashicnf.parse(SMALL))
    found = SPACES[space](board)
    goals, todo = [], list(found.space.initial())
    estimate = found.heuristics["empty"].estimate
    while todo:
        state = todo.pop()
        if found.space.is_goal(state):
            assert estimate(state) == 0
            goals.append(found.solution(state, ()).rows)
        for _, child, cost in found.space.successors(state):
            assert estimate(state) - estimate(child) == cost > 0
            todo.append(child)
    wanted = [*sudoku.solutions(board.givens.tolist(), board.box)]
    assert len(goals) == len(wanted)
    assert sorted(goals) == sorted(wanted)


def test_brute_force_tries_all_fillings_and_says_what_is_wrong_with_each() -> None:
    board = board_of(hashicnf.parse("family: sudoku\n12..\n34..\n214.\n4321\n"))
    space: Any = SPACES["fillings"](board).space
    full = [*space.initial()]
    for _ in range(5):
        full = [child for state in full for _, child, _ in space.successors(state)]
    assert len(full) == len({*full}) == 4**5
    assert not any([*space.successors(state)] for state in full)
    wanted = {tuple(np.ravel(rows)) for rows in sudoku.solutions(board.givens.tolist(), board.box)}
    for state in full:
        numbers = tuple(space.numbers(state))
        assert all(given in (0, number) for given, number in zip(board.givens.ravel(), numbers, strict=True))
        assert space.is_goal(state) == (numbers in wanted) == (space.refute(state) == ())
    assert wanted <= {tuple(space.numbers(state)) for state in full}
    answer = hashicnf.solve(hashicnf.parse("family: sudoku\n12..\n34..\n214.\n4321\n"), method="bruteforce")
    assert tuple(np.ravel(solution(answer).rows)) in wanted


@pytest.mark.parametrize("space", ["cells", "candidates", "fillings"])
def test_what_is_narrated_is_what_happens(space: str) -> None:
    found: Any = SPACES[space](board_of(hashicnf.parse(SMALL))).space
    assert isinstance(found, Narrated)
    todo = list(found.initial())
    for _ in range(60):
        if not todo:
            break
        state = todo.pop()
        told = [(action, child, cost) for action, child, cost, _ in found.narrate(state) if child is not None]
        assert told == [*found.successors(state)]
        todo += [child for _, child, _ in told]


def classes(board: Board, *, is_complete: bool) -> list[int]:
    """Return the sizes of the sets of cells between which no number moves, the largest first."""
    group = components(board.side**2, pairs(board, is_complete=is_complete))
    return sorted(np.bincount(group).tolist(), reverse=True)


def test_the_published_pairs_leave_two_cells_that_never_change() -> None:
    board = board_of(empty(9))
    assert len(pairs(board, is_complete=False)) == 1_296
    assert len(pairs(board, is_complete=True)) == 3_240
    assert classes(board, is_complete=False) == [79, 1, 1]
    assert classes(board, is_complete=True) == [81]
    moved = set(pairs(board, is_complete=False).ravel().tolist())
    assert set(range(81)) - moved == {8, 72}  # row 1, column 9 and row 9, column 1


def test_no_published_pair_shares_a_row_a_column_or_a_rising_diagonal() -> None:
    one, other = pairs(board_of(empty(9)), is_complete=False).T
    assert (one // 9 < other // 9).all()
    assert (one % 9 < other % 9).all()


def test_with_one_given_all_pairs_are_3160() -> None:
    given = np.zeros((9, 9), dtype=np.int32)
    given[4, 4] = 5
    assert len(pairs(Board(given, (3, 3)), is_complete=True)) == 3_160


def test_one_random_filling_in_a_hundred_has_the_right_numbers_in_those_cells() -> None:
    board, solved = board_of(puzzle(EASY)), grid_of(SOLVED).cells.ravel()
    fillings = [filling(board, seed) for seed in range(4_000)]
    lucky = sum(f is not None and f[8] == solved[8] and f[72] == solved[72] for f in fillings)
    assert 20 <= lucky <= 80


def test_fillings_hold_every_number_n_times_and_keep_the_givens() -> None:
    board = board_of(puzzle(INKALA))
    for seed in range(5):
        cells = filling(board, seed)
        assert cells is not None
        assert np.bincount(cells).tolist() == [0] + [9] * 9
        assert (cells[board.givens.ravel() > 0] == board.givens[board.givens > 0]).all()
    assert (filling(board, 1) == filling(board, 1)).all()  # type: ignore[union-attr]
    given = np.zeros((4, 4), dtype=np.int32)
    given[:2] = given[2, 0] = 1
    assert filling(Board(given, (2, 2)), 0) is None


def by_hand(grid: list[list[int]]) -> int:
    """Return the published score, cell by cell as its code has it: clashes in row and column at one index count once."""
    score = 0
    for i in range(9):
        for j in range(9):
            score += sum(
                (k != i and grid[k][j] == grid[i][j]) or (k != j and grid[i][k] == grid[i][j]) for k in range(9)
            )
            box = [(k, m) for k in range(i // 3 * 3, i // 3 * 3 + 3) for m in range(j // 3 * 3, j // 3 * 3 + 3)]
            score += sum(k != i and m != j and grid[k][m] == grid[i][j] for k, m in box)
    return score


def test_the_score_is_the_published_one_and_0_on_solutions_alone() -> None:
    space = Swaps(board_of(puzzle(EASY)), is_complete=True)
    solved = grid_of(SOLVED).cells.astype(np.uint8)
    assert space.scores(solved.reshape(1, 81)).tolist() == [0]
    for seed in range(5):
        cells = filling(space.board, seed)
        assert cells is not None
        assert space.scores(cells[None]).tolist() == [by_hand(cells.reshape(9, 9).tolist())]


def test_numbers_that_diagonals_repeat_count_in_the_score() -> None:
    without, within = (
        Swaps(Board(np.zeros((4, 4), np.int32), (2, 2), diagonals=d), is_complete=True) for d in (False, True)
    )
    grids = np.random.default_rng(3).integers(1, 5, (20, 16), dtype=np.uint8)
    lines = [line.tolist() for grid in grids for line in (grid[::5], grid[3:13:3])]
    repeats = [sum(line.count(number) - 1 for number in line) for line in lines]
    expected = [sum(repeats[at : at + 2]) for at in range(0, 40, 2)]
    assert (within.scores(grids) - without.scores(grids)).tolist() == expected


def test_the_score_is_no_lower_bound_on_swaps() -> None:
    """One swap away from a solution it is 4 to 12, so A* does not find shortest paths with it."""
    solved = grid_of(SOLVED).cells.astype(np.uint8).ravel()
    blank = Board(np.zeros((9, 9), dtype=np.int32), (3, 3))
    space = Swaps(blank, is_complete=True)
    start = next(iter(space.initial()))._replace(cells=solved.tobytes(), score=0)
    scores = {child.score for _, child, _ in space.successors(start)}
    assert (min(scores), max(scores)) == (4, 12)
    assert not complete(blank).heuristics["score"].admissible


def test_swaps_are_what_they_say() -> None:
    space = complete(board_of(puzzle(EASY))).space
    (start,) = space.initial()
    for number, (swap, child, cost) in enumerate(space.successors(start)):
        changed = [p for p in range(81) if start.cells[p] != child.cells[p]]
        assert changed == [swap.one, swap.other]
        assert (start.cells[swap.one], start.cells[swap.other]) == (child.cells[swap.other], child.cells[swap.one])
        assert cost == 1
        if number == 0:
            assert str(swap) == "row 1, column 3 and row 1, column 4 are swapped"


def test_an_exhausted_space_of_published_swaps_proves_nothing() -> None:
    """Two free cells in one row are in no published pair, so half of the fillings cannot reach a solution."""
    text = "family: sudoku\n12..\n3412\n2143\n4321\n"
    board = board_of(hashicnf.parse(text))
    some, every = (
        {type(SEARCHES.get("astar").run(Swaps(board, is_complete=whole, seed=seed)).outcome) for seed in range(12)}
        for whole in (False, True)
    )
    assert some == {Found, Exhausted}
    assert every == {Found}
    hopeless = hashicnf.parse("family: sudoku\n1214\n3412\n21..\n43..\n")
    answer = hashicnf.solve(hopeless, method="swap")
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.stopped.kind == "restricted"
    assert "swap-all" in answer.verdict.reason
    assert isinstance(hashicnf.solve(hopeless, method="swap-all").verdict, hashicnf.Unsat)


@pytest.mark.parametrize("method", ["swap", "swap-all"])
def test_a_limit_of_memory_is_an_unknown(method: str) -> None:
    answer = hashicnf.solve(puzzle(INKALA), method=method, max_memory=5_000_000)
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.stopped.kind == "memory"


def test_searches_on_swaps_have_a_limit_of_memory_unless_another_is_asked_for() -> None:
    from hashicnf.families import FAMILIES
    from hashicnf.solving.methods import method_named

    rules = FAMILIES.get("sudoku")
    assert method_named("swap", rules).max_memory == method_named("swap-all", rules).max_memory == 1 << 30
    assert method_named("candidates", rules).max_memory is None


@pytest.mark.slow
def test_all_swaps_solve_an_easy_board() -> None:
    answer = hashicnf.solve(puzzle(EASY), method="swap-all")
    assert solution(answer) == grid_of(SOLVED)


def test_breadth_first_search_finds_a_swap_that_is_missing() -> None:
    board = Board(np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 0, 0], [4, 3, 2, 1]], dtype=np.int32), (2, 2))
    result = SEARCHES.get("breadthfirst").run(complete(board).space)
    assert isinstance(result.outcome, Found)


def test_boards_of_one_shape_have_their_units_in_common() -> None:
    one, other, wide = (Rules(board_of(made)) for made in (puzzle(EASY), puzzle(INKALA), empty(6)))
    assert one.peers is other.peers is not wide.peers
    assert one.givens != other.givens
