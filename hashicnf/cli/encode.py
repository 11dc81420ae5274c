"""``hashicnf encode``: compile a puzzle to DIMACS."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import (
    AtMostOne,
    Cardinality,
    Cuts,
    Depth,
    FamilyOptions,
    Format,
    Horizon,
    Metric,
    Output,
    PuzzleFile,
    Redundant,
    Simplify,
    family_options,
)


def encode(
    puzzle: PuzzleFile,
    output: Output = "-",
    cardinality: Cardinality = "direct",
    connectivity: Annotated[
        str,
        typer.Option("--connectivity", metavar="NAME", help="Encoding of connectivity, or auto. See: encodings."),
    ] = "auto",
    at_most_one: AtMostOne = "pairwise",
    cuts: Cuts = 0,
    depth: Depth = None,
    redundant: Redundant = True,
    simplify: Simplify = None,
    horizon: Horizon = None,
    metric: Metric = None,
    option: FamilyOptions = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="FILE", help="Append the clauses of a file, such as one of decode --cuts."),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Compile a puzzle to DIMACS CNF.

    The comments of the file describe the encoding and contain the puzzle. Every model of a complete formula
    decodes to a solution. With --connectivity lazy or none the comments declare the formula incomplete.

    \b
    Example:
      $ hashicnf encode examples/hashi/small.puz > small.cnf
      $ cadical small.cnf > model.txt
      $ hashicnf decode model.txt --cnf small.cnf
    """
    from hashicnf.cli.terminal import observing
    from hashicnf.files import shown
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.compile import compile_puzzle
    from hashicnf.pipeline.emit import require_dimacs
    from hashicnf.pipeline.puzzles import read

    require_apart([output], [puzzle, *(add or [])])
    require_dimacs(output)
    with observing(puzzle, output) as observe:
        observe(f"read {shown(puzzle)}")
        item = read(puzzle, format)
        compiled = compile_puzzle(
            item,
            cardinality=cardinality,
            connectivity=connectivity,
            cuts=cuts,
            depth=depth,
            at_most_one=at_most_one,
            redundant=redundant,
            simplify=simplify,
            options=family_options(option) if option else None,
            horizon=horizon,
            metric=metric,
            observe=observe,
        )
        compiled.write(output, add or [], observe=observe)
    return Exit.DONE
