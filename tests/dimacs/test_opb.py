"""OPB files state the same as the puzzle: every solution is a model, by the counts of other readers."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.card import CardEnc
from pysat.solvers import Solver

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.constraints import Op
from hashicnf.dimacs.opb import Sums, write_opb
from hashicnf.dimacs.opb_reader import read_opb as parse_opb
from hashicnf.errors import InputError

BOARDS = {
    "loops": "2.3.2\n.....\n3.4.3\n.....\n2.3.2\n",
    "several": "3.4.2\n.....\n4.5.3\n.....\n3.4.2\n",
    "unknown": "?.4.?\n.....\n?.?.2\n",
    "unsolvable": "1.1\n...\n1.1\n",
    "no way": "3.3\n",
    "sudoku": "family: sudoku\n1...\n..2.\n.3..\n...4\n",
}
CONSTRAINT = re.compile(r"((?:[+-]\d+ x[1-9]\d* )+)(>=|=) (-?\d+) ;")


def read_opb(text: str) -> tuple[int, list[tuple[list[tuple[int, int]], str, int]]]:
    """Read an OPB file as the competition describes it: variables, and terms, relation and bound of each constraint."""
    first, *lines = text.splitlines()
    head = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", first)
    assert head is not None
    found = []
    for line in lines:
        if line.startswith("*"):
            continue
        parts = CONSTRAINT.fullmatch(line)
        assert parts is not None, line
        words = parts[1].split()
        found.append(
            ([(int(c), int(x[1:])) for c, x in zip(words[::2], words[1::2], strict=True)], parts[2], int(parts[3]))
        )
    assert len(found) == int(head[2])
    return int(head[1]), found


def models(text: str, problem: int) -> set[tuple[int, ...]]:
    """Return the models, projected to the first variables, by PySAT's encodings of cardinality constraints."""
    top, constraints = read_opb(text)
    with Solver("cadical153") as solver:
        for terms, relation, bound in constraints:
            if {abs(c) for c, _ in terms} <= {0}:
                satisfied = bound <= 0 if relation == ">=" else bound == 0
                if not satisfied:
                    return set()
                continue
            assert {abs(c) for c, _ in terms} == {1}
            lits, least = [c * x for c, x in terms], bound + sum(c < 0 for c, _ in terms)
            if least > len(lits) or (relation == "=" and least < 0):
                return set()
            encode = CardEnc.equals if relation == "=" else CardEnc.atleast
            if least > 0 or relation == "=":
                made = encode(lits=lits, bound=least, top_id=top)
                top = max(top, made.nv)
                solver.append_formula(made.clauses)
        found = set()
        while solver.solve():
            model = tuple(literal for literal in solver.get_model() if abs(literal) <= problem)
            found.add(model)
            solver.add_clause([-literal for literal in model])
        return found


@pytest.mark.parametrize("simplify", [True, False])
@pytest.mark.parametrize("name", BOARDS)
def test_models_are_the_solutions(name: str, simplify: bool, tmp_path: Path) -> None:
    board, target = tmp_path / "board.puz", tmp_path / "board.opb"
    board.write_text(BOARDS[name])
    assert run(["encode", str(board), "-o", str(target), *([] if simplify else ["--no-simplify"])]) == 0
    puzzle = hashicnf.parse(BOARDS[name])
    problem = hashicnf.encode(puzzle).problem
    wanted = len(list(hashicnf.enumerate(puzzle)))
    assert wanted or name in ("unsolvable", "no way")
    assert len(models(target.read_text(), problem)) == wanted
    counts = [terms for terms, relation, _ in read_opb(target.read_text())[1] if relation == "=" and len(terms) > 2]
    assert counts or simplify or name not in ("loops", "several")


