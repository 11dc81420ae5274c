"""Upper bounds on the widths of texts in pictures, and texts broken into lines by them.

The font of a picture is chosen only when it is shown, so the widths are those of DejaVu Sans, the widest of the fonts that pictures
name, rounded up by kinds of characters.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from typing import Final
from unicodedata import category, combining, east_asian_width, normalize

# Widths are shares of the font's height.
NARROW, USUAL, CAPITAL, WIDE = 0.41, 0.64, 0.79, 1.0
NARROW_ONES: Final = frozenset("ijlI|'.,:;!()[] ftr-/\N{NO-BREAK SPACE}")
WIDE_ONES: Final = frozenset("mwMW%@&#+=<>~^…—")
HEAVIER: Final = 1.15  # ratio of the widths of bold and normal characters
ELLIPSIS: Final = "…"
WORD: Final = re.compile("[^\\S\N{NO-BREAK SPACE}]*[\\S\N{NO-BREAK SPACE}]+")


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper bound on the width of a line of text in a font of height ``size``."""
    return sum(map(_width, text)) * size * (HEAVIER if bold else 1)


def wrapped(text: str, size: float, width: float, lines: int, *, bold: bool = False) -> list[str]:
    """Break a text into at most ``lines`` lines of at most ``width``; a longer text is cut, with an ellipsis.

    Lines are broken between words, and within words that are longer than a line. A single word before the cut, such as the number
    of a puzzle, is followed by the beginning of the next.
    """
    found = [""]
    for word in WORD.findall(text):
        if width_of(found[-1] + word, size, bold=bold) <= width:
            found[-1] += word
            continue
        rest = word.lstrip()
        found += [""] * bool(found[-1])
        while len(rest) > (fit := _fitting(rest, size, width, bold=bold)):
            found[-1:] = [rest[:fit], ""]
            rest = rest[fit:]
        found[-1] = rest
    if len(found) > lines:
        kept = found[lines - 1] if " " in found[lines - 1] else f"{found[lines - 1]} {found[lines]}"
        if width_of(kept + ELLIPSIS, size, bold=bold) > width:
            left = width - width_of(ELLIPSIS, size, bold=bold)
            kept = kept[: _fitting(kept, size, left, bold=bold)].rstrip()
        found[lines - 1 :] = [kept + ELLIPSIS]
    return found


def _fitting(text: str, size: float, width: float, *, bold: bool) -> int:
    """Return the number of characters at the start of a text that fit into a width, at least one."""
    widths = accumulate(width_of(character, size, bold=bold) for character in text)
    return max(1, sum(so_far <= width for so_far in widths))


@lru_cache(1 << 12)
def _width(character: str) -> float:
    """Return an upper bound on the width of a character, as a share of the font's height."""
    if combining(character):
        return 0.0
    base = normalize("NFD", character)[0]  # accents add nothing
    if base in NARROW_ONES:
        return NARROW
    if base in WIDE_ONES or east_asian_width(base) in "FW" or not (base.isascii() or category(base) == "Po"):
        return WIDE
    return CAPITAL if base.isupper() else USUAL
