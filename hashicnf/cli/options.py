"""Options and arguments that several commands share, so that they are spelled and explained once."""

from __future__ import annotations

from typing import Annotated

import typer


def seconds(value: float | None) -> float | None:
    """Refuse a time that no clock can keep."""
    if value is not None:
        from hashicnf.errors import UsageError
        from hashicnf.solving.request import require_time

        try:
            require_time(value)
        except UsageError as problem:
            raise typer.BadParameter(str(problem)) from None
    return value


PuzzleFile = Annotated[str, typer.Argument(metavar="PUZZLE", help="Puzzle file, or - for standard input.")]
Format = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="Input format; detected if not given. See: formats.")
]
Cardinality = Annotated[
    str, typer.Option("--cardinality", metavar="NAME", help="How constraints that count are encoded. See: encodings.")
]
AtMostOne = Annotated[
    str, typer.Option("--at-most-one", metavar="NAME", help="How literals exclude each other. See: encodings.")
]
NoRedundant = Annotated[
    bool, typer.Option("--no-redundant", help="Leave out constraints that follow from the others, where there are any.")
]
Cuts = Annotated[
    int,
    typer.Option(
        "--cuts", metavar="K", min=0, help="Add cuts of sets of up to K nodes that could close by themselves."
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth", metavar="D", min=1, help="Bound the depth of levels-unary; below the number of nodes: incomplete."
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", metavar="SECONDS", callback=seconds, help="Give up after this time; 0: at once. Default: never."
    ),
]
Style = Annotated[
    str | None,
    typer.Option(
        "--style",
        metavar="NAME",
        help="Drawing style, such as unicode, ascii, csv or json. See: families.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per puzzle.")]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write; .gz, .xz and .zst compress. Default: stdout."),
]
Method = Annotated[
    str,
    typer.Option("--method", metavar="NAME", help="How to solve: cdcl, dpll, astar, backtracking, ... See: methods."),
]
Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="NAME",
        help="What astar, idastar and greedy estimate: residual (default), mst, saturation, components or zero.",
    ),
]
TieBreak = Annotated[
    str | None,
    typer.Option(
        "--tie-break",
        metavar="NAME",
        help="Which of equally good nodes astar and greedy expand: deepest (default), fifo, lifo, shallowest.",
    ),
]
Space = Annotated[
    str | None,
    typer.Option("--space", metavar="NAME", help="What a search searches: formula (default), grid or configurations."),
]
Branching = Annotated[
    str | None,
    typer.Option("--branching", metavar="NAME", help="What dpll decides next. Default: saturation. See: methods."),
]
MaxNodes = Annotated[
    int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Let a search or dpll give up after N nodes.")
]
MaxMemory = Annotated[
    str | None,
    typer.Option(
        "--max-memory", metavar="SIZE", help="Let a search give up when its lists need more, such as 500M or 2G."
    ),
]
Trace = Annotated[
    str | None,
    typer.Option(
        "--trace",
        metavar="FILE",
        help="Write every step of a search or dpll, for explain-trace. -: sentences to stdout, the rest to stderr.",
    ),
]
