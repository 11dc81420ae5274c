"""Pieces so small that short arrays have many of them."""

from __future__ import annotations

import pytest

from hashicnf.arrays import blocking


@pytest.fixture(params=[1, 2, 7, 64])
def small_pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of items of a piece."""
    monkeypatch.setattr(blocking, "ITEMS", request.param)
    return int(request.param)
