"""Marginals: a board on which each pair of islands is shaded by the share of all solutions that connect it.

In text, a pair that every solution connects is a line, double if every solution has two or more bridges there; other pairs are
darker the more solutions connect them. In pictures, the darkness of a pair's first line is the share of solutions with at least one
bridge there, of the second that with at least two, and so on; if some solution has more bridges than can be drawn side by side, the
pair is one thick line with the least and the largest number. Pairs that no solution connects are left blank; of two crossing pairs
the darker one is on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from textwrap import fill
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.picture import Line, Look, Paint, Picture
from hashicnf.core.shades import LEGEND, SHADES
from hashicnf.core.variables import Variables
from hashicnf.families import Layout, Marginals
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.draw.canvas import GLYPHS, board_only, gaps, text_of
from hashicnf.families.hashi.draw.picture import (
    APART,
    BRIDGE,
    COUNT,
    SEPARATE,
    THICK,
    beside,
    islands,
    labels,
    on_water,
)
from hashicnf.logic import Shares

ALWAYS: Final = Paint("share always", stroke="pen", width=0.085)
ALWAYS_MANY: Final = replace(THICK, kind="share many always")
FAINT, MOST = 0.12, 0.72  # opacity of lines of very few and of nearly all solutions
NARROWEST: Final = 20  # characters per line of the legend, at least
LINES: Final = "─ ═:   in every solution at least one bridge, at least two\n"


def draw(board: Board, variables: Variables, shares: Shares, width: int | None = None) -> Layout:
    """Return a drawing of the board with its shades, if possible in at most ``width`` characters per line, and a legend of them."""
    of_edge = _of_edges(board, variables, shares)
    islands, scale = board_only(board, width)
    grid = np.full(islands.shape, " ")
    order = np.argsort(of_edge[:, 0], kind="stable")
    order = order[of_edge[order, 0] > 0]
    gaps(board.ends[order], *scale).paint(grid, _glyphs(of_edge[order], board.horizontal[order]))
    text = text_of(np.where(islands == " ", grid, islands)) + _legend(of_edge[:, 0], width)
    (rows, columns), (tall, wide) = board.shape, scale
    return Layout(text, tuple(range(0, rows * tall, tall)), tuple(range(0, columns * wide, wide)))


def _legend(shares: Shares, width: int | None) -> str:
    """Return the legend of the shades that occur, in lines of at most ``width`` characters, but not fewer than NARROWEST."""
    lines = LEGEND * bool(((shares > 0) & (shares < 1)).any()) + LINES * bool((shares == 1).any())
    if width is None:
        return lines
    return "".join(f"{fill(line, max(width, NARROWEST), subsequent_indent=' ' * 7)}\n" for line in lines.splitlines())


def picture(board: Board, variables: Variables, shares: Shares, look: Look) -> Picture:
    """Return the picture of the board with its shades."""
    at, of_edge = look.margins[0] + 0.5, _of_edges(board, variables, shares)
    order = np.argsort(of_edge[:, 0], kind="stable")
    pairs = [*zip((board.ends[order] + at).tolist(), of_edge[order].tolist(), strict=True)]
    lines = [line for places, own in pairs for line in _lines(places, own)]
    numbers = [(places, _numbers(own), _frame(own[0])) for places, own in pairs if _most(own) > SEPARATE]
    title = ", each pair as dark as the share of solutions that join it"
    return on_water(board, [*lines, *islands(board, None, at), *labels(numbers)], title, look)


def data(board: Board, variables: Variables, shares: Shares) -> list[dict[str, object]]:
    """List each pair that some solution connects: its ends (from 1), and the shares of solutions with 1, 2, ... bridges or more."""
    places = (board.ends + 1).reshape(-1, 2, 2)
    rows = zip(places.tolist(), _of_edges(board, variables, shares).tolist(), strict=True)
    return [{"from": ends[0], "to": ends[1], "shares": found} for ends, found in rows if found[0] > 0]


def _of_edges(board: Board, variables: Variables, shares: Shares) -> Shares:
    """Return the shares of solutions with at least 1, 2, ... bridges on each edge: float64[m, load]."""
    found: Shares = shares[variables["bridge"].lits] if board.edges else np.zeros((0, 1))
    return found


def _lines(ends: list[float], shares: list[float]) -> Iterator[Line]:
    """Yield the lines of a pair: one per number of bridges that some solution has there, or one thick line above SEPARATE."""
    y, x, to_y, to_x = ends
    if (most := _most(shares)) > SEPARATE:
        yield Line(
            x,
            y,
            to_x,
            to_y,
            ALWAYS_MANY if shares[0] == 1 else _tenths("share many", THICK.width, round(shares[0] * 10)),
        )
        return
    for number, share in enumerate(shares[:most]):
        paint = ALWAYS if share == 1 else _tenths("share", BRIDGE.width, round(share * 10))
        yield beside(x, y, to_x, to_y, (2 * number - most + 1) * APART, paint)


def _most(shares: list[float]) -> int:
    """Return the largest number of bridges that some solution has on a pair."""
    return sum(share > 0 for share in shares)


def _numbers(shares: list[float]) -> tuple[int, ...]:
    """Return the least and the largest number of bridges that solutions have on a pair, once if they are equal."""
    least, most = shares.count(1), _most(shares)
    return (most,) if least == most else (least, most)


def _frame(share: float) -> Paint:
    """Return the paint of the box with these numbers: as dark as the line, which boxes between touching islands cover."""
    return COUNT if share == 1 else replace(_tenths("count", COUNT.width, round(share * 10)), fill="land")


@cache
def _tenths(kind: str, width: float, share: int) -> Paint:
    """Return the paint of a share, in tenths, between no solution and all."""
    return Paint(f"{kind} share-{share}", stroke="pen", width=width, opacity=FAINT + (MOST - FAINT) * share / 10)


def _glyphs(of_edge: Shares, across: NDArray[np.bool_]) -> NDArray[np.str_]:
    glyph = np.full(len(of_edge), SHADES[-1][1])
    for below, shade in SHADES[-2::-1]:
        glyph[of_edge[:, 0] < below] = shade
    lines = np.array([list(glyphs[:2]) for glyphs in GLYPHS["unicode"]])
    many = (of_edge == 1).sum(axis=1)
    always = many > 0
    glyph[always] = lines[np.where(across, 0, 1)[always], np.minimum(many[always], 2) - 1]
    return glyph


MARGINALS: Final = Marginals(draw, picture, data)
