"""Witness boards: for each rule a tiny board whose answer changes when the clauses of that rule are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.constraints import Clauses
from hashicnf.pipeline.compile import compile_puzzle
from tests.oracles.models import projected, satisfiable

RULES = ["dependency", "crossing", "capacity", "connectivity"]


def blocks_without(
    path: Path, rule: str, connectivity: str = "planar"
) -> tuple[list[Clauses], list[Clauses], list[int]]:
    formula = compile_puzzle(hashicnf.read(str(path)), connectivity=connectivity).formula
    kept = [block for block in formula.blocks if block.origin.rule != rule]
    assert len(kept) < len(formula.blocks), f"{path.name} has no clauses of the rule {rule}"
    return list(formula.blocks), kept, formula.variables["bridge"].lits.ravel().tolist()


@pytest.mark.parametrize("rule", RULES)
def test_dropping_a_rule_changes_the_answer(root: Path, rule: str) -> None:
    connectivity = "none" if rule == "dependency" else "planar"
    path = root / "examples" / "hashi" / f"witness_{rule}.puz"
    all_blocks, kept, lits = blocks_without(path, rule, connectivity)
    assert projected(all_blocks, lits) != projected(kept, lits)


def test_the_crossing_witness_is_unsolvable_only_for_its_crossing(root: Path) -> None:
    all_blocks, kept, _ = blocks_without(root / "examples" / "hashi" / "witness_crossing.puz", "crossing")
    assert not satisfiable(all_blocks)
    assert satisfiable(kept)


def test_the_connectivity_witness_is_unsolvable_only_for_its_groups(root: Path) -> None:
    all_blocks, kept, _ = blocks_without(root / "examples" / "hashi" / "witness_connectivity.puz", "connectivity")
    assert not satisfiable(all_blocks)
    assert satisfiable(kept)


@pytest.mark.parametrize(("name", "setting", "value"), [("loops", "loops", "yes"), ("max-bridges", "max-bridges", "2")])
def test_settings_matter(root: Path, name: str, setting: str, value: str) -> None:
    text = (root / "examples" / "hashi" / f"witness_{name}.puz").read_text()
    changed = "".join(
        f"{setting}: {value}\n" if line.startswith(setting) else line for line in text.splitlines(keepends=True)
    )
    before, after = (hashicnf.solve(hashicnf.parse(t, "native")).verdict for t in (text, changed))
    assert type(before) is not type(after)


def test_touching_islands_see_each_other(root: Path) -> None:
    puzzle = hashicnf.read(str(root / "examples" / "hashi" / "witness_touching.puz"))
    assert isinstance(hashicnf.solve(puzzle).verdict, hashicnf.Sat)
