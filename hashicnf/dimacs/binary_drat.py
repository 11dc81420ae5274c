"""Read a proof of unsatisfiability in binary DRAT, as CaDiCaL and kissat write it unless told otherwise.

A step is the letter a for a lemma or d for a deletion, its literals, and a zero byte. The literal of a variable v is the number 2v,
2v + 1 if it is negative, of variable length. Bytes are processed in portions, by operations on arrays.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from hashicnf.core.deadline import Deadline
from hashicnf.dimacs.text import portions
from hashicnf.dimacs.tokenise import Bytes, Offsets
from hashicnf.dimacs.varints import LONGEST, decoded
from hashicnf.errors import InputError, counted
from hashicnf.logic import Bools, Ints

STEP: Final = "a binary proof in DRAT: a or d, literals, a zero byte"
HEAD: Final = 64  # bytes by which a binary proof is recognised
ADDS, DELETES = ord("a"), ord("d")
LARGEST = 15  # the last byte of a number below 2^32 that has LONGEST bytes
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f-\xff]")


class Steps(NamedTuple):
    """The s steps in order: all literals, the ``width`` of each step, marks of deletions, and the offset of each step."""

    lits: Ints
    width: Offsets
    deletes: Bools
    offset: Offsets


def is_binary_proof(data: bytes) -> bool:
    """Return whether bytes begin like a binary proof, and not like a text."""
    return data[:1] in (b"a", b"d") and _NO_TEXT.search(data[:HEAD]) is not None


def read_steps(data: bytes, name: str, variables: int, deadline: Deadline) -> Steps:
    """Read a binary proof about ``variables`` variables. Raises InputError that names the byte, GaveUp past the deadline."""
    code = np.frombuffer(data, dtype=np.uint8)
    parts = [_read(code[start:end], start, name, variables) for start, end in portions(data, deadline, b"\0")]
    lits, width, deletes, offset = map(np.concatenate, zip(*parts, strict=True))
    return Steps(lits, width, deletes, offset)


def _read(code: Bytes, start: int, name: str, variables: int) -> Steps:
    """Read the steps in some bytes, which begin at ``start``."""
    numbers, ends = decoded(code)
    lengths = np.diff(ends, prepend=-1)
    first = ends - lengths + 1 + start
    is_end = code[ends] == 0
    is_head = np.append(True, is_end)[:-1]
    is_letter = (lengths == 1) & ((numbers == ADDS) | (numbers == DELETES))
    is_large = (lengths > LONGEST) | ((lengths == LONGEST) & (code[ends] > LARGEST))
    is_literal = ~is_large & (numbers > 1) & (numbers >> 1 <= variables)
    wrong = np.where(is_head, ~is_letter, np.where(is_end, lengths > 1, ~is_literal))
    if wrong.any():
        at = int(wrong.argmax())
        raise _wrong(name, int(first[at]), None if is_head[at] or is_large[at] else int(numbers[at]), variables)
    if not len(ends) or not is_end[-1] or ends[-1] + 1 < len(code):
        raise _error(name, start + len(code), "the proof ends within a step")
    heads, literals = np.flatnonzero(is_head), numbers[~is_head & ~is_end]
    variable: Ints = (literals >> 1).astype(np.int32)
    lits = np.where(literals & 1, -variable, variable)
    return Steps(lits, np.flatnonzero(is_end) - heads - 1, numbers[heads] == DELETES, first[heads])


def _wrong(name: str, offset: int, number: int | None, variables: int) -> InputError:
    """Return the error for a number that is no literal, None for one that cannot be, at this offset."""
    if number is None or number < 2:
        return _error(name, offset, "no step of a proof in DRAT, perhaps one of LRAT or FRAT")
    literal = -(number >> 1) if number & 1 else number >> 1
    return _error(name, offset, *beyond_formula(str(literal), variables))


def beyond_formula(literal: str, variables: int) -> tuple[str, str]:
    """Return message and expectation for a literal of a variable that the formula does not have."""
    message = f"the literal {literal} is beyond the {counted(variables, 'variable')} of the formula"
    return message, "a proof of this formula without new variables, such as kissat --no-factor writes"


def _error(name: str, offset: int, message: str, expected: str = STEP) -> InputError:
    return InputError(f"byte {offset + 1:,}: {message}", name, expected=expected)
