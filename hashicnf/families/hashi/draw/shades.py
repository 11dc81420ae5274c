"""Marginals: a board on which each pair of islands is shaded by the share of all solutions that join it.

A pair that every solution joins is a line, double if every one has two bridges there or more; the others are the darker the more
solutions join them, and pairs that none joins are left blank. Where two pairs cross, the darker one is on top.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.variables import Variables
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.draw.canvas import GLYPHS, board_only, text_of
from hashicnf.families.hashi.draw.lines import gaps
from hashicnf.logic import Shares

SHADES: Final = ((1 / 3, "░"), (2 / 3, "▒"), (1.0, "▓"))  # for shares below
LEGEND: Final = (
    "░ ▒ ▓: fewer than a third, two thirds, all of the solutions; ─ ═: every solution has one, two bridges or more\n"
)


def draw(board: Board, variables: Variables, shares: Shares) -> str:
    """Draw the board with its shades, and a line that explains them."""
    of_edge = _of_edges(board, variables, shares)
    islands, scale = board_only(board)
    grid = np.full(islands.shape, " ")
    order = np.argsort(of_edge[:, 0], kind="stable")
    order = order[of_edge[order, 0] > 0]
    ends = np.stack((board.row, board.column), axis=1)[board.edge].reshape(-1, 4)
    gaps(ends[order], *scale).paint(grid, _glyphs(of_edge[order], board.horizontal[order]))
    return text_of(np.where(islands == " ", grid, islands)) + LEGEND


def data(board: Board, variables: Variables, shares: Shares) -> list[dict[str, object]]:
    """List each pair that a solution joins: its ends, and the shares of solutions with at least one bridge, two, and so on."""
    places = np.stack((board.row + 1, board.column + 1), axis=1)[board.edge].reshape(-1, 2, 2)
    rows = zip(places.tolist(), _of_edges(board, variables, shares).tolist(), strict=True)
    return [{"from": ends[0], "to": ends[1], "shares": found} for ends, found in rows if found[0] > 0]


def _of_edges(board: Board, variables: Variables, shares: Shares) -> Shares:
    """Return the shares of at least one bridge, two, ... for each edge: float64[m, load]."""
    found: Shares = shares[variables["bridge"].lits] if board.edges else np.zeros((0, 1))
    return found


def _glyphs(of_edge: Shares, across: NDArray[np.bool_]) -> NDArray[np.str_]:
    glyph = np.full(len(of_edge), SHADES[-1][1])
    for below, shade in SHADES[-2::-1]:
        glyph[of_edge[:, 0] < below] = shade
    lines = np.array([list(glyphs[:2]) for glyphs in GLYPHS["unicode"]])
    many = (of_edge == 1).sum(axis=1)
    always = many > 0
    glyph[always] = lines[np.where(across, 0, 1)[always], np.minimum(many[always], 2) - 1]
    return glyph
