"""``hashicnf cubes``: split a hard puzzle into many easier ones, for many machines, or solve them here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import (
    ENCODING,
    AtMostOne,
    Cardinality,
    Cuts,
    Format,
    Json,
    PuzzleFile,
    Simplify,
    Style,
    Timeout,
)
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit, GaveUp, UsageError, counted, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.cli.report import Drawings
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.stats import Observer
    from hashicnf.cubing.conquer import Conquered
    from hashicnf.cubing.partition import Cube
    from hashicnf.families import Puzzle
    from hashicnf.pipeline.compiled import Compiled
    from hashicnf.pipeline.encodings import Encodings


def cubes(
    puzzle: PuzzleFile,
    number: Annotated[
        int, typer.Option("-n", "--number", metavar="N", min=1, help="Approximate number of cubes.")
    ] = 16,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write incremental CNF (.icnf), or a formula for each cube into a folder (NAME/). Default: stdout.",
            show_default=False,
        ),
        excludes("solve"),
    ] = "-",
    compress: Annotated[
        str,
        typer.Option("--compress", metavar="NAME", help="Compress the formulas in a folder: xz, gz, bz2, zst or none."),
        needs("output"),
    ] = "none",
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve the cubes on this computer, until one has a solution.")
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, help="With --solve: number of processes."), needs("solve")
    ] = 1,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="With --solve: write a certificate that there is no solution.",
        ),
        needs("solve"),
    ] = None,
    solver: Annotated[
        str,
        typer.Option("--solver", metavar="NAME", help="With --solve: solver of the cubes. See: solvers."),
        needs("solve"),
    ] = "cadical153",
    cardinality: Annotated[Cardinality, excludes("certificate")] = "direct",
    connectivity: Annotated[
        str,
        typer.Option(
            "--connectivity",
            metavar="NAME",
            rich_help_panel=ENCODING,
            help="Complete encoding of connectivity, or auto. See: encodings.",
        ),
        excludes("certificate"),
    ] = "auto",
    at_most_one: Annotated[AtMostOne, excludes("certificate")] = "pairwise",
    cuts: Annotated[Cuts, excludes("certificate")] = 0,
    simplify: Annotated[Simplify, excludes("certificate")] = None,
    timeout: Timeout = None,
    style: Annotated[Style, needs("solve"), excludes("json")] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Split a hard puzzle into cubes, which may be solved on many machines.

    A cube is a list of decisions on variables of the puzzle. Edges across lines of the board that few open edges cross are decided
    first, and among these the edges from which most follows by propagation. The cube with the largest estimated share of the work
    is split next. Every solution is in exactly one cube: the puzzle is unsolvable if and only if all cubes are.

    With --solve the cubes are solved in processes. --certificate joins the proofs of all cubes to one certificate, for
    check-certificate. --json without --solve prints a line for each cube.

    The formula of each cube in a folder is simplified under its decisions unless --no-simplify is given.

    \b
    Example:
      $ hashicnf cubes examples/sudoku/hard.puz -n 8 -o hard.icnf
      $ hashicnf cubes examples/sudoku/hard.puz -n 8 -o cubes/
      $ hashicnf cubes examples/sudoku/hard.puz -n 8 --solve --jobs 2
    """
    from hashicnf.cli.report import Drawings, Given, gave_up
    from hashicnf.core.deadline import Deadline
    from hashicnf.cubing.parts import whole
    from hashicnf.cubing.split import split
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.files.outputs import CERTIFICATE, require_apart, require_output
    from hashicnf.pipeline.encodings import Encodings
    from hashicnf.pipeline.puzzles import read

    require_apart([output, certificate], [puzzle])
    _require_output(output, compress)
    if certificate is not None:
        require_output(certificate, *CERTIFICATE)
    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        deadline = Deadline.after(timeout, clock.seconds)
    drawings = Drawings(style)
    drawings.require(item)
    encodings = Encodings(
        cardinality=cardinality, connectivity=connectivity, at_most_one=at_most_one, cuts=cuts, simplify=simplify
    )
    with observing("-" if puzzle == "-" else "", "" if solve else output) as observe:
        observe("split")
        try:
            compiled = whole(item, encodings, deadline.ending())
            found = split(compiled, number, deadline)
        except GaveUp as stop:
            return gave_up(Given(item, item.name), stop, json=json)
        if not solve:
            if not json or output != "-":
                _write(compiled, found, output, compress, simplify=simplify is not False)
            if json:
                _print_rows(compiled, found)
            return Exit.UNSOLVABLE if _is_refuted(found) else Exit.DONE
        try:
            outcome = _conquer(item, found, solver, jobs, encodings, certificate, deadline, observe)
        except GaveUp as stop:
            return gave_up(Given(item, item.name), stop, json=json)
    return _report(item, found, outcome, drawings, certificate, json=json)


