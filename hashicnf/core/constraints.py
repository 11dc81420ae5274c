"""The narrow waist between families and encodings: batches of constraints above, blocks of clauses below.

A family states what must hold as *batches*: g constraints of one shape in one array. An encoding turns a batch into *clause
blocks* ``int32[c, k]``: c clauses of width k. Every row of a batch and every clause of a block has a ``source``, the index of the
node, edge or other thing that caused it, and its batch an ``origin``, so that any clause can be traced back.

A batch that is ``redundant`` follows from the others, or leaves a solution where there is one: it may help a solver, and may be
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import Deferred, Rows, in_pieces, whole
from hashicnf.core.variables import Variables
from hashicnf.errors import counted
from hashicnf.logic import Bools, Ints, Sat, Unsat, truth
from hashicnf.records import record

Op: TypeAlias = Literal["eq", "ge", "le"]


@record
class Origin:
    """The origin of a constraint: the name of its rule, and the kind of things of which its sources are indices."""

    rule: str
    kind: str


@record
class Cardinality:
    """Row i: the number of true literals in ``lits[i]`` is equal to, at least or at most ``bound``.

    ``lits`` is int32[g, w], ``source`` int32[g]; a literal that stands in a row several times counts as often. The bound is a
    number from -2^30 to 2^30: it may be below 0 or above w. With ``chain`` = c > 1 the w literals are w / c ordered runs of c, with
    a tuple runs of these lengths: within a run each literal implies the one before it, and another batch states that. An encoding
    may use this or ignore it. ``encoding`` names the encoding to use where the default one is too large for the constraint.
    """

    lits: Ints
    op: Op
    bound: int
    origin: Origin
    source: Ints
    chain: int | tuple[int, ...] = 1
    redundant: bool = False
    encoding: str | None = None

    @property
    def runs(self) -> tuple[int, ...]:
        """List the lengths of the runs."""
        return runs_of(self.chain, self.lits.shape[1])

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the least and the largest number of true literals of a row."""
        return (0 if self.op == "le" else self.bound), (self.lits.shape[1] if self.op == "ge" else self.bound)

    @property
    def kind(self) -> tuple[str, str, Op, bool, str | None]:
        """Return a key that is equal for batches that differ in shape and bound alone."""
        return self.origin.rule, self.origin.kind, self.op, self.redundant, self.encoding


