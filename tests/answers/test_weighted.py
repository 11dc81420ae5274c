"""The MaxSAT problem written by ``diagnose -o x.wcnf`` has the optimum that ``diagnose`` finds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

import hashicnf
from hashicnf.cli.app import run
from hashicnf.dimacs.header import read_header
from hashicnf.dimacs.preamble import Comment
from tests.portions import few

SUDOKU = "family: sudoku\n1.1.\n....\n..4.\n4..4\n"
SOLVED = "2.2\n...\n1.1\n"


def optimum(name: Path) -> int:
    """Return the smallest number of violated soft clauses of a file, by RC2 of PySAT."""
    with RC2(WCNF(from_file=str(name))) as solver:
        assert solver.compute() is not None
        return int(solver.cost)


@pytest.mark.parametrize("seed", few(range(6), 3))
def test_the_optimum_is_the_number_of_changes(seed: int, tmp_path: Path) -> None:
    puzzle = hashicnf.generate("hashi", unsolvable=True, size="7x7", islands=12, seed=seed).puzzle
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    board, target = tmp_path / "wrong.puz", tmp_path / "wrong.wcnf.gz"
    board.write_text(hashicnf.convert(puzzle))
    assert run(["diagnose", str(board), "-o", str(target)]) == 20
    assert optimum_of_packed(target) == len(found.changes) > 0


def optimum_of_packed(name: Path) -> int:
    """Unpack a file, and find its optimum."""
    import gzip

    plain = name.with_suffix("")
    plain.write_bytes(gzip.decompress(name.read_bytes()))
    return optimum(plain)


@pytest.mark.parametrize(("text", "cost", "code"), [(SUDOKU, 2, 20), (SOLVED, 0, 0)])
def test_givens_are_soft_and_a_solvable_puzzle_costs_nothing(text: str, cost: int, code: int, tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(text)
    assert run(["diagnose", str(tmp_path / "a.puz"), "-o", str(tmp_path / "a.wcnf")]) == code
    assert optimum(tmp_path / "a.wcnf") == cost


def test_other_endings_are_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(SOLVED)
    for name in ("a.cnf", "a.opb", "a.svg"):
        assert run(["diagnose", str(tmp_path / "a.puz"), "-o", str(tmp_path / name)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.puz"]


def test_the_header_claims_nothing_of_models_and_names_soft_clauses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.wcnf"
    (tmp_path / "a.puz").write_text("1.2\n")
    assert run(["diagnose", str(tmp_path / "a.puz"), "-o", str(target)]) == 20
    lines = target.read_text().splitlines()
    clauses = [line for line in lines if not line.startswith("c")]
    data = json.loads(lines[0].split(" ", 3)[3])
    assert (data.keys() & {"complete", "functional"}, data["soft"]) == (set(), 2)
    header = read_header([Comment.of(n, line) for n, line in enumerate(lines, 1) if line.startswith("c")], "a")
    soft = next(rule for rule in header.rules if rule.name == "soft")
    assert [n for n, line in enumerate(clauses, 1) if line.startswith("1 ")] == [*range(soft.first, soft.last + 1)]
    assert [*map(str, header.groups[-1].lits)] == [line.split()[1] for line in clauses if line.startswith("1 ")]
    model = "".join(map(str, [1, 0, 1, 0, *[0] * 8]))  # with more digits than a number of a variable has
    (tmp_path / "model").write_text(f"s OPTIMUM FOUND\no 1\nv {model}\n")
    capsys.readouterr()
    assert run(["decode", str(tmp_path / "model"), "--puzzle", str(tmp_path / "a.puz")]) == 1
    shown = capsys.readouterr()
    assert re.fullmatch("1─+2\n", shown.out)
    assert "the island at row 1, column 3 has 1 bridge instead of 2" in shown.err


@pytest.mark.parametrize(("text", "soft", "cost"), [("1.1.?.1\n", 3, 1), ("? \n", 0, None)])
def test_hidden_clues_are_no_soft_clauses(text: str, soft: int, cost: int | None, tmp_path: Path) -> None:
    """An island with an unknown number needs a bridge, whatever the clues are: a lone one makes the hard clauses unsatisfiable."""
    (tmp_path / "a.puz").write_text(text)
    assert run(["diagnose", str(tmp_path / "a.puz"), "-o", str(tmp_path / "a.wcnf")]) == 20
    problem = WCNF(from_file=str(tmp_path / "a.wcnf"))
    assert len(problem.soft) == soft
    with RC2(problem) as solver:
        assert (None if solver.compute() is None else solver.cost) == cost
