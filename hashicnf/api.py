"""The public functions of the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hashicnf.core.arguments import by_keyword, checked, require_known, typed
from hashicnf.core.deadline import Deadline
from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle, Violation
from hashicnf.files.streams import Readable, stream_bytes, stream_name, stream_text
from hashicnf.logic import Bools, is_iterable, uninterrupted
from hashicnf.pipeline import puzzles, solutions, writing
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.decode import Decoded, decode_model
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.generators import generators_of, options_of
from hashicnf.pipeline.grids import Grid, Integers, puzzle_of
from hashicnf.pipeline.puzzles import NATIVE, require_puzzle, require_solution
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request, SolveOptions

if TYPE_CHECKING:
    from hashicnf.answers.backbone import Backbone
    from hashicnf.answers.counting.result import Count
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.answers.unique import Uniqueness
    from hashicnf.core.limits import Bytes
    from hashicnf.deduction import Explanation, Hint
    from hashicnf.deduction.rating import Rating


class Planted(NamedTuple):
    """A generated puzzle, and the solution that it was made from, None if it has none."""

    puzzle: Puzzle
    solution: object | None

    def __repr__(self) -> str:
        """Name family and size in one line."""
        size = ", ".join(f"{name}={number}" for name, number in self.puzzle.size.items())
        return f"<planted {self.puzzle.family} puzzle: {size}>"

    def _repr_svg_(self) -> str | None:
        """Show the solved puzzle in a notebook."""
        return replace(self.puzzle, solution=self.solution)._repr_svg_()


@typed
def read_all(source: Readable, format: str | None = None) -> list[Puzzle]:  # noqa: A002 - the name users know it by
    """Read all puzzles of a file, by its name (``-`` is standard input), or of a text or binary stream, which is not closed.

    Unless given, the format is that of the name's ending, or detected. Raises InputError with line and column.
    """
    if isinstance(source, str | PathLike):
        return puzzles.read_all(source, format)
    return puzzles.parse_all(stream_text(source), format, stream_name(source))


@typed
def read(source: Readable, format: str | None = None) -> Puzzle:  # noqa: A002 - as above
    """Read the one puzzle of a file or stream, as ``read_all`` does. Raises InputError, also for several puzzles."""
    if isinstance(source, str | PathLike):
        return puzzles.read(source, format)
    return puzzles.parse(stream_text(source), format, stream_name(source))


@typed
def parse_all(text: str, format: str | None = None, name: str = "<text>") -> list[Puzzle]:  # noqa: A002 - as above
    """Parse all puzzles of a text; messages call it ``name``. Raises InputError with line and column."""
    return puzzles.parse_all(text, format, name)


@typed
def parse(text: str | Grid, format: str | None = None, name: str = "<text>") -> Puzzle:  # noqa: A002 - as above
    """Parse the one puzzle of a text; messages call it ``name``. Raises InputError, also for several puzzles.

    A grid is read as by ``puzzle``. Raises UsageError for a format given with a grid.
    """
    if isinstance(text, str):
        return puzzles.parse(text, format, name)
    if format is not None:
        raise UsageError(f"a grid is not written in a format such as {format}")
    return puzzle_of(text)


@typed
def puzzle(rows: Grid, family: str = DEFAULT_FAMILY, **settings: str | float | bool | None) -> Puzzle:
    """Make a puzzle of a grid: rows of numbers (0: empty, -1: ``?``), an integer array [rows, columns], or strings as in files.

    An array [grids, rows, columns], or nested lists of that form, holds several grids. Settings are those of the family (None: the
    default), with underscores for dashes: ``max_bridges=3, loops=False``, and ``title``. Raises InputError for a grid that the
    family cannot read, UsageError for unknown settings, and for a text, which is for ``parse``.
    """
    return puzzle_of(rows, family, settings)


@typed
def read_solution(puzzle: Puzzle, source: Readable) -> object:
    """Read a drawing of a solution in any style, from a file or stream. Raises InputError with line and column."""
    if isinstance(source, str | PathLike):
        return solutions.read_solution(require_puzzle(puzzle), fspath(source))
    return solutions.read_drawing(require_puzzle(puzzle), stream_text(source), stream_name(source))


@by_keyword(Encodings, Encodings)
def encode(puzzle: Puzzle, encodings: Encodings) -> Compiled:
    """Compile a puzzle; ``.write(path or stream)`` writes the DIMACS file, ``.clauses()`` and ``.to_pysat()`` return the clauses.

    ``connectivity`` may be ``auto``; ``cuts`` adds static cuts of sets up to that many nodes; ``depth`` bounds unary levels.
    Without ``redundant``, constraints that follow from the others are left out. ``cardinality`` and ``at_most_one`` name encodings,
    ``options`` those of the family; ``simplify`` propagates and probes first. ``metric`` and ``horizon`` are for plans.
    ``.claim`` states how models relate to solutions.

    Raises UsageError for unknown or unsuitable encodings, SolverMissing for an encoding that is not installed.
    """
    return compile_puzzle(require_puzzle(puzzle), encodings)


@by_keyword(SolveOptions, Request)
def solve(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle within ``timeout`` seconds (0: give up at once); the solution in the answer has passed the checker.

    ``method`` names the method; formulas have the encodings of ``encode``, plans a ``metric`` and a ``horizon``. ``solver`` (a
    name, or a command such as ``mysat {cnf}``, with ``{out}`` if it writes its answer to a file), ``jobs`` and ``road`` are for the
    method cdcl, ``branching`` for dpll, ``space``, ``heuristic``, ``tie_break`` and ``weight``, which multiplies the heuristic, for
    searches. Searches and dpll stop after ``max_nodes`` nodes, searches when their lists need ``max_memory`` bytes, and dfs,
    greedydfs and iddfs go ``max_depth`` steps deep; all report every step to ``tracer``. With ``all_answers``,
    ``answer.stats.several`` is whether there are other solutions, None where that takes long. ``progress`` is called with the
    figures of a search, ``observe`` with the current phase; an exception that they raise ends the call. ``answer.verdict`` is
    Solved (Sat, with its model, where a formula was solved), Unsat or Unknown; ``answer.plan`` the actions of puzzles that are
    solved by plans, ``answer.stats`` the figures of the run. Raises UsageError, SolverMissing, SolverFailed if the solver crashes
    or returns a wrong answer, and KeyboardInterrupt.
    """
    return solve_for(require_puzzle(puzzle), request)


