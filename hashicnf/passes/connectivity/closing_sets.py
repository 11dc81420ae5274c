"""Connected sets of nodes that can close: loads on the edges among them give each node exactly its degree.

Sets grow node by node from their smallest node, all sets of a size at a time, as rows of ascending nodes. An edge carries at most
the load that both its ends allow; a node *lacks* the difference between its degree and the load that its edges inside the set can
carry. A set in which some node lacks load grows only by the neighbours of one such node, that with the fewest, since a larger set
that closes contains one of them; so only few of the connected sets are ever built. A set is dropped if a node lacks more than the
nodes that can still be added can carry. A set in which no node lacks load may close, and may grow by any neighbour.

Whether a set closes is decided edge by edge: after choosing some loads only the remaining degrees matter, so equal remainders are
merged. A node of unknown degree needs at least a load of 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Connected, Degrees
from hashicnf.core.progress import Observer
from hashicnf.errors import TooLarge
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

MOST_SETS: Final = 100_000  # sets of the same size and smallest node: about 60 MB
MOST_STEPS: Final = 400_000_000  # about a minute
STEPS_PER_NODE: Final = 4000  # allowed on graphs of more than 100,000 nodes, on which sets of up to six nodes take 1600
SET: Final = 20  # steps that a set is worth; a load tried is one
BATCH: Final = 1 << 14  # sets examined at a time
MOST_LOADS: Final = 1 << 18  # loads tried at a time for more than one set: 100 MB
FULL: Final = 1 << 62  # largest number of codes in a word


class _Steps:
    """The steps of a search for sets of up to ``most_nodes`` of ``nodes`` nodes; ``observe`` is called for each batch of them."""

    def __init__(self, most_nodes: int, nodes: int, observe: Observer) -> None:
        self.most_nodes = most_nodes
        self.most = self.left = max(MOST_STEPS, STEPS_PER_NODE * nodes)
        self.observe = observe

    def take(self, steps: int) -> None:
        """Count steps. Raises TooLarge if they are too many."""
        self.observe("static cuts")
        self.left -= steps
        if self.left < 0:
            raise self.too_many(f"searching them takes more than {self.most:,} steps")

    def too_many(self, why: str) -> TooLarge:
        """Return the error that there are too many sets."""
        return TooLarge(
            f"cuts of {self.most_nodes} nodes: there are too many such sets ({why}); give a smaller number to --cuts"
        )


@record
class Around:
    """The ``other`` ends of each node's edges, and the largest loads of these, int32[nodes, d], padded with -1 and 0.

    ``need`` int32[nodes] is the degree of each node, or 1 if the degree is unknown and any load is allowed (``is_open``).
    """

    other: Ints
    load: Ints
    need: Ints
    is_open: Bools

    @classmethod
    def of(cls, batch: Connected) -> Self:
        """Collect the edges and neighbours of each node."""
        edge = incident_edges(batch)
        known = degrees_of(batch)
        is_open = known.degree < 0
        most = np.where(is_open, known.most, np.minimum(known.degree, known.most)).astype(np.int32)
        here = np.arange(batch.nodes, dtype=np.int32)[:, None]
        other = np.where(edge < 0, np.int32(-1), batch.ends[edge].sum(axis=2, dtype=np.int32) - here)
        load = np.where(edge < 0, np.int32(0), np.minimum(most[here], most[other]))
        return cls(other, load, np.where(is_open, np.int32(1), known.degree), is_open)


@record
class _Sets:
    """Sets ``nodes`` int32[s, k]; which of each node's edges stay ``inside``, bool[s, k, d], and to the node at which ``place``."""

    nodes: Ints
    other: Ints
    inside: Bools
    place: Ints

    @classmethod
    def of(cls, around: Around, nodes: Ints) -> Self:
        other = around.other[nodes]
        inside, place = np.zeros(other.shape, dtype=np.bool_), np.zeros(other.shape, dtype=np.int32)
        for k, column in enumerate(nodes.T):
            found = other == column[:, None, None]
            inside |= found
            place[found] = k
        return cls(nodes, other, inside, place)

    def only(self, some: Bools) -> Self:
        return type(self)(self.nodes[some], self.other[some], self.inside[some], self.place[some])


