"""Spoil a file: general mutations of bytes, lines, numbers, separators and encodings, drawn from a random number generator."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

Mutator: TypeAlias = Callable[[Random, bytes, bytes], bytes]

MOST_BYTES: Final = 16_000  # sentences about a board of more cells are work for longer than a case may take
MOST_COPIES: Final = 300
NUMBER = re.compile(rb"-?\d+")
TOKEN = re.compile(rb'"[^"\n]*"|\w+|[^\w\s]')
VALUE = re.compile(rb'"(?:[^"\\\n]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|true|false|null')
VALUES: Final = (
    *(b"null", b"true", b"[]", b"{}", b'""', b'"x"', b"-1", b"0", b"1.5", b"1e999", b"NaN", b"1" + b"0" * 400, b"[[]]"),
    *(
        b'"\\ud800"',
        b'"\\u001b[2J"',
        b'"\\n"',
        b'"\\u202e"',
        b'"</script>"',
        b"[1.5]",
        b"[null]",
        b'["x"]',
        b'{"a": []}',
    ),
)
NUMBERS: Final = (
    *(b"%d" % n for n in (0, 1, -1, 2, 9, 10, 12, 99, 100, 255, 256, 1000, 12345, 65536, 10**8, 999_999_999, 10**9)),
    *(b"%d" % (sign * 2**bits + step) for bits in (31, 32, 63, 64) for sign in (1, -1) for step in (-1, 0)),
    *(b"-0", b"00", b"007", b"+5", b"1e9", b"1.5", b"0x10", b"1_000", b"--1", b"-", b"1-2", b"NaN", b"Infinity"),
    *(b"9" * n for n in (10, 19, 20, 40, 400, 5000)),
    *(b"0" * n + b"1" for n in (20, 5000)),
    *(text.encode() for text in ("²", "٣", "①", "½", "３", "१२", "𝟗", "1²", "²1")),
)
ODDITIES: Final = (
    *(
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\x1b[2J",
        b"\x1b]0;x\x07",
        b"\x7f",
        b"\x08",
        b"\x1a",
    ),
    *(
        b"\x0b",
        b"\x0c",
        b"\x1c",
        b"\x1e",
        b"\r",
        b"\t",
        b"%",
        b"\\",
        b'"',
        b"'",
        b"{",
        b"}",
        b"[",
        b"]",
        b"()",
        b"#",
        b"$",
    ),
    *(
        c.encode()
        for c in ("\x85", "\u2028", "\ufeff", "\u200b", "\u202e", "\u0301", "\xa0", "\u3000", "橋", "🌉", "·", "═", "║")
    ),
    *(
        b"null",
        b"true",
        b"[]",
        b"{}",
        b'"\\ud800"',
        b'""',
        b"?",
        b".",
        b"..",
        b":",
        b"c",
        b"p",
        b"d",
        b"s",
        b"v",
        b"a",
        b"- ",
        b"~",
    ),
)
SEPARATORS: Final = (b"", b" ", b",", b", ", b";", b"\n", b"\t", b":", b"  ", b",,", b"\n\n", b"..", b"0", b"-")


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    """Choose a short span of the data."""
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randint(1, rng.choice((1, 4, 60))))


def _at(data: bytes, start: int, stop: int, new: bytes) -> bytes:
    return data[:start] + new + data[stop:]


def flip_bits(rng: Random, data: bytes, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def put_byte(rng: Random, data: bytes, other: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return _at(data, start, start + rng.randrange(2), bytes([rng.randrange(256)]))


def put_oddity(rng: Random, data: bytes, other: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return _at(data, start, start + rng.randrange(2), rng.choice(ODDITIES))


def delete_span(rng: Random, data: bytes, other: bytes) -> bytes:
    return _at(data, *_span(rng, data), b"")


def repeat_span(rng: Random, data: bytes, other: bytes) -> bytes:
    start, stop = _span(rng, data)
    return _at(data, stop, stop, data[start:stop] * rng.choice((1, 2, 10, MOST_COPIES)))


def nest_span(rng: Random, data: bytes, other: bytes) -> bytes:
    """Put a span between runs of opening and closing brackets, or of other repeated text."""
    start, stop = _span(rng, data)
    before, after = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"1111111111", b""), (b"1..2,", b"")))
    copies = rng.choice((1, 10, 8_000 // len(before)))
    return _at(data, start, stop, before * copies + data[start:stop] + after * copies)


def truncate(rng: Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def behead(rng: Random, data: bytes, other: bytes) -> bytes:
    return data[rng.randrange(len(data) + 1) :]


def splice(rng: Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def splice_lines(rng: Random, data: bytes, other: bytes) -> bytes:
    lines, others = data.splitlines(keepends=True), other.splitlines(keepends=True)
    return b"".join([*lines[: rng.randrange(len(lines) + 1)], *others[rng.randrange(len(others) + 1) :]])


def put_line(rng: Random, data: bytes, other: bytes) -> bytes:
    lines, others = data.splitlines(keepends=True), other.splitlines(keepends=True)
    start = rng.randrange(len(lines) + 1)
    lines[start : start + rng.randrange(2)] = [rng.choice(others or [b"\n"])]
    return b"".join(lines)


def delete_line(rng: Random, data: bytes, other: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[(start := rng.randrange(len(lines) + 1)) : start + rng.choice((1, 1, 3))]
    return b"".join(lines)


def repeat_line(rng: Random, data: bytes, other: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b"\n"]
    start = rng.randrange(len(lines))
    return b"".join(
        [*lines[:start], *lines[start : start + rng.choice((1, 4))] * rng.choice((2, 3, 20)), *lines[start:]]
    )


def swap_lines(rng: Random, data: bytes, other: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b"\n"]
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return b"".join(lines)


def change_number(rng: Random, data: bytes, other: bytes) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return rng.choice(NUMBERS) + data
    chosen = rng.choice(found)
    return _at(data, *chosen.span(), rng.choice(NUMBERS))


def nudge_number(rng: Random, data: bytes, other: bytes) -> bytes:
    """Make a number a little different, so that what reads it can go on."""
    found = [match for match in NUMBER.finditer(data) if len(match.group()) < 10]
    if not found:
        return data
    chosen = rng.choice(found)
    value = int(chosen.group())
    return _at(data, *chosen.span(), b"%d" % rng.choice((value + 1, value - 1, -value, value * 10, value * 1000, 0)))


def change_token(rng: Random, data: bytes, other: bytes) -> bytes:
    found, others = list(TOKEN.finditer(data)), TOKEN.findall(other)
    if not found:
        return data + rng.choice(ODDITIES)
    return _at(data, *rng.choice(found).span(), rng.choice([rng.choice(others or [b"x"]), rng.choice(ODDITIES), b""]))


def change_value(rng: Random, data: bytes, other: bytes) -> bytes:
    """Put another JSON value in the place of one."""
    found = list(VALUE.finditer(data))
    return _at(data, *rng.choice(found).span(), rng.choice(VALUES)) if found else data


def change_separator(rng: Random, data: bytes, other: bytes) -> bytes:
    found = list(re.finditer(rb"[ ,:;\t\n]+|\.\.", data))
    return _at(data, *rng.choice(found).span(), rng.choice(SEPARATORS)) if found else data


def change_all_separators(rng: Random, data: bytes, other: bytes) -> bytes:
    return data.replace(rng.choice((b" ", b",", b"\n", b":", b".")), rng.choice(SEPARATORS))


def change_line_ends(rng: Random, data: bytes, other: bytes) -> bytes:
    return data.replace(
        b"\n", rng.choice((b"\r\n", b"\r", b"\n\r", b"\x0b", b"\x0c", b"\n\n\n", b" \n", "\u2028".encode()))
    )


def change_encoding(rng: Random, data: bytes, other: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-8-sig", "utf-16", "utf-32-le", "latin-1", "cp1252", "utf-7")), "replace")


def change_case(rng: Random, data: bytes, other: bytes) -> bytes:
    return rng.choice((data.upper(), data.lower(), data.swapcase()))


def reverse(rng: Random, data: bytes, other: bytes) -> bytes:
    return rng.choice(
        (data[::-1], b"\n".join(data.split(b"\n")[::-1]), b"\n".join(line[::-1] for line in data.split(b"\n")))
    )


def append_other(rng: Random, data: bytes, other: bytes) -> bytes:
    return data + rng.choice((b"", b"\n", b"\n\n")) + other


def keep(rng: Random, data: bytes, other: bytes) -> bytes:
    return data


MUTATORS: Final[tuple[Mutator, ...]] = (
    *(flip_bits, put_byte, put_oddity, put_oddity, delete_span, repeat_span, nest_span, truncate, behead, splice),
    *(splice_lines, put_line, delete_line, repeat_line, swap_lines, change_number, change_number, nudge_number),
    *(
        nudge_number,
        change_token,
        change_token,
        change_value,
        change_value,
        change_separator,
        change_all_separators,
        change_line_ends,
    ),
    *(change_encoding, change_case, reverse, append_other, keep),
)


def mutate(rng: Random, data: bytes, other: bytes) -> bytes:
    """Apply one or a few mutators to ``data``; ``other`` is a file of the same kind to take parts from."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        data = rng.choice(MUTATORS)(rng, data, other)[:MOST_BYTES]
    return data
