"""Subformulas: the clauses that touch some tiles, over variables of their own, growing tile by tile."""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Ints
from hashicnf.records import record
from hashicnf.windows.rules import Cut
from hashicnf.windows.tiles import Index, Tiles

WINDOW: Final = Origin("window", "window")


@record
class _Table:
    """All clauses of one width int32[c, k], and their rows by tile; ``taken`` int32[c] is 0 for those not in the subformula."""

    lits: Ints
    index: Index
    taken: Ints


class Subformula:
    """The subformula at hand; ``clear`` begins the next one.

    ``originals`` int32[1 + v] is the variable of the formula behind each variable of the subformula: 0 behind auxiliaries.
    """

    def __init__(self, blocks: tuple[Clauses, ...], tile_of: Ints, tiles: Tiles) -> None:
        """Index the clauses by the tiles of their variables: ``tile_of`` int32[V + 1]."""
        self._tables = []
        for width in sorted({block.width for block in blocks if len(block)}):
            lits = np.concatenate([block.lits for block in blocks if block.width == width])
            tile = np.sort(tile_of[np.abs(lits)], axis=1)
            first = np.ones(tile.shape, dtype=np.bool_)
            first[:, 1:] = tile[:, 1:] != tile[:, :-1]
            row = np.nonzero(first)[0].astype(np.int32)
            self._tables.append(_Table(lits, Index(row, tile[first], tiles), np.zeros(len(lits), dtype=np.int32)))
        self._number = np.zeros(len(tile_of), dtype=np.int32)
        self._rows: list[tuple[_Table, Ints]] = []
        self.originals = np.zeros(1, dtype=np.int32)

    def clear(self) -> None:
        """Forget all clauses and variables."""
        for table, rows in self._rows:
            table.taken[rows] = 0
        self._number[self.originals] = 0
        self._rows.clear()
        self.originals = self.originals[:1]

    def take(self, tiles: Ints) -> list[Clauses]:
        """Add all clauses that hold a variable of these tiles, and return those that were not there before."""
        return [self.write(lits) for table in self._tables if len(lits := self._new(table, tiles))]

    def write(self, lits: Ints) -> Clauses:
        """Rename the variables of clauses int32[c, k]."""
        number = self.number(np.abs(lits))
        return window_clauses(np.where(lits > 0, number, -number))

    def write_cut(self, cut: Cut, condition: Ints) -> list[Clauses]:
        """Rename the variables of a cut, which may be new ones; ``condition`` int32[h], literals here, is what it depends on."""
        blocks = [self.write(lits) for lits in cut.blocks] if not cut.auxiliaries else self._with_auxiliaries(cut)
        return [window_clauses(_while(condition, block.lits)) for block in blocks] if len(condition) else blocks

    def auxiliaries(self, number: int) -> Ints:
        """Return variables that stand for none of the formula."""
        new = np.arange(number, dtype=np.int32) + np.int32(len(self.originals))
        self.originals = np.append(self.originals, np.zeros_like(new))
        return new

    def _with_auxiliaries(self, cut: Cut) -> list[Clauses]:
        variables = np.unique(np.abs(np.concatenate([lits.ravel() for lits in cut.blocks])))
        ours = variables[variables < len(self._number)]
        added = variables[len(ours) :] - len(self._number)
        numbers = np.concatenate((self.number(ours), self.auxiliaries(cut.auxiliaries)[added]))
        return [
            window_clauses(np.sign(lits) * numbers[np.searchsorted(variables, np.abs(lits))]) for lits in cut.blocks
        ]

    def number(self, variables: Ints) -> Ints:
        """Return the variables' numbers, assigning new ones where there are none."""
        new = variables[self._number[variables] == 0]
        if len(new):
            new = np.sort(_mark(self._number, new))
            self._number[new] = np.arange(len(self.originals), len(self.originals) + len(new), dtype=np.int32)
            self.originals = np.concatenate((self.originals, new))
        numbers: Ints = self._number[variables]
        return numbers

    def _new(self, table: _Table, tiles: Ints) -> Ints:
        rows = table.index.within(tiles)
        rows = _mark(table.taken, rows[table.taken[rows] == 0])
        self._rows.append((table, rows))
        return table.lits[rows]


def _mark(marks: Ints, places: Ints) -> Ints:
    """Write numbers from 1 on at some places, and return each of these once; sorting them would take longer."""
    numbers = np.arange(1, len(places) + 1, dtype=np.int32)
    marks[places] = numbers
    once: Ints = places[marks[places] == numbers]
    return once


def _while(condition: Ints, lits: Ints) -> Ints:
    """Let clauses int32[c, k] count only while all of some literals hold."""
    return np.concatenate((lits, np.broadcast_to(-condition, (len(lits), len(condition)))), axis=1)


def numbers_of(originals: Ints, variables: int) -> Ints:
    """Return the number in a subformula of each variable of the formula, int32[variables + 1]: 0 where it has none."""
    number = np.zeros(variables + 1, dtype=np.int32)
    number[originals] = np.arange(len(originals), dtype=np.int32)
    return number


def renamed(lits: Ints, number: Ints) -> Ints:
    """Write literals with other numbers, int32[v + 1], for their variables: 0 where one has none."""
    others: Ints = np.sign(lits) * number[np.abs(lits)]
    return others


def window_clauses(lits: Ints) -> Clauses:
    """Make clauses, int32[c, k], of the variables of a subformula."""
    return Clauses.of(lits, WINDOW)


def reduced(blocks: tuple[Clauses, ...], value: Ints) -> tuple[Clauses, ...]:
    """Leave out the clauses that ``value``, int32[v + 1] of 1, -1 or (open) 0, satisfies, and the literals that it makes false."""
    rest = []
    for block in blocks:
        known = value[np.abs(block.lits)] * np.sign(block.lits)
        undecided = ~(known > 0).any(axis=1)
        lits, free, source = block.lits[undecided], known[undecided] == 0, block.source[undecided]
        width = free.sum(axis=1)
        for k, count in enumerate(np.bincount(width).tolist()):
            if count:
                rows = width == k
                rest.append(Clauses(lits[rows][free[rows]].reshape(count, k), block.origin, source[rows]))
    return tuple(rest)
