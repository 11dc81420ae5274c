"""Certificates from the command line and the library: true claims are certified, and no others."""

from __future__ import annotations

import random
import re
import shlex
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from time import process_time

import pytest

import hashicnf
from hashicnf.cli.app import run as run_command
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import unobserved
from hashicnf.errors import GaveUp, InternalError, SolverFailed, UsageError
from hashicnf.logic import NO_LITERALS, Ints, Sat, Stopped, Unknown, Unsat, Verdict, literals_of
from hashicnf.proofs import check_certificate, check_plan
from hashicnf.proofs.certificates import checker
from hashicnf.proofs.certify import certify
from hashicnf.proofs.logged import decide
from hashicnf.proofs.lrat import Hinted
from hashicnf.proofs.rup import ProofStep, Refused, Verified, replay
from hashicnf.proofs.trim import Trimmed, Trimming
from hashicnf.solving.lazy import LazyLoop
from tests.proofs import certifying
from tests.proofs.test_rup import proof_of, random_clauses
from tests.propagation.test_crowded import halves

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = [
    path for family in ("hashi", "sudoku", "tiles") for path in sorted((ROOT / "examples" / family).glob("*.puz"))
]
EXAMPLES += [ROOT / "examples" / "klotski" / name for name in ("near.puz", "tiny.puz", "dads-puzzler.puz")]
SLOW = {"sixteen", "wide"}
CONTRADICTION = Origin("test", "contradiction")
NONE, SEVERAL = "22.\n2.1\n.1.\n", "2..4..2\n.......\n3..?..2\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("none.puz").write_text(NONE)
    Path("several.puz").write_text(SEVERAL)
    Path("tiles.puz").write_text("family: tiles\n12\n.3\n")
    Path("odd.puz").write_text("family: tiles\n21\n3.\n")


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.stem not in SLOW], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_examples_are_certified(path: Path) -> None:
    puzzle = hashicnf.read(path)
    certified = certify(puzzle)
    text = certified.text or ""
    assert certified.found == (
        "unsolvable"
        if path.stem.startswith("witness") and not path.with_suffix(".sol").exists()
        else "optimal"
        if puzzle.rules.planning
        else "unique"
    ) or path.stem in ("witness_max-bridges", "witness_touching")
    assert checker(text).check(text) == certified.proves
    sections = checker(text).split(text)[1]
    assert [line for _, line in sections["puzzle"][1:]] == puzzle.lines
    if "formula" in sections:
        clauses = [check_certificate.literals(n, line) for n, line in sections["formula"][2:] if line[:1] != "c"]
        steps = [
            (line[:1] == "d", check_certificate.literals(n, line.removeprefix("d ")))
            for n, line in sections["proof"][1:]
            if line[:1] != "c"
        ]
        assert isinstance(replay(clauses, steps), Verified)


def test_hard_sudokus_are_decided_by_the_solver_that_writes_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called once, and if it finds another solution, there is no certificate."""
    asked: list[object] = []

    def spied(*args: object, **named: object) -> object:
        asked.append(decide(*args, **named))  # type: ignore[arg-type]
        return asked[-1]

    monkeypatch.setattr("hashicnf.proofs.certify.BRIEFLY", 1)
    monkeypatch.setattr("hashicnf.proofs.certify.decide", spied)
    puzzle = hashicnf.read(ROOT / "examples" / "sudoku" / "hard.puz")
    certified = certify(puzzle)
    proof = (certified.text or "").partition("[proof]\n")[2]
    assert (certified.found, len(re.findall("^c ", proof, re.MULTILINE)) > 50) == ("unique", True)
    assert isinstance(asked[0], Hinted)
    fewer = hashicnf.parse("\n".join([*puzzle.lines, ""]).replace("8........", ".........", 1))
    assert certify(fewer).found == "several"
    assert isinstance(asked[1], Sat)


def test_another_solution_is_searched_for_near_the_first_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one may be found by another solver, whose values the loop does not know."""
    calls, ask = list[object](), LazyLoop.ask

    def spied(loop: LazyLoop, assumptions: Ints = NO_LITERALS, conflicts: int | None = None) -> Verdict:
        verdict = ask(loop, assumptions, conflicts)
        calls.append(literals_of(verdict.model, loop.open).tolist() if isinstance(verdict, Sat) else verdict)
        return verdict

    monkeypatch.setattr(LazyLoop, "ask", spied)
    monkeypatch.setattr(LazyLoop, "prefer", lambda _, literals: calls.append(literals.tolist()))
    assert certify(hashicnf.parse(SEVERAL)).found == "several"
    *_, first, preferred, second = calls
    assert first == preferred != second


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "dpll", "glucose4", "lingeling"])
def test_any_solver_may_write_the_proof(solver: str) -> None:
    rng = random.Random(solver)
    puzzles = [certifying.a_hashi(rng) for _ in range(4)]
    found = [certify(puzzle, solver=solver) for puzzle in puzzles]
    assert [one.found for one in found] == [certify(puzzle).found for puzzle in puzzles]
    assert all(one.text is None or check_certificate.check(one.text) == one.proves for one in found)


