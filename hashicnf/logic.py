"""Literals, models and verdicts: the types that all solvers and passes share.

A literal is a non-zero int32: ``+v`` is variable v, ``-v`` its negation; variables count from 1, as in DIMACS.
A model is ``bool[V + 1]``: entry v is the value of variable v, entry 0 is unused and False.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import Any, Final, Protocol, TypeAlias, TypeGuard, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import GaveUp, StopKind
from hashicnf.records import record

Ints: TypeAlias = NDArray[np.int32]
Bools: TypeAlias = NDArray[np.bool_]
Shares: TypeAlias = NDArray[np.float64]  # fractions of all solutions, from 0 to 1
Truth: TypeAlias = NDArray[np.int8]  # 1, 0 if unknown, or -1: of variables [v + 1] or literals [2 v + 1], at v and -v


N = TypeVar("N", bound=np.generic)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, of Python or of numpy, and no truth value."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Return whether a value can be iterated over: an array without dimensions cannot, although it has the method."""
    return isinstance(value, Iterable) and not (isinstance(value, np.ndarray) and value.ndim == 0)


def constant(array: NDArray[N]) -> NDArray[N]:
    """Return a read-only view of an array, for a value that is compared and hashed by its content."""
    view = array.view()
    view.setflags(write=False)
    return view


@record
class Stopped:
    """The cause of an early end of some work: its kind, for programs, and the ``reason`` as text, for people.

    ``time``, ``nodes``, ``depth``, ``memory`` and ``conflicts`` are limits that were reached, ``interrupted`` is Ctrl-C,
    ``restricted`` a formula that may leave out solutions, ``solver`` a solver that gave up.
    """

    kind: StopKind
    reason: str

    @classmethod
    def by(cls, problem: GaveUp) -> Stopped:
        """Return the cause of a GaveUp."""
        return cls(problem.kind, str(problem))

    def error(self) -> GaveUp:
        """Make (not raise) the error for this cause, for work without partial results."""
        return GaveUp(self.reason, self.kind)


INTERRUPTED: Final = Stopped("interrupted", "interrupted from the keyboard")
NO_LITERALS: Final = np.zeros(0, dtype=np.int32)
NO_REASON: Final = Stopped("solver", "the solver gave no reason")


def pass_on_interrupt(stopped: Stopped | None) -> None:
    """Raise KeyboardInterrupt if Ctrl-C ended a part of some work, since it is meant for the whole."""
    if stopped is not None and stopped.kind == INTERRUPTED.kind:
        raise KeyboardInterrupt


class Stoppable(Protocol):
    """A result of work that may have been ``stopped`` early."""

    @property
    def stopped(self) -> Stopped | None:
        """Return the cause of an early end, None if the work was finished."""


F = TypeVar("F", bound=Stoppable)


def uninterrupted(found: F) -> F:
    """Return a result. Raises KeyboardInterrupt if Ctrl-C ended the work on it."""
    pass_on_interrupt(found.stopped)
    return found


@record
class Solved:
    """A solution was found."""


@record
class Sat(Solved):
    """A model was found: ``bool[V + 1]``, 1-based."""

    model: Bools

    def __post_init__(self) -> None:
        """Make the model read-only."""
        object.__setattr__(self, "model", constant(self.model))

    def __repr__(self) -> str:
        """Count the variables of the model."""
        return f"Sat(<model of {len(self.model) - 1} variables>)"


@record
class Unsat:
    """No model or solution exists.

    ``proof`` holds DRUP lines if the solver wrote them, ``hinted`` a proof in binary LRAT if that was requested instead;
    ``core`` are assumptions that cannot hold together, int32[k], ``reason`` is a sentence if there is a short explanation.
    """

    proof: tuple[str, ...] | None = None
    core: Ints | None = None
    reason: str | None = None
    hinted: bytes | None = None

    def __repr__(self) -> str:
        """Name the sizes of proof and core in one line."""
        proof = [] if self.proof is None else [f"proof=<{len(self.proof)} lines>"]
        core = [] if self.core is None else [f"core=<{len(self.core)} literals>"]
        return f"Unsat({', '.join(proof + core)})"


@record
class Unknown:
    """No result: the solver or search ended early, by the cause ``stopped``."""

    stopped: Stopped = NO_REASON

    @property
    def reason(self) -> str:
        """Return the reason as text."""
        return self.stopped.reason


Verdict: TypeAlias = Sat | Unsat | Unknown


def answered(verdict: Verdict) -> Sat | Unsat:
    """Return a verdict that is an answer. Raises GaveUp for Unknown."""
    if isinstance(verdict, Unknown):
        raise verdict.stopped.error()
    return verdict


def model_of(literals: Ints, variables: int) -> Bools:
    """Return the model over ``variables`` variables that a solver's literals describe.

    Variables without a literal are False, since solvers may omit variables whose value does not matter.
    Raises IndexError for literals above ``variables``.
    """
    model = np.zeros(variables + 1, dtype=np.bool_)
    model[literals[literals > 0]] = True
    return model


def resized(model: Bools, variables: int) -> Bools:
    """Return a model cut or extended to ``variables`` variables; added variables are False."""
    whole = np.zeros(variables + 1, dtype=np.bool_)
    whole[: len(model)] = model[: len(whole)]
    return whole


def literals_of(model: Bools, variables: Ints) -> Ints:
    """Return the literals of some variables, int32[k], that a model makes true."""
    return np.where(model[variables], variables, -variables)


def fixed_literals(value: NDArray[np.signedinteger[Any]]) -> Ints:
    """Return the true literals of decided variables, int32[k]; ``value`` [v + 1] is 1 or -1 for these variables, 0 for others."""
    variables = np.flatnonzero(value[1:]).astype(np.int32) + np.int32(1)
    literals: Ints = variables * np.sign(value[variables]).astype(np.int32)
    return literals


def truth(model: Bools, literals: Ints) -> Bools:
    """Return the values of literals of any shape under a model, bool of the same shape."""
    return model[np.abs(literals)] ^ (literals < 0)


def by_width(groups: Sequence[Sequence[int]]) -> Iterator[Ints]:
    """Yield the groups of each length as one array, int32[g, w], the shortest first."""
    for width in sorted({len(group) for group in groups}):
        same = [list(group) for group in groups if len(group) == width]
        yield np.array(same, dtype=np.int32).reshape(len(same), width)