def runs_of(chain: int | tuple[int, ...], width: int) -> tuple[int, ...]:
    """List the lengths of the ordered runs of ``width`` literals."""
    return (chain,) * (width // chain) if isinstance(chain, int) else chain


@record
class Implies:
    """Row i: if all literals of ``body[i]`` are true, at least one of ``head[i]`` is: one clause.

    ``body`` is int32[g, k], ``head`` int32[g, j], ``source`` int32[g]. An empty body makes the head a clause, an empty head
    forbids the body. For a conjunction of heads write one row for each.
    """

    body: Ints
    head: Ints
    origin: Origin
    source: Ints
    redundant: bool = False

    @property
    def lits(self) -> Ints:
        """Return the clauses, int32[g, k + j]: the negated body, then the head."""
        return np.concatenate((-self.body, self.head), axis=1)

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the least and the largest number of true literals of a row of ``lits``."""
        return 1, self.body.shape[1] + self.head.shape[1]


@record
class Exclusive:
    """Row i: at most one literal of ``lits[i]`` is true; ``lits`` is int32[g, w], ``source`` int32[g].

    A literal that stands in a row twice counts twice, so it is false.
    """

    lits: Ints
    origin: Origin
    source: Ints
    redundant: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the least and the largest number of true literals of a row."""
        return 0, 1


@record
class Embedding:
    """The embedding of a graph in a grid: straight axis-parallel edges that may cross in single cells.

    ``row`` and ``column`` are int32[n]; ``horizontal`` is bool[m]; ``crossing`` is int32[x, 2]: a horizontal and a vertical edge,
    in reading order of the cells where they cross. At most one edge of each crossing pair is true; some other batch states that.
    """

    row: Ints
    column: Ints
    horizontal: Bools
    crossing: Ints


@record
class Degrees:
    """The loads of the edges of a graph: loads of 0 to ``most`` on each edge add up to ``degree`` at each node.

    ``degree`` is int32[n], -1 where it is unknown; an edge is true if its load is not 0. Some other batch states all this; cut
    generators use it. ``lits`` int32[m, most] are true where an edge carries at least 1, 2, ...; None without such literals.
    """

    degree: Ints
    most: int
    lits: Ints | None = None


@record
class Connected:
    """The edges whose literal is true connect all ``nodes`` nodes; if ``acyclic``, they also form a tree.

    ``ends`` is int32[m, 2] (0-based nodes, the smaller first; two edges may have the same ends, and an edge may join a node to
    itself, which is a loop), ``lits`` int32[m] of distinct variables, which may be negative. ``embedding`` is None where the graph
    is not drawn on a grid, ``degrees`` where its loads are unknown. ``node`` is the family's word for a node, the kind of
    constraints that a theory derives about nodes. ``known`` int8[m] is 1 or -1 for edges that are decided, 0 for others: encodings
    may omit decided edges, which clauses of one literal state. Each edge that crosses one with 1 has -1. If ``acyclic``, the chosen
    edges form a tree in the graph in which edges with 1 are contracted. None where no edge is decided.
    """

    nodes: int
    ends: Ints
    lits: Ints
    origin: Origin
    acyclic: bool = False
    embedding: Embedding | None = None
    degrees: Degrees | None = None
    redundant: bool = False
    node: str = "node"
    known: NDArray[np.int8] | None = None

    @property
    def is_cyclic(self) -> bool:
        """Return whether every degree is 2, so that each connected choice is a Hamiltonian cycle."""
        return self.degrees is not None and self.nodes > 0 and bool((self.degrees.degree == 2).all())

    def chosen(self, model: Bools) -> Bools:
        """Return which edges a model bool[V + 1] chooses: bool[m]."""
        return truth(model, self.lits)

    def crossed(self, edges: Bools) -> Ints:
        """List the edges that cross some edges, bool[m], as indices int32[x]; one that crosses several is listed several times."""
        if self.embedding is None:
            return np.zeros(0, dtype=np.int32)
        one, other = self.embedding.crossing.T
        return np.concatenate((one[edges.take(other)], other[edges.take(one)]))


@record(eq=False)
class Clauses:
    """A block of c clauses of width k: ``rows`` int32[c, k], not always contiguous, ``sources`` int32[c].

    Encodings make such blocks, and a family may state clauses as such. Long arrays may be deferred (``Deferred``); ``lits`` and
    ``source`` are always arrays. ``distinct`` promises that no clause equals another of the formula, so that none is compared.
    """

    rows: Rows
    origin: Origin
    sources: Rows
    distinct: bool = False
    redundant: bool = False

    @classmethod
    def of(cls, rows: Ints, origin: Origin) -> Clauses:
        """Make a block of clauses, int32[c, k], all with source 0."""
        return cls(rows, origin, np.zeros(len(rows), dtype=np.int32))

    @classmethod
    def units(cls, literals: Ints | Sequence[int], origin: Origin) -> Clauses:
        """Make a block of one clause for each literal, all with source 0."""
        return cls.of(np.asarray(literals, dtype=np.int32).reshape(-1, 1), origin)

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.rows)

    def __repr__(self) -> str:
        """Name number, width and rule in one line."""
        return f"<clauses: {len(self):,} of width {self.width}, {self.origin.rule}>"

    @property
    def width(self) -> int:
        """Count the literals of each clause."""
        return self.rows.shape[1]

    @property
    def bounds(self) -> tuple[int, int]:
        """Return the least and the largest number of true literals of a clause."""
        return 1, self.width

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
        return replace(self, rows=self.lits, sources=self.source)

    def part(self, which: Ints | Bools | slice) -> Clauses:
        """Return some of the clauses: those of a slice, of indices int32[k], or where bool[c] is true."""
        return replace(self, rows=self.lits[which], sources=self.source[which])

    def violated(self, model: Bools) -> Ints:
        """List the rows that the model falsifies, int32."""
        if not isinstance(self.rows, Deferred):
            return np.flatnonzero(~truth(model, self.rows).any(axis=1)).astype(np.int32)
        found = [some.start + np.flatnonzero(~truth(model, lits).any(axis=1)) for some, lits in in_pieces(self.rows)]
        return np.concatenate(found, dtype=np.int32, casting="same_kind") if found else np.empty(0, dtype=np.int32)


