"""``hashicnf.sat``: formulas of files and streams are solved, with proofs, traces and limits, by the code of the command."""

from __future__ import annotations

import io
import os
import pickle
import shlex
from pathlib import Path
from threading import Timer
from time import sleep

import pytest

import hashicnf
from hashicnf.core.deadline import Deadline
from hashicnf.dimacs.drup import Proof, read_proof

PUZZLE = hashicnf.parse("2.4.2\n.....\n3.?.2\n")
HARD = "p cnf 3 8\n" + "".join(f"{a} {2 * b} {3 * c} 0\n" for a in (1, -1) for b in (1, -1) for c in (1, -1))
FALSE = "p cnf 1 2\n1 0\n-1 0\n"


def test_a_stream_that_a_formula_was_written_to_is_solved_and_decoded() -> None:
    stream = io.BytesIO()
    hashicnf.encode(PUZZLE).write(stream)
    stream.seek(0)
    answer = hashicnf.sat(stream)
    assert answer.status == "satisfiable"
    assert hashicnf.decode(answer.literals(), puzzle=PUZZLE).answer.broken == ()
    again = pickle.loads(pickle.dumps(answer))  # noqa: S301 - our own bytes
    assert (again, hash(again)) == (answer, hash(answer))
    assert not stream.closed


def test_incremental_cnf_of_cubes_is_solved() -> None:
    stream = io.BytesIO()
    hashicnf.cubes(PUZZLE, 3).write(stream)
    stream.seek(0)
    assert hashicnf.sat(stream).status == "satisfiable"


@pytest.mark.parametrize("solver", ["cadical153", "dpll"])
def test_a_proof_is_written_where_there_is_no_model(tmp_path: Path, solver: str) -> None:
    cnf, proof = tmp_path / "a.cnf", tmp_path / "a.drup"
    cnf.write_text(FALSE)
    answer = hashicnf.sat(cnf, solver=solver, proof=proof)
    assert (answer.status, answer.has_proof) == ("unsatisfiable", True)
    assert hashicnf.check_proof(cnf, proof)
    with cnf.open() as formula, proof.open("rb") as steps:
        assert hashicnf.check_proof(formula, steps)
    assert hashicnf.check_proof(io.StringIO(FALSE), io.BytesIO(proof.read_bytes()))
    cnf.write_text("p cnf 1 1\n1 0\n")
    before = proof.read_text()
    with pytest.warns(
        hashicnf.OutputWarning, match=r"a\.drup is not written; the file that was there is kept$"
    ) as told:
        assert not hashicnf.sat(cnf, solver=solver, proof=proof).has_proof
    assert (len(told), proof.read_text()) == (1, before)


def test_the_proof_of_a_program_is_replayed_in_the_numbers_of_the_file(tmp_path: Path) -> None:
    cnf, program, proof = (tmp_path / name for name in ("a.cnf", "program", "a.drup"))
    a, b = 1_500_000_000, 1_999_999_999
    cnf.write_text(f"p cnf 2000000000 4\n{a} {b} 0\n-{a} {b} 0\n{a} -{b} 0\n-{a} -{b} 0\n")
    solver = shlex.join(["sh", str(program), "{cnf}", "{proof}"])
    program.write_text('printf "2 0\\n0\\n" > "$2"; echo s UNSATISFIABLE; exit 20')
    assert hashicnf.sat(cnf, solver=solver, proof=proof).has_proof
    assert proof.read_text() == f"{b} 0\n0\n"
    program.write_text('echo 0 > "$2"; echo s UNSATISFIABLE; exit 20')
    with (
        pytest.warns(hashicnf.OutputWarning, match="is kept"),
        pytest.raises(hashicnf.SolverFailed, match="has step 1 that does not follow"),
    ):
        hashicnf.sat(cnf, solver=solver, proof=proof)
    assert proof.read_text() == f"{b} 0\n0\n"


def test_binary_proofs_and_formulas_come_from_streams_of_bytes() -> None:
    cnf = b"p cnf 64 4\n64 2 0\n-64 2 0\n64 -2 0\n-64 -2 0\n"
    assert hashicnf.check_proof(io.BytesIO(cnf), io.BytesIO(b"a\x80\1\0a\0")).is_verified
    wrong = hashicnf.check_proof(io.BytesIO(cnf), io.BytesIO(b"d\x80\1\4\0a\4\0"))
    assert (wrong.is_verified, wrong.message[:19]) == (False, "<stream> #2: byte 6")


def test_a_proof_that_does_not_arrive_is_not_waited_for(tmp_path: Path) -> None:
    cnf, pipe = tmp_path / "a.cnf", tmp_path / "pipe"
    cnf.write_text(FALSE)
    os.mkfifo(pipe)
    writer = Timer(2, pipe.write_text, ("0",))
    writer.start()
    try:
        with pytest.raises(hashicnf.GaveUp, match=r"pipe: time limit of 0.05 s reached while reading"):
            hashicnf.check_proof(cnf, pipe, timeout=0.05)
    finally:
        writer.cancel()


def test_clauses_are_propagated_within_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(data: bytes, name: str, variables: int, deadline: Deadline) -> Proof:
        proof = read_proof(data, name, variables)
        sleep(deadline.left() or 0)
        return proof

    monkeypatch.setattr("hashicnf.proofs.check.read_proof", late)
    with pytest.raises(hashicnf.GaveUp, match=r"time limit of 0.1 s reached"):
        hashicnf.check_proof(io.StringIO(FALSE), io.BytesIO(b""), timeout=0.1)


def test_steps_of_dpll_are_traced() -> None:
    tracer = hashicnf.Collector()
    assert hashicnf.sat(io.StringIO(FALSE), solver="dpll", tracer=tracer).status == "unsatisfiable"
    assert "clause 2" in hashicnf.explain_trace(tracer)


def test_limits_are_verdicts() -> None:
    late = hashicnf.sat(io.StringIO(FALSE), timeout=0)
    assert late.stopped is not None
    assert (late.status, late.stopped.kind) == ("unknown", "time")
    hard = io.StringIO(HARD)
    few = hashicnf.sat(hard, solver="dpll", max_nodes=1, branching="first")
    assert few.stopped is not None
    assert few.stopped.kind == "nodes"


def test_ctrl_c_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = hashicnf.Unknown(hashicnf.Stopped("interrupted", "Ctrl-C"))
    monkeypatch.setattr("hashicnf.proofs.formulas.solve_formula", lambda *_: hashicnf.CnfAnswer(stopped))
    with pytest.raises(KeyboardInterrupt):
        hashicnf.sat(io.StringIO(FALSE))


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (FALSE, {"max_nodes": 3}, "max_nodes: only for solver dpll, not for cadical153"),
        (FALSE, {"solver": "cad"}, "no solver is named 'cad'"),
        (FALSE, {"proof": "a.cnf"}, "the ending .cnf stands for DIMACS CNF"),
        ("2.2\n", {}, "this is a puzzle, not a DIMACS formula"),
    ],
)
def test_what_is_wrong_has_its_message(text: str, options: dict[str, str], words: str) -> None:
    with pytest.raises((hashicnf.UsageError, hashicnf.InputError), match=words):
        hashicnf.sat(io.StringIO(text), **options)  # type: ignore[arg-type]
