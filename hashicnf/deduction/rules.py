"""A formula whose rules can be switched off one instance at a time, to find which of them imply a fact.

The clauses of an instance (a rule and its source, such as a clue of the board) share a *selector*: a fresh literal s, with -s in
each of these clauses. Under the assumption of some selectors, the formula has the models of these instances only, and a core lists
instances that together contradict the other assumptions. Rules that the family does not name as reasons have no selector. Each
clause that a lazy loop adds becomes an instance too.

A core is made irreducible by deletion (``asking.cores``). A model without one instance mostly shows by rotation that others are
needed, too (``asking.rotation``), so chains of a hundred clues take a few calls of the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Final, Self

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.asking.cores import Core, irreducible
from hashicnf.asking.rotation import Rotation
from hashicnf.backends import repeatable
from hashicnf.backends.choose import DEFAULT_SOLVER, open_assuming
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.techniques import Rule
from hashicnf.errors import InternalError
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, literals_of, resized
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.flat import ASKED

EFFORT: Final = 300  # conflicts to decide whether an instance can be left out
MOST: Final = 2_500  # conflicts of a search for a reason if the last one succeeded: more than any of 150 searches took
LEAST: Final = 1_000  # the same after many searches without success, each of which halves the limit
MANY: Final = 100  # most instances of a reason; longer reasons could not be followed
LARGE: Final = 2 * MANY  # instances of a core that is not reduced: those of 370 that became reasons had at most 134


class Rules:
    """The formula of a puzzle in a solver, with selectors for the rules named in ``reasons``. A context manager."""

    def __init__(self, puzzle: Puzzle, reasons: frozenset[str], deadline: Deadline = NEVER) -> None:
        """Compile the puzzle. Raises UsageError for a puzzle without constraints."""
        encodings = Encodings(connectivity=LAZY, simplify=False)
        self._compiled = compile_puzzle(puzzle, encodings, observe=deadline.ending())
        self._variables = self._next = self._compiled.variables.count
        self._reasons = reasons
        self._rules: dict[int, Rule] = {}
        self._always: list[Clauses] = []  # clauses without selectors
        self._switched: list[Clauses] = []  # those of the formula with selectors, which are their sources
        self._known: set[int] = set()
        self._most = MOST
        self._selector_of: dict[tuple[str, int, tuple[int, ...]], int] = {}  # plain tuples are hashed fast
        self._session = open_assuming(DEFAULT_SOLVER, self._variables, deadline)
        for block in self._compiled.formula.blocks:
            self._add(block)

    def __enter__(self) -> Self:
        """Start using the solver."""
        self._session.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solver."""
        self._session.__exit__(None, None, None)

    def prefer(self, model: Bools) -> None:
        """Search near a model of another formula of the puzzle: what breaks few rules shows soon which of them imply a literal."""
        self._session.prefer(literals_of(model, np.arange(1, self._compiled.problem + 1, dtype=np.int32)))

    def fewest(self, known: Sequence[int], literals: Iterable[int]) -> tuple[int, list[Rule]] | None:
        """Return the first of some literals that the fewest instances imply, given the ``known`` literals, and these instances.

        Their sets are irreducible, but an instance is kept if ``EFFORT`` conflicts do not decide whether it can be left out. After
        a literal for which ``MOST`` conflicts (fewer after searches without success) find no set of up to ``MANY`` instances no
        further ones are tried, and each search ends once it needs as many instances as were found; None if there is no set for the
        first. Literals known in one call must follow from those of each later call, since they stay in the solver. Raises GaveUp at
        the time limit, InternalError if a literal does not follow.
        """
        self._learn(known)
        best, most = None, MANY
        for literal in literals:
            if (found := self._irreducible(literal, most)) is None:
                break
            if len(found) <= most:
                best, most = (literal, found), len(found) - 1
            elif best is None:
                break
        return None if best is None else (best[0], [self._rules[s] for s in sorted(best[1])])

    def _irreducible(self, literal: int, most: int) -> list[int] | None:
        """Return the selectors of an irreducible core; of a larger one if more than ``most`` are needed, None if none is found."""
        end = self._session.conflicts() + self._most
        core = self._core(literal, end)
        kept = core if core is None or len(core) > LARGE else self._reduced(core, literal, most, end)
        failed = kept is None or len(kept) > MANY == most
        self._most = min(self._most, max(LEAST, self._most // 2)) if failed else MOST
        return kept

    def _reduced(self, core: Sequence[int], literal: int, most: int, end: int) -> list[int]:
        """Return an irreducible part of a core, up to conflict number ``end``; a larger one if more than ``most`` are needed."""
        largest_first = sorted(core, key=lambda s: (len(self._rules[s].clause), s), reverse=True)

        def smaller(selectors: list[int], effort: int) -> Core:
            left = min(effort, end - self._session.conflicts())
            return self._decide(literal, selectors, left) if left > 0 else Unknown()

        rotation, needed = cache(partial(self._rotation, core, literal)), list[int]()
        kept, _ = irreducible(
            largest_first,
            smaller,
            [EFFORT],
            needed.append,
            lambda *without: rotation().needed(*without),
            is_over=lambda _: len(needed) > most,
        )
        return kept

    def _rotation(self, core: Sequence[int], literal: int) -> Rotation:
        """Return the clauses of the instances of a core, by selectors, and what always holds of their variables."""
        parts = [part for block in self._switched if len(part := block.part(np.isin(block.source, core)))]
        cuts = [(s, rule.clause) for s in core if (rule := self._rules[s]).clause]
        parts += [Clauses(np.array([cut], np.int32), ASKED, np.array([s], np.int32)) for s, cut in cuts]
        about = np.unique(np.concatenate([np.abs(part.lits).ravel() for part in parts]))
        always = [*self._always, Clauses.units([*self._known, -literal], ASKED)]
        near = [np.flatnonzero(np.isin(np.abs(block.lits), about).any(axis=1)).astype(np.int32) for block in always]
        holding = [block.part(which) for block, which in zip(always, near, strict=True)]
        return Rotation(self._variables, holding, parts, lambda _: True)

    def _core(self, literal: int, end: int) -> list[int] | None:
        """Return the selectors of instances that imply a literal; None if conflict number ``end`` is reached."""
        while (left := end - self._session.conflicts()) > 0:
            found = self._decide(literal, self._rules, left)
            if not isinstance(found, Sat):
                return found if isinstance(found, list) else None
            if not self._refined(found.model):
                raise InternalError("a fact that holds in every solution does not follow from the rules")
        return None

    def _learn(self, known: Sequence[int]) -> None:
        """Add the literals that are newly known as unit clauses."""
        if new := {*known} - self._known:
            self._known |= new
            self._session.add([Clauses.units(sorted(new), ASKED)])

    def _decide(self, literal: int, selectors: Iterable[int], conflicts: int | None = None) -> Core:
        """Return selectors of instances that imply a literal, a model in which it fails, or Unknown after so many conflicts."""
        match repeatable(self._session.assume(np.array([*selectors, -literal], dtype=np.int32), conflicts)):
            case Sat(model):
                return Sat(resized(model, self._next))
            case Unsat(core=core):
                return [s for s in ([] if core is None else core.tolist()) if s in self._rules]
            case Unknown() as undecided:
                return undecided

    def _refined(self, model: Bools) -> bool:
        """Add the clauses that exclude a model because it breaks rules; return whether there are any."""
        found = self._compiled.refine(model[: self._variables + 1])
        for block in found:
            self._add(block, each=True)
        return bool(found)

    def _add(self, block: Clauses, each: bool = False) -> None:
        """Add clauses with the selector of their rule and source, or (``each``) with a selector per clause."""
        name = block.origin.rule.partition(".")[0]
        if name not in self._reasons:
            self._always.append(block)
            self._session.add([block])
            return
        for some, rows in in_pieces(block.rows):
            sources = block.sources[some]
            if each:
                rules = [
                    Rule(name, source, tuple(row)) for source, row in zip(sources.tolist(), rows.tolist(), strict=True)
                ]
                chosen = self._selectors(rules)
            else:
                alone, which = np.unique(sources, return_inverse=True)
                chosen = self._selectors([Rule(name, source) for source in alone.tolist()])[which]
                self._switched.append(Clauses(rows, block.origin, chosen))
            self._session.add([Clauses(np.hstack((rows, -chosen.reshape(-1, 1))), block.origin, sources)])

    def _selectors(self, rules: Sequence[Rule]) -> Ints:
        """Return the selectors of some instances, int32[k]."""
        return np.array([self.selector(rule) for rule in rules], dtype=np.int32)

    def follows(self, selectors: Iterable[int], literal: int) -> bool:
        """Return whether a literal follows from the instances of some selectors, and the rules without selectors."""
        return isinstance(self._decide(literal, selectors), list)

    def selector(self, rule: Rule) -> int:
        """Return the selector of an instance, a new one if it has none yet."""
        key = rule.name, rule.source, rule.clause
        if (known := self._selector_of.get(key)) is None:
            self._next += 1
            known = self._selector_of[key] = self._next
            self._rules[known] = rule
        return known
