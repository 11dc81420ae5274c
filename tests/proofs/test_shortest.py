"""Proofs that a plan is a shortest one, and that there is none of so many steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf.backends.abilities import provers
from hashicnf.backends.choose import open_prover
from hashicnf.cli.app import run as run_command
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.statespace import Plan
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Sat, Unknown, Unsat
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs.check import check_proof
from hashicnf.proofs.shortest import prove_shortest
from hashicnf.proofs.write import prove
from hashicnf.solving.request import Request
from tests.clauses import blocks, pigeons
from tests.plugins.registered import added

SLIDING = "family: sliding\n. 1 2\n4 5 3\n"  # three slides
DONE = "family: sliding\n1 2\n3 .\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text(SLIDING)
    with added():
        yield


def sliding(text: str = SLIDING) -> Puzzle:
    return hashicnf.parse(text)


@pytest.mark.parametrize("positions", ["one-hot", "binary"])
@pytest.mark.parametrize("method", ["cdcl", "astar"])
def test_a_shortest_plan_is_proved_to_be_one(method: str, positions: str) -> None:
    answer = hashicnf.solve(sliding(), method=method)
    request = Request(options={"positions": positions})
    prove_shortest(sliding(), answer, request).write("a.cnf", "a.drup")
    checked = check_proof("a.cnf", "a.drup")
    assert checked.is_verified, checked.message
    assert '"horizon": 2' in Path("a.cnf").read_text().splitlines()[0]


def test_a_plan_that_is_longer_is_not() -> None:
    answer = hashicnf.solve(sliding(), method="astar")
    plan = Plan(("right", "left", *answer.plan.actions), 5, "slides")  # type: ignore[union-attr]
    longer = replace(answer, plan=plan)
    assert isinstance(prove_shortest(sliding(), longer, Request()).proved.verdict, Sat)
    with pytest.raises(InternalError, match="a plan of fewer steps than one of 5 that is called optimal"):
        prove_shortest(sliding(), replace(longer, plan=replace(plan, optimal=True)), Request())


def test_without_a_plan_there_is_nothing_to_prove() -> None:
    puzzle = sliding(DONE)
    with pytest.raises(UsageError, match="the plan has no steps"):
        prove_shortest(puzzle, hashicnf.solve(puzzle), Request())
    with pytest.raises(UsageError, match="there is no plan"):
        prove_shortest(puzzle, replace(hashicnf.solve(puzzle), plan=None), Request())


@pytest.mark.parametrize("solver", ["dpll", *provers()])
def test_every_solver_that_proves_writes_proofs_that_pass(solver: str) -> None:
    proved = prove(sliding(), "a.cnf", "a.drup", Encodings(connectivity="lazy", horizon=2), solver=solver)
    assert isinstance(proved.verdict, Unsat)
    checked = check_proof("a.cnf", "a.drup")
    assert checked.is_verified, checked.message


def test_a_prover_keeps_its_deadline() -> None:
    variables, clauses = pigeons(13)
    with open_prover("cadical153", variables, Limits(Deadline.after(0.1))) as session:
        session.add(blocks(clauses))
        verdict = session.solve()
    assert isinstance(verdict, Unknown)
    assert verdict.stopped.kind == "time"


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    def run(words: str) -> tuple[int, str]:
        code = run_command(words.split())
        return code, capsys.readouterr().err

    code, told = run("solve a.puz --proof a.drup --cnf a.cnf")
    assert (code, told.splitlines()[0]) == (0, "a.puz: no plan has fewer than 3 steps: a.drup refutes a.cnf")
    assert run("check-proof a.cnf a.drup")[0] == 0
    told = run("solve a.puz --method greedy --proof a.drup --cnf a.cnf")[1]
    assert told.splitlines()[1].startswith("a.puz: a plan of 3 steps, ")
    assert told.rstrip().endswith(": 3, optimal")
    assert run("prove a.puz --horizon 2 --cnf b.cnf --proof b.drup") == (
        20,
        "a.puz: no plan of at most 2 steps: b.drup refutes the clauses of b.cnf\n",
    )
    assert run("prove a.puz --horizon 3 --cnf c.cnf --proof c.drup") == (
        0,
        "a.puz: there is a plan of at most 3 steps: there is nothing to prove\n",
    )
    Path("done.puz").write_text(DONE)
    code, told = run("solve done.puz --proof d.drup --cnf d.cnf")
    assert (code, told.splitlines()[0]) == (30, "done.puz: no proof: there is no plan of a step or more")
    assert "a.puz: no proof: no plan was found\n" in run("solve a.puz --timeout 0 --proof e.drup --cnf e.cnf")[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("solve done.puz --proof a.drup --cnf a.cnf", 30),
        ("solve a.puz --timeout 0 --proof a.drup --cnf a.cnf", 30),
        ("prove a.puz --horizon 3 --proof a.drup --cnf a.cnf", 0),
        ("prove a.puz --horizon 2 --timeout 0 --proof a.drup --cnf a.cnf", 30),
    ],
)
def test_files_that_were_there_are_kept_and_do_not_pass_for_a_proof(
    words: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("done.puz").write_text(DONE)
    files = {"a.cnf": "p cnf 0 1\n0\n", "a.drup": "0\n"}
    for name, text in files.items():
        Path(name).write_text(text)
    assert run_command(words.split()) == code
    error = capsys.readouterr().err
    for name, text in files.items():
        assert Path(name).read_text() == text
        assert error.count(f"hashicnf: warning: {name} is not written; the file that was there is kept\n") == 1


def test_a_longer_plan_has_no_proof_and_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = hashicnf.solve(sliding(), method="astar")
    plan = Plan(("right", "left", *answer.plan.actions), 5, "slides")  # type: ignore[union-attr]
    monkeypatch.setattr("hashicnf.solving.methods.solve_with", lambda *_: replace(answer, plan=plan))
    Path("a.drup").write_text("0\n")
    assert run_command(["solve", "a.puz", "--proof", "a.drup", "--cnf", "a.cnf"]) == 30
    assert Path("a.drup").read_text() == "0\n"
    assert not Path("a.cnf").exists()


def test_a_refused_request_writes_nothing() -> None:
    Path("a.drup").write_text("0\n")
    assert (
        run_command(
            ["solve", "a.puz", "--method", "dpll", "--heuristic", "zero", "--proof", "a.drup", "--cnf", "a.cnf"]
        )
        == 2
    )
    assert run_command(["solve", "none.puz", "--proof", "a.drup", "--cnf", "a.cnf"]) == 65
    assert Path("a.drup").read_text() == "0\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("solve a.puz --proof a.drup", "--proof has no effect without --cnf"),
        ("solve a.puz --proof - --cnf a.cnf", "the formula and the proof need a file each"),
        ("solve b.puz --proof p --cnf a.cnf", "above them; see prove for unsolvable puzzles\n"),
        ("prove a.puz --proof p --cnf a.cnf", "a formula of a sliding puzzle needs --horizon"),
        (
            "prove a.puz --horizon 2 --proof p --cnf a.cnf --solver minisat22",
            "--solver minisat22 writes no proofs; these do",
        ),
        (
            "prove a.puz --horizon 2 --proof p --cnf a.cnf --max-nodes 3 --solver cadical153",
            "--max-nodes: only for --solver dpll, not",
        ),
        ("prove b.puz --proof p --cnf a.cnf --solver picosat", "--solver picosat writes no proofs; these do"),
        ("prove b.puz --proof p --cnf a.cnf --solver cadcial153", "named 'cadcial153'; did you mean cadical153?"),
    ],
)
def test_what_cannot_be_proved_is_refused(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.puz").write_text("2.2\n...\n2.2\n")
    assert run_command(words.split()) == 2
    assert message in capsys.readouterr().err
    assert not Path("a.cnf").exists()
