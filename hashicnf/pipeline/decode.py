"""Decode a solver's output, with nothing but the CNF file or the puzzle beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hashicnf.backends.output import Output, parse_output
from hashicnf.core.constraints import EXACT, Clauses
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.dimacs.header import read_header
from hashicnf.dimacs.reader import CnfStream
from hashicnf.errors import InputError, UsageError
from hashicnf.families import Puzzle
from hashicnf.files import read_bytes, read_pieces, shown
from hashicnf.logic import Bools, Ints, Sat, Stopped, Unknown, Unsat, Verdict, model_of, truth
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.pipeline.answer import Answer, concluded
from hashicnf.pipeline.compile import Stated, state
from hashicnf.pipeline.emit import write_clause_blocks
from hashicnf.pipeline.puzzles import parse, read

DEFAULT_CUTS = "lazy"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded model: the puzzle, what came out, and the clauses that would exclude the model."""

    puzzle: Puzzle
    answer: Answer
    model: Bools | None = None
    cuts: tuple[Clauses, ...] = ()


def decode_model(
    model: str,
    cnf: str | None,
    puzzle: str | None,
    format: str | None = None,  # noqa: A002 - the option's name
    *,
    observe: Observer = unobserved,
) -> Decoded:
    """Decode the output file ``model`` for the formula in ``cnf`` or for ``puzzle``.

    Raises InputError where a file cannot be read, or where the model breaks a clause of the CNF file: then it belongs to
    another formula, or the solver is wrong.
    """
    if model == "-" and "-" in (cnf, puzzle):
        raise UsageError("the model and the formula or puzzle cannot both come from standard input")
    observe(f"read {shown(cnf or puzzle or '-')}")
    formula = CnfStream(read_pieces(cnf), shown(cnf)) if cnf is not None else None
    claim, encoding = EXACT, DEFAULT_CUTS
    options, horizon = {}, None
    if formula is not None and cnf is not None:
        header = read_header(formula.comments, shown(cnf))
        item = parse("\n".join(header.board) + "\n", "native", shown(cnf))
        claim, encoding = header.claim, str(header.data.get("connectivity"))
        options, horizon = header.options, header.horizon
    else:
        item = read(puzzle or "-", format)
    observe("constraints")
    stated = state(item, options, horizon)
    observe(f"read {shown(model)}")
    said = parse_output(read_bytes(model), shown(model))
    if cnf is not None:
        observe(f"check {shown(cnf)}")
    verdict, values = _verdict(said, stated.problem.count, formula, shown(model))
    verdict = concluded(verdict, claim)
    stats = Stats(solver=shown(model), size=item.size)
    if values is None:
        return Decoded(item, Answer(verdict, None, stats))
    solution = item.decode(stated.problem, values, stated.choices)
    observe("check")
    broken = tuple(item.check(solution))
    cuts = _refined(stated, encoding, values) if broken else ()
    return Decoded(item, Answer(verdict, solution, stats, broken), values, cuts)


def write_cuts(decoded: Decoded, name: str) -> int:
    """Write clauses that exclude a disconnected model and all like it; return their number."""
    return write_clause_blocks([block.rows for block in decoded.cuts], name, "cut clauses for hashicnf encode ~~add")


def _refined(stated: Stated, name: str, model: Bools) -> tuple[Clauses, ...]:
    """Refine as the connectivity encoding of the formula would, or the default one where that has no lazy loop."""
    encoding = CONNECTIVITY.find(name)
    refine = (encoding and encoding.refine) or CONNECTIVITY.get(DEFAULT_CUTS).refine
    return tuple(block for batch in stated.connected for block in (refine(batch, model) if refine else ()))


def _verdict(said: Output, own: int, formula: CnfStream | None, name: str) -> tuple[Verdict, Bools | None]:
    """Tell what the solver said, with a model of the puzzle's ``own`` variables; the formula is read to its end."""
    match said.status:
        case "sat":
            largest = int(np.abs(said.literals).max(initial=0))
            if formula is not None:
                _hold(said.literals, largest, formula, name)
            values = model_of(said.literals, max(own, largest))[: own + 1]
            return Sat(values), values
        case "none":
            raise InputError(
                "there is no solver's answer in this file", name, expected="s and v lines, or a result file"
            )
    for _ in formula or ():
        pass  # a formula that is none is an error whatever the solver said of it
    return (Unsat() if said.status == "unsat" else Unknown(Stopped("solver", "the solver gave up"))), None


def _hold(literals: Ints, largest: int, formula: CnfStream, name: str) -> None:
    """Hold a whole model against the clauses of the file. Raises InputError if it breaks some."""
    if largest > formula.variables:
        raise InputError(f"the model has variable {largest}, and the formula has {formula.variables}", name)
    values = model_of(literals, formula.variables)
    clauses = kept = 0
    for piece in formula:
        true = truth(values, piece.numbers)  # a 0 is never true
        so_far = np.append(0, np.cumsum(true, dtype=np.int32).take(piece.zero))
        clauses += len(piece)
        kept += int(np.count_nonzero(np.diff(so_far)))
    if kept < clauses:
        raise InputError(
            f"the model breaks {clauses - kept:,} of {clauses:,} clauses: it belongs to another formula, or the solver is wrong",
            name,
        )
