"""The encoding of a state as literals of a layer: a literal for each fact, or the values of variables in binary.

In binary, disjoint variables of the task are chosen in their order, and each becomes ceil(log2 of its values) bits. A fact is then
a cube of bits. Facts that actions need, such as the place of the blank, keep a literal of their own, tied to their cube, unless all
values of the variable are needed: so the clauses of preconditions stay short. Facts of no chosen variable keep their literals.

Clauses over facts are rewritten: a positive literal of a fact becomes a clause for each bit, and clauses that differ only in the
value of one variable are merged where a cube of codes covers the values. So "if the slide is taken, the cell has afterwards what
the other cell had before" becomes two clauses for each bit, whatever the number of tiles. Literals are numbered from 1 in each
layer: the facts with a literal of their own first, in order, then the bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from hashicnf.planning.horizons.cover import Implicant, cover, exactly, holds
from hashicnf.planning.horizons.transition import Clause
from hashicnf.planning.task import Task


@dataclass(frozen=True)
class Coded:
    """A variable in binary: value i has code i; ``first`` is the number of the literal of its first bit."""

    values: tuple[int, ...]
    first: int

    @property
    def bits(self) -> int:
        """Count the bits."""
        return max(1, (len(self.values) - 1).bit_length())

    @property
    def unused(self) -> frozenset[int]:
        """List the codes that stand for no value."""
        return frozenset(range(len(self.values), 1 << self.bits))

    def literals(self, cube: Implicant) -> Clause:
        """Write a cube as literals of a layer."""
        shift = self.first - 1
        return tuple(literal + shift if literal > 0 else literal - shift for literal in cube)


@dataclass(frozen=True)
class Layout:
    """A literal for each fact of ``own``, and bits for the ``coded`` variables.

    ``facts`` maps each fact to its conjunction of literals, ``place`` each fact without a literal of its own to variable and code.
    """

    own: tuple[int, ...]
    coded: tuple[Coded, ...] = ()
    facts: dict[int, Clause] = field(default_factory=dict)
    place: dict[int, tuple[Coded, int]] = field(default_factory=dict)

    @cached_property
    def bits(self) -> int:
        """Count the literals that are bits."""
        return sum(one.bits for one in self.coded)

    @cached_property
    def width(self) -> int:
        """Count the literals of a layer."""
        return len(self.own) + self.bits

    def ties(self) -> Iterator[Clause]:
        """Yield the clauses of a layer that forbid unused codes, and that define the literals of facts by the codes."""
        for one in self.coded:
            for cube in cover(one.unused, frozenset(), one.bits):
                yield tuple(-literal for literal in one.literals(cube))
            for code, fact in enumerate(one.values):
                if fact not in self.place:
                    (own,), cube_literals = self.facts[fact], one.literals(exactly(code, one.bits))
                    yield from ((-own, literal) for literal in cube_literals)
                    yield (own, *(-literal for literal in cube_literals))

    def has_literals(self, facts: Iterable[int]) -> bool:
        """Return whether each of the facts has a literal of its own."""
        return all(fact not in self.place for fact in facts)

    def rewrite(self, clauses: Iterable[Clause], facts: int, layers: int = 1) -> list[Clause]:
        """Rewrite clauses over facts as clauses over literals of the layers.

        Facts are numbered from 1 through all layers; numbers beyond them are of other literals, which are kept and renumbered.
        """
        if not self.coded:
            return list(clauses)
        joined: dict[tuple[Clause, int, int], set[int]] = {}
        done: dict[Clause, None] = {}
        for clause in clauses:
            for literals, open_facts in self._expanded(clause, facts, layers):
                if not open_facts:
                    done[literals] = None
                    continue
                (layer, fact), *others = open_facts
                rest = {*literals}
                for other, another in others:
                    coded, code = self.place[another]
                    rest |= {-self._in(literal, other) for literal in coded.literals(exactly(code, coded.bits))}
                coded, code = self.place[fact]
                joined.setdefault((_sorted(rest), layer, coded.first), set()).add(code)
        variables = {one.first: one for one in self.coded}
        for (kept, layer, first), codes in joined.items():
            for literals in self._cubes(variables[first], frozenset(codes)):
                clause = _sorted({*kept, *(self._in(literal, layer) for literal in literals)})
                if not any(-literal in clause for literal in clause):
                    done[clause] = None
        return list(done)

    def _expanded(self, clause: Clause, facts: int, layers: int) -> Iterator[tuple[Clause, list[tuple[int, int]]]]:
        """Replace the literals of facts; yield each clause with the negated facts in binary that remain, each with its layer."""
        plain: list[int] = []
        wanted: list[Sequence[int]] = []
        denied: list[tuple[int, int]] = []
        for literal in clause:
            layer, fact = divmod(abs(literal) - 1, facts)
            if layer >= layers:
                shift = layers * (self.width - facts)
                plain.append(literal + shift if literal > 0 else literal - shift)
            elif fact not in self.place:
                own = self._in(self.facts[fact][0], layer)
                plain.append(own if literal > 0 else -own)
            elif literal > 0:
                wanted.append([self._in(bit, layer) for bit in self.facts[fact]])
            else:
                denied.append((layer, fact))
        for choice in product(*wanted):
            literals = {*plain, *choice}
            if not any(-literal in literals for literal in literals):
                yield _sorted(literals), denied

    def _cubes(self, coded: Coded, codes: frozenset[int]) -> Iterator[Clause]:
        """Yield clauses that forbid the codes; values with a literal of their own may lie in a cube, which this literal excepts."""
        excepted = {code: self.facts[fact][0] for code, fact in enumerate(coded.values) if fact not in self.place}
        for cube in cover(codes, coded.unused | frozenset(excepted), coded.bits):
            apart = [own for code, own in excepted.items() if code not in codes and holds(cube, code)]
            yield (*(-literal for literal in coded.literals(cube)), *apart)

    def _in(self, literal: int, layer: int) -> int:
        shift = layer * self.width
        return literal + shift if literal > 0 else literal - shift


def _sorted(literals: Iterable[int]) -> Clause:
    return tuple(sorted(literals, key=abs))


def one_hot(task: Task) -> Layout:
    """Return the layout with a literal for each fact."""
    own = tuple(range(len(task.facts)))
    return Layout(own, facts={fact: (fact + 1,) for fact in own})


def binary(task: Task) -> Layout:
    """Return the layout with disjoint variables of more than two values in binary, chosen in their order."""
    chosen: list[tuple[int, ...]] = []
    covered: set[int] = set()
    for values in task.variables:
        if len(values) > 2 and covered.isdisjoint(values):
            chosen.append(values)
            covered |= {*values}
    needed = {fact for action in task.actions for fact in action.needs}
    apart = {fact for values in chosen if not needed.issuperset(values) for fact in values if fact in needed}
    own = tuple(fact for fact in range(len(task.facts)) if fact in apart or fact not in covered)
    literals = {fact: (number,) for number, fact in enumerate(own, 1)}
    coded: list[Coded] = []
    place: dict[int, tuple[Coded, int]] = {}
    first = len(own) + 1
    for values in chosen:
        one = Coded(values, first)
        first += one.bits
        coded.append(one)
        for code, fact in enumerate(values):
            if fact not in literals:
                place[fact] = one, code
    facts = {**literals, **{f: one.literals(exactly(code, one.bits)) for f, (one, code) in place.items()}}
    return Layout(own, tuple(coded), facts, place)
