"""Probing: propagate both values of each variable.

If unit propagation from a literal derives a contradiction, its negation holds; literals that follow from both values of a variable
hold as well. The implied literals may also break a rule that the clauses leave open. A literal that a possible literal implies is
possible too, and need not be propagated; so variables are probed from the last, since the later ones of an ordered run imply the
earlier ones.
Reference: Le Berre 2001, "Exploiting the real power of unit propagation lookahead"; Lynce and Marques-Silva 2003,
"Probing-based preprocessing techniques for propositional satisfiability".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from hashicnf.backends import AssumingSession
from hashicnf.core.progress import Observer, unobserved

PHASE: Final = "probe variables"
OFTEN: Final = 64  # variables between two reports
Breaks: TypeAlias = Callable[[Iterable[int]], bool]
Rule: TypeAlias = Callable[[Sequence[int]], Breaks]


def fix(
    session: AssumingSession,
    value: list[int],
    worthwhile: float = 0.01,
    rule: Rule | None = None,
    observe: Observer = unobserved,
) -> bool:
    """Fix variables 1, 2, ... of a session until a round fixes too small a share; return False if its clauses have no model.

    ``value`` is 1 or -1 for variables that are known to be true or false, 0 for others, and is updated; entry 0 is no variable.
    ``rule`` is called with the known values before each round, and returns a function that decides whether literals break the rule.
    ``observe`` is called repeatedly; if it raises, probing ends, and ``value`` contains the variables found so far.
    """
    for variable, known in enumerate(value):
        if known:
            session.assert_literal(variable * known)
    while True:
        probe = _Round(session, None if rule is None else rule(value))
        fixed = 0
        for variable in _open(value, observe):
            for literal in probe.certain(variable):
                if value[abs(literal)] == 0:
                    value[abs(literal)] = 1 if literal > 0 else -1
                    session.assert_literal(literal)
                    fixed += 1
                elif (value[abs(literal)] > 0) != (literal > 0):
                    return False
        if fixed <= worthwhile * len(value):
            return True


def _open(value: Sequence[int], observe: Observer) -> Iterator[int]:
    """Yield the variables in descending order, skipping those that are known by then; report the progress from time to time."""
    for variable in range(len(value) - 1, 0, -1):
        if variable % OFTEN == 0:
            observe(PHASE, 1 - variable / len(value))
        if not value[variable]:
            yield variable


class _Round:
    """A round of probing; literals that follow from a possible literal are possible too, and not propagated in the same round."""

    def __init__(self, session: AssumingSession, breaks: Breaks | None) -> None:
        self._session, self._breaks = session, breaks
        self._possible: set[int] = set()

    def certain(self, variable: int) -> Iterable[int]:
        """Return literals that hold because one value of a variable is impossible, or because they follow from both values."""
        found: list[set[int]] = []
        for literal in (variable, -variable):
            if literal in self._possible:
                continue
            if (implied := self._ask(literal)) is None:
                return self._ask(-literal) or (literal, -literal)
            found.append(implied)
        return found[0] & found[1] if len(found) > 1 else ()

    def _ask(self, literal: int) -> set[int] | None:
        """Return the literals that a literal implies, None if it is impossible."""
        implied = self._session.implied(literal)
        if implied is None or (self._breaks is not None and self._breaks(implied)):
            return None
        self._possible |= implied
        return implied
