"""Hashiwokakero, also called Bridges: join all islands, each by as many bridges as its number says.

Bridges run straight between islands that see each other, at most two (or ``max-bridges``) between a pair; they cross neither
bridges nor islands; all islands form one connected group. The puzzle is NP-complete.
Reference: Andersson 2009, "Hashiwokakero is NP-complete".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.families import Family
from hashicnf.families.hashi.board import Board, Solution
from hashicnf.families.hashi.check import check
from hashicnf.families.hashi.constraints import constraints, decode
from hashicnf.families.hashi.describe import blame, size
from hashicnf.families.hashi.drawing import STYLES, draw, read
from hashicnf.families.hashi.settings import build, lines
from hashicnf.families.hashi.spaces import METHODS, SPACES

if TYPE_CHECKING:
    from hashicnf.core.variables import Variables
    from hashicnf.trace.narration import Narrator


def narrator(board: Board, variables: Variables) -> Narrator:
    """Make the narrator of a board; only a trace that is told needs one."""
    from hashicnf.families.hashi.narration import HashiNarrator

    return HashiNarrator(board, variables)


FAMILY: Final[Family[Board, Solution]] = Family(
    title="Hashiwokakero (Bridges)",
    build=build,
    constraints=constraints,
    decode=decode,
    check=check,
    draw=draw,
    read=read,
    lines=lines,
    blame=blame,
    size=size,
    styles=STYLES,
    spaces=SPACES,
    methods=METHODS,
    narrator=narrator,
)
