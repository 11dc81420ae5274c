"""The lazy loop on reduced boards, compared with the oracle: all solutions, one by one, and calls under assumptions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Claim, Clauses, Origin, Relaxed
from hashicnf.core.stats import Stats
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.files.signals import InterruptsWait
from hashicnf.logic import Ints, Sat, Unknown, Unsat, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.lazy import LazyLoop
from tests.oracles import hashi
from tests.oracles.puzzles import Counts, counts_of, puzzle_of
from tests.portions import few

SETTINGS = [(most, loops) for most in (1, 2, 3, 4) for loops in (True, False)]
BLOCKED = Origin("blocked", "model")


def boards(seed: int) -> Iterator[tuple[hashi.Grid, int, bool]]:
    """Yield planted boards of all settings, some with unknown clues, and the same with another clue, mostly unsolvable.

    They are dense, so that some models are disconnected, and the loop has to exclude them.
    """
    rng = random.Random(seed)
    for most, loops in SETTINGS:
        islands, pairs = (7, 10) if most < 3 else (6, 7)
        size = 4, rng.randint(3, 4), rng.randint(5, islands)
        grid = hashi.planted(rng, *size, most, loops=loops, largest=pairs)
        yield grid, most, loops
        r, c = rng.choice(hashi.islands(grid))
        spoilt = [[*row] for row in grid]
        spoilt[r][c] = rng.choice((-1, max(1, grid[r][c]) + 1))
        yield spoilt, most, loops


def bridges(compiled: Compiled) -> Ints:
    return compiled.variables["bridge"].lits.ravel() if compiled.variables.count else np.zeros(0, dtype=np.int32)


def every(compiled: Compiled, grid: hashi.Grid) -> list[Counts]:
    """Return all solutions, each excluded after it was found."""
    found = []
    lits = bridges(compiled)
    with LazyLoop(compiled, "minisat22") as loop:
        while isinstance(verdict := loop.ask(), Sat):
            model = verdict.model
            assert compiled.formula.violated(model) == 0
            assert compiled.refine(model) == []
            assert all(not len(cut.violated(model)) for cut in loop.cuts)
            found.append(counts_of(grid, compiled.decode(model)))
            blocked = np.where(model[lits], -lits, lits)[None, :].astype(np.int32)
            loop.add([Clauses.of(blocked, BLOCKED)])
        assert isinstance(verdict, Unsat)
    return sorted(found)


@pytest.mark.parametrize("seed", few(range(10), 5))
def test_the_solutions_are_those_of_the_oracle_whether_reduced_or_not(seed: int) -> None:
    for grid, most, loops in boards(seed):
        puzzle = puzzle_of(grid, most, loops=loops)
        wanted = sorted(hashi.solutions(grid, most, loops=loops))
        for simplify in (True, False):
            compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=simplify))
            assert every(compiled, grid) == wanted, (most, loops, simplify)
        answer = hashicnf.solve(puzzle)
        assert isinstance(answer.verdict, Sat if wanted else Unsat)
        assert not wanted or counts_of(grid, answer.solution) in wanted


@pytest.mark.parametrize("seed", range(4))
def test_questions_under_assumptions_are_answered_by_the_oracle(seed: int) -> None:
    """Also if variables were fixed before the solver was called: a false assumption is refuted, and is the core."""
    for grid, most, loops in boards(seed):
        compiled = compile_puzzle(puzzle_of(grid, most, loops=loops), Encodings(connectivity="lazy", simplify=True))
        solutions = list(hashi.solutions(grid, most, loops=loops))
        table = bridges(compiled).reshape(len(hashi.pairs(grid)), -1)
        with LazyLoop(compiled, "minisat22") as loop:
            for edge, row in enumerate(table):
                for j, literal in enumerate(row.tolist(), 1):
                    for sign in (1, -1):
                        fits = [counts for counts in solutions if (counts[edge] >= j) == (sign > 0)]
                        verdict = loop.ask(np.array([sign * literal], dtype=np.int32))
                        assert isinstance(verdict, Sat if fits else Unsat)
                        if isinstance(verdict, Sat):
                            assert counts_of(grid, compiled.decode(verdict.model)) in fits
                        elif isinstance(verdict, Unsat) and solutions:
                            assert verdict.core is not None
                            assert verdict.core.tolist() == [sign * literal]


def lattice(side: int) -> Puzzle:
    return hashicnf.generate("hashi", lattice=side).puzzle


@pytest.mark.parametrize("solver", ["minisat22", "cadical195", "dpll"])
def test_a_limit_of_conflicts_is_one_of_all_rounds_and_what_was_learnt_stays(solver: str) -> None:
    compiled = compile_puzzle(lattice(8), Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, solver) as loop:
        before = 0
        for _ in range(3):
            verdict = loop.ask(conflicts=5)
            assert isinstance(verdict, Sat | Unknown)
            spent = loop.conflicts()
            assert spent - before <= 5 + 2, "a solver may finish what it has begun"
            before = spent
            if isinstance(verdict, Unknown):
                assert verdict.stopped.kind == "conflicts"
                assert verdict.reason == "limit of 5 conflicts reached"
        if solver != "dpll":  # it has no learning, and would take long
            assert isinstance(loop.ask(), Sat)
            assert loop.conflicts() >= before


@pytest.mark.parametrize("solver", ["minisat22", "dpll"])
def test_a_limit_that_is_not_reached_changes_no_verdict(solver: str) -> None:
    compiled = compile_puzzle(lattice(3), Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, solver) as loop:
        verdict = loop.ask(conflicts=10_000)
    assert isinstance(verdict, Unsat)
    assert verdict.core is None


def test_preferred_phases_change_no_verdict() -> None:
    compiled = compile_puzzle(lattice(4), Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, "minisat22") as loop:
        first = compiled.formula.variables.count + 1
        assert [*loop.auxiliaries(2), *loop.auxiliaries(1)] == [first, first + 1, first + 2]
        loop.prefer(bridges(compiled))
        assert isinstance(loop.ask(), Sat)


def test_solvers_that_cannot_be_asked_so_are_refused() -> None:
    compiled = compile_puzzle(lattice(4), Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, "kissat404") as loop:
        assert isinstance(loop.ask(), Sat)
        with pytest.raises(UsageError, match="no assumptions"):
            loop.ask(bridges(compiled)[:1])
    with LazyLoop(compiled, "minisat22") as loop, pytest.raises(UsageError, match="at least 1"):
        loop.ask(conflicts=0)


def test_a_solver_that_ignores_clauses_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solver ignores the clauses of earlier rounds, others those that were added, or that exclude a solution."""
    compiled = compile_puzzle(hashicnf.parse("2.2\n...\n2.2\n"), Encodings(connectivity="lazy", simplify=False))
    honest = PysatSession.solve
    apart = np.zeros(compiled.variables.count + 1, dtype=np.bool_)
    apart[compiled.variables["bridge"].lits[[0, 3]]] = True  # above and below, twice each
    answers = iter([Sat(apart), Sat(apart)])
    monkeypatch.setattr(PysatSession, "solve", lambda _: next(answers))
    with LazyLoop(compiled, "minisat22") as loop, pytest.raises(SolverFailed, match="breaks clauses it was given"):
        loop.ask()
    monkeypatch.setattr(PysatSession, "solve", honest)
    with LazyLoop(compiled, "minisat22") as loop:
        verdict = loop.ask()
        assert isinstance(verdict, Sat)
        monkeypatch.setattr(PysatSession, "solve", lambda _: verdict)
        lits = bridges(compiled)
        blocked = np.where(verdict.model[lits], -lits, lits)[None, :].astype(np.int32)
        loop.add([Clauses.of(blocked, BLOCKED)])
        with pytest.raises(SolverFailed, match="breaks clauses it was given"):
            loop.ask()
    with LazyLoop(compiled, "minisat22") as loop:
        loop.exclude(verdict.model)
        with pytest.raises(SolverFailed, match="breaks clauses it was given"):
            loop.ask()


