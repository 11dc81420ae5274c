"""Requests: a method with its options, and the encodings of its formula.

``SolveOptions`` defines the options of ``solve`` for the command line (``cli/options`` adds their help texts), for the keyword
arguments of the library, and for the settings that ``bench`` and ``compare`` vary. A ``Request`` adds the time that a caller has
used before, and is passed unchanged to the solving loop. A ``Method`` lists the fields that it accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from hashicnf.core.deadline import Deadline, require_seconds
from hashicnf.core.options import ARGUMENTS
from hashicnf.errors import UsageError, brief, too_small
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from hashicnf.core.limits import Bytes
    from hashicnf.core.progress import Observer, Progress
    from hashicnf.families import Puzzle
    from hashicnf.pipeline.answer import Answer
    from hashicnf.search import Search


@record(kw_only=True)
class SolveOptions(Encodings):
    """The options of solving: a method and its options; None is the default of the family or method. Methods refuse other options.

    ``timeout`` is in seconds for each puzzle, including encoding; 0 ends at once. ``jobs`` is the number of processes that search
    for the same answer, ``road`` the only road to take (see ``solving.roads``). ``weight``, at least 1, multiplies the heuristic of
    searches by f = g + h. ``max_depth`` limits the steps of depth-first searches. Without ``precheck``, a puzzle that obviously has
    no plan is searched nevertheless. With ``all_answers``, a second solution is searched too, if that takes no longer than the
    first; methods that cannot do this ignore it. ``progress`` and ``observe`` are not options of users: methods without progress
    ignore them.

    Raises UsageError for an invalid time limit, number of jobs or weight.
    """

    connectivity: str = "lazy"
    method: str | None = None
    solver: str | None = None
    branching: str | None = None
    space: str | None = None
    heuristic: str | None = None
    tie_break: str | None = None
    weight: float | None = None
    timeout: float | None = None
    tracer: Tracer = SILENT
    max_nodes: int | None = None
    max_memory: Bytes | None = None
    max_depth: int | None = None
    jobs: int | None = None
    road: str | None = None
    precheck: bool = True
    all_answers: bool = False
    progress: Progress | None = None
    observe: Observer | None = None

    def __post_init__(self) -> None:
        """Check the number of processes, the weight, and the time."""
        if self.jobs is not None and self.jobs < 1:
            raise too_small("--jobs", self.jobs, 1)
        if self.weight is not None and not (1 <= self.weight <= MOST_WEIGHT):
            raise UsageError(
                f"--weight: {brief(self.weight)}: a weight of the heuristic is a number from 1 to {MOST_WEIGHT:,}"
            )
        require_seconds(self.timeout)


@record(kw_only=True)
class Request(SolveOptions):
    """The options for one puzzle; ``spent`` are the seconds of ``timeout`` used before, such as for reading the file."""

    spent: float = 0.0

    def deadline(self) -> Deadline:
        """Return the deadline of a run that begins now."""
        return Deadline.after(self.timeout, self.spent)

    def given(self) -> list[str]:
        """Return the names of the fields that differ from the default."""
        return [
            name
            for name, default in BY_DEFAULT.items()
            if (value := getattr(self, name)) is not default
            and value != default
            and (name != "tracer" or self.tracer.active)
        ]


BY_DEFAULT: Final = {field.name: field.default for field in fields(Request)}
MOST_WEIGHT: Final = 1_000  # largest weight of a heuristic: estimates are numbers of 32 bits
ANY_METHOD: Final = frozenset({"method", "precheck", "timeout", "spent", "progress", "observe", "all_answers"})
ENCODINGS: Final = frozenset(field.name for field in fields(Encodings))
FORMULAS_ALONE: Final = ENCODINGS - {"metric"}  # fields that apply only to formulas
OPTIONS: Final = {name: f"--{option}" for option, name in ARGUMENTS.items()}


@record
class Method:
    """A way to solve a puzzle.

    ``options`` are the fields of a request that it accepts, besides those that every method accepts. ``search`` is the algorithm,
    None for SAT solvers; ``space`` is the space to search, None for any. ``max_memory`` is the default limit of memory, in bytes.
    """

    name: str
    title: str
    run: Callable[[Puzzle, Method, Request], Answer]
    options: frozenset[str]
    search: Search | None = None
    space: str | None = None
    max_memory: Bytes | None = None

    def solve(self, puzzle: Puzzle, request: Request) -> Answer:
        """Solve a puzzle. Raises UsageError for an option that the method does not accept."""
        self.require(request)
        return self.run(puzzle, self, request)

    def require(self, request: Request) -> None:
        """Raise UsageError for an option that the method does not accept."""
        used = self.options | ANY_METHOD
        self.refuse([name for name in request.given() if name not in used])

    def refuse(self, unused: Sequence[str], where: str = "") -> None:
        """Raise UsageError for ``unused`` fields of a request, if any; ``where`` qualifies the message, as in a space."""
        if unused:
            it = "it" if len(unused) == 1 else "them"
            names = " and ".join(map(option_of, unused))
            others = "trace dpll or a search; " if "tracer" in unused else ""
            raise UsageError(
                f"{names}: the method {self.name} has no use for {it}{where}; {others}see: hashicnf methods"
            )


def option_of(name: str) -> str:
    """Return the option of the command line for a field of a request."""
    return OPTIONS.get(name, "--" + name.replace("_", "-"))
