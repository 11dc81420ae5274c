"""Boards with pieces as data for a page."""

from __future__ import annotations

from hashicnf.core.stage import Stage


def staged(stage: Stage) -> dict[str, object]:
    """Return the shape, the pieces (label, row, column, height, width, kind) and the homes (piece, row, column), all from 0."""
    pieces = [[one.label, one.row, one.column, one.height, one.width, one.kind] for one in stage.pieces]
    return {"shape": stage.shape, "pieces": pieces, "homes": stage.homes}
