"""The checkers of certificates by themselves: each rule by brute force, propagation by its definition, and arbitrary texts."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hashicnf
from hashicnf.proofs import check_certificate, check_plan
from hashicnf.proofs.check_certificate import Grid, Hashi, MalformedError, Place, Propagation, RefusedError, Sudoku
from tests.oracles import hashi, sudoku
from tests.portions import short_and_long
from tests.proofs import certifying
from tests.proofs.test_rup import Steps, plain, proof_of, random_clauses

MODULES = Path(check_certificate.__file__), Path(check_plan.__file__)
MOST_LINES = 400


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_checker_needs_python_alone_and_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [getattr(node, "module", None) or alias.name for node in imports for alias in node.names]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    assert len(text.splitlines()) <= MOST_LINES


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


def replayed(clauses: list[list[int]], steps: list[tuple[bool, list[int]]]) -> bool:
    known = Propagation()
    for clause in clauses:
        known.add(tuple(clause))
    for deletes, clause in steps:
        if known.refuted:
            break
        if deletes:
            known.delete(tuple(clause))
        elif not known.implies(tuple(clause)):
            return False
        else:
            known.add(tuple(clause))
    return known.refuted


def test_propagation_agrees_with_its_definition() -> None:
    """Proofs of solvers, complete and damaged; deletions can only make the checker refuse more."""
    rng = random.Random("propagation")
    right = wrong = 0
    while right < 36 or wrong < 36:
        clauses = random_clauses(rng, rng.randint(3, 25), 5)
        steps = proof_of(clauses, rng.choice(("glucose4", "cadical153", "lingeling"))) or [(False, [1]), (False, [])]
        if rng.random() < 0.7 and steps:
            at = rng.randrange(len(steps))
            literals = steps[at][1]
            changed = [-v if rng.random() < 0.3 else v for v in literals][: rng.randint(0, len(literals))]
            steps = [*steps[:at], (steps[at][0], changed), *steps[at + 1 :]]
        found = replayed(clauses, steps)
        without: Steps = [(deletes, clause) for deletes, clause in steps if not deletes]
        assert replayed(clauses, without) == plain(clauses, without)
        assert plain(clauses, without) or not found
        right, wrong = right + found, wrong + (not found)


def test_a_deletion_names_a_clause_in_any_order() -> None:
    known = Propagation()
    known.add((1, 9))
    known.add((-1, -2))
    for clause, lemma in (((9, 1), (1, 9)), ((-2, -1), (-1, -2))):
        assert known.implies(lemma)
        known.delete(clause)
        assert not known.implies(lemma)


def test_a_clause_that_comes_with_false_literals_is_propagated() -> None:
    known = Propagation()
    for clause in ((-1,), (1, 2, 3), (-3, 4), (-3, -4)):
        known.add(clause)
    assert known.implies((2,))


def test_one_of_two_open_literals_does_not_follow() -> None:
    known = Propagation()
    for clause in ((1, 2, 3, 4), (-2, 5), (-2, -5)):
        known.add(clause)
    assert not known.implies((1, 3))
    assert known.implies((1, 3, 4, 2))


def test_what_is_true_stays_true() -> None:
    known = Propagation()
    assert not known.implies((1,), [0, 1])
    known.add((1,))
    assert not known.implies((-1, 2))
    assert known.implies((1,))


def test_hints_are_advice() -> None:
    """Whether they name present, deleted or no clauses, a lemma follows with and without them."""
    rng = random.Random("advice")
    found = dict.fromkeys((False, True), 0)
    for _ in range(150):
        known = Propagation()
        clauses = random_clauses(rng, rng.randint(4, 12), 3)
        for clause in clauses:
            known.add(tuple(clause))
        for clause in rng.sample(clauses, 3):
            known.delete(tuple(clause))
        for clause in [] if known.refuted else random_clauses(rng, 12, 1):
            hints = [rng.randint(-2, len(clauses) + 2) for _ in range(rng.randint(0, 20))]
            follows = known.implies(tuple(clause))
            assert known.implies(tuple(clause), hints) == follows
            assert known.implies(tuple(clause)) == follows
            found[follows] += 1
    assert min(found.values()) > 50


def test_no_proof_refutes_what_has_a_model() -> None:
    rng = random.Random("lies")
    for _ in range(300):
        model = [rng.choice((-1, 1)) * v for v in range(1, 9)]
        clauses = [clause for clause in random_clauses(rng, 8, 4) if {*clause} & {*model}]
        steps = [(rng.random() < 0.2, clause) for clause in random_clauses(rng, 8, 2)]
        assert not replayed(clauses, [*steps, (False, [])])


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_the_search_of_a_checker_agrees_with_the_oracle(metric: str) -> None:
    rng = random.Random(metric)
    solved = 0
    for _ in range(25):
        puzzle = certifying.a_klotski(rng)
        text = "\n".join(puzzle.lines)
        lines = [(0, ""), *enumerate(text.split("\n"), 1)]
        _, rules = check_plan.read_puzzle(lines, {"metric": metric})
        shortest = certifying.shortest_of(puzzle, metric)
        assert rules.reaches(None) == (shortest is not None), text
        if shortest is not None:
            assert rules.reaches(int(shortest))
            assert not shortest or not rules.reaches(int(shortest) - 1)
            solved += 1
    assert solved > 5


def test_searches_of_tiles_agree_with_the_oracle() -> None:
    rng = random.Random("tiles")
    for _ in range(40):
        puzzle = certifying.some_tiles(rng)
        lines = [(0, ""), *enumerate(puzzle.lines, 1)]
        _, rules = check_plan.read_puzzle(lines, {})
        shortest = certifying.shortest_of(puzzle, "slides")
        assert rules.reaches(None) == (shortest is not None)
        if shortest:
            assert rules.reaches(int(shortest))
            assert not rules.reaches(int(shortest) - 1)


def test_a_search_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_plan, "MOST_BYTES", 100 * (check_plan.ENTRY + sys.getsizeof(bytes(9))))
    lines = [(0, ""), (1, "family: tiles"), (2, "647"), (3, "85."), (4, "321")]
    _, rules = check_plan.read_puzzle(lines, {})
    with pytest.raises(check_plan.TooLargeError, match="1, 'there are more than 100 positions"):
        rules.reaches(30)
    monkeypatch.setattr(check_plan, "MOST_BYTES", 6 * (check_plan.ENTRY + 8))
    assert check_plan.within(0, lambda position: [(position + 1) % 6], 8) == {*range(6)}
    with pytest.raises(check_plan.TooLargeError, match="more than 6 positions to search, of 8 bytes each"):
        check_plan.within(0, lambda position: [position + 1], 8)


@pytest.mark.parametrize(
    ("rows", "goal"),
    [(".AA...", "..AA.."), ("...AA.", "..AA.."), (".AA. .AA. .... ....", ".... .... .AA. .AA."), ("AA", "AA")],
)
def test_the_largest_piece_leaves_in_the_middle_of_the_bottom_row(rows: str, goal: str) -> None:
    lines = [(0, ""), *enumerate(["family: klotski", *rows.split()], 1)]
    _, rules = check_plan.read_puzzle(lines, {})
    assert isinstance(rules, check_plan.Klotski)
    assert rules.goal == rules.bits((r, c) for (r, c), cell in grid_of(goal).items() if cell == "A")


@pytest.mark.parametrize(("checker", "head"), [(check_certificate, "loops: no"), (check_plan, "family: tiles")])
def test_cells_are_separated_by_blanks_or_not(checker: Any, head: str) -> None:
    def read(*rows: str) -> Any:
        lines = [(0, ""), *enumerate([head, *rows], 1)]
        return vars(checker.read_puzzle(lines, *([{}] if checker is check_plan else []))[1])

    assert read("1 2", "3 .") == read("12", "3.")
    assert read("2,", "1,", ".,") == read("2", "1", ".")
    assert read(*(f"{n}," for n in range(1, 11)), ".,") != read(*(f"{n}," for n in range(2, 11)), "1,", ".,")
    for rows in (
        ("1 2", "3."),
        ("12", "3 ."),
        ("2,", "1x", ".,"),
        ("1é", "3."),
        ("A 2", "3 ."),
        (head, "12", "3."),
        ("12", "3.", "goal: x"),
    ):
        with pytest.raises(checker.MalformedError, match="expected a row of cells"):
            read(*rows)


def test_a_number_of_a_column_may_have_two_digits() -> None:
    _, rules = check_certificate.read_puzzle([(0, ""), (1, "12,")])
    assert isinstance(rules, Hashi)
    assert rules.clue == {(1, 1): 12}


def test_a_second_grid_is_the_goal_of_tiles() -> None:
    _, rules = check_plan.read_puzzle([*enumerate(["", "family: tiles", "12", "3.", "", "1.", "32"])], {})
    assert rules.goal == bytes([1, 0, 3, 2])


def test_tiles_are_bytes() -> None:
    for cells, is_read in ((256, True), (257, False)):
        row = " ".join(map(str, [*range(1, cells), "."]))
        lines = [*enumerate(["", "family: tiles", row])]
        with nullcontext() if is_read else pytest.raises(check_plan.MalformedError, match="a start"):
            check_plan.read_puzzle(lines, {})


@pytest.mark.parametrize(("metric", "side"), [("step", 7), ("step", 60), ("slide", 60), ("move", 60)])
def test_positions_of_a_search_take_no_more_memory_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, metric: str, side: int
) -> None:
    monkeypatch.setattr(check_plan, "MOST_BYTES", 1_000_000)
    rows = [
        "AA" + "." * (side - 2),
        "AA" + "BC" + "." * (side - 4),
        *["." * side] * (side - 3),
        "." * (side - 2) + "DE",
    ]
    lines = [(0, ""), *enumerate(["family: klotski", f"goal: A at {side - 2},0", *rows], 1)]
    _, rules = check_plan.read_puzzle(lines, {"metric": metric})
    tracemalloc.start()
    try:
        with pytest.raises(check_plan.TooLargeError, match="positions to search, of"):
            rules.reaches(None)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * check_plan.MOST_BYTES
    finally:
        tracemalloc.stop()


def test_a_check_can_be_ended_at_each_line() -> None:
    begun: list[int] = []
    check_certificate.check(SMALL, begun.append)
    assert begun == [9, 10, 11, 12, 13, 14, 16]


def test_a_long_check_of_a_plan_can_be_ended_at_each_step() -> None:
    class Ended(Exception):
        pass

    def look(left: list[None]) -> None:
        if not left:
            raise Ended
        left.pop()

    tall = "A\n" + ".\n" * 9
    there_and_back = "A down 9 up 9\n" * 9 + "A down 9\n"
    plan = f"hashicnf certificate 1\nclaim: optimal\nmetric: move\n[puzzle]\nfamily: klotski\n{tall}[solution]\n{there_and_back}"
    slides = PLANNED + "1 right\n1 left\n" * 50
    for text, steps in ((UNSOLVABLE, 100), (plan, 170), (slides, 99)):
        with pytest.raises(Ended):
            check_plan.check(text, partial(look, [None] * steps))


@pytest.mark.parametrize(
    ("head", "board", "place"),
    [
        ("metric: jump\n", "family: tiles\n1.\n", "3: the metric: expected slides"),
        ("metric: jump\n", "family: klotski\ngoal: A at 0,1\nA.\n", "3: the metric: expected step or slide or move"),
        ("metric: step\n", "family: klotski\ntitle: x\ngoal: B at 3,1\nA.\n", "7: goal: expected a piece and a place"),
        ("", "family: klotski\ngoal: A at 0,9\nA.\n", "5: the goal is not on the board"),
        ("", "title: x\nfamily: tiles\ngoal: up\n1.\n", "6: goal: expected blank-last or blank-first"),
        ("", "family: tiles\ntempo: quick\n1.\n", "5: unknown settings: tempo"),
        ("", "family: klotski\n..\n", "3: goal: expected a piece and a place"),
        ("", "family: klotski\nBB\nA.\nAA\n", "3: the cells of A are no rectangle with a letter"),
        ("", "family: klotski\nA1\n", "3: the cells of 1 are no rectangle with a letter"),
        ("", "family: klotski\nAB\n", "3: goal: expected a piece and a place"),
        ("", "family: klotski\nA.\n", "3: piece A cannot lie in the middle of the bottom row"),
        ("", "family: tiles\n2.\n", "3: expected a start, and perhaps a goal"),
        ("", "family: tiles\n1.\n\n2.\n", "3: expected a start, and perhaps a goal"),
        ("", "family: tiles\n1.\n\n1.\n\n1.\n", "3: expected a start, and perhaps a goal"),
    ],
)
def test_wrong_settings_of_a_plan_are_named_where_they_stand(head: str, board: str, place: str) -> None:
    with pytest.raises(check_plan.MalformedError) as problem:
        check_plan.check(f"hashicnf certificate 1\nclaim: unsolvable\n{head}[puzzle]\n{board}")
    line, message = problem.value.args
    assert f"{line}: {message}".startswith(place)


SMALL = """hashicnf certificate 1
claim: unsolvable
[puzzle]
22.
2.1
.1.
[formula]
p cnf 8 3
c crossing 2 2
-7 -5 0
c island 2 3
7 0
c island 3 2
5 0
[proof]
0
"""


UNSOLVABLE = "hashicnf certificate 1\nclaim: unsolvable\n[puzzle]\nfamily: tiles\n231\n45.\n"
PLANNED = "hashicnf certificate 1\nclaim: optimal\n[puzzle]\nfamily: tiles\n1.\n[solution]\n"


@pytest.mark.parametrize(("path", "text"), [*zip(MODULES, (SMALL, PLANNED), strict=True)], ids=["certificate", "plan"])
def test_a_checker_is_a_program(path: Path, text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.cert"
    file.write_text(text)
    done = subprocess.run([sys.executable, "-I", path, file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.partition(":")[0], done.stderr) == (0, "verified", "")


def test_a_checker_ends_with_the_code_of_its_outcome(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.cert"

    def ran(*words: str, module: ModuleType = check_certificate) -> tuple[int, str]:
        return module.main([*words]), capsys.readouterr().out

    file.write_text(SMALL, encoding="utf-8-sig")
    assert ran(str(file)) == (0, "verified: no solution (hashi; clauses: 3, lemmas: 0)\n")
    file.write_text(SMALL.replace("7 0\n", "6 0\n", 1))
    assert ran(str(file)) == (1, f"{file}:12: the clause does not follow from its reason, island 2 3\n")
    file.write_text(SMALL.replace("p cnf", "p dnf"))
    assert ran(str(file)) == (65, f"{file}:8: expected 'p cnf 8 3'\n")
    file.write_bytes(b"\xff")
    code, output = ran(str(file))
    assert (code, "a.cert: cannot be read: " in output) == (65, True)
    assert ran() == ran("--help") == (2, "usage: python check_certificate.py FILE\n")
    file.write_text(SMALL)
    assert ran(str(file), module=check_plan)[0] == 65
    file.write_text(PLANNED, encoding="utf-8-sig")
    assert ran(str(file), module=check_plan)[0] == 0
    assert ran(str(file))[0] == 65
    file.write_text(PLANNED.replace("1.", ".1"))
    assert ran(str(file), module=check_plan) == (1, f"{file}:6: the plan does not end in the goal\n")
    code, output = ran(str(tmp_path / "none.cert"), module=check_plan)
    assert (code, "none.cert: cannot be read: " in output) == (65, True)
    assert ran(module=check_plan) == (2, "usage: python check_plan.py FILE\n")
    assert ran("--help", module=check_plan)[0] == 2
    monkeypatch.setattr(check_plan, "MOST_BYTES", 1)
    file.write_text(UNSOLVABLE)
    code, output = ran(str(file), module=check_plan)
    assert (code, output.partition(" positions")[0]) == (30, f"{file}:1: there are more than 1")


WRONG = {
    "claim: unsolvable": ("claim: none", 1),
    "certificate 1": ("certificate 2", 1),
    "hashicnf certificate 1\nclaim: unsolvable\n": ("", 1),
    "[puzzle]": ("[puzzles]", 16),
    "[formula]": ("[proof]", 15),
    "22.\n": ("22\n", 5),
    "2.1\n": ("2x1\n", 5),
    "22.\n2.1\n.1.\n": ("", 3),
    "[puzzle]\n": ("[puzzle]\nfamily: kakuro\n", 3),
    "[puzzle]\n2": ("[puzzle]\nloops: perhaps\n2", 3),
    "[puzzle]\n22": ("[puzzle]\nmax-bridges: 2\nloops: perhaps\n22", 3),
    "[puzzle]\n22.": ("[puzzle]\nloops: no\nloops: no\n22.", 5),
    ".1.\n": (".1.\nloops: yes\n", 7),
    "p cnf 8 3": ("p cnf 8 4", 8),
    "-7 -5 0": ("-7 -5", 10),
    "7 0\nc": ("9 0\nc", 12),
    "-7 -5": ("1 9", 10),
    "-5 0": ("0 0", 10),
    "c island 3 2\n": ("c island 3 2\n\n", 14),
    "c island 2 3": ("c island 2 x", 12),
    "[proof]\n0\n": ("[proof]\n1 0 2\n", 16),
}


@pytest.mark.parametrize("part", WRONG)
def test_what_is_no_certificate_is_named(part: str) -> None:
    assert part in SMALL
    instead, line = WRONG[part]
    with pytest.raises(MalformedError) as problem:
        check_certificate.check(SMALL.replace(part, instead, 1))
    assert problem.value.args[0] == line


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("c crossing 2 2\n", ""),
        ("c crossing 2 2", "c crossing 1 1"),
        ("c crossing 2 2", "c island 2 2"),
        ("c island 2 3", "c solution"),
        ("c island 2 3", "c set 1 1, 1 2, 2 1, 2 3, 3 2"),
        ("c island 2 3", "c spanning 2 2"),
        ("c island 2 3", "c sum 2 3, 2 2"),
        ("c island 2 3", "c crossing"),
        ("c island 3 2", "c set 2 3, 2 2"),
        ("c island 3 2", "c set"),
    ],
)
def test_clauses_that_do_not_follow_are_refused(part: str, instead: str) -> None:
    assert part in SMALL
    reason = instead.removeprefix("c ") or "none"
    with pytest.raises(RefusedError, match=f"the clause does not follow from its reason, {reason}'"):
        check_certificate.check(SMALL.replace(part, instead, 1))


APART = """hashicnf certificate 1
claim: unsolvable
[puzzle]
1.1
...
1.1
[formula]
p cnf 4 6
c island 1 1
-1 -2 0
c island 3 1
4 2 0
-4 -2 0
c island 3 3
-4 -3 0
c set 1 1, 3 1
1 4 0
c set 1 1, 1 3
2 3 0
[proof]
-4 0
0
"""


def test_the_solution_of_a_certificate_is_checked() -> None:
    rest = "[solution]\n1 1 1 3 1\n[formula]\np cnf 1 2\nc solution\n-1 0\nc island 1 1\n1 0\n[proof]\n"
    text = f"{check_certificate.MAGIC}\nclaim: unique\n[puzzle]\n1.1\n{rest}"
    assert check_certificate.check(text) == "one solution and no other (hashi; clauses: 2, lemmas: 0)"
    with pytest.raises(RefusedError, match="row 1, column 1 has 0 bridges"):
        check_certificate.check(text.replace("1 1 1 3 1\n", ""))


def test_clauses_may_come_after_a_contradiction() -> None:
    text = SMALL.replace("p cnf 8 3", "p cnf 8 4").replace("[proof]\n0\n", "c island 2 3\n7 0\n[proof]\n0\n")
    assert check_certificate.check(text) == "no solution (hashi; clauses: 4, lemmas: 0)"
    for row, variables in (("33", 2), ("1", 0)):
        formula = f"[formula]\np cnf {variables} 1\nc island 1 1\n0\n[proof]\n"
        text = f"{check_certificate.MAGIC}\nclaim: unsolvable\n[puzzle]\n{row}\n{formula}"
        assert check_certificate.check(text) == "no solution (hashi; clauses: 1, lemmas: 0)"


@pytest.mark.parametrize(
    ("proof", "line"),
    [
        ("", 20),
        ("0\n", 21),
        ("d 4 2 0\n-4 0\n0\n", 23),
        ("5 0\n0\n", 21),
        ("c 1 2 3 4 5 6\n5 0\n0\n", 22),
        ("1 -1 0\n", 21),
    ],
)
def test_proofs_that_prove_nothing_are_refused(proof: str, line: int) -> None:
    assert check_certificate.check(APART) == "no solution (hashi; clauses: 6, lemmas: 1)"
    assert check_certificate.check(APART.replace("-4 0", "c 5 4 99\n-4 0")) == check_certificate.check(APART)
    with pytest.raises(MalformedError, match="expected integers"):
        check_certificate.check(APART.replace("-4 0", "c 5 four\n-4 0"))
    with pytest.raises(RefusedError) as problem:
        check_certificate.check(APART.replace("-4 0\n0\n", proof))
    assert problem.value.args[0] == line


@pytest.mark.parametrize("checker", [check_certificate, check_plan])
def test_a_second_puzzle_takes_the_place_of_none(checker: Any) -> None:
    text = SMALL if checker is check_certificate else PLANNED
    with pytest.raises(checker.MalformedError, match=r"[45], 'a second section \[puzzle\]'"):
        checker.check(text.replace("[puzzle]\n", "[puzzle]\n11\n[puzzle]\n"))


def test_a_puzzle_with_a_plan_is_not_unsolvable() -> None:
    text = PLANNED.replace("optimal", "unsolvable").removesuffix("[solution]\n")
    with pytest.raises(check_plan.RefusedError, match=r"\(1, 'there is a plan'\)"):
        check_plan.check(text)
    odd = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 ."  # too large for a search
    assert check_plan.check(text.replace("1.", odd)) == "no plan (tiles)"
    upright = PLANNED.replace("1.", ".\n1")
    assert check_plan.check(upright + "1 up\n").startswith("no plan has fewer steps than this one of 1 ")
    with pytest.raises(check_plan.RefusedError, match="'1 down' is no slide of a tile into the blank"):
        check_plan.check(upright + "1 down\n")
    turn = "metric: move\n[puzzle]\nfamily: klotski\ngoal: A at 0,0\nA.\n[solution]\nA right 1 left 1\n"
    with pytest.raises(check_plan.RefusedError, match=r"\(9, 'there is a plan with fewer steps'\)"):
        check_plan.check(f"{check_plan.MAGIC}\nclaim: optimal\n{turn}")
    plan = PLANNED.replace("1.", "title: x\n.1") + "1 left\n"
    assert check_plan.check(plan) == "no plan has fewer steps than this one of 1 (tiles, metric slides)"


def test_what_is_no_certificate_of_a_plan_is_named() -> None:
    with pytest.raises(check_plan.MalformedError, match=r"\(1, .*solutions: "):
        check_plan.check("[puzzle]\nfamily: tiles\n1.\n")
    for part, other in (("certificate 1", "certificate 2"), ("optimal", "best"), ("claim", "claims")):
        with pytest.raises(check_plan.MalformedError, match="solutions: "):
            check_plan.check(PLANNED.replace(part, other, 1))
    with pytest.raises(check_plan.MalformedError, match=r"\(3, 'expected a row of cells"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: tiles"), (3, ",")], {})
    with pytest.raises(check_plan.MalformedError, match="expected a row of cells"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: tiles"), (3, "1 ."), (4, ""), (5, "1.")], {})
    with pytest.raises(check_plan.MalformedError, match=r"\(5, 'expected the sections puzzle, solution"):
        check_plan.check(PLANNED.replace("[solution]\n", ""))
    with pytest.raises(check_plan.MalformedError, match="expected one grid"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: klotski"), (3, "A."), (4, ""), (5, "A.")], {})
    with pytest.raises(check_plan.MalformedError, match=r"\(1, 'expected a puzzle of the families"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: klotski"), (3, "goal: A at 1,2"), (4, "A."), (5, ".")], {})


@pytest.mark.parametrize(
    ("board", "moves", "fault"),
    [
        ("family: tiles\n.1\n", "", "the plan does not end in the goal"),
        ("family: tiles\n.1\n", "1 left\n1 right\n", "the plan does not end in the goal"),
        ("family: tiles\n1.\n", "1 right\n1 left\n", "there is a plan with fewer steps"),
        ("family: tiles\n1.\n", "1 left\n", "is no slide of a tile into the blank"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "", "the plan does not end in the goal"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A right 1\nA left 1\n", "the plan does not end in the goal"),
        (
            "family: klotski\ngoal: A at 0,1\nA.\n",
            "A right 1\nA left 1\nA right 1\n",
            "there is a plan with fewer steps",
        ),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A right 2\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A sideways 1\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "B right 1\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.B\n", "A right 1\nA right 1\n", "there is no room"),
    ],
)
def test_plans_that_are_wrong_or_too_long_are_refused(board: str, moves: str, fault: str) -> None:
    text = f"hashicnf certificate 1\nclaim: optimal\n[puzzle]\n{board}[solution]\n{moves}"
    with pytest.raises(check_plan.RefusedError, match=fault) as problem:
        check_plan.check(text)
    assert problem.value.args[0] == text.count("\n")


HEADS = (
    "",
    "title: x",
    "title: x\rmax-bridges: 3",
    "max-bridges: 3",
    "loops: no",
    "goal: blank-first",
    "title: 3\x0b12",
)
FAMILY_LINES = ("", "family: hashi", "family: tiles", "family: klotski", "family:sudoku", "Family: tiles")
CELLS = {"hashi": "1123.0?", "tiles": "12345.0", "klotski": "AABB.C", "sudoku": "1234.0?"}
BLANKS = ("", "", "", " ", "  ", ", ", ",", "\t", "\xa0", "\x0c")


def random_puzzle(rng: random.Random) -> str:
    """Return rows as people and forgers might write them: any blanks, rows of several lengths, all kinds of line ends."""
    family = rng.choice(FAMILY_LINES)
    cells = CELLS.get(family.partition(":")[2].strip() or "hashi", "12.")
    lines = [line for line in (family, rng.choice(HEADS)) if line]
    blank, rows, columns = rng.choice(BLANKS), rng.randint(1, 4), rng.randint(1, 4)
    for _ in range(rows):
        row = blank.join(rng.choices(cells, k=columns if rng.random() < 0.9 else rng.randint(0, 5)))
        lines.append(row if rng.random() < 0.8 else rng.choice(BLANKS) + row + rng.choice(BLANKS))
    return "".join(line + ("\r" if rng.random() < 0.03 else "\n") for line in lines)


def test_checkers_read_a_puzzle_as_hashicnf_does_or_refuse_it() -> None:
    rng, taken = random.Random(5), 0
    for _ in range(4000):
        text = random_puzzle(rng)
        for checker in (check_certificate, check_plan):

            def read(text: str, checker: Any = checker) -> Any:
                claim = f"{checker.MAGIC}\nclaim: unsolvable\n[puzzle]\n"
                rest = "[formula]\n[proof]\n" if checker is check_certificate else ""
                sections = checker.split(claim + text + rest)[1]
                return checker.read_puzzle(sections["puzzle"], *([{}] if checker is check_plan else []))

            try:
                family, rules = read(text)
            except (check_certificate.MalformedError, check_plan.MalformedError):
                continue
            taken += 1
            puzzle = hashicnf.parse(text, format="native")
            assert family == puzzle.family, text
            assert vars(rules) == vars(read("\n".join(puzzle.lines) + "\n")[1]), text
    assert taken > 300


def test_a_title_hides_no_setting() -> None:
    board = "title: x\rmax-bridges: 3\n33\n"
    text = f"hashicnf certificate 1\nclaim: unsolvable\n[puzzle]\n{board}[formula]\np cnf VARIABLES 1\nc island 1 1\n0\n[proof]\n"
    for variables in ("2", "3"):
        with pytest.raises((MalformedError, RefusedError)):
            check_certificate.check(text.replace("VARIABLES", variables))
