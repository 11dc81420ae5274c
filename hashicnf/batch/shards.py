"""Shards: parts of a batch for machines without any connection."""

from __future__ import annotations

import re
from typing import Final

from hashicnf.errors import UsageError
from hashicnf.records import record


@record
class Shard:
    """One of ``count`` parts, which together contain every puzzle; ``number`` counts from 1."""

    number: int = 1
    count: int = 1

    @classmethod
    def of(cls, text: str) -> Shard:
        """Parse ``K/N``. Raises UsageError."""
        found = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", text)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError(f"--shard {text!r}: expected K/N with K from 1 to N, such as 3/10")
        return cls(int(found[1]), int(found[2]))

    def holds(self, source: str, number: int) -> bool:
        """Return whether a puzzle belongs to the shard, by the checksum of its text: all machines agree without communication."""
        return (int(source[:15], 16) + number) % self.count == self.number - 1


EVERYTHING: Final = Shard()