def test_a_wrong_proof_is_a_failure_of_its_solver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashicnf.proofs.certify.decide", lambda *_: Trimmed((0,), ((False, ()),)))
    with pytest.raises(SolverFailed, match="the checker refuses the certificate"):
        hashicnf.certify(hashicnf.parse(NONE))
    assert run_command(["certify", "none.puz", "-o", "a.cert"]) == 69
    assert "the checker refuses the certificate" in capsys.readouterr().err
    assert not Path("a.cert").exists()


def test_no_solver_is_started_where_unit_propagation_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.proofs.logged.open_prover", lambda *_, **__: pytest.fail("a solver is started"))
    assert hashicnf.certify(hashicnf.parse("2.2\n")).found == "unique"
    clauses = [Clauses.units([1], CONTRADICTION), Clauses.units([-1], CONTRADICTION)]
    with pytest.raises(UsageError, match="writes no proofs"):
        decide(clauses, 1, "mergesat3", NEVER, unobserved, ())


def test_certificates_are_right_and_mutations_are_found() -> None:
    few = [*islice(certifying.certificates("few"), 24)]
    for _, certified in few:
        text = certified.text or ""
        assert certifying.verdict(text) == "accepted"
        assert certifying.is_true(text) is not False
    outcomes = certifying.hunt("few", 72, some=few)
    assert outcomes["refused"] > 12
    assert outcomes["malformed"] > 12
    assert outcomes["accepted and right"] > 0


