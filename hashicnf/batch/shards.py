"""Shards: parts of a batch for machines that know nothing of each other."""

from __future__ import annotations

import re

from hashicnf.errors import UsageError
from hashicnf.records import record


@record
class Shard:
    """One part of ``count`` that together are everything; ``number`` counts from 1."""

    number: int = 1
    count: int = 1

    @classmethod
    def of(cls, text: str) -> Shard:
        """Read ``K/N``. Raises UsageError."""
        found = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", text)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError(f"--shard {text!r}: expected K/N with K from 1 to N, such as 3/10")
        return cls(int(found[1]), int(found[2]))

    def holds(self, source: str, number: int) -> bool:
        """Return whether a puzzle belongs to it: by the checksum of its text, so every machine finds the same without asking."""
        return (int(source[:15], 16) + number) % self.count == self.number - 1


EVERYTHING = Shard()
