"""Human techniques of sudokus: their conclusions hold in every solution, and each finds its textbook pattern."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import hashicnf
from hashicnf.core.techniques import Deductions, Rule, Step, Technique
from hashicnf.deduction.walk import Walk
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.constraints import PLACE
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.families.sudoku.techniques import RUNGS
from hashicnf.families.sudoku.techniques.position import SudokuPosition
from hashicnf.families.sudoku.techniques.state import Finding, State
from hashicnf.families.sudoku.techniques.supposing import shortened
from tests.oracles import sudoku
from tests.portions import few

EXAMPLE = Path(__file__).parents[3] / "examples" / "sudoku" / "hard.puz"
HARD = """family: sudoku
..9..2.56
....7183.
....3....
49.....7.
1.8.5....
...3....4
.5..9..6.
.41.....3
2........
"""


def examine(seed: int) -> Counter[str]:
    """Remove numbers from a solution, perhaps until there are several; compare each step with all solutions."""
    rng = random.Random(seed)
    box, diagonals = rng.choice([(2, 2), (2, 2), (2, 3), (3, 2)]), rng.random() < 0.2
    side = box[0] * box[1]
    empty = [[0] * side for _ in range(side)]
    for column, number in enumerate(rng.sample(range(1, side + 1), side)):
        empty[0][column] = number
    full = next(iter(sudoku.solutions(empty, box, diagonals=diagonals)), None)
    if full is None:
        return Counter()
    cells = rng.sample(range(side * side), rng.randint(side * side // 2, side * side * 3 // 4))
    givens = [[0 if r * side + c in cells else full[r][c] for c in range(side)] for r in range(side)]
    solutions = list(sudoku.solutions(givens, box, diagonals=diagonals))
    return climb(
        state_of(givens, box, diagonals=diagonals), [[k for row in rows for k in row] for rows in solutions], rng
    )


def state_of(givens: list[list[int]], box: tuple[int, int] = (3, 3), *, diagonals: bool = False) -> State:
    rules = Rules(Board(np.array(givens, dtype=np.int32), box, diagonals))
    state = State(rules)
    for cell, number in enumerate(rules.givens):
        if number:
            state.place(cell, number)
    return state


def seen_anew(state: State) -> State:
    """Return the same state as if no rung had examined it."""
    anew = State(state.rules)
    anew.open, anew.number = [*state.open], [*state.number]
    return anew


def climb(state: State, solutions: list[list[int]], rng: random.Random) -> Counter[str]:
    used: Counter[str] = Counter()
    while True:
        assert [rung.find(state) for rung in RUNGS] == [rung.find(seen_anew(state)) for rung in RUNGS]
        found = next((one for rung in rng.sample(RUNGS, len(RUNGS)) if (one := rung.find(state)) is not None), None)
        if found is None:
            return used
        assert not found.dead
        assert found.place is not None or found.drop
        used[found.rung] += 1
        before = [*state.open], [*state.number]
        state.use(found)
        assert before != (state.open, state.number)
        for numbers in solutions:
            assert all(state.open[p] >> (k - 1) & 1 for p, k in enumerate(numbers)), found


@pytest.mark.parametrize("start", few(range(0, 120, 40), 1))
def test_what_a_technique_concludes_holds_in_all_solutions(start: int) -> None:
    used = sum(map(examine, range(start, start + 40)), Counter[str]())
    assert len(used) >= 8


def is_found_again(found: Finding, before: list[Finding], givens: list[list[int]]) -> bool:
    """Return whether the technique of a finding alone repeats its conclusions from those of the findings that it needs."""
    state, rung = state_of(givens), next(rung for rung in RUNGS if rung.technique.rung == found.rung)
    for earlier in before:
        state.use(earlier)
    while (again := rung.find(state)) is not None and not again.dead:
        state.use(again)
    is_placed = found.place is None or state.number[found.place[0]] == found.place[1]
    return is_placed and not any(state.open[cell] & numbers for cell, numbers in found.drop)


def examined_findings(seed: int) -> Counter[str]:
    """Examine each finding on a board, with the findings that it needs."""
    givens = hashicnf.generate("sudoku", seed=seed).puzzle.document.cells.tolist()
    state, found, deductions = state_of(givens), list[Finding](), Deductions()
    while (one := next((one for rung in RUNGS if (one := rung.find(state)) is not None), None)) is not None:
        found.append(one)
        deductions.add(one.reads, state.use(one))
        kept = deductions.needed()[:-1]
        assert is_found_again(one, [found[number] for number in kept], givens), (seed, one)
    return Counter(one.rung for one in found)


@pytest.mark.parametrize("start", few(range(0, 400, 10), 1))
def test_the_findings_that_one_needs_are_enough_for_it(start: int) -> None:
    seen = sum(map(examined_findings, range(start, start + 10)), Counter[str]())
    assert ({"1", "2", "3", "4a", "5b"} if start == 0 else {"1", "2"}) <= seen.keys()


def found_by(rung: str, state: State) -> Finding:
    return next(one for r in RUNGS if r.technique.rung == rung and (one := r.find(state)) is not None)


def empty() -> State:
    return state_of([[0] * 9] * 9)


def test_a_turbot_fish() -> None:
    """Two rows have two places each for 1, and one place of each is in column 5: a skyscraper."""
    state = empty()
    for row, columns in ((0, (0, 4)), (6, (1, 4))):
        for column in range(9):
            if column not in columns:
                state.open[row * 9 + column] &= ~1
    found = found_by("5b", state)
    assert (found.cells, found.numbers) == ((0, 4, 58, 55), (1,))
    assert found.drop == tuple((cell, 1) for cell in (10, 19, 63, 72))


def test_an_xy_wing() -> None:
    """The pivot (1, 1) is 1 or 2, (1, 9) is 1 or 3, and (9, 1) is 2 or 3: (9, 9) shares units with the last two."""
    state = empty()
    state.open[0], state.open[8], state.open[72] = 0b011, 0b101, 0b110
    found = found_by("5c", state)
    assert (found.cells, found.numbers, found.drop) == ((0, 8, 72), (1, 2, 3), ((80, 0b100),))


def test_a_swordfish() -> None:
    """In rows 1, 4 and 7 the number 1 has only places in columns 2, 5 and 8, in no row all three."""
    state = empty()
    for row, columns in ((0, (1, 4)), (3, (4, 7)), (6, (1, 7))):
        for column in range(9):
            if column not in columns:
                state.open[row * 9 + column] &= ~1
    found = found_by("5d", state)
    assert (found.cells, found.numbers) == ((1, 4, 31, 34, 55, 61), (1,))
    assert {cell for cell, _ in found.drop} == {row * 9 + c for c in (1, 4, 7) for row in (1, 2, 4, 5, 7, 8)}


def test_an_x_wing() -> None:
    """In rows 1 and 5 the number 1 has only columns 1 and 5 left: no other cell of these columns holds it."""
    state = empty()
    for row in (0, 4):
        for column in range(9):
            if column not in (0, 4):
                state.open[row * 9 + column] &= ~1
    found = found_by("5a", state)
    assert (found.cells, found.numbers) == ((0, 4, 36, 40), (1,))
    assert {cell for cell, _ in found.drop} == {row * 9 + c for c in (0, 4) for row in range(9) if row not in (0, 4)}
    assert {numbers for _, numbers in found.drop} == {1}


@pytest.mark.parametrize(("rung", "size"), [("4a", 2), ("4c", 3)])
def test_naked_subsets(rung: str, size: int) -> None:
    """The first cells of row 1 share as many numbers: the rest of the row, and of the box if they lie in one, loses them."""
    state = empty()
    for cell in range(size):
        state.open[cell] = (1 << size) - 1
    found = found_by(rung, state)
    assert (found.cells, found.numbers) == (tuple(range(size)), tuple(range(1, size + 1)))
    assert {cell for cell, _ in found.drop} == set(range(size, 9))


@pytest.mark.parametrize(("rung", "size"), [("4b", 2), ("4d", 3)])
def test_hidden_subsets(rung: str, size: int) -> None:
    """In row 1 as many numbers have places only in the first cells, which lose all other candidates."""
    state = empty()
    for cell in range(size, 9):
        state.open[cell] &= ~((1 << size) - 1)
    found = found_by(rung, state)
    assert (found.cells, found.numbers) == (tuple(range(size)), tuple(range(1, size + 1)))
    assert found.drop == tuple((cell, 511 & ~((1 << size) - 1)) for cell in range(size))


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("11..\n....\n....\n....\n", "Row 1 would have 1 twice, at (1, 1) and (1, 2)."),
        (
            "1...\n.1..\n....\n....\n",
            "The box of rows 1 to 2, columns 1 to 2 would have 1 twice, at (1, 1) and (2, 2).",
        ),
    ],
)
def test_givens_that_clash_are_named(drawn: str, said: str) -> None:
    explanation = hashicnf.explain(hashicnf.parse(f"family: sudoku\n{drawn}"))
    assert (explanation.outcome, explanation.steps[-1].sentence) == ("unsolvable", said)


def follows(state: State, found: Finding) -> bool:
    """Return whether a single, or the very contradiction, can be seen in the candidates."""
    if found.dead:
        bits = sum(1 << (number - 1) for number in found.numbers) or -1
        return not any(state.open[cell] & bits for cell in found.reads)
    assert found.place is not None
    cell, bit = found.place[0], 1 << (found.place[1] - 1)
    where = [[other for other in state.rules.units[unit] if state.open[other] & bit] for unit in found.units]
    return [cell] in where if found.numbers else state.open[cell] == bit


def leads(state: State, way: Sequence[Finding]) -> bool:
    """Return whether each finding follows from the start or after one of those before it, and the last is a contradiction."""
    state = seen_anew(state)
    passed = [seen_anew(state)]
    for found in way:
        if not any(follows(before, found) for before in passed):
            return False
        state.use(found)
        passed.append(seen_anew(state))
    return way[-1].dead


def test_of_the_way_to_a_contradiction_nothing_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hashicnf.parse(HARD).board
    assert isinstance(board, Board)
    position = SudokuPosition(board, RUNGS)
    while position.next():
        pass
    shown = list[Finding]()
    monkeypatch.setattr(SudokuPosition, "_step", lambda _, __, found, ___: shown.append(found))  # concludes nothing
    starts = []
    for one in position.open()[:40]:
        if position.refute(-one, 20):
            cell, number = divmod(one - 1, 9)
            starts.append(seen_anew(position._state))
            starts[-1].place(cell, number + 1)
            position.suppose(-one)
    assert len(shown) == 16
    for start, way in zip(starts, (found.within for found in shown), strict=True):
        assert leads(start, way)
        for place in range(len(way) - 1):
            assert not leads(start, (*way[:place], *way[place + 1 :]))


def test_each_line_under_a_supposition_is_true_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[tuple[State, Finding]]()
    step = SudokuPosition._step

    def recorded(position: SudokuPosition, technique: Technique, found: Finding, text: str) -> Step:
        if found.within:
            state = seen_anew(position._state)
            state.place(found.cells[0], found.numbers[0])
            shown.append((state, found))
        return step(position, technique, found, text)

    monkeypatch.setattr(SudokuPosition, "_step", recorded)
    with Walk(hashicnf.read(EXAMPLE)) as walk:
        assert len([*islice(walk.steps(), 40)]) == 40
    assert len(shown) > 5
    assert all(leads(state, found.within) for state, found in shown)


def test_a_single_is_applied_once() -> None:
    state = state_of([[0] * 4 for _ in range(4)], (2, 2))
    naked = Finding("1", "", (0,), place=(0, 1), reads=(0,))
    assert state.fill(naked) == [0, 1, 2, 3, 4, 5, 8, 12]
    assert state.fill(naked) == []
    assert state.fill(naked._replace(place=(0, 2))) == [0, 1, 2, 3, 4, 5, 8, 12]


def test_a_single_whose_reason_is_gone_gets_another_one() -> None:
    state = state_of([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]], (2, 2))
    state.drop(13, 0b0110)
    hidden = Finding("2", "", (7,), (1,), (1,), (7, 1), reads=(4, 5, 6, 7))
    dead = Finding("1", "none", (7,), reads=(7,), dead=True)
    assert shortened(state, (hidden, dead)) == (hidden, dead)
    state.drop(7, 0b1111)
    assert shortened(state, (hidden, dead)) == (dead,)


def test_all_rules_are_named_that_leave_one_possibility_together() -> None:
    board = Board(np.zeros((9, 9), dtype=np.int32), (3, 3))
    cells, rows = range(20, 50), range(0, 81, 3)
    rules = [Rule("cell", cell) for cell in cells] + [Rule(f"row{PLACE}", source) for source in rows]
    step = SudokuPosition(board, RUNGS).learn(1, [*rules, *(Rule(f"column{PLACE}", source) for source in rows)])
    assert step.cells == ((0, 0), *(divmod(cell, 9) for cell in cells))
    assert "more" not in step.sentence
    assert step.sentence.startswith("Taken together, the rules that a number stands at (3, 3), ")
    for cell in cells:
        assert f"({cell // 9 + 1}, {cell % 9 + 1})" in step.sentence
    for line in range(1, 10):
        assert f"row {line} has its 1, 4 and 7" in step.sentence
        assert f"column {line} has its 1, 4 and 7" in step.sentence


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[1]], "the drawing is of another size"),
        ([[1, 2, 3, 4], [0, 5, 0, 0], [0] * 4, [0] * 4], "the drawing has 5 at row 2, column 2"),
        ([[0] * 4, [0] * 4, [0] * 4, [0, 0, 0, -1]], "the drawing has -1 at row 4, column 4"),
    ],
)
def test_a_drawing_that_does_not_fit_the_board_is_refused(cells: list[list[int]], message: str) -> None:
    puzzle = hashicnf.parse("family: sudoku\n12..\n....\n....\n....\n")
    with pytest.raises(hashicnf.InputError, match=message):
        hashicnf.hint(puzzle, Grid(np.array(cells, dtype=np.int32)))