def degrees_of(batch: Connected) -> Degrees:
    """Return the degrees of the batch; if it has none, all unknown, with which every set may close."""
    return batch.degrees or Degrees(np.full(batch.nodes, -1, dtype=np.int32), 1)


def incident_edges(batch: Connected) -> Ints:
    """Return the indices of each node's edges, int32[nodes, d], padded with -1."""
    edge = np.repeat(np.arange(len(batch.ends), dtype=np.int32), 2)
    groups = ragged_by_width(batch.ends.ravel(), edge, batch.nodes)
    table = np.full((batch.nodes, max((rows.shape[1] for _, rows in groups), default=0)), -1, dtype=np.int32)
    for who, rows in groups:
        table[who, : rows.shape[1]] = rows
    return table


def joined_pairs(batch: Connected) -> tuple[Ints, Ints, Ints]:
    """Return the index of each edge's pair of nodes, int32[e], and for each pair its first edge and number of edges, int32[p]."""
    ends = np.sort(batch.ends, axis=1).astype(np.int64)
    _, first, pair, times = np.unique(
        ends[:, 0] * batch.nodes + ends[:, 1], return_index=True, return_inverse=True, return_counts=True
    )
    return pair.astype(np.int32), first.astype(np.int32), times.astype(np.int32)


def closing_sets(batch: Connected, most_nodes: int, observe: Observer) -> list[Ints]:
    """Return the sets of 3 to ``most_nodes`` nodes, fewer than all, that can close: for each size int32[c, k], nodes ascending.

    ``observe`` is called repeatedly. Raises TooLarge if too many sets would have to be examined.
    """
    largest = min(most_nodes, batch.nodes)
    around, most = Around.of(batch), degrees_of(batch).most
    between = most * int(joined_pairs(batch)[2].max(initial=1))  # the most that two nodes can carry
    steps = _Steps(most_nodes, batch.nodes, observe)
    found: dict[int, list[Ints]] = {}
    waiting = list(_batches(np.arange(batch.nodes, dtype=np.int32)[:, None]))
    while waiting:
        nodes = waiting.pop()
        steps.take(len(nodes) * SET)
        size = nodes.shape[1]
        lack, sets = _hopeful(around, _Sets.of(around, nodes), between, largest - size)
        if 3 <= size < batch.nodes:
            full = lack.max(axis=1) <= 0
            found.setdefault(size, []).append(_closing(around, sets.only(full), most, steps))
        if size < largest:
            grown = _grown(sets, lack)
            if len(grown) and np.bincount(grown[:, 0] - grown[0, 0]).max() > MOST_SETS:
                raise steps.too_many(f"over {MOST_SETS:,} around one node")
            waiting += _batches(grown)
    return [np.concatenate(found[size]) for size in sorted(found)]


def _batches(rows: Ints) -> Iterator[Ints]:
    """Yield ascending rows in batches that do not separate rows with the same smallest node, which may grow to the same sets."""
    first = rows[:, 0]
    start = 0
    while start < len(rows):
        stop = min(start + BATCH, len(rows))
        if stop < len(rows):
            stop = int(np.searchsorted(first, first[stop]))
        if stop <= start:
            stop = int(np.searchsorted(first, first[start], side="right"))
        yield rows[start:stop]
        start = stop


def _hopeful(around: Around, sets: _Sets, most: int, more: int) -> tuple[NDArray[np.int64], _Sets]:
    """Return the load that each node lacks, int64[s, k], of the sets that ``more`` further nodes could close, and these sets."""
    load = around.load[sets.nodes]
    lack = around.need[sets.nodes] - np.where(sets.inside, load, 0).sum(axis=2)
    outside = np.where(_eligible(sets), load, 0).sum(axis=2)
    kept = (lack <= np.minimum(outside, more * most)).all(axis=1)
    return lack[kept], sets.only(kept)


def _eligible(sets: _Sets) -> Bools:
    """Return which edges lead to nodes that may be added, bool[s, k, d]."""
    return (sets.other > sets.nodes[:, :1, None]) & ~sets.inside


