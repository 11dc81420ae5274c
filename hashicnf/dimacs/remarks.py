"""Comments for other programs: the names of variables, and the variables for projected model counting.

    c key edge 0: row 2, column 6 to row 2, column 7
    c varname 3 bridge[1,1]
    c t pmc
    c p show 1 2 3 4 0

The last two are the notation of the model counting competitions for projected counting: auxiliary variables are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hashicnf.core.variables import Variables
from hashicnf.dimacs.header import escape
from hashicnf.logic import Ints

ON_A_LINE: Final = 500
SPACE: Final = "\\u0020"


def key_comments(keys: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a comment for each thing that an index of a variable (from 0) stands for; ``keys`` are their names by kind."""
    for kind, words in keys.items():
        yield from (f"key {kind} {number}: {escape(word)}" for number, word in enumerate(words))


def name_comments(variables: Variables) -> Iterator[str]:
    """Yield a comment with the name of each variable."""
    for number, name in variables.names():
        yield f"varname {number} {escape(name).replace(' ', SPACE)}"


def show_comments(variables: Ints) -> Iterator[str]:
    """Yield comments for projected model counting on variables, int32[n]: the kind of problem, then the variables."""
    yield "t pmc"
    for start in range(0, len(variables), ON_A_LINE):
        yield f"p show {' '.join(map(str, variables[start : start + ON_A_LINE].tolist()))} 0"
