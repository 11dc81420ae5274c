"""Components of the groups on the frontier: a partition in fields of machine words; all fields of a word are processed at once.

Each group on the frontier has a slot, and the slot a field, which holds the number of the group's component: the smallest slot of
its members, counted from 1, or 0 for a group that can take no more load and is in no component. So equal partitions are equal
words. Fields of ``width`` bits are packed side by side from bit 0, as many as fit into a word. Reference: Lamport 1975, "Multiple
byte processing with full-word instructions".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hashicnf.frontier.counts import Words
from hashicnf.records import record

WIDTHS = 4, 8, 16  # bits of a field


@record
class Labels:
    """The places of the fields of ``slots`` slots."""

    slots: int

    @property
    def width(self) -> int:
        """Return the number of bits of a field, which holds a number from 0 to ``slots``."""
        return next(width for width in WIDTHS if self.slots < 1 << width)

    @property
    def per_word(self) -> int:
        """Count the fields of a word."""
        return 64 // self.width

    @property
    def words(self) -> int:
        """Count the words that have fields."""
        return -(-self.slots // self.per_word)

    def fields_of(self, word: int) -> int:
        """Count the fields of one word."""
        return min(self.per_word, self.slots - word * self.per_word)

    def ones(self, word: int) -> int:
        """Return the word that holds 1 in each field."""
        width: int = self.width
        return sum(1 << width * field for field in range(self.fields_of(word)))

    def place(self, slot: int) -> tuple[int, int]:
        """Return the word of a slot, and the shift of its field."""
        word, field = divmod(slot, self.per_word)
        return word, field * self.width

    def of(self, words: Sequence[Words], slot: int) -> Words:
        """Return the component of a slot in each state."""
        word, shift = self.place(slot)
        found: Words = (words[word] >> np.uint64(shift)) & np.uint64((1 << self.width) - 1)
        return found

    def equal(self, word: Words, number: int, label: Words | np.uint64) -> Words:
        """Return a mask of the top bits of those fields that hold ``label``, in the word with this number."""
        ones = self.ones(number)
        low, top = np.uint64(ones * ((1 << self.width - 1) - 1)), np.uint64(ones << self.width - 1)
        differs = word ^ label * np.uint64(ones)
        found: Words = ~(((differs & low) + low) | differs) & top
        return found

    def replace(self, words: list[Words], old: Words, new: Words) -> None:
        """Replace the label ``old`` by ``new`` in all fields of each state."""
        for number in range(self.words):
            whole = (self.equal(words[number], number, old) >> np.uint64(self.width - 1)) * np.uint64(
                (1 << self.width) - 1
            )
            words[number] = words[number] ^ (whole & (old ^ new) * np.uint64(self.ones(number)))

    def leader(self, words: Sequence[Words], label: int) -> Words:
        """Return in each state the smallest slot that holds a label, counted from 1; 0 where there is none."""
        found = np.zeros(len(words[0]), dtype=np.uint64)
        for number in range(self.words - 1, -1, -1):
            top = self.equal(words[number], number, np.uint64(label))
            first = _position(top & (~top + np.uint64(1))) // np.uint64(self.width)
            found = np.where(top != 0, first + np.uint64(1 + number * self.per_word), found)
        return found

    def any(self, words: Sequence[Words]) -> NDArray[np.bool_]:
        """Return which states have a component left, bool[n]."""
        found = np.zeros(len(words[0]), dtype=np.bool_)
        for number in range(self.words):
            found |= (words[number] & np.uint64(self.ones(number) * ((1 << self.width) - 1))) != 0
        return found


def _position(bit: Words) -> Words:
    """Return the positions of single set bits: the exponents of their floating point values."""
    exponent: Words = (bit.astype(np.float64).view(np.uint64) >> np.uint64(52)) - np.uint64(1023)
    return exponent
