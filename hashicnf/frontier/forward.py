"""Count forward: states and the number of ways to reach each, item by item.

Equal states are found by sorting them by a hash of their words, and then comparing neighbours word by word. If two different states
have the same hash, copies of a state may not be merged, which costs time but changes no count. States of one hash keep their order,
so layers are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.heap import trim_heap
from hashicnf.core.limits import Limits
from hashicnf.frontier import counts
from hashicnf.frontier.counts import Places, Words
from hashicnf.frontier.expand import ODD, States, expanded, mixed, select
from hashicnf.frontier.plan import CountPlan, ItemStep
from hashicnf.frontier.sieve import Mesh
from hashicnf.records import record

COPIES: Final = 3  # copies of the states and counts in memory while they are sorted and merged
BESIDE: Final = 32  # further bytes per transition while it is sorted: keys, orders, marks
TRIMMED: Final = 0.5  # share of the limit of memory above which free memory is returned to the system before each step


@record
class Layer:
    """The states after some items: ``counts`` are the ways to reach each.

    Transition t leads from state ``source[t]`` of the layer before, int32, to state j of this one if
    ``start[j] <= t < start[j + 1]``; its item has the load ``load[t]``. The transitions into a state are sorted by load, then by
    source. Where no states were merged, transition t leads to state t, and ``start`` is None. ``is_whole`` is False if states were
    left out.
    """

    counts: Words
    source: NDArray[np.int32]
    load: NDArray[np.uint16]
    start: Places | None
    is_whole: bool = True

    @property
    def states(self) -> int:
        """Count the states."""
        return int(self.counts.shape[1])

    @property
    def bytes(self) -> int:
        """Return the memory of the arrays."""
        size: int = self.counts.nbytes + self.source.nbytes + self.load.nbytes
        return size if self.start is None else size + self.start.nbytes


class Forward:
    """A pass over a plan within limits; ``narrow`` is the most states that are kept of a layer, those reached in most ways.

    With a ``sieve``, a mesh for each step, states that a mesh does not let pass are dropped. Layers are yielded in turn, and
    ``states`` are those of the last one; callers that keep layers add their bytes to ``kept``, which counts against the limit of
    memory. Unless ``counted``, layers have states but no counts.
    """

    def __init__(
        self,
        plan: CountPlan,
        limits: Limits,
        narrow: int | None = None,
        sieve: Sequence[Mesh] = (),
        *,
        counted: bool = True,
    ) -> None:
        """Start with a single state."""
        self._plan, self._limits, self._narrow, self._sieve = plan, limits, narrow, sieve
        self._ways = counts.one() if counted else counts.one()[:0]
        self.states: States = [np.zeros(1, dtype=np.uint64) for _ in range(plan.words)]
        self.kept = sum(mesh.holds.nbytes for mesh in sieve)
        self.transitions = self.width = self.peak_bytes = 0

    def layers(self) -> Iterator[Layer]:
        """Yield the layer after each step. Raises GaveUp."""
        for at, step in enumerate(self._plan.steps):
            self.states, layer = self._advanced(step, self._sieve[at] if self._sieve else None)
            self._ways = layer.counts
            self.width = max(self.width, layer.states)
            yield layer

    def _advanced(self, step: ItemStep, mesh: Mesh | None) -> tuple[States, Layer]:
        ways = self._ways
        self._trim()
        parts: list[tuple[States, Places]] = []
        size = 0
        for load in range(step.most + 1):
            parts.append(_passed(mesh, *expanded(self._plan, step, self.states, load)))
            size += len(parts[-1][1])
            self._require_room(size, len(ways))
        self.transitions += size
        self.states = []  # each word of the states before, and of the parts, is freed before the next is copied
        after = [np.concatenate([part.pop(0) for part, _ in parts]) for _ in range(self._plan.words)]
        source = np.concatenate([some for _, some in parts], dtype=np.int32, casting="same_kind")
        load_of = np.repeat(np.arange(step.most + 1, dtype=np.uint16), [len(some) for _, some in parts])
        del parts
        if not step.merged or not size:
            return after, Layer(ways[:, source], source, load_of, None)
        order, start = _merged(after)
        source = source[order]
        layer = Layer(counts.summed(ways[:, source], start), source, load_of[order], start)
        if self._narrow is None or layer.states <= self._narrow:
            return after, layer
        return after, _thinned(after, layer, self._narrow)

    def _trim(self) -> None:
        """Return free memory to the system if a step with as many transitions as states needs a good part of the limit."""
        most = self._limits.max_memory
        if most is not None and self._needed(len(self.states[0]), len(self._ways)) > TRIMMED * most:
            trim_heap()

    def _needed(self, transitions: int, limbs: int) -> int:
        """Return the bytes that so many transitions need, and what is kept."""
        return self.kept + transitions * (8 * COPIES * (self._plan.words + limbs) + BESIDE)

    def _require_room(self, transitions: int, limbs: int) -> None:
        """Raise GaveUp past the deadline, or if so many transitions need too much memory."""
        needed = self._needed(transitions, limbs)
        self.peak_bytes = max(self.peak_bytes, needed)
        self._limits.require_memory(needed)
        self._limits.deadline.require()


def _passed(mesh: Mesh | None, states: States, source: Places) -> tuple[States, Places]:
    """Return the states that pass a mesh, and their sources."""
    if mesh is None or not len(source):
        return states, source
    passes = mesh.passes(states)
    select(states, passes)
    return states, source[passes]


def _merged(states: States) -> tuple[Places, Places]:
    """Drop copies of states; return an order that puts equal states next to each other, and the index at which each begins there.

    A key is the leading bits of a hash and then the index, so all keys differ, and sorting them has one result.
    """
    size = len(states[0])
    low = np.uint64((1 << (size - 1).bit_length()) - 1)
    key = mixed(states) * np.uint64(ODD[0])
    key &= ~low
    key |= np.arange(size, dtype=np.uint64)
    key.sort()
    key &= low
    order = key.view(np.int64)
    select(states, order)
    new = np.zeros(size, dtype=np.bool_)
    new[0] = True
    for word in states:
        new[1:] |= word[1:] != word[:-1]
    start = np.flatnonzero(new)
    select(states, start)
    return order, start


def _thinned(states: States, layer: Layer, most: int) -> Layer:
    """Keep the ``most`` states that are reached in most ways, the first of those reached in equally many; return their layer."""
    ways = counts.scaled(layer.counts)
    least = np.partition(ways, layer.states - most)[layer.states - most]
    more = np.flatnonzero(ways > least)
    kept = np.sort(np.append(more, np.flatnonzero(ways == least)[: most - len(more)]))
    start = np.append(layer.start, len(layer.source)) if layer.start is not None else np.arange(len(layer.source) + 1)
    length = start[kept + 1] - start[kept]
    ends = np.cumsum(length)
    those = np.arange(ends[-1]) + np.repeat(start[kept] - (ends - length), length)
    select(states, kept)
    return Layer(layer.counts[:, kept], layer.source[those], layer.load[those], ends - length, is_whole=False)
