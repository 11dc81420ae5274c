"""Refute a puzzle by counting, before a solver searches for a refutation, which by clauses alone can be very long.

On puzzles with a solution this gains little, so it is used on boards on which a search takes long.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import NO_LITERALS, Ints, Unsat
from hashicnf.pipeline.compile import Stated, restated, state
from hashicnf.pipeline.compiled import Compiled
from hashicnf.refuting.necks import refute_at_necks
from hashicnf.refuting.search import Fixed, Refuted, refuting

BRIEFLY: Final = 3.0  # seconds to search for the reason of a known result


def refute_by_counting(
    stated: Stated, premises: Ints = NO_LITERALS, deadline: Deadline = NEVER, *, everywhere: bool = False
) -> Refuted | Fixed:
    """Search for a counting argument that refutes the constraints of a puzzle, or for some that exclude all values at its necks.

    ``premises`` are literals assumed to be true. With ``everywhere``, which takes a second longer, values of other edges are
    excluded, too. Returns the literals that hold because of the excluded values if some are left. Raises GaveUp at the deadline.
    """
    found = refuting(stated.batches, stated.problem.count, premises, deadline)
    return refute_at_necks(stated, premises, deadline, everywhere=everywhere) if found is None else found


def refuted(compiled: Compiled, deadline: Deadline = NEVER) -> Unsat | Ints:
    """Refute the constraints of a compiled puzzle by counting, or return literals int32[k] that counting derives at necks.

    Returns no literals at the deadline.
    """
    try:
        found = refute_by_counting(restated(compiled), deadline=deadline)
    except GaveUp:
        return NO_LITERALS
    return Unsat(reason=compiled.puzzle.why_refuted(found.flaw)) if isinstance(found, Refuted) else found.literals


def why_unsolvable(
    puzzle: Puzzle,
    known: str | None = None,
    shown: Puzzle | None = None,
    deadline: Deadline = NEVER,
    *,
    everywhere: bool = False,
) -> str | None:
    """Return a sentence why a puzzle is unsolvable: a contradiction at one place, the ``known`` reason, or a counting argument.

    If ``puzzle`` hides some clues, ``shown`` is the same board with all of them, whose numbers the sentence gives. ``everywhere``
    is as in ``refute_by_counting``. None if counting finds no argument within ``BRIEFLY`` seconds and by the deadline, or if no
    short sentence explains it.
    """
    if (why := puzzle.impossible or known) is not None or puzzle.rules.static is None:
        return why
    try:
        found = refute_by_counting(state(puzzle), deadline=deadline.within_seconds(BRIEFLY), everywhere=everywhere)
    except GaveUp:
        return None
    return (shown or puzzle).why_refuted(found.flaw) if isinstance(found, Refuted) else None
