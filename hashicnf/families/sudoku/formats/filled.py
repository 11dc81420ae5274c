"""Filled grids in the data of a document, for the notations that have a place for them."""

from __future__ import annotations

import numpy as np

from hashicnf.core.document import EMPTY, Document
from hashicnf.logic import Ints


def filled(givens: Ints, answers: Ints) -> object | None:
    """Give givens with the numbers that were filled in, int32[n, n] both, as the data of a solution; None without any."""
    if not (answers > EMPTY).any():
        return None
    cells: list[list[int]] = np.where(answers > EMPTY, answers, np.maximum(givens, EMPTY)).tolist()
    return cells


def grid_of(document: Document) -> Ints | None:
    """Take the filled grid out of a document, None without one."""
    return None if document.solution is None else np.array(document.solution, dtype=np.int32)


def keeps_givens(document: Document) -> bool:
    """Return whether the solution changes no given: notations have one place for both."""
    cells = grid_of(document)
    return cells is not None and not ((document.cells > EMPTY) & (cells != document.cells)).any()
