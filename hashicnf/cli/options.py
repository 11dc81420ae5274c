"""Options and arguments that several commands share.

The names, types and defaults of the options of ``solve`` are the fields of a ``Request``; this module has their help texts.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from hashicnf.cli.parameters import seconds

# Groups of options in the help.
ENCODING: Final = "Encoding"
SEARCH: Final = "Search"
PLANS: Final = "Plans"
LIMITS: Final = "Method and limits"


def time_limit(help: str, rich_help_panel: str | None = None) -> Any:  # noqa: A002 - the option's words
    """Return the declaration of ``--timeout``; ``help`` states what ends after that time, and the default."""
    return typer.Option("--timeout", metavar="SECONDS", callback=seconds, rich_help_panel=rich_help_panel, help=help)


def output_to(help: str, metavar: str = "FILE") -> Any:  # noqa: A002 - the option's words
    """Return the declaration of ``--output``; ``help`` states what is written, and the default."""
    return typer.Option("--output", "-o", metavar=metavar, help=help, show_default=False)


def memory(text: str) -> int:
    """Parse an amount of memory. Raises BadParameter, so that the message names the option."""
    from hashicnf.cli.sizes import size_of
    from hashicnf.errors import UsageError

    try:
        return size_of(text)
    except UsageError as problem:
        raise typer.BadParameter(str(problem)) from None


PuzzleFile = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="Puzzle file (boards.puz#2: its second puzzle), URL or game ID, or - for standard input.",
    ),
]
PuzzleFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="Puzzle files (boards.puz#2: its second puzzle), URLs or game IDs, or - for standard input.",
    ),
]
PuzzlesOrSolution = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE [SOLUTION] | PUZZLE...",
        help="Puzzle files (boards.puz#2: its second puzzle), URLs or game IDs, or - for standard input. "
        "The second of two files is read as a drawing of the solution; it may be -.",
    ),
]
Each = Annotated[
    bool, typer.Option("--each", help="Read two files as two puzzles, each with the solution in its own file.")
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="Input format. Default: by the file's ending, or detected. See: formats."
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to", metavar="NAME", help="Output format. Default: by the output's ending, or native. See: formats."
    ),
]
Cardinality = Annotated[
    str,
    typer.Option(
        "--cardinality",
        metavar="NAME",
        rich_help_panel=ENCODING,
        help="Encoding of cardinality constraints. See: encodings.",
    ),
]
AtMostOne = Annotated[
    str,
    typer.Option(
        "--at-most-one",
        metavar="NAME",
        rich_help_panel=ENCODING,
        help="Encoding of at-most-one constraints. See: encodings.",
    ),
]
Redundant = Annotated[
    bool,
    typer.Option(
        "--redundant/--no-redundant",
        rich_help_panel=ENCODING,
        help="Include or omit constraints that follow from the others, or that exclude only plans with needless steps.",
    ),
]
Simplify = Annotated[
    bool | None,
    typer.Option(
        "--simplify/--no-simplify",
        rich_help_panel=ENCODING,
        help="Fix variables by unit propagation before encoding, and remove them from the constraints. Default: depends on the "
        "family, and yes if connectivity is auto or link-elimination, or lazy in solve.",
    ),
]
Horizon = Annotated[
    int | None,
    typer.Option(
        "--horizon",
        metavar="T",
        min=0,
        rich_help_panel=PLANS,
        help="Maximum number of steps of a plan, for puzzles solved by plans.",
    ),
]
Metric = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        rich_help_panel=PLANS,
        help="What counts as one step of a plan, for puzzles solved by plans. Default: the family's first. See: families.",
    ),
]
FamilyOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        rich_help_panel=ENCODING,
        help="Set an option of how the family states its constraints. See: families.",
    ),
]
Cuts = Annotated[
    int,
    typer.Option(
        "--cuts",
        metavar="K",
        min=0,
        rich_help_panel=ENCODING,
        help="Add cut clauses for sets of up to K nodes that could become disconnected.",
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="D",
        min=1,
        rich_help_panel=ENCODING,
        help="Bound the depth of levels-unary. A bound below the number of nodes may exclude solutions.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        rich_help_panel=LIMITS,
        help="Run up to N ways of solving at once (see --road), each in a process. Default: 1.",
    ),
]
Road = Annotated[
    str | None,
    typer.Option(
        "--road",
        metavar="NAME",
        rich_help_panel=LIMITS,
        help="Use only this way of solving: native, lazy, windows, planar, link-elimination, dual-elimination or counting. "
        "Default: chosen by features of the board.",
    ),
]
Timeout = Annotated[
    float | None, time_limit("Give up after this time; 0: at once. Default: never.", rich_help_panel=LIMITS)
]
Style = Annotated[
    str | None,
    typer.Option(
        "--style",
        metavar="NAME",
        help="Drawing style, such as unicode, ascii or json. See: families.",
    ),
]
Coordinates = Annotated[
    bool, typer.Option("--coordinates", help="Number rows and columns. Such drawings cannot be read back.")
]
Width = Annotated[
    int | None,
    typer.Option("--width", metavar="N", min=40, help="Length of lines. Default: the terminal's width."),
]
Picture = Annotated[
    str | None,
    output_to("Write a picture: .svg, or .png and .pdf with the extra 'pictures'."),
]
Theme = Annotated[
    str | None,
    typer.Option("--theme", metavar="NAME", help="Colours of a picture: light (default), dark or print."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=1, help="Stop as soon as N solutions are known. Default: never."),
]
Output = Annotated[
    str,
    output_to("Where to write; .gz, .bz2, .xz and .zst compress. Default: stdout."),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        rich_help_panel=LIMITS,
        help="Solving method, such as cdcl, dpll or astar. Default: that of the family. See: methods, families.",
    ),
]
Solver = Annotated[
    str | None,
    typer.Option(
        "--solver",
        metavar="NAME",
        rich_help_panel=LIMITS,
        help="Solver by name, or a command such as 'mysat -q {cnf}'. See: solvers.",
    ),
]
Connectivity = Annotated[
    str,
    typer.Option(
        "--connectivity", metavar="NAME", rich_help_panel=ENCODING, help="Encoding of connectivity. See: encodings."
    ),
]
Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="NAME",
        rich_help_panel=SEARCH,
        help="Heuristic of astar, idastar, greedy and others. Default: the first of the space. See: methods.",
    ),
]
TieBreak = Annotated[
    str | None,
    typer.Option(
        "--tie-break",
        metavar="NAME",
        rich_help_panel=SEARCH,
        help="Order in which astar and greedy expand equally good nodes: deepest (default), fifo, lifo, shallowest.",
    ),
]
Weight = Annotated[
    float | None,
    typer.Option(
        "--weight",
        metavar="W",
        rich_help_panel=SEARCH,
        help="Let astar and idastar multiply the heuristic by W, from 1 to 1,000: quicker, and "
        "with an admissible heuristic within W times the least cost.",
    ),
]
Space = Annotated[
    str | None,
    typer.Option(
        "--space",
        metavar="NAME",
        rich_help_panel=SEARCH,
        help="Search space of a search method. Default: formula, if the family has one. See: methods.",
    ),
]
Branching = Annotated[
    str | None,
    typer.Option(
        "--branching",
        metavar="NAME",
        rich_help_panel=SEARCH,
        help="Branching rule of dpll. Default: saturation. On puzzles without cardinality constraints jeroslow-wang is used in its "
        "place, also if saturation is given. See: methods.",
    ),
]
Precheck = Annotated[
    bool,
    typer.Option(
        "--precheck/--no-precheck",
        rich_help_panel=PLANS,
        help="First test by simple arguments, such as parity, whether there is a plan at all, or always search.",
    ),
]
MaxNodes = Annotated[
    int | None,
    typer.Option("--max-nodes", metavar="N", min=1, rich_help_panel=LIMITS, help="Node limit of a search or dpll."),
]
MaxDepth = Annotated[
    int | None,
    typer.Option(
        "--max-depth",
        metavar="N",
        min=1,
        rich_help_panel=LIMITS,
        help="Depth limit of dfs, greedydfs and iddfs, in steps.",
    ),
]
MaxMemory = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        metavar="SIZE",
        parser=memory,
        rich_help_panel=LIMITS,
        help="Memory for the lists of a search, or the states of a count, such as 500M or 2G.",
    ),
]
StatesMemory = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        metavar="SIZE",
        parser=memory,
        help="Memory for the states of the count, or for the solutions that are listed, such as 500M or 2G.",
    ),
]
Trace = Annotated[
    str | None,
    typer.Option(
        "--trace",
        metavar="FILE",
        rich_help_panel=SEARCH,
        help="Write every step of a search or dpll to a file for explain-trace, or with - as sentences to stdout "
        "(then the solution goes to stderr).",
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
    "weight": Weight,
    "space": Space,
    "timeout": Timeout,
    "max_nodes": MaxNodes,
    "max_depth": MaxDepth,
    "max_memory": MaxMemory,
    "jobs": Jobs,
    "road": Road,
    "precheck": Precheck,
}

# The fields of encodings that are options of encode; other commands take some of them.
ENCODINGS: Final[dict[str, Any]] = {
    "cardinality": Cardinality,
    "connectivity": Annotated[
        str, typer.Option("--connectivity", metavar="NAME", help="Encoding of connectivity, or auto. See: encodings.")
    ],
    "at_most_one": AtMostOne,
    "cuts": Cuts,
    "depth": Depth,
    "redundant": Redundant,
    "simplify": Simplify,
    "horizon": Horizon,
    "metric": Metric,
    "options": FamilyOptions,
}
