"""Sliding tiles (taquin, the 15-puzzle): bring the tiles into order by sliding one at a time into the blank next to it.

Finding a plan is easy; finding a shortest one is NP-hard on n x n boards. References: Johnson and Story 1879, "Notes on the
'15' puzzle"; Ratner and Warmuth 1986, "Finding a shortest solution for the N x N extension of the 15-puzzle is intractable".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from hashicnf.families import Family, Generator, Planning
from hashicnf.families.tiles.board import GOAL, Board, Plan, build, document_of, size
from hashicnf.families.tiles.check import check
from hashicnf.families.tiles.draw import STYLES, frames, layout, read
from hashicnf.families.tiles.parity import impossible

if TYPE_CHECKING:
    from hashicnf.core.options import Choices
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.statespace import Searchable
    from hashicnf.formats import Contribution
    from hashicnf.planning.stage import Stage
    from hashicnf.planning.task import Task


def formats() -> Mapping[str, Contribution]:
    """Return the notations of sliding tiles alone, and their parts of shared ones, by name."""
    from hashicnf.families.tiles.formats import korf, sized, tatham

    return {"korf": korf.FORMAT, "sized": sized.FORMAT, "tatham": tatham.GENRE}


def generators() -> Mapping[str, Generator[Board, Plan]]:
    """Return the generators of boards by name."""
    from hashicnf.families.tiles.generate import GENERATORS

    return GENERATORS


def _describe(board: Board, metric: str, options: Choices) -> Task:
    from hashicnf.families.tiles.task import describe

    return describe(board, metric, options)


def _stage(board: Board) -> Stage:
    from hashicnf.families.tiles.explain import stage

    return stage(board)


def _picture(board: Board, plan: Plan | None, look: Look) -> Picture:
    from hashicnf.planning.stage_picture import picture_of

    return picture_of(_stage(board), plan, look)


def _positions(board: Board, metric: str) -> Searchable[Any]:
    from hashicnf.families.tiles.space import searchable

    return searchable(board, metric)


FAMILY: Final[Family[Board, Plan]] = Family(
    title="Sliding tiles (taquin, 8-puzzle, 15-puzzle)",
    names=("taquin", "sliding-tiles", "n-puzzle", "8-puzzle", "15-puzzle", "24-puzzle", "fifteen", "gem-puzzle"),
    example="family: tiles\n813\n4.2\n765\n",
    build=build,
    document=document_of,
    check=check,
    styles=STYLES,
    in_one_line=("lrud", "json"),
    read=read,
    size=size,
    unit="tile",
    solution_type=tuple,
    settings=(GOAL,),
    planning=Planning(
        _describe,
        lambda _, actions: actions,
        ("slides",),
        spaces={"positions": _positions},
        method="idastar",
        stage=_stage,
        frames=frames,
    ),
    formats=formats,
    generators=generators,
    picture=_picture,
    layout=layout,
    impossible=impossible,
)
