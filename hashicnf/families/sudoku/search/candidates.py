"""Branch where the fewest candidates are left: on the numbers of a cell, or on the places of a number in a unit.

A state is closed under *singles*: a cell with one candidate is filled, and so is the last place for a number in a unit. Then the
search branches where there are fewest choices: among the numbers of a cell, or else among the places of a number in a unit. A cell
without a number, or a number without a place, is a dead end. The choice depends on the state alone, so the space is a tree. The
cost of a solution is the number of empty cells, whatever the path, so A* goes straight down and backtracks only from dead ends.

For each number a state has the set of cells that hold it and the set of cells that still may: two integers with a bit per cell.
Cells with exactly one candidate, or two, are found for all cells at once by bitwise counting.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic, Searchable, Tried
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.constraints import PLACE
from hashicnf.families.sudoku.search.grid import Rules, each, lowest
from hashicnf.trace.steps import Conflict, Forced, Step

FEWEST: Final = 2  # the smallest number of choices, as states have no singles
Action: TypeAlias = tuple[int, int]
Reason: TypeAlias = tuple[str, str, int]


class Marks(NamedTuple):
    """A state: by number minus 1, the cells that hold the number, and the empty cells that still may, as bit masks."""

    placed: tuple[int, ...]
    open: tuple[int, ...]


class Placing(NamedTuple):
    """A number to be placed in a cell, and the constraint that forces it (rule, kind, source), None for a choice."""

    cell: int
    number: int
    reason: Reason | None = None


class Failed(Exception):
    """Raised at a dead end, with the conflict that explains it."""

    def __init__(self, conflict: Conflict) -> None:
        """Keep the conflict."""
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
        """Return the givens with all singles; no state if they lead to a dead end."""
        return () if self._start is None else (self._start,)

    def successors(self, state: Marks) -> Iterator[tuple[Action, Marks, float]]:
        """Yield a child for each choice that is no dead end; its cost is the number of cells that become filled."""
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
        """Return the cells that hold each number, which identify a state."""
        return state.placed

    def empty(self, state: Marks) -> int:
        """Return the number of empty cells."""
        return self.rules.count - sum(cells.bit_count() for cells in state.placed)

    def begin(self) -> tuple[Step, ...]:
        """Return the steps of the givens and their singles, and the conflict if they lead to a dead end."""
        return tuple(self._settled)

    def narrate(self, state: Marks) -> Iterator[Tried[Action, Marks]]:
        """Yield each choice with the steps of the singles that follow, and the conflict if it is a dead end."""
        for branch, (p, k) in enumerate(self.choices(state), 1):
            steps: list[Step] = [self.rules.decision(p, k, branch)]
            try:
                child = self.closed(state, [Placing(p, k)], steps)
            except Failed as failed:
                yield (p, k), None, 0, (*steps, failed.conflict)
            else:
                yield (p, k), child, self.empty(state) - self.empty(child), tuple(steps)

    def closed(self, state: Marks, placings: list[Placing], steps: list[Step] | None = None) -> Marks:
        """Return a state with numbers and all singles placed; append those with a reason to ``steps``. Raises Failed."""
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
                if steps is not None and reason is not None:
                    steps.append(Forced(self.rules.literal(p, k), *reason))
            open_ = [cells & empty for cells in open_]
            placings = self._singles(placed, open_)
        return Marks(tuple(placed), tuple(open_))

    def _clash(self, placing: Placing, placed: list[int]) -> Conflict:
        """Return the conflict of a number that cannot be placed: for a given or choice the unit that holds it, else its reason."""
        p, k, reason = placing
        numbers = [next((j for j, cells in enumerate(placed, 1) if cells >> q & 1), 0) for q in range(self.rules.count)]
        clash = self.rules.clash(p, k, numbers)
        if clash is not None and (reason is None or reason[0] == "given"):
            return clash
        return Conflict(*(reason or ("cell", "cell", p)))

    def _singles(self, placed: list[int], open_: list[int]) -> list[Placing]:
        """Return the cells with one candidate; if there are none, numbers with one place in a unit. Raises Failed."""
        once = twice = filled = 0
        for held, cells in zip(placed, open_, strict=True):
            twice |= once & cells
            once |= cells
            filled |= held
        if dead := self._every & ~once & ~filled:
            raise Failed(Conflict("cell", "cell", lowest(dead)))
        found = list[Placing]()
        for k, cells in enumerate(open_, 1):
            found += [Placing(p, k, ("cell", "cell", p)) for p in each(cells & once & ~twice)]
        return found or self._last_places(placed, open_)

    def _last_places(self, placed: list[int], open_: list[int]) -> list[Placing]:
        """Return the numbers with one place in a unit. Raises Failed for one that is neither placed nor has a place."""
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
                found.append(Placing(lowest(places), k + 1, reason))
        return found

    def choices(self, state: Marks) -> list[Action]:
        """Return the smallest set of choices: the numbers of the first such cell, or the places of a number in a unit."""
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
                    least, best = (cells & members).bit_count(), [(p, k) for p in each(cells & members)]
                    if least == FEWEST:
                        return best
        return best

    def grid(self, state: Marks) -> Grid:
        """Return the grid of a state."""
        numbers = [0] * self.rules.count
        for k, cells in enumerate(state.placed, 1):
            for p in each(cells):
                numbers[p] = k
        return self.rules.grid(numbers)


def searchable(board: Board) -> Searchable[Marks]:
    """Return the space of a board; its heuristic, the number of empty cells, is the exact cost of a solution."""
    space = Candidates(board)
    known = (Heuristic("empty", space.empty, admissible=True, consistent=True, title="empty cells"), ZERO)
    return Searchable(
        space,
        {h.name: h for h in known},
        lambda state, _: space.grid(state),
        title="grids closed under singles; branches on the cell with the fewest candidates",
        constructive=True,
    )
