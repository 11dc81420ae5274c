"""``sat`` with the built-in solver, ``prove`` and ``check-proof`` as users meet them."""

from __future__ import annotations

import bz2
import inspect
import json
import re
import shlex
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

import hashicnf
from hashicnf.backends.choose import REFUTING_SOLVER
from hashicnf.cli.app import run as run_here
from hashicnf.cli.cubes import cubes
from hashicnf.cli.sat import sat
from tests.commands import interrupt, run

ROOT = Path(__file__).parent.parent.parent
TEXTBOOK = ROOT / "dimacs" / "textbook"
PIGEONS = str(TEXTBOOK / "pigeons_5_4.cnf")
QUEENS = str(TEXTBOOK / "queens_5.cnf")
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
APART = str(ROOT / "examples" / "hashi" / "witness_connectivity.puz")
FIGURES = ["decisions", "conflicts", "forced literals", "deepest decision", "seconds", "decisions per second"]


def hard(tmp_path: Path) -> str:
    """Return a formula of eleven pigeons and ten holes, which takes DPLL hours."""
    at = [[11 * 0 + 10 * p + h + 1 for h in range(10)] for p in range(11)]
    clauses = [*at, *([-at[p][h], -at[q][h]] for h in range(10) for p, q in combinations(range(11), 2))]
    path = tmp_path / "hard.cnf"
    path.write_text(f"p cnf 110 {len(clauses)}\n" + "".join(" ".join(map(str, [*c, 0])) + "\n" for c in clauses))
    return str(path)


@pytest.mark.parametrize("branching", ["first", "dlis", "jeroslow-wang"])
def test_sat_proves_and_check_proof_agrees(branching: str, tmp_path: Path) -> None:
    proof = str(tmp_path / "a.drup")
    result = run("sat", "--solver", "dpll", "--branching", branching, "--proof", proof, PIGEONS)
    assert (result.returncode, result.stdout.splitlines()[-1], result.stderr) == (20, "s UNSATISFIABLE", "")
    comments = [line.removeprefix("c ").split(":")[0] for line in result.stdout.splitlines()[:-1]]
    assert comments == FIGURES
    checked = run("check-proof", PIGEONS, proof)
    assert checked.returncode == 0
    assert re.fullmatch(r"verified by unit propagation: \d+ lemmas\n", checked.stdout)


def test_sat_prints_a_model_and_writes_no_proof(tmp_path: Path) -> None:
    proof = tmp_path / "a.drup"
    result = run("sat", "--solver", "dpll", "--proof", str(proof), QUEENS)
    assert result.returncode == 10
    assert "s SATISFIABLE\nv " in result.stdout
    assert f"c {proof} is not written: there is no proof\n" in result.stdout
    assert not proof.exists()
    queens = [
        w for line in result.stdout.splitlines() if line.startswith("v ") for w in line.split()[1:] if w[0] != "-"
    ]
    assert len(queens) == 6, "five queens and the closing 0"


def test_sat_stops_at_its_limits(tmp_path: Path) -> None:
    formula = hard(tmp_path)
    result = run("sat", "--solver", "dpll", "--max-nodes", "250", formula)
    assert (result.returncode, result.stdout.splitlines()[-2:]) == (0, ["c limit of 250 nodes reached", "s UNKNOWN"])
    assert "c decisions: 250\n" in result.stdout
    timed = run("sat", "--solver", "dpll", "--timeout", "0.2", formula)
    assert timed.stdout.splitlines()[-2:] == ["c time limit of 0.2 s reached", "s UNKNOWN"]


def test_ctrl_c_gives_no_answer_with_every_solver(tmp_path: Path) -> None:
    result = interrupt("sat", "--solver", "minisat22", hard(tmp_path))
    assert (result.returncode, result.stderr) == (130, "hashicnf: interrupted\n")
    assert result.stdout == "c interrupted from the keyboard\ns UNKNOWN\n"


def test_ctrl_c_gives_figures_and_leaves_nothing_behind(tmp_path: Path) -> None:
    formula, proof = hard(tmp_path), tmp_path / "a.drup"
    result = interrupt("sat", "--solver", "dpll", "--proof", str(proof), formula)
    assert (result.returncode, result.stderr) == (130, "hashicnf: interrupted\n")
    assert result.stdout.splitlines()[-2:] == ["c interrupted from the keyboard", "s UNKNOWN"]
    assert re.search(r"^c decisions: [1-9][\d,]*$", result.stdout, re.MULTILINE)
    assert [path.name for path in tmp_path.iterdir()] == ["hard.cnf"]


