"""Subformulas: the clauses with variables in some tiles, renumbered, which grow tile by tile."""

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
    """All clauses of one width, int32[c, k], and their rows by tile; ``taken`` int32[c] is 0 for clauses not in the subformula."""

    lits: Ints
    index: Index
    taken: Ints


class Subformula:
    """The current subformula; ``clear`` begins the next one.

    ``originals`` int32[1 + v] is for each variable of the subformula the formula's variable that it represents; 0 for auxiliaries.
    """

    def __init__(self, blocks: tuple[Clauses, ...], tile_of: Ints, tiles: Tiles) -> None:
        """Index the clauses by the tiles of their variables, ``tile_of`` int32[V + 1]; the subformula is empty."""
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
        """Remove all clauses and variables."""
        for table, rows in self._rows:
            table.taken[rows] = 0
        self._number[self.originals] = 0
        self._rows.clear()
        self.originals = self.originals[:1]

    def take(self, tiles: Ints) -> list[Clauses]:
        """Add all clauses with a variable in these tiles, and return those that were not in the subformula before."""
        return [self.write(lits) for table in self._tables if len(lits := self._new(table, tiles))]

    def write(self, lits: Ints) -> Clauses:
        """Renumber the variables of clauses int32[c, k], adding new variables to the subformula."""
        number = self.number(np.abs(lits))
        return window_clauses(np.where(lits > 0, number, -number))

    def write_cut(self, cut: Cut, condition: Ints) -> list[Clauses]:
        """Renumber a cut, whose variables may be new, so that it holds while all literals of ``condition`` int32[h] are true.

        The condition uses the numbers of the subformula.
        """
        blocks = [self.write(lits) for lits in cut.blocks] if not cut.auxiliaries else self._with_auxiliaries(cut)
        return [window_clauses(_while(condition, block.lits)) for block in blocks] if len(condition) else blocks

    def auxiliaries(self, number: int) -> Ints:
        """Add auxiliary variables, which represent none of the formula, and return them."""
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
        """Return the numbers of variables in the subformula, int32 of the same shape; variables without one are added."""
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
    """Write numbers from 1 on into ``marks`` at some places, and return each place once; sorting them would take longer."""
    numbers = np.arange(1, len(places) + 1, dtype=np.int32)
    marks[places] = numbers
    once: Ints = places[marks[places] == numbers]
    return once


def _while(condition: Ints, lits: Ints) -> Ints:
    """Weaken clauses int32[c, k] so that they hold only while all literals of ``condition`` int32[h] are true."""
    return np.concatenate((lits, np.broadcast_to(-condition, (len(lits), len(condition)))), axis=1)


def numbers_of(originals: Ints, variables: int) -> Ints:
    """Return the number in a subformula of each variable of the formula, int32[variables + 1]; 0 for variables not in it."""
    number = np.zeros(variables + 1, dtype=np.int32)
    number[originals] = np.arange(len(originals), dtype=np.int32)
    return number


def renamed(lits: Ints, number: Ints) -> Ints:
    """Return literals with their variables renumbered by ``number`` int32[v + 1]; 0 if a variable has no number."""
    others: Ints = np.sign(lits) * number[np.abs(lits)]
    return others


def window_clauses(lits: Ints) -> Clauses:
    """Wrap literals int32[c, k] of a subformula as clauses."""
    return Clauses.of(lits, WINDOW)


def reduced(blocks: tuple[Clauses, ...], value: Ints) -> tuple[Clauses, ...]:
    """Remove the clauses that ``value``, int32[v + 1] of 1, -1 or (undecided) 0, satisfies, and the literals that it falsifies."""
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
