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
LARGE_TILES: Final = 1000
MOST_TILES: Final = 4000

OpenWindow: TypeAlias = Callable[[bool], PysatSession]


def sweep(
    formula: Formula, batch: Connected, open_window: OpenWindow, stats: Stats, deadline: float | None
) -> Bools | None:
    """Return a model of the formula that joins all nodes of ``batch``, bool[v + 1], or None if some window resists.

    ``open_window`` makes a solver, for a small or a large window; ``deadline`` is a time of ``time.monotonic``.
    """
    board = _Board(formula, batch, stats)
    tiles = board.tiles
    for top in range(0, tiles.rows, CORE):
        for left in range(0, tiles.columns, CORE):
            tried = board.open_core(top, left)
            for large in (False, True):
                with open_window(large) as session:
                    window = _Window(board, session, large=large)
                    if window.solve(tried, (top + CORE // 2) * tiles.columns + left + CORE // 2, deadline):
                        break
                tried = tiles.around(window.tiles)
            else:
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

    def open_core(self, top: int, left: int) -> Ints:
        """Count the tiles of a core among those whose decisions are kept, and return its window."""
        self.done[self.tiles.rectangle(top, top + CORE, left, left + CORE)] = True
        return self.tiles.rectangle(top, top + CORE + HALO, left - HALO, left + CORE + HALO)

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

    def __init__(self, board: _Board, session: PysatSession, *, large: bool) -> None:
        """Start without tiles; a ``large`` window is given all the time it takes, and grows in all directions."""
        self.tiles = np.zeros(0, dtype=np.int32)
        self._board, self._session, self._large = board, session, large
        self._growths = 0

    def solve(self, more: Ints, center: int, deadline: float | None) -> bool:
        """Decide some tiles and whatever has to be decided anew around them; False if that is too much."""
        most = MOST_TILES if self._large else LARGE_TILES
        try:
            while len(more) and (len(self.tiles) + len(more) <= most or not len(self.tiles)):
                if deadline is not None and time.monotonic() > deadline:
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
        self.tiles = np.union1d(self.tiles, more)
        with board.stats.phase("load"):
            board.now.forget(board.variables.within(more))
            local = len(board.excerpt.names)
            self._session.add(board.excerpt.take(more))
            new = board.excerpt.names[local:]
            names = np.arange(local, local + len(new), dtype=np.int32)
            self._session.prefer(np.where(board.last[new], names, -names))
        with board.stats.phase("refine"):
            self._joints = board.joints(self.tiles)

    def _search(self) -> Ints | None:
        """Solve the window; return the variables to blame if that fails, none of them if it is too hard, None if it is solved."""
        board, stats = self._board, self._board.stats
        now, excerpt = board.now, board.excerpt
        budget = None if self._large else CONFLICTS + len(excerpt.names) // VARIABLES_PER_CONFLICT
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
        if self._large or not len(blamed):
            return np.setdiff1d(tiles.around(self.tiles), self.tiles)
        guilty = np.unique(self._board.home[blamed])
        distance = tiles.distance(guilty, center)
        guilty = guilty[distance == distance.min()]
        return np.setdiff1d(tiles.around(guilty), self.tiles) if self._growths > PATIENCE else guilty
