"""Convert documents to boards and back: the settings of a Hashiwokakero file."""

from __future__ import annotations

from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices, Option, show_yes_or_no, whole, yes_or_no
from hashicnf.families import written
from hashicnf.families.hashi.board import DEFAULT_MAX_BRIDGES, Board, build_board

MOST_MAX_BRIDGES: Final = 1000

MAX_BRIDGES: Final = Option(
    "max-bridges",
    whole(1, MOST_MAX_BRIDGES),
    DEFAULT_MAX_BRIDGES,
    f"a number from 1 to {MOST_MAX_BRIDGES}",
    "Most bridges per pair.",
    metavar="M",
)
LOOPS: Final = Option(
    "loops", yes_or_no, True, "yes or no", 'Whether loops are allowed; "no": the bridges form a tree.', show_yes_or_no
)
SETTINGS: Final = (MAX_BRIDGES, LOOPS)


def build(document: Document, settings: Choices) -> Board:
    """Build the board of a document."""
    return build_board(document, settings[MAX_BRIDGES], loops=settings[LOOPS])


def document_of(board: Board) -> Document:
    """Return the board as a document, with the settings that differ from the defaults."""
    settings = written(Choices({MAX_BRIDGES: board.max_bridges, LOOPS: board.loops}))
    return Document(board.cells(), Source(board.name, ""), settings)
