"""What the user asked for: a method and its options, and which of them the method cannot use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashicnf.errors import UsageError, no_such
from hashicnf.solving.methods import DEFAULT_METHOD, Method
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from hashicnf.core.limits import Progress
    from hashicnf.search import TieBreak

DIRECT, LAZY = "direct", "lazy"
MOST_SECONDS = 1e6  # eleven days; the operating system counts no further in milliseconds


@dataclass(frozen=True, slots=True)
class Request:
    """How to solve; None is the default of the method. ``timeout`` is in seconds for each puzzle, encoding included.

    ``spent`` are seconds of it that are over when solving begins: reading the file counts too.
    """

    method: str = DEFAULT_METHOD
    solver: str | None = None
    cardinality: str = DIRECT
    connectivity: str = LAZY
    cuts: int = 0
    branching: str | None = None
    space: str | None = None
    heuristic: str | None = None
    tie_break: str | None = None
    timeout: float | None = None
    spent: float = 0.0
    max_nodes: int | None = None
    max_memory: int | None = None
    tracer: Tracer = SILENT
    progress: Progress | None = None

    def __post_init__(self) -> None:
        """Raise UsageError for a time that no clock can keep."""
        require_time(self.timeout)


def require_time(seconds: float | None) -> None:
    """Raise UsageError for a limit of time that no clock can keep; a limit of 0 is one: it is over at once."""
    if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
        raise UsageError(f"{seconds} is no time limit: give 0 to {MOST_SECONDS:,.0f} seconds, or none")


def refuse_unused(method: Method, request: Request) -> None:
    """Raise UsageError for options that the method has no use for."""
    sat, tracing = method.name == DEFAULT_METHOD, request.tracer.active
    unused = [
        ("--solver", request.solver is not None and not sat),
        ("--branching", request.branching is not None and method.name != "dpll"),
        ("--space", request.space is not None and method.search is None),
        ("--heuristic", request.heuristic is not None and not method.is_informed),
        ("--tie-break", request.tie_break is not None and not method.has_open_list),
        ("--trace", tracing and sat),
        ("--max-nodes", request.max_nodes is not None and sat),
        ("--max-memory", request.max_memory is not None and method.search is None),
    ]
    if names := [name for name, is_unused in unused if is_unused]:
        raise UsageError(
            f"{' and '.join(names)}: the method {method.name} has no use for {'it' if len(names) == 1 else 'them'}"
        )


def refuse_encodings(space: str, request: Request) -> None:
    """Raise UsageError where encodings are asked for and no formula is made."""
    if (request.cardinality, request.connectivity, request.cuts) != (DIRECT, LAZY, 0):
        raise UsageError(f"--cardinality, --connectivity and --cuts: the space {space} has no formula to be encoded")


def tie_break_of(request: Request) -> TieBreak:
    """Return the tie-break asked for, or the default. Raises UsageError that lists them."""
    from hashicnf.search import TIE_BREAKS

    for name in TIE_BREAKS:
        if request.tie_break in (None, name):
            return name
    raise no_such("tie-break", request.tie_break or "", TIE_BREAKS)
