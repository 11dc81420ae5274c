"""Probing: ask a solver what follows from either value of each variable.

If unit propagation from a literal runs into a contradiction, its opposite holds; what follows from both values of a variable
holds as well. What follows may also break a rule that the solver's clauses leave open. Literals that others imply need not be asked
where those are possible, so variables are probed from the last: the later ones of an ordered run imply the earlier.
Reference: Le Berre 2001, "Exploiting the real power of unit propagation lookahead"; Lynce and Marques-Silva 2003,
"Probing-based preprocessing techniques for propositional satisfiability".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from hashicnf.backends import AssumingSession
from hashicnf.core.stats import Observer, unobserved

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

    ``value`` is 1 or -1 for variables that are known to be true or false, 0 for others, and is written to; entry 0 is no variable.
    A ``rule`` is asked before each round for a function that returns whether literals break it, given what is known by then.
    What ``observe`` raises, called again and again, ends the work, and leaves in ``value`` what was found by then.
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
    """Yield the variables from the last one on that are not known when their turn comes; often report how far that is."""
    for variable in range(len(value) - 1, 0, -1):
        if variable % OFTEN == 0:
            observe(PHASE, 1 - variable / len(value))
        if not value[variable]:
            yield variable


class _Round:
    """A round of probing. What follows from a possible literal is possible too, and need not be asked in the same round."""

    def __init__(self, session: AssumingSession, breaks: Breaks | None) -> None:
        self._session, self._breaks = session, breaks
        self._possible: set[int] = set()

    def certain(self, variable: int) -> Iterable[int]:
        """Return literals that hold because one value of a variable is impossible, or follow from both that were asked."""
        found: list[set[int]] = []
        for literal in (variable, -variable):
            if literal in self._possible:
                continue
            if (implied := self._ask(literal)) is None:
                return self._ask(-literal) or (literal, -literal)
            found.append(implied)
        return found[0] & found[1] if len(found) > 1 else ()

    def _ask(self, literal: int) -> set[int] | None:
        """Return what a literal implies, None where that is impossible."""
        implied = self._session.implied(literal)
        if implied is None or (self._breaks is not None and self._breaks(implied)):
            return None
        self._possible |= implied
        return implied
