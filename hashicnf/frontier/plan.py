"""The plan of a count: items in order, and for each what a state knows before and after, and where it is written (see ``layout``).

A state is a row of words. It knows, of the nodes on the frontier (some items decided, some not), what is left to place; of
undecided items whether they are barred, because an item that they exclude has a load; of groups on the frontier, the component.
All this is laid out once; the passes over the states only shift and mask.
"""

from __future__ import annotations

from hashicnf.frontier.labels import Labels
from hashicnf.records import record


@record
class Relaxation:
    """A plan for fewer rules: without the sums at the nodes ``dropped``, exclusions of the items there, and connectivity.

    It lays out states as the whole plan does, so that they are those of the whole plan without some of the bits.
    """

    dropped: frozenset[int]


@record
class Field:
    """Bits of a word: ``mask`` is unshifted."""

    word: int
    shift: int
    mask: int


@record
class Side:
    """The effect of an item on the node at one of its ends.

    ``left`` is where the state has what is left to place, None where the node is FREE. ``enters`` is the demand if the node
    comes to the frontier with this item, else 0. After it, the node's other items can take up to ``room``; if nothing is left
    to place, the flags ``clears`` (masks by word) mean nothing.
    """

    left: Field | None
    enters: int
    room: int
    clears: tuple[tuple[int, int], ...]


@record
class Member:
    """The effect of an item on the group at one of its ends, which has a ``slot``.

    ``watch`` lists what is left to place at those nodes of the group whose later items join groups: if that is nothing, the group
    leaves its component. None: the group stays in any case.
    """

    slot: int
    enters: bool
    watch: tuple[Field, ...] | None


@record
class ItemStep:
    """An item decided: a load from 0 to ``most``.

    ``barred`` is its flag, None where nothing can have barred it. A load bars the items ``bars``, each unless one of its nodes has
    nothing left to place. ``joins`` are the slots of the groups that it connects, None within a group. ``is_last``: all groups have
    come to the frontier, so that a component may close if it is the last one. Equal states are ``merged`` afterwards. In a relaxed
    plan, ``known`` are the bits that a state has after the item, a mask for each word.
    """

    item: int
    most: int
    sides: tuple[Side, Side]
    barred: Field | None
    bars: tuple[tuple[Field, tuple[Field, ...]], ...]
    joins: tuple[int, int] | None
    members: tuple[Member, ...]
    is_last: bool
    merged: bool
    known: tuple[int, ...] = ()


@record
class CountPlan:
    """All steps; states have ``words`` words, of which the first hold the ``labels``."""

    steps: tuple[ItemStep, ...]
    words: int
    labels: Labels
    acyclic: bool