@typed
def decode(
    model: Readable | bytes | bytearray | memoryview | Sequence[int] | Integers | Bools,
    *,
    cnf: str | PathLike[str] | None = None,
    puzzle: Puzzle | None = None,
) -> Decoded:
    """Decode the result of a solver: its output as a file, stream or bytes, or a model: its literals, or the values bool[V + 1].

    Either ``cnf`` names the file of the formula: it contains the puzzle, and the model is checked against it. Or ``puzzle`` is
    given, and other variables of the model are ignored. Raises UsageError for both or neither, InputError for output that cannot be
    read or belongs to another formula.
    """
    if (cnf is None) == (puzzle is None):
        raise UsageError("decode takes exactly one of cnf and puzzle")
    formula = None if cnf is None else fspath(cnf)
    puzzle = None if puzzle is None else require_puzzle(puzzle)
    if isinstance(model, str | PathLike):
        return decode_model(fspath(model), formula, puzzle)
    from hashicnf.backends.output import output_of, parse_output

    if isinstance(model, bytes | bytearray | memoryview):
        printed = parse_output(bytes(model), "<model>", is_file=True)
    elif isinstance(model, Sequence | np.ndarray):
        printed = output_of(model, "<model>")
    else:
        printed = parse_output(stream_bytes(model), stream_name(model), is_file=True)
    return decode_model(printed, formula, puzzle)


