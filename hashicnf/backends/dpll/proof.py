"""The DRUP proof that DPLL writes: at each conflict "not all open decisions", at the end the empty clause.

Decisions that were turned round need not be named: their new values follow from the open ones before them, by the clause
that was added when they were turned. A new clause of k literals makes every longer one superfluous, since that one begins with
the same k; so one clause is alive for each decision that is turned round, and one more.
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
