"""Requests: a method with its options, and the encodings of its formula.

``SolveOptions`` is the list of the options of ``solve``. The command line takes its options from here (``cli/options`` adds their
words), the library its keyword arguments, ``bench`` and ``compare`` what they vary; the request, which adds what a caller has done
before, travels whole to the loop. A ``Method`` names the fields that it accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from hashicnf.core.deadline import require_seconds
from hashicnf.core.options import ARGUMENTS
from hashicnf.errors import UsageError, too_small
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from hashicnf.core.limits import Progress
    from hashicnf.core.stats import Observer
    from hashicnf.families import Puzzle
    from hashicnf.pipeline.answer import Answer
    from hashicnf.search import Search


@record(kw_only=True)
class SolveOptions(Encodings):
    """How to solve: a method and its options; None is the default of the family or method. A method refuses what it cannot use.

    ``timeout`` is in seconds for each puzzle, encoding included; 0 is over at once. ``jobs`` is how many processes may look for the
    same answer, ``road`` the only way to it that may be taken (see ``solving.roads``). ``weight``, at least 1, multiplies the
    heuristic of searches by f = g + h. ``max_depth`` limits the steps of searches depth first. Without ``precheck`` a puzzle that
    is plainly without a plan is searched all the same. With ``all_answers`` another solution is looked for too, if that takes no
    longer than the first; methods that cannot pass it over. ``progress`` and ``observe`` are no options: methods without figures
    that move pass them over.

    Raises UsageError for a time that no clock can keep, and for a weight below 1.
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
    max_memory: int | None = None
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
                f"--weight: {self.weight}: a weight of the heuristic is a number from 1 to {MOST_WEIGHT:,}"
            )
        require_seconds(self.timeout)


@record(kw_only=True)
class Request(SolveOptions):
    """How to solve one puzzle: ``spent`` are seconds of ``timeout`` that were over before: reading the file counts too."""

    spent: float = 0.0

    def given(self) -> list[str]:
        """List the names of the fields that differ from the default."""
        return [
            field.name
            for field in fields(self)
            if (value := getattr(self, field.name)) is not field.default
            and value != field.default
            and (field.name != "tracer" or self.tracer.active)
        ]


MOST_WEIGHT: Final = 1_000  # of a heuristic: estimates are numbers of 32 bits
ANY_METHOD: Final = frozenset({"method", "precheck", "timeout", "spent", "progress", "observe", "all_answers"})
ENCODINGS: Final = frozenset(field.name for field in fields(Encodings))
FORMULAS_ALONE: Final = ENCODINGS - {"metric"}  # what only a formula has a use for
OPTIONS: Final = {name: f"--{option}" for option, name in ARGUMENTS.items()}


@record
class Method:
    """A way to solve a puzzle.

    ``options`` names the fields of a request that it accepts, besides those that every method does. ``search`` is the algorithm,
    None for SAT solvers, ``space`` the space that it is about, None where any will do. ``max_memory`` is its limit where none is
    asked for.
    """

    name: str
    title: str
    run: Callable[[Puzzle, Method, Request], Answer]
    options: frozenset[str]
    search: Search | None = None
    space: str | None = None
    max_memory: int | None = None

    def solve(self, puzzle: Puzzle, request: Request) -> Answer:
        """Solve a puzzle. Raises UsageError for an option that the method has no use for."""
        self.require(request)
        return self.run(puzzle, self, request)

    def require(self, request: Request) -> None:
        """Raise UsageError for an option that the method has no use for."""
        used = self.options | ANY_METHOD
        self.refuse([name for name in request.given() if name not in used])

    def refuse(self, unused: Sequence[str], where: str = "") -> None:
        """Raise UsageError for fields of a request, if there are any, that the method has no use for (``where``: in a space)."""
        if unused:
            it = "it" if len(unused) == 1 else "them"
            names = " and ".join(map(option_of, unused))
            others = "trace dpll or a search; " if "tracer" in unused else ""
            raise UsageError(
                f"{names}: the method {self.name} has no use for {it}{where}; {others}see: hashicnf methods"
            )


def option_of(name: str) -> str:
    """Return what a field of a request is called on the command line."""
    return OPTIONS.get(name, "--" + name.replace("_", "-"))