def _grown(sets: _Sets, lack: NDArray[np.int64]) -> Ints:
    """Return the sets grown by one neighbour, without repetition: int32[s, k + 1], ascending."""
    ways, lacking = _eligible(sets), lack > 0
    fewest = np.where(lacking, ways.sum(axis=2), np.inf).argmin(axis=1)
    at = np.arange(lack.shape[1]) == fewest[:, None]
    at[~lacking.any(axis=1)] = True
    who, node, edge = np.nonzero(ways & at[:, :, None])
    rows = np.sort(np.column_stack((sets.nodes[who], sets.other[who, node, edge])), axis=1)
    return rows[distinct(rows)]


def _closing(around: Around, sets: _Sets, most: int, steps: _Steps) -> Ints:
    """Return the sets that can close; requires that each node has an edge inside.

    The degrees of a set that closes have an even sum, since an edge has two ends, so other sets are dropped first.
    """
    need, is_open = around.need[sets.nodes], around.is_open[sets.nodes]
    sets = sets.only(is_open.any(axis=1) | (need.sum(axis=1) % 2 == 0))
    kept = np.array(around.is_open[sets.nodes].all(axis=1))
    who, node, edge = np.nonzero(sets.inside & (sets.other > sets.nodes[:, :, None]) & ~kept[:, None, None])
    size = sets.nodes.shape[1]
    pairs = (node * size + sets.place[who, node, edge]).astype(np.int32)
    for some, rows in ragged_by_width(who.astype(np.int32), pairs, len(kept)):
        nodes = sets.nodes[some]
        ends = np.stack(np.divmod(rows, size), axis=2)
        kept[some] = _closes(around.need[nodes], around.is_open[nodes], ends, most, steps)
    return sets.nodes[kept]


def _closes(need: Ints, is_open: Bools, pairs: Ints, most: int, steps: _Steps) -> Bools:
    """Return for each of g graphs whether loads 0..most on its edges can give each node its need, bool[g].

    ``need`` int32[g, k] and ``is_open`` bool[g, k] are as in ``Around``; ``pairs`` int32[g, m, 2] are the ends of the edges, as
    places among the k nodes, each of which has an edge.
    """
    graphs, edges = pairs.shape[:2]
    last = np.zeros(need.shape, dtype=np.int32)
    for i in range(edges):
        last[np.arange(graphs)[:, None], pairs[:, i]] = i
    graph, left = np.arange(graphs, dtype=np.int32), need
    for i in range(edges):
        if (tried := len(graph) * (most + 1)) > MOST_LOADS and graphs > 1:
            halves = np.array_split(np.arange(graphs), 2)
            return np.concatenate([_closes(need[half], is_open[half], pairs[half], most, steps) for half in halves])
        steps.take(tried)
        loads = np.tile(np.arange(most + 1, dtype=np.int32), len(graph))
        graph, left = np.repeat(graph, most + 1), np.repeat(left, most + 1, axis=0)
        row, ends = np.arange(len(graph))[:, None], pairs[graph, i]
        after = left[row, ends] - loads[:, None]
        after = np.where(is_open[graph[:, None], ends], np.maximum(after, 0), after)
        left[row, ends] = after
        is_done = last[graph[:, None], ends] == i
        kept = np.where(is_done, after == 0, after >= 0).all(axis=1)
        graph, left = graph[kept], left[kept]
        first = distinct(np.column_stack((graph, left)))
        graph, left = graph[first], left[first]
    result = np.zeros(graphs, dtype=np.bool_)
    result[graph] = True
    return result


def distinct(rows: Ints) -> Ints:
    """Return the indices of distinct rows of int32[n, k], whose numbers are not negative, in ascending order of the rows."""
    key, span = np.zeros(len(rows), dtype=np.int64), 1
    for column in rows.T:
        base = int(column.max(initial=0)) + 1
        if span * base > FULL:
            names, key = np.unique(key, return_inverse=True)
            span = len(names)
        key = key * base + column
        span *= base
    return np.unique(key, return_index=True)[1].astype(np.int32)
