"""The lazy loop as one function: decide clauses and the rules that they leave open, and keep the clauses that this took."""

from __future__ import annotations

from collections.abc import Iterable

from hashicnf.backends import Session
from hashicnf.core.constraints import Clauses
from hashicnf.errors import InternalError, SolverFailed
from hashicnf.logic import Sat, Verdict
from hashicnf.pipeline.compile import Compiled


def decide(session: Session, compiled: Compiled, blocks: Iterable[Clauses]) -> tuple[Verdict, tuple[Clauses, ...]]:
    """Add clauses to a session and solve until a model breaks no rule; return the verdict and the clauses that excluded models.

    These follow from the rules that ``compiled`` leaves open; a verdict of Unsat needs them and all clauses of the session, none
    else. Raises SolverFailed when the solver breaks its word.
    """
    found: list[Clauses] = []
    new = list(blocks)
    while True:
        session.add(new)
        verdict = session.solve()
        if not isinstance(verdict, Sat):
            return verdict, tuple(found)
        if any(len(block.violated(verdict.model)) for block in new):
            raise SolverFailed("the solver returned a model that breaks clauses it was given")
        new = compiled.refine(verdict.model)
        if not new:
            return verdict, tuple(found)
        if not any(len(block.violated(verdict.model)) for block in new):
            raise InternalError("the clauses that should exclude a model allow it")
        found += new
