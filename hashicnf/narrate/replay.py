"""Replay a trace: compute the literals that hold at the current node.

These are the literals decided and forced on the path from the root, so to go to another node, the replay walks up its parents. A
later literal of the path replaces its negation, as when two numbers of a full grid are swapped.
Nodes that a depth-first search leaves are dropped. A best-first search may return to any node, so nodes are kept, but at most
``MOST_NODES``: the oldest are dropped first, and later sentences about them give no reasons.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from hashicnf.trace.steps import Backtrack, Decision, Forced, Goal, Record

MOST_NODES: Final = 200_000


@dataclass(slots=True)
class Place:
    """A node: its number, its parent's, the step (from 1) at which it was entered, its depth, and the literals set at it.

    ``deduces``: a literal was deduced at the node or on the path to it. ``is_backwards``: the node is on a path backwards from a
    goal. ``pieces`` lists row and column of each piece of a board, None if they are not known. ``valued`` is the last record with
    the value that orders the node, None if there was none.
    """

    node: int
    parent: int
    step: int
    depth: int
    literals: list[int] = field(default_factory=list)
    deduces: bool = False
    is_backwards: bool = False
    pieces: tuple[tuple[int, int], ...] | None = None
    valued: Record | None = None


class Replay:
    """Follows the records; ``values`` maps each variable that is assigned at the current node to its truth value."""

    def __init__(self) -> None:
        """Start before the first record."""
        self.values: dict[int, bool] = {}
        self._places: OrderedDict[int, Place] = OrderedDict()  # finds first and last fast, unlike a dict after removals
        self._path: list[Place] = []
        self._before: list[list[tuple[int, bool | None]]] = []  # for each place of the path: what its literals replaced
        self._index: dict[int, int] = {}  # the index on the path, by node

    @property
    def node(self) -> int | None:
        """Return the current node; None before the first record."""
        return self._path[-1].node if self._path else None

    def enter(self, record: Record, step: int) -> Place:
        """Go to the node of a record, which is the ``step``-th of the trace, and return the node's place."""
        node = record.node
        if self._path and self._path[-1].node == node:
            return self._places.setdefault(node, self._path[-1])  # a new round starts at the root, which may be dropped
        place = self._places.get(node)
        if place is None:
            parent = self._places.get(record.parent)
            place = Place(node, record.parent, step, parent.depth + 1 if parent else 0)
            place.deduces = parent is not None and parent.deduces
            place.is_backwards = isinstance(record.step, Goal) or (parent is not None and parent.is_backwards)
            self._places[node] = place
            if len(self._places) > MOST_NODES:
                self._places.popitem(last=False)
        self._walk_to(place)
        return place

    def note(self, record: Record, *, is_deduced: bool = True) -> None:
        """Apply a record at the place entered last; unless ``is_deduced``, a forced literal does not count as a deduction."""
        if record.h is not None:
            self._path[-1].valued = record
        match record.step:
            case Decision(literals):
                self._set(literals)
            case Forced(literal):
                self._set((literal,))
                self._path[-1].deduces |= is_deduced
            case Backtrack():
                self._forget(record.node)

    def find(self, node: int) -> Place | None:
        """Return the place of a node; None if it was dropped or never entered."""
        return self._places.get(node)

    def _set(self, literals: Sequence[int]) -> None:
        self._path[-1].literals += literals
        self._hold(literals)

    def _hold(self, literals: Sequence[int]) -> None:
        values, before = self.values, self._before[-1]
        for literal in literals:
            variable = abs(literal)
            before.append((variable, values.get(variable)))
            values[variable] = literal > 0

    def _walk_to(self, place: Place) -> None:
        """Unset the literals of nodes that are no ancestors of ``place``, and set those on the path down to it."""
        down: list[Place] = []
        above: Place | None = place
        while above is not None and above.node not in self._index:
            down.append(above)
            parent = self._places.get(above.parent)
            above = parent if parent is not None and parent.depth < above.depth else None
        keep = self._index[above.node] + 1 if above is not None else 0
        while len(self._path) > keep:
            for variable, value in reversed(self._before.pop()):
                if value is None:
                    del self.values[variable]
                else:
                    self.values[variable] = value
            del self._index[self._path.pop().node]
        for entered in reversed(down):
            self._index[entered.node] = len(self._path)
            self._path.append(entered)
            self._before.append([])
            self._hold(entered.literals)

    def _forget(self, node: int) -> None:
        """Drop a node that is exhausted, and its descendants; its siblings stay, which a search may make before it enters one."""
        later = list(takewhile(lambda number: number >= node, reversed(self._places)))
        dropped = {node}
        for number in reversed(later):
            if number == node or self._places[number].parent in dropped:
                dropped.add(number)
                del self._places[number]
