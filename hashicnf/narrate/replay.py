"""Replay a trace: compute the literals that hold at the current node.

What holds at a node is what was decided and forced on the path from the root to it, so going to another node, near or far, means
walking up its parents. A depth-first search forgets what it leaves; a best-first search may come back to anything, so nodes are
kept, but not more than ``MOST_NODES``: the oldest are forgotten first, and later sentences about them have no reasons.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from hashicnf.trace.steps import Backtrack, Decision, Forced, Goal, Record

MOST_NODES: Final = 200_000


@dataclass(slots=True)
class Place:
    """A node: its number, its parent's, the step (from 1) at which it was entered, its depth, and the literals set at it.

    It ``deduces`` if something was deduced at it or on the way to it, and ``is_backwards`` if it lies on the way back from a goal.
    ``pieces`` are row and column of each piece of a board, None where that is not known.
    """

    node: int
    parent: int
    step: int
    depth: int
    literals: list[int] = field(default_factory=list)
    deduces: bool = False
    is_backwards: bool = False
    pieces: tuple[tuple[int, int], ...] | None = None


class Replay:
    """Follows the records; ``values`` maps the decided variables at the current node to their truth."""

    def __init__(self) -> None:
        """Start before the first record."""
        self.values: dict[int, bool] = {}
        self._places: OrderedDict[int, Place] = OrderedDict()  # its ends are found at once, whatever was removed there
        self._path: list[Place] = []
        self._index: dict[int, int] = {}  # where on the path each of its nodes is

    @property
    def node(self) -> int | None:
        """Return the current node; None before the first record."""
        return self._path[-1].node if self._path else None

    def enter(self, record: Record, step: int) -> Place:
        """Go to the node of a record, the ``step``-th one."""
        node = record.node
        if self._path and self._path[-1].node == node:
            return self._places.setdefault(node, self._path[-1])  # a search by rounds begins again where it ended
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
        """Apply the changes of a record at the place entered last; a literal that is given, not deduced, tells of no deduction."""
        match record.step:
            case Decision(literals):
                self._set(literals)
            case Forced(literal):
                self._set((literal,))
                self._path[-1].deduces |= is_deduced
            case Backtrack():
                self._forget_from(record.node)

    def find(self, node: int) -> Place | None:
        """Return a node that is not forgotten."""
        return self._places.get(node)

    def _set(self, literals: Iterable[int]) -> None:
        place = self._path[-1]
        for literal in literals:
            if abs(literal) not in self.values:
                self.values[abs(literal)] = literal > 0
                place.literals.append(literal)

    def _walk_to(self, place: Place) -> None:
        """Unset the literals of nodes that are not above ``place``, and set those on the path down to it."""
        down: list[Place] = []
        above: Place | None = place
        while above is not None and above.node not in self._index:
            down.append(above)
            parent = self._places.get(above.parent)
            above = parent if parent is not None and parent.depth < above.depth else None
        keep = self._index[above.node] + 1 if above is not None else 0
        for left in self._path[keep:]:
            for literal in left.literals:
                self.values.pop(abs(literal), None)
            del self._index[left.node]
        del self._path[keep:]
        for entered in reversed(down):
            self.values.update((abs(literal), literal > 0) for literal in entered.literals)
            self._index[entered.node] = len(self._path)
            self._path.append(entered)

    def _forget_from(self, node: int) -> None:
        """Forget a node that was tried to the end, and all that came after it: a depth-first search was below it."""
        while self._places and (last := next(reversed(self._places))) >= node:
            del self._places[last]
