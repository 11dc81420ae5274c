"""``hashicnf encode``: compile puzzles to DIMACS or OPB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import ENCODINGS, Format, Json, Output
from hashicnf.cli.parameters import excludes, gathered, needs
from hashicnf.errors import Exit, UsageError
from hashicnf.pipeline.encodings import USUAL, Encodings

if TYPE_CHECKING:
    from hashicnf.pipeline.emit import Form


@gathered("encodings", ENCODINGS)
def encode(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...",
            help="Puzzle file (boards.puz#2: its second puzzle), URL or game ID, or - for standard input; "
            "several with --output-dir.",
        ),
    ],
    output: Annotated[Output, excludes("output_dir")] = "-",
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORM", help="cnf, or opb (pseudo-Boolean). Default: by the output's ending, or cnf."
        ),
    ] = None,
    encodings: Encodings = USUAL,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add", metavar="FILE", help="Append the clauses of a file, such as one of decode --cuts. Repeatable."
        ),
        excludes("output_dir"),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Add comments that name all variables: c varname NUMBER NAME.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Add the list of projection variables for model counters: c p show ... 0.")
    ] = False,
    output_dir: Annotated[
        str | None,
        typer.Option(
            "--output-dir", metavar="DIR", help="Write each puzzle into a folder, with manifest.jsonl and README.md."
        ),
    ] = None,
    compress: Annotated[
        str,
        typer.Option("--compress", metavar="NAME", help="With --output-dir: xz, gz, bz2, zst or none."),
        needs("output_dir"),
    ] = "none",
    facts: Annotated[
        float | None,
        typer.Option(
            "--facts",
            metavar="SECONDS",
            help="With --output-dir: spend up to this time on each puzzle's status, number of solutions and backbone.",
        ),
        needs("output_dir"),
    ] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Compile a puzzle to DIMACS CNF.

    The comments of the file describe the encoding and contain the puzzle. Every model of a complete formula decodes to a
    solution. With --connectivity lazy, dual-partial, block or none the formula leaves rules out, and with --depth or --horizon
    it may exclude solutions; the comments state which.

    If the name of the output ends with .opb, cardinality constraints are written as pseudo-Boolean constraints, not as clauses.

    With --output-dir the formula of every puzzle is written to a file of its own, in a folder that can be published as a set of
    benchmarks: manifest.jsonl lists seeds, sizes, hashes and the expected status, and README.md describes the formulas.

    \b
    Example:
      $ hashicnf encode examples/hashi/small.puz > small.cnf
      $ cadical small.cnf > model.txt
      $ hashicnf decode model.txt --cnf small.cnf
      $ hashicnf encode boards/*.puz --output-dir instances --compress xz
    """
    from hashicnf.files.inputs import ending
    from hashicnf.pipeline.emit import Form

    if output_dir is not None:
        from hashicnf.cli.instances import encode_all

        form = Form(to=to or "cnf", names=names, show=show)
        return encode_all(puzzles, output_dir, encodings, form, compress, facts, format, json=json)
    if len(puzzles) != 1:
        raise UsageError(f"{len(puzzles)} puzzles need a file each: give --output-dir DIR")
    form = Form(to=to or ("opb" if ending(output) == ".opb" else "cnf"), names=names, show=show)
    return _encode(puzzles[0], output, encodings, form, add or [], format, json=json)


def _encode(
    puzzle: str,
    output: str,
    encodings: Encodings,
    form: Form,
    add: list[str],
    format: str | None,  # noqa: A002 - the option's name
    *,
    json: bool,
) -> int:
    """Encode one puzzle into one file; with JSON, a formula for standard output is a text in the object."""
    from io import BytesIO

    from hashicnf.files.inputs import shown
    from hashicnf.files.outputs import is_stdout, require_apart, written_facts
    from hashicnf.pipeline.compile import compile_puzzle
    from hashicnf.pipeline.puzzles import read

    require_apart([output], [puzzle, *add])
    text = BytesIO() if json and is_stdout(output) else None
    form.require(output, add)
    with observing(puzzle, output) as observe:
        observe(f"read {shown(puzzle)}")
        item = read(puzzle, format)
        compiled = compile_puzzle(item, encodings, native=form.is_native, observe=observe)
        if add:
            from hashicnf.pipeline.added_clauses import with_added

            compiled = with_added(compiled, add)
        compiled.write(output if text is None else text, form=form, observe=observe)
    if json:
        from hashicnf.cli.instances import print_formula

        print_formula(compiled, 1, form, written_facts(output) if text is None else {"text": text.getvalue().decode()})
    return Exit.DONE