Batch: TypeAlias = Cardinality | Implies | Exclusive | Connected | Clauses


def sums_of(batches: Iterable[Batch]) -> list[Cardinality]:
    """Return the cardinality batches that are not redundant."""
    return [batch for batch in batches if isinstance(batch, Cardinality) and not batch.redundant]


@record
class Relaxed:
    """Models may break a rule: ``why`` names it.

    ``refine`` returns clauses that every solution satisfies, but not a model (bool[V + 1]) that breaks the rule; no clauses for a
    model that keeps it. None where the formula is not refined.
    """

    why: str
    refine: Callable[[Bools], list[Clauses]] | None = None


@record
class Restricted:
    """Solutions may be missing: ``why`` names the bound. No model means no solution within these bounds, and nothing beyond.

    ``without`` is the sentence for a formula that has no model and no other bound; "" for a general one.
    """

    why: str
    without: str = ""


@record
class Claim:
    """The relation of a formula's models to the solutions: exact, unless it is relaxed, restricted, or both."""

    relaxed: tuple[Relaxed, ...] = ()
    restricted: tuple[Restricted, ...] = ()

    @classmethod
    def of(cls, *parts: Relaxed | Restricted) -> Claim:
        """Collect the ways in which a formula is not exact."""
        relaxed = tuple(part for part in parts if isinstance(part, Relaxed))
        return cls(relaxed, tuple(part for part in parts if isinstance(part, Restricted)))

    def __and__(self, other: Claim) -> Claim:
        """Return the claim of two formulas taken together."""
        return Claim(self.relaxed + other.relaxed, self.restricted + other.restricted)

    def __repr__(self) -> str:
        """Name the relation in one line."""
        ways = [name for name, parts in (("relaxed", self.relaxed), ("restricted", self.restricted)) if parts]
        return f"<claim: {' and '.join(ways) or 'exact'}>"

    @property
    def is_exact(self) -> bool:
        """Return whether the models are exactly the solutions."""
        return not self.relaxed and not self.restricted

    @property
    def stays_relaxed(self) -> bool:
        """Return whether a model may break rules even when nothing is left to refine."""
        return any(part.refine is None for part in self.relaxed)

    @property
    def becomes_exact(self) -> bool:
        """Return whether models are exactly the solutions once nothing is left to refine."""
        return not self.restricted and not self.stays_relaxed

    def refine(self, model: Bools) -> list[Clauses]:
        """Return clauses that exclude a model for the rules it breaks, none if it keeps them or they are not refined."""
        return [block for part in self.relaxed if part.refine is not None for block in part.refine(model)]

    def reasons(self) -> list[str]:
        """List why the formula is not exact, each reason once."""
        whys = [part.why for part in self.relaxed] + [part.why for part in self.restricted]
        return list(dict.fromkeys(whys))


EXACT: Final = Claim()


@record(eq=False)
class Formula:
    """A compiled puzzle: variables, clause blocks in the order in which they are written, and its claim."""

    variables: Variables
    blocks: tuple[Clauses, ...]
    claim: Claim = EXACT

    def __repr__(self) -> str:
        """Count in one line."""
        return f"<formula: {counted(self.variables.count, 'variable')}, {counted(self.clause_count, 'clause')}>"

    @property
    def clause_count(self) -> int:
        """Count the clauses."""
        return sum(map(len, self.blocks))

    def known(self) -> Ints:
        """Return 1 or -1 for variables that a clause of one literal fixes, 0 for others, int32[v + 1]."""
        known = np.zeros(self.variables.count + 1, dtype=np.int32)
        for block in self.blocks:
            if block.width == 1:
                known[np.abs(block.lits)] = np.sign(block.lits)
        return known

    def undecided(self, most: int) -> Ints:
        """List the variables up to ``most`` that no clause of one literal fixes, int32[k]."""
        return np.flatnonzero(self.known()[: most + 1] == 0)[1:].astype(np.int32)

    def decided(self) -> Sat | Unsat | None:
        """Return the verdict if a clause is empty, or clauses of one literal fix all variables; None if it takes a solver."""
        if any(block.width == 0 and len(block) for block in self.blocks):
            return Unsat()
        known = self.known()
        if not known[1:].all():
            return None
        model = known > 0
        return Unsat() if self.violated(model) else Sat(model)

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
