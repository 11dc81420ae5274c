"""The order of the windows, and what happens at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Cardinality, Clauses, Connected, Formula
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.windows.probing import probe
from hashicnf.windows.state import Board, Problem
from hashicnf.windows.tiles import Tiles, lay

CORE: Final = 4
PATIENCE: Final = 5
ROUNDS: Final = 2_000
PORTION: Final = 1_000
SOLVER: Final = "minisat22"  # counts conflicts and names the assumptions to blame; the fastest on windows


class Plan(NamedTuple):
    """A way to cut a board into windows: the scale of tiles, the tiles around a core, and when a window is given up."""

    scale: float
    halo: int
    conflicts: int
    most_tiles: int


FEW_OPEN: Final = 1.2  # variables of a node: then large windows are easy, and seldom have to grow
LARGE: Final = Plan(1.0, 4, 20_000, 4000)
SMALL: Final = Plan(0.625, 2, 5_000, 1500)
WHERE_FEW_ARE_OPEN: Final = (LARGE, SMALL)
WHERE_MANY_ARE_OPEN: Final = (SMALL, SMALL._replace(scale=0.3), SMALL._replace(scale=1.25))


def sweep(
    formula: Formula,
    batch: Connected,
    counted: tuple[Cardinality, ...],
    stats: Stats,
    deadline: Deadline = NEVER,
) -> Bools | None:
    """Return a model of the formula that joins all nodes of ``batch``, bool[v + 1], or None if some window resists.

    ``counted`` are sums that the formula demands.
    """
    problem = Problem.of(formula, batch, counted)
    tiles = lay(batch)
    with stats.phase("probe"):
        value = probe(problem.blocks, problem.homes(tiles), tiles, SOLVER, deadline)
    if value is None:
        return None
    undecided = int(np.count_nonzero(value[1:] == 0))
    for plan in WHERE_FEW_ARE_OPEN if undecided <= FEW_OPEN * batch.nodes else WHERE_MANY_ARE_OPEN:
        if deadline.is_past():
            break
        board = Board.laid(problem, value, lay(batch, undecided, plan.scale))
        if any(_sweep(board, plan, stats, deadline, turned=turned) for turned in (False, True)):
            return board.now.model[: len(value)]
    return None


def _sweep(board: Board, plan: Plan, stats: Stats, deadline: Deadline, *, turned: bool) -> bool:
    """Solve window by window, from the last one if ``turned``; False as soon as one resists."""
    board.restart()
    for core, window, center in _windows(board.tiles, plan.halo, turned=turned):
        board.done[core] = True
        with PysatSession(SOLVER, 0) as session:
            if not _Window(board, plan, session, stats).solve(window, center, deadline):
                return False
    return True


def _windows(tiles: Tiles, halo: int, *, turned: bool) -> Iterator[tuple[Ints, Ints, int]]:
    """Yield core, window and center, row by row; ``turned`` by half a turn."""
    for top in range(0, tiles.rows, CORE):
        for left in range(0, tiles.columns, CORE):
            core = tiles.rectangle(top, top + CORE, left, left + CORE)
            window = tiles.rectangle(top, top + CORE + halo, left - halo, left + CORE + halo)
            center = (top + CORE // 2) * tiles.columns + left + CORE // 2
            yield (
                (tiles.count - 1 - core, tiles.count - 1 - window, tiles.count - 1 - center)
                if turned
                else (core, window, center)
            )


class _Window:
    """A window while it is solved: its tiles, and the solver that holds its clauses."""

    def __init__(self, board: Board, plan: Plan, session: PysatSession, stats: Stats) -> None:
        """Start without tiles."""
        self._tiles = np.zeros(0, dtype=np.int32)
        self._board, self._plan, self._session, self._stats = board, plan, session, stats
        self._growths = self._rounds = 0

    def solve(self, more: Ints, center: int, deadline: Deadline) -> bool:
        """Decide some tiles and whatever has to be decided anew around them; False if that is too much."""
        try:
            while self._may_grow(more) and not deadline.is_past():
                self._grow(more)
                blamed = self._search(deadline)
                if blamed is None:
                    return True
                more = self._farther(blamed, center)
        finally:
            self._board.excerpt.clear()
        return False

    def _may_grow(self, more: Ints) -> bool:
        """Tell whether there is something to grow by and the window is not given up; the first tiles are always taken."""
        fits = not len(self._tiles) or len(self._tiles) + len(more) <= self._plan.most_tiles
        return len(more) > 0 and fits and self._rounds < ROUNDS

    def _grow(self, more: Ints) -> None:
        """Forget what is decided in some tiles, but as a suggestion, and take their clauses."""
        board = self._board
        self._tiles = np.union1d(self._tiles, more)
        with self._stats.phase("load"):
            board.now.forget(board.variables.within(more))
            local = len(board.excerpt.names)
            self._session.add(board.excerpt.take(more))
            new = board.excerpt.names[local:]
            names = np.arange(local, local + len(new), dtype=np.int32)
            self._session.prefer(np.where(board.last[new], names, -names))
        self._here = board.excerpt.spare(int(board.rules.tree))
        with self._stats.phase("refine"):
            self._near = board.near(self._tiles)

    def _search(self, deadline: Deadline) -> Ints | None:
        """Solve the window; return the variables to blame if that fails, none of them if it is too hard, None if it is solved."""
        board, stats, excerpt, now = self._board, self._stats, self._board.excerpt, self._board.now
        while not deadline.is_past() and self._rounds < ROUNDS:
            self._rounds += 1
            names = excerpt.names
            decided = now.decided[names]
            assumed = np.flatnonzero(decided)
            values = np.where(now.model[names[assumed]], assumed, -assumed)
            verdict = self._decide(np.append(values, self._here), deadline)
            stats.windows += 1
            if not isinstance(verdict, Sat):
                core = verdict.core if isinstance(verdict, Unsat) else None
                blamed = names[:0] if core is None else names[np.abs(core)]
                return blamed[blamed > 0]
            free = np.flatnonzero(~decided & (names > 0))
            now.decide(names[free], verdict.model[free])
            board.last[names[free]] = verdict.model[free]
            with stats.phase("refine"):
                missed = self._missed()
            now.forget(names[free] if missed else names[free][~board.done[board.home[names[free]]]])
            if not missed:
                return None
            with stats.phase("load"):
                self._session.add(missed)
        return excerpt.names[:0]

    def _decide(self, assumptions: Ints, deadline: Deadline) -> Verdict:
        """Give the solver its conflicts in portions, so that the deadline is kept."""
        with self._stats.phase("search"):
            for _ in range(0, self._plan.conflicts, PORTION):
                verdict = self._session.assume(assumptions, PORTION)
                if not isinstance(verdict, Unknown) or deadline.is_past():
                    break
        return verdict

    def _missed(self) -> list[Clauses]:
        """Write clauses against what the window must not do to its surroundings: close a part off, or leave a sum odd.

        A circle may run through what is decided beyond, so it is forbidden for as long as the window does not grow.
        """
        board = self._board
        missed = [board.excerpt.write(lits) for lits in self._near.joints.closed(board.now)]
        if board.rules.tree:
            missed += [
                board.excerpt.write_while(self._here, -lits[None, :]) for lits in self._near.joints.circles(board.now)
            ]
        for names, odd in self._near.parities.broken(board.now):
            missed += board.excerpt.equation(names, odd=odd)
        return missed

    def _farther(self, blamed: Ints, center: int) -> Ints:
        """Choose the tiles to grow by: those nearest among the ones to blame, and after some time those around them too."""
        tiles = self._board.tiles
        self._growths += 1
        if not len(blamed):
            return np.setdiff1d(tiles.around(self._tiles), self._tiles)
        guilty = np.unique(self._board.home[blamed])
        distance = tiles.distance(guilty, center)
        guilty = guilty[distance == distance.min()]
        return np.setdiff1d(tiles.around(guilty), self._tiles) if self._growths > PATIENCE else guilty
