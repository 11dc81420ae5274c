"""Search for counting arguments.

A maximum flow on the b-matching of the cardinality constraints refutes the puzzle, or fixes variables; these are propagated, and
the flow is computed again. Most contradictions among several constraints are found in one or two rounds, in the time of a few
propagations.

Reference: Régin 1996, "Generalized arc consistency for global cardinality constraint".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hashicnf.core.constraints import Batch
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.flaws import Flaw
from hashicnf.errors import InternalError
from hashicnf.logic import NO_LITERALS, Ints, Truth, fixed_literals
from hashicnf.passes.simplify import closure
from hashicnf.propagation.bounds import Contradiction
from hashicnf.propagation.counting.argument import Argument, Outcome, misconnected, replay, too_few
from hashicnf.propagation.counting.crowded import Demand
from hashicnf.propagation.counting.crowding import find_crowded
from hashicnf.propagation.counting.matching import Left, Matching
from hashicnf.propagation.counting.parity import odd_sums
from hashicnf.propagation.counting.weights import weights
from hashicnf.records import record


@record
class Refuted:
    """The puzzle is unsolvable: the argument, and the flaw that explains it; None if there is none to describe.

    The arguments of ``lemmas`` come first: each refutes the last of its premises, whose negation may be a premise of later ones.
    """

    argument: Argument
    flaw: Flaw | None
    lemmas: tuple[Argument, ...] = ()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Return all arguments in their order."""
        return *self.lemmas, self.argument


@record
class Fixed:
    """Literals int32[k] that hold in all solutions."""

    literals: Ints


def refute_batches(
    batches: Sequence[Batch], variables: int, premises: Ints = NO_LITERALS, deadline: Deadline = NEVER
) -> Refuted | Fixed:
    """Search for a counting argument that refutes constraints, and check it; ``premises`` are literals assumed to be true.

    Returns ``Fixed`` if none is found, with the literals that counting and unit propagation derive. If variables are counted more
    than twice, only unit propagation is used. Raises GaveUp at the deadline, InternalError if the argument fails its check.
    """
    argument, is_refuted = _search(batches, variables, premises, deadline)
    outcome = _checked(argument, batches, variables, deadline, is_refuted=is_refuted)
    return Refuted(argument, outcome.flaw) if is_refuted else Fixed(_true(outcome))


def refuting(batches: Sequence[Batch], variables: int, premises: Ints, deadline: Deadline) -> Refuted | None:
    """Search for a counting argument as ``refute_batches`` does; None if none is found, which takes half of its time."""
    argument, is_refuted = _search(batches, variables, premises, deadline)
    if not is_refuted:
        return None
    return Refuted(argument, _checked(argument, batches, variables, deadline, is_refuted=True).flaw)


def _checked(
    argument: Argument, batches: Sequence[Batch], variables: int, deadline: Deadline, *, is_refuted: bool
) -> Outcome:
    """Replay an argument. Raises InternalError if the replay disagrees with the search on ``is_refuted``."""
    outcome = replay(argument, batches, variables, deadline)
    if is_refuted != outcome.is_contradiction:
        raise InternalError("a counting argument fails its check")
    return outcome


def _search(batches: Sequence[Batch], variables: int, premises: Ints, deadline: Deadline) -> tuple[Argument, bool]:
    """Search for weights round by round; return the argument and whether it is a contradiction. Raises GaveUp at the deadline.

    An odd sum that needs no propagation is preferred to contradictions of a single constraint, and to those that take more
    rounds.
    """
    matching = Matching.of(batches, variables)
    known, steps = premises, list[Ints]()
    is_odd = None if matching is None else odd_sums(matching, _assumed(variables, premises))
    odd = None if is_odd is None else Argument((is_odd,), premises)
    if too_few(batches, _assumed(variables, premises)) is not None:
        return Argument((), premises), True
    while True:
        argument = Argument(tuple(steps), premises)
        try:
            truth = closure(batches, variables, known, deadline)
        except Contradiction:
            return odd or argument, True
        if misconnected(batches, truth) is not None or too_few(batches, truth) is not None:
            return argument, True
        if matching is None:
            return odd or argument, odd is not None
        left = matching.left(truth)
        weight = weights(left, deadline)
        steps.append(weight)
        if _excess(left, weight) > 0:
            return Argument(tuple(steps), premises), True
        if odd is not None:
            return odd, True
        gain = weight_of_variables(matching, weight)
        forced = np.flatnonzero((truth[: variables + 1] == 0) & (gain != 0)).astype(np.int32)
        if not len(forced):
            return _at_last(batches, matching, truth, argument, deadline)
        known = np.concatenate((known, forced * np.sign(gain[forced])))


def _at_last(
    batches: Sequence[Batch], matching: Matching, truth: Truth, argument: Argument, deadline: Deadline
) -> tuple[Argument, bool]:
    """Search for odd sums and for crowded nodes when weights fix no more variables; return as ``_search`` does."""
    if (odd := odd_sums(matching, truth)) is not None:
        return replace(argument, steps=(*argument.steps, odd)), True
    deadline.require()
    left = Demand.of(batches, truth)
    nodes = None if left is None else find_crowded(left, deadline)
    return (argument, False) if nodes is None else (replace(argument, crowded=nodes), True)


def _assumed(variables: int, premises: Ints) -> Truth:
    """Return the truth of each literal, int8[2 v + 1], with only the premises known."""
    truth: Truth = np.zeros(2 * variables + 1, dtype=np.int8)
    truth[premises], truth[-premises] = 1, -1
    return truth


def weight_of_variables(matching: Matching, weight: Ints) -> Ints:
    """Return the coefficient of each variable in the weighted sum of all constraints, int32[v + 1]."""
    gain: Ints = np.append(weight, np.int32(0))[matching.ends].sum(axis=1, dtype=np.int32)
    return gain


def _excess(left: Left, weight: Ints) -> int:
    """Return by how much the weighted demand exceeds the largest contribution of the edges; a positive excess is a refutation.

    If it is 0, each edge must contribute as much as possible.
    """
    wide = weight.astype(np.int64)
    gain = np.append(wide, 0)[left.ends].sum(axis=1)
    return int(np.where(wide > 0, left.least, left.most) @ wide - np.maximum(gain, 0) @ left.capacity)


def _true(outcome: Outcome) -> Ints:
    return fixed_literals(outcome.truth[: len(outcome.truth) // 2 + 1])
