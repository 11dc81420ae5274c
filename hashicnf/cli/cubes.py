"""``hashicnf cubes``: split a hard puzzle into many easier ones, for many machines, or solve them here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import ENCODING, ENCODINGS, Format, Json, PuzzleFile, Style, Timeout, output_to
from hashicnf.cli.parameters import excludes, gathered, needs
from hashicnf.errors import Exit, GaveUp, counted, printable
from hashicnf.pipeline.encodings import USUAL, Encodings

if TYPE_CHECKING:
    from hashicnf.cli.report import Drawings
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.progress import Observer
    from hashicnf.cubing.conquer import Conquered
    from hashicnf.cubing.cubes import Cubes
    from hashicnf.families import Puzzle


CONNECTIVITY: Final = typer.Option(
    "--connectivity",
    metavar="NAME",
    rich_help_panel=ENCODING,
    help="Complete encoding of connectivity, or auto. See: encodings.",
)
FIELDS: Final = ("cardinality", "connectivity", "at_most_one", "cuts", "simplify")
ALL: Final = ENCODINGS | {"connectivity": Annotated[str, CONNECTIVITY]}
OPTIONS: Final = {name: Annotated[ALL[name], excludes("certificate")] for name in FIELDS}


@gathered("encodings", OPTIONS)
def cubes(
    puzzle: PuzzleFile,
    number: Annotated[
        int, typer.Option("-n", "--number", metavar="N", min=1, help="Approximate number of cubes.")
    ] = 16,
    output: Annotated[
        str,
        output_to("Write incremental CNF (.icnf), or a formula for each cube into a folder (NAME/). Default: stdout."),
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
    encodings: Encodings = USUAL,
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
    from hashicnf.cli.report import Drawings, Given, read_one
    from hashicnf.cli.runs import gave_up
    from hashicnf.cubing.cubes import cubes_of, require_target
    from hashicnf.files.outputs import CERTIFICATE, reporting_kept, require_apart, require_output

    require_apart([output, certificate], [puzzle])
    require_target(output, compress)
    if certificate is not None:
        require_output(certificate, *CERTIFICATE)
    item, deadline = read_one(puzzle, format, timeout)
    drawings = Drawings(style)
    drawings.require(item)
    target = "" if solve else output
    with reporting_kept(output) as settle, observing("-" if puzzle == "-" else "", target) as observe:
        observe("split")
        try:
            found = cubes_of(item, number, encodings, deadline)
        except GaveUp as stop:
            return gave_up(Given(item, item.name), stop, json=json)
        if not solve:
            if not json or output != "-":
                found.write(output, compress=compress)
                settle()
                say(f"{item.name}: {_summary(found)}")
            if json:
                _print_rows(found)
            return Exit.UNSOLVABLE if found.is_refuted else Exit.DONE
        try:
            outcome = _conquer(found, solver, jobs, certificate, deadline, observe)
        except GaveUp as stop:
            return gave_up(Given(item, item.name), stop, json=json)
    return _report(item, found, outcome, drawings, certificate, json=json)


def _summary(found: Cubes) -> str:
    """Return a description of a partition; a single cube is the whole puzzle."""
    if len(found) > 1:
        return f"{counted(len(found) - found.closed, 'cube')}, and {found.closed} that propagation refutes"
    return "unsolvable by propagation: the only cube is closed" if found.closed else "a single cube: the whole puzzle"


def _print_rows(found: Cubes) -> None:
    """Print a line of JSON for each cube, then one with their number."""
    from hashicnf.cli.objects import print_about

    for number, row in enumerate(found.data(), 1):
        print_about(found.puzzle, 1, number=number, **row)
    status = "unsolvable" if found.is_refuted else "split"
    print_about(found.puzzle, 1, status=status, cubes=len(found), closed=found.closed)


def _conquer(
    found: Cubes, solver: str, jobs: int, certificate: str | None, deadline: Deadline, observe: Observer
) -> Conquered:
    """Solve cubes, and write the certificate."""
    from hashicnf.cubing.cubes import conquer_all
    from hashicnf.files.outputs import reporting_kept, write_text

    with reporting_kept(*([] if certificate is None else [certificate])) as settle:
        certify = certificate is not None
        outcome = conquer_all(found, solver, jobs, certify=certify, deadline=deadline, observe=observe)
        if certificate is not None and outcome.text is not None:
            write_text(certificate, outcome.text)
            settle()
    return outcome


def _report(
    item: Puzzle, found: Cubes, outcome: Conquered, drawings: Drawings, certificate: str | None, *, json: bool
) -> int:
    """Print the answer; return the exit code."""
    from hashicnf.cli.report import Given, unsolvable

    name = printable(item.name)
    if json:
        from hashicnf.cli.objects import print_about

        print_about(item, 1, **_fields(item, found, outcome, certificate))
    elif outcome.status == "solved":
        drawings.show(Given(item, name), outcome.solution)
    elif outcome.status == "unsolvable":
        reason = f"{counted(len(found), 'cube')} refuted"
        say(f"{name}: {unsolvable(item, reason)}")
        if certificate is not None:
            from hashicnf.files.outputs import destination

            say(f"{name}: {destination(certificate)} proves it")
    else:
        reason = "" if outcome.stopped is None else f": {outcome.stopped.reason}"
        say(f"{name}: no answer after {counted(len(outcome.refuted), 'refuted cube')} of {len(found)}{reason}")
    if certificate is not None and outcome.status == "solved":
        from hashicnf.proofs.outcomes import OBSTACLES

        say(f"{name}: no certificate: {OBSTACLES['solvable']}")
    return {"solved": Exit.DONE, "unsolvable": Exit.UNSOLVABLE, "unknown": Exit.GAVE_UP}[outcome.status]


def _fields(item: Puzzle, found: Cubes, outcome: Conquered, certificate: str | None) -> dict[str, object]:
    """Return the outcome as data for JSON."""
    from hashicnf.cli.objects import stopped_fields

    data: dict[str, object] = {"status": outcome.status, "cubes": len(found), "refuted": len(outcome.refuted)}
    if outcome.stopped is not None:
        data |= stopped_fields(outcome.stopped)
    if outcome.status == "solved":
        data["solution"] = item.as_data(outcome.solution)
    if outcome.status == "unsolvable" and certificate is not None:
        data["certificate"] = certificate
    return data
