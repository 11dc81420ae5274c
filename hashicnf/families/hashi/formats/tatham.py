"""Game IDs of Simon Tatham's Bridges.

    7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2

Parameters: width, x and height (one number for a square), then letters with numbers: m is the most bridges per pair, L forbids
loops; i, e and d are for the game's generator. Board: a to z are runs of 1 to 26 empty cells, 1 to 9 and A to Z (10 to 35) clues.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

import numpy as np

from hashicnf.core.document import UNKNOWN, Document, Setting
from hashicnf.errors import Inexpressible
from hashicnf.families.hashi.board import LOOPS, MAX_BRIDGES
from hashicnf.families.hashi.formats.played import PLAY, refused
from hashicnf.formats import Genre, Passage
from hashicnf.formats.parsing import require_size
from hashicnf.formats.tatham import EXPECTED, gap, require_cells, translated

PARAMETERS: Final = re.compile(
    r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:[ied][0-9]{1,9})*(?:m([0-9]{1,9}))?(L?)(?:d[0-9]{1,9})?:"
)
FOREIGN: Final = re.compile(r"[^1-9A-Za-z]")
BOARD: Final = "letters a to z for 1 to 26 empty cells and a digit or capital for each island"
LARGEST_CLUE: Final = 35
GLYPHS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RUN: Final = bytes.maketrans((GLYPHS + ascii_lowercase).encode(), bytes([1] * len(GLYPHS) + [*range(1, 27)]))
CLUE: Final = bytes.maketrans(
    (GLYPHS + ascii_lowercase).encode(), bytes([*range(len(GLYPHS)), *[0] * len(ascii_lowercase)])
)


def read(passage: Passage) -> Document:
    """Return a game ID as a document. Raises InputError with line and column."""
    if (found := PARAMETERS.match(passage.text)) is None:
        raise passage.error(f"{passage.text[0]!r} does not belong here", 0, EXPECTED)
    board = passage.text[found.end() :]
    if (wrong := FOREIGN.search(board)) is not None:
        raise passage.error(f"{wrong[0]!r} does not belong here", found.end() + wrong.start(), EXPECTED)
    width = int(found[1])
    height = int(found[2] or found[1])
    run, clue = translated(board, RUN), translated(board, CLUE)
    total = int(run.sum(dtype=np.int64))
    require_cells(passage, total, width, height, BOARD)
    here = clue > 0
    require_size(passage.source, total, int(np.count_nonzero(here)), passage.line, passage.column)
    cells = np.zeros(total, dtype=np.int32)
    cells[(np.cumsum(run, dtype=np.int64) - run)[here]] = clue[here]
    settings = {}
    if found[3]:
        settings[MAX_BRIDGES.name] = Setting(str(int(found[3])), passage.line, passage.column + found.start(3))
    if found[4]:
        settings[LOOPS.name] = Setting(LOOPS.show(False), passage.line, passage.column + found.start(4))
    return Document(cells.reshape(height, width), passage.source, settings, "hashi")


def write(document: Document) -> str:
    """Return the game ID of a document. Raises Inexpressible for unknown numbers and for numbers above 35."""
    cells = document.cells
    if (cells == UNKNOWN).any():
        raise Inexpressible("tatham", "unknown numbers")
    if cells.max(initial=0) > LARGEST_CLUE:
        raise Inexpressible("tatham", f"numbers above {LARGEST_CLUE}")
    rows, columns = cells.shape
    most, loops = MAX_BRIDGES.value_in(document.settings), LOOPS.value_in(document.settings)
    board = []
    empty = 0
    for clue in [*cells.ravel().tolist(), -1]:
        if clue == 0:
            empty += 1
            continue
        board.append(gap(empty) + (GLYPHS[clue] if clue > 0 else ""))
        empty = 0
    return f"{columns}x{rows}m{most}{'' if loops else 'L'}:{''.join(board)}"


GENRE: Final[Genre[Passage, str]] = Genre(
    names=("bridges",),
    example="7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n",
    read=read,
    write=write,
    refused=refused,
    play=PLAY,
)
