"""Compute backbones, the literals that hold in every model, by searching for models in which some of them fail.

Each call covers only a portion of the candidate literals, and each model removes the candidates that fail in it. A solver that
prefers models far from the first removes many at a time. The lazy loop comes first, since it finds models fastest. Candidates that
it does not decide in a few conflicts mostly hold, and cuts added one by one refute slowly: these are passed to a formula with all
of connectivity, contracted by the known literals, with the cuts found so far. There are several such formulas, which take
``turns``. If they are large, each call takes long whatever its answer, so models near a known one (``nearby``) first remove most
of what is left: the backbones of boards of 1,000 islands then take a half to a third of the time.

If a few of the literals suffice, a formula with a part of connectivity decides most calls, and faster than nearby models are found.
Unit propagation alone proves some literals at once. Otherwise several literals are assumed to fail at once: such a model removes
more candidates than one in which any of them fails, and most refutations are pairs of literals that take no conflicts. It takes
half the time of literals one after the other where a crowded board has several solutions.

Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae"; also for
assuming that many literals fail at once, and using the core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.asking.nearby import unchanged
from hashicnf.asking.turns import Turns
from hashicnf.backends import repeatable
from hashicnf.backends.choose import has
from hashicnf.core.constraints import Clauses
from hashicnf.errors import InternalError
from hashicnf.logic import Ints, Sat, Unsat, Verdict, answered, truth
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

PORTION: Final = 100  # literals of a call
FAR: Final = 20  # conflicts for a model far from the first; harder portions are better tried one by one
AT_ONCE: Final = (2, 256)  # literals that are assumed to fail at once: at first, and at most
EACH: Final = 100  # conflicts of such a call of the lazy loop
HOPE: Final = 2  # largest excess of undecided literals over models there
MORE: Final = 15  # conflicts of such a call when a few literals are wanted and one is found
LATE: Final = 10  # largest excess of undecided literals over models then
FURTHER: Final = 40  # rounds of the loop for further facts then
LARGE: Final = 8_800  # variables of a formula of the whole board from which on calls of it take longer than windows


def always(
    literals: Ints,
    ask: Callable[[Ints], Verdict],
    portion: int = PORTION,
    enough: int | None = None,
) -> tuple[Ints, Ints]:
    """Return which literals of a model, int32[k], hold in all models, and which are left undecided.

    ``ask`` searches for a model in which some literal of a portion fails. If it does not decide, the portion is left undecided. So
    are all remaining literals when ``enough`` are found.
    """
    found, left = [literals[:0]], literals[:0]
    while len(literals) and (enough is None or sum(map(len, found)) < enough):
        some = literals[:portion]
        match ask(some):
            case Sat(model):
                literals, left = literals[truth(model, literals)], left[truth(model, left)]
            case Unsat():
                found.append(some)
                literals = literals[portion:]
            case _:
                left = np.concatenate((left, some))
                literals = literals[portion:]
    return np.concatenate(found), np.concatenate((left, literals))


def failing(loop: LazyLoop, conflicts: int | None) -> Callable[[Ints], Verdict]:
    """Return a function that searches for a model in which some literal of a portion fails; if there is none, it adds the literals.

    It returns Unknown after so many conflicts (None: no limit), and raises GaveUp if the loop stops for another reason.
    """

    def ask(portion: Ints) -> Verdict:
        assumed = -portion
        if len(portion) > 1:
            assumed = loop.auxiliaries(1)
            loop.add([Clauses.of(np.append(-assumed, -portion)[None], ASKED)])
        verdict = repeatable(loop.ask(assumed, conflicts))
        if isinstance(verdict, Unsat):
            loop.add([Clauses.units(portion, ASKED)])
        return verdict

    return ask


def one_by_one(
    literals: Ints, loop: LazyLoop, conflicts: int, enough: int | None = None, credit: int | None = None
) -> tuple[Ints, Ints]:
    """Return as ``always`` does with portions of one literal, but assume that many, far apart, fail at once, as far as possible.

    When one of the literals that are ``enough`` is found, others must take very few conflicts, few may take more, and rounds are
    limited. With ``credit``, all remaining literals are left undecided when so many more are undecided than models are found.
    Raises GaveUp as ``failing`` does.
    """
    found, left, size, vain, limit, end = literals[:0], literals[:0], AT_ONCE[0], 0, conflicts, float("inf")
    while (
        len(literals)
        and not (enough and len(found) >= enough)
        and (credit is None or vain < credit)
        and loop.rounds < end
    ):
        if enough and len(found) and limit != MORE:
            limit, credit, vain, end = MORE, LATE, 0, loop.rounds + FURTHER
        verdict, some = _failing_at_once(literals[:: -(-len(literals) // size)], loop, limit)
        match verdict:
            case Sat(model):
                literals, left = literals[truth(model, literals)], left[truth(model, left)]
                size, vain = min(2 * size, AT_ONCE[1]), vain - 1
            case Unsat(core=core) if core is not None:
                loop.add([Clauses.units(-core, ASKED)])
                found, literals = np.concatenate((found, -core)), literals[np.isin(literals, -core, invert=True)]
            case _ if len(some) > 1:
                size = max(1, size // 2)
            case _:
                left, literals, vain = np.concatenate((left, some)), literals[literals != some], vain + 1
    return found, np.concatenate((left, literals))


def _failing_at_once(some: Ints, loop: LazyLoop, conflicts: int) -> tuple[Verdict, Ints]:
    """Search for a model in which some literals all fail; drop literals of cores until there is one.

    Return the verdict and the literals left. Unsat means that the literal of its core cannot fail by itself.
    """
    while True:
        verdict = repeatable(loop.ask(-some, conflicts))
        if not isinstance(verdict, Unsat):
            return verdict, some
        if verdict.core is None or not len(verdict.core):
            raise InternalError("a solver that was asked under assumptions named none of them")
        if len(verdict.core) == 1:
            return verdict, some
        some = some[np.isin(-some, verdict.core[1:], invert=True)]


def lasting(loop: LazyLoop, literals: Ints, turns: Turns, enough: int | None = None) -> Ints:
    """Return the literals of a model, int32[k], that hold in all models of a puzzle's lazy loop, or ``enough`` of them.

    Literals that the loop does not decide are passed to the formulas of ``turns``. Raises GaveUp as ``failing`` does.
    """
    loop.prefer(-literals)
    if not has(loop.solver, "conflict limits"):
        return _in_turns(literals, turns, PORTION, enough)
    if enough:
        found, left = one_by_one(literals, loop, EACH, enough, HOPE)
    else:
        found, left = always(literals, failing(loop, FAR))
    turns.learn(found, loop.cuts)
    if not len(left) or (enough and len(found)):
        return found
    if enough:
        return a_few(left, turns, enough)
    if turns.loop().formula.variables.count >= LARGE:
        left = unchanged(loop, literals, left)
    return np.concatenate((found, _in_turns(left, turns, 1)))


def lasting_at_once(loop: LazyLoop, literals: Ints, ask: Callable[[], Verdict]) -> Ints:
    """Return what ``lasting`` returns, for a formula that contains all rules; ``ask`` calls the loop.

    Each call searches for a model in which any of the literals fails, so the last one proves the rest at once. The clauses for that
    remain in the loop. Raises GaveUp if a call does not decide.
    """

    def any_failing(some: Ints) -> Verdict:
        loop.prefer(-some)
        loop.add([Clauses.of(-some[None], ASKED)])
        return answered(ask())

    found, _ = always(literals, any_failing, portion=len(literals))
    return found


def a_few(literals: Ints, turns: Turns, enough: int) -> Ints:
    """Return a few of the literals that ``lasting`` returns, if the lazy loop has already failed to decide."""
    found = -turns.loop().refuted(-literals)[:enough]
    return found if len(found) else _in_turns(literals, turns, 1, enough)


def _in_turns(left: Ints, turns: Turns, portion: int, enough: int | None = None) -> Ints:
    """Return which of ``left`` int32[k] hold in all models, or ``enough`` of them, by calls with ``portion`` literals."""
    found = left[:0]
    while len(left):
        these, left = _turn(left, turns, portion, enough)
        found = np.concatenate((found, these))
        if enough and len(found):
            break
        turns.pass_on()
    return found


def _turn(left: Ints, turns: Turns, portion: int, enough: int | None) -> tuple[Ints, Ints]:
    """Let the current formula decide literals; return as ``always`` does."""
    loop = turns.loop()
    loop.prefer(-left)
    if enough and turns.conflicts:
        found, left = one_by_one(left, loop, turns.conflicts, enough)
    else:
        found, left = always(left, failing(loop, turns.conflicts), portion, enough)
    turns.learn(found)
    return found, left
