"""Write weighted clauses as WCNF text, in the form of the MaxSAT evaluations since 2022.

    h 1 -2 0
    1 2 0

Hard clauses begin with ``h``, soft ones with their weight. The form has no ``p`` line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hashicnf.arrays.blocking import Rows
from hashicnf.dimacs.writer import render_clauses
from hashicnf.logic import Ints

if TYPE_CHECKING:
    from hashicnf.files.outputs import ByteStream


def write_wcnf(target: ByteStream, hard: Iterable[Rows], soft: Ints, comments: Iterable[str]) -> None:
    """Write comments, hard clauses int32[c, k], and literals int32[s] that are soft clauses of weight 1."""
    target.write("".join(f"c {comment}".rstrip() + "\n" for comment in comments).encode())
    for rows in hard:
        text = render_clauses(rows)
        target.write(b"".join(b"h " + line for line in text.splitlines(keepends=True)))
    target.write("".join(f"1 {literal} 0\n" for literal in soft.tolist()).encode())
