"""Witness boards: for each rule a tiny board whose answer changes if that rule is dropped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import hashicnf
from hashicnf.families import Puzzle
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import satisfiable
from tests.oracles import hashi
from tests.oracles.puzzles import Counts, board_of, decoded
from tests.portions import each

COMPLETE = [name for name, e in CONNECTIVITY.all().items() if e.complete]


@dataclass(frozen=True)
class Case:
    """A rule of the formula, the encodings under which dropping it is noticed, and the verdicts with and without it."""

    rule: str
    cardinality: tuple[str, ...]
    with_rule: bool
    without_rule: bool


EVERY = tuple(CARDINALITY.names())
CASES = [
    Case("crossing", EVERY, with_rule=False, without_rule=True),
    Case("connectivity", EVERY, with_rule=False, without_rule=True),
    Case("capacity", EVERY, with_rule=False, without_rule=True),
    # Prime implicates over ordered runs say so much about the order that no verdict depends on the rest of it.
    Case("dependency", ("pairwise",), with_rule=False, without_rule=True),
]


def read(root: Path, name: str) -> tuple[Puzzle, hashi.Grid]:
    puzzle = hashicnf.read(str(root / "examples" / "hashi" / f"witness_{name}.puz"))
    return puzzle, board_of(puzzle).cells().tolist()


@each("connectivity", COMPLETE)
@pytest.mark.parametrize(("case", "cardinality"), [(case, name) for case in CASES for name in case.cardinality])
def test_dropping_the_clauses_of_a_rule_changes_the_answer(
    root: Path, case: Case, cardinality: str, connectivity: str
) -> None:
    puzzle, grid = read(root, case.rule)
    assert case.with_rule == any(True for _ in hashi.every_choice(grid))
    blocks = compile_puzzle(
        puzzle, Encodings(cardinality=cardinality, connectivity=connectivity, simplify=False)
    ).formula.blocks
    kept = [block for block in blocks if block.origin.rule != case.rule]
    assert len(kept) < len(blocks)
    assert satisfiable(blocks) == case.with_rule
    assert satisfiable(kept) == case.without_rule


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_what_the_dropped_rule_let_through_is_wrong(root: Path, case: Case) -> None:
    puzzle, grid = read(root, case.rule)
    formula = compile_puzzle(puzzle, Encodings(cardinality=case.cardinality[0], connectivity="planar")).formula
    kept = [block for block in formula.blocks if block.origin.rule != case.rule]
    models = decoded(puzzle, grid, formula, kept)
    assert models
    assert not any(hashi.is_solution(grid, counts) for counts in models)


def test_the_lazy_loop_needs_its_cuts(root: Path) -> None:
    puzzle, grid = read(root, "connectivity")
    lazy = hashicnf.solve(puzzle, connectivity="lazy", simplify=False)
    assert isinstance(lazy.verdict, hashicnf.Unsat)
    assert lazy.stats.cuts > 0
    without = hashicnf.solve(puzzle, connectivity="none")
    assert isinstance(without.verdict, hashicnf.Sat)
    assert [violation.rule for violation in without.broken] == ["connected"]
    assert not list(hashi.every_choice(grid))


@pytest.mark.parametrize(("name", "setting", "value"), [("loops", "loops", "yes"), ("max-bridges", "max-bridges", "2")])
def test_settings_matter(root: Path, name: str, setting: str, value: str) -> None:
    text = (root / "examples" / "hashi" / f"witness_{name}.puz").read_text()
    changed = "".join(
        f"{setting}: {value}\n" if line.startswith(setting) else line for line in text.splitlines(keepends=True)
    )
    assert changed != text
    before, after = (hashicnf.solve(hashicnf.parse(t, "native")).verdict for t in (text, changed))
    assert {type(before), type(after)} == {hashicnf.Sat, hashicnf.Unsat}


def solutions(puzzle: Puzzle) -> list[Counts]:
    formula = compile_puzzle(puzzle, Encodings(connectivity="planar")).formula
    return decoded(puzzle, board_of(puzzle).cells().tolist(), formula, formula.blocks)


def test_touching_islands_see_each_other(root: Path) -> None:
    """Without edges between neighbouring cells the two islands cannot be connected."""
    puzzle, grid = read(root, "touching")
    assert solutions(puzzle) == list(hashi.every_choice(grid)) == [(2,)]
    board = board_of(puzzle)
    apart = replace(
        puzzle,
        board=replace(
            board,
            edge=np.empty((0, 2), dtype=np.int32),
            horizontal=np.empty(0, dtype=np.bool_),
            crossing=np.empty((0, 2), dtype=np.int32),
        ),
    )
    assert not satisfiable(compile_puzzle(apart).formula.blocks)
