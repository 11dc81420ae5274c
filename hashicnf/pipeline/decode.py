"""Decode a solver's output, given only the CNF file or the puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from hashicnf.backends.output import Output, parse_output
from hashicnf.core.constraints import Claim, Clauses, Restricted
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.core.variables import FREE_VARIABLES
from hashicnf.dimacs.clauses import Piece
from hashicnf.dimacs.header import Header, read_header
from hashicnf.dimacs.opb_reader import Opb, read_opb
from hashicnf.dimacs.preamble import Comment
from hashicnf.dimacs.reader import CnfStream, blocks_of
from hashicnf.errors import InputError, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.files.inputs import MOST_BYTES, TEXT, Extent, ending, read_bytes, read_pieces, shown
from hashicnf.logic import Bools, Ints, Sat, Stopped, Unknown, Unsat, Verdict, constant, model_of, truth
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pictures.shown import Shown
from hashicnf.pipeline.added_clauses import ADDED
from hashicnf.pipeline.answer import Answer, concluded
from hashicnf.pipeline.compile import Stated, state
from hashicnf.pipeline.compiled import plan_in
from hashicnf.pipeline.cube_cover import cover_all
from hashicnf.pipeline.emit import write_clause_blocks
from hashicnf.pipeline.file_kinds import FORMULA, MODEL, OPB
from hashicnf.pipeline.from_header import puzzle_in, require_clauses, state_by
from hashicnf.pipeline.mixed_files import expecting
from hashicnf.pipeline.puzzles import read
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture

WORD = 16  # bytes for a variable in a model: sign, digits, blank, and the start of its line
VALUES = "v lines with the values of variables; minisat writes them to a second file: minisat FILE.cnf MODEL"
TABLE = 64  # variables of a table for a literal of the model
SOME_CUBES: Final = Restricted(
    "the cubes in the file are not known to cover the puzzle",
    "no solution in the cubes of the file, and these are not known to cover the puzzle: other cubes may contain solutions",
)
UNREAD: Final = Restricted(
    "the formula is not given",
    "the formula has no model, but may leave out solutions: its file, given as --cnf, states whether it does",
)


@record
class Decoded(Shown):
    """A decoded model: the puzzle, the answer, and if the model breaks a rule, clauses that exclude it.

    ``added`` are the clauses that ``encode --add`` had appended to the formula, such as those that exclude earlier models.
    ``is_closed`` is False if the model lacks the 0 at its end, possibly because it was cut off.
    """

    puzzle: Puzzle
    answer: Answer
    model: Bools | None = None
    cuts: tuple[Clauses, ...] = ()
    is_closed: bool = True
    added: tuple[Clauses, ...] = ()

    def __post_init__(self) -> None:
        """Make the model read-only."""
        if self.model is not None:
            object.__setattr__(self, "model", constant(self.model))

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the answer."""
        return self.answer.picture(coordinates=coordinates)

    def __repr__(self) -> str:
        """Describe puzzle and status in one line."""
        return f"<decoded {self.puzzle.name!r}: {self.answer.status}>"


def decode_model(
    model: str | Output,
    cnf: str | None,
    puzzle: str | Puzzle | None,
    format: str | None = None,  # noqa: A002 - the option's name
    *,
    observe: Observer = unobserved,
) -> Decoded:
    """Decode the output file ``model`` for the formula in the file ``cnf`` or for ``puzzle``.

    ``model`` may also be parsed output, and ``puzzle`` a puzzle. Raises InputError if a file cannot be read, or if the model
    falsifies a clause of the CNF file: then it belongs to another formula, or the solver is wrong.
    """
    if model == "-" and "-" in (cnf, puzzle):
        raise UsageError("the model and the formula or puzzle cannot both come from standard input")
    wanted = OPB if cnf is not None and ending(cnf) == ".opb" else FORMULA
    with expecting((cnf, wanted), (model if isinstance(model, str) else None, MODEL)):
        return _decoded(model, cnf, puzzle, format, observe)