def test_cuts_that_exclude_nothing_are_caught() -> None:
    claim = Claim.of(
        Relaxed("no cut does anything", lambda model: [Clauses.units(literals_of(model, np.array([1])), BLOCKED)])
    )
    compiled = compile_puzzle(hashicnf.parse("2.2\n...\n2.2\n"), Encodings(connectivity="lazy", simplify=False))
    useless = replace(compiled, formula=replace(compiled.formula, claim=claim))
    with LazyLoop(useless, "minisat22") as loop, pytest.raises(InternalError, match="allow it"):
        loop.ask()


@pytest.mark.parametrize("solver", ["minisat22", "dpll"])
def test_climbing_changes_no_verdict(solver: str) -> None:
    for grid, most, loops in boards(7):
        wanted = list(hashi.solutions(grid, most, loops=loops))
        compiled = compile_puzzle(puzzle_of(grid, most, loops=loops), Encodings(connectivity="lazy", simplify=True))
        with LazyLoop(compiled, solver) as loop:
            loop.climb()
            verdict = loop.ask()
        assert isinstance(verdict, Sat if wanted else Unsat)
        assert not isinstance(verdict, Sat) or counts_of(grid, compiled.decode(verdict.model)) in wanted


@pytest.mark.parametrize("solver", ["cadical153", "minisat22"])
def test_another_solver_takes_over_what_was_added(solver: str) -> None:
    for grid, most, loops in boards(7):
        wanted = sorted(hashi.solutions(grid, most, loops=loops))
        compiled = compile_puzzle(puzzle_of(grid, most, loops=loops), Encodings(connectivity="lazy", simplify=True))
        found = []
        with LazyLoop(compiled, "minisat22") as loop:
            while isinstance(verdict := loop.ask(selector := loop.auxiliaries(1)), Sat):
                found.append(counts_of(grid, compiled.decode(verdict.model)))
                loop.exclude(verdict.model)
                loop.add([Clauses.units(-selector, BLOCKED)])
                loop.hand_over(solver)
            assert loop.solver == (solver if found else "minisat22")
        assert sorted(found) == wanted


