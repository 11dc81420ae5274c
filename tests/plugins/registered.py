"""Families from outside the package, as somebody else would write them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from hashicnf.families import FAMILIES, Family
from tests.plugins import latin, sliding

OTHERS: Final[dict[str, Family[Any, Any]]] = {"latin": latin.FAMILY, "sliding": sliding.FAMILY}


@contextmanager
def added() -> Iterator[None]:
    """Register the families for a while."""
    before = dict(FAMILIES.added)
    FAMILIES.added |= OTHERS
    try:
        yield
    finally:
        FAMILIES.added.clear()
        FAMILIES.added |= before