def _decoded(
    model: str | Output,
    cnf: str | None,
    puzzle: str | Puzzle | None,
    format: str | None,  # noqa: A002 - as above
    observe: Observer,
) -> Decoded:
    source = puzzle.name if isinstance(puzzle, Puzzle) else puzzle or "-"
    observe(f"read {shown(cnf or source)}")
    formula = None if cnf is None else _Formula.read(cnf)
    item = _without_plan(puzzle, source, format) if formula is None else puzzle_in(formula.header, formula.name)
    observe("constraints")
    declared = 0 if formula is None else formula.clauses.variables
    stated = state(item) if formula is None else state_by(formula.header, item, declared, formula.name)
    name = "<model>" if isinstance(model, Output) else shown(model)
    observe(f"read {name}")
    extent = _extent(max(stated.problem.count, declared))
    printed = model if isinstance(model, Output) else parse_output(read_bytes(model, extent), name, is_file=True)
    if formula is not None:
        observe(f"check {formula.name}")
    verdict, values = _verdict(printed, stated.problem.count, formula, name)
    encoding = LAZY
    if formula is None:
        verdict = concluded(verdict, Claim.of(UNREAD))
    else:
        verdict, encoding = formula.concluded(verdict, stated.claim), str(formula.header.data.get("connectivity", LAZY))
    stats = Stats(solver=name, size=item.size)
    if values is None:
        return Decoded(item, Answer(verdict, None, stats, puzzle=item))
    observe("check")
    is_closed = printed.is_closed(declared or stated.problem.count)
    decoded = _checked(stated, Answer(verdict, None, stats, puzzle=item), values, encoding, is_closed=is_closed)
    return decoded if formula is None else replace(decoded, added=formula.added())


@record
class _Formula:
    """A formula of a file: its name, its clauses, which are read on demand, and the contents of its comments.

    ``kept`` are those of its clauses read so far that ``encode --add`` had appended.
    """

    name: str
    clauses: CnfStream | Opb
    header: Header
    kept: list[Piece] = field(default_factory=list)

    @classmethod
    def read(cls, name: str) -> Self:
        """Read the comments of a file; clauses are read on demand."""
        clauses = _read_formula(name)
        return cls(shown(name), clauses, read_header(clauses.comments, shown(name)))

    def pieces(self) -> Iterator[Piece]:
        """Read the clauses, of which those that were added are kept; nothing of OPB, which is read as a whole."""
        runs = [(rule.first - 1, rule.last) for rule in self.header.rules if rule.name == ADDED.rule]
        end = 0
        for piece in self.clauses if isinstance(self.clauses, CnfStream) else ():
            begin, end = end, end + len(piece)
            spans = ((max(first, begin), min(last, end)) for first, last in runs)
            self.kept.extend(piece.part(first - begin, last - begin) for first, last in spans if first < last)
            yield piece

    def added(self) -> tuple[Clauses, ...]:
        """Return the clauses that ``encode --add`` had appended, once the formula has been read."""
        return tuple(Clauses.of(rows, ADDED) for rows in blocks_of(self.kept, self.clauses.variables, self.name))

    def concluded(self, verdict: Verdict, stated: Claim) -> Verdict:
        """Return the verdict on the puzzle, whose constraints have the claim ``stated``.

        The formula has been read. Raises InputError for Unsat if the file has other clauses than its comments declare.
        """
        known, claim = {part.why: part for part in stated.restricted}, self.header.claim
        if isinstance(verdict, Unsat):
            require_clauses(self.header, self.clauses.announced, self.name)
            if isinstance(self.clauses, CnfStream) and self.clauses.cubes and not cover_all(self.clauses.cubes):
                known, claim = {**known, SOME_CUBES.why: SOME_CUBES}, claim & Claim.of(SOME_CUBES)
        bounds = tuple(known.get(part.why, part) for part in claim.restricted)  # comments have no sentence for no model
        return concluded(verdict, replace(claim, restricted=bounds))


def _without_plan(puzzle: str | Puzzle | None, source: str, format: str | None) -> Puzzle:  # noqa: A002 - as above
    """Return the puzzle whose model is decoded without a formula. Raises UsageError if decoding needs a horizon."""
    item = puzzle if isinstance(puzzle, Puzzle) else read(source, format)
    if item.rules.planning is not None:
        raise UsageError(f"a model of a {item.family} puzzle is decoded by its formula, which knows the horizon: --cnf")
    return item


def _checked(stated: Stated, answer: Answer, values: Bools, encoding: str, *, is_closed: bool) -> Decoded:
    """Decode the values, bool[v + 1], and check the solution against the rules."""
    item = stated.puzzle
    solution = item.decode(stated.problem, values, stated.choices, stated.metric)
    broken = tuple(item.check(solution))
    plan = None
    if stated.horizon is not None:
        plan = plan_in(item.task(stated.choices, stated.metric), stated.problem, values).named(solution)
    cuts = _refined(stated, encoding, values) if broken else ()
    return Decoded(item, replace(answer, solution=solution, broken=broken, plan=plan), values, cuts, is_closed)


