"""The plan of a count: the items in order, and for each the contents of states before and after it, bit by bit (see ``layout``).

A state is a row of words. It holds, for each node on the frontier (some items decided, some not), the load left to place; for
undecided items a flag that they are barred, because an item that they exclude has a load; for groups on the frontier the component.
The layout is computed once; the passes over the states only shift and mask.
"""

from __future__ import annotations

from hashicnf.frontier.labels import Labels
from hashicnf.records import record


@record
class Relaxation:
    """A plan with fewer rules: without the sums at the nodes ``dropped``, exclusions of the items there, and connectivity.

    It has the layout of the full plan, so that its states are states of the full plan without some of the bits.
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

    ``left`` is the field of the load left to place, None where the node is FREE. ``enters`` is the demand if the node
    enters the frontier with this item, else 0. After it, the node's other items can take up to ``room``; if no load is left
    to place, the flags ``clears`` (masks by word) have no effect and are cleared.
    """

    left: Field | None
    enters: int
    room: int
    clears: tuple[tuple[int, int], ...]


@record
class Member:
    """The effect of an item on the group at one of its ends, which has a ``slot``.

    ``watch`` lists the fields of the load left to place at those nodes of the group whose later items join groups: if all are 0,
    the group leaves its component. None: the group stays in any case.
    """

    slot: int
    enters: bool
    watch: tuple[Field, ...] | None


@record
class ItemStep:
    """The decision of an item: a load from 0 to ``most``.

    ``barred`` is its flag, None where no item can have barred it. A load bars the items ``bars``, each unless one of its nodes has
    no load left to place. ``joins`` are the slots of the groups that it connects, None within a group. ``is_last``: all groups have
    entered the frontier, so that a component may close if it is the only one. Equal states are ``merged`` afterwards. In a relaxed
    plan, ``known`` is a mask for each word of the bits that a state has after the item.
    """

    item: int
    most: int
    sides: tuple[Side, ...]
    barred: Field | None
    bars: tuple[tuple[Field, tuple[Field, ...]], ...]
    joins: tuple[int, ...] | None
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
