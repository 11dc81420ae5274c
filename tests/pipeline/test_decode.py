"""Decoding reads the formula once, as a stream, and accepts no model without checking every clause."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.dimacs import line_windows
from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import InputError, UsageError
from hashicnf.logic import Sat, Unsat
from hashicnf.pipeline import decode
from hashicnf.pipeline.added_clauses import with_added
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.decode import decode_model, write_cuts
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs.formulas import decide

BOARD = str(Path(__file__).parent.parent.parent / "examples" / "hashi" / "small.puz")
WHOLE = Encodings(simplify=False)
PEAK = """\
import re, sys
from pathlib import Path
from hashicnf.errors import InputError
from hashicnf.pipeline.decode import decode_model, write_cuts
try:
    decode_model(sys.argv[1], sys.argv[2], None)
except InputError as error:
    print(error)
print(re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.fixture
def cnf(tmp_path: Path) -> Path:
    path = tmp_path / "a.cnf"
    compile_puzzle(hashicnf.read(BOARD), WHOLE).write(str(path))
    return path


def write_model(folder: Path, values: list[int]) -> str:
    path = folder / "model"
    path.write_text(f"s SATISFIABLE\nv {' '.join(map(str, values))} 0\n")
    return str(path)


@pytest.mark.parametrize(("piece", "tables"), [(1, True), (50, False), (1 << 18, True)])
def test_every_broken_clause_is_counted(
    cnf: Path, piece: int, tables: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comments, _, clauses = re.split(rb"(p cnf .*\n)", cnf.read_bytes())
    comments = re.sub(rb"(?m)^c rule .*\n", b"", comments)
    formula = read_cnf(cnf.read_bytes(), "a.cnf")
    cnf.write_bytes(comments + b"p cnf %d %d\n0\n" % (formula.variables, len(formula) + 3) + clauses + b"0 0\n")
    monkeypatch.setattr(line_windows, "PIECE", piece)
    for name in () if tables else ("TABLE", "FREE_VARIABLES"):
        monkeypatch.setattr(decode, name, 0)
    random = np.random.default_rng(1)
    for _ in range(3):
        model = [v if random.random() < 0.5 else -v for v in range(1, formula.variables + 1)]
        broken = sum(not set(formula.clause(i).tolist()) & set(model) for i in range(len(formula))) + 3
        with pytest.raises(InputError, match=rf"the model breaks {broken:,} of {len(formula) + 3:,} clauses"):
            decode_model(write_model(tmp_path, model), str(cnf), None)


def test_literals_alone_are_a_model_that_is_checked(cnf: Path, tmp_path: Path) -> None:
    verdict = hashicnf.sat(str(cnf)).verdict
    assert isinstance(verdict, Sat)
    literals = [v if value else -v for v, value in enumerate(verdict.model.tolist())][1:]
    model = tmp_path / "model"
    model.write_text(f"{' '.join(map(str, literals))} 0\n")
    assert decode_model(str(model), str(cnf), None).answer.status == "solved"
    assert hashicnf.decode(model.read_bytes(), cnf=cnf).answer.status == "solved"
    model.write_text(f"{' '.join(str(-literal) for literal in literals)} 0\n")
    with pytest.raises(InputError, match=r"the model breaks .* clauses: it belongs to another formula"):
        decode_model(str(model), str(cnf), None)


def test_an_answer_of_clasp_in_json_is_named(cnf: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text('{\n  "Solver": "clasp version 3.3.5",\n  "Call": [],\n  "Result": "SATISFIABLE"\n}\n')
    with pytest.raises(InputError) as caught:
        decode_model(str(model), str(cnf), None)
    assert caught.value.message == "this is an answer of clasp in JSON, not a solver's answer"
    assert caught.value.expected == "a solver's answer; clasp without --outf=2 writes one"


def test_a_model_that_was_cut_off_is_called_so(cnf: Path, tmp_path: Path) -> None:
    lack = read_cnf(cnf.read_bytes(), "a.cnf").variables - 2
    with pytest.raises(InputError, match=rf"it was cut off \(no value for {lack} of {lack + 2} variables\), belongs"):
        decode_model(write_model(tmp_path, [1, -2, 1]), str(cnf), None)  # the last 1 may be part of a literal


def test_a_model_is_one_of_the_formula_that_it_is_decoded_with(cnf: Path, tmp_path: Path) -> None:
    verdict = decide(str(cnf), "dpll").verdict
    assert isinstance(verdict, Sat)
    model = [v if verdict.model[v] else -v for v in range(1, len(verdict.model))]
    assert decode_model(write_model(tmp_path, model), str(cnf), None).answer.broken == ()
    beyond = write_model(tmp_path, [*model, len(model) + 1])
    with pytest.raises(InputError, match=rf"has variable {len(model) + 1}, and the formula has {len(model)}"):
        decode_model(beyond, str(cnf), None)


def test_a_header_that_promises_many_variables_is_not_believed(cnf: Path, tmp_path: Path) -> None:
    formula = read_cnf(cnf.read_bytes(), "a.cnf")
    cnf.write_bytes(re.sub(rb"(?m)^p cnf \d+", b"p cnf 200000000", cnf.read_bytes()))
    model = write_model(tmp_path, [-v for v in range(1, formula.variables + 1)])
    told = subprocess.run([sys.executable, "-c", PEAK, model, str(cnf)], capture_output=True, text=True, check=True)
    message, peak = told.stdout.splitlines()
    assert "the model breaks" in message
    assert int(peak) < 150_000  # KiB; a byte for each would be 195,313


@pytest.mark.parametrize("answer", ["UNSATISFIABLE", "UNKNOWN", "SATISFIABLE"])
def test_a_formula_is_read_to_its_end_whatever_the_answer(answer: str, cnf: Path, tmp_path: Path) -> None:
    with cnf.open("ab") as more:
        more.write(b"1 x 0\n")
    (tmp_path / "model").write_text(f"s {answer}\n")
    with pytest.raises(InputError, match="is not a literal"):
        decode_model(str(tmp_path / "model"), str(cnf), None)


def test_the_formula_may_come_from_standard_input_and_not_the_model_too(
    cnf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(cnf.read_bytes())))
    (tmp_path / "model").write_text("s UNSATISFIABLE\n")
    assert decode_model(str(tmp_path / "model"), "-", None).model is None
    for given in (("-", "-", None), ("-", None, "-")):
        with pytest.raises(UsageError, match="cannot both come from standard input"):
            decode_model(*given)


def test_an_answer_without_a_model_is_named(cnf: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("s SATISFIABLE\n")
    with pytest.raises(InputError, match="a solver's answer without a model"):
        decode_model(str(model), str(cnf), None)


@pytest.mark.parametrize("connectivity", ["planar", "lazy"])
def test_added_clauses_narrow_what_a_formula_claims(connectivity: str, tmp_path: Path) -> None:
    """Not if connectivity implies them: two islands need a bridge between them, but not two."""
    puzzle = hashicnf.parse("2..4..2\n.......\n3..?..2\n")
    for clause, is_demanded in (("1 3 0", True), ("-1 0", False), ("1 0", False), ("1 3 0\n2 0", False)):
        (tmp_path / "more.cnf").write_text(f"{clause}\n")
        target = io.BytesIO()
        with_added(compile_puzzle(puzzle, Encodings(connectivity=connectivity)), [str(tmp_path / "more.cnf")]).write(
            target
        )
        (tmp_path / "a.cnf").write_bytes(target.getvalue())
        (tmp_path / "model").write_text("s UNSATISFIABLE\n")
        verdict = decode_model(str(tmp_path / "model"), str(tmp_path / "a.cnf"), None).answer.verdict
        assert isinstance(verdict, Unsat) == is_demanded, clause


def test_a_formula_without_connectivity_says_what_else_may_be_broken() -> None:
    for setting, words in (("no", "disconnected or have loops"), ("yes", "disconnected; ")):
        puzzle = hashicnf.parse(f"loops: {setting}\n2.2\n...\n2.2\n")
        assert words in "; ".join(compile_puzzle(puzzle, Encodings(connectivity="lazy")).claim.reasons())


@pytest.mark.parametrize("options", [[], ["--style", "ascii"], ["--json"]])
def test_a_model_of_another_board_is_no_solution(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crossing = tmp_path / "a.puz"
    crossing.write_text(".2.2.\n1...1\n.....\n1...1\n.2.2.\n")
    model = write_model(tmp_path, [1, 2, 3, 4, 5, 6, 7, 8])
    assert run(["decode", model, "--puzzle", str(crossing), *options]) == 1
    shown = capsys.readouterr()
    if options == ["--json"]:
        assert json.loads(shown.out)["status"] == "broken"
        return
    assert shown.out == ""
    assert f"{crossing}: crossing: bridges cross at row 2, column 2\n" in shown.err
    assert shown.err.endswith(f"{crossing}: the model is no solution of this puzzle\n")


def test_a_formula_with_other_clauses_than_its_comments_name_proves_nothing(cnf: Path, tmp_path: Path) -> None:
    comments = [line for line in cnf.read_text().splitlines(keepends=True) if line.startswith("c")]
    cnf.write_text("".join(comments) + "p cnf 26 2\n1 0\n-1 0\n")
    (tmp_path / "model").write_text("s UNSATISFIABLE\n")
    with pytest.raises(
        InputError, match=r"a.cnf:1:14: the rule comments name \d+ clauses, and the formula has 2: that it has no"
    ):
        decode_model(str(tmp_path / "model"), str(cnf), None)


def test_a_model_of_a_formula_with_clauses_of_ones_own_is_a_solution_as_ever(cnf: Path, tmp_path: Path) -> None:
    text = cnf.read_text()
    announced = re.search(r"(?m)^p cnf (\d+) (\d+)$", text)
    assert announced is not None
    variables, clauses = map(int, announced.groups())
    cnf.write_text(text.replace(announced.group(), f"p cnf {variables} {clauses + 1}") + "1 -1 0\n")
    verdict = decide(str(cnf), "dpll").verdict
    assert isinstance(verdict, Sat)
    model = [v if verdict.model[v] else -v for v in range(1, len(verdict.model))]
    assert decode_model(write_model(tmp_path, model), str(cnf), None).answer.status == "solved"


@pytest.mark.parametrize("literals", ["", "a 1 0\n"])
def test_incremental_formulas_are_decoded(literals: str, tmp_path: Path) -> None:
    """Models need not satisfy their cubes, and their comments give the numbers of clauses and variables."""
    compiled = compile_puzzle(hashicnf.read(BOARD), WHOLE)
    cnf, icnf = tmp_path / "a.cnf", tmp_path / "a.icnf"
    compiled.write(str(cnf))
    icnf.write_text(re.sub("(?m)^p cnf .*", "p inccnf", cnf.read_text()) + literals)
    verdict = decide(str(cnf), "dpll").verdict
    assert isinstance(verdict, Sat)
    model = [v if verdict.model[v] else -v for v in range(1, len(verdict.model))]
    assert decode_model(write_model(tmp_path, model), str(icnf), None).answer.status == "solved"
    assert isinstance(decide(str(icnf), "dpll").verdict, Sat)
    head, _, clauses = icnf.read_text().partition("p inccnf\n")
    others = f"1 0\n{clauses}" if literals else clauses.partition("\n")[2]
    icnf.write_text(f"{head}p inccnf\n{others}")
    fault = f"the comments announce 99 clauses and the file holds {100 if literals else 98}"
    with pytest.raises(InputError, match=rf"a.icnf:\d+:3: {fault}"):
        decode_model(write_model(tmp_path, model), str(icnf), None)
    icnf.write_text(f"{head}p inccnf\n35 0\n{others}")
    with pytest.raises(InputError, match="the literal 35 is beyond the 34 variables"):
        decode_model(write_model(tmp_path, model), str(icnf), None)


@pytest.mark.parametrize(
    ("cubes", "status"),
    [
        ("", "unsolvable"),
        ("a 1 0\n", "unknown"),
        ("a 1 0\na -1 2 0\n", "unknown"),
        ("a -1 2 0\na 1 0\na -1 -2 0\na 1 0\n", "unsolvable"),
        ("a 2 1 0\na 1 -2 0\na -1 0\n", "unsolvable"),
        ("a 2 1 0\na 1 -2 0\na -1 1 0\n", "unknown"),
    ],
    ids=["none", "one", "cut off", "all, one of them twice", "in other orders", "all but one"],
)
def test_refuted_cubes_prove_nothing_unless_they_cover_the_puzzle(cubes: str, status: str, tmp_path: Path) -> None:
    text = io.BytesIO()
    hashicnf.encode(hashicnf.read(BOARD)).write(text)
    (tmp_path / "a.icnf").write_text(re.sub("(?m)^p cnf .*", "p inccnf", text.getvalue().decode()) + cubes)
    (tmp_path / "model").write_text("s UNSATISFIABLE\n")
    answer = decode_model(str(tmp_path / "model"), str(tmp_path / "a.icnf"), None).answer
    assert answer.status == status
    assert isinstance(answer.verdict, Unsat) or "other cubes may contain solutions" in repr(answer.verdict)


def test_an_incremental_formula_of_others_names_no_puzzle(tmp_path: Path) -> None:
    (tmp_path / "a.icnf").write_text("p inccnf\n1 0\na 1 0\n")
    with pytest.raises(InputError, match="does not state its puzzle"):
        decode_model(write_model(tmp_path, [1]), str(tmp_path / "a.icnf"), None)


def test_a_model_in_the_names_of_another_form_is_refused_for_clauses(cnf: Path, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("s SATISFIABLE\nv x1 -x2\n")
    with pytest.raises(InputError, match="names its variables x1, x2 as those of pseudo-Boolean constraints do"):
        decode_model(str(tmp_path / "model"), str(cnf), None)


def test_a_model_without_its_end_is_told_of(cnf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = decide(str(cnf), "dpll").verdict
    assert isinstance(verdict, Sat)
    model = [v if verdict.model[v] else -v for v in range(1, len(verdict.model))]
    whole, part = (" ".join(map(str, lits)) for lits in (model, sorted(model)[1:]))
    for text, is_told in ((f"v {part}\n", True), (f"v {part} 0\n", False), (f"v {whole}\n", False)):
        (tmp_path / "model").write_text(f"s SATISFIABLE\n{text}")
        assert run(["decode", str(tmp_path / "model"), "--cnf", str(cnf)]) == 0
        assert ("no 0 at its end" in capsys.readouterr().err) == is_told


def test_a_formula_without_variables_has_a_whole_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.puz").write_text(".\n")
    (tmp_path / "model").write_text("s SATISFIABLE\n")
    assert run(["encode", "-o", str(tmp_path / "a.cnf"), str(tmp_path / "a.puz")]) == 0
    assert run(["decode", str(tmp_path / "model"), "--cnf", str(tmp_path / "a.cnf")]) == 0
    assert capsys.readouterr().err == f"{tmp_path / 'a.cnf'}: the drawing of the solution is blank\n"


def test_minisat_on_its_standard_output_has_no_model(cnf: Path, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("SATISFIABLE\n")
    with pytest.raises(InputError, match="minisat writes them to a second file"):
        decode_model(str(tmp_path / "model"), str(cnf), None)


@pytest.mark.parametrize("piece", [1, 1 << 18])
def test_one_file_of_cuts_holds_those_of_all_rounds(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The four islands form two pairs in two ways, and each round excludes one of them."""
    monkeypatch.setattr(line_windows, "PIECE", piece)
    name, cuts = str(tmp_path / "a.cnf"), tmp_path / "cuts"
    lazy = compile_puzzle(hashicnf.parse("1.1\n...\n1.1\n"), Encodings(connectivity="lazy"))
    cuts.touch()
    for number in range(2):
        with_added(lazy, [str(cuts)]).write(name)
        verdict = decide(name, "dpll").verdict
        assert isinstance(verdict, Sat)
        model = [v if verdict.model[v] else -v for v in range(1, len(verdict.model))]
        decoded = decode_model(write_model(tmp_path, model), name, None)
        assert sum(map(len, decoded.added)) == number
        assert write_cuts(decoded, str(cuts)) == 1
    with_added(lazy, [str(cuts)]).write(name)
    assert isinstance(decide(name, "dpll").verdict, Unsat)
