"""Hashiwokakero, also called Bridges: connect all islands, each with as many bridges as its clue.

Bridges run straight between islands that see each other, at most two (or ``max-bridges``) between a pair; they cross neither
bridges nor islands; all islands form one connected group. The puzzle is NP-complete.
Reference: Andersson 2009, "Hashiwokakero is NP-complete".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hashicnf.errors import InternalError
from hashicnf.families import Certifying, Clues, Family, Generated, Generator, Marginals, Static, Techniques
from hashicnf.families.hashi.board import (
    SETTINGS,
    Board,
    Solution,
    build,
    clue_cells,
    document_of,
    mended,
    numbers,
    only,
    shown,
    size,
)
from hashicnf.families.hashi.check import check
from hashicnf.families.hashi.constraints import CAPACITY, CONNECTIVITY, constraints, decode, model_of
from hashicnf.families.hashi.draw import ALIASES, STYLES, layout, read
from hashicnf.families.hashi.search import METHODS, SPACES

if TYPE_CHECKING:
    from hashicnf.core.flaws import Flaw
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import Variables
    from hashicnf.formats import Contribution
    from hashicnf.logic import Bools
    from hashicnf.trace.narration import Narrator, Scene


def formats() -> Mapping[str, Contribution]:
    """Return the notations of Hashiwokakero alone, and its parts of shared ones, by name."""
    from hashicnf.families.hashi.formats import has, janko, puzzlink, pzprv3, tatham

    return {
        "has": has.FORMAT,
        "janko": janko.GENRE,
        "puzzlink": puzzlink.GENRE,
        "pzprv3": pzprv3.GENRE,
        "tatham": tatham.GENRE,
    }


def generators() -> Mapping[str, Generator[Board, Solution]]:
    """Return the generators of boards by name."""
    from hashicnf.families.hashi.generate.command import GENERATORS

    return GENERATORS


def repair(made: Generated[Board, Solution], others: Sequence[Solution]) -> Generated[Board, Solution]:
    """Change a generated board so that other solutions are ruled out; imported only when boards are made unique."""
    from hashicnf.families.hashi.generate.repair import repair as rule_out

    return rule_out(made, others)


def narrator(board: Board, variables: Variables) -> Narrator:
    """Return the narrator of a board; imported only when a trace is explained."""
    from hashicnf.families.hashi.explain import HashiNarrator

    return HashiNarrator(board, variables)


def certifying() -> Certifying[Board, Solution]:
    """Return the functions that write certificates; imported only when one is written."""
    from hashicnf.families.hashi.certifying import CERTIFYING

    return CERTIFYING


def picture(board: Board, solution: Solution | None, look: Look) -> Picture:
    """Return the picture of a board; imported only when one is made."""
    from hashicnf.families.hashi.draw.picture import picture as shapes

    return shapes(board, solution, look)


def crowded(board: Board) -> str | None:
    """Return the sentence about an island that makes the board plainly unsolvable; None proves nothing. It costs little."""
    from hashicnf.families.hashi.explain.sources import impossible

    return impossible(board)


def refuted(board: Board, flaw: Flaw) -> str | None:
    """Explain a flaw that counting found; called only for boards that counting refuted."""
    from hashicnf.families.hashi.explain.flaws import why_unsolvable

    return why_unsolvable(board, flaw)


def keys(board: Board) -> dict[str, list[str]]:
    """Return the places of the islands at the ends of each edge, as words; rows and columns from 1."""
    places = [f"row {r + 1}, column {c + 1}" for r, c in zip(board.row, board.column, strict=True)]
    return {"edge": [f"{places[u]} to {places[v]}" for u, v in board.edge.tolist()]}


def shared(board: Board, partial: Solution, variables: Bools) -> list[str]:
    """Describe in lines what all solutions have in common; imported only when that is asked for."""
    from hashicnf.families.hashi.explain.shared import in_common

    return in_common(board, partial, variables)


def marginals() -> Marginals[Board]:
    """Return the functions that show marginals; imported only when they are counted."""
    from hashicnf.families.hashi.draw.shades import MARGINALS

    return MARGINALS


def game(board: Board) -> Scene:
    """Return the board as a game for a page; imported only when one is made."""
    from hashicnf.families.hashi.page import game as scene

    return scene(board)


def ladder() -> tuple[Technique, ...]:
    """Return the human techniques, from the easiest."""
    from hashicnf.families.hashi.techniques import LADDER

    return LADDER


def position(board: Board, drawn: Solution | None) -> Position[Solution]:
    """Return the position from which a board is solved by hand: empty, or with bridges that were drawn."""
    from hashicnf.families.hashi.techniques import position as begin

    return begin(board, drawn)


def eased(made: Generated[Board, Solution], reached: Position[Solution], is_late: bool) -> Generated[Board, Solution]:
    """Return a board that needs easier techniques, changed where a position is undecided."""
    from hashicnf.families.hashi.generate.easing import eased as changed
    from hashicnf.families.hashi.techniques.position import HashiPosition

    if not isinstance(reached, HashiPosition):
        raise InternalError("a board is eased by a position of its own family only")
    return changed(made, *reached.bounds(before=is_late))


SUPPOSING: Final = 8  # the lowest grade of a step beyond the ladder, ``techniques.supposing.WHAT_IF``

FAMILY: Final[Family[Board, Solution]] = Family(
    title="Hashiwokakero (Bridges)",
    names=("hashiwokakero", "bridges", "hashikake", "ai-ki-ai", "chopsticks"),
    example=".......\n.....23\n.....3.\n.43.54.\n.......\n13.....\n....323\n",
    build=build,
    document=document_of,
    check=check,
    styles=STYLES,
    in_one_line=("json",),
    read=read,
    size=size,
    unit="island",
    solution_type=Solution,
    settings=SETTINGS,
    static=Static(
        constraints,
        decode,
        certifying=certifying,
        marginals=marginals,
        refuted=refuted,
        model=model_of,
        shared=shared,
        keys=keys,
    ),
    spaces=SPACES,
    methods=METHODS,
    formats=formats,
    generators=generators,
    narrator=narrator,
    picture=picture,
    game=game,
    aliases=ALIASES,
    layout=layout,
    impossible=crowded,
    clues=Clues(CAPACITY.rule, clue_cells, mended, only, shown, numbers),
    repair=repair,
    techniques=Techniques(ladder, position, frozenset({CAPACITY.rule, CONNECTIVITY.rule}), SUPPOSING, eased),
)
