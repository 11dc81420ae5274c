"""What a method of solving is: how it runs, and which fields of a request it accepts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from hashicnf.errors import UsageError
from hashicnf.records import record
from hashicnf.solving.request import Encodings, Request

if TYPE_CHECKING:
    from hashicnf.families import Puzzle
    from hashicnf.pipeline.answer import Answer
    from hashicnf.search import Search

ANY_METHOD: Final = frozenset({"method", "timeout", "spent", "progress", "observe"})
ENCODINGS: Final = frozenset(field.name for field in fields(Encodings))
FORMULAS_ALONE: Final = ENCODINGS - {"metric"}  # what only a formula has a use for
# Those that have another name on the command line than their field.
OPTIONS: Final = {
    "tracer": "--trace",
    "redundant": "--no-redundant",
    "options": "--option",
}


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
            raise UsageError(f"{names}: the method {self.name} has no use for {it}{where}")


def option_of(name: str) -> str:
    """Return what a field of a request is called on the command line."""
    return OPTIONS.get(name, "--" + name.replace("_", "-"))
