"""The order of the windows, and what happens at each."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from hashicnf.backends.pysat import PysatSession
from hashicnf.constraints import Connected, Formula
from hashicnf.logic import Bools, Ints, Sat, Unsat
from hashicnf.passes.connectivity._static_cuts import static_cuts
from hashicnf.pipeline.stats import Stats
from hashicnf.pipeline.sweep._excerpt import Excerpt
from hashicnf.pipeline.sweep._joints import Joints, Valuation
from hashicnf.pipeline.sweep._tiles import Index, lay, tiles_of_variables

CORE: Final = 6
HALO: Final = 2
STATIC_CUTS: Final = 2
MARGIN: Final = 4
PATIENCE: Final = 5
CONFLICTS: Final = 1000
VARIABLES_PER_CONFLICT: Final = 4
MOST_TILES: Final = 1500

OpenWindow: TypeAlias = Callable[[], PysatSession]


def sweep(
    formula: Formula, batch: Connected, open_window: OpenWindow, stats: Stats, deadline: float | None
) -> Bools | None:
    """Return a model of the formula that joins all nodes of ``batch``, bool[v + 1], or None if some window resists.

    ``open_window`` makes a solver; ``deadline`` is a time of ``time.monotonic``.
    """
    board = _Board(formula, batch, stats)
    tiles = board.tiles
    for top in range(0, tiles.rows, CORE):
        for left in range(0, tiles.columns, CORE):
            board.open_core(top, left)
            with open_window() as session:
                if not _Window(board, session, deadline).solve(top, left):
                    return None
    return board.now.model


class _Board:
    """What is known of the whole board between two windows; ``last`` bool[v + 1] has the values of forgotten variables too."""

    def __init__(self, formula: Formula, batch: Connected, stats: Stats) -> None:
        """Lay the tiles and index everything by them."""
        self.stats, self.tiles = stats, lay(batch)
        names = np.abs(batch.lits)
        home = np.full(formula.variables.count + 1, -1, dtype=np.int32)
        home[names] = self.tiles.of_node[batch.ends[:, 0]]
        blocks = (*formula.blocks, *static_cuts(batch, STATIC_CUTS))
        self.home = tiles_of_variables([block.lits for block in blocks if block.lits.size], home)
        self.variables = Index(np.arange(1, len(home), dtype=np.int32), self.home[1:], self.tiles)
        self.excerpt = Excerpt(blocks, self.home, self.tiles)
        self.now = Valuation(*np.zeros((2, len(home)), dtype=np.bool_))
        self.last = np.zeros(len(home), dtype=np.bool_)
        self.done = np.zeros(self.tiles.rows * self.tiles.columns, dtype=np.bool_)
        self._row, self._column = np.divmod(self.home[names], self.tiles.columns)
        self._whole = self._band = Joints.of(batch)
        self._rows = range(0)

    def open_core(self, top: int, left: int) -> None:
        """Count the tiles of a core among those whose decisions are kept."""
        self.done[self.tiles.rectangle(top, top + CORE, left, left + CORE)] = True

    def joints(self, window: Ints) -> Joints:
        """Contract all but the surroundings of a window: first to a band of rows, which serves many windows, then to columns."""
        row, column = np.divmod(window, self.tiles.columns)
        if row.min() not in self._rows or row.max() + 1 not in self._rows:
            self._rows = range(int(row.min()) - MARGIN, int(row.max()) + MARGIN)
            near = (self._row >= self._rows[0]) & (self._row <= self._rows[-1])
            self._band = self._whole.narrowed(near, self.now)
        columns = self._column[self._band.edges]
        return self._band.narrowed((columns >= column.min() - MARGIN) & (columns <= column.max() + MARGIN), self.now)


class _Window:
    """A window while it is solved: its tiles, and the solver that holds its clauses."""

    def __init__(self, board: _Board, session: PysatSession, deadline: float | None) -> None:
        """Start without tiles."""
        self._board, self._session, self._deadline = board, session, deadline
        self._tiles = np.zeros(0, dtype=np.int32)
        self._growths = 0

    def solve(self, top: int, left: int) -> bool:
        """Decide the tiles of a core and whatever has to be decided anew around it; False if that is too much."""
        tiles = self._board.tiles
        more = tiles.rectangle(top, top + CORE + HALO, left - HALO, left + CORE + HALO)
        center = (top + CORE // 2) * tiles.columns + left + CORE // 2
        try:
            while len(more) and len(self._tiles) + len(more) <= max(MOST_TILES, CORE * CORE):
                if self._deadline is not None and time.monotonic() > self._deadline:
                    break
                self._grow(more)
                blamed = self._search()
                if blamed is None:
                    return True
                more = self._farther(blamed, center)
        finally:
            self._board.excerpt.clear()
        return False

    def _grow(self, more: Ints) -> None:
        """Forget what is decided in some tiles, but as a suggestion, and take their clauses."""
        board = self._board
        self._tiles = np.union1d(self._tiles, more)
        with board.stats.phase("load"):
            board.now.forget(board.variables.within(more))
            local = len(board.excerpt.names)
            self._session.add(board.excerpt.take(more))
            new = board.excerpt.names[local:]
            names = np.arange(local, local + len(new), dtype=np.int32)
            self._session.prefer(np.where(board.last[new], names, -names))
        with board.stats.phase("refine"):
            self._joints = board.joints(self._tiles)

    def _search(self) -> Ints | None:
        """Solve the window; return the variables to blame if that fails, none of them if it is too hard, None if it is solved."""
        board, stats = self._board, self._board.stats
        now, excerpt = board.now, board.excerpt
        budget = CONFLICTS + len(excerpt.names) // VARIABLES_PER_CONFLICT
        while True:
            names = excerpt.names
            decided = now.decided[names]
            assumed = np.flatnonzero(decided)
            with stats.phase("search"):
                verdict = self._session.assume(np.where(now.model[names[assumed]], assumed, -assumed), budget)
            stats.windows += 1
            if not isinstance(verdict, Sat):
                return (
                    names[np.abs(verdict.core)]
                    if isinstance(verdict, Unsat) and verdict.core is not None
                    else names[:0]
                )
            free = np.flatnonzero(~decided)[1:]
            now.decide(names[free], verdict.model[free])
            board.last[names[free]] = verdict.model[free]
            with stats.phase("refine"):
                closed = self._joints.closed(now)
            now.forget(names[free] if closed else names[free][~board.done[board.home[names[free]]]])
            if not closed:
                return None
            with stats.phase("load"):
                self._session.add([excerpt.write(lits) for lits in closed])

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
