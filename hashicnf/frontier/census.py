"""Count the solutions of a problem; return their number, single solutions by their rank, and the shares of loads.

    reduce     propagate the bounds, and probe them if the count is estimated to take long
    order      order the items by beam search, with wider beams if the estimate is bad
    sift       on hard boards, drop states that cannot be completed even in a problem with fewer rules
    count      forward, item by item

Solutions have ranks from 0, in an order that follows from the plan alone.
References: Knuth 2011, "The Art of Computer Programming" 4A, 7.1.4, exercise 225 (Simpath); Kawahara, Inoue, Iwashita and
Minato 2017, "Frontier-based search for enumerating all constrained subgraphs with compressed representation".
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import field
from math import inf
from typing import Final

import numpy as np

from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp
from hashicnf.frontier import counts
from hashicnf.frontier.bounds import Bounds, NoLoads
from hashicnf.frontier.contraction import Open, contracted
from hashicnf.frontier.forward import BESIDE, Forward, Layer
from hashicnf.frontier.layout import planned
from hashicnf.frontier.marginals import shares_of
from hashicnf.frontier.ordering import Order, ordered
from hashicnf.frontier.plan import CountPlan
from hashicnf.frontier.probing import probe
from hashicnf.frontier.problem import Problem
from hashicnf.frontier.relaxing import sieve_of
from hashicnf.frontier.unrank import unranked
from hashicnf.frontier.weights import Weights
from hashicnf.logic import Ints, Shares
from hashicnf.records import record

WORTH_SIFTING: Final = 18.0  # logarithm of the estimated number of states, to base 2

PER_STATE: Final = 3e-7  # seconds of counting for each state of the estimate, roughly
GAIN: Final = 20.0  # bits by which other orders (15 were seen) and sieves may reduce an estimate
PER_ITEM: Final = 8e-5  # seconds of a beam search for each item, and each prefix in the beam


@record
class Beam:
    """A beam search of some ``width``, once from each of so many ``starts``; 0 is one search that may start at any node."""

    width: int
    starts: int = 0

    def pays(self, order: Order, most: float) -> bool:
        """Return whether to search for a better order: counting takes longer, and may then need no more than ``most`` states.

        False if there are no items.
        """
        search = PER_ITEM * len(order.items) * self.width * max(1, self.starts)
        states = 2.0**order.estimate
        return search > 0 and bool(search < PER_STATE * states) and states < 2.0**GAIN * most


BEAMS: Final = (Beam(3), Beam(30), Beam(100), Beam(10, 24))


@record
class Census:
    """The count of the solutions of a problem: ``total``, a lower bound if ``exact`` is False.

    ``transitions`` and ``width`` (the most states of a layer) are figures of the pass; ``layers`` are kept only on request.
    """

    total: int
    exact: bool
    problem: Problem
    open: Open | None
    plan: CountPlan | None = field(compare=False, repr=False, default=None)
    layers: tuple[Layer, ...] = field(compare=False, repr=False, default=())
    transitions: int = 0
    width: int = 1

    def loads(self, ranks: Sequence[int]) -> Ints:
        """Return the loads, int32[k, m], of the solutions with these ranks, from 0. The layers must have been kept."""
        found = np.zeros((len(ranks), self.problem.edges), dtype=np.int32)
        if self.open is None or not len(ranks):
            return found
        found += np.array(self.open.base, dtype=np.int32)
        if self.plan is not None:
            edges = [self.open.edge[step.item] for step in self.plan.steps]
            found[:, edges] += unranked(self.layers, ranks)
        return found

    def shares(self) -> Shares:
        """Return for each edge and load the share of all solutions, float64[m, most + 1]. The layers must have been kept.

        A share is exactly 0 or 1 if no solution or every one has this load.
        """
        found = np.zeros((self.problem.edges, int(self.problem.most.max(initial=0)) + 1))
        if self.open is None or not self.total:
            return found
        found[np.arange(self.problem.edges), self.open.base] = 1.0
        if self.plan is not None:
            for step, shares in zip(self.plan.steps, shares_of(self.layers), strict=True):
                edge = self.open.edge[step.item]
                base = self.open.base[edge]
                found[edge] = 0.0
                found[edge, base : base + len(shares)] = shares
        return found


@record
class Prepared:
    """A problem, and its open part with an order (``found``; None if there is no solution, or only one node)."""

    problem: Problem
    found: tuple[Open, Order] | None


def reduced(problem: Problem, limits: Limits = NO_LIMITS) -> tuple[Open, Order] | None:
    """Return the part that the bounds leave open, and an order of its items; None if there is no solution. Raises GaveUp."""
    bounds = Bounds(problem, limits.deadline)
    try:
        bounds.close()
        probe(bounds, limits.deadline)
        left = contracted(bounds, limits.deadline)
    except NoLoads:
        return None
    return left, _ordered(left, limits)


def prepared(problem: Problem, limits: Limits, observe: Observer) -> Prepared:
    """Reduce a problem and order its items, for one or several counts. Raises GaveUp at a limit before there is an order."""
    limits.deadline.require()
    observe("look for a good order")
    return Prepared(problem, None if _is_single(problem) else reduced(problem, limits))


def _is_single(problem: Problem) -> bool:
    """Return whether a problem has a single node, which no edge can connect to others."""
    return problem.connected and problem.nodes == 1


def _ordered(left: Open, limits: Limits) -> Order:
    """Return an order of the items as ``ordered`` does; more and wider beams are tried while ``Beam.pays``, until the deadline."""
    weights = Weights(left, limits)
    nodes = [node for node, near in enumerate(left.at) if near]
    most = inf if limits.max_memory is None else min(limits.max_memory, sys.maxsize) / BESIDE * left.items
    best = ordered(left, BEAMS[0].width, weights, limits.deadline)
    for beam in BEAMS[1:]:
        if beam.pays(best, most):
            firsts = nodes[:: -(-len(nodes) // beam.starts)] if beam.starts else [None]
            try:
                for first in firsts:
                    found = ordered(left, beam.width, weights, limits.deadline, first=first, below=best.estimate)
                    best = min(best, found, key=lambda order: order.estimate)
            except GaveUp:  # the order will do for a lower bound
                break
    return best


def take_census(
    problem: Problem | Prepared,
    limits: Limits = NO_LIMITS,
    *,
    keep: bool = False,
    narrow: int | None = None,
    observe: Observer = unobserved,
) -> Census:
    """Count the solutions of a problem; with ``keep``, keep the layers that ``loads`` and ``shares`` need.

    With ``narrow``, at most so many states are kept after each item: the total may be a lower bound. Raises GaveUp.
    """
    ready = problem if isinstance(problem, Prepared) else prepared(problem, limits, observe)
    problem = ready.problem
    if _is_single(problem):
        return Census(int(problem.demand[0] == 0), True, problem, None)
    if ready.found is None:
        return Census(0, True, problem, None)
    left, order = ready.found
    if not left.items:
        return Census(1, True, problem, left)
    plan = planned(left, order.items)
    is_worth_it = problem.connected and narrow is None and order.estimate > WORTH_SIFTING
    sieve = sieve_of(left, order.items, limits, observe) if is_worth_it else []
    forward = Forward(plan, limits, narrow, sieve)
    layers: list[Layer] = []
    exact, ways = True, counts.one()
    for at, layer in enumerate(forward.layers(), 1):
        observe("count", at / len(plan.steps))
        exact, ways = exact and layer.is_whole, layer.counts
        if keep:
            layers.append(layer)
            forward.kept += layer.bytes
    return Census(counts.total(ways), exact, problem, left, plan, tuple(layers), forward.transitions, forward.width)
