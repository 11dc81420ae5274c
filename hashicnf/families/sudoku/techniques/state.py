"""The state of a sudoku that is solved by hand: the candidates of each cell, and the numbers placed.

A set of numbers is an int, bit k - 1 for the number k. Placing a number removes it at once from the candidates of all other cells
of its units.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hashicnf.families.sudoku.search.grid import Rules, each


class Finding(NamedTuple):
    """A finding of a technique: a number to ``place`` (cell, number), candidates to ``drop`` (cell, set), or a contradiction.

    ``cells``, ``numbers`` and ``units`` are those that its sentence mentions; ``reads`` the cells on whose candidates it relies;
    ``within`` the findings under a supposition.
    """

    rung: str
    kind: str
    cells: tuple[int, ...]
    numbers: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    place: tuple[int, int] | None = None
    drop: tuple[tuple[int, int], ...] = ()
    reads: tuple[int, ...] = ()
    dead: bool = False
    within: tuple[Finding, ...] = ()


class State:
    """Candidates ``open`` of each cell, a set of numbers; ``number`` of each cell, 0 if none is placed.

    ``cells`` is the set of cells that have changed since the technique naked single last examined them without a finding.
    """

    def __init__(self, rules: Rules) -> None:
        """Begin with an empty grid."""
        self.rules = rules
        self.open, self.number = [(1 << rules.side) - 1] * rules.count, [0] * rules.count
        self.cells = (1 << rules.count) - 1
        self._changed = 0  # units that have changed since a rung asked for units, as a set
        self._waiting: dict[str, int] = {}  # by rung: units that have changed since it found nothing there, as a set

    def copy(self) -> State:
        """Return an independent copy."""
        made = State(self.rules)
        made.open, made.number = [*self.open], [*self.number]
        made.cells, made._changed, made._waiting = self.cells, self._changed, {**self._waiting}
        return made

    def place(self, cell: int, number: int) -> list[int]:
        """Place a number; return the cells that changed."""
        bit, changed = 1 << (number - 1), [cell]
        self.number[cell], self.open[cell] = number, self.open[cell] & bit
        self._note(cell)
        candidates = self.open
        for other in self.rules.beside[cell]:
            if candidates[other] & bit:
                candidates[other] &= ~bit
                self._note(other)
                changed.append(other)
        return changed

    def drop(self, cell: int, numbers: int) -> None:
        """Remove candidates from a cell."""
        self.open[cell] &= ~numbers
        self._note(cell)

    def use(self, found: Finding) -> list[int]:
        """Apply a finding; return the cells that changed."""
        changed = [] if found.place is None else self.place(*found.place)
        for cell, numbers in found.drop:
            self.drop(cell, numbers)
            changed.append(cell)
        return changed

    def fill(self, single: Finding) -> list[int]:
        """Apply a single; return the cells that changed, none if it was applied before."""
        cell, number = single.place or (0, 0)
        return [] if self.number[cell] == number else self.place(cell, number)

    def units_for(self, rung: str) -> Iterator[int]:
        """Yield the units, in order, that have changed since a rung found nothing there.

        A unit counts as examined without a finding once the next one is asked for.
        """
        waiting = self._waiting
        for other in waiting:
            waiting[other] |= self._changed
        self._changed = 0
        for unit in each(waiting.setdefault(rung, (1 << len(self.rules.units)) - 1)):
            yield unit
            waiting[rung] &= ~(1 << unit)

    def _note(self, cell: int) -> None:
        """Note that a cell changed."""
        self.cells |= 1 << cell
        self._changed |= self.rules.within[cell]


def numbers_of(candidates: int) -> tuple[int, ...]:
    """Return the numbers of a set of numbers, from 1."""
    return tuple(bit + 1 for bit in each(candidates))


def dropped(state: State, cells: Iterator[int] | list[int], numbers: int) -> tuple[tuple[int, int], ...]:
    """Return (cell, candidates) for the candidates, among a set of ``numbers``, that unfilled cells would lose."""
    return tuple((p, state.open[p] & numbers) for p in cells if not state.number[p] and state.open[p] & numbers)
