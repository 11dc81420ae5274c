"""Templates from the cardinality encodings of PySAT: PySAT runs once per shape, never once per constraint.

PySAT numbers auxiliaries from ``top_id`` + 1 and may leave gaps; here they are renumbered densely from width + 1. Its
networks repeat literals where they pad their inputs; a clause here has each literal once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hashicnf.errors import InternalError
from hashicnf.files.signals import InterruptsWait
from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.template import AbstractClauses, require_small


def borrowed(name: str, summary: str, least: Callable[[int, int], int] = lambda _n, _k: 0) -> CardinalityEncoding:
    """Return the encoding ``pysat.card.EncType.<name>``; at most k of n literals takes at least ``least(n, k)`` literals."""

    def clauses(shape: Shape) -> AbstractClauses:
        """Return PySAT's clauses of one shape. Raises TooLarge if they are too many; Ctrl-C has to wait for them."""
        n, k = shape.width, shape.bound
        what = f"the encoding {name} of {k} of {n} literals"
        # Exactly k is two of these constraints, and at least 1 and at most n - 1 are a clause each.
        ways = (shape.op != "ge" and k < n - 1) + (shape.op != "le" and k > 1)
        require_small(ways * least(n, k), what, "--cardinality cardnetwrk or sortnetwrk")
        from pysat.card import CardEnc, EncType

        build = {"eq": CardEnc.equals, "ge": CardEnc.atleast, "le": CardEnc.atmost}[shape.op]
        lits = list(range(1, shape.width + 1))
        with InterruptsWait():
            cnf = build(lits=lits, bound=shape.bound, top_id=shape.width, encoding=getattr(EncType, name))
        return dense(shape.width, cnf.clauses)

    return CardinalityEncoding(summary, clauses)


def borrowed_pb(shape: Shape) -> AbstractClauses:
    """Return the clauses of one shape by PySAT's pseudo-Boolean encoder, with unit weights."""
    from pysat.pb import PBEnc

    build: Callable[..., object] = {"eq": PBEnc.equals, "ge": PBEnc.atleast, "le": PBEnc.atmost}[shape.op]
    cnf = build(lits=list(range(1, shape.width + 1)), bound=shape.bound, top_id=shape.width)
    if getattr(cnf, "atmosts", None):
        raise InternalError("PBEnc returned a native constraint instead of clauses")
    return dense(shape.width, getattr(cnf, "clauses", ()))


def dense(width: int, clauses: Iterable[Iterable[int]]) -> AbstractClauses:
    """Renumber auxiliaries (everything above ``width``) from width + 1 in order of appearance, and drop repeated literals."""
    number: dict[int, int] = {}

    def renumber(lit: int) -> int:
        variable = abs(lit)
        if variable > width:
            variable = number.setdefault(variable, width + 1 + len(number))
        return variable if lit > 0 else -variable

    return [tuple(dict.fromkeys(map(renumber, clause))) for clause in clauses]
