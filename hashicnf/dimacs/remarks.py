"""Comments that other programs read: the names of variables, and the variables that models are counted by.

    c varname 3 bridge[1,1]
    c p show 1 2 3 4 0

The second is what the model counting competitions call projected counting: auxiliary variables do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.variables import Variables
from hashicnf.dimacs.header import escape

ON_A_LINE: Final = 500
SPACE: Final = "\\u0020"


def name_comments(variables: Variables) -> Iterator[str]:
    """Yield a comment with the name of each variable."""
    for number, name in variables.names():
        yield f"varname {number} {escape(name).replace(' ', SPACE)}"


def show_comments(count: int) -> Iterator[str]:
    """Yield comments that list the first ``count`` variables as those that models are counted by."""
    for start in range(1, count + 1, ON_A_LINE):
        yield f"p show {' '.join(map(str, range(start, min(start + ON_A_LINE, count + 1))))} 0"
