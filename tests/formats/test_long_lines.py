"""Long lines of a few tokens: no pattern of any format scans a line repeatedly, and no number is too long for Python."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

import hashicnf
from hashicnf.pipeline.puzzles import formats

LENGTH = 40_000
MOST = 5.0  # seconds of processor time for what takes a tenth of one; looking again and again takes minutes
TOKENS = (
    "z",
    "0",
    " ",
    "\t",
    "a=",
    "1,",
    " ,",
    "/",
    "&",
    "penpa",
    "?",
    "#",
    "\n",
    "x;",
    "{",
    "v:",
    "(",
    "_",
    ".",
    " 1",
)


def seconds(text: str, name: str | None = None) -> float:
    """Return the processor time for reading a text, or refusing it as wrong."""
    begun = time.process_time()
    with suppress(hashicnf.HashicnfError):
        hashicnf.parse_all(text, name)
    return time.process_time() - begun


@pytest.mark.parametrize(
    ("before", "token"),
    [
        ("https://puzz.link/p?hashi/", "z"),
        ("", "penpa"),
        ("0, 2, 0\n", " "),
        ("3 3\n1 2 3\n4 5 6\n7 8 ", "0"),
        ("3 3\n1 2 3\n4 5 6\n7 8 ", "9"),
    ],
)
def test_a_line_is_read_once(before: str, token: str) -> None:
    assert seconds(before + token * (LENGTH // len(token))) < MOST


def texts(example: str) -> Iterator[str]:
    """Yield the example of a format, cut at some places and continued with a long run of one token."""
    places = {0, 1, len(example) // 2, len(example)} | {
        place + 1 for place, sign in enumerate(example) if sign in "\n/?:"
    }
    for place in sorted(places):
        for token in TOKENS:
            yield example[:place] + token * (LENGTH // len(token))


@pytest.mark.slow
@pytest.mark.parametrize("name", formats())
def test_no_token_makes_a_format_slow(name: str) -> None:
    for text in texts(formats()[name].example):
        for asked in (None, name):
            assert seconds(text, asked) < MOST, text[:80]
