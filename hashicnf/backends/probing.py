"""Probing: ask a solver what follows from either value of each variable.

If unit propagation from a literal runs into a contradiction, its opposite holds; what follows from both values of a variable
holds as well.
Reference: Le Berre 2001, "Exploiting the real power of unit propagation lookahead"; Lynce and Marques-Silva 2003,
"Probing-based preprocessing techniques for propositional satisfiability".
"""

from __future__ import annotations

from hashicnf.backends import AssumingSession


def fix(session: AssumingSession, value: list[int], worthwhile: float = 0.01) -> bool:
    """Fix variables 1, 2, ... of a session until a round fixes too small a share; return False if its clauses have no model.

    ``value`` is 1 or -1 for variables that are known to be true or false, 0 for others, and is written to; entry 0 is no variable.
    """
    for variable, known in enumerate(value):
        if known:
            session.assert_literal(variable * known)
    while True:
        fixed = 0
        for variable in range(1, len(value)):
            if value[variable]:
                continue
            for literal in _certain(session, variable):
                if value[abs(literal)] == 0:
                    value[abs(literal)] = 1 if literal > 0 else -1
                    session.assert_literal(literal)
                    fixed += 1
                elif (value[abs(literal)] > 0) != (literal > 0):
                    return False
        if fixed <= worthwhile * len(value):
            return True


def _certain(session: AssumingSession, variable: int) -> list[int]:
    """List literals that hold because one value of a variable is impossible, or follow from both."""
    if (positive := session.implied(variable)) is None:
        return [-variable] if session.implied(-variable) is not None else [-variable, variable]
    if (negative := session.implied(-variable)) is None:
        return [variable]
    return list(positive & negative)
