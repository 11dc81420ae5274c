"""``hashicnf convert``: rewrite puzzles in another format."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, To

Puzzles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="Puzzle files, URLs or game IDs, or - for standard input.",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write: a file, or a folder (NAME/) for a file each. .gz, .xz and .zst compress. Default: stdout.",
    ),
]


def convert(
    puzzles: Puzzles,
    to: To = None,
    output: Output = "-",
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rewrite puzzles in another format.

    Settings that equal the defaults are left out. A puzzle that the format cannot express is an error, and then nothing is
    written. A solution that a file holds is kept where the format has a place for it (janko, json, pzprv3).

    \b
    Example:
      $ hashicnf convert examples/hashi/small.puz --to puzzlink
      $ hashicnf convert 'https://puzz.link/p?hashi/5/5/2g2g3m1g42l1g3' --to tatham
      $ hashicnf convert examples/hashi/*.puz --to json -o boards/
    """
    from hashicnf.cli.terminal import observing
    from hashicnf.files import destination, shown, write_text
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.convert import Input, into_folder, into_text, is_folder, lost_solutions
    from hashicnf.pipeline.puzzles import NATIVE, format_named, format_to_write, is_file, read_all

    goes_apart = is_folder(output)
    require_apart([] if goes_apart else [output], puzzles)
    wanted = (to or NATIVE) if goes_apart else format_to_write(to, output)
    format_named(wanted)
    with observing("-" if "-" in puzzles else "", output) as observe:
        inputs = []
        for puzzle in puzzles:
            observe(f"read {shown(puzzle)}")
            inputs.append(Input(puzzle if is_file(puzzle) else None, tuple(read_all(puzzle, format))))
        observe(f"write {destination(output)}")
        if goes_apart:
            targets = into_folder(inputs, wanted, output)
            require_apart([str(target.path) for target in targets], puzzles)
            targets[0].path.parent.mkdir(parents=True, exist_ok=True)
            for target in targets:
                write_text(str(target.path), target.text)
        else:
            write_text(output, into_text(inputs, wanted))
    for name in lost_solutions(inputs, wanted):
        say(f"hashicnf: {name}: the solution is left out: the {wanted} format has no place for it")
    return Exit.DONE
