"""Convert filled grids to and from the solution of a document, for the notations that can hold one."""

from __future__ import annotations

import numpy as np

from hashicnf.core.document import EMPTY, Document
from hashicnf.logic import Ints


def filled(givens: Ints, answers: Ints) -> object | None:
    """Return givens and filled-in numbers, int32[n, n] both, as the data of a solution; None if nothing is filled in."""
    if not (answers > EMPTY).any():
        return None
    cells: list[list[int]] = np.where(answers > EMPTY, answers, np.maximum(givens, EMPTY)).tolist()
    return cells


def grid_of(document: Document) -> Ints | None:
    """Return the filled grid of a document, int32[n, n]; None without one."""
    return None if document.solution is None else np.array(document.solution, dtype=np.int32)


def keeps_givens(document: Document) -> bool:
    """Return whether there is a solution that changes no given: notations write a cell's given or its answer, not both."""
    cells = grid_of(document)
    return cells is not None and not ((document.cells > EMPTY) & (cells != document.cells)).any()
