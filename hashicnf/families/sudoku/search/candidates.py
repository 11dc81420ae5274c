"""Fill what has fewest candidates first: a cell with few numbers left, or a unit with few places left for a number.

A state is closed under *singles*: a cell with one candidate is filled, and so is the last place for a number in a unit. Then a
choice is made where there are fewest ways: among the numbers of a cell, else among the places of a number in a unit. A cell or a
number without a way left is a dead end. The order of choice depends on the state alone, so the space is a tree; what a solution
still costs is the number of empty cells, on every way alike, so A* goes straight down and turns back only from dead ends.

For each number a state has the set of cells that hold it and the set of those that still may: two numbers, a bit for each cell.
Cells with exactly one candidate, or two, are found for all cells at once, by counting in bits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic, Searchable, Tried
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.constraints import PLACE
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.trace.steps import Conflict, Forced, Step

FEWEST: Final = 2  # ways of a choice: there are no singles
Action: TypeAlias = tuple[int, int]
Reason: TypeAlias = tuple[str, str, int]


class Marks(NamedTuple):
    """For each number, less 1: the cells that hold it, and those that are empty and may still hold it, as sets."""

    placed: tuple[int, ...]
    open: tuple[int, ...]


class Placing(NamedTuple):
    """A number to be placed in a cell, and what forces it: rule, kind and source, None for a choice."""

    cell: int
    number: int
    reason: Reason | None = None


class Failed(Exception):
    """A dead end, with the step that says why."""

    def __init__(self, conflict: Conflict) -> None:
        """Keep the step."""
        super().__init__(conflict.rule)
        self.conflict = conflict


class Candidates:
    """The space of one board; an action is (cell, number)."""

    def __init__(self, board: Board) -> None:
        """Place the givens and close them under singles."""
        self.rules = Rules(board)
        self._every = (1 << self.rules.count) - 1
        self._settled: list[Step] = []
        n = self.rules.side
        givens = [Placing(p, k, ("given", "cell", p)) for p, k in enumerate(self.rules.givens) if k]
        self._start: Marks | None = None
        try:
            self._start = self.closed(Marks((0,) * n, (self._every,) * n), givens, self._settled)
        except Failed as failed:
            self._settled.append(failed.conflict)

    def initial(self) -> tuple[Marks, ...]:
        """Return the givens with all singles; nothing if they leave a dead end."""
        return () if self._start is None else (self._start,)

    def successors(self, state: Marks) -> Iterator[tuple[Action, Marks, float]]:
        """Try each way of the choice with fewest; the cost is the number of cells that it fills."""
        before = self.empty(state)
        for p, k in self.choices(state):
            try:
                child = self.closed(state, [Placing(p, k)])
            except Failed:
                continue
            yield (p, k), child, before - self.empty(child)

    def is_goal(self, state: Marks) -> bool:
        """Return whether every cell is filled."""
        return not self.empty(state)

    def key(self, state: Marks) -> Hashable:
        """Name a state by the cells that hold each number."""
        return state.placed

    def empty(self, state: Marks) -> int:
        """Count the empty cells."""
        return self.rules.count - sum(cells.bit_count() for cells in state.placed)

    def begin(self) -> tuple[Step, ...]:
        """Yield the givens and their singles."""
        return tuple(self._settled)

    def narrate(self, state: Marks) -> Iterator[Tried[Action, Marks]]:
        """Yield each way of the choice, with the singles that follow, and the dead end if it is one."""
        for branch, (p, k) in enumerate(self.choices(state), 1):
            steps: list[Step] = [self.rules.decision(p, k, branch)]
            try:
                child = self.closed(state, [Placing(p, k)], steps)
            except Failed as failed:
                yield (p, k), None, 0, (*steps, failed.conflict)
            else:
                yield (p, k), child, self.empty(state) - self.empty(child), tuple(steps)

    def closed(self, state: Marks, placings: list[Placing], told: list[Step] | None = None) -> Marks:
        """Place numbers, then singles as long as there are any; add those with a reason to ``told``. Raises Failed."""
        placed, open_ = list(state.placed), list(state.open)
        while placings:
            empty = self._every
            for placing in placings:
                p, k, reason = placing
                if placed[k - 1] >> p & 1:
                    continue  # two units agree
                if not (open_[k - 1] & empty) >> p & 1:
                    raise Failed(self._clash(placing, placed))
                empty &= ~(1 << p)
                open_[k - 1] &= ~self.rules.peers[p]
                placed[k - 1] |= 1 << p
                if told is not None and reason is not None:
                    told.append(Forced(self.rules.literal(p, k), *reason))
            open_ = [cells & empty for cells in open_]
            placings = self._singles(placed, open_)
        return Marks(tuple(placed), tuple(open_))

    def _clash(self, placing: Placing, placed: list[int]) -> Conflict:
        """Return the conflict of a number that cannot be placed: its own reason, or of a given the unit that holds it twice."""
        p, k, reason = placing
        numbers = [next((j for j, cells in enumerate(placed, 1) if cells >> q & 1), 0) for q in range(self.rules.count)]
        clash = self.rules.clash(p, k, numbers)
        if clash is not None and (reason is None or reason[0] == "given"):
            return clash
        return Conflict(*(reason or ("cell", "cell", p)))

    def _singles(self, placed: list[int], open_: list[int]) -> list[Placing]:
        """Find cells with one candidate; only if there are none, numbers with one place in a unit. Raises Failed."""
        once = twice = filled = 0
        for held, cells in zip(placed, open_, strict=True):
            twice |= once & cells
            once |= cells
            filled |= held
        if dead := self._every & ~once & ~filled:
            raise Failed(Conflict("cell", "cell", _lowest(dead)))
        found = []
        for k, cells in enumerate(open_, 1):
            single = cells & once & ~twice
            while single:
                p = _lowest(single)
                single &= single - 1
                found.append(Placing(p, k, ("cell", "cell", p)))
        return found or self._last_places(placed, open_)

    def _last_places(self, placed: list[int], open_: list[int]) -> list[Placing]:
        """Find numbers with one place in a unit. Raises Failed for one that is not placed and has none."""
        found = []
        for k, (held, cells) in enumerate(zip(placed, open_, strict=True)):
            if held.bit_count() == self.rules.side:
                continue
            for unit, members in enumerate(self.rules.sets):
                places = cells & members
                if places & (places - 1) or (not places and held & members):
                    continue
                kind, which = self.rules.kinds[unit]
                reason = kind + PLACE, kind, which * self.rules.side + k
                if not places:
                    raise Failed(Conflict(*reason))
                found.append(Placing(_lowest(places), k + 1, reason))
        return found

    def choices(self, state: Marks) -> list[Action]:
        """Return the ways of the choice with fewest: numbers of the first such cell, or places of a number in a unit."""
        open_ = state.open
        least, best = self.rules.side + 1, list[Action]()
        for p in range(self.rules.count):
            numbers = [(p, k) for k, cells in enumerate(open_, 1) if cells >> p & 1]
            if 0 < len(numbers) < least:
                least, best = len(numbers), numbers
                if least == FEWEST:
                    return best
        for k, cells in enumerate(open_, 1):
            for members in self.rules.sets:
                if 0 < (cells & members).bit_count() < least:
                    least, best = (cells & members).bit_count(), [(p, k) for p in _each(cells & members)]
                    if least == FEWEST:
                        return best
        return best

    def grid(self, state: Marks) -> Grid:
        """Make the grid of a state."""
        numbers = [0] * self.rules.count
        for k, cells in enumerate(state.placed, 1):
            for p in _each(cells):
                numbers[p] = k
        return self.rules.grid(numbers)


def _lowest(cells: int) -> int:
    """Return the first cell of a set."""
    return (cells & -cells).bit_length() - 1


def _each(cells: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while cells:
        yield _lowest(cells)
        cells &= cells - 1


def searchable(board: Board) -> Searchable[Marks]:
    """Offer the space; the number of empty cells is exactly what a solution still costs."""
    space = Candidates(board)
    known = (Heuristic("empty", space.empty, admissible=True, consistent=True, title="empty cells"), ZERO)
    return Searchable(
        space,
        {h.name: h for h in known},
        lambda state, _: space.grid(state),
        title="grids closed under singles; branches on the cell with the fewest candidates",
        constructive=True,
    )
