"""Cubes are a partition of the assignments, have the verdict of the puzzle, and their proofs combine to a proof of it."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import numpy as np
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import hashicnf
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.backends.supervisor import PastDeadlineError
from hashicnf.cli.app import run
from hashicnf.core.constraints import Clauses, Connected, Embedding, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.cubing.bands import across
from hashicnf.cubing.conquer import PROOF, Refutation, conquer
from hashicnf.cubing.cube_formula import PART
from hashicnf.cubing.merge import certificate, steps_of
from hashicnf.cubing.partition import Cube, prefixes
from hashicnf.cubing.split import _some, damped, estimate, split
from hashicnf.cubing.worker import _answer, _proved, _used, main
from hashicnf.cubing.write import write_folder
from hashicnf.dimacs.cubes import is_partition
from hashicnf.errors import GaveUp, InternalError, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.files.outputs import make_folder
from hashicnf.instances.manifest import read_rows
from hashicnf.logic import Sat, Stopped, Unknown
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs import check_certificate
from hashicnf.proofs.rup import Verified, replay
from tests.portions import short_and_long

PLANTED = {"size": "8x8", "islands": 18}
SUDOKU = "family: sudoku\n1...\n..2.\n....\n...3\n"
NO_SUDOKU = "family: sudoku\n1.2.\n....\n....\n..11\n"
CYCLE = "\n.....\n".join(["2.2.2"] * 3) + "\n"  # no Hamiltonian cycle through an odd number of nodes of a grid


def unsolvable(seed: int) -> Puzzle:
    return hashicnf.generate("hashi", unsolvable=True, seed=seed, **PLANTED).puzzle


def boards() -> dict[str, Puzzle]:
    made = {f"planted {seed}": hashicnf.generate("hashi", seed=seed, **PLANTED).puzzle for seed in range(4)}
    made |= {f"unsolvable {seed}": unsolvable(seed) for seed in range(4)}
    texts = {"sudoku": SUDOKU, "no sudoku": NO_SUDOKU, "cycle": CYCLE, "unknown": "?.?.?\n.....\n?.?.?\n"}
    return made | {name: hashicnf.parse(text) for name, text in texts.items()}


BOARDS = boards()


@pytest.mark.parametrize(("many", "few"), [(1, 1), (32, 32), (33, 17), (64, 32), (1000, 32)])
def test_candidates_lie_evenly_among_all(many: int, few: int) -> None:
    chosen = _some(np.arange(many, dtype=np.int32))
    assert (chosen[0], len(chosen)) == (0, few)
    assert len({*np.diff(chosen).tolist()}) < 2


@pytest.mark.parametrize("number", [1, 2, 7, 16])
@pytest.mark.parametrize("name", BOARDS)
def test_cubes_are_a_partition(name: str, number: int) -> None:
    """Disjoint: two cubes disagree on a variable. Covering: the clauses of the negated cubes have no model."""
    compiled = hashicnf.encode(BOARDS[name], connectivity="lazy", simplify=False)
    cubes = split(compiled, number)
    literals = [cube.literals for cube in cubes]
    assert is_partition(literals)
    assert sum(not cube.closed for cube in cubes) <= number
    assert all(abs(literal) <= compiled.problem for cube in literals for literal in cube)
    for first in range(len(literals)):
        assert all({-literal for literal in literals[first]} & {*other} for other in literals[:first])
    with Solver("minisat22", [[-literal for literal in cube] for cube in literals]) as solver:
        assert not solver.solve()


@pytest.mark.parametrize("name", ["planted 1", "unsolvable 3"])
def test_closed_cubes_do_not_count(name: str) -> None:
    cubes = split(hashicnf.encode(BOARDS[name], connectivity="lazy", simplify=False), 7)
    closed = sum(cube.closed for cube in cubes)
    assert closed > 7
    assert len(cubes) - closed == 7


def test_what_is_no_partition_is_told_apart() -> None:
    """Compare with brute force for all sets of cubes of two variables."""
    every = [cube for cube in product((0, 1, -1), (0, 2, -2)) if cube != (0, 0)]
    flat = sorted({tuple(literal for literal in cube if literal) for cube in every})
    assignments = [set(values) for values in product((1, -1), (2, -2))]
    for size in (1, 2, 3, 4):
        for picked in product(flat, repeat=size):
            covered = [sum({*cube} <= assignment for cube in picked) for assignment in assignments]
            if is_partition(picked):
                assert covered == [1, 1, 1, 1], picked
            elif covered == [1, 1, 1, 1]:
                assert size > 1
                assert {abs(cube[0]) for cube in picked} == {
                    1,
                    2,
                }  # a partition, though no tree that decides one variable first
    assert is_partition([()])
    deep = sys.getrecursionlimit() + 50
    chain = [(*range(1, depth), -depth) for depth in range(1, deep)]
    assert is_partition([*chain, tuple(range(1, deep))]), "as deep as recursion is not"
    assert not is_partition([*chain, tuple(range(1, deep - 1))])
    assert not is_partition([])
    assert not is_partition([(), (1,)])
    assert [*prefixes([(1, 2), (1, -2), (-1,)])] == [(1,), ()]


@pytest.mark.parametrize(("first", "second"), [(1, 1), (3, 3), (1, 5), (10, 2), (40, 1)])
def test_shares_solve_their_equation(first: float, second: float) -> None:
    one, other = estimate(first, second)
    assert one + other == pytest.approx(1)
    assert one ** (-1 / first) == pytest.approx(other ** (-1 / second), rel=1e-4)
    assert estimate(np.inf, second) == (0, 1)
    assert estimate(first, np.inf) == (1, 0)
    assert damped(0.2, 0.8)[0] == pytest.approx(1 / 3)
    assert damped(0, 1) == (0, 1)
    assert damped(*estimate(np.inf, np.inf)) == (0, 0)


def test_a_band_is_the_line_that_few_open_edges_cross() -> None:
    """Two squares of nodes, joined by one edge between columns 1 and 2."""
    row = np.array([0, 0, 1, 1, 0, 0, 1, 1], dtype=np.int32)
    column = np.array([0, 1, 0, 1, 2, 3, 2, 3], dtype=np.int32)
    ends = np.array([[0, 1], [0, 2], [1, 3], [2, 3], [4, 5], [4, 6], [5, 7], [6, 7], [1, 4]], dtype=np.int32)
    lits = np.arange(1, 10, dtype=np.int32)
    drawn = Embedding(row, column, row[ends[:, 0]] == row[ends[:, 1]], np.zeros((0, 2), dtype=np.int32))
    graph = Connected(8, ends, lits, Origin("connected", "edge"), embedding=drawn)
    is_open = np.ones(10, dtype=np.bool_)
    assert across([graph], is_open).tolist() == [9]
    is_open[9] = False  # decided: the next best lines lie within the squares, or across both
    assert 9 not in across([graph], is_open).tolist()
    assert len(across([graph], np.zeros(10, dtype=np.bool_))) == 0


@pytest.mark.parametrize(("name", "prove"), [("planted 0", False), ("unsolvable 1", False), ("cycle", True)])
def test_the_verdict_is_that_of_solve(name: str, prove: bool) -> None:
    puzzle = BOARDS[name]
    cubes = cut(puzzle, 4)
    found = conquer(puzzle, cubes, "cadical153", 2, prove=prove)
    answer = hashicnf.solve(puzzle)
    assert found.status == ("unsolvable" if answer.solution is None else "solved")
    if found.status == "solved":
        assert puzzle.check(found.solution) == []
    else:
        assert {one.cube.literals for one in found.refuted} == {cube.literals for cube in cubes}


def cut(puzzle: Puzzle, number: int) -> list[Cube]:
    """Split a puzzle by a formula that propagates little, so that small boards have open cubes."""
    return split(hashicnf.encode(puzzle, connectivity="lazy", simplify=False), number)


def refuted_here(puzzle: Puzzle, number: int) -> list[Refutation]:
    """Refute all cubes of a puzzle in this process."""
    found = []
    for cube in cut(puzzle, number):
        answer = _proved(puzzle, cube.literals, "cadical153")
        assert answer["verdict"] == "unsat"
        found.append(Refutation(cube, *(tuple(answer[part]) for part in PROOF)))
    return found


@pytest.mark.parametrize(("name", "number"), [("unsolvable 0", 4), ("unsolvable 1", 1), ("no sudoku", 3), ("cycle", 9)])
def test_the_certificate_is_accepted(name: str, number: int) -> None:
    puzzle = BOARDS[name]
    text = certificate(puzzle, refuted_here(puzzle, number))
    assert "claim: unsolvable" in text
    assert check_certificate.check(text)


def test_the_merged_proof_is_drup_of_the_formula_and_no_part_can_be_missing() -> None:
    """Without the clauses that close the tree, or without a cube, the proof is rejected."""
    puzzle = hashicnf.generate("hashi", lattice=5).puzzle
    refuted = refuted_here(puzzle, 5)
    assert len(refuted) > 3
    compiled = hashicnf.encode(puzzle, connectivity="lazy", simplify=False)
    formula = [*compiled.clauses(), *(cut[3] for one in refuted for cut in one.cuts)]
    steps = [*steps_of(refuted)]
    assert isinstance(replay(formula, steps), Verified)
    lemmas = [one for one in refuted if len(one.steps) > 1]
    assert lemmas
    for one in lemmas[:3]:
        with pytest.raises(SolverFailed):
            certificate(puzzle, [other for other in refuted if other is not one])
        other = [Refutation(o.cube, o.core, o.cuts, o.steps[-1:]) if o is one else o for o in refuted]
        assert not isinstance(replay(formula, [*steps_of(other)]), Verified)


@pytest.mark.parametrize("mutations", short_and_long(15, 60))
def test_mutated_certificates_are_refused_or_still_true(mutations: int) -> None:
    """After changing a number in the proof, the checker rejects it, or the proof is still valid."""
    puzzle = hashicnf.generate("hashi", lattice=5).puzzle
    text = certificate(puzzle, refuted_here(puzzle, 5))
    head, proof = text.split("[proof]\n")
    random, refused = Random(5), 0
    lines = proof.splitlines()
    for _ in range(mutations):
        mutated = [*lines]
        place = random.randrange(len(mutated))
        if random.random() < 0.4:
            del mutated[place]
        else:
            words = mutated[place].split()
            words[random.randrange(len(words))] = str(random.choice((-1, 1)) * random.randint(1, 12))
            mutated[place] = " ".join(words)
        try:
            check_certificate.check(f"{head}[proof]\n" + "\n".join(mutated) + "\n")
        except (check_certificate.RefusedError, check_certificate.MalformedError):
            refused += 1
    assert refused > mutations // 4
    solvable = text.replace("2.2.2.2.2\n", "2.4.2.2.2\n", 1)  # a corner hangs on the cycle of the others
    with pytest.raises((check_certificate.RefusedError, check_certificate.MalformedError)):
        check_certificate.check(solvable)


SMALL = Path("examples/hashi/small.puz")


def test_cubes_of_a_formula_that_leaves_out_solutions_refute_nothing() -> None:
    puzzle, bounded = hashicnf.read(SMALL), Encodings(connectivity="levels-unary", depth=1, simplify=False)
    with pytest.raises(UsageError, match=r"^cubes need a formula of all solutions: solutions whose spanning trees"):
        split(compile_puzzle(puzzle, bounded), 4)
    found = conquer(puzzle, cut(puzzle, 4), "cadical153", 1, bounded)
    assert found.stopped is not None
    assert (found.status, found.stopped.kind) == ("unknown", "restricted")
    assert "gave up on a cube: no solution within the bounds of the formula: solutions whose" in found.stopped.reason


def test_cubes_of_a_formula_whose_models_break_rules_have_no_answer() -> None:
    puzzle = hashicnf.parse("1.1\n...\n1.1\n")
    found = conquer(puzzle, [Cube(())], "cadical153", 1, Encodings(connectivity="none", simplify=False))
    assert found.stopped is not None
    assert (found.status, found.stopped.kind) == ("unknown", "solver")
    assert "models may be disconnected" in found.stopped.reason


def test_no_cubes_are_an_error_of_use() -> None:
    with pytest.raises(UsageError, match=r"^there are no cubes"):
        conquer(BOARDS["cycle"], [], "cadical153", 1)


def test_the_header_of_one_cube_says_that_there_are_others(tmp_path: Path) -> None:
    compiled = hashicnf.encode(BOARDS["unknown"])
    for name, cubes, missing in (("some", cut(BOARDS["unknown"], 4), True), ("all", [Cube(())], False)):
        write_folder(compiled, cubes, make_folder(f"{tmp_path / name}/"))
        heads = [path.read_text().splitlines()[0] for path in (tmp_path / name).glob("*.cnf")]
        assert heads
        assert all((PART in head) == missing for head in heads)


def test_a_missing_cube_is_no_proof_of_anything() -> None:
    cubes = cut(BOARDS["cycle"], 4)
    with pytest.raises(InternalError, match="cover"):
        conquer(BOARDS["cycle"], cubes[1:], "cadical153", 2)


def test_a_deadline_ends_it() -> None:
    lattice = hashicnf.generate("hashi", lattice=15).puzzle
    compiled = hashicnf.encode(lattice)
    found = conquer(lattice, split(compiled, 4), "cadical153", 2, deadline=Deadline.after(0.1))
    assert found.status == "unknown"
    assert found.stopped is not None
    assert found.stopped.kind == "time"
    with pytest.raises(GaveUp):
        split(compiled, 8, Deadline.after(0))


def test_a_limit_that_is_reached_while_a_process_is_told_its_cubes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> NoReturn:
        raise PastDeadlineError

    monkeypatch.setattr("hashicnf.backends.supervisor.Process.send", late)
    found = conquer(BOARDS["cycle"], cut(BOARDS["cycle"], 4), "cadical153", 2, prove=True, deadline=Deadline.after(60))
    assert (found.status, found.stopped and found.stopped.kind) == ("unknown", "time")


@pytest.mark.parametrize(
    ("script", "how"),
    [
        ("kill -9 $$", "was killed by signal 9$"),
        ("exit 3", "ended with exit code 3$"),
        ("echo no memory >&2; exit 1", "ended with exit code 1; it wrote:\n    no memory"),
    ],
)
def test_how_a_process_of_a_cube_ended_is_said(script: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.cubing.conquer.python_command", lambda _: ["sh", "-c", f"cat >/dev/null; {script}"])
    with pytest.raises(SolverFailed, match=f"^a cube's process {how}"):
        conquer(BOARDS["cycle"], cut(BOARDS["cycle"], 1), "cadical153", 1)


def test_an_error_of_a_cube_is_that_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise UsageError("no room")

    order = {"puzzle": BOARDS["cycle"].text, "cubes": [[]], "prove": False, "solver": "cadical153", "encodings": {}}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(order)))
    monkeypatch.setattr("sys.stdout", printed := io.StringIO())
    monkeypatch.setattr("hashicnf.cubing.worker.open_session", refused)
    main()
    script = f"cat >/dev/null; echo '{printed.getvalue()}'"
    monkeypatch.setattr("hashicnf.cubing.conquer.python_command", lambda _: ["sh", "-c", script])
    with pytest.raises(UsageError, match=r"^no room$"):
        conquer(BOARDS["cycle"], cut(BOARDS["cycle"], 1), "cadical153", 1)


def test_a_cube_of_a_puzzle_with_a_solution_is_refuted_unless_the_solver_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = hashicnf.parse("2.2\n")
    assert _proved(puzzle, (-1,), "cadical153")["verdict"] == "unsat"
    late = Unknown(Stopped("time", "time limit of 1 s reached"))
    monkeypatch.setattr("hashicnf.cubing.worker.refute", lambda *_: late)
    answer = {"verdict": "unknown", "kind": "time", "reason": "time limit of 1 s reached"}
    assert _proved(puzzle, (-1,), "cadical153") == answer


def test_a_model_of_a_cube_that_breaks_a_rule_is_a_fault_of_the_solver() -> None:
    compiled = compile_puzzle(hashicnf.parse("2.2\n"))
    with pytest.raises(SolverFailed, match="a model of a cube breaks a rule of the puzzle: "):
        _answer(compiled, Sat(np.zeros(compiled.variables.count + 1, dtype=np.bool_)))


def test_only_cuts_that_a_proof_needs_are_sent() -> None:
    origin = Origin("connected", "component")
    cuts = [Clauses.of(np.array([[1, 2], [3, 4]], dtype=np.int32), origin), Clauses.units([5], origin)]
    assert [(rule, clause) for rule, _, _, clause in _used(cuts, {1, 2})] == [("connected", [3, 4]), ("connected", [5])]


def test_progress_is_reported_and_the_limit_holds_to_the_end() -> None:
    puzzle, seen = BOARDS["cycle"], list[tuple[str, float | None]]()

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        seen.append((phase, share))

    found = conquer(puzzle, cut(puzzle, 4), "cadical153", 1, prove=True, observe=observe)
    count = len(found.refuted)
    assert seen == [(f"solve {count} cubes", number / count) for number in range(count + 1)]
    seen.clear()
    certificate(puzzle, found.refuted, observe=observe)
    assert {phase for phase, _ in seen} == {"check the certificate"}
    shares = [share for _, share in seen if share is not None]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    with pytest.raises(GaveUp, match="while the certificate was checked"):
        certificate(puzzle, found.refuted, Deadline.after(0))


def files_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "cubes.jsonl").read_text().splitlines()]


def test_the_last_line_of_json_counts_closed_cubes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "board.puz").write_text("1.1.1\n")
    assert run(["cubes", str(tmp_path / "board.puz"), "--json"]) == 20
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["status"], last["cubes"], last["closed"]) == ("unsolvable", 1, 1)


@pytest.mark.parametrize("name", ["planted 1", "unsolvable 3", "cycle"])
def test_files_hold_the_cubes(name: str, tmp_path: Path) -> None:
    """The formulas of a folder, and the incremental file, have as many models as the puzzle has solutions."""
    puzzle = BOARDS[name]
    (tmp_path / "board.puz").write_text(hashicnf.convert(puzzle))
    code = run(["cubes", str(tmp_path / "board.puz"), "-n", "6", "-o", f"{tmp_path}/cubes/"])
    assert code == (0 if name == "planted 1" else 20)
    assert run(["cubes", str(tmp_path / "board.puz"), "-n", "6", "-o", f"{tmp_path}/board.icnf"]) == code
    solutions = len([*hashicnf.enumerate(puzzle)])
    problem = hashicnf.encode(puzzle).problem
    rows = files_of(tmp_path / "cubes")
    assert is_partition([tuple(row["cube"]) for row in rows])
    total = 0
    for row in rows:
        if not row.get("closed"):
            formula = CNF(from_file=str(tmp_path / "cubes" / row["name"]))
            total += models(formula.clauses, [], problem)
            header = (tmp_path / "cubes" / row["name"]).read_text().split("\n")[1]
            assert "INCOMPLETE: one cube of many" in header or not row["cube"]
    assert total == solutions
    text = (tmp_path / "board.icnf").read_text()
    clauses = [
        [int(word) for word in line.split()[:-1]] for line in re.findall(r"^-?\d[-\d ]* 0$|^0$", text, re.MULTILINE)
    ]
    cubes = [[int(word) for word in line.split()[1:-1]] for line in re.findall(r"^a .*$", text, re.MULTILINE)]
    assert sorted(cubes) == sorted(row["cube"] for row in rows)
    assert "\np inccnf\n" in text
    assert sum(models(clauses, cube, problem) for cube in cubes) == solutions


def models(clauses: list[list[int]], assumed: list[int], problem: int) -> int:
    """Return the number of models, projected to the first variables."""
    with Solver(DEFAULT_SOLVER, clauses) as solver:
        count = 0
        while solver.solve(assumptions=assumed):
            count += 1
            solver.add_clause([-literal for literal in solver.get_model()[:problem]])
        return count


def test_commands_solve_and_certify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.puz").write_text(CYCLE)
    (tmp_path / "b.puz").write_text(hashicnf.convert(BOARDS["planted 2"]))
    target = str(tmp_path / "a.cert")
    words = ["-n", "4", "--solve", "--jobs", "2"]
    assert run(["cubes", str(tmp_path / "a.puz"), *words, "--certificate", target]) == 20
    name = str(tmp_path / "a.puz")
    assert capsys.readouterr().err.endswith(f"{name}: {target} proves it\n")
    assert run(["check-certificate", target]) == 0
    assert run(["cubes", name, *words, "--json", "--certificate", target]) == 20
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["certificate"] == target
    target = str(tmp_path / "b.cert")
    assert run(["cubes", str(tmp_path / "b.puz"), *words, "--json", "--certificate", target]) == 0
    assert not Path(target).exists()
    shown = capsys.readouterr()
    assert json.loads(shown.out.splitlines()[-1])["status"] == "solved"
    assert shown.err.endswith("b.puz: no certificate: not unsolvable: there is a solution\n")
    for wrong in [
        ["--solve", "-o", "x.icnf"],
        ["--style", "ascii"],
        ["--solve", "--style", "nosuch"],
        ["-o", str(tmp_path / "x.cnf")],
        ["--compress", "xz"],
    ]:
        assert run(["cubes", str(tmp_path / "a.puz"), *wrong]) == 2
    assert run(["cubes", "family: tiles\n1 2\n. 3\n"]) in (2, 65)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "x.cnf"], "the ending .cnf stands for DIMACS CNF"),
        (["-o", "x.zip"], ".zip files are not written"),
        (["-o", "x/y.icnf"], "there is no folder x"),
        (["-o", "x/", "--compress", "lz"], "no compression is named 'lz'"),
        (["-o", "x.icnf", "--compress", "xz"], "--compress is for folders"),
        (["--solve", "--certificate", "x.lz4"], ".lz4 files are not written"),
        (["--solve", "--certificate", "x/y.cert"], "there is no folder x"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_the_split(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text(CYCLE)
    monkeypatch.setattr("hashicnf.cubing.cubes.split", lambda *_: pytest.fail("it was split"))
    assert run(["cubes", "a.puz", *words]) == 2
    assert message in capsys.readouterr().err


def test_what_is_wrong_at_one_place_is_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lone.puz").write_text("?\n")
    (tmp_path / "odd.puz").write_text("1.2\n")
    reasons = {
        "lone.puz": "island ? at row 1, column 1 can have no bridges, and every island needs at least one",
        "odd.puz": "1 cube refuted",
    }
    for name, reason in reasons.items():
        assert run(["cubes", str(tmp_path / name), "--solve"]) == 20
        assert capsys.readouterr().err.endswith(f"{name}: unsolvable: {reason}\n")


def test_closed_cubes_are_cubes_too() -> None:
    """Propagation alone refutes some cubes; their literals are in the partition."""
    every = [cube for name in BOARDS for cube in cut(BOARDS[name], 8)]
    assert any(cube.closed for cube in every)
    assert any(not cube.closed for cube in every)


def test_any_solver_that_proves_writes_a_certificate_and_others_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, text = tmp_path / "apart.puz", tmp_path / "apart.cert"
    puzzle.write_text("1.1\n1.1\n")
    words = ["cubes", str(puzzle), "--solve", "--certificate", str(text)]
    assert run([*words, "--solver", "dpll"]) == 20
    assert run(["check-certificate", str(text)]) == 0
    assert run([*words, "--solver", "minisat22"]) == 2
    assert run([*words[:3], "--solver", "nosuch"]) == 2
    assert "no solver is named 'nosuch'" in capsys.readouterr().err


def test_a_folder_holds_the_cubes_of_one_split(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, folder = tmp_path / "unknown.puz", tmp_path / "cubes"
    puzzle.write_text("?.?.?\n.....\n?.?.?\n")
    words = ["cubes", str(puzzle), "-o", f"{folder}/", "-n"]
    assert run([*words, "7"]) == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run([*words, "7"]) == 0
    assert run([*words, "7", "--compress", "gz"]) == 2
    assert "of other cubes; name another folder" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_formula_of_a_closed_cube_is_of_other_cubes(tmp_path: Path) -> None:
    """All formulas in a folder are those of its cubes."""
    compiled = hashicnf.encode(BOARDS["planted 1"], connectivity="lazy", simplify=False)
    cubes = split(compiled, 8)
    closed = [number for number, cube in enumerate(cubes, 1) if cube.closed]
    assert 0 < len(closed) < len(cubes) < 100
    write_folder(compiled, cubes, tmp_path)
    rows = files_of(tmp_path)
    assert {path.name for path in tmp_path.glob("*.cnf")} == {row["name"] for row in rows if "name" in row}
    stale = f"cube-{closed[0]:0{len(str(len(cubes)))}}.cnf"
    (tmp_path / stale).write_text("stale")
    with pytest.raises(UsageError, match=f"holds {stale} of other cubes"):
        write_folder(compiled, cubes, tmp_path)
    assert files_of(tmp_path) == rows


def test_cubes_and_instances_in_one_folder_leave_each_other_alone(tmp_path: Path) -> None:
    puzzle, folder = tmp_path / "unknown.puz", tmp_path / "both"
    puzzle.write_text("?.?.?\n.....\n?.?.?\n")
    commands = [
        ["cubes", str(puzzle), "-n", "7", "-o", f"{folder}/"],
        ["encode", str(puzzle), "--output-dir", str(folder)],
    ]
    seen = []
    for command in (*commands, *commands):
        assert run(command) == 0
        seen.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert seen[1] == seen[2] == seen[3]
    assert len(files_of(folder)) == len([*folder.glob("cube-*.cnf")])
    assert len([*read_rows(str(folder / "manifest.jsonl"))]) == 1


@pytest.mark.parametrize(
    ("text", "message", "cubes"),
    [
        ("2.2\n", "a single cube: the whole puzzle", [[]]),
        ("1.2\n", "unsolvable by propagation: the only cube is closed", [[]]),
        ("2..4..2\n.......\n3..?..2\n", "2 cubes, and 0 that propagation refutes", None),
    ],
)
def test_what_propagation_decides_is_not_split(
    text: str, message: str, cubes: list[list[int]] | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.puz"
    path.write_text(text)
    assert run(["cubes", str(path), "-n", "2", "-o", str(tmp_path / "a.icnf")]) == (
        20 if "unsolvable" in message else 0
    )
    assert capsys.readouterr().err == f"{path}: {message}\n"
    lines = (tmp_path / "a.icnf").read_text().splitlines()
    found = [[int(word) for word in line.split()[1:-1]] for line in lines if line.startswith("a ")]
    assert found == cubes if cubes is not None else len(found) == 2


ENCODED = ["--connectivity", "planar", "--cardinality", "seqcounter", "--no-simplify"]


def test_cubes_are_encoded_as_they_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """This holds for one file, a folder, and solving; certificates have an encoding of their own."""
    board, whole, folder = tmp_path / "a.puz", tmp_path / "a.icnf", tmp_path / "d"
    assert run(["generate", "hashi", "--lattice", "4", "-o", str(board)]) == 0
    cubes = ["cubes", str(board), "-n", "3"]
    assert run([*cubes, *ENCODED, "-o", str(whole)]) == 0
    assert run([*cubes, *ENCODED, "-o", f"{folder}/"]) == 0
    for file in (whole, *folder.glob("*.cnf")):
        head = file.read_text().splitlines()[0]
        assert '"cardinality": "seqcounter", "connectivity": "planar"' in head
        assert '"simplify"' not in head
    assert run([*cubes, "--connectivity", "planar", "--cuts", "2", "--simplify", "-o", str(whole)]) == 0
    assert '"cuts": 2, "simplify": true' in whole.read_text().splitlines()[0]
    capsys.readouterr()
    assert run([*cubes, *ENCODED, "--solve"]) == 0
    assert capsys.readouterr().out
    assert run([*cubes, "--connectivity", "lazy", "-o", str(whole)]) == 2
    assert "--connectivity lazy: cubes need a complete encoding" in capsys.readouterr().err
    assert run([*cubes, *ENCODED, "--solve", "--certificate", str(tmp_path / "a.cert")]) == 2
    assert "has no effect with --certificate" in capsys.readouterr().err


def test_a_solver_that_fails_is_reported_as_by_solve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent, puzzle = tmp_path / "silent", tmp_path / "board.puz"
    silent.write_text("#!/bin/sh\nexit 0\n")
    silent.chmod(0o755)
    puzzle.write_text("3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n")
    messages = list[str]()
    solver = f"{shlex.quote(str(silent))} {{cnf}}"
    for words in (["cubes", "-n", "4", "--solve"], ["solve"]):
        assert run([*words, str(puzzle), "--solver", solver]) == 69
        messages.append(capsys.readouterr().err)
    assert messages[0] == messages[1] == f"hashicnf: {solver} gave no answer (exit code 0)\n"