def test_figures_are_those_of_all_solvers() -> None:
    compiled = compile_puzzle(lattice(8), Encodings(connectivity="lazy", simplify=True))
    stats, conflicts = Stats("minisat22"), list[int]()
    with LazyLoop(compiled, "minisat22", stats=stats) as loop:
        for solver in ("minisat22", "cadical153"):
            loop.hand_over(solver)
            loop.ask(conflicts=5)
            conflicts.append(loop.conflicts())
    assert stats.counters["conflicts"] == sum(conflicts) > max(conflicts)


def test_climbing_takes_a_fraction_of_the_rounds_on_dense_boards() -> None:
    rounds = {False: 0, True: 0}
    for seed in (3, 5, 6):
        puzzle = hashicnf.generate("hashi", size="20x20", islands=200, doubles=0.0, seed=seed).puzzle
        compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=True))
        for climbs in rounds:
            stats = Stats("minisat22")
            with LazyLoop(compiled, "minisat22", stats=stats) as loop:
                if climbs:
                    loop.climb()
                assert isinstance(loop.ask(), Sat)
            rounds[climbs] += stats.rounds
    assert 2 * rounds[True] < rounds[False], rounds


def test_a_solver_that_cannot_be_loaded_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    freed: list[PysatSession] = []
    leave = PysatSession.__exit__

    def noting(session: PysatSession, *problem: Any) -> None:
        freed.append(session)
        leave(session, *problem)

    def full(session: PysatSession, literals: Ints) -> None:
        raise MemoryError

    compiled = compile_puzzle(hashicnf.parse("1.1\n"), Encodings(connectivity="lazy"))
    monkeypatch.setattr(PysatSession, "__exit__", noting)
    with LazyLoop(compiled, "minisat22") as loop:
        with pytest.raises(UsageError, match="no solver is named"):
            loop.hand_over("nosuch")
        assert len(freed) == 1
    assert len(freed) == 1
    monkeypatch.setattr(PysatSession, "prefer", full)
    loop = LazyLoop(compiled, "minisat22")
    loop.climb()
    with pytest.raises(MemoryError), loop:
        pass
    assert len(freed) == 2
    assert InterruptsWait._entered == 0
