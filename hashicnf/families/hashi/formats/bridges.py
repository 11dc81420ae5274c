"""Convert the bridges of a document's solution, for the notations that can hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hashicnf.core.document import Document
from hashicnf.families.hashi.board import Bridge
from hashicnf.logic import Ints


def data_of(bridges: Iterable[Bridge]) -> object:
    """Return bridges as the data of a solution; rows and columns from 1."""
    return {
        "bridges": [
            {"from": [b.row + 1, b.column + 1], "to": [b.to_row + 1, b.to_column + 1], "count": b.multiplicity}
            for b in bridges
        ]
    }


def bridges_of(document: Document) -> list[Bridge]:
    """List the bridges of a document's solution, with places from 0."""
    data = document.solution
    items = data["bridges"] if isinstance(data, dict) else []
    ends = [(*item["from"], *item["to"], item["count"]) for item in items]
    return [Bridge(r - 1, c - 1, y - 1, x - 1, count) for r, c, y, x, count in ends]


def can_be_drawn(document: Document) -> bool:
    """Return whether there are bridges, each between two islands that see each other, and each pair is listed once."""
    pairs, bridges = {*runs(document.cells)}, bridges_of(document)
    wanted = [(*bridge[:4],) for bridge in bridges]
    are_apart = pairs.issuperset(wanted) and len({*wanted}) == len(wanted)
    return bool(bridges) and are_apart and all(bridge[4] >= 1 for bridge in bridges)


def runs(cells: Ints) -> list[tuple[int, int, int, int]]:
    """List the pairs of islands that see each other: row and column of both, horizontal pairs before vertical ones."""
    rows, columns = np.nonzero(cells)
    across = np.column_stack([rows[:-1], columns[:-1], rows[1:], columns[1:]])[rows[:-1] == rows[1:]]
    columns, rows = np.nonzero(cells.T)
    down = np.column_stack([rows[:-1], columns[:-1], rows[1:], columns[1:]])[columns[:-1] == columns[1:]]
    return [(r, c, y, x) for r, c, y, x in np.concatenate([across, down]).tolist()]


def between(pair: Sequence[int]) -> list[tuple[int, int]]:
    """List the cells strictly between two islands."""
    r, c, y, x = pair
    return [(r, at) for at in range(c + 1, x)] if r == y else [(at, c) for at in range(r + 1, y)]