def test_sums_are_right_and_mutations_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting comes first here, as small boards are refuted before it is needed."""
    monkeypatch.setattr("hashicnf.proofs.certify.is_out_of_conflicts", lambda _: True)
    rng = random.Random("sums")
    grids = ["".join(rng.choice("1222334") for _ in range(9)) for _ in range(60)]
    puzzles = [hashicnf.parse("".join(f"{grid[at : at + 3]}\n" for at in (0, 3, 6))) for grid in grids]
    every = [(puzzle, certify(puzzle)) for puzzle in puzzles]
    some = [(puzzle, one) for puzzle, one in every if re.search("c (sum|spanning)", one.text or "")]
    assert len(some) > 8
    for _, one in some:
        assert certifying.verdict(one.text or "") == "accepted"
        assert certifying.is_true(one.text or "")
    outcomes = certifying.hunt("sums", 12 * len(some), each=12, some=some)
    assert outcomes["refused"] > 2 * len(some)


@pytest.mark.parametrize("name", ["colouring", "odd", "few", "crowded"])
def test_what_clauses_show_slowly_is_counted(name: str) -> None:
    """A lattice of odd sides, a board with a wrong clue, one with too few edges for a tree, and one with a crowded part."""
    if name == "colouring":
        puzzle = hashicnf.parse("2.2.2.2.2.2.2.2.2\n.................\n" * 8 + "2.2.2.2.2.2.2.2.2\n")
    elif name == "odd":
        rows = hashicnf.generate("hashi", size="30x30", islands=250, seed=4).puzzle.lines
        puzzle = hashicnf.parse("\n".join([*rows[:-1], rows[-1].replace("3", "4", 1), ""]))
    elif name == "few":
        puzzle = hashicnf.parse("2212212\n" * 7)
    else:
        puzzle = hashicnf.parse(halves(12, random.Random(1)))
    certified = certify(puzzle, deadline=Deadline.after(20))
    text = certified.text or ""
    assert certified.found == "unsolvable"
    assert check_certificate.check(text) == certified.proves
    assert {"few": "c spanning\n", "crowded": "c spanning "}.get(name, "c sum ") in text


def test_what_is_refuted_at_a_neck_takes_lemmas_of_one_literal_and_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting comes first here, as small boards are refuted before it is needed."""
    monkeypatch.setattr("hashicnf.proofs.certify.is_out_of_conflicts", lambda _: True)
    monkeypatch.setattr("hashicnf.proofs.logged.open_prover", lambda *_, **__: pytest.fail("a solver is started"))
    certified = certify(hashicnf.parse("1241....\n12412212\n33211244\n11321121\n....2342\n"))
    text = certified.text or ""
    assert certified.found == "unsolvable"
    assert check_certificate.check(text) == certified.proves
    assert re.search(r"\[proof\]\n(-?\d+ 0\n(d .*\n)?)+0\n$", text)  # literals, then the contradiction
    assert certifying.is_true(text) is not False


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_thousand_certificates_and_five_thousand_mutations() -> None:
    made = 0
    for _, certified in islice(certifying.certificates("many"), 1000):
        text = certified.text or ""
        assert certifying.verdict(text) == "accepted", text
        assert certifying.is_true(text) is not False, text
        made += 1
    assert made == 1000
    assert certifying.hunt("many", 5000)["refused"] > 1000


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("none.puz", 20, "none.puz: unsolvable: a.cert proves it: no solution (hashi; clauses: 3, lemmas: 0)"),
        ("none.puz --claim unsolvable", 20, "unsolvable: a.cert proves it"),
        ("none.puz --claim unique", 20, "none.puz: no certificate: there is no solution"),
        ("several.puz", 1, "several.puz: no certificate: not unique: there are several solutions"),
        ("several.puz --claim unsolvable", 1, "not unsolvable: there is a solution"),
        ("tiles.puz", 0, "tiles.puz: optimal: a.cert proves it: no plan has fewer steps than this one of 1 (tiles"),
        ("tiles.puz --claim unsolvable", 1, "not unsolvable: there is a solution"),
        ("odd.puz", 20, "odd.puz: unsolvable: a.cert proves it: no plan (tiles)"),
        ("odd.puz --claim optimal", 20, "odd.puz: no certificate: there is no solution"),
        ("odd.puz --claim unique", 2, "--claim unique: tiles puzzles are solved by plans"),
        ("none.puz --claim optimal", 2, "--claim optimal: hashi puzzles are not solved by plans"),
        ("none.puz --claim uniqe", 2, "did you mean unique?"),
        ("none.puz --metric slides", 2, "--metric: hashi puzzles are not solved by plans"),
        ("tiles.puz --metric step", 2, "no metric of tiles is named 'step'"),
        ("tiles.puz --solver cadical153", 2, "hold no proof of a solver"),
        ("none.puz --solver minisat22", 2, "--solver minisat22 writes no proofs; these do: dpll, cadical"),
        ("several.puz --timeout 0", 30, "no certificate: time limit of 0 s reached"),
        ("tiles.puz --timeout 0", 30, "no certificate: time limit of 0 s reached"),
    ],
)
def test_what_is_found_decides_the_exit_code(
    words: str, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("old").write_text("from an earlier run\n")
    Path("a.cert").symlink_to("old")
    assert run_command(["certify", *words.split(), "-o", "a.cert"]) == code
    error = capsys.readouterr().err
    assert message in error
    kept = "hashicnf: warning: a.cert is not written; the file that was there is kept\n"
    assert (kept in error) == (code != 2 and "proves it" not in message)
    if "proves it" in message:
        assert run_command(["check-certificate", "a.cert"]) == 0
        assert message.partition("proves it: ")[2] in capsys.readouterr().out
    else:
        assert Path("a.cert").read_text() == "from an earlier run\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("certify none.puz -o a.cert", "none.puz: no certificate: time limit of 3 s reached"),
        (
            "prove none.puz --cnf a.cnf --proof a.drup --solver './sure {cnf} {proof}'",
            "none.puz: no proof: time limit of 3 s reached; sums that contradict each other may have no short proof by clauses: ",
        ),
    ],
)
def test_a_limit_reached_behind_the_solver_is_an_answer(
    words: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise Stopped("time", "time limit of 3 s reached").error()

    Path("sure").write_text('#!/bin/sh\n: > "$2"\necho s UNSATISFIABLE\nexit 20\n')
    Path("sure").chmod(0o755)
    monkeypatch.setattr("hashicnf.proofs.logged.relevant", late)
    monkeypatch.setattr("hashicnf.proofs.write.relevant", late)
    assert run_command(shlex.split(words)) == 30
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("place", ["hashicnf.proofs.certify.decide", "hashicnf.solving.lazy.LazyLoop.ask"])
def test_that_a_puzzle_is_known_to_be_unsolvable_is_told_where_no_proof_is_found(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashicnf.proofs.certify.persist", lambda *_: Unsat())
    monkeypatch.setattr("hashicnf.proofs.certify._counted_out", lambda *_: None)
    monkeypatch.setattr("hashicnf.proofs.certify.is_out_of_conflicts", lambda verdict: isinstance(verdict, Unknown))
    monkeypatch.setattr(place, lambda *_, **__: Unknown(Stopped("time", "time limit of 3 s reached")))
    assert run_command(["certify", "none.puz", "-o", "a.cert"]) == 30
    reason = "time limit of 3 s reached; there is no solution, but no proof was found that a certificate can hold"
    assert f"none.puz: no certificate: {reason}\n" in capsys.readouterr().err


def test_names_that_cannot_be_written_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["certify", "none.puz", "-o", "none.puz"]) == 2
    assert run_command(["certify", "none.puz", "-o", "a.cnf"]) == 2
    assert (
        "the ending .cnf stands for DIMACS CNF, which encode writes, but the output is a certificate;"
        in capsys.readouterr().err
    )
    assert Path("none.puz").read_text() == NONE


def test_a_proof_that_is_taken_out_has_no_hints() -> None:
    """Drat-trim ends at a comment of more than a thousand characters."""
    assert run_command(["certify", str(ROOT / "examples" / "sudoku" / "hard.puz"), "-o", "a.cert"]) == 0
    assert "\nc " in Path("a.cert").read_text().partition("[proof]")[2]
    assert run_command(["check-certificate", "a.cert", "--extract", "parts"]) == 0
    lemmas = Path("parts/proof.drup").read_text().splitlines()
    assert lemmas
    assert not [line for line in lemmas if line.startswith("c")]
    assert run_command(["check-proof", "parts/formula.cnf", "parts/proof.drup"]) == 0


def test_a_certificate_is_taken_apart(capsys: pytest.CaptureFixture[str]) -> None:
    example = str(ROOT / "examples" / "hashi" / "medium.puz")
    assert run_command(["certify", example, "-o", "a.cert"]) == 0
    assert run_command(["check-certificate", "a.cert", "--extract", "parts"]) == 0
    assert {path.name for path in Path("parts").iterdir()} == {
        "puzzle.puz",
        "solution.txt",
        "formula.cnf",
        "proof.drup",
    }
    assert hashicnf.read("parts/puzzle.puz") == hashicnf.read(example)
    assert run_command(["check-proof", "parts/formula.cnf", "parts/proof.drup"]) == 0
    assert run_command(["sat", "parts/formula.cnf"]) == 20
    assert run_command(["check-certificate", "a.cert", "--extract", "a.cert"]) == 2
    assert "a.cert: cannot be made: it is a file" in capsys.readouterr().err


def test_wrong_certificates_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["certify", "none.puz", "-o", "a.cert"]) == 20
    text = Path("a.cert").read_text()
    Path("a.cert").write_text(text.replace("-7 -5 0", "-7 5 0"))
    assert run_command(["check-certificate", "a.cert"]) == 1
    assert "a.cert:10: the clause does not follow from its reason, crossing 2 2\n" in capsys.readouterr().out
    Path("a.cert").write_text(text.replace("-7 -5 0", "-7 -x 0"))
    assert run_command(["check-certificate", "a.cert"]) == 65
    assert "a.cert:10:1: expected integers\n    -7 -x 0\n" in capsys.readouterr().err


