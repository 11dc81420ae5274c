"""Klotski, also called Hua Rong Dao or L'âne rouge: slide rectangular pieces until one of them lies at its goal.

Pieces are not rotated and move along blank cells, one at a time. Boards and rectangles may have any size; pieces of one shape are
interchangeable. Deciding whether there is a plan is PSPACE-complete.
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
    from hashicnf.formats import Format
    from hashicnf.planning.stage import Stage
    from hashicnf.planning.task import Task


def describe(board: Board, metric: str, choices: Choices) -> Task:
    """Return a board as a planning task in a metric."""
    from hashicnf.families.klotski.task import task

    return task(board, metric, choices)


def named(board: Board, actions: tuple[str, ...]) -> Plan:
    """Return a plan with named pieces from the names of the task's actions."""
    from hashicnf.families.klotski.plans import named

    return named(board, actions)


def check(board: Board, plan: Plan) -> list[Violation]:
    """List the first rule that a plan breaks; the list is empty if the plan is correct."""
    from hashicnf.families.klotski.check import check

    return check(board, plan)


def formats() -> Mapping[str, Format]:
    """Return the notations of Klotski alone, by name."""
    from hashicnf.families.klotski.formats import digits, hrd

    return {"hrd": hrd.FORMAT, "hrd-digits": digits.FORMAT}


def generators() -> Mapping[str, Generator[Board, Plan]]:
    """Return the generators of boards by name."""
    from hashicnf.families.klotski.generate.command import GENERATORS

    return GENERATORS


def stage(board: Board) -> Stage:
    """Return the stage of a board, with its pieces."""
    from hashicnf.families.klotski.explain import stage

    return stage(board)


def frames(board: Board, plan: Plan) -> Iterator[str]:
    """Yield drawings of the board at the start and after each move of a plan."""
    from hashicnf.families.klotski.draw import boards

    return boards.frames(board, plan)


def picture(board: Board, plan: Plan | None, look: Look) -> Picture:
    """Return the picture of a board, with a plan also of the board at its end."""
    from hashicnf.planning.stage_picture import picture_of

    return picture_of(stage(board), plan, look)


def stuck(board: Board) -> str | None:
    """Return the reason why a board is plainly unsolvable; None if it is not."""
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
