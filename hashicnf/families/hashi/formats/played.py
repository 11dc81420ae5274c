"""The moves of Simon Tatham's Bridges: ``L1,0,5,0,2`` sets two bridges between the islands at columns 1 and 5 of row 0.

A move may consist of several parts, separated by semicolons. N marks a pair without bridges, M a complete island, and S that the
program solved the game; these draw nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.core.document import EMPTY, UNKNOWN, Document
from hashicnf.families.hashi.board import MAX_BRIDGES, Bridge
from hashicnf.families.hashi.formats.bridges import bridges_of, can_be_drawn, data_of, runs
from hashicnf.formats import Passage, Play

LINE: Final = re.compile(r"L([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9})")
MARK: Final = re.compile(r"N(?:[0-9]{1,9},){3}[0-9]{1,9}|M[0-9]{1,9},[0-9]{1,9}|S")
LEAST_SIDE: Final = 3
LEAST_ISLANDS: Final = 2
MOST_BRIDGES: Final = 4
LARGEST_CLUE: Final = 16
EXPECTED: Final = (
    "moves such as L1,0,5,0,2: columns and rows, from 0, of two islands that see each other, and a number of bridges"
)


def moves(document: Document) -> list[str]:
    """Return a move for each connected pair of the solution."""
    return [f"L{c},{r},{x},{y},{count}" for r, c, y, x, count in bridges_of(document)]


def replay(document: Document, played: Sequence[Passage]) -> Document:
    """Return a document with the bridges that moves draw. Raises InputError for invalid moves and pairs that see no other."""
    pairs = {*runs(document.cells)}
    drawn: dict[tuple[int, int, int, int], int] = {}
    for passage in played:
        start = 0
        for text in passage.text.split(";"):
            line = LINE.fullmatch(text)
            ends = None if line is None else _pair(*map(int, line.groups()[:4]))
            if (line is None and text and MARK.fullmatch(text) is None) or (ends is not None and ends not in pairs):
                raise passage.error(f"{text[:30]!r} draws nothing on this board", start, EXPECTED)
            if line is not None and ends is not None:
                drawn[ends] = int(line[5])
            start += len(text) + 1
    bridges = [Bridge(*ends, count) for ends, count in sorted(drawn.items()) if count]
    return replace(document, solution=data_of(bridges)) if bridges else document


def refused(document: Document) -> str | None:
    """Name the part of a board that the game does not load; None if it loads the board."""
    cells = document.cells
    here, most = cells != EMPTY, MAX_BRIDGES.value_in(document.settings)
    for is_wrong, what in (
        (min(cells.shape) < LEAST_SIDE, f"boards of fewer than {LEAST_SIDE} rows or columns"),
        (np.count_nonzero(here) < LEAST_ISLANDS, f"boards of fewer than {LEAST_ISLANDS} islands"),
        (
            (here[1:] & here[:-1]).any() or (here[:, 1:] & here[:, :-1]).any(),
            "islands that touch (see generate --apart)",
        ),
        (most > MOST_BRIDGES, f"more than {MOST_BRIDGES} bridges per pair"),
        ((cells == UNKNOWN).any(), "unknown numbers"),
        (cells.max() > LARGEST_CLUE, f"numbers above {LARGEST_CLUE}"),
    ):
        if is_wrong:
            return what
    return None


def _pair(x: int, y: int, to_x: int, to_y: int) -> tuple[int, int, int, int]:
    """Return row and column of both islands, in reading order."""
    (r, c), (to_r, to_c) = sorted([(y, x), (to_y, to_x)])
    return r, c, to_r, to_c


PLAY: Final = Play(moves=moves, holds=can_be_drawn, replay=replay)
