"""Puzzle families: each turns Documents into puzzles, constraints, solutions and drawings, and knows no clauses.

A family is a folder here whose ``__init__`` ends with ``FAMILY``; the folder's name is the family's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hashicnf.registry import Registry

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch
    from hashicnf.core.document import Document
    from hashicnf.core.statespace import Searchable
    from hashicnf.core.variables import VariablePool, Variables
    from hashicnf.logic import Bools
    from hashicnf.trace.narration import Narrator

B = TypeVar("B")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its name, where it is broken, in words that count rows and columns from 1."""

    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class SearchMethod:
    """A method of solving that a family names: a search algorithm on one of the family's spaces, both by name."""

    search: str
    space: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Family(Generic[B, S]):
    """What the pipeline needs to know of a family with puzzles B and solutions S.

    ``build`` raises InputError for settings it cannot read. ``constraints`` declares the problem's own variables and says what
    must hold. ``decode`` reads a solution off a model. ``check`` lists broken rules, written from the rules of the puzzle alone.
    ``draw`` renders a puzzle, solved or (with None) unsolved, in a named style; ``read`` reads such a drawing back. ``lines`` is
    the puzzle in native text. ``blame`` names a source of a constraint for people. ``size`` gives numbers for statistics.
    ``spaces`` are the ways to search the puzzle itself rather than its formula, by name; ``methods`` are searches on them that have
    a name of their own. ``narrator`` makes one that tells
    traces of a puzzle in words; without it they are told in literals.
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
    methods: Mapping[str, SearchMethod] = field(default_factory=dict)
    narrator: Callable[[B, Variables], Narrator] | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of some family: what ``read`` returns and everything else takes."""

    family: str
    name: str
    board: Any
    rules: Family[Any, Any]


FAMILIES: Final[Registry[Family[object, object]]] = Registry("hashicnf.families", "FAMILY", "puzzle family")