@pytest.mark.parametrize(
    ("solver", "said"), [("cadical153", ""), ("dpll", "{board}: no proof: interrupted from the keyboard\n")]
)
def test_ctrl_c_ends_prove_with_its_own_code(solver: str, said: str, tmp_path: Path) -> None:
    board = tmp_path / "hard.puz"
    board.write_text("\n".join(["2" * 11] * 11) + "\n")
    files = ["--cnf", str(tmp_path / "a.cnf"), "--proof", str(tmp_path / "a.drup")]
    result = interrupt("prove", str(board), *files, "--solver", solver)
    assert (result.returncode, result.stdout) == (130, "")
    assert result.stderr == said.format(board=board) + "hashicnf: interrupted\n"
    assert [path.name for path in tmp_path.iterdir()] == ["hard.puz"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--branching", "first"], "--branching: only for --solver dpll, not for cadical153"),
        (["--max-nodes", "3", "--proof", "x"], "--max-nodes: only for --solver dpll, not for cadical153"),
        (
            ["--solver", "dpll", "--proof", "-"],
            "--proof -: the answer goes to standard output; name a file for the proof",
        ),
        (
            ["--solver", "dpll", "--branching", "luck"],
            "no branching rule is named 'luck'; there are: dlis, first, jeroslow-wang",
        ),
        (
            ["--solver", "dpll", "--branching", "saturation"],
            "branching by saturation needs a puzzle: a formula alone does not say what is counted",
        ),
    ],
)
def test_requests_that_make_no_sense(arguments: list[str], message: str) -> None:
    result = run("sat", *arguments, PIGEONS)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"hashicnf: {message}\n")


def test_a_proof_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("sat", "--solver", "dpll", "--proof", str(tmp_path / "no" / "a.drup"), PIGEONS)
    assert (result.returncode, len(result.stderr.splitlines())) == (2, 1)
    assert "cannot be written" in result.stderr


def test_check_proof_names_the_first_wrong_line(tmp_path: Path) -> None:
    proof = tmp_path / "a.drup"
    run("sat", "--solver", "dpll", "--proof", str(proof), PIGEONS)
    lines = proof.read_text().splitlines()
    wrong = [*lines[:5], "c a word", "20 0", *lines[5:]]
    proof.write_text("\n".join(wrong) + "\n")
    result = run("check-proof", PIGEONS, str(proof))
    message = f"{proof}:7: the lemma 20 0 does not follow by unit propagation\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, message, "")
    assert (
        run("check-proof", PIGEONS, "-", stdin="").stdout
        == "<stdin>:1: the proof ends before the empty clause follows\n"
    )


def test_check_proof_reads_binary_proofs(tmp_path: Path) -> None:
    cnf, proof = tmp_path / "a.cnf", tmp_path / "a.drat"
    cnf.write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    proof.write_bytes(b"a\2\0a\0")
    assert run("check-proof", str(cnf), str(proof)).stdout == "verified by unit propagation: 1 lemma\n"
    proof.write_bytes(b"d\2\4\0a\2\0")
    wrong = run("check-proof", str(cnf), str(proof))
    assert (wrong.returncode, wrong.stdout) == (
        1,
        f"{proof}: byte 5: the lemma 1 0 does not follow by unit propagation\n",
    )


@pytest.mark.parametrize("text", ["5 2 0 1 2 0\n6 0 5 3 4 0\n", "5 2 1 0 1 2 0\n", "5 0 1 3 2 0\n"])
def test_steps_of_lrat_are_no_puzzle_where_a_proof_is_expected(text: str, tmp_path: Path) -> None:
    cnf, proof = tmp_path / "a.cnf", tmp_path / "a.lrat"
    cnf.write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    proof.write_text(text)
    with pytest.raises(hashicnf.InputError, match="this looks like a step of LRAT, which numbers its clauses"):
        hashicnf.check_proof(cnf, proof)


