"""Hashiwokakero, also called Bridges: connect all islands, each with as many bridges as its clue.

Bridges run straight between islands that see each other, at most two (or ``max-bridges``) between a pair; they cross neither
bridges nor islands; all islands form one connected group. The puzzle is NP-complete.
Reference: Andersson 2009, "Hashiwokakero is NP-complete".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hashicnf.families import Family, Generator, Static, Techniques
from hashicnf.families.hashi.board import SETTINGS, Board, Solution, build, document_of, size
from hashicnf.families.hashi.check import check
from hashicnf.families.hashi.constraints import CAPACITY, CONNECTIVITY, constraints, decode
from hashicnf.families.hashi.draw import STYLES, read
from hashicnf.families.hashi.search import METHODS, SPACES

if TYPE_CHECKING:
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import Variables
    from hashicnf.formats import Format
    from hashicnf.trace.narration import Narrator


def formats() -> Mapping[str, Format]:
    """List the notations in which only Hashiwokakero is written."""
    from hashicnf.families.hashi.formats import has, tatham

    return {"has": has.FORMAT, "tatham": tatham.FORMAT}


def generators() -> Mapping[str, Generator[Board, Solution]]:
    """List the ways to make boards."""
    from hashicnf.families.hashi.generate.command import GENERATORS

    return GENERATORS


def narrator(board: Board, variables: Variables) -> Narrator:
    """Make the narrator of a board; imported only where a trace is explained."""
    from hashicnf.families.hashi.explain import HashiNarrator

    return HashiNarrator(board, variables)


def crowded(board: Board) -> str | None:
    """Name an island that makes the board plainly unsolvable; called only for unsolvable boards."""
    from hashicnf.families.hashi.explain.sources import impossible

    return impossible(board)


def ladder() -> tuple[Technique, ...]:
    """List the techniques of people, from the easiest."""
    from hashicnf.families.hashi.techniques import LADDER

    return LADDER


def position(board: Board, drawn: Solution | None) -> Position[Solution]:
    """Begin to solve a board by hand."""
    from hashicnf.families.hashi.techniques import position as begin

    return begin(board, drawn)


FAMILY: Final[Family[Board, Solution]] = Family(
    title="Hashiwokakero (Bridges)",
    example=".......\n.....23\n.....3.\n.43.54.\n.......\n13.....\n....323\n",
    build=build,
    document=document_of,
    check=check,
    styles=STYLES,
    read=read,
    size=size,
    unit="island",
    settings=SETTINGS,
    static=Static(constraints, decode),
    spaces=SPACES,
    methods=METHODS,
    formats=formats,
    generators=generators,
    narrator=narrator,
    impossible=crowded,
    techniques=Techniques(ladder, position, frozenset({CAPACITY.rule, CONNECTIVITY.rule})),
)
