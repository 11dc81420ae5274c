"""Puzzle families: each turns Documents into puzzles, constraints, solutions and drawings, and knows no clauses.

A family is a folder here whose ``__init__`` ends with ``FAMILY``; the folder's name is the family's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hashicnf.errors import no_such
from hashicnf.registry import Registry

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch
    from hashicnf.core.document import Document
    from hashicnf.core.statespace import Searchable
    from hashicnf.core.variables import VariablePool, Variables
    from hashicnf.logic import Bools
    from hashicnf.trace.narration import Narrator

REQUIRED_STYLES: Final = {"unicode": "the default of draw and solve", "json": "which solve --json prints"}

B = TypeVar("B")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its name, where it is broken, in words that count rows and columns from 1."""

    rule: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Family(Generic[B, S]):
    """What the pipeline needs to know of a family with puzzles B and solutions S.

    ``build`` raises InputError for settings it cannot read. ``constraints`` declares the problem's own variables and says what
    must hold. ``decode`` reads a solution off a model. ``check`` lists broken rules, written from the rules of the puzzle alone.
    ``draw`` renders a puzzle, solved or (with None) unsolved, in a named style; ``read`` reads such a drawing back. ``lines`` is
    the puzzle in native text. ``blame`` names a source of a constraint for people. ``size`` gives numbers for statistics.
    ``spaces`` are the ways to search the puzzle itself rather than its formula, by name. ``narrator`` makes one that tells
    traces of a puzzle in words; without it they are told in literals. ``impossible`` names what makes a puzzle plainly unsolvable,
    None if nothing does.
    """

    title: str
    build: Callable[[Document], B]
    constraints: Callable[[B, VariablePool], tuple[Batch, ...]]
    decode: Callable[[B, Variables, Bools], S]
    check: Callable[[B, S], list[Violation]]
    draw: Callable[[B, S | None, str], str]
    read: Callable[[B, str, str], S]
    lines: Callable[[B], list[str]]
    blame: Callable[[B, str, int], str]
    size: Callable[[B], Mapping[str, int]]
    styles: tuple[str, ...]
    spaces: Mapping[str, Callable[[B], Searchable[Any]]] = field(default_factory=dict)
    narrator: Callable[[B, Variables], Narrator] | None = None
    impossible: Callable[[B], str | None] = lambda _: None

    def faults(self) -> Iterator[str]:
        """List the drawing styles that the program relies on and the family does not have."""
        for style, use in REQUIRED_STYLES.items():
            if style not in self.styles:
                yield f"its drawings lack the style {style}, {use}"

    def render(self, board: B, solution: S | None, style: str) -> str:
        """Draw in one of the styles of the family. Raises UsageError for another one."""
        if style not in self.styles:
            raise no_such("drawing style", style, self.styles)
        return self.draw(board, solution, style)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of some family: what ``read`` returns and everything else takes.

    ``name`` is that of its file and ``title`` what the file calls it; puzzles are equal without them.
    """

    family: str
    name: str = field(compare=False)
    board: Any
    rules: Family[Any, Any] = field(compare=False)
    title: str = field(default="", compare=False)


FAMILIES: Final[Registry[Family[object, object]]] = Registry("hashicnf.families", "FAMILY", "puzzle family", "Family")
