"""Figures of a search or of DPLL while it runs: nodes, lists, depth and memory."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Self


@dataclass(slots=True)
class SearchFigures:
    """Figures of one search, kept up to date while it runs.

    ``expanded`` counts nodes taken up, the goal included, ``generated`` the children of all others. ``open`` and ``closed`` are the
    lengths of the lists now, in the end without the goal, ``peak_bytes`` the most they have needed (estimated, see ``limits``),
    ``depth`` the deepest node, ``best_f`` the f (greedy search: h) of the node last taken from the open list, ``rounds`` the
    iterations of deepening.
    """

    seconds: float = 0.0
    expanded: int = 0
    generated: int = 0
    open: int = 0
    closed: int = 0
    depth: int = 0
    best_f: float | None = None
    rounds: int = 1
    peak_bytes: int = 0
    peak_entries: int = 0

    @property
    def nodes_per_second(self) -> float:
        """Return expanded nodes per second; 0 before the clock has moved."""
        return self.expanded / self.seconds if self.seconds else 0.0

    def beyond(self, cost: float) -> Self:
        """Return the figures with a cost that f did not include; a whole f is an integer."""
        return self if self.best_f is None else replace(self, best_f=whole(self.best_f + cost))

    @property
    def bytes_per_node(self) -> float:
        """Return the estimated bytes of an entry of the open or closed list, averaged at the peak."""
        return self.peak_bytes / self.peak_entries if self.peak_entries else 0.0


def whole(number: float) -> float:
    """Return a whole number as one: searches in arrays count in floats."""
    return int(number) if float(number).is_integer() else number


def figures_of(known: SearchFigures) -> dict[str, str | int | float | None]:
    """Return the figures of a search or of dpll by name; ``nodes`` are those expanded, decisions in DPLL."""
    figures: dict[str, str | int | float | None] = {"nodes": known.expanded}
    for name, value in asdict(known).items():
        if name not in ("seconds", "expanded", "peak_entries"):
            figures["iterations" if name == "rounds" else name] = value
    figures["nodes_per_second"] = round(known.nodes_per_second, 1)
    figures["bytes_per_node"] = round(known.bytes_per_node, 1)
    return figures
