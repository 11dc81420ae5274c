"""Comments that other programs read: the names of variables, and the variables that models are counted by.

    c key edge 0: row 2, column 6 to row 2, column 7
    c varname 3 bridge[1,1]
    c t pmc
    c p show 1 2 3 4 0

The last two are what the model counting competitions call projected counting: auxiliary variables do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hashicnf.core.variables import Variables
from hashicnf.dimacs.header import escape

ON_A_LINE: Final = 500
SPACE: Final = "\\u0020"


def key_comments(keys: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a comment for each thing that the index of a variable stands for, counting from 0; ``keys`` are words by kind."""
    for kind, words in keys.items():
        yield from (f"key {kind} {number}: {escape(word)}" for number, word in enumerate(words))


def name_comments(variables: Variables) -> Iterator[str]:
    """Yield a comment with the name of each variable."""
    for number, name in variables.names():
        yield f"varname {number} {escape(name).replace(' ', SPACE)}"


def show_comments(count: int) -> Iterator[str]:
    """Yield comments that list the first ``count`` variables as those that models are counted by, and name this problem first."""
    yield "t pmc"
    for start in range(1, count + 1, ON_A_LINE):
        yield f"p show {' '.join(map(str, range(start, min(start + ON_A_LINE, count + 1))))} 0"
