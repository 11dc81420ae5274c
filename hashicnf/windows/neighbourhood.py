"""The view of a window for local search: its edges, in a graph in which the fixed edges are contracted, and their places."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

import numpy as np

from hashicnf.arrays.blocking import pieces
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints, truth
from hashicnf.records import record
from hashicnf.windows.gaps import Gaps, contracted
from hashicnf.windows.state import State
from hashicnf.windows.subformula import numbers_of, renamed
from hashicnf.windows.tiles import Tiles


@record
class Neighbourhood:
    """A window, over the variables of a session.

    ``graph`` contains the edges that may change; its nodes are the components of the fixed edges. From those in ``exits``, bool[n],
    edges that are fixed here, but not in all solutions, could lead elsewhere. ``places`` int32[p] are the tiles with edges, and
    ``place`` int32[m] is the index in them of each edge's tile; ``tile_of`` int32[1 + v] is the tile of each variable. Those in
    ``free``, int32[k], may change.
    """

    graph: Connected
    exits: Bools
    places: Ints
    place: Ints
    tile_of: Ints
    free: Ints
    tiles: Tiles

    @classmethod
    def of(cls, state: State, graph: Connected) -> Self:
        """Read the window that is open in a state, and whose clauses the subformula contains."""
        decided, chosen = state.assignment.decided, truth(state.assignment.model, graph.lits)
        originals = state.subformula.originals
        number = numbers_of(originals, len(state.tile_of) - 1)
        edges = np.flatnonzero(~decided[np.abs(graph.lits)]).astype(np.int32)
        part, parts, ends = contracted(graph, chosen, edges)
        elsewhere = state.is_open(graph.lits) & ~chosen
        elsewhere[edges] = False
        leaving = part[graph.ends[elsewhere]]
        places, place = np.unique(state.tile_of[np.abs(graph.lits[edges])], return_inverse=True)
        lits = renamed(graph.lits[edges], number)
        return cls(
            replace(graph, nodes=len(parts), ends=ends, lits=lits, embedding=None, degrees=None, known=None),
            np.isin(parts, leaving[leaving[:, 0] != leaving[:, 1]]),
            places,
            place.astype(np.int32),
            state.tile_of[originals],
            np.flatnonzero(~decided[originals])[1:].astype(np.int32),
            state.tiles,
        )

    def gaps(self, values: Bools) -> Gaps:
        """Find the gaps of some values, bool[1 + v]."""
        return Gaps(self.graph, truth(values, self.graph.lits))

    def rank(self, gaps: Gaps) -> tuple[int, int]:
        """Count the gaps, and sum up the distances, in king's moves of tiles, from their components to the nearest cycles."""
        far, cyclic = self.tiles.count, self.places[np.unique(self.place[gaps.cyclic])]
        away = np.empty(len(self.places), dtype=np.int32)
        for some in pieces(len(away), len(cyclic)):
            away[some] = self.tiles.distance(self.places[some, None], cyclic).min(axis=1, initial=far)
        return len(gaps), int(gaps.least(away.take(self.place), far).sum())

    def closable(self, gaps: Gaps) -> list[int]:
        """List the gaps to close here: cycles and components without exits; all gaps if every component has exits."""
        leads_on = np.zeros(len(gaps.apart) + 1, dtype=np.bool_)
        leads_on[gaps.label[self.exits]] = True
        inside = [gap for gap in range(gaps.cycles, len(gaps)) if not leads_on[gaps.apart[gap - gaps.cycles]]]
        return [*range(gaps.cycles), *inside] if inside else [*range(len(gaps))]

    def around(self, tile: int, moves: int) -> Ints:
        """Return the variables that may change within so many king's moves of a tile, int32[k]."""
        near: Bools = self.tiles.distance(self.tile_of[self.free], tile) <= moves
        return self.free[near]