def test_check_proof_gives_up_at_the_time_limit(tmp_path: Path) -> None:
    proof = tmp_path / "a.drup"
    run("sat", "--solver", "dpll", "--proof", str(proof), PIGEONS)
    late = run("check-proof", PIGEONS, str(proof), "--timeout", "0")
    assert (late.returncode, late.stdout, late.stderr) == (30, "", "hashicnf: time limit of 0 s reached\n")
    shown = json.loads(run("check-proof", PIGEONS, str(proof), "--timeout", "0", "--json").stdout)
    assert (shown["status"], shown["stopped"]) == ("unknown", "time")
    assert run("check-proof", PIGEONS, str(proof), "--timeout", "60").returncode == 0


def test_check_proof_refuses_bad_files(tmp_path: Path) -> None:
    bad = run("check-proof", PIGEONS, "-", stdin="1 2 0\n1 99 0\n")
    assert bad.returncode == 65
    assert bad.stderr.splitlines() == [
        "hashicnf: <stdin>:2:3: the literal 99 is beyond the 20 variables of the formula",
        "    1 99 0",
        "      ^",
        "    expected a proof of this formula without new variables, such as kissat --no-factor writes",
    ]
    assert run("check-proof", str(tmp_path / "none.cnf"), PIGEONS).returncode == 65
    assert run("check-proof", PIGEONS, str(tmp_path)).returncode == 65
    both = run("check-proof", "-", "-", stdin="")
    assert (both.returncode, both.stderr) == (
        2,
        "hashicnf: the formula and the proof cannot both come from standard input\n",
    )


@pytest.mark.parametrize("name", ["cadical153", "minisat22"])
def test_other_solvers_are_as_before(name: str) -> None:
    result = run("sat", "--solver", name, PIGEONS)
    assert (result.returncode, result.stdout.splitlines()[-1]) == (20, "s UNSATISFIABLE")


def test_the_textbook_is_solved_and_proved(tmp_path: Path) -> None:
    """Compare with known verdicts, by the functions that the commands call."""
    from hashicnf.logic import Sat
    from hashicnf.proofs.check import check_proof
    from hashicnf.proofs.formulas import decide

    verdicts = dict(line.split()[:2] for line in (TEXTBOOK / "VERDICTS.txt").read_text().splitlines() if line.strip())
    proof = str(tmp_path / "a.drup")
    for path in sorted(TEXTBOOK.glob("*.cnf")):
        Path(proof).unlink(missing_ok=True)
        answer = decide(str(path), "dpll", proof=proof)
        expected = next(word for word in (verdicts.get(path.stem), verdicts.get(path.name)) if word)
        assert isinstance(answer.verdict, Sat) == (expected == "SAT"), path.name
        assert answer.has_proof != (expected == "SAT")
        assert not answer.has_proof or check_proof(str(path), proof).is_verified


def test_solve_with_dpll() -> None:
    result = run("solve", SMALL, "--solver", "dpll")
    assert (result.returncode, result.stdout) == (0, (ROOT / "examples" / "hashi" / "small.sol").read_text())
    assert run("solve", APART, "--solver", "dpll").returncode == 20
    listed = run("solvers").stdout
    assert re.search(r"^Built in:\n  dpll  ", listed, re.MULTILINE)
    assert re.search(r"^  saturation +the constraint with least freedom", listed, re.MULTILINE)


