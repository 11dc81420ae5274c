"""What is known of a sudoku during a solution by hand: the candidates of each cell, and the numbers placed.

A set of numbers is an int, bit k - 1 for the number k. Placing a number strikes it from the other cells of its units at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hashicnf.families.sudoku.search.grid import Rules


class Finding(NamedTuple):
    """What a technique has found: a number to ``place`` (cell, number), candidates to ``drop`` (cell, set), or a dead end.

    ``cells``, ``numbers`` and ``units`` are those it speaks of; ``reads`` the cells whose candidates it relies on; ``within`` the
    findings under a supposition.
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
    """Candidates ``open`` of each cell, a set of numbers; ``number`` of each cell, 0 where none is placed.

    ``cells`` is the set of those that changed since naked singles, which look at them one by one, found nothing there.
    """

    def __init__(self, rules: Rules) -> None:
        """Begin with an empty grid."""
        self.rules = rules
        self.open, self.number = [(1 << rules.side) - 1] * rules.count, [0] * rules.count
        self.cells = (1 << rules.count) - 1
        self._changed = 0  # units, since a rung looked at any
        self._waiting: dict[str, int] = {}  # units that changed since a rung found nothing there, as a set

    def copy(self) -> State:
        """Return a state of its own."""
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
        """Strike candidates."""
        self.open[cell] &= ~numbers
        self._note(cell)

    def use(self, found: Finding) -> list[int]:
        """Do what a technique has found; return the cells that changed."""
        changed = [] if found.place is None else self.place(*found.place)
        for cell, numbers in found.drop:
            self.drop(cell, numbers)
            changed.append(cell)
        return changed

    def units_for(self, rung: str) -> Iterator[int]:
        """Yield the units, in order, that changed since a rung found nothing there; asking for the next says so of the last."""
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


def each(members: int) -> Iterator[int]:
    """Yield the members of a set from the least, from 0."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def numbers_of(candidates: int) -> tuple[int, ...]:
    """List the numbers of a set."""
    return tuple(bit + 1 for bit in each(candidates))


def dropped(state: State, cells: Iterator[int] | list[int], numbers: int) -> tuple[tuple[int, int], ...]:
    """List the candidates among some numbers that cells without a number would lose."""
    return tuple((p, state.open[p] & numbers) for p in cells if not state.number[p] and state.open[p] & numbers)
