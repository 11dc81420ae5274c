"""The narrow waist between families and encodings: batches of constraints above, blocks of clauses below.

A family says what must hold as *batches*: g constraints of one shape in one array. An encoding turns a batch into *clause
blocks* ``int32[c, k]``: c clauses of width k. Every row of a batch and every clause of a block knows its ``source``, the index
of the island, edge, crossing or other thing that caused it; ``kind`` names what is counted. So any clause can be blamed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from hashicnf.arrays.deferred import Rows, in_pieces, whole
from hashicnf.core.variables import Variables
from hashicnf.logic import Bools, ByValue, Ints, truth

Op: TypeAlias = Literal["eq", "ge", "le"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Why a constraint exists: the rule's name, and what its sources are indices of."""

    rule: str
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Cardinality(ByValue):
    """Row i: the number of true literals in ``lits[i]`` is equal to, at least or at most ``bound``.

    ``lits`` is int32[g, w], ``source`` int32[g]. With ``chain`` = c > 1 the w literals are w / c ordered runs of c: within a
    run each literal implies the one before it, and some other batch says so. An encoding may use this or ignore it.
    """

    lits: Ints
    op: Op
    bound: int
    origin: Origin
    source: Ints
    chain: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Implication(ByValue):
    """Row i: ``lits[i, 0]`` implies ``lits[i, 1]``; int32[g, 2]."""

    lits: Ints
    origin: Origin
    source: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Exclusive(ByValue):
    """Row i: ``lits[i, 0]`` and ``lits[i, 1]`` are not both true; int32[g, 2]."""

    lits: Ints
    origin: Origin
    source: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Embedding(ByValue):
    """How a graph lies on the grid: straight axis-parallel edges that may cross in single cells.

    ``row`` and ``column`` are int32[n]; ``horizontal`` is bool[m]; ``crossing`` is int32[x, 2]: a horizontal and a vertical edge,
    in reading order of the cells where they cross.
    """

    row: Ints
    column: Ints
    horizontal: Bools
    crossing: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Connected(ByValue):
    """The edges whose literal is true join all ``nodes`` nodes; if ``acyclic``, they also form a tree.

    ``ends`` is int32[m, 2] (0-based nodes, the smaller first), ``lits`` int32[m]. At most one edge of each crossing pair is
    true; some other batch says so. ``capacity`` int32[n], where known, is the sum that a node's edges must carry (-1: unknown)
    and ``most`` the largest load of one edge: cut generators use them, no encoding has to.
    """

    nodes: int
    ends: Ints
    lits: Ints
    embedding: Embedding
    acyclic: bool
    capacity: Ints
    most: int
    origin: Origin


Batch: TypeAlias = Cardinality | Implication | Exclusive | Connected


@dataclass(frozen=True, slots=True, eq=False)
class Clauses:
    """A block of c clauses of width k: ``rows`` int32[c, k], not always contiguous, ``sources`` int32[c].

    Long arrays may be deferred (see ``deferred``); ``lits`` and ``source`` are always arrays. ``distinct`` promises that no clause
    equals another of the formula, so that nobody needs to compare.
    """

    rows: Rows
    origin: Origin
    sources: Rows
    distinct: bool = False

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Count the literals of each clause."""
        return self.rows.shape[1]

    @property
    def lits(self) -> Ints:
        """Make all clauses, int32[c, k]."""
        return whole(self.rows)

    @property
    def source(self) -> Ints:
        """Make all sources, int32[c]."""
        return whole(self.sources)

    def made(self) -> Clauses:
        """Return the same block with nothing deferred."""
        return Clauses(self.lits, self.origin, self.source, self.distinct)

    def violated(self, model: Bools) -> Ints:
        """List the rows that the model falsifies, int32."""
        found = [some.start + np.flatnonzero(~truth(model, lits).any(axis=1)) for some, lits in in_pieces(self.rows)]
        return np.concatenate(found, dtype=np.int32, casting="same_kind") if found else np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A compiled puzzle: variables, and clause blocks in the order in which they are written.

    ``complete`` is False when models may be disconnected.
    """

    variables: Variables
    blocks: tuple[Clauses, ...]
    complete: bool = True

    @property
    def clause_count(self) -> int:
        """Count the clauses."""
        return sum(map(len, self.blocks))

    def clauses_per_rule(self) -> dict[str, int]:
        """Count the clauses of each rule, in the order of first appearance."""
        return count_by_rule(self.blocks)

    def violated(self, model: Bools) -> int:
        """Count the clauses that the model falsifies: 0 for a model of the formula."""
        return sum(len(block.violated(model)) for block in self.blocks)


def count_by_rule(blocks: Iterable[Clauses]) -> dict[str, int]:
    """Count the clauses of each rule, in the order of first appearance."""
    counts: dict[str, int] = {}
    for block in blocks:
        counts[block.origin.rule] = counts.get(block.origin.rule, 0) + len(block)
    return counts
