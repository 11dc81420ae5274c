"""Reasons why a puzzle has no solution, as records; its family turns each into one sentence."""

from __future__ import annotations

from typing import TypeAlias

from hashicnf.logic import Ints
from hashicnf.records import record


@record
class Shortage:
    """Sums that contradict each other: the ``short`` ones lack more than they can get.

    ``short`` and ``others`` are sources of constraints, int32[k] each, indices of things of a ``kind``. The short sums lack
    ``need`` in all, besides ``known`` variables that are true. They can get at most ``room`` of it from the others, which lack no
    more than that themselves, and at most ``elsewhere`` among themselves and from the rest.
    """

    kind: str
    short: Ints
    others: Ints
    need: int
    room: int
    elsewhere: int
    known: int = 0


@record
class ClosedPart:
    """Nodes int32[k] of a ``kind`` that cannot be connected to the rest."""

    kind: str
    nodes: Ints


@record
class Loop:
    """Decided edges that form a loop, which is forbidden, through nodes int32[k] of a ``kind``, in their order."""

    kind: str
    nodes: Ints


@record
class OddSum:
    """Sums with an odd ``total``, though each variable that they count, except ``outside`` of them, is counted by two of the sums.

    ``sources`` int32[k] are the sources of the sums, indices of things of a ``kind``.
    """

    kind: str
    sources: Ints
    total: int
    outside: int


@record
class TooFew:
    """Sums that leave at most ``room`` edges to choose, where it takes ``need`` to connect a graph of ``nodes``.

    ``need`` is less than ``nodes`` - 1 if decided edges connect some of the nodes already.
    """

    kind: str
    room: int
    need: int
    nodes: int


@record
class Crowded:
    """Nodes int32[k] of a ``kind``, no two of them neighbours, whose sums put more edges on few groups than these can take.

    They lack ``need`` in all, on edges within ``groups`` groups of connected nodes. At most ``groups`` - 1 of these edges connect
    two groups, and the sums of all nodes leave ``spare`` edges that need not connect any.
    """

    kind: str
    nodes: Ints
    need: int
    groups: int
    spare: int


@record
class Unmet:
    """A constraint that the decided literals violate: from ``low`` to ``high`` of its literals can be true.

    ``source`` is its source, the index of a thing of a ``kind``.
    """

    kind: str
    source: int
    low: int
    high: int


@record
class Case:
    """The edge between two ``nodes``, supposed to be chosen or, unless it ``is_chosen``, not; and the flaw that refutes this.

    The flaw is None if there is none to describe.
    """

    nodes: tuple[int, int]
    is_chosen: bool
    flaw: Flaw | None


@record
class Cases:
    """Edges between nodes of a ``kind`` at a neck, a cut of few edges between large parts: no values of them are possible.

    Each of the ``cases`` is refuted where those before do not hold, and the ``rest``, where none holds, by a flaw as in a case.
    """

    kind: str
    cases: tuple[Case, ...]
    rest: Flaw | None


Flaw: TypeAlias = Shortage | ClosedPart | Loop | OddSum | TooFew | Crowded | Unmet | Cases
