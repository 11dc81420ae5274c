"""Report on the puzzles of files: drawings and JSON to stdout, messages and statistics to stderr.

A file that cannot be read is reported, and the others are processed. Its exit code takes precedence over those of puzzles, of which
the first that is not 0 is returned.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import typer

from hashicnf.cli import complain, is_coloured, say, terminal_width
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import Exit, GaveUp, HashicnfError, InputError, UsageError, counted, printable
from hashicnf.families import Layout, Puzzle
from hashicnf.logic import Solved, Unknown, Unsat
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.cli.pictured import Pictures
    from hashicnf.core.stats import Stats
    from hashicnf.pipeline.answer import Answer, Outcome

NO_SOLUTION: Final = "null"
PICTURES: Final = ("svg", "png", "pdf")
UNNUMBERED: Final = "--coordinates has no effect on the drawing in text, which shows no rows and columns"


@record
class Given:
    """A puzzle to report on; ``several`` is True if the run has more puzzles, and ``index`` its number in its file, from 1.

    ``name`` is its name in messages, ``file`` its input. ``spent`` are the seconds that reading took, which ``deadline`` includes.
    """

    puzzle: Puzzle
    name: str
    index: int = 1
    several: bool = False
    deadline: Deadline = NEVER
    spent: float = 0.0
    file: str = ""

    def begun(self) -> Given:
        """Return the puzzle with a deadline that starts now, since others may have been processed after it was read."""
        return replace(self, deadline=Deadline.after(self.deadline.seconds, self.spent))


def each_puzzle(
    files: Sequence[str],
    format: str | None = None,  # noqa: A002 - the option's name
    timeout: float | None = None,
    *,
    codes: list[int],
    part: str | None = None,
) -> Iterator[Given]:
    """Yield the puzzles of files, each with its own time limit; exit codes of files that cannot be read come first in ``codes``.

    Among several puzzles, those whose family lacks the ``part`` are reported and left out.
    """
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read_all

    if len(files) > 1:
        from hashicnf.files.outputs import require_apart

        require_apart([], files)
    for file in files:
        try:
            with limited_waiting(timeout) as clock:
                puzzles = read_all(file, format)
                spent = clock.seconds
        except (InputError, GaveUp) as problem:
            complain(problem)
            codes.insert(0, problem.exit_code)
            continue
        for index, (puzzle, name) in enumerate(named(puzzles), 1):
            several = len(files) > 1 or len(puzzles) > 1
            if several and part is not None and is_refused(puzzle, name, part):
                codes.append(Exit.USAGE)
                continue
            yield Given(puzzle, name, index, several, Deadline.after(timeout, spent), spent, file)
            spent = 0.0


def read_one(file: str, format: str | None, timeout: float | None) -> tuple[Puzzle, Deadline]:  # noqa: A002 - as above
    """Read the one puzzle of a file, within the time limit; return it and its deadline, which includes the time of reading."""
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read

    with limited_waiting(timeout) as clock:
        return read(file, format), Deadline.after(timeout, clock.seconds)


def named(puzzles: Sequence[Puzzle]) -> list[tuple[Puzzle, str]]:
    """Return the puzzles of a file with their names in messages and titles: with a number if there are several."""
    shown = [one.name if one.name.isprintable() else printable(one.name) for one in puzzles]
    return [(one, f"{shown[n]} #{n + 1}" if len(puzzles) > 1 else shown[n]) for n, one in enumerate(puzzles)]


def is_refused(puzzle: Puzzle, name: str, part: str) -> bool:
    """Return whether a puzzle's family lacks a part; if so, report it with the puzzle's name."""
    from hashicnf.pipeline.family_parts import lacking

    fault = lacking(puzzle, part)
    if fault is not None:
        complain(UsageError(f"{name}: {fault}"))
    return fault is not None


def refusing(codes: list[int]) -> Callable[[HashicnfError], None]:
    """Return a function that reports the error of one input, and appends its exit code to ``codes``."""

    def refuse(problem: HashicnfError) -> None:
        complain(problem)
        codes.append(problem.exit_code)

    return refuse


def first_of(codes: Iterable[int]) -> int:
    """Return the first code that is not 0; the code of Ctrl-C takes precedence over all others."""
    found = [code for code in codes if code]
    return Exit.INTERRUPTED if Exit.INTERRUPTED in found else next(iter(found), Exit.DONE)


class Drawings:
    """Drawings on stdout, with a blank line between them, and the name before each if there are several puzzles.

    A requested style of one line is for programs: it has neither blank lines nor names, and among several puzzles one without a
    solution gets a line too.
    """

    def __init__(self, style: str | None = None, *, coordinates: bool = False) -> None:
        """Select a style, or the default of each family. Raises UsageError for the name of a picture instead of a style."""
        if style in PICTURES:
            raise UsageError(f"--style {style}: a picture is no drawing style: -o FILE.{style} writes one")
        self._style, self._coordinates, self._count = style, coordinates, 0

    def require(self, puzzle: Puzzle) -> None:
        """Raise UsageError, before any work, for a style that the family does not have."""
        puzzle.style_named(self._style)

    def plain(self, given: Given, solution: object | None) -> str:
        """Return the drawing of a puzzle as text without colours, of unlimited width."""
        self.require(given.puzzle)
        self._say_unnumbered(given, solution)
        if not self._coordinates:
            return given.puzzle.draw(solution, self._style)
        from hashicnf.cli.boards import Wanted, board_text

        text, _ = board_text(given.puzzle, solution, Wanted(self._style, self._coordinates, coloured=False, width=None))
        return f"{text}\n"

    def show(self, given: Given, solution: object | None, before: object | None = None) -> None:
        """Print the drawing of a puzzle, solved or (with None) unsolved; parts of ``before`` are not coloured as new."""
        self.require(given.puzzle)
        drawing = given.puzzle.draw(solution, self._style)
        if solution is not None and given.puzzle.rules.planning is None and not drawing.strip():
            say(f"{given.name}: the drawing of the solution is blank")
        coloured, width = is_coloured(sys.stdout), terminal_width()
        if not (coloured or width or self._coordinates):
            self.print(given, drawing)
            return
        from hashicnf.cli.boards import Wanted, board_text

        wanted = Wanted(self._style, self._coordinates, coloured, width)
        text, is_cut = board_text(given.puzzle, solution, wanted, before)
        self.print(given, text)
        self._say_unnumbered(given, solution)
        if is_cut:
            say(f"{given.name}: the drawing is wider than the terminal and cut; -o FILE.svg of draw shows all of it")

    def _say_unnumbered(self, given: Given, solution: object | None) -> None:
        """Report that coordinates were requested, and the drawing has no rows and columns to number."""
        if self._coordinates and given.puzzle.layout(solution, self._style) is None:
            say(f"{given.name}: {UNNUMBERED}")

    def text_of(self, layout: Layout) -> str:
        """Return the text of a given drawing, with coordinates if they are requested and it has rows and columns."""
        if not self._coordinates:
            return layout.text
        if not layout.rows:
            say(f"hashicnf: {UNNUMBERED}")
            return layout.text
        from hashicnf.cli.boards import numbered

        return numbered(layout)

    def print(self, given: Given, drawing: str) -> None:
        """Print a given drawing of a puzzle."""
        text = drawing.rstrip("\n")
        if not self._is_line(given):
            if self._count:
                typer.echo()
            if given.several:
                from hashicnf.cli.terminal import show_coloured

                show_coloured(f"{given.name}:", "title")
        self._count += 1
        typer.echo(text, color=True)

    def skip(self, given: Given) -> None:
        """Print the line of a puzzle without a solution, in styles with one line per puzzle."""
        if given.several and self._is_line(given):
            typer.echo(NO_SOLUTION)

    def _is_line(self, given: Given) -> bool:
        return self._style is not None and given.puzzle.style_named(self._style) in given.puzzle.rules.in_one_line


def pictures_to(output: str | None, theme: str | None, count: int, *, coordinates: bool) -> Pictures | None:
    """Return the file for ``count`` pictures; None, without importing anything, if no file is named. Raises UsageError."""
    if output is None:
        return None
    from hashicnf.cli.pictured import Pictures

    return Pictures(output, theme, count, coordinates=coordinates)


def cut(given: Given, drawing: str) -> str:
    """Return a given drawing cut to the width of the terminal; print a message if it is cut."""
    width = terminal_width()
    lines = drawing.rstrip("\n").split("\n")
    if width is None or all(len(line) <= width for line in lines):
        return drawing
    from hashicnf.cli.boards import cut_line

    say(f"{given.name}: the drawing is wider than the terminal and cut; in a file or pipe all of it is written")
    return "\n".join(cut_line(line, width) for line in lines)


def report_answers(answers: Iterable[tuple[Given, Answer]], drawings: Drawings, *, json: bool, stats: bool) -> int:
    """Print each answer as it arrives; return the exit code of the first one that is not a solution, else 0."""
    codes: list[int] = []
    for given, answer in answers:
        if json:
            from hashicnf.cli.objects import answer_fields, print_about

            print_about(given.puzzle, given.index, given.deadline, **answer_fields(given.puzzle, answer))
        else:
            _print(given, answer, drawings)
        codes.append(exit_code(answer))
        if stats or codes[-1] == Exit.INTERRUPTED:
            from hashicnf.cli.figures import stats_table

            say(stats_table(answer.stats))
        if codes[-1] == Exit.INTERRUPTED:
            break
    return first_of(codes)


def exit_code(answer: Answer) -> Exit:
    """Return the exit code of an answer."""
    return Exit.WRONG if answer.broken else exit_code_of(answer.verdict)


def exit_code_of(verdict: Outcome) -> Exit:
    """Return the exit code of a verdict."""
    match verdict:
        case Solved():
            return Exit.DONE
        case Unsat():
            return Exit.UNSOLVABLE
        case Unknown(stopped):
            return Exit.stopped(stopped.kind)


def unsolvable(
    puzzle: Puzzle, reason: str | None = None, by: str | None = None, otherwise: str = "", deadline: Deadline = NEVER
) -> str:
    """Return the sentence that a puzzle has no solution, with the reason if known or found by counting, or else ``otherwise``.

    Without a reason, ``by`` names the solver or method that reports it. If the rows are most likely meant as a puzzle of another
    family, a second line names that family.
    """
    from hashicnf.refuting.by_counting import why_unsolvable

    why = why_unsolvable(puzzle, reason, deadline=deadline) or otherwise
    source = f" (reported by {by})" if by and not why else ""  # a reason makes this superfluous
    advice = family_advice(puzzle)
    return f"unsolvable{source}{f': {why}' if why else ''}" + (f"\n    {advice}" if advice else "")


def family_advice(puzzle: Puzzle) -> str:
    """Return the advice for an unsolvable puzzle that is most likely meant as one of another family, "" for any other."""
    from hashicnf.answers.misread import meant_as
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import NATIVE

    if (meant := meant_as(puzzle)) is None:
        return ""
    family, name = meant
    needed = f"in a .puz or .txt file its rows need the line 'family: {family}' first"
    known = "it has a solution" if FAMILIES.get(family).planning is None else "its rows are a whole board"
    return f"as {family} {known}; {needed if name == NATIVE else f'read it with --format {name}'}"


def _print(given: Given, answer: Answer, drawings: Drawings) -> None:
    from hashicnf.pipeline.answer import from_elsewhere

    name = given.name
    match answer.verdict:
        case Solved():
            _draw(given, answer, drawings)
            if (plan := answer.plan) is not None:
                best = ", optimal" if plan.optimal else f", perhaps not optimal: {plan.doubt}"
                say(f"{name}: a plan of {counted(plan.length, 'step')}, {plan.metric}: {plan.price}{best}")
            for violation in answer.broken:
                say(f"{name}: {violation.rule}: {violation.message}")
            if answer.stats.several:
                say(f"{name}: one of several solutions")
        case Unsat() as verdict:
            drawings.skip(given)
            stats = answer.stats
            by = _method(stats.method) if stats.solver == stats.method else stats.solver
            by += from_elsewhere(stats.connectivity, stats.cardinality, stats.at_most_one)
            say(f"{name}: {unsolvable(given.puzzle, verdict.reason, by, deadline=given.deadline)}")
        case Unknown(stopped):
            drawings.skip(given)
            hint = "" if stopped.kind == "depth" else _sooner(given.puzzle, answer.stats)
            say(f"{name}: no answer: {stopped.reason}{hint}")


def _method(name: str) -> str:
    """Return the words for a method that reports an answer; for a search of another package, with the package."""
    from hashicnf.registry import packages_of
    from hashicnf.search import SEARCHES

    search = SEARCHES.find(name)
    package = "" if search is None else packages_of([search.explore])
    return f"the method {name}{f' of the package {package}, which may miss solutions' if package else ''}"


def _sooner(puzzle: Puzzle, stats: Stats) -> str:
    """Return the advice how to find a plan faster: by the default method of the family, or with a weight; "" if neither applies."""
    from hashicnf.core.statespace import ZERO
    from hashicnf.search import SEARCHES
    from hashicnf.solving.methods import default_method

    if puzzle.rules.planning is None or puzzle.impossible is not None or stats.method not in SEARCHES.names():
        return ""
    if "search" not in stats.seconds:  # the tables of the heuristic took all the time
        return ""
    if (usual := default_method(puzzle.rules)) != stats.method and SEARCHES.get(stats.method).depth_first:
        return f"; --method {usual} may find a plan sooner"
    if "weight" in stats.figures or stats.figures.get("heuristic") == ZERO.name:
        return ""
    return "; --weight 2 may find a longer plan sooner" if SEARCHES.get(stats.method).takes_weight else ""


def _draw(given: Given, answer: Answer, drawings: Drawings) -> None:
    """Draw the solution of an answer, unless it is a wrong one that cannot be drawn: its broken rules are printed elsewhere."""
    try:
        drawings.show(given, answer.solution)
    except InputError:
        if not answer.broken:
            raise