@typed
def unique(puzzle: Puzzle, *, solver: str | None = None, timeout: float | None = None) -> Uniqueness:
    """Find out whether a puzzle has exactly one solution; the result is true if it has, and contains two if there are several.

    Raises UsageError for puzzles that are solved by plans, GaveUp at the time limit in seconds, and the errors of solvers.
    """
    from hashicnf.answers.unique import unique as ask

    return ask(require_puzzle(puzzle), solver=solver, deadline=Deadline.after(timeout))


@typed
def enumerate(  # noqa: A001 - the name users know it by
    puzzle: Puzzle, *, solver: str | None = None, timeout: float | None = None
) -> Iterator[object]:
    """Yield all solutions of a puzzle, each once, as they are found; raises errors as ``unique`` does, UsageError at once."""
    from hashicnf.answers.enumeration import enumerate_solutions

    return enumerate_solutions(require_puzzle(puzzle), solver=solver, deadline=Deadline.after(timeout))


@typed
def backbone(puzzle: Puzzle, *, solver: str | None = None, timeout: float | None = None) -> Backbone | None:
    """Return what all solutions of a puzzle have in common, None if it has none; raises errors as ``unique`` does."""
    from hashicnf.answers.backbone import backbone as ask

    return ask(require_puzzle(puzzle), solver=solver, deadline=Deadline.after(timeout))


@typed
def diagnose(puzzle: Puzzle, *, unique: bool = False, timeout: float | None = None) -> Diagnosis | None:
    """Return clues of a puzzle that contradict each other, and the fewest to change; None if it has a solution.

    With ``unique`` changes are sought that leave one solution, and a puzzle with several solutions is diagnosed, too. Raises
    UsageError for families without clues, GaveUp at the time limit in seconds.
    """
    if unique:
        from hashicnf.making.mending import diagnose_unique as ask
    else:
        from hashicnf.answers.diagnosis import diagnose as ask
    return ask(require_puzzle(puzzle), deadline=Deadline.after(timeout))


@typed
def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    timeout: float | None = None,
    max_memory: Bytes | None = None,
) -> Count:
    """Count the solutions of a puzzle, exactly, unless there are ``limit`` or more, or a limit of time or memory is reached.

    With ``shares``, also return the share of all solutions in which each variable is true, which needs the exact count, and more
    memory. ``timeout`` is in seconds, ``max_memory`` in bytes, by default 4 GiB. Raises UsageError for puzzles that are solved by
    plans, for a limit below 1, and for shares together with a limit.
    """
    from hashicnf.answers.counting import count as ask
    from hashicnf.core.limits import Limits

    limits = Limits(Deadline.after(timeout), None, max_memory)
    return uninterrupted(ask(require_puzzle(puzzle), limit=limit, shares=shares, limits=limits))


@typed
def sample(
    puzzle: Puzzle, n: int = 1, *, seed: int = 0, timeout: float | None = None, max_memory: Bytes | None = None
) -> list[object]:
    """Draw ``n`` solutions, each uniformly from all of them and independently of the others; none if there is no solution.

    Equal seeds return equal solutions. Limits are those of ``count``. Raises UsageError for puzzles that are solved by plans,
    GaveUp at a limit, or if there are too many solutions to be counted or kept.
    """
    from hashicnf.answers.counting import sample as ask
    from hashicnf.core.limits import Limits

    limits = Limits(Deadline.after(timeout), None, max_memory)
    return [*ask(require_puzzle(puzzle), n, seed=seed, limits=limits)]


@typed
def check(puzzle: Puzzle, solution: object) -> list[Violation]:
    """List the broken rules of a solution; none if it is correct. Raises UsageError if it is no solution of this puzzle's kind."""
    return require_puzzle(puzzle).check(require_solution(puzzle, solution))


@typed
def draw(puzzle: Puzzle, solution: object | None = None, style: str | None = None) -> str:
    """Draw a puzzle as text, with or without a solution, in the default style or another.

    Raises UsageError for an unknown style, and for an object that is no solution.
    """
    return require_puzzle(puzzle).draw(solution if solution is None else require_solution(puzzle, solution), style)


