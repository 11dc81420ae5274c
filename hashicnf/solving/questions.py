"""Clauses of questions: what is asked of a formula beyond itself."""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools, Ints

ASKED: Final = Origin("asked", "question")


def clauses_of(rows: Ints) -> Clauses:
    """Make clauses of a question, int32[c, w]."""
    return Clauses(rows, ASKED, np.zeros(len(rows), dtype=np.int32))


def differing(model: Bools, variables: Ints) -> Clauses:
    """Make the clause that some of the variables, int32[k], has another value than in a model."""
    return clauses_of(np.where(model[variables], -variables, variables)[None])
