"""Split a puzzle into cubes: a tree of decisions over its own variables, whose leaves are about equally hard.

The leaf with the largest estimated share of the work is split next, at a variable of the narrowest band (``bands``), or at any
variable if there is no band. Propagation gives the numbers a and b of variables that the two literals of a variable decide: if t >
1 solves t^-a + t^-b = 1, the two sides are t^-a and t^-b of the work, and the variable with the smallest t is chosen. These
estimates are too extreme, so the shares that choose the next leaf are in the ratio of their square roots. A literal that
propagation refutes is a closed leaf.

The formula is the one-shot formula of the puzzle. The puzzle's own variables have the same numbers in every encoding, so the cubes
can be used with any encoding.
References: Heule, Kullmann, Wieringa and Biere 2011, "Cube and conquer: guiding CDCL SAT solvers by lookaheads"; Kullmann 2009,
"Fundaments of branching heuristics".
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.cubing.bands import across
from hashicnf.cubing.cube_formula import require_unrestricted
from hashicnf.cubing.partition import Cube
from hashicnf.dimacs.cubes import Literals
from hashicnf.logic import Bools, Ints
from hashicnf.pipeline.compiled import Compiled

MOST_CANDIDATES: Final = 32  # most variables that are propagated before each decision
HALVINGS: Final = 40  # bisections of the interval of a share

Waiting: TypeAlias = list[tuple[float, Literals]]  # a heap of shares, negative, and cubes


def split(compiled: Compiled, number: int, deadline: Deadline = NEVER) -> list[Cube]:
    """Return a partition into about ``number`` open cubes, and those that propagation closes, sorted by their literals.

    There are fewer if nothing is left to decide. Raises GaveUp at the deadline, UsageError for a formula that excludes solutions.
    """
    require_unrestricted(compiled)
    with PysatSession(DEFAULT_SOLVER, compiled.variables.count) as session:
        session.add(compiled.formula.blocks)
        lookahead = _Lookahead(compiled, session)
        if lookahead.open(()) is None:
            return [Cube((), closed=True)]
        waiting: Waiting = [(-1.0, ())]
        done: list[Cube] = []
        while waiting and len(waiting) + sum(not cube.closed for cube in done) < number:
            deadline.require(" while the puzzle was split")
            share, literals = heapq.heappop(waiting)
            children = lookahead.children(literals, -share)
            done += [child for child in children if child.closed] if children else [Cube(literals, share=-share)]
            for child in children:
                if not child.closed:
                    heapq.heappush(waiting, (-child.share, child.literals))
    found = [*done, *(Cube(literals, share=-share) for share, literals in waiting)]
    return sorted(found, key=lambda cube: cube.literals)


def estimate(first: float, second: float) -> tuple[float, float]:
    """Return the shares of the work of two sides that decide ``first`` and ``second`` variables (infinite: refuted).

    They are t^-first and t^-second for a common t, and add up to 1; a refuted side has the share 0.
    """
    if np.isinf(first) or np.isinf(second):
        return float(not np.isinf(first)), float(not np.isinf(second))
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if middle + middle ** (second / first) > 1 else (middle, high)
    return round(high, 9), round(1 - high, 9)


def damped(first: float, second: float) -> tuple[float, float]:
    """Return two shares, with sum 1, in the ratio of the square roots of the arguments; both are 0 if both arguments are."""
    one, other = first**0.5, second**0.5
    total = (one + other) or 1.0
    return one / total, other / total


class _Lookahead:
    """Propagates cubes, and chooses the variables to split them at."""

    def __init__(self, compiled: Compiled, session: PysatSession) -> None:
        self._session = session
        self._open: Bools = np.zeros(compiled.problem + 1, dtype=np.bool_)
        self._open[compiled.formula.undecided(compiled.problem)] = True
        self._graphs = [graph for graph in compiled.connected if not graph.redundant]

    def children(self, literals: Literals, share: float) -> list[Cube]:
        """Return the two cubes of a decision under a cube with this share of the work; none if nothing is left to decide."""
        is_open = self.open(literals)
        if is_open is None or not is_open.any():
            return []
        band = across(self._graphs, is_open)
        candidates = _some(band if len(band) else np.flatnonzero(is_open).astype(np.int32))
        gains = {variable: self._gains(literals, variable, int(is_open.sum())) for variable in candidates}
        variable = min(candidates, key=lambda one: _growth(*gains[one]))
        parts, made = damped(*estimate(*gains[variable])), []
        for literal, gain, part in zip((variable, -variable), gains[variable], parts, strict=True):
            made.append(Cube((*literals, literal), closed=bool(np.isinf(gain)), share=share * part))
        return made

    def _gains(self, literals: Literals, variable: int, before: int) -> tuple[float, float]:
        """Return the numbers of variables that the two literals of a variable decide; infinite if propagation refutes a literal."""
        after = (self.open((*literals, literal)) for literal in (variable, -variable))
        first, second = (np.inf if left is None else float(before - int(left.sum())) for left in after)
        return first, second

    def open(self, literals: Literals) -> Bools | None:
        """Return which variables of the problem propagation leaves open under a cube, bool[v + 1]; None on a contradiction."""
        implied = self._session.propagated(literals)
        if implied is None:
            return None
        is_open = self._open.copy()
        known = np.abs(np.fromiter(implied, dtype=np.int64, count=len(implied)))
        is_open[known[known < len(is_open)]] = False
        return is_open


def _growth(first: float, second: float) -> float:
    """Return the factor t by which the work grows with each undecided variable; smaller is better."""
    if np.isinf(first) or np.isinf(second):
        return 0.0
    share, _ = estimate(first, second)
    return float(share ** (-1 / first)) if share else np.inf


def _some(variables: Ints) -> Sequence[int]:
    """Return at most ``MOST_CANDIDATES`` variables, spread evenly."""
    step = -(-len(variables) // MOST_CANDIDATES)
    chosen: list[int] = variables[::step].tolist()
    return chosen