@pytest.mark.parametrize("name", [name for name in BOARDS if shutil.which("clasp")])
def test_clasp_counts_the_same(name: str, tmp_path: Path) -> None:
    """The auxiliaries of link elimination are functions of the bridges, so all models count."""
    target = tmp_path / "board.opb"
    puzzle = hashicnf.parse(BOARDS[name])
    (tmp_path / "board.puz").write_text(BOARDS[name])
    words = [] if name == "sudoku" else ["--connectivity", "link-elimination"]
    assert run(["encode", str(tmp_path / "board.puz"), "-o", str(target), *words]) == 0
    every = subprocess.run(["clasp", "-n", "0", "-q", str(target)], capture_output=True, text=True, check=False).stdout
    found = re.search(r"^c Models +: (\d+)$", every, re.MULTILINE)
    assert found is not None
    assert int(found[1]) == len([*hashicnf.enumerate(puzzle)])
    model = subprocess.run(["clasp", "--verbose=0", str(target)], capture_output=True, text=True, check=False).stdout
    (tmp_path / "model").write_text(model)
    assert run(["decode", str(tmp_path / "model"), "--cnf", str(target)]) == (0 if int(found[1]) else 20)


def test_a_file_says_how_its_answer_is_to_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It contains puzzle and claim: a bounded formula without a model proves nothing, and models are checked against all sums."""
    target, model = tmp_path / "board.opb", tmp_path / "model"
    (tmp_path / "board.puz").write_text(BOARDS["unknown"])
    assert run(["encode", str(tmp_path / "board.puz"), "-o", str(target)]) == 0
    head, sums = read_opb(target.read_text())
    found = next(iter(sorted(models(target.read_text(), head))))
    words = ["decode", str(model), "--cnf", str(target)]
    model.write_text(f"s SATISFIABLE\nv {' '.join(f'-x{-v}' if v < 0 else f'x{v}' for v in found)}\n")
    assert run(words) == 0
    model.write_text(f"s SATISFIABLE\nv {' '.join(f'x{abs(v)}' for v in found)}\n")
    assert run(words) == 65
    assert re.search(rf"the model breaks \d+ of {len(sums)} constraints", capsys.readouterr().err)
    model.write_text("s UNSATISFIABLE\n")
    assert run(words) == 20
    bounded = ["--connectivity", "levels-unary", "--depth", "1"]
    assert run(["encode", str(tmp_path / "board.puz"), *bounded, "-o", str(target)]) == 0
    assert run(words) == 30


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*\n+1 x1 >= 1 ;\n", "x.opb:2: no number of variables above"),
        ("* #variable= 1 #constraint= 1\n+1 x1 >= 1\n", "x.opb:2: this is no linear constraint"),
        ("* #variable= 1 #constraint= 1\n+1 x1 x1 >= 1 ;\n", "x.opb:2: this is no linear constraint"),
        ("* #variable= 1 #constraint= 1\n+1 x0 >= 1 ;\n", "x.opb:2: a variable x0, of 1"),
        (
            "* #variable= 5 #constraint= 1\n+1 x3 +1 x0 +1 x6 >= 1 ;\n",
            "x.opb:2: a variable x0, of 5\n    expected x1 to x5",
        ),
        ("* #variable= 0 #constraint= 1\n+1 x1 >= 1 ;\n", "x1, of 0\n    expected a sum without variables"),
        (
            "* #variable= 3 #constraint= 1\n+1 x\N{ARABIC-INDIC DIGIT THREE} >= 1 ;\n",
            "x.opb:2: this is no linear constraint",
        ),
        ("* #variable= \N{ARABIC-INDIC DIGIT THREE} #constraint= 0\n", "x.opb:1: no number of variables"),
        ("* a comment\n", "x.opb:1: no number of variables"),
        (
            "* a\n* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n",
            "x.opb:2: this line announces 2 constraints and the file holds 1",
        ),
        (
            "* #variable= 1 #constraint= 0\n+1 x1 >= 1 ;\n",
            "x.opb:1: this line announces 0 constraints and the file holds 1",
        ),
    ],
)
def test_what_is_no_opb_file_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        parse_opb(text.encode(), "x.opb")


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_only_line_ends_end_a_comment(end: str) -> None:
    text = f"* #variable= 1 #constraint= 1{end or chr(10)}*a\u2028b\x0cc\x85{end or chr(10)}+1 x1 >= 1 ;{end}"
    read = parse_opb(text.encode(), "x.opb")
    assert (read.variables, len(read.constraints)) == (1, 1)
    assert [(comment.line, comment.text) for comment in read.comments][1:] == [(2, "a\u2028b\x0cc\x85")]


def test_broken_sums_are_counted() -> None:
    import numpy as np

    read = parse_opb(
        b"* #variable= 2 #constraint= 4\n+2 x1 -1 x2 >= 1 ;\n+1 ~x1 = 1 ;\n+1 x1 +1 x2 = 1 ;\n>= 0 ;\n", "x.opb"
    )
    assert [read.broken(np.array([False, *values])) for values in product((False, True), repeat=2)] == [2, 1, 1, 2]


@pytest.mark.parametrize("op", ["eq", "ge", "le"])
def test_sums_of_literals(op: Op, tmp_path: Path) -> None:
    """All signs and bounds of three variables, compared with the definition."""
    import numpy as np

    holds: dict[str, Any] = {"eq": int.__eq__, "ge": int.__ge__, "le": int.__le__}
    for signs, bound in product(product((1, -1), repeat=3), range(5)):
        lits = np.array([[sign * (i + 1) for i, sign in enumerate(signs)]], dtype=np.int32)
        path = tmp_path / "x.opb"
        with path.open("wb") as stream:
            write_opb(stream, 3, [Sums(lits, op, bound)], ())
        _, ((terms, relation, right),) = read_opb(path.read_text())
        for values in product((0, 1), repeat=3):
            true = sum(value == (sign > 0) for value, sign in zip(values, signs, strict=True))
            total = sum(c * values[x - 1] for c, x in terms)
            assert (total == right if relation == "=" else total >= right) == holds[op](true, bound)


def test_another_ending_is_refused_and_another_form_needs_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "board.puz").write_text(BOARDS["loops"])
    for words in [
        "-o x.wcnf",
        "-o x.icnf",
        "--to opb -o x.cnf",
        "--to cnf -o x.opb",
        "--to mps",
        "-o x.opb --add x.cnf",
    ]:
        command = [str(tmp_path / word) if word.startswith("x.") else word for word in words.split()]
        assert run(["encode", str(tmp_path / "board.puz"), *command]) == 2, words
        assert capsys.readouterr().err.startswith("hashicnf: ")
        assert [path.name for path in tmp_path.iterdir()] == ["board.puz"]


def test_a_formula_without_variables_has_one_model(tmp_path: Path) -> None:
    """Readers expect a variable; a free one would be counted as two models."""
    board, target, model = tmp_path / "board.puz", tmp_path / "board.opb", tmp_path / "model"
    board.write_text("...\n")
    assert run(["encode", str(board), "-o", str(target)]) == 0
    assert models(target.read_text(), 1) == {(1,)}
    model.write_text("s SATISFIABLE\nv x1\n")
    assert run(["decode", str(model), "--cnf", str(target)]) == 0


@pytest.mark.parametrize(
    ("sums", "equal", "size"),
    [
        ([Sums(np.array([[1, 2, 3], [1, -2, -3]], dtype=np.int32), "eq", 2)], 2, 3),
        ([Sums(np.array([[-1, -2, -3, -4]], dtype=np.int32), "le", 0)], 0, 4),
        ([Sums(np.zeros((1, 0), dtype=np.int32), "ge", 1), Sums(np.array([[1]], dtype=np.int32), "eq", 1)], 1, 2),
        ([], 0, 0),
    ],
)
def test_equations_and_bits_are_counted_behind_the_line_that_all_read(sums: list[Sums], equal: int, size: int) -> None:
    """The size of a sum is that of its coefficients and its bound together."""
    stream = BytesIO()
    write_opb(stream, 4, sums, ())
    first, second, *rows = stream.getvalue().decode().splitlines()
    assert first == f"* #variable= 4 #constraint= {len(rows)}"
    assert second == f"* #equal= {equal} intsize= {size}"
    assert equal == sum(" = " in row for row in rows)
    integers = [[abs(int(word)) for word in row.split() if re.fullmatch(r"[+-]?\d+", word)] for row in rows]
    assert size == max(map(sum, integers), default=0).bit_length()
