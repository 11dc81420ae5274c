"""Write linear pseudo-Boolean constraints as OPB text, the form of the pseudo-Boolean competitions.

    * #variable= 4 #constraint= 2
    * #equal= 1 intsize= 3
    * any comment
    +1 x1 +1 x2 +1 x3 = 2 ;
    +1 x1 -1 x4 >= 0 ;

Only ``>=`` and ``=`` are written, and no negated variables: every reader knows these. A negated literal counts 1 - x, and its 1 is
moved to the right side. The second line counts the equations, and the bits of the largest sum of the absolute values of a
constraint's integers, its bound included. Competitions since 2024 have these after the other two; clasp 3.3 cannot read such lines.
Reference: Roussel and Manquinho 2012, "Input/output format and solver requirements for the competitions of pseudo-Boolean solvers".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hashicnf.arrays.blocking import Rows, in_pieces
from hashicnf.logic import Ints
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.constraints import Op
    from hashicnf.files.outputs import ByteStream


@record
class Sums:
    """Row i: the number of true literals in ``rows[i]``, int32[c, k], is equal to, at least or at most ``bound``."""

    rows: Rows
    op: Op
    bound: int

    @property
    def largest(self) -> int:
        """Return the largest sum of the absolute values of the integers of a row."""
        if not len(self.rows):
            return 0
        width = self.rows.shape[1]
        return width + max(int(np.abs(self._bounds(rows)).max()) for _, rows in in_pieces(self.rows))

    def _bounds(self, rows: Ints) -> Ints:
        """Return the right side of each row."""
        sign = -1 if self.op == "le" else 1
        bounds: Ints = sign * (self.bound - (rows < 0).sum(axis=1))
        return bounds

    def lines(self) -> Iterator[str]:
        """Yield each row as a constraint."""
        for _, rows in in_pieces(self.rows):
            yield from self._lines(rows)

    def _lines(self, rows: Ints) -> Iterator[str]:
        sign = -1 if self.op == "le" else 1
        relation = "=" if self.op == "eq" else ">="
        for variables, signs, bound in zip(
            np.abs(rows).tolist(), (sign * np.sign(rows)).tolist(), self._bounds(rows).tolist(), strict=True
        ):
            terms = "".join(f"{one:+d} x{variable} " for one, variable in zip(signs, variables, strict=True))
            yield f"{terms or '+0 x1 '}{relation} {bound} ;\n"


def write_opb(target: ByteStream, variables: int, sums: Sequence[Sums], comments: Iterable[str]) -> None:
    """Write constraints: the line that counts them, comments without their ``*``, the rows of all ``sums``.

    The format has no formula without variables, so one gets a variable that is true.
    """
    if not variables:
        sums = [*sums, Sums(np.ones((1, 1), dtype=np.int32), "ge", 1)]
    count = sum(len(part.rows) for part in sums)
    equal = sum(len(part.rows) for part in sums if part.op == "eq")
    size = max((part.largest for part in sums), default=0).bit_length()
    head = f"* #variable= {max(1, variables)} #constraint= {count}\n* #equal= {equal} intsize= {size}\n"
    target.write(head.encode())
    target.write("".join(f"* {comment}".rstrip() + "\n" for comment in comments).encode())
    for part in sums:
        text = "".join(part.lines())
        target.write(text.encode())
