"""Sentences about flaws of sudokus: a cell or a number for which propagation leaves nothing."""

from __future__ import annotations

from hashicnf.core.flaws import Flaw, Unmet
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.explain.words import Vocabulary


def why_unsolvable(board: Board, flaw: Flaw) -> str | None:
    """Return the sentence that explains why a flaw makes a sudoku unsolvable; None for sums of several constraints."""
    return (
        Vocabulary(board, 1).unmet(flaw.kind, flaw.source, is_twice=flaw.low > 1) if isinstance(flaw, Unmet) else None
    )