@pytest.mark.parametrize("command", [sat, cubes])
def test_solvers_are_listed_with_the_commands_that_begin_with_them(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    name = inspect.signature(command).parameters["solver"].default
    assert run_here(["solvers"]) == 0
    assert re.search(rf"^  {name} +default of .*\b{command.__name__}\b", capsys.readouterr().out, re.MULTILINE)
    function = getattr(hashicnf, "sat" if command is sat else "conquer")
    assert inspect.signature(function).parameters["solver"].default == name


@pytest.mark.parametrize("name", ["prove", "certify"])
def test_the_help_and_the_docstring_name_the_solver_that_writes_proofs(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here([name, "--help"]) == 0
    assert f"Default: {REFUTING_SOLVER}" in " ".join(capsys.readouterr().out.split())
    (named,) = {*re.findall(r"cadical\d+", getattr(hashicnf, name).__doc__)}
    assert named == REFUTING_SOLVER


def test_prove_and_check_proof(tmp_path: Path) -> None:
    cnf, proof = str(tmp_path / "a.cnf"), str(tmp_path / "a.drup")
    result = run("prove", APART, "--cnf", cnf, "--proof", proof)
    assert (result.returncode, result.stdout) == (20, "")
    assert re.search(
        r"unsolvable: .*a\.drup refutes the clauses of .*a\.cnf, the last 2 of which demand connectivity", result.stderr
    )
    assert run("check-proof", cnf, proof).returncode == 0
    planar = run("prove", APART, "--cnf", cnf, "--proof", proof, "--connectivity", "planar")
    assert (planar.returncode, "which ends" in planar.stderr) == (20, False)
    assert run("check-proof", cnf, proof).returncode == 0
    nothing = run("prove", SMALL, "--cnf", str(tmp_path / "b.cnf"), "--proof", str(tmp_path / "b.drup"))
    assert (nothing.returncode, nothing.stderr.endswith("small.puz: solvable: there is nothing to prove\n")) == (
        0,
        True,
    )


@pytest.mark.parametrize("solver", ["cadical153", "glucose4", "lingeling"])
@pytest.mark.parametrize("wide", [False, True])
def test_other_solvers_write_proofs_too(solver: str, wide: bool, tmp_path: Path) -> None:
    """Even if the header declares far more variables than the clauses have, the proof uses the numbers of the file."""
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.drup"
    text = Path(PIGEONS).read_text()
    formula.write_text(re.sub(r"p cnf \d+", "p cnf 90000000", text) if wide else text)
    result = run("sat", "--solver", solver, "--proof", str(proof), str(formula))
    assert (result.returncode, result.stdout.splitlines()[-1], result.stderr) == (20, "s UNSATISFIABLE", "")
    assert re.search(r"^c conflicts: [1-9]", result.stdout, re.MULTILINE)
    assert run("check-proof", PIGEONS, str(proof)).returncode == 0


def test_the_proof_of_a_program_is_replayed(tmp_path: Path) -> None:
    proof, program = tmp_path / "a.drup", tmp_path / "liar.sh"
    program.write_text('echo "s UNSATISFIABLE"\necho "0" > "$2"\n')
    solver = shlex.join(["sh", str(program), "{cnf}", "{proof}"])
    result = run("sat", "--solver", solver, "--proof", str(proof), PIGEONS)
    assert result.returncode == 69
    assert "does not follow by unit propagation" in result.stderr
    assert not proof.exists()
    refused = run("sat", "--solver", "minisat22", "--proof", str(proof), PIGEONS)
    assert (refused.returncode, "minisat22 writes no proofs" in refused.stderr) == (2, True)


def test_prove_takes_the_encodings_of_encode(tmp_path: Path) -> None:
    cnf, files = tmp_path / "a.cnf", ["--cnf", str(tmp_path / "a.cnf"), "--proof", str(tmp_path / "a.drup")]
    for options, said in (
        (["--cuts", "2"], '"cuts": 2'),
        (["--connectivity", "planar", "--simplify"], '"simplify": true'),
        (["--connectivity", "link-elimination", "--no-simplify"], '"connectivity": "link-elimination", "why"'),
    ):
        assert run("prove", APART, *files, *options).returncode == 20
        head = cnf.read_text().splitlines()[0]
        assert said.removesuffix(', "why"') in head
        assert ('"simplify"' in head) == ("--simplify" in options)
        assert run("check-proof", *files[1::2]).returncode == 0
    refused = run("prove", APART, *files, "--simplify")
    assert refused.returncode == 2
    assert "--simplify: cuts of a simplified graph do not follow from connectivity alone" in refused.stderr
    sudoku = tmp_path / "none.puz"
    sudoku.write_text("family: sudoku\n11..\n....\n....\n....\n")
    assert run("prove", str(sudoku), *files, "--at-most-one", "ladder").returncode == 20
    assert '"at_most_one": "ladder"' in cnf.read_text().splitlines()[0]


@pytest.mark.parametrize("name", ["a.cnf.bz2", "a.cnf"])
def test_compressed_formulas_are_read_by_their_names_and_never_quoted(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(bz2.compress(Path(PIGEONS).read_bytes()))
    result = run("sat", str(tmp_path / name))
    if name.endswith(".bz2"):
        assert result.returncode == 20
    else:
        message = "compressed data, but the name lacks the ending of a compression"
        expected = "a name that ends in .gz, .bz2, .xz or .zst"
        assert result.stderr == f"hashicnf: {tmp_path / name}: {message}\n    expected {expected}\n"
    (tmp_path / "b.cnf").write_bytes(b"\x89\xff\xfe\x01\x02 \xf0\n")
    said = run("sat", "b.cnf", cwd=tmp_path).stderr
    assert said.isascii()
    assert "binary data where the header should be" in said
