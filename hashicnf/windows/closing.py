"""Close gaps by large windows, in which connectivity is encoded.

Small windows corrected by cuts (``patching``) close most gaps quickly, but not the last ones: where no edge can be spared, or there
are few solutions, this takes a window of hundreds of nodes, whose cycles cuts constrain too little. With the rest of the graph
contracted (``links``), connectivity of a window is small enough to be encoded.

Sums fix the number of edges, so a gap can be closed only by a literal that can be spared: an edge on a cycle, or a literal that is
counted but joins nothing. A window lies around a gap and the nearest of these. While it has no model it grows, every second window
on all sides, the others along the core, which often consists of a few literals on one side. If the gap and the literals to spare
are too far apart, and in every second window also if they are not, the gap may move instead: it is closed, but another may open,
nearer to the literals to spare. A window that has just as many as this uses up must become a tree, which the encoding then
demands: of the 93 gaps that a crowded tree of 5,000 islands otherwise has left after 45 s, 85 are closed in that time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.backends.abilities import FIRM
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.passes.connectivity.contraction import demanded, none_inside
from hashicnf.records import record
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.links import demand, one_more
from hashicnf.windows.state import State
from hashicnf.windows.subformula import numbers_of, renamed, window_clauses


@record
class Way:
    """The way of a gap: from a ``tile`` with an edge that closes it to the ``target``, the nearest tile with a literal to spare.

    ``spare`` int32[k] are the tiles with literals to spare. It is empty if there are none, or if their number is not known; then
    ``target`` is ``tile``. ``moves`` is the distance of the two in king's moves.
    """

    tile: int
    target: int
    moves: int
    spare: Ints


class Closing:
    """An assignment to all variables of a state, whose gaps are closed in place by large windows."""

    def __init__(self, state: State, calls: Calls, random: Random) -> None:
        """Start with the assignment of the state."""
        self._state, self._batch, self._settings = state, state.demands.inner, state.settings.closing
        self._calls, self._random = calls, random
        # With either encoding repair alone closes as many gaps, within a fifth; with link-elimination it closes a third as many.
        self._encoding = ConnectivityChoice("vertex-elimination" if self._batch.embedding is None else "planar")
        self._vain = 0  # windows since a gap was closed
        self._more = None if state.demands.spare() is None else state.demands.surplus()

    def mend(self, gaps: Gaps, gap: int, edges: Ints) -> None:
        """Try to close a gap, which some of the ``edges`` int32[k] would close, or to move it."""
        way = self._way(gaps, edges)
        if way.moves <= self._settings.reach:
            self._close(gaps, gap, way)
            return
        for window in self._windows_around(way.tile):
            if self._solve(window, gaps, gap, way) is None:
                return

    def _close(self, gaps: Gaps, gap: int, way: Way) -> None:
        """Close a gap by a window around its way, which grows while it has no model; unless the window insists, a gap may move.

        The first window is solved however large it is.
        """
        settings, tiles, lots = self._settings, self._state.tiles, self._random
        center = tiles.between(way.tile, way.target)
        window = tiles.around(np.array([center], dtype=np.int32), (way.moves + 1) // 2 + settings.rim)
        insists, is_even = lots.random() < settings.insistence, lots.random() < settings.even
        most = max(len(window), settings.tiles * (1 + self._vain // settings.windows))
        smaller = 0
        while smaller < len(window) <= most:
            core = self._solve(window, gaps, gap)
            if core is None or not (insists or self._solve(window, gaps, gap, way) is not None):
                return
            smaller, ahead = len(window), core[:0] if is_even else core
            window = self._state.grown(window, ahead, center, settings.step if len(ahead) else settings.ring)

    def _windows_around(self, tile: int) -> Iterator[Ints]:
        """Yield windows that hold a tile somewhere, each larger than the one before."""
        tiles = self._state.tiles
        for moves in self._settings.moves:
            center = self._random.choice(tiles.around(np.array([tile], dtype=np.int32), moves).tolist())
            yield tiles.around(np.array([center], dtype=np.int32), moves)

    def _way(self, gaps: Gaps, edges: Ints) -> Way:
        """Choose the way of a gap, most times the shortest; a way of no moves if the sums do not fix the number of edges."""
        tiles, places = self._state.tiles, np.unique(self._state.tile_of[np.abs(self._batch.lits[edges])])
        tile = self._random.choice(places.tolist())
        if self._more is None:
            return Way(tile, tile, 0, places[:0])
        more = self._more[self._state.assignment.model[self._more]]
        found = np.unique(self._state.tile_of[np.append(np.abs(self._batch.lits[gaps.cyclic]), more)])
        if not len(found):
            return Way(tile, tile, 0, found)
        if self._random.random() < self._settings.shortest:
            moves = tiles.distance(places[:, None], found).min(axis=1)
            tile = self._random.choice(places[moves == moves.min()].tolist())
        target = self._random.choice(tiles.nearest(found, tile).tolist())
        return Way(tile, target, int(tiles.distance(np.array([target]), tile)[0]), found)

    def _solve(self, window: Ints, gaps: Gaps, gap: int, way: Way | None = None) -> Ints | None:
        """Solve a window anew, and keep its model if there is one; with a ``way`` the gap may move.

        Return the variables of the core if the window is refuted, otherwise None.
        """
        state, calls, assignment = self._state, self._calls, self._state.assignment
        with state.opened(window):
            with calls.stats.phase("load"):
                blocks = calls.take(window)
                originals = state.subformula.originals
                blocks += self._demand(gaps, gap, originals, way)
            calls.effort.spend(len(originals) // self._settings.variables_a_conflict)
            verdict = self._decided(blocks, state.held())
            self._vain += 1
            if isinstance(verdict, Sat):
                self._vain = 0 if way is None else self._vain
                changed = np.flatnonzero(~assignment.decided[originals])[1:]  # entry 0 is no variable
                assignment.model[originals[changed]] = verdict.model[changed]
        return None if not isinstance(verdict, Unsat) or verdict.core is None else originals[np.abs(verdict.core)]

    def _decided(self, blocks: list[Clauses], held: Ints) -> Verdict:
        """Decide the clauses of a window under the assumptions ``held``, int32[h].

        A random share of the windows, if they turn out to be hard, is passed to a second solver: it is slower on most windows, but
        solves more of the hard ones.
        """
        settings, calls = self._settings, self._calls
        may_be_hard = self._random.random() < settings.hard
        with counted_session(calls.stats) as session:
            with calls.stats.phase("load"):
                calls.give(session, blocks, self._state.assignment.model)
            portion = self._state.settings.portion
            verdict = calls.decide(session, held, settings.easy if may_be_hard else settings.conflicts, portion)
        if may_be_hard and isinstance(verdict, Unknown):
            with counted_session(calls.stats, FIRM) as session:
                with calls.stats.phase("load"):
                    session.add(blocks)
                verdict = calls.decide(session, held, settings.most, settings.portion)
        return verdict

    def _demand(self, gaps: Gaps, gap: int, originals: Ints, way: Way | None) -> list[Clauses]:
        """Encode that the free variables of a window, ``originals`` int32[1 + v], close a gap and open no other.

        With a ``way``, one other gap may open.
        """
        assignment, batch = self._state.assignment, self._batch
        blocks = list[Clauses]()
        free = ~assignment.decided[np.abs(batch.lits)]
        surplus = self._free_surplus()
        graph, group, room = self._connecting(gaps, gap, free, surplus)
        is_tree = room + (way is not None) == 0
        graph = replace(graph, acyclic=batch.acyclic or is_tree)
        number = numbers_of(originals, len(assignment.model) - 1)
        graph = replace(graph, lits=renamed(graph.lits, number))
        pool = VariablePool()
        pool.declare("window", len(originals) - 1, meaning="as in the window")
        if way is not None and len(places := batch.lits[self._places(gaps, free, way)]):
            graph, more = one_more(graph, renamed(places, number), pool)
            blocks += more
        blocks += demanded(graph, self._encoding, pool)
        if graph.acyclic:
            blocks.append(none_inside(graph, group))
        if is_tree:
            blocks.append(window_clauses(-number[surplus][:, None]))
        return blocks

    def _connecting(self, gaps: Gaps, gap: int, free: Bools, surplus: Ints) -> tuple[Connected, Ints, float]:
        """Return the demand of a window with the edges ``free``, bool[m], its groups, int32[n], and its room.

        The last gaps are often closed together, unless the room does not suffice.
        """
        settings, edges = self._settings, self._batch.lits[free]
        if len(gaps) <= settings.last and self._random.random() < settings.together:
            graph, group = demand(gaps, free, gap, self._random, together=True)
            if (room := self._room(group, edges, surplus)) >= 0:
                return graph, group, room
        graph, group = demand(gaps, free, gap, self._random)
        return graph, group, self._room(group, edges, surplus)

    def _free_surplus(self) -> Ints:
        """Return the free literals that are counted but join nothing, int32[k]."""
        return NO_LITERALS if self._more is None else self._more[~self._state.assignment.decided[self._more]]

    def _room(self, group: Ints, edges: Ints, surplus: Ints) -> float:
        """Count the true free literals beyond the number that connects all groups; infinite if the sums do not fix it."""
        if self._more is None:
            return inf
        true = np.count_nonzero(self._state.assignment.model[np.union1d(edges, surplus)])
        return int(true) - int(group.max(initial=0))

    def _places(self, gaps: Gaps, free: Bools, way: Way) -> Ints:
        """Return free edges, int32[k], at which another gap may open: they join parts of the fixed graph, and lie on the way."""
        batch, tiles = self._batch, self._state.tiles
        part = components(batch.nodes, batch.ends[gaps.chosen & ~free])[batch.ends]
        able = np.flatnonzero(free & (part[:, 0] != part[:, 1]) & gaps.uncrossed).astype(np.int32)
        self._random.shuffle(lots := [*range(len(able))])
        able = able[lots]
        if not len(way.spare) or not len(able):
            return able[: self._settings.places]
        away = tiles.distance(self._state.tile_of[np.abs(batch.lits[able])][:, None], way.spare).min(axis=1)
        is_nearer = away < way.moves
        if is_nearer.any():
            able, away = able[is_nearer], away[is_nearer]
        return able[np.argsort(away, kind="stable")[: self._settings.places]]
