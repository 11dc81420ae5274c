"""A process that solves some cubes, and writes its answers to standard output.

The order is JSON on standard input: the ``puzzle`` as native text, the ``cubes``, whether to ``prove``, the ``solver`` and the
``encodings`` of the formulas. The answer is a list in JSON with an object for each cube, up to the first that is not refuted: the
``verdict``, the ``solution``, the ``kind`` and ``reason`` of an unknown verdict, the ``exit`` code and ``reason`` of an error, and
for a proof the numbers of the formula's clauses that it needs (``core``), its ``cuts`` and ``steps``.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from hashicnf.backends.choose import DEFAULT_SOLVER, open_session
from hashicnf.core.constraints import Clauses
from hashicnf.cubing.cube_formula import CUBE, is_simplified, part
from hashicnf.errors import SolverError, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.pipeline.answer import concluded
from hashicnf.pipeline.compile import compile_puzzle, lowering_of
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import NATIVE, parse
from hashicnf.proofs.certify import PLAIN
from hashicnf.proofs.logged import refute
from hashicnf.solving.lazy import LazyLoop


def main() -> None:
    """Read the order, solve its cubes, write the answers."""
    order = json.load(sys.stdin)
    puzzle = parse(order["puzzle"], NATIVE)
    solver, encodings = order["solver"], Encodings(**order["encodings"])
    answers: list[dict[str, Any]] = []
    for cube in map(tuple, order["cubes"]):
        try:
            answers.append(
                _proved(puzzle, cube, solver) if order["prove"] else _solved(puzzle, cube, solver, encodings)
            )
        except (SolverError, UsageError) as failed:
            answers.append({"verdict": "failed", "exit": failed.exit_code, "reason": str(failed)})
        if answers[-1]["verdict"] != "unsat":
            break
    json.dump(answers, sys.stdout)


def _solved(puzzle: Puzzle, cube: tuple[int, ...], solver: str, encodings: Encodings) -> dict[str, Any]:
    """Solve the one-shot formula of a puzzle under a cube."""
    compiled = part(puzzle, cube, lowering_of(encodings), simplify=is_simplified(encodings))
    with open_session(solver, compiled.variables.count) as session:
        session.add(compiled.formula.blocks)
        return _answer(compiled, session.solve())


def _proved(puzzle: Puzzle, cube: tuple[int, ...], solver: str) -> dict[str, Any]:
    """Solve a puzzle under a cube by the encoding of certificates; if it has no solution, refute it with a proof."""
    compiled = compile_puzzle(puzzle, PLAIN)
    given = Clauses.units(cube, CUBE)
    with LazyLoop(compiled, DEFAULT_SOLVER) as loop:
        loop.add([given])
        verdict, cuts = loop.ask(), loop.cuts
    if not isinstance(verdict, Unsat):
        return _answer(compiled, verdict)
    blocks = (*compiled.formula.blocks, *cuts, given)
    proof = refute(blocks, compiled.variables.count, solver)
    if isinstance(proof, Unknown):
        return _answer(compiled, proof)
    before = sum(map(len, compiled.formula.blocks))
    return {
        "verdict": "unsat",
        "core": [number for number in proof.core if number < before],
        "cuts": _used(cuts, {number - before for number in proof.core}),
        "steps": [[deletes, [*clause]] for deletes, clause in proof.steps],
    }


def _used(cuts: list[Clauses], numbers: set[int]) -> list[list[Any]]:
    """Return the cuts with these numbers as lists: rule, kind, source, clause."""
    rows = [(block, row) for block in cuts for row in range(len(block))]
    return [
        [block.origin.rule, block.origin.kind, int(block.source[row]), block.lits[row].tolist()]
        for number, (block, row) in enumerate(rows)
        if number in numbers
    ]


def _answer(compiled: Compiled, verdict: Verdict) -> dict[str, Any]:
    """Return the answer for a cube: "unsat" only for a formula with all its solutions, "sat" only for a checked solution."""
    match concluded(verdict, compiled.claim):
        case Sat(model):
            solution = compiled.decode(model)
            broken = compiled.puzzle.check(solution)
            if broken and (left_open := compiled.claim.relaxed):
                return _answer(compiled, Unknown(Stopped("solver", left_open[0].why)))
            if broken:
                raise SolverFailed(f"a model of a cube breaks a rule of the puzzle: {broken[0].message}")
            return {"verdict": "sat", "solution": compiled.puzzle.as_data(solution)}
        case Unsat():
            return {"verdict": "unsat"}
        case Unknown(stopped):
            return {"verdict": "unknown", "kind": stopped.kind, "reason": stopped.reason}