@typed
def view(puzzles_or_one: Puzzle | Iterable[Puzzle], timeout: float | None = None, *, step_by_step: bool = False) -> str:
    """Return a page to play puzzles, as self-contained HTML; solutions in the files of the puzzles are drawn on it.

    Reasoning that is not finished after ``timeout`` seconds for a puzzle, by default 20, is left to the page. With
    ``step_by_step`` the list of the steps to the solution is open, and there is no time limit by default. Raises UsageError for
    families without a game, and with ``step_by_step`` without techniques.
    """
    from hashicnf.playing import page_of

    drawn = [(puzzle, puzzle.solution) for puzzle in _several(puzzles_or_one)]
    return page_of(drawn, timeout, step_by_step=step_by_step).html


@typed
def hint(puzzle: Puzzle, drawn: object | None = None, timeout: float | None = None) -> Hint:
    """Find the next fact that can be drawn, with the simplest reason: from the start, or after an unfinished solution.

    Raises UsageError for a family without techniques and an object that is no solution, InputError for an impossible drawing,
    GaveUp at the time limit.
    """
    from hashicnf import deduction

    require_puzzle(puzzle)
    return deduction.hint(puzzle, drawn if drawn is None else require_solution(puzzle, drawn), Deadline.after(timeout))


@typed
def explain(puzzle: Puzzle, timeout: float | None = None) -> Explanation:
    """Explain the way to the solution in steps of human solving techniques, up to all that holds in all solutions.

    Raises UsageError for a family without techniques, GaveUp at the time limit.
    """
    from hashicnf import deduction

    return deduction.explain(require_puzzle(puzzle), Deadline.after(timeout))


@typed
def rate(puzzle: Puzzle, timeout: float | None = None) -> Rating:
    """Return how hard a puzzle is for people, as a grade from 1 to 10.

    Raises UsageError for a family without techniques, GaveUp at the time limit.
    """
    from hashicnf import deduction

    return deduction.rate(require_puzzle(puzzle), Deadline.after(timeout))


@typed
def convert(puzzles_or_one: Puzzle | Iterable[Puzzle], to: str = NATIVE) -> str:
    """Return puzzles as text in a format, without settings that equal the defaults. Raises UsageError if it cannot express them."""
    return writing.write_puzzles(_several(puzzles_or_one), to)


@typed
def generate(family: str = DEFAULT_FAMILY, **options: object) -> Planted:
    """Generate a puzzle; options are those of ``hashicnf generate FAMILY --help``, with underscores for dashes.

    A value is that of the option, or the text that the command takes; flags are True. With ``unique=True`` the puzzle has
    exactly one solution, with ``unknown=True`` also only the clues that this needs, with ``difficulty`` a grade that ``rate``
    confirms. Raises UsageError for unknown or contradictory options, and for a family without generators; GaveUp if a puzzle cannot
    be made unique, and at the time limit in seconds.
    """
    known = {option.name.replace("-", "_"): option for option in options_of(generators_of(family))}
    flags = {name: "bool | None" for name, option in known.items() if option.is_flag}
    wanted = checked({**flags, "unique": "bool", "unknown": "bool", "timeout": "float | None"}, options)
    unique, unknown = (bool(wanted.pop(name, False)) for name in ("unique", "unknown"))
    difficulty, timeout = (wanted.pop(name, None) for name in ("difficulty", "timeout"))
    require_known(wanted, (*known, "unique", "unknown", "difficulty", "timeout"))
    given = {
        option.name: value if option.is_flag else option.written(value)
        for option, value in ((known[name], value) for name, value in wanted.items())
        if value is not None and not (option.is_flag and value is False)
    }
    from hashicnf.making.orders import Order, make

    order = Order.of(unique=unique, unknown=unknown, difficulty=None if difficulty is None else str(difficulty))
    puzzle, made = make(family, given, order, deadline=Deadline.after(timeout))
    return Planted(puzzle, made.solution)


def _several(given: object) -> list[Puzzle]:
    """List the given puzzles, one or many. Raises UsageError for an object that is no puzzle."""
    if isinstance(given, str) or not is_iterable(given):
        return [require_puzzle(given)]
    return [require_puzzle(one) for one in given]
