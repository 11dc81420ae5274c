"""``hashicnf decode``: turn a solver's output into a checked grid."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import observing, say, say_unwritten
from hashicnf.cli.options import Coordinates, Format, Json, Picture, Style, Theme
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import UsageError, counted


def decode(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="Output of any SAT solver, or - for standard input.")],
    cnf: Annotated[
        str | None, typer.Option("--cnf", metavar="FILE", help="The DIMACS or OPB file that was solved.")
    ] = None,
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", metavar="FILE", help="The puzzle file, instead of --cnf.")
    ] = None,
    cuts: Annotated[
        str | None,
        typer.Option(
            "--cuts",
            metavar="FILE",
            help="Write clauses that exclude a disconnected model, and those that were added before, for encode --add.",
        ),
    ] = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    output: Picture = None,
    theme: Annotated[Theme, needs("output")] = None,
    json: Json = False,
    format: Annotated[Format, needs("puzzle")] = None,  # noqa: A002 - the option's name
) -> int:
    """Turn a solver's model into a checked grid.

    The .cnf file is enough: its comments contain the puzzle. Exit code 0 for a solution; 1 for a model that is no solution
    (incomplete formulas may have such models); 20 if the solver reports that there is no model; 30 if it reports no result, or no
    model of a formula that may exclude solutions, as a formula may that is not given by --cnf. With -o the grid is also written as
    a picture, in which faults are marked.

    \b
    Example:
      $ hashicnf decode model.txt --cnf small.cnf
      $ hashicnf decode model.txt --cnf small.cnf -o small.svg
    """
    from hashicnf.cli.report import Drawings, Given, pictures_to, report_answers
    from hashicnf.files.outputs import require_apart, require_output
    from hashicnf.pipeline.decode import decode_model, write_cuts

    if (cnf is None) == (puzzle is None):
        raise UsageError("decode takes exactly one of --cnf FILE and --puzzle FILE")
    require_apart([cuts, output], [model, cnf, puzzle])
    if cuts is not None:
        require_output(cuts, "clauses", (".cnf",))
    pictures = pictures_to(output, theme, 1, coordinates=coordinates)
    drawings = Drawings(style, coordinates=coordinates)
    source = "-" if "-" in (model, cnf, puzzle) else ""
    with observing(source) as observe:
        decoded = decode_model(model, cnf, puzzle, format, observe=observe)
    given = Given(decoded.puzzle, decoded.puzzle.name)
    drawings.require(given.puzzle)
    if pictures is not None:
        pictures.add(decoded)
    code = report_answers([(given, decoded.answer)], drawings, json=json, stats=False)
    if not decoded.is_closed:
        say(f"{given.name}: the model has no 0 at its end: it may be cut off, and what is missing counts as false")
    if decoded.answer.broken and not json:
        say(f"{given.name}: the model is no solution of this puzzle")
    if pictures is not None:
        pictures.finish()
    if cuts is not None and decoded.answer.broken:
        written = write_cuts(decoded, cuts)
        say(f"this model is excluded by {counted(written, 'clause')}: {cuts}")
    elif cuts is not None:
        say_unwritten(cuts, "there is no model to exclude")
    return code
