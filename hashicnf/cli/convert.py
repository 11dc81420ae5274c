"""``hashicnf convert``: rewrite puzzles in another format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import Format, Json, PuzzleFiles, To, output_to
from hashicnf.errors import Exit, UsageError

if TYPE_CHECKING:
    from hashicnf.pipeline.convert import Input

Output = Annotated[
    str,
    output_to("Output file, or a folder (NAME/) for several files; .gz, .bz2, .xz and .zst compress. Default: stdout."),
]


def convert(
    puzzles: PuzzleFiles,
    to: To = None,
    output: Output = "-",
    solution: Annotated[
        str | None,
        typer.Option(
            "--solution", metavar="FILE", help="Solution to write with the puzzle, as solve prints it, or - for stdin."
        ),
    ] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rewrite puzzles in another format.

    Settings that equal the defaults are left out. If a file cannot be read, or the format cannot express a puzzle, nothing is
    written. A solution in the file, or in the file of --solution, is kept if the output format can hold solutions (janko, json,
    pzprv3, savedgame). If a file holds several puzzles, --solution names a file with the drawing of each, as solve prints them.

    \b
    Example:
      $ hashicnf convert examples/hashi/small.puz --to puzzlink
      $ hashicnf convert 'https://puzz.link/p?hashi/5/5/1g3g1w1h' --to tatham
      $ hashicnf convert examples/hashi/*.puz --to json -o boards/
      $ hashicnf solve examples/hashi/small.puz | hashicnf convert examples/hashi/small.puz --solution - --to pzprv3
    """
    from hashicnf.cli.written import chosen_format, noting
    from hashicnf.files.inputs import shown
    from hashicnf.files.outputs import destination, is_stdout, require_apart, require_place
    from hashicnf.pipeline.convert import Input, means_folder
    from hashicnf.pipeline.puzzles import NATIVE, format_named, read_all
    from hashicnf.pipeline.writing import keeps_solution

    goes_apart = means_folder(output)
    require_apart([] if goes_apart else [output], [*puzzles, solution])
    if not goes_apart:
        require_place(output)
    wanted = (to or NATIVE) if goes_apart else chosen_format(to, output)
    format_named(wanted)
    with observing("-" if "-" in (*puzzles, solution) else "", output) as observe:
        inputs = []
        for puzzle in puzzles:
            observe(f"read {shown(puzzle)}")
            inputs.append(Input(_name_of(puzzle), tuple(read_all(puzzle, format))))
        if solution is not None:
            inputs = _solved(inputs, solution)
        observe(f"write {destination(output)}")
        if json and is_stdout(output):
            results = _texts(inputs, wanted)
        elif goes_apart:
            results = _files(inputs, wanted, output, [name for name in (*puzzles, solution) if name is not None])
        else:
            results = _file(inputs, wanted, output)
    every = [pair for given in inputs for pair in enumerate(given.puzzles, 1)]
    with noting(wanted) as note:
        for (index, item), result in zip(every, results, strict=True):
            note(item)
            lost = not keeps_solution(item, wanted)
            if json:
                from hashicnf.cli.objects import print_about

                print_about(item, index, status="converted", format=wanted, solution_lost=lost, **result)
            elif lost:
                say(f"hashicnf: {item.name}: the solution is left out: the {wanted} format has no place for it")
    return Exit.DONE


def _solved(inputs: Sequence[Input], path: str) -> list[Input]:
    """Return the puzzles of an input with the solutions of a file. Raises UsageError for several inputs."""
    from dataclasses import replace

    from hashicnf.pipeline.solutions import read_solutions

    if len(inputs) != 1:
        raise UsageError(f"--solution: the solutions belong to one input, and there are {len(inputs)}")
    puzzles = inputs[0].puzzles
    found = zip(puzzles, read_solutions(puzzles, path), strict=True)
    return [replace(inputs[0], puzzles=tuple(replace(puzzle, solution=solution) for puzzle, solution in found))]


def _name_of(puzzle: str) -> str | None:
    """Return the name from which a file name is derived: boards-2.puz for boards.puz#2; None for a puzzle in one line."""
    from hashicnf.files.compressions import with_number
    from hashicnf.files.inputs import is_there, numbered

    if (one := numbered(puzzle)) is not None:
        return with_number(*one)
    return puzzle if is_there(puzzle) else None


def _texts(inputs: Sequence[Input], to: str) -> list[dict[str, object]]:
    """Return each puzzle as a text."""
    from hashicnf.pipeline.convert import into_texts

    return [{"text": text} for text in into_texts(inputs, to)]


def _file(inputs: Sequence[Input], to: str, output: str) -> list[dict[str, object]]:
    """Write all puzzles to one file; return the facts of the file for each puzzle."""
    from hashicnf.files.outputs import write_text, written_facts
    from hashicnf.pipeline.convert import into_text

    write_text(output, into_text(inputs, to))
    return [written_facts(output)] * sum(len(item.puzzles) for item in inputs)


def _files(inputs: Sequence[Input], to: str, folder: str, sources: Sequence[str]) -> list[dict[str, object]]:
    """Write a file for each input, or for each puzzle; return the facts of its file for each puzzle."""
    from hashicnf.files.outputs import make_folder, require_apart, write_text, written_facts
    from hashicnf.pipeline.convert import into_folder

    targets = into_folder(inputs, to, folder)
    require_apart([str(target.path) for target in targets], sources)
    make_folder(folder)
    for target in targets:
        write_text(str(target.path), target.text)
    return [facts for target in targets for facts in [written_facts(str(target.path))] * len(target.puzzles)]
