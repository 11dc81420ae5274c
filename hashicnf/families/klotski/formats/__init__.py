"""Notations of Klotski alone, by shapes and by digits: pieces get letters, the largest first, the others in reading order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from hashicnf.core.document import Document, Source
from hashicnf.families.klotski.board import named_pieces
from hashicnf.formats.parsing import place_of, ragged, read_tokens

if TYPE_CHECKING:
    from lark.lexer import Token

Rectangle: TypeAlias = tuple[int, int, int, int]  # row, column, height, width


def boards(
    grammar: str, source: Source, expected: str, find: Callable[[Sequence[Token], Source], list[Rectangle]]
) -> list[Document]:
    """Parse boards of one character per cell, separated by empty lines; ``find`` returns the rectangles of a board's rows.

    Raises InputError with line and column; ``expected`` is part of its message.
    """
    rows = read_tokens(grammar, source, expected)
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(rows), 1) if place_of(b)[0] - place_of(a)[0] > 1), len(rows)]
    return [_board(rows[a:b], source, find) for a, b in pairwise(starts)]


def _board(
    rows: Sequence[Token], source: Source, find: Callable[[Sequence[Token], Source], list[Rectangle]]
) -> Document:
    place = place_of(rows[0])
    for row in rows:
        if len(row) != len(rows[0]):
            raise ragged(row, len(row), len(rows[0]), source)
    rectangles = find(rows, source)
    try:
        cells = named_pieces((len(rows), len(rows[0])), rectangles)
    except ValueError as problem:
        raise source.error(str(problem), *place, "a smaller board") from None
    return Document(cells, source, family="klotski", letters=True, place=place)