def _require_output(output: str, compress: str) -> None:
    """Raise UsageError for an output that cannot be written, before the work begins."""
    from hashicnf.files.outputs import require_output
    from hashicnf.instances.folder import require_compression
    from hashicnf.pipeline.convert import is_folder

    require_compression(compress)
    if is_folder(output):
        return
    if compress != "none":
        raise UsageError("--compress is for folders; an output that ends with .xz is compressed")
    require_output(output, "incremental CNF", (".icnf",))


def _write(compiled: Compiled, found: Sequence[Cube], output: str, compress: str, *, simplify: bool) -> None:
    """Write cubes to a file or a folder."""
    from hashicnf.cubing.write import write_folder, write_incremental
    from hashicnf.files.outputs import make_folder, writing
    from hashicnf.pipeline.convert import is_folder

    closed = sum(cube.closed for cube in found)
    if is_folder(output):
        write_folder(
            compiled, found, make_folder(output), "" if compress == "none" else f".{compress}", simplify=simplify
        )
    else:
        with writing(output) as stream:
            write_incremental(compiled, found, stream)
    say(f"{compiled.puzzle.name}: {_summary(len(found), closed)}")


def _summary(count: int, closed: int) -> str:
    """Return a description of a partition; a single cube is the whole puzzle."""
    if count > 1:
        return f"{counted(count - closed, 'cube')}, and {closed} that propagation refutes"
    return "unsolvable by propagation: the only cube is closed" if closed else "a single cube: the whole puzzle"


def _print_rows(compiled: Compiled, found: Sequence[Cube]) -> None:
    """Print a line of JSON for each cube, then one with their number."""
    from hashicnf.cli.objects import print_about
    from hashicnf.cubing.write import row_of

    for number, cube in enumerate(found, 1):
        print_about(compiled.puzzle, 1, number=number, **row_of(compiled, cube))
    closed = sum(cube.closed for cube in found)
    if _is_refuted(found):
        print_about(compiled.puzzle, 1, status="unsolvable", cubes=len(found), refuted=closed)
    else:
        print_about(compiled.puzzle, 1, status="split", cubes=len(found), closed=closed)


def _is_refuted(found: Sequence[Cube]) -> bool:
    """Return whether propagation refutes the whole puzzle."""
    return all(cube.closed for cube in found)


def _conquer(
    item: Puzzle,
    found: Sequence[Cube],
    solver: str,
    jobs: int,
    encodings: Encodings,
    certificate: str | None,
    deadline: Deadline,
    observe: Observer,
) -> Conquered:
    """Solve cubes, and write the certificate."""
    from contextlib import nullcontext

    from hashicnf.cubing.conquer import conquer
    from hashicnf.files.outputs import replacing, write_text

    prove = certificate is not None
    with replacing(certificate) if certificate is not None else nullcontext(lambda: None) as keep:
        outcome = conquer(item, found, solver, jobs, encodings, prove=prove, deadline=deadline, observe=observe)
        if certificate is not None and outcome.status == "unsolvable":
            from hashicnf.cubing.merge import certificate as text_of

            write_text(certificate, text_of(item, outcome.refuted, deadline, observe))
            keep()
    return outcome


def _report(
    item: Puzzle, found: Sequence[Cube], outcome: Conquered, drawings: Drawings, certificate: str | None, *, json: bool
) -> int:
    """Print the answer; return the exit code."""
    from hashicnf.cli.report import Given, unsolvable

    name = printable(item.name)
    if json:
        from hashicnf.cli.objects import print_about

        print_about(item, 1, **_fields(item, found, outcome))
    elif outcome.status == "solved":
        drawings.show(Given(item, name), outcome.solution)
    elif outcome.status == "unsolvable":
        reason = f"{counted(len(found), 'cube')} refuted"
        say(f"{name}: {unsolvable(item, reason)}")
    else:
        reason = "" if outcome.stopped is None else f": {outcome.stopped.reason}"
        say(f"{name}: no answer after {counted(len(outcome.refuted), 'refuted cube')} of {len(found)}{reason}")
    if certificate is not None and outcome.status == "solved":
        from hashicnf.proofs.outcomes import OBSTACLES

        say(f"{name}: no certificate: {OBSTACLES['solvable']}")
    return {"solved": Exit.DONE, "unsolvable": Exit.UNSOLVABLE, "unknown": Exit.GAVE_UP}[outcome.status]


def _fields(item: Puzzle, found: Sequence[Cube], outcome: Conquered) -> dict[str, object]:
    """Return the outcome as data for JSON."""
    from hashicnf.cli.objects import stopped_fields

    data: dict[str, object] = {"status": outcome.status, "cubes": len(found), "refuted": len(outcome.refuted)}
    if outcome.stopped is not None:
        data |= stopped_fields(outcome.stopped)
    if outcome.status == "solved":
        data["solution"] = item.as_data(outcome.solution)
    return data
