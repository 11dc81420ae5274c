"""The rules of puzzles in the checker of certificates: the clauses that follow from them, and the solutions that keep them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from hashicnf.proofs.check_certificate import Grid, Hashi, MalformedError, Place, RefusedError, Sudoku
from tests.oracles import hashi, sudoku
from tests.portions import short_and_long


def rules_of(grid: hashi.Grid, most: int, *, loops: bool) -> Hashi:
    cells: Grid = {
        (r, c): "?" if cell < 0 else str(cell) for r, row in enumerate(grid, 1) for c, cell in enumerate(row, 1)
    }
    return Hashi({"max-bridges": str(most), "loops": "yes" if loops else "no"}, cells)


def keeps(grid: hashi.Grid, loads: tuple[int, ...], rule: str, places: list[Place], *, loops: bool) -> bool:
    """Return whether loads keep one rule, by the definition; a sum is kept with the clues, whatever its weights."""
    islands, edges = hashi.islands(grid), hashi.pairs(grid)
    at = [(r - 1, c - 1) for r, c, *_ in places]
    chosen = [pair for load, pair in zip(loads, edges, strict=True) if load]
    if rule in ("island", "sum", "spanning"):
        for r, c in islands if rule == "spanning" else at:
            total = sum(load for load, pair in zip(loads, edges, strict=True) if islands.index((r, c)) in pair)
            if total != grid[r][c] and not grid[r][c] < 0 < total:
                return False
        return rule != "spanning" or len(hashi.reached(len(islands), chosen, 0)) == len(islands)
    if rule == "crossing":
        return not any(
            loads[a] and loads[b] and meeting(islands, edges[a], edges[b]) == at[0] for a, b in hashi.crosses(grid)
        )
    if rule == "pair":
        return True
    if rule == "set":
        inside = {islands.index(place) for place in at}
        return any(len(inside & {*pair}) == 1 for pair in chosen)
    return loops or len(chosen) < 3 or not has_loop(len(islands), chosen)


def meeting(islands: list[tuple[int, int]], one: hashi.Pair, other: hashi.Pair) -> tuple[int, int]:
    """Return the cell where a horizontal and a vertical pair cross, in either order."""
    across, down = (one, other) if islands[one[0]][0] == islands[one[1]][0] else (other, one)
    return islands[across[0]][0], islands[down[0]][1]


def has_loop(n: int, chosen: list[hashi.Pair]) -> bool:
    return (
        sum(1 for pair in chosen if pair[1] in hashi.reached(n, [other for other in chosen if other != pair], pair[0]))
        > 0
    )


def is_true(loads: tuple[int, ...], most: int, literal: int) -> bool:
    pair, below = divmod(abs(literal) - 1, most)
    return (loads[pair] > below) == (literal > 0)


def reasons(rng: random.Random, grid: hashi.Grid) -> Iterator[tuple[str, list[Place]]]:
    islands = [(r + 1, c + 1) for r, c in hashi.islands(grid)]
    yield "pair", []
    yield "island", [rng.choice(islands)]
    yield "sum", [(*at, rng.randint(-2, 2)) for at in rng.sample(islands, rng.randint(1, len(islands)))]
    yield "sum", [(*at, 1) for at in islands]
    yield "spanning", []
    yield "spanning", rng.sample(islands, rng.randint(1, max(1, len(islands) // 2)))
    yield "set", rng.sample(islands, rng.randint(1, max(1, len(islands) - 1)))
    yield "crossing", [(rng.randint(1, len(grid)), rng.randint(1, len(grid[0])))]
    yield "loop", rng.sample(islands, rng.randint(1, len(islands)))


@pytest.mark.parametrize("boards", short_and_long(25, 60))
def test_no_clause_of_a_board_is_taken_that_its_rule_does_not_imply(boards: int) -> None:
    """And no clause that a pair or the rule of an island implies is refused."""
    rng = random.Random("every rule")
    taken = dict.fromkeys(("pair", "island", "sum", "spanning", "set", "crossing", "loop"), 0)
    for _ in range(boards):
        most, loops = rng.randint(1, 2), rng.random() < 0.5
        grid = hashi.planted(rng, rng.randint(2, 4), rng.randint(2, 4), rng.randint(2, 5), most, largest=5)
        if rng.random() < 0.3:
            r, c = rng.choice(hashi.islands(grid))
            grid[r][c] = max(1, grid[r][c] + rng.choice((-1, 1)))
        grid = rng.choice((grid, hashi.drawn(".2. 2.2 .2."), hashi.drawn("22 22"), hashi.drawn("1111 1..1")))
        rules, pairs = rules_of(grid, most, loops=loops), hashi.pairs(grid)
        most = rules.most
        every = [*product(range(most + 1), repeat=len(pairs))]
        for _ in range(25):
            width = rng.randint(0, min(4, rules.variables))
            signs = rng.choice(((-1, 1, 1), (-1,)))
            clause = tuple(rng.choice(signs) * v for v in rng.sample(range(1, rules.variables + 1), width))
            for rule, places in reasons(rng, grid):
                one = [loads for loads in every if not any(is_true(loads, most, literal) for literal in clause)]
                implied = not any(keeps(grid, loads, rule, places, loops=loops) for loads in one)
                if not rules.allows(rule, places, clause):
                    assert implied, (grid, rule, places, clause)
                    taken[rule] += 1
                elif rule == "pair":
                    assert one
                elif rule == "island":
                    assert not implied or not one
            assert rules.allows("sets", [(1, 1)], clause)
            assert rules.allows("solution", [], clause)
    assert min(taken.values()) > 0, taken


def test_clauses_of_a_sudoku_hold_in_every_grid() -> None:
    """Grids that keep all rules, and grids that keep one rule, are tried."""
    rng = random.Random("grids")
    cells: Grid = {(r, c): "." for r in range(1, 5) for c in range(1, 5)}
    cells[1, 2], cells[3, 3] = "2", "4"
    givens = [[int(cells[r, c]) if cells[r, c] != "." else 0 for c in range(1, 5)] for r in range(1, 5)]
    rules = Sudoku({}, dict(cells))
    grids = [[k for row in rows for k in row] for rows in sudoku.solutions(givens, (2, 2))]
    taken = 0
    for _ in range(40_000):
        rule, places = rng.choice((("cell", 2), ("row", 1), ("column", 1), ("box", 1), ("given", 2)))
        place = tuple(rng.randint(1, 4) for _ in range(places))
        if rng.random() < 0.5:
            clause = tuple(-rng.randint(1, 64) for _ in range(2))
        else:
            first, step = rng.choice(((rng.randint(1, 61), 1), (rng.randint(1, 16), 16), (rng.randint(1, 52), 4)))
            clause = tuple(first + n * step for n in range(4))
        if not rules.allows(rule, [place], clause):
            taken += 1
            assert all(
                any((grid[(abs(v) - 1) // 4] == (abs(v) - 1) % 4 + 1) == (v > 0) for v in clause) for grid in grids
            )
    assert taken > 300
    assert rules.allows("given", [(1, 2)], (5,))
    assert not rules.allows("given", [(1, 2)], (6,))
    assert rules.allows("diagonal", [(1,)], (-1, -21))
    assert rules.allows("cell", [(1, 1)], (1, -2))
    assert rules.allows("row", [], (-1, -2))
    assert not rules.allows("row", [(1,)], (-1, -5, -10))
    assert not rules.allows("cell", [(1, 1)], (-1, -2))
    assert not rules.allows("cell", [(1, 1)], (1, 2, 3, 4))
    assert rules.variables == 64


def grid_of(rows: str) -> Grid:
    return {(r, c): cell for r, row in enumerate(rows.split(), 1) for c, cell in enumerate(row, 1)}


def test_a_loop_is_a_reason_only_where_loops_are_forbidden() -> None:
    ring, clause = [(1, 1), (1, 2), (2, 2), (2, 1)], (-1, -3, -5, -7)  # at least one bridge on each side
    assert not Hashi({"loops": "no"}, grid_of("22 22")).allows("loop", [*ring], clause)
    assert Hashi({"loops": "no"}, grid_of("22 22")).allows("loop", [*ring], clause[1:])
    assert Hashi({"loops": "yes"}, grid_of("22 22")).allows("loop", [*ring], clause)
    assert Hashi({"loops": "no"}, grid_of("22 22")).allows("loops", [*ring], clause)


def test_a_bridge_inside_a_set_counts_at_both_ends() -> None:
    assert Hashi({}, grid_of("132")).allows("spanning", [(1, 1), (1, 2), (1, 3)], (-1, 2))  # one on the left
    assert not Hashi({}, grid_of("132")).allows("spanning", [(1, 1), (1, 2), (1, 3)], (-1, 2, -3, 4))


def test_islands_are_connected_by_any_bridges_in_any_order() -> None:
    rng, rules = random.Random("components"), Hashi({}, grid_of("11111111"))
    for _ in range(50):
        used = [(*rng.sample([*rules.clue], 2),) for _ in range(rng.randint(0, 9))]
        left = {frozenset([place]) for place in rules.clue}
        for pair in used:
            joined = {group for group in left if group & {*pair}}
            left = (left - joined) | {frozenset().union(*joined)}
        assert rules.components([*used]) == len(left)


def test_fixed_bridges_leave_a_sum_even() -> None:
    """Twice the bridges of the middle and those on the right are 6, of which 3 are one bridge between them."""
    assert not Hashi({}, grid_of("122")).allows("sum", [(1, 2, 2), (1, 3, 1)], (-3, 4))
    assert Hashi({}, grid_of("122")).allows("sum", [(1, 2, 2), (1, 3, 1)], (-3,))


def test_an_island_alone_is_a_set() -> None:
    assert not Hashi({}, grid_of("111")).allows("set", [(1, 1)], (1,))
    assert Hashi({}, grid_of("111")).allows("set", [(1, 1)], (2,))


def test_an_unknown_clue_is_no_bound_of_bridges() -> None:
    assert Hashi({}, grid_of("?.1")).most == 2
    assert Hashi({"max-bridges": "4"}, grid_of("3.1")).most == 3
    assert Hashi({}, grid_of(".?. ??? .?.")).allows("island", [(2, 2)], (-2, -4, -6, -8))  # eight bridges


def test_only_the_solution_may_be_excluded_as_one() -> None:
    rules = Hashi({}, grid_of("232 2.2 232"))
    ring = ["1 1 1 2", "1 2 1 3", "1 1 2 1", "2 1 3 1", "1 3 2 3", "2 3 3 3", "3 1 3 2", "3 2 3 3"]
    rules.solve([*enumerate(["[solution]", *(f"{pair} 1" for pair in (*ring, "1 2 3 2"))], 8)])
    assert rules.loads is not None
    exact = [(-1 - 2 * pair, 2 + 2 * pair) if load else (1 + 2 * pair,) for pair, load in rules.loads.items()]
    assert not rules.allows("solution", [], tuple(v for literals in exact for v in literals))
    assert rules.allows("solution", [], tuple(v for literals in exact[1:] for v in literals))


def test_only_the_solved_sudoku_may_be_excluded() -> None:
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    rules = Sudoku({}, grid_of("1... .... .... ...."))
    exact = tuple(-4 * cell - int(number) for cell, number in enumerate(" ".join(rows).split()))
    assert rules.allows("solution", [], exact)
    rules.solve([*enumerate(["[solution]", *rows], 8)])
    assert not rules.allows("solution", [], exact)
    assert rules.allows("solution", [], exact[1:])


@pytest.mark.parametrize(
    ("rows", "bridges", "fault"),
    [
        ("..1. 1..1 ..1.", "1 3 3 3 1, 2 1 2 4 1", "bridges cross at row 2, column 3"),
        ("1.1 ... 1.1", "1 1 1 3 1, 3 1 3 3 1", "the bridges do not connect all islands'"),
        ("2.2 ... 2.2", "1 1 1 3 1, 3 1 3 3 1, 1 1 3 1 1, 1 3 3 3 1", "as a tree"),
        (".1.2", "1 2 1 4 1", "row 1, column 4 has 1 bridges"),
        ("?.1", "", "row 1, column 1 has 0 bridges"),
        ("3.3", "1 1 1 3 1, 1 1 1 3 2", "1 1 1 3 2: not 1 to 2 bridges"),
        ("3.3", "1 1 1 3 3", "1 1 1 3 3: not 1 to 2 bridges"),
        ("3.3", "1 1 1 3 0", "1 1 1 3 0: not 1 to 2 bridges"),
        ("111", "1 1 1 3 1", "islands that see each other"),
    ],
)
def test_bridges_that_break_a_rule_are_refused(rows: str, bridges: str, fault: str) -> None:
    rules = Hashi({"loops": "no" if "tree" in fault else "yes"}, grid_of(rows))
    lines = [*enumerate(["[solution]", *filter(None, bridges.split(", "))], 8)]
    with pytest.raises(RefusedError, match=fault) as problem:
        rules.solve(lines)
    assert problem.value.args[0] == lines[-1][0]
    assert rules.loads is None


def test_bridges_are_lines_of_five_numbers() -> None:
    for text in ("1 1 1 3", "1 1 1 3 1 1"):
        with pytest.raises(MalformedError, match="expected 5 integers"):
            Hashi({}, grid_of("1.1")).solve([(8, "[solution]"), (9, text)])


def test_bridges_that_keep_all_rules_are_taken() -> None:
    for rows, bridges in (("1.1", ["1 1 1 3 1"]), ("?2?", ["1 1 1 2 1", "1 2 1 3 1"]), (".", [])):
        for loops in ("yes", "no"):
            Hashi({"loops": loops}, grid_of(rows)).solve([*enumerate(["[solution]", *bridges], 8)])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("1234 3412 2143 4321", "diagonal 1"),
        ("1234 2341 3412 4123", "box 1"),
        ("1234 3412 1234 3412", "column 1"),
        ("1134 3412 2143 4321", "row 1"),
        ("1234 3412 2143", "rows do not fill the grid"),
        ("1243 3412 2134 4321", "change a given number"),
    ],
)
def test_each_unit_of_a_solved_sudoku_holds_every_number(rows: str, fault: str) -> None:
    cells = grid_of("1.3. .... .... ....")
    lines = [*enumerate(["[solution]", *(" ".join(row) for row in rows.split())], 8)]
    rules = Sudoku({"diagonals": "yes"} if "diagonal" in fault else {}, cells)
    with pytest.raises(RefusedError, match=fault) as problem:
        rules.solve(lines)
    assert problem.value.args[0] == lines[-1][0]
    assert rules.filled is None
    Sudoku({}, cells).solve([(8, "[solution]"), (9, "1 2 3 4"), (10, "3 4 1 2"), (11, "2 1 4 3"), (12, "4 3 2 1")])


def test_two_diagonals_share_the_middle_cell() -> None:
    units = Sudoku({"diagonals": "yes"}, dict.fromkeys(product(range(1, 10), repeat=2), ".")).units
    assert units["diagonal", 1] & units["diagonal", 2] == {(5, 5)}
    assert {len(unit) for unit in units.values()} == {9}


def test_a_sudoku_is_a_square_of_boxes() -> None:
    for rows in ("12345 54321 ..... ..... .....", "123 231 312", "5... 1... .... ...."):
        with pytest.raises(MalformedError, match=r"\(3, 'this is no square of such boxes, or a number is too large'\)"):
            Sudoku({"boxes": "2x2"} if "." in rows else {}, grid_of(rows))


def test_boxes_are_counted_in_reading_order() -> None:
    for tall, wide in ((2, 3), (3, 6)):
        side = tall * wide
        units = Sudoku({}, dict.fromkeys(product(range(1, side + 1), repeat=2), ".")).units
        assert units["box", tall + 2] == {*product(range(tall + 1, 2 * tall + 1), range(wide + 1, 2 * wide + 1))}
