"""Find a solution that breaks few clues: by cores of clues, then by a solver that is asked for fewer broken clues than before.

If very many clues are wrong, MaxSAT proves for minutes that so many have to be broken before it finds the first solution. This
search begins with all clues, and leaves out those in cores until there is a solution. Clues that it breaks are added to those that
it satisfies in the same way, in ever smaller groups. At last the broken clues are counted, and ever fewer asked for.

References: Marques-Silva, Heras, Janota, Previti and Belov 2013, "On computing minimal correction subsets"; Martins, Joshi,
Manquinho and Lynce 2014, "Incremental cardinality constraints for MaxSAT".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.answers.switched import Switched
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.errors import GaveUp
from hashicnf.logic import Bools, Ints, Sat, Unsat, by_width
from hashicnf.solving.lazy import LazyLoop

COUNTED: Final = Origin("counted", "clue")
MOST: Final = 4_000_000  # clues times broken ones up to which the broken clues are counted
EFFORT: Final = 50  # conflicts of a question whether further clues can be satisfied
GAIN: Final = 8  # groups become smaller once less than one of so many clues is satisfied


def few_broken(switched: Switched, least: int, deadline: Deadline) -> tuple[object, bool]:
    """Return the best solution found by the deadline, and whether it is proved that none breaks fewer clues.

    Every solution breaks at least ``least`` clues. Raises GaveUp if none is found.
    """
    with LazyLoop(switched.compiled, DEFAULT_SOLVER, deadline) as loop:
        selectors = switched.load(loop)
        loop.climb()
        loop.prefer(selectors)
        best, limits = _grown(loop, selectors), selectors[:0]
        if best is None and isinstance(verdict := loop.ask(), Sat):
            best = verdict.model
        if best is None:
            raise GaveUp("no solution was found in time, whatever the clues", "time")
        while (broken := int(np.count_nonzero(~best[selectors]))) > least:
            if not len(limits):
                if broken * len(selectors) > MOST:
                    break
                limits = _limits(loop, -selectors, broken)
            loop.add([Clauses.units([-int(limits[broken - 1])], COUNTED)])
            if not isinstance(verdict := loop.ask(), Sat):
                return switched.compiled.decode(best), isinstance(verdict, Unsat)
            best = verdict.model
    return switched.compiled.decode(best), broken <= least


def _grown(loop: LazyLoop, selectors: Ints) -> Bools | None:
    """Return a model that satisfies many clues, by their selectors int32[k]; None if even the first one takes long.

    Each question is about the clues that the best model satisfies and a group of others; those of them in a core are left out.
    """
    best, kept = None, np.zeros(len(selectors), dtype=np.bool_)
    undecided, size = ~kept, len(selectors)
    while undecided.any() and not loop.deadline.is_past():
        asked = np.flatnonzero(undecided)[:size].astype(np.int32)
        model, alone = _some(loop, selectors, kept, asked)
        best = best if model is None else model
        if best is None:
            return None
        gain = int(np.count_nonzero(best[selectors] & ~kept))
        kept |= best[selectors]
        undecided[alone] = False
        undecided &= ~kept
        if GAIN * gain < len(asked):
            size = max(1, min(size, len(asked)) // 2)
    return best


def _some(loop: LazyLoop, selectors: Ints, kept: Bools, asked: Ints) -> tuple[Bools | None, list[int]]:
    """Find a model of clues that are ``kept``, bool[k], and some of those ``asked`` for, int32[a]; None if that takes long.

    Also return those of them each of which contradicts the clues kept, or takes too long to decide.
    """
    alone = list[int]()
    while len(asked) and not loop.deadline.is_past():
        verdict = loop.ask(selectors[np.union1d(np.flatnonzero(kept), asked)], EFFORT)
        if isinstance(verdict, Sat):
            return verdict.model, alone
        out = asked[:0]
        if isinstance(verdict, Unsat) and verdict.core is not None:
            out = asked[np.isin(selectors[asked], verdict.core)]
        if not len(out):
            out = asked[: (len(asked) + 1) // 2]
        if len(out) == 1:
            alone += out.tolist()
        asked = np.setdiff1d(asked, out)
    return None, alone


def _limits(loop: LazyLoop, literals: Ints, most: int) -> Ints:
    """Add clauses that count up to ``most`` true literals; return int32[most]: variable i is true if more than i are."""
    from pysat.card import ITotalizer

    last = int(np.abs(literals).max())
    counter = ITotalizer(lits=literals.tolist(), ubound=most - 1, top_id=last)
    try:
        loop.auxiliaries(counter.top_id - last)
        loop.add([Clauses.of(rows, COUNTED) for rows in by_width(counter.cnf.clauses)])
        return np.array(counter.rhs, dtype=np.int32)
    finally:
        counter.delete()
