"""Boards with moving pieces as data for a page."""

from __future__ import annotations

from hashicnf.planning.stage import Piece, Stage


def staged(stage: Stage) -> dict[str, object]:
    """Return the shape, the pieces as ``placed`` lists them, and the homes (piece, row, column), all counted from 0."""
    return {"shape": stage.shape, "pieces": [*map(placed, stage.pieces)], "homes": stage.homes}


def placed(piece: Piece) -> list[str | int]:
    """Return a piece as a list: label, row, column, height, width, kind."""
    return [piece.label, piece.row, piece.column, piece.height, piece.width, piece.kind]
