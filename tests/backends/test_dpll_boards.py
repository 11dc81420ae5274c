"""DPLL on whole boards, with connectivity as a theory: compared with brute force, and with replayed proofs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from hashicnf.api import solve
from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.dpll.branching import RULES
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.limits import Limits
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.families.hashi.constraints import CONNECTIVITY
from hashicnf.logic import Sat, Stopped, Unknown, Unsat
from hashicnf.passes.connectivity import clause_block
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import parse, read
from hashicnf.proofs.check import check_proof
from hashicnf.proofs.write import _require_axioms, prove
from hashicnf.trace import Collector
from hashicnf.trace.steps import Cut
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, counts_of, puzzle_of, puzzle_with

SETTINGS = [(1, True), (2, True), (3, True), (2, False)]


def boards(seed: str, count: int, most: int, *, loops: bool, dense: bool = True) -> list[hashi.Grid]:
    """Return boards, half of them planted, half with one number changed, which mostly leaves no solution.

    With ``dense``, half of them have so many islands that propagation alone does not solve them.
    """
    rng = random.Random(seed)
    found = []
    for i in range(count):
        small, large = (rng.randint(2, 5), rng.randint(2, 5), rng.randint(2, 7)), (4, 4, 9)
        grid = hashi.planted(
            rng, *(large if dense and i % 4 > 1 else small), most, loops=loops, largest=14 if dense else 11
        )
        if i % 2:
            r, c = rng.choice(hashi.islands(grid))
            grid[r][c] = max(1, grid[r][c] + rng.choice((-2, -1, 1, 2)))
        found.append(grid)
    return found


@pytest.mark.parametrize(("most", "loops"), SETTINGS)
def test_solve_finds_a_solution_exactly_where_brute_force_does(most: int, loops: bool) -> None:
    solved = []
    for grid in boards(f"{most} {loops}", 48, most, loops=loops):
        puzzle = puzzle_of(grid, most, loops=loops)
        answer = solve(puzzle, solver="dpll")
        every = set(hashi.solutions(grid, most, loops=loops))
        solved.append(isinstance(answer.verdict, Sat))
        assert solved[-1] == bool(every)
        assert answer.stats.rounds == 1, "nothing is left to refine: the search itself sees to connectivity"
        if solved[-1]:
            assert counts_of(grid, answer.solution) in every
    assert 12 < sum(solved) < 45


@pytest.mark.parametrize("rule", RULES.names())
@pytest.mark.parametrize("loops", [True, False])
def test_all_solutions_one_by_one(rule: str, loops: bool) -> None:
    """Exclude each solution and search again in the same session, until it proves that there is no more."""
    several = 0
    for grid in boards(f"{rule} {loops}", 24, 2, loops=loops):
        puzzle = puzzle_of(grid, 2, loops=loops)
        if not board_of(puzzle).edges:
            continue
        compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy"))
        lits = compiled.formula.variables["bridge"].lits.ravel()
        session = DpllSession(
            compiled.formula.variables.count,
            branching=RULES.get(rule),
            theories=compiled.theories,
            groups=compiled.counted,
        )
        session.add(compiled.formula.blocks)
        found = []
        while isinstance(verdict := session.solve(), Sat):
            solution = puzzle.decode(compiled.formula.variables, verdict.model)
            assert puzzle.check(solution) == []
            found.append(counts_of(grid, solution))
            other = np.where(verdict.model[lits], -lits, lits)[None]
            session.add([clause_block(compiled.connected[0], other)])
        assert sorted(found) == sorted(hashi.solutions(grid, 2, loops=loops))
        several += len(found) > 1
    assert several > 1


@pytest.mark.parametrize("connectivity", ["lazy", "planar", "levels-log", "closure"])
@pytest.mark.parametrize("loops", [True, False])
def test_unsolvable_boards_have_proofs_that_replay(connectivity: str, loops: bool, tmp_path: Path) -> None:
    proved = axioms = 0
    for number, grid in enumerate(boards(f"no way {loops}", 18, 2, loops=loops, dense=False)[1::2]):
        cnf, proof = str(tmp_path / f"{number}.cnf"), str(tmp_path / f"{number}.drup")
        result = prove(puzzle_of(grid, 2, loops=loops), cnf, proof, Encodings(connectivity=connectivity), solver="dpll")
        if isinstance(result.verdict, Unsat):
            proved += 1
            axioms += result.axioms
            assert not any(hashi.solutions(grid, 2, loops=loops))
            assert check_proof(cnf, proof).is_verified
    assert proved > 3
    assert connectivity == "lazy" or not axioms, "a complete formula needs no axioms"


def unsolvable(seed: int) -> Puzzle:
    from hashicnf.families.hashi.generate import unsolvable as plant

    return puzzle_with(plant(9, 9, 24, seed=seed).board)


@pytest.mark.parametrize("seed", range(8))
def test_boards_whose_only_fault_is_connectivity(seed: int, tmp_path: Path) -> None:
    cnf, proof = str(tmp_path / "a.cnf"), tmp_path / "a.drup"
    result = prove(unsolvable(seed), cnf, str(proof), solver="dpll")
    assert isinstance(result.verdict, Unsat)
    assert result.axioms > 0
    assert check_proof(cnf, str(proof)).is_verified
    without = tmp_path / "without.cnf"
    lines = Path(cnf).read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    count = int(lines[at].split()[3]) - result.axioms
    lines[at] = f"p cnf {lines[at].split()[2]} {count}"
    without.write_text("\n".join(lines[: len(lines) - result.axioms]) + "\n")
    assert not check_proof(str(without), str(proof)).is_verified, "without its axioms the formula has models"


def test_a_proof_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    cnf, proof, wrong = str(tmp_path / "a.cnf"), tmp_path / "a.drup", tmp_path / "b.drup"
    assert isinstance(prove(unsolvable(1), cnf, str(proof), solver="dpll").verdict, Unsat)
    lines = proof.read_text().splitlines()
    first = lines[0].split()
    assert len(first) > 3
    refused = []
    for literal in first[:-1]:
        wrong.write_text("\n".join([f"{literal} 0", *lines[1:]]) + "\n")
        checked = check_proof(cnf, str(wrong))
        if not checked.is_verified:
            refused.append(literal)
            assert checked.message == f"{wrong}:1: the lemma {literal} 0 does not follow by unit propagation"
    assert refused
    wrong.write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    assert (
        check_proof(cnf, str(wrong)).message
        == f"{wrong}:{len(lines) // 2}: the proof ends before the empty clause follows"
    )


def test_what_cannot_be_proved(tmp_path: Path, root: Path) -> None:
    cnf, proof = str(tmp_path / "a.cnf"), str(tmp_path / "a.drup")
    solvable = read(str(root / "examples" / "hashi" / "small.puz"))
    assert isinstance(prove(solvable, cnf, proof).verdict, Sat)
    stopped = Stopped("nodes", "limit of 1 node reached")
    assert prove(unsolvable(2), cnf, proof, limits=Limits(max_nodes=1)).verdict == Unknown(stopped)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match="connectivity none leaves open whether there is a solution"):
        prove(solvable, cnf, proof, Encodings(connectivity="none"))
    with pytest.raises(UsageError, match="a file each"):
        prove(solvable, "-", proof)
    with pytest.raises(UsageError, match="a file each"):
        prove(solvable, cnf, cnf)


def test_a_solver_whose_model_breaks_axioms_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(PysatSession):
        def add(self, blocks: Iterable[Clauses]) -> None:
            super().add(block for block in blocks if block.origin != CONNECTIVITY)

    monkeypatch.setattr("hashicnf.proofs.write.open_prover", lambda _, count, *__: Forgetful("cadical153", count))
    with pytest.raises(SolverFailed, match=r"^some solver returned a model that breaks 1 of \d+ clauses$"):
        prove(parse("1.1.1.1\n"), str(tmp_path / "a.cnf"), str(tmp_path / "a.drup"), solver="some solver")


def test_axioms_that_do_not_follow_are_found(root: Path) -> None:
    rule = compile_puzzle(read(str(root / "examples" / "hashi" / "small.puz"))).connected[0]
    every = clause_block(rule, rule.lits[None])
    _require_axioms((rule,), (every,))
    for wrong in (rule.lits[:1], -rule.lits[:3], rule.lits[:0]):
        with pytest.raises(InternalError, match="does not follow"):
            _require_axioms((rule,), (clause_block(rule, wrong[None]),))


def test_connectivity_is_asked_only_where_it_is_lazy(root: Path) -> None:
    puzzle = read(str(root / "examples" / "hashi" / "witness_connectivity.puz"))
    assert isinstance(solve(puzzle, solver="dpll").verdict, Unsat)
    assert solve(puzzle, solver="dpll", connectivity="none").broken
    for name, expected in (("lazy", 1), ("planar", 0), ("block", 0), ("none", 0)):
        assert len(compile_puzzle(puzzle, Encodings(connectivity=name)).theories) == expected
    stepwise = solve(puzzle, solver="dpll", connectivity="block")
    assert (isinstance(stepwise.verdict, Unsat), stepwise.stats.rounds > 1) == (True, True)


def test_the_trace_names_the_rules_and_islands(root: Path) -> None:
    puzzle = read(str(root / "examples" / "hashi" / "witness_connectivity.puz"))
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy"))
    tracer = Collector()
    session = DpllSession(compiled.formula.variables.count, theories=compiled.theories, tracer=tracer)
    session.add(compiled.formula.blocks)
    assert isinstance(session.solve(), Unsat)
    cuts = [record.step for record in tracer.records if isinstance(record.step, Cut)]
    assert [cut.clause for cut in cuts] == [tuple(axiom.lits[0].tolist()) for axiom in session.axioms]
    for cut in cuts:
        assert (cut.rule, cut.kind) == ("connectivity", "island")
        assert set(leaving(compiled.connected[0], cut.sources)) == set(cut.clause)
    rules = {getattr(record.step, "rule", "") for record in tracer.records}
    assert {"capacity", "connectivity"} <= rules


def leaving(rule: Connected, islands: tuple[int, ...]) -> list[int]:
    """Return the literals of edges with exactly one end among these islands."""
    ends = zip(rule.lits.tolist(), rule.ends.tolist(), strict=True)
    return [lit for lit, (u, v) in ends if (u in islands) != (v in islands)]
