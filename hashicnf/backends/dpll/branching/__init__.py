"""Branching rules: which literal to decide next, and which value to try first.

Each rule is a module here that ends with ``BRANCHING``; it is prepared for a formula and then called before each decision. A rule
may have state, but must be deterministic: the same search on the same formula gets the same decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

import numpy as np

from hashicnf.contracts import uncallable
from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.propagation.codes import NOTHING
from hashicnf.records import record
from hashicnf.registry import Registry, is_foreign, misreturned

Choose: TypeAlias = Callable[[Sequence[int]], int]


@record
class Material:
    """The input of a branching rule: relevant variables, ascending; the clauses; a puzzle's cardinality constraints."""

    variables: tuple[int, ...]
    blocks: tuple[Clauses, ...]
    groups: tuple[Cardinality, ...] = ()


def material_of(blocks: Iterable[Clauses], concerns: Iterable[int], groups: Iterable[Cardinality]) -> Material:
    """Return the input of a branching rule; its variables are those of clauses and of the codes that concern theories.

    Its clauses contain each literal once, and none of them is always true: the solver uses no others.
    """
    kept = tuple(chain.from_iterable(map(_reduced, blocks)))
    mentioned = [np.abs(block.lits).ravel() for block in kept]
    mentioned.append(np.array([code >> 1 for code in concerns], dtype=np.int32))
    return Material(tuple(np.unique(np.concatenate(mentioned)).tolist()), kept, tuple(groups))


def _reduced(block: Clauses) -> Iterator[Clauses]:
    """Yield the clauses of a block that are not always true, without repeated literals, as a block for each length."""
    lits = np.take_along_axis(block.lits, np.argsort(np.abs(block.lits), axis=1), axis=1)
    repeats = np.zeros(lits.shape, dtype=np.bool_)
    repeats[:, 1:] = lits[:, 1:] == lits[:, :-1]
    is_always_true = (lits[:, 1:] == -lits[:, :-1]).any(axis=1)
    if not repeats.any() and not is_always_true.any():
        yield block
        return
    lengths = block.width - repeats.sum(axis=1)
    for length in np.unique(lengths[~is_always_true]).tolist():
        alike = ~is_always_true & (lengths == length)
        rows = lits[alike][~repeats[alike]].reshape(-1, length)
        yield replace(block, rows=rows, sources=block.source[alike], distinct=False)


@record
class Branching:
    """A rule: ``prepare`` returns a function from ``truth`` (see ``propagation.codes``) to the code to make true first.

    The function may return NOTHING if it prefers no literal: then the first undecided variable is decided. A rule that
    ``needs_groups`` is for puzzles only: its ``prepare`` raises UsageError if the material has none. Where a puzzle counts nothing,
    ``solve`` replaces it by the default rule.
    """

    title: str
    prepare: Callable[[Material], Choose]
    needs_groups: bool = False

    def prepared(self, material: Material) -> Choose:
        """Prepare the rule; that of another package raises PluginError for a choice that is no open literal."""
        choose = self.prepare(material)
        if not callable(choose):
            raise misreturned(self.prepare, choose, "expected a function")
        if not is_foreign(choose):
            return choose
        for fault in uncallable(choose, 1):
            raise misreturned(self.prepare, choose, f"it is {fault}")
        return _checked(choose)


def _checked(choose: Choose) -> Choose:
    """Return the function of a rule, with a check of each result: a decided literal would be decided again without end.

    It gets a copy of the assignment, which it cannot change: the search would go on from there, and its answer would be wrong.
    """

    def checked(truth: Sequence[int]) -> int:
        decision = choose((*truth,))
        if isinstance(decision, int | np.integer) and (decision == NOTHING or _is_open(decision, truth)):
            return decision
        raise misreturned(choose, decision, "it is neither NOTHING nor the code of an undecided variable")

    return checked


def _is_open(code: int, truth: Sequence[int]) -> bool:
    """Return whether this is the code of an undecided variable."""
    return 1 < code < len(truth) and not truth[code] and not truth[code ^ 1]


def default_branching(*, has_groups: bool) -> str:
    """Return the name of the default rule, which depends on whether there are cardinality constraints."""
    return "saturation" if has_groups else "jeroslow-wang"


RULES: Final[Registry[Branching]] = Registry(__name__, "BRANCHING", "branching rule", "Branching")
