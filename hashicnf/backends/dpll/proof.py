"""The DRUP proof that DPLL writes: at each conflict "not all open decisions", at the end the empty clause.

Turned-round decisions need not be named: with the open ones they follow from the clause that was added when they were turned.
A new clause of k literals makes every earlier one that is longer superfluous, as that one begins with the same
decisions; so at most as many clauses are alive as there are decisions open, times two.
"""

from __future__ import annotations

from collections.abc import Sequence


class ProofLog:
    """Lines of DRUP text; ``d`` deletes."""

    def __init__(self) -> None:
        """Start empty."""
        self.lines: list[str] = []
        self._alive: list[tuple[int, str]] = []

    def conflict(self, open_decisions: Sequence[int]) -> None:
        """Log that these DIMACS literals cannot all be true."""
        text = "".join(f"{-lit} " for lit in open_decisions) + "0"
        self.lines.append(text)
        while self._alive and self._alive[-1][0] > len(open_decisions):
            self.lines.append(f"d {self._alive.pop()[1]}")
        self._alive.append((len(open_decisions), text))
