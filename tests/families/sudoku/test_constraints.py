"""The formula: sizes of the textbook models, redundant constraints, every encoding, and witnesses for every rule."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Batch, Cardinality, Exclusive, Implies
from hashicnf.passes.exclusive import EXCLUSIVE
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected, satisfiable
from tests.families.sudoku.boards import EASY, INKALA, SEVENTEEN, SOLVED, board_of, empty, grid_of, puzzle, solution
from tests.oracles import sudoku

UNITS = ("row", "column", "box")


def clauses_of(batch: Batch) -> int:
    """Return the number of clauses of a batch: one per pair for "at most one", one for "at least one"."""
    if isinstance(batch, Exclusive):
        return len(batch.lits) * comb(batch.lits.shape[1], 2)
    assert isinstance(batch, Cardinality | Implies)
    return len(batch.source)


@pytest.mark.parametrize(
    ("side", "variables", "minimal", "extended"),
    [
        (9, 729, 8_829, 11_988),
        (16, 4_096, 92_416, 123_904),
        (25, 15_625, 563_125, 752_500),
        (36, 46_656, 2_450_736, 3_271_104),
    ],
)
def test_the_models_have_the_sizes_of_the_textbook(side: int, variables: int, minimal: int, extended: int) -> None:
    """Textbooks count pairs of cells that share two units twice; the formula has each clause once."""
    stated = state(empty(side))
    assert stated.problem.count == variables == side**3
    assert sum(clauses_of(batch) for batch in stated.batches) == extended
    assert sum(clauses_of(batch) for batch in stated.batches if not batch.redundant) == minimal
    each = comb(side, 2)
    assert minimal == side**2 + 3 * side**2 * each
    assert extended == minimal + side**2 * each + 3 * side**2


@pytest.mark.parametrize(("side", "root"), [(9, 3), (16, 4)])
def test_no_clause_is_written_twice(side: int, root: int) -> None:
    shared = side**2 * 2 * root * comb(root, 2)  # pairs of a box in one row or one column, for each number
    for redundant, size in ((False, 0), (True, side**2 * comb(side, 2) + 3 * side**2)):
        compiled = compile_puzzle(empty(side), Encodings(redundant=redundant))
        wanted = side**2 + 3 * side**2 * comb(side, 2) - shared + size
        assert compiled.formula.clause_count == wanted


@pytest.mark.parametrize(
    ("side", "name", "variables", "clauses"),
    [(25, "binary", 28_125, 315_000), (25, "ladder", 75_625, 180_000), (36, "ladder", 228_096, 544_320)],
)
def test_encodings_with_auxiliaries_have_their_sizes(side: int, name: str, variables: int, clauses: int) -> None:
    compiled = compile_puzzle(empty(side), Encodings(at_most_one=name))
    assert (compiled.variables.count, compiled.formula.clause_count) == (variables, clauses)


def test_the_empty_board_of_side_4_has_288_solutions() -> None:
    blank = empty(4)
    for redundant in (True, False):
        compiled = compile_puzzle(blank, Encodings(redundant=redundant))
        assert len(projected(compiled.formula.blocks, range(1, 65))) == 288
    assert sum(1 for _ in sudoku.solutions([[0] * 4] * 4, (2, 2))) == 288


@pytest.mark.parametrize("line", [EASY, INKALA, SEVENTEEN])
@pytest.mark.parametrize("simplify", [True, False])
def test_hard_boards_have_one_solution(line: str, simplify: bool) -> None:
    compiled = compile_puzzle(puzzle(line), Encodings(simplify=simplify))
    assert len(projected(compiled.formula.blocks, range(1, 730))) == 1


def test_the_solution_is_the_known_one() -> None:
    assert solution(hashicnf.solve(puzzle(EASY))) == grid_of(SOLVED)


@pytest.mark.parametrize("name", EXCLUSIVE.names())
@pytest.mark.parametrize("line", [EASY, INKALA])
def test_every_encoding_of_at_most_one_gives_the_same_solution(line: str, name: str) -> None:
    wanted = solution(hashicnf.solve(puzzle(line)))
    for options in ({}, {"simplify": False}, {"redundant": False}):
        assert solution(hashicnf.solve(puzzle(line), at_most_one=name, **options)) == wanted  # type: ignore[arg-type]


def test_the_minimal_model_is_what_is_left_without_redundant_constraints() -> None:
    for simplify in (True, False):
        one = compile_puzzle(puzzle(EASY), Encodings(redundant=False, simplify=simplify))
        other = compile_puzzle(puzzle(EASY), Encodings(options={"model": "minimal"}, simplify=simplify))
        assert [*one.clauses()] == [*other.clauses()]
    with pytest.raises(hashicnf.UsageError, match="no redundant constraints"):
        compile_puzzle(puzzle(EASY), Encodings(options={"model": "minimal"}, redundant=False))


def test_propagation_of_the_extended_model_solves_what_singles_solve() -> None:
    """Propagation solves the easy board; without redundant constraints much of it stays undecided."""
    assert compile_puzzle(puzzle(EASY)).formula.clause_count == 729
    hidden = puzzle(SEVENTEEN)
    extended, minimal = (compile_puzzle(hidden, Encodings(redundant=redundant)).formula for redundant in (True, False))
    assert extended.clause_count < minimal.clause_count
    assert extended.variables == minimal.variables


def test_a_formula_without_simplification_says_so_and_decodes_alike() -> None:
    simple, plain = (compile_puzzle(puzzle(INKALA), Encodings(simplify=simplify)) for simplify in (None, False))
    assert simple.description["simplify"] is True
    assert "simplify" not in plain.description
    assert simple.variables == plain.variables
    rules = plain.formula.clauses_per_rule()
    assert {"cell", *UNITS, "given", "single", *(f"{unit}-place" for unit in UNITS)} == set(rules)
    assert rules["given"] == 21
    assert simple.formula.clauses_per_rule()["fixed"] > 21


WITNESSES = {  # a board that is unsolvable because of one rule, and solvable in the minimal model without it
    "row": "1..1\n....\n....\n....\n",
    "column": "1...\n....\n....\n1...\n",
    "box": "1...\n.1..\n....\n....\n",
    "diagonal": "1...\n....\n....\n...1\n",
}


@pytest.mark.parametrize("rule", WITNESSES)
def test_dropping_a_rule_changes_the_answer(rule: str) -> None:
    crossed = "diagonals: yes\n" if rule == "diagonal" else ""
    board = hashicnf.parse(f"family: sudoku\n{crossed}{WITNESSES[rule]}")
    given = board_of(board)
    assert not [*sudoku.solutions(given.givens.tolist(), given.box, diagonals=given.diagonals)]
    blocks = compile_puzzle(board, Encodings(redundant=False, simplify=False)).formula.blocks
    kept = [block for block in blocks if block.origin.rule != rule]
    assert not satisfiable(blocks)
    assert satisfiable(kept)


@pytest.mark.parametrize("rule", ["cell", "given"])
def test_without_cells_or_givens_there_are_more_models(rule: str) -> None:
    board = hashicnf.parse("family: sudoku\n12..\n..1.\n.1.3\n4.21\n")
    blocks = compile_puzzle(board, Encodings(redundant=False, simplify=False)).formula.blocks
    lits = list(range(1, 65))
    kept = [block for block in blocks if block.origin.rule != rule]
    assert len(projected(blocks, lits)) == 1
    if rule == "given":
        assert len(projected(kept, lits)) == 288
        return
    model = np.zeros(65, dtype=np.bool_)  # the givens alone are a model then
    model[[lit for block in kept if block.origin.rule == "given" for lit in block.lits.ravel().tolist()]] = True
    assert not any(len(block.violated(model)) for block in kept)


def test_rectangular_boxes_and_diagonals_hold() -> None:
    board = hashicnf.parse(
        "family: sudoku\nboxes: 3x2\ndiagonals: yes\n1.....\n......\n......\n......\n......\n.....2\n"
    )
    grid = solution(hashicnf.solve(board)).cells
    assert sorted(grid[:3, :2].ravel().tolist()) == list(range(1, 7))
    assert sorted(grid.diagonal().tolist()) == list(range(1, 7))
    assert sorted(grid[:, ::-1].diagonal().tolist()) == list(range(1, 7))
