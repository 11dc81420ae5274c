"""Klotski, also called Hua Rong Dao or L'âne rouge: slide rectangular pieces until one of them lies at its goal.

Pieces keep their direction and move along blank cells, one at a time. Any board and any rectangles; which pieces of one shape lie
where does not matter. Deciding whether there is a plan is PSPACE-complete.
Reference: Hearn and Demaine 2005, "PSPACE-completeness of sliding-block puzzles and other problems through the nondeterministic
constraint logic model of computation".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from hashicnf.core.options import Choices
from hashicnf.families import LETTERS, Family, Generator, Planning, Violation
from hashicnf.families.klotski.board import GOAL, Board, Plan, build, document_of, size
from hashicnf.families.klotski.draw import STYLES, read
from hashicnf.families.klotski.search import SPACES

if TYPE_CHECKING:
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.planning import Task
    from hashicnf.core.stage import Stage
    from hashicnf.formats import Format


def describe(board: Board, metric: str, choices: Choices) -> Task:
    """Describe a board as a planning task in a metric."""
    from hashicnf.families.klotski.task import task

    return task(board, metric, choices)


def named(board: Board, actions: tuple[str, ...]) -> Plan:
    """Make a plan of the names of actions."""
    from hashicnf.families.klotski.plans import named

    return named(board, actions)


def check(board: Board, plan: Plan) -> list[Violation]:
    """List the first rule that a plan breaks."""
    from hashicnf.families.klotski.check import check

    return check(board, plan)


def formats() -> Mapping[str, Format]:
    """List the notations in which only Klotski is written."""
    from hashicnf.families.klotski.formats import digits, hrd

    return {"hrd": hrd.FORMAT, "hrd-digits": digits.FORMAT}


def generators() -> Mapping[str, Generator[Board, Plan]]:
    """List the ways to make boards."""
    from hashicnf.families.klotski.generate.command import GENERATORS

    return GENERATORS


def stage(board: Board) -> Stage:
    """Put the pieces on the stage of a trace."""
    from hashicnf.families.klotski.explain import stage

    return stage(board)


def frames(board: Board, plan: Plan) -> Iterator[str]:
    """Draw the board at first and after each move of a plan."""
    from hashicnf.families.klotski.draw import boards

    return boards.frames(board, plan)


def picture(board: Board, plan: Plan | None, look: Look) -> Picture:
    """Make the picture of a board, with a plan also of where it leads."""
    from hashicnf.core.stagepicture import picture_of

    return picture_of(stage(board), plan, look)


def stuck(board: Board) -> str | None:
    """Name what makes the board plainly unsolvable."""
    is_solved = board.goal[1:] == (board.wanted.row, board.wanted.column)
    return None if board.blanks or is_solved else "there is no blank cell"


FAMILY: Final[Family[Board, Plan]] = Family(
    title="Klotski (Hua Rong Dao)",
    names=("huarongdao", "sliding-blocks", "sliding-block-puzzle", "l-ane-rouge", "red-donkey"),
    example="family: klotski\n.BCD\nEBCD\nFGHH\nFIAA\nJ.AA\n",
    build=build,
    document=document_of,
    check=check,
    styles=STYLES,
    read=read,
    size=size,
    unit="piece",
    solution_type=tuple,
    symbols=LETTERS,
    settings=(GOAL,),
    planning=Planning(
        describe, named, ("step", "slide", "move"), spaces=SPACES, method="breadthfirst", stage=stage, frames=frames
    ),
    formats=formats,
    generators=generators,
    picture=picture,
    impossible=stuck,
)