def _read_formula(name: str) -> CnfStream | Opb:
    """Open a formula, whose clauses are read on demand: OPB by the ending of its name, otherwise CNF or incremental CNF."""
    if ending(name) == ".opb":
        return read_opb(read_bytes(name), shown(name))

    def counts(comments: Iterable[Comment]) -> tuple[int, int]:
        header = read_header(comments, shown(name))
        return header.variables, header.clauses

    return CnfStream(read_pieces(name), shown(name), counts=counts)


def _extent(variables: int) -> Extent:
    """Return the largest size of a model of so many variables."""
    return Extent(min(MOST_BYTES, TEXT.size + WORD * variables))


def write_cuts(decoded: Decoded, name: str) -> int:
    """Write the clauses that were added before and those that exclude this model to a file; return the number of the latter.

    So the file always holds all cuts, and rounds of ``encode --add`` and ``decode --cuts`` on one file end.
    """
    remark = "clauses of connectivity, for the option add of hashicnf encode"
    write_clause_blocks((block.rows for block in (*decoded.added, *decoded.cuts)), name, remark)
    return sum(map(len, decoded.cuts))


def _refined(stated: Stated, name: str, model: Bools) -> tuple[Clauses, ...]:
    """Return the clauses that exclude a model, by the formula's connectivity encoding, or by ``lazy`` if that has no lazy loop."""
    encoding = CONNECTIVITY.find(name)
    refine = (encoding and encoding.refine) or CONNECTIVITY.get(LAZY).refine
    return tuple(block for batch in stated.connected for block in (refine(batch, model) if refine else ()))


def _verdict(printed: Output, own: int, formula: _Formula | None, name: str) -> tuple[Verdict, Bools | None]:
    """Return the solver's verdict, and for Sat the values of the ``own`` variables of the puzzle, bool[own + 1].

    The formula is read to its end. Raises InputError for output without an answer or without a model, and for a wrong model.
    """
    match printed.status:
        case "sat":
            if own and not len(printed.literals):
                _finish(formula)
                raise InputError("a solver's answer without a model", name, expected=VALUES)
            if printed.form == "names" and formula is not None and isinstance(formula.clauses, CnfStream):
                message = "the model names its variables x1, x2 as those of pseudo-Boolean constraints do"
                raise InputError(message, name, expected=f"a model of the DIMACS file: {VALUES}")
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


def _finish(formula: _Formula | None) -> None:
    """Read a formula to its end, since an invalid formula is an error whatever the solver printed."""
    for _ in () if formula is None else formula.pieces():
        pass


def _hold(literals: Ints, formula: _Formula, name: str) -> None:
    """Evaluate the formula of the file under a model. Raises InputError if the model does not satisfy it."""
    largest = int(np.abs(literals).max(initial=0))
    clauses, variables = formula.clauses, formula.clauses.variables
    if largest > variables:
        raise InputError(f"the model has variable {largest}, and the formula has {variables}", name)
    if isinstance(clauses, Opb):
        broken, size = clauses.broken(model_of(literals, variables)), len(clauses.constraints)
    else:
        size, broken = _broken(literals, formula.pieces(), variables)
    if broken:
        what = counted(size, "constraint" if isinstance(clauses, Opb) else "clause")
        lack = variables - len(np.unique(np.abs(literals)))  # a literal that was cut off may repeat one
        cut = f"was cut off (no value for {lack:,} of {counted(variables, 'variable')}), " if lack > 0 else ""
        cause = f"it {cut}belongs to another formula, or the solver is wrong"
        raise InputError(f"the model breaks {broken:,} of {what}: {cause}", name)


def _broken(literals: Ints, pieces: Iterable[Piece], variables: int) -> tuple[int, int]:
    """Count clauses over so many variables, and those that a model falsifies."""
    holds = _lookup(literals, variables)
    clauses = kept = 0
    for piece in pieces:
        true = holds(piece.numbers)  # a 0 is never true
        so_far = np.append(0, np.cumsum(true, dtype=np.int32).take(piece.zero))
        clauses += len(piece)
        kept += int(np.count_nonzero(np.diff(so_far)))
    return clauses, clauses - kept


def _lookup(literals: Ints, variables: int) -> Callable[[Ints], Bools]:
    """Return a function that evaluates literals under a model; its tables grow with the model, not with ``variables``."""
    if variables <= max(FREE_VARIABLES, TABLE * len(literals)):
        values = model_of(literals, variables)
        return lambda numbers: truth(values, numbers)
    true = literals[literals > 0]
    return lambda numbers: np.isin(np.abs(numbers), true) ^ (numbers < 0)