def test_a_program_writes_the_proof() -> None:
    """A program that can write proofs, one that writes none, and one that writes a wrong one."""
    Path("mine.py").write_text(
        "import sys\n"
        "from pysat.formula import CNF\n"
        "from pysat.solvers import Solver\n"
        "with Solver('glucose4', bootstrap_with=CNF(from_file=sys.argv[1]).clauses, with_proof=True) as solver:\n"
        "    assert not solver.solve()\n"
        "    proof = solver.get_proof()\n"
        "mode = sys.argv[3]\n"
        "if mode != 'none':\n"
        "    open(sys.argv[2], 'w').write('0\\n' if mode == 'lies' else '\\n'.join(proof))\n"
        "print('s UNSATISFIABLE')\n"
        "sys.exit(20)\n"
    )
    command = f"{shlex.quote(sys.executable)} mine.py {{cnf}} {{proof}}"
    puzzle = hashicnf.read(ROOT / "examples" / "sudoku" / "hard.puz")
    certified = certify(puzzle, solver=f"{command} right")
    assert certified.text is not None
    assert check_certificate.check(certified.text) == certified.proves
    for mode, message in (("lies", "has step 1 that does not follow"), ("none", "ends too early")):
        with pytest.raises(SolverFailed, match=message):
            certify(puzzle, solver=f"{command} {mode}")
    with pytest.raises(UsageError, match="writes no proofs; these do"):
        certify(puzzle, solver=f"{shlex.quote(sys.executable)} mine.py {{cnf}} a right")


