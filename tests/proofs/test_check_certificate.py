"""The checkers of certificates as programs: what they need, what they read, and how they end."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hashicnf
from hashicnf.proofs import check_certificate, check_plan
from hashicnf.proofs.check_certificate import Hashi, MalformedError, RefusedError
from tests.proofs.test_check_plan import PLANNED, UNSOLVABLE

MODULES = Path(check_certificate.__file__), Path(check_plan.__file__)
MOST_LINES = 400

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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_checker_needs_python_alone_and_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [getattr(node, "module", None) or alias.name for node in imports for alias in node.names]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    assert len(text.splitlines()) <= MOST_LINES


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


def test_a_check_can_be_ended_at_each_line() -> None:
    begun: list[int] = []
    check_certificate.check(SMALL, begun.append)
    assert begun == [9, 10, 11, 12, 13, 14, 16]


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
