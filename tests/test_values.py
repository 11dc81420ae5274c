"""Values compare and hash by content: puzzles, boards, solutions, answers, whatever a user may put into a set."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.families.hashi.board import Solution
from hashicnf.logic import Sat, Unsat

TEXTS = [
    "2.2\n",
    "2.2\n...\n",
    "2.3\n",
    "2.?\n",
    "2 . 12\n",
    "max-bridges: 3\n2.2\n",
    "loops: no\n2.2\n",
    ".2.2\n",
    "\n.\n",
]
USER_SCRIPT = """
from pathlib import Path
from typing import Any

import hashicnf
from hashicnf import Puzzle

puzzle: Puzzle = hashicnf.read(Path("board.has"))
puzzles: list[Puzzle] = hashicnf.read_all(Path("boards.puz"), "native")
hashicnf.encode(puzzle, cardinality="direct", connectivity="planar").write(Path("out.cnf"))
answer = hashicnf.solve(hashicnf.read("board.has"), solver="cadical153", connectivity="lazy", timeout=10)
print(answer.verdict, answer.stats.rounds, answer.stats.seconds, {puzzle, hashicnf.parse("2.2")})
print(hashicnf.draw(puzzle, answer.solution))
assert hashicnf.check(puzzle, answer.solution) == []
if isinstance(answer.verdict, hashicnf.Sat):
    print(answer.verdict.model.sum())
"""
WRONG = "hashicnf.read(3)\n"


def test_equal_texts_are_equal_puzzles_and_others_are_not() -> None:
    puzzles = [hashicnf.parse(text) for text in TEXTS]
    again = [hashicnf.parse(text) for text in TEXTS]
    assert puzzles == again
    assert [hash(puzzle) for puzzle in puzzles] == [hash(puzzle) for puzzle in again]
    assert [puzzle.board for puzzle in puzzles] == [puzzle.board for puzzle in again]
    assert len({*puzzles, *again}) == len({puzzle.board for puzzle in puzzles + again}) == len(TEXTS)


def test_names_and_titles_are_no_part_of_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("2, 0, 2\n")
    puzzle = hashicnf.read(path)
    assert puzzle == hashicnf.parse("title: two\n2.2\n", name="b")
    assert hash(puzzle) == hash(hashicnf.parse("2.2\n"))
    assert puzzle.board != "2.2\n"
    assert puzzle.board != puzzle


def test_solutions_and_answers_compare() -> None:
    puzzle = hashicnf.parse("2.2\n")
    one, other = hashicnf.solve(puzzle), hashicnf.solve(puzzle)
    assert (one, one.solution, one.verdict) == (other, other.solution, other.verdict)
    assert len({one, other}) == len({one.solution, other.solution}) == len({one.verdict, other.verdict}) == 1
    assert one != hashicnf.solve(hashicnf.parse("2.1\n")) == hashicnf.solve(hashicnf.parse("1.2\n"))
    wide = Solution(one.solution.bridges.astype(np.int64))
    assert (wide, hash(wide)) == (one.solution, hash(one.solution))
    assert Solution(wide.bridges + 1) != wide
    assert Solution(wide.bridges[:0]) != wide


def test_verdicts_compare() -> None:
    verdicts = [
        Sat(np.zeros(3, np.bool_)),
        Sat(np.zeros(4, np.bool_)),
        Unsat(),
        Unsat(("0",)),
        Unsat(core=np.array([1])),
    ]
    assert len({*verdicts}) == 5
    assert verdicts[0] == Sat(np.zeros(3, np.bool_))
    assert verdicts[4] == Unsat(core=np.array([1], dtype=np.int32))


def test_what_is_compiled_compares_and_hashes() -> None:
    one, other = (hashicnf.encode(hashicnf.parse("2.2\n")) for _ in range(2))
    assert one == one
    assert one != other
    assert (one.counted, one.connected) == (other.counted, other.connected)
    assert len({*one.counted, *other.counted, *one.connected}) == len({*one.counted, *one.connected})
    assert len({one, other, *one.formula.blocks, *other.formula.blocks}) == 2 + 2 * len(one.formula.blocks)


@pytest.mark.parametrize("name", ["document", "logic", "constraints", "families.hashi.board", "pipeline.solve"])
def test_no_class_that_holds_arrays_asks_them_for_their_truth(name: str) -> None:
    module = import_module(f"hashicnf.{name}")
    own = [kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__]
    kinds: list[Any] = [kind for kind in own if is_dataclass(kind)]
    assert kinds
    for kind in kinds:
        holds_arrays = any(word in str(field.type) for field in fields(kind) for word in ("Ints", "Bools", "Rows"))
        assert not (holds_arrays and kind.__dataclass_params__.eq), kind


@pytest.mark.slow
def test_a_script_of_a_user_is_typed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(USER_SCRIPT + WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=100, check=False)
    where = USER_SCRIPT.count("\n") + 1
    lines = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in lines[:-1]] == [f"script.py:{where}"], done.stdout + done.stderr
    assert "incompatible type" in lines[0]
