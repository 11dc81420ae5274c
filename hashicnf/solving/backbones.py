"""Backbones: the literals that hold in every model, found by asking for models in which some of them fail.

Each question names only a portion of the literals that may hold, and each model takes away those that fail in it. A solver that
prefers models far from the first takes away much with each answer. First a lazy loop is asked, which finds models soonest, then for
models near (``nearby``). What it does not decide in a few conflicts is mostly to be refuted, and cuts that come one by one do that
badly: it is asked of a formula with all of connectivity, contracted by what is known by then, and the cuts found so far. These
formulas are asked in ``turns``.

Where a few of these literals are enough, a part of connectivity answers most questions, and sooner than models near are found,
unless it is seen to be at a loss. Unit propagation alone shows in a moment that some hold. What else holds mostly shows at a
glance; to find that something fails takes ten times as long. So models take away the most of what is asked of, and then all that is
left gets a glance.

Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae"; also for many that
fail at once, and the core that says which cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.pysat import counts_conflicts
from hashicnf.core.constraints import Clauses
from hashicnf.errors import InternalError
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict, truth
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.nearby import CREDIT, unchanged
from hashicnf.solving.turns import Turns

PORTION: Final = 100  # literals of a question
FAR: Final = 20  # conflicts for a model far from the first; beyond, a portion is better asked one by one
AT_ONCE: Final = (32, 256)  # literals that are to fail at once: at first, and at most
EACH: Final = 100  # conflicts of such a question
HOPE: Final = 2  # how many more of these questions may have no answer than have had one
FEW: Final = 100  # literals left, at which each gets a glance
GLANCE: Final = 15  # conflicts


def always(
    literals: Ints,
    ask: Callable[[Ints], Verdict],
    portion: int = PORTION,
    enough: int | None = None,
    credit: int | None = None,
    few: int = 0,
) -> tuple[Ints, Ints]:
    """Return the literals, of int32[k] that one model has, that hold in all models, and those that are left undecided.

    ``ask`` looks for a model in which some of a portion of them fail. Where it does not answer, the portion is left.
    The rest is left too when ``enough`` are found or ``few`` remain, and with ``credit`` when so many more questions had no answer
    than had one.
    """
    found, left, vain = [literals[:0]], literals[:0], 0
    while (
        len(literals) > few and (enough is None or sum(map(len, found)) < enough) and (credit is None or vain < credit)
    ):
        some = literals[:portion]
        verdict = ask(some)
        vain += 1 if isinstance(verdict, Unknown) else -1
        match verdict:
            case Sat(model):
                literals, left = literals[truth(model, literals)], left[truth(model, left)]
            case Unsat():
                found.append(some)
                literals = literals[portion:]
            case _:
                left = np.concatenate((left, some))
                literals = literals[portion:]
    return np.concatenate(found), np.concatenate((left, literals))


def failing(loop: LazyLoop, conflicts: int | None = None) -> Callable[[Ints], Verdict]:
    """Return a function that looks for a model in which some literals of a portion fail; what fails in none becomes clauses.

    It gives up after so many conflicts (None: never), and raises GaveUp where the loop gives up for any other reason.
    """

    def ask(portion: Ints) -> Verdict:
        assumed = -portion
        if len(portion) > 1:
            assumed = loop.auxiliaries(1)
            loop.add([Clauses.of(np.append(-assumed, -portion)[None], ASKED)])
        verdict = _asked(loop, assumed, conflicts)
        if isinstance(verdict, Unsat):
            loop.add([Clauses.units(portion, ASKED)])
        return verdict

    return ask


def one_by_one(
    literals: Ints, loop: LazyLoop, conflicts: int, enough: int | None = None, credit: int | None = None
) -> tuple[Ints, Ints]:
    """Do as ``always`` does with portions of one, but let many, far apart, fail at once where there are models of that.

    Raises GaveUp as ``failing`` does.
    """
    found, left, size, vain = literals[:0], literals[:0], AT_ONCE[0], 0
    while len(literals) and (enough is None or len(found) < enough) and (credit is None or vain < credit):
        verdict, some = _failing_at_once(literals[:: -(-len(literals) // size)], loop, conflicts)
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
    """Look for a model in which some literals fail, and return which: not those that cannot beside others; Unsat if one cannot."""
    while True:
        verdict = _asked(loop, -some, conflicts)
        if not isinstance(verdict, Unsat):
            return verdict, some
        if verdict.core is None or not len(verdict.core):
            raise InternalError("a solver that was asked under assumptions named none of them")
        if len(verdict.core) == 1:
            return verdict, some
        some = some[np.isin(-some, verdict.core[1:], invert=True)]


def _asked(loop: LazyLoop, assumptions: Ints, conflicts: int | None) -> Verdict:
    """Ask a loop; Unknown after so many conflicts alone. Raises GaveUp where it gives up for any other reason."""
    verdict = loop.ask(assumptions, conflicts)
    if isinstance(verdict, Unknown) and not is_out_of_conflicts(verdict):
        raise verdict.stopped.error()
    return verdict


def lasting(loop: LazyLoop, literals: Ints, turns: Turns, enough: int | None = None) -> Ints:
    """List the literals of a model, int32[k], that hold in all models of a puzzle's lazy loop, or ``enough`` of them.

    What the loop leaves open is asked of formulas in ``turns``. Raises GaveUp as ``failing`` does.
    """
    loop.prefer(-literals)
    if not counts_conflicts(loop.solver):
        return _in_turns(literals, turns, PORTION, enough)
    if enough:
        found, left = one_by_one(literals, loop, EACH, enough, HOPE)
    else:
        found, left = always(literals, failing(loop, FAR))
    turns.learn(found, loop.cuts)
    if enough and len(left) and not len(found):
        found, left = _some(left, turns, enough)
    if not len(left) or (enough and len(found)):
        return found
    left = unchanged(loop, literals, left)
    return np.concatenate((found, _in_turns(left, turns, 1, enough)))


def a_few(literals: Ints, turns: Turns, enough: int) -> Ints:
    """List a few of the literals that ``lasting`` would, where a lazy loop was at a loss already."""
    found, left = _some(literals, turns, enough)
    return found if len(found) else _in_turns(left, turns, 1, enough)


def _some(left: Ints, turns: Turns, enough: int) -> tuple[Ints, Ints]:
    """Let the formula that has the turn find a few of ``left``: soon, if there are any, and as long as it is not at a loss."""
    loop = turns.loop()
    ask = failing(loop, turns.conflicts)
    found = -loop.refuted(-left)[:enough]
    if not len(found):
        found, left = always(left, ask, 1, enough, CREDIT, FEW)
    if not len(found):
        found, left = always(left, failing(loop, GLANCE), 1, enough)
    if not len(found):
        found, left = always(left, ask, 1, enough, CREDIT)
    turns.learn(found)
    return found, left


def _in_turns(left: Ints, turns: Turns, portion: int, enough: int | None) -> Ints:
    """Return which of ``left`` int32[k] hold in all models, or ``enough`` of them, by questions of so many."""
    found = left[:0]
    while len(left):
        these, left = _turn(left, turns, portion, enough)
        found = np.concatenate((found, these))
        if enough and len(found):
            break
        turns.pass_on()
    return found


def _turn(left: Ints, turns: Turns, portion: int, enough: int | None) -> tuple[Ints, Ints]:
    """Let the formula that has the turn answer as ``always`` does."""
    loop = turns.loop()
    loop.prefer(-left)
    found, left = always(left, failing(loop, turns.conflicts), portion, enough)
    turns.learn(found)
    return found, left
