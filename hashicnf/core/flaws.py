"""Reasons why a puzzle has no solution, where one sentence can give them; families have the words."""

from __future__ import annotations

from typing import TypeAlias

from hashicnf.logic import Ints
from hashicnf.records import record


@record
class Shortage:
    """Sums that contradict each other: the ``short`` ones lack more than they can get.

    ``short`` and ``others`` are sources of constraints, int32, things of a ``kind``. The short ones lack ``need`` in all. They can
    get at most ``room`` of it from the others, which lack no more themselves, and ``elsewhere`` among themselves and from the
    rest.
    """

    kind: str
    short: Ints
    others: Ints
    need: int
    room: int
    elsewhere: int


@record
class ClosedPart:
    """Nodes int32[k] of a ``kind`` that nothing can connect to the rest."""

    kind: str
    nodes: Ints


@record
class OddSum:
    """Sums that come to ``total``, an odd number, though all that they count, but for ``outside``, is counted by two of them.

    ``sources`` int32[k] are those of the sums, things of a ``kind``.
    """

    kind: str
    sources: Ints
    total: int
    outside: int


@record
class TooFew:
    """Sums that leave at most ``room`` edges to choose, where it takes ``need`` to connect a graph of ``nodes``.

    If ``need`` is less than one less than there are nodes, the others are connected already.
    """

    kind: str
    room: int
    need: int
    nodes: int


@record
class Crowded:
    """Nodes int32[k] of a ``kind``, no two of them neighbours, whose sums put more edges on few groups than these can take.

    They lack ``need`` in all, on edges within ``groups`` groups of joined nodes. Within them no more than ``groups`` - 1 edges join
    any, and the sums of all nodes leave ``spare`` edges that need not join.
    """

    kind: str
    nodes: Ints
    need: int
    groups: int
    spare: int


Flaw: TypeAlias = Shortage | ClosedPart | OddSum | TooFew | Crowded
