"""Options and arguments that several commands share.

Names, types and defaults of the options of ``solve`` are the fields of a ``Request``; here are their help texts. ``requesting``
gives them to a command.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Annotated, Any, Final

import typer

from hashicnf.solving.request import Request


def seconds(value: float | None) -> float | None:
    """Refuse a time that no clock can keep."""
    if value is not None:
        from hashicnf.core.deadline import require_time
        from hashicnf.errors import UsageError

        try:
            require_time(value)
        except UsageError as problem:
            raise typer.BadParameter(str(problem)) from None
    return value


def memory(text: str) -> int:
    """Read an amount of memory."""
    from hashicnf.cli.sizes import size_of

    return size_of(text)


PuzzleFile = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="Puzzle file, URL or game ID, or - for standard input.",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="Input format. Default: that of the ending, or detected. See: formats."
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to", metavar="NAME", help="Output format. Default: that of the output's ending, or native. See: formats."
    ),
]
Cardinality = Annotated[
    str, typer.Option("--cardinality", metavar="NAME", help="Encoding of cardinality constraints. See: encodings.")
]
AtMostOne = Annotated[
    str, typer.Option("--at-most-one", metavar="NAME", help="Encoding of at-most-one constraints. See: encodings.")
]
Redundant = Annotated[
    bool,
    typer.Option("--redundant/--no-redundant", help="Include or omit constraints that follow from the others."),
]
Simplify = Annotated[
    bool | None,
    typer.Option(
        "--simplify/--no-simplify",
        help="Fix what follows by unit propagation, and leave it out of the constraints. Default: depends on the family, and "
        "yes where connectivity is auto, or lazy in solve.",
    ),
]
Horizon = Annotated[
    int | None,
    typer.Option(
        "--horizon", metavar="T", min=0, help="Maximum number of steps of a plan, for puzzles solved by plans."
    ),
]
Metric = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="What counts as a step of a plan, for puzzles solved by plans. Default: the family's first. See: families.",
    ),
]
FamilyOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the family's constraints. See: families."),
]
Cuts = Annotated[
    int,
    typer.Option(
        "--cuts", metavar="K", min=0, help="Add cut clauses for sets of up to K nodes that could become disconnected."
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth", metavar="D", min=1, help="Bound the depth of levels-unary; incomplete below the number of nodes."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Try up to N ways at once, each in a process. Default: 1."),
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
Picture = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write a picture: .svg, or .png and .pdf with the extra 'pictures'."
    ),
]
Theme = Annotated[
    str | None,
    typer.Option("--theme", metavar="NAME", help="Colours of a picture: light (default), dark or print."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per puzzle.")]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write; .gz, .xz and .zst compress. Default: stdout."),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="Solving method, such as cdcl, dpll or astar. Default: that of the family. See: methods, families.",
    ),
]
Solver = Annotated[
    str | None,
    typer.Option(
        "--solver", metavar="NAME", help="Solver by name, or a command such as 'mysat -q {cnf}'. See: solvers."
    ),
]
Connectivity = Annotated[
    str, typer.Option("--connectivity", metavar="NAME", help="Encoding of connectivity. See: encodings.")
]
Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="NAME",
        help="Heuristic of astar, idastar, greedy and others. Default: the first of the space. See: methods.",
    ),
]
TieBreak = Annotated[
    str | None,
    typer.Option(
        "--tie-break",
        metavar="NAME",
        help="Order in which astar and greedy expand equally good nodes: deepest (default), fifo, lifo, shallowest.",
    ),
]
Space = Annotated[
    str | None,
    typer.Option(
        "--space",
        metavar="NAME",
        help="Search space of a search method. Default: the formula, if there is one. See: methods.",
    ),
]
Branching = Annotated[
    str | None,
    typer.Option("--branching", metavar="NAME", help="Branching rule of dpll. Default: saturation. See: methods."),
]
MaxNodes = Annotated[
    int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Node limit of a search or dpll.")
]
MaxMemory = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        metavar="SIZE",
        parser=memory,
        help="Memory limit of a search's lists, such as 500M or 2G.",
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

# The fields of a request that are options of the command line, in the order of the help.
REQUEST: Final[dict[str, Any]] = {
    "method": Method,
    "solver": Solver,
    "cardinality": Cardinality,
    "connectivity": Connectivity,
    "at_most_one": AtMostOne,
    "cuts": Cuts,
    "redundant": Redundant,
    "simplify": Simplify,
    "horizon": Horizon,
    "metric": Metric,
    "options": FamilyOptions,
    "branching": Branching,
    "heuristic": Heuristic,
    "tie_break": TieBreak,
    "space": Space,
    "timeout": Timeout,
    "max_nodes": MaxNodes,
    "max_memory": MaxMemory,
    "jobs": Jobs,
}


def family_options(texts: list[str] | None) -> dict[str, str] | None:
    """Split ``NAME=VALUE``. Raises UsageError for a text that is none, and for a name that is given twice."""
    from hashicnf.errors import UsageError

    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {text!r}: expected NAME=VALUE")
        if name in found:
            raise UsageError(f"--option {name} is given twice")
        found[name] = value
    return found or None


def requesting(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of a request, made into one, in place of its parameter ``request``."""
    defaults = {field.name: field.default for field in fields(Request)}
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [inspect.Parameter(n, kind, default=defaults[n], annotation=words) for n, words in REQUEST.items()]
    own = inspect.signature(command, eval_str=True)
    parameters = list(own.parameters.values())
    place = list(own.parameters).index("request")
    parameters[place : place + 1] = options

    def run(**given: Any) -> int:
        asked = {name: given.pop(name) for name in REQUEST}
        asked["options"] = family_options(asked["options"])
        return command(request=Request(**asked), **given)

    run.__doc__ = command.__doc__
    return with_parameters(run, command, parameters)


def with_parameters(
    run: Callable[..., int], command: Callable[..., int], parameters: Sequence[inspect.Parameter]
) -> Callable[..., int]:
    """Let a function be the command of the same name, with these parameters in its help and on its command line."""
    run.__name__, run.__module__ = command.__name__, command.__module__
    run.__signature__ = inspect.signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
