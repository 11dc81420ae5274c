"""Parse and format amounts of memory: 500M, 2G, 1.5GiB, or a plain number of bytes."""

from __future__ import annotations

import re
from typing import Final

from hashicnf.errors import UsageError

UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:I?B)?", re.ASCII)
MOST_DIGITS: Final = 18


def size_of(text: str) -> int:
    """Parse an amount of memory, with K = 1024. Raises UsageError for other texts, and for zero."""
    found = SIZE.fullmatch(text.strip().upper())
    if found is None or len(found[1]) > MOST_DIGITS or (size := int(float(found[1]) * UNITS[found[2]])) < 1:
        raise UsageError(f"{text!r} is no amount of memory: write bytes, or a number with K, M or G, such as 500M")
    return size


def spelled(size: int) -> str:
    """Return a number of bytes as text, with a unit so that at most three digits precede the point."""
    unit = next((name for name in ("G", "M", "K") if size >= UNITS[name]), "")
    return f"{size / UNITS[unit]:.1f} {unit}iB" if unit else f"{size} B"
