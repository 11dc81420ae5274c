"""Excerpts of a formula: the clauses that touch some tiles, over variables of their own, growing tile by tile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools, Ints
from hashicnf.windows.tiles import Index, Tiles
from hashicnf.windows.xor import Equation, clauses_of, cut, spares

WINDOW = Origin("window", "window")


@dataclass(frozen=True, slots=True)
class _Table:
    """All clauses of one width int32[c, k], their rows by tile, and whether they are in the excerpt: bool[c]."""

    lits: Ints
    index: Index
    taken: Bools


class Excerpt:
    """The excerpt at hand; ``clear`` begins the next one.

    ``names`` int32[1 + v] is the variable of the formula behind each variable of the excerpt: 0 where there is none.
    """

    def __init__(self, blocks: tuple[Clauses, ...], home: Ints, tiles: Tiles) -> None:
        """Index the clauses by the tiles of their variables: ``home`` int32[V + 1]."""
        self._tables = []
        for width in sorted({block.width for block in blocks if len(block)}):
            lits = np.concatenate([block.lits for block in blocks if block.width == width])
            tile = np.sort(home[np.abs(lits)], axis=1)
            first = np.ones(tile.shape, dtype=np.bool_)
            first[:, 1:] = tile[:, 1:] != tile[:, :-1]
            row = np.nonzero(first)[0].astype(np.int32)
            self._tables.append(_Table(lits, Index(row, tile[first], tiles), np.zeros(len(lits), dtype=np.bool_)))
        self._number = np.zeros(len(home), dtype=np.int32)
        self._rows: list[tuple[_Table, Ints]] = []
        self.names = np.zeros(1, dtype=np.int32)

    def clear(self) -> None:
        """Forget all clauses and variables."""
        for table, rows in self._rows:
            table.taken[rows] = False
        self._number[self.names] = 0
        self._rows.clear()
        self.names = self.names[:1]

    def take(self, tiles: Ints) -> list[Clauses]:
        """Add all clauses that hold a variable of these tiles, and return those that were not there before."""
        return [self.write(lits) for table in self._tables if len(lits := self._new(table, tiles))]

    def write(self, lits: Ints) -> Clauses:
        """Rename the variables of clauses int32[c, k]."""
        number = self._numbers(np.abs(lits))
        return _clauses(np.where(lits > 0, number, -number))

    def equation(self, names: Ints, *, odd: bool) -> list[Clauses]:
        """Write "an odd (or an even) number of these variables is true", with some more variables of the excerpt."""
        numbers = self._numbers(names)
        spare = self.spare(spares(len(names)))
        return [_clauses(lits) for lits in clauses_of(cut(Equation(numbers.tolist(), odd), spare.tolist()))]

    def spare(self, number: int) -> Ints:
        """Return variables that stand for none of the formula."""
        spare = np.arange(number, dtype=np.int32) + np.int32(len(self.names))
        self.names = np.append(self.names, np.zeros_like(spare))
        return spare

    def write_while(self, condition: Ints, lits: Ints) -> Clauses:
        """Rename the variables of clauses int32[c, k] that count only while literals of the excerpt hold, int32[h]."""
        body = self.write(lits).lits
        return _clauses(np.concatenate((body, np.broadcast_to(-condition, (len(body), len(condition)))), axis=1))

    def _numbers(self, names: Ints) -> Ints:
        """Look the variables' numbers up, and give one to those that have none."""
        if len(new := np.unique(names[self._number[names] == 0])):
            self._number[new] = np.arange(len(self.names), len(self.names) + len(new), dtype=np.int32)
            self.names = np.concatenate((self.names, new))
        numbers: Ints = self._number[names]
        return numbers

    def _new(self, table: _Table, tiles: Ints) -> Ints:
        rows = table.index.within(tiles)
        rows = rows[~table.taken[rows]]
        table.taken[rows] = True
        self._rows.append((table, rows))
        return table.lits[rows]


def _clauses(lits: Ints) -> Clauses:
    return Clauses(lits, WINDOW, np.zeros(len(lits), dtype=np.int32))