def test_the_check_of_a_certificate_ends_at_its_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    head = f"{check_plan.MAGIC}\nclaim: {{}}\n[puzzle]\nfamily: tiles\n"
    Path("long.cert").write_text(head.format("unsolvable") + "2 1 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 .\n")
    Path("short.cert").write_text(head.format("optimal") + "1 2\n. 3\n[solution]\n3 left\n")
    begun = process_time()
    assert run_command(["check-certificate", "long.cert", "short.cert", "--timeout", "0.5"]) == 30
    assert process_time() - begun < 4
    out, err = capsys.readouterr()
    assert "time limit of 0.5 s reached" in err
    assert out == "short.cert: verified: no plan has fewer steps than this one of 1 (tiles, metric slides)\n"
    assert run_command(["certify", "none.puz", "-o", "proof.cert"]) == 20
    assert run_command(["check-certificate", "proof.cert", "--timeout", "0"]) == 30


@pytest.mark.parametrize("proof", ["", "0", "1 0\\n0"])
@pytest.mark.parametrize("connectivity", ["planar", "lazy"])
def test_prove_does_not_believe_a_program(proof: str, connectivity: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither its claim that a solvable board has no solution, nor wrong lines as a proof for an unsolvable one are accepted."""
    Path("liar").write_text(f"#!/bin/sh\nprintf '{proof}\\n' > \"$2\"\necho s UNSATISFIABLE\nexit 20\n")
    Path("liar").chmod(0o755)
    Path("a.puz").write_text("2.2\n...\n2.2\n" if connectivity == "planar" else "2.2.2\n.....\n" * 2 + "2.2.2\n")
    command = ["prove", "a.puz", "--cnf", "a.cnf", "--proof", "a.drup", "--connectivity", connectivity]
    assert run_command([*command, "--solver", "./liar {cnf} {proof}"]) == 69
    assert "the proof of ./liar " in capsys.readouterr().err
    assert not Path("a.cnf").exists()
    assert not Path("a.drup").exists()


@pytest.mark.parametrize("solver", ["glucose4", "cadical103", "dpll"])
def test_boards_without_a_solution_are_proved_by_cuts(solver: str) -> None:
    rng, proved = random.Random("cuts"), 0
    for _ in range(8):
        puzzle = certifying.a_hashi(rng)
        Path("a.puz").write_text("\n".join([*puzzle.lines, ""]))
        Path("a.cnf").unlink(missing_ok=True)
        Path("a.drup").unlink(missing_ok=True)
        code = run_command(["prove", "a.puz", "--cnf", "a.cnf", "--proof", "a.drup", "--solver", solver])
        assert code == (20 if certify(puzzle).found == "unsolvable" else 0)
        if code:
            assert run_command(["check-proof", "a.cnf", "a.drup"]) == 0
            proved += "connectivity" in Path("a.cnf").read_text()
    assert proved > 0


def trim(formula: Sequence[Sequence[int]], steps: Sequence[ProofStep], deadline: Deadline = NEVER) -> Trimmed | Refused:
    trimming = Trimming(formula)
    return trimming.done or trimming.replay(steps, deadline)


def test_trimmed_proofs_prove_the_same() -> None:
    rng = random.Random("trim")
    shorter = trimmed = 0
    while trimmed < 60:
        clauses = random_clauses(rng, rng.randint(5, 40), 5, (2, 3))
        steps = proof_of(clauses, rng.choice(("glucose4", "cadical153", "lingeling")))
        if steps is None:
            continue
        found = trim(clauses, steps)
        assert isinstance(found, Trimmed)
        core = [clauses[number] for number in found.core]
        assert isinstance(replay(core, found.steps), Verified)
        assert {clause for _, clause in found.steps} <= {tuple(sorted({*clause})) for _, clause in steps} | {()}
        shorter += len(core) < len(clauses)
        trimmed += 1
    assert shorter > 30


@pytest.mark.parametrize("clauses", [[], [[1], [-1, 2], [-2, -1]]])
def test_a_lemma_that_is_always_true_rests_on_nothing(clauses: list[list[int]]) -> None:
    found = trim(clauses, [(False, [3, -3]), (False, [])])
    assert found == (Trimmed((0, 1, 2), ((False, ()),)) if clauses else Refused(1, ()))


def test_what_is_no_proof_is_not_trimmed() -> None:
    assert trim([[1, 2], [-1, 2]], [(False, [-2])]) == Refused(0, (-2,))
    assert trim([[1, 2], [-1, 2]], [(False, [2])]) == Refused(1, None)
    square = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    with pytest.raises(GaveUp, match="time limit of 0 s reached while the proof was replayed"):
        trim(square, [(False, [2])], Deadline.after(0))
    assert certify(hashicnf.parse(SEVERAL), deadline=Deadline.after(0)).found == "unknown"


def test_many_certificates_are_checked_and_each_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, wrong, other = (str(tmp_path / name) for name in ("good.cert", "wrong.cert", "other.cert"))
    text = hashicnf.certify(hashicnf.parse("1.1\n")).text
    assert text is not None
    Path(good).write_text(text)
    Path(wrong).write_text(text.replace("\n1.1\n", "\n1.2\n"))
    Path(other).write_text("1.1\n")
    assert run_command(["check-certificate", good, good]) == 0
    assert capsys.readouterr().out.count(f"{good}: verified: one solution and no other") == 2
    assert run_command(["check-certificate", good, wrong, good]) == 1
    capsys.readouterr()
    assert run_command(["check-certificate", good, wrong, other, good]) == 65
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert [line.split(":")[0] for line in lines if not line.startswith(" ")] == [good, wrong, good]
    assert printed.err.startswith(f"hashicnf: {other}:1:1: this is a puzzle, not a certificate")
    assert run_command(["check-certificate", good, good, "--extract", str(tmp_path / "parts")]) == 2
    assert "--extract: a folder has the parts of one certificate, and there are 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ("import os; os.kill(os.getpid(), 9)", SolverFailed, "the checker was killed by signal 9"),
        ("print('line 3: no move'); exit(1)", InternalError, "the certificate is wrong: line 3: no move"),
        ("exit(3)", InternalError, "the checker ended with exit code 3"),
    ],
)
def test_a_checker_of_plans_that_is_killed_is_no_internal_error(
    script: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("checker.py").write_text(script)
    monkeypatch.setattr(check_plan, "__file__", str(Path("checker.py").resolve()))
    with pytest.raises(error, match=f"^{message}$"):
        hashicnf.certify(hashicnf.read("tiles.puz"))


def test_what_is_not_verified_is_false() -> None:
    text = hashicnf.certify(hashicnf.parse("1.1\n...\n1.1\n")).text
    assert text is not None
    sound, broken = (hashicnf.check_certificate(StringIO(one)) for one in (text, text.replace("1.1", "1.2", 1)))
    assert (bool(sound), bool(broken)) == (sound.is_verified, broken.is_verified) == (True, False)
