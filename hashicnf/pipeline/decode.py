"""Decode a solver's output, with nothing but the CNF file or the puzzle beside it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hashicnf.backends.output import Output, parse_output
from hashicnf.core.constraints import EXACT, Clauses
from hashicnf.core.stats import Observer, Stats, unobserved
from hashicnf.core.variables import FREE_VARIABLES
from hashicnf.dimacs.header import read_header
from hashicnf.dimacs.opb_reader import Opb, read_opb
from hashicnf.dimacs.reader import CnfStream
from hashicnf.errors import InputError, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.files.inputs import MOST_BYTES, TEXT, Extent, ending, read_bytes, read_pieces, shown
from hashicnf.logic import Bools, Ints, Sat, Stopped, Unknown, Unsat, Verdict, model_of, truth
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.answer import Answer, concluded
from hashicnf.pipeline.compile import Stated, state
from hashicnf.pipeline.compiled import plan_in
from hashicnf.pipeline.described import puzzle_in, state_by
from hashicnf.pipeline.emit import write_clause_blocks
from hashicnf.pipeline.puzzles import read
from hashicnf.records import record

WORD = 16  # bytes for a variable in a model: sign, digits, blank, and the start of its line
TABLE = 64  # variables of a table for a literal of the model


@record
class Decoded:
    """A decoded model: the puzzle, the answer, and the clauses that would exclude the model where it breaks a rule."""

    puzzle: Puzzle
    answer: Answer
    model: Bools | None = None
    cuts: tuple[Clauses, ...] = ()

    def __repr__(self) -> str:
        """Name puzzle and status in one line."""
        return f"<decoded {self.puzzle.name!r}: {self.answer.status}>"


def decode_model(
    model: str | Output,
    cnf: str | None,
    puzzle: str | Puzzle | None,
    format: str | None = None,  # noqa: A002 - the option's name
    *,
    observe: Observer = unobserved,
) -> Decoded:
    """Decode the output file ``model`` for the formula in ``cnf`` or for ``puzzle``; output and puzzle may have been read before.

    Raises InputError where a file cannot be read, or where the model breaks a clause of the CNF file: then it belongs to
    another formula, or the solver is wrong.
    """
    if model == "-" and "-" in (cnf, puzzle):
        raise UsageError("the model and the formula or puzzle cannot both come from standard input")
    source = puzzle.name if isinstance(puzzle, Puzzle) else puzzle or "-"
    observe(f"read {shown(cnf or source)}")
    formula = None if cnf is None else _read_formula(cnf)
    claim, encoding = EXACT, LAZY
    header = None
    if formula is not None and cnf is not None:
        header = read_header(formula.comments, shown(cnf))
        item = puzzle_in(header, shown(cnf))
        claim, encoding = header.claim, str(header.data.get("connectivity", LAZY))
    else:
        item = puzzle if isinstance(puzzle, Puzzle) else read(source, format)
        if item.rules.planning is not None:
            raise UsageError(
                f"a model of a {item.family} puzzle is decoded by its formula, which knows the horizon: --cnf"
            )
    observe("constraints")
    declared = 0 if formula is None else formula.variables
    stated = state(item) if header is None else state_by(header, item, declared, shown(cnf or source))
    name = "<model>" if isinstance(model, Output) else shown(model)
    observe(f"read {name}")
    variables = max(stated.problem.count, declared)
    printed = model if isinstance(model, Output) else parse_output(read_bytes(model, _extent(variables)), name)
    if cnf is not None:
        observe(f"check {shown(cnf)}")
    verdict, values = _verdict(printed, stated.problem.count, formula, name)
    verdict = concluded(verdict, claim)
    stats = Stats(solver=name, size=item.size)
    if values is None:
        return Decoded(item, Answer(verdict, None, stats))
    solution = item.decode(stated.problem, values, stated.choices, stated.metric)
    observe("check")
    broken = tuple(item.check(solution))
    cuts = _refined(stated, encoding, values) if broken else ()
    plan = None
    if stated.horizon is not None:
        plan = plan_in(item.task(stated.choices, stated.metric), stated.problem, values).named(solution)
    return Decoded(item, Answer(verdict, solution, stats, broken, plan), values, cuts)


def _read_formula(name: str) -> CnfStream | Opb:
    """Read a formula, of which clauses come as they are asked for; by the ending it may be OPB."""
    if ending(name) == ".opb":
        return read_opb(read_bytes(name), shown(name))
    return CnfStream(read_pieces(name), shown(name))


def _extent(variables: int) -> Extent:
    """Return the most that a model of so many variables can hold."""
    return Extent(min(MOST_BYTES, TEXT.size + WORD * variables))


def write_cuts(decoded: Decoded, name: str) -> int:
    """Write clauses that exclude a disconnected model and all like it; return their number."""
    remark = "clauses of connectivity, for the option add of hashicnf encode"
    return write_clause_blocks([block.rows for block in decoded.cuts], name, remark)


def _refined(stated: Stated, name: str, model: Bools) -> tuple[Clauses, ...]:
    """Refine as the connectivity encoding of the formula would, or the default one where that has no lazy loop."""
    encoding = CONNECTIVITY.find(name)
    refine = (encoding and encoding.refine) or CONNECTIVITY.get(LAZY).refine
    return tuple(block for batch in stated.connected for block in (refine(batch, model) if refine else ()))


def _verdict(printed: Output, own: int, formula: CnfStream | Opb | None, name: str) -> tuple[Verdict, Bools | None]:
    """Return the solver's verdict, with a model of the puzzle's ``own`` variables; the formula is read to its end."""
    match printed.status:
        case "sat":
            if own and not len(printed.literals):
                _finish(formula)
                raise InputError(
                    "a solver's answer without a model", name, expected="v lines with the values of variables"
                )
            if formula is not None:
                _hold(printed.literals, formula, name)
            values = model_of(printed.literals[np.abs(printed.literals) <= own], own)
            return Sat(values), values
        case "none":
            raise InputError(
                "there is no solver's answer in this file", name, expected="s and v lines, or a result file"
            )
    _finish(formula)
    return (Unsat() if printed.status == "unsat" else Unknown(Stopped("solver", "the solver gave up"))), None


def _finish(formula: CnfStream | Opb | None) -> None:
    """Read a formula to its end: one that is none is an error whatever the solver printed of it."""
    for _ in formula if isinstance(formula, CnfStream) else ():
        pass


def _hold(literals: Ints, formula: CnfStream | Opb, name: str) -> None:
    """Hold a whole model against the formula of the file. Raises InputError if it breaks some of it."""
    largest = int(np.abs(literals).max(initial=0))
    if largest > formula.variables:
        raise InputError(f"the model has variable {largest}, and the formula has {formula.variables}", name)
    if isinstance(formula, Opb):
        broken, size = formula.broken(model_of(literals, formula.variables)), len(formula.constraints)
    else:
        size, broken = _broken(literals, formula)
    if broken:
        what = "constraint" if isinstance(formula, Opb) else "clause"
        raise InputError(
            f"the model breaks {broken:,} of {counted(size, what)}: it belongs to another formula, or the solver is wrong",
            name,
        )


def _broken(literals: Ints, formula: CnfStream) -> tuple[int, int]:
    """Count the clauses of a file, and those that a model breaks."""
    holds = _lookup(literals, formula.variables)
    clauses = kept = 0
    for piece in formula:
        true = holds(piece.numbers)  # a 0 is never true
        so_far = np.append(0, np.cumsum(true, dtype=np.int32).take(piece.zero))
        clauses += len(piece)
        kept += int(np.count_nonzero(np.diff(so_far)))
    return clauses, clauses - kept


def _lookup(literals: Ints, variables: int) -> Callable[[Ints], Bools]:
    """Make a function that evaluates literals under a model, from tables in proportion to the model and not to ``variables``."""
    if variables <= max(FREE_VARIABLES, TABLE * len(literals)):
        values = model_of(literals, variables)
        return lambda numbers: truth(values, numbers)
    true = literals[literals > 0]
    return lambda numbers: np.isin(np.abs(numbers), true) ^ (numbers < 0)
