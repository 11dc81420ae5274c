"""Figures of a search or of DPLL while it runs: nodes, lists, depth and memory."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Final, Self, TypeAlias

from hashicnf.errors import counted


@dataclass(slots=True)
class SearchFigures:
    """Figures of one search, kept up to date while it runs.

    ``expanded`` counts expanded nodes, the goal included, ``generated`` the children of all others, ``reopened`` the closed states
    that a cheaper path has opened again. ``open`` and ``closed`` count the states in the lists now, in the end without the goal; 0
    where there are no lists. ``kept`` is the most nodes in memory at once, in lists or on the path, ``peak_bytes`` the most bytes
    (estimated, see ``limits``), ``depth`` the deepest node, ``best_f`` the f (greedy search: h) of the node last taken from
    the open list, ``rounds`` the iterations of deepening. ``before`` lists the nodes expanded before each iteration.
    """

    seconds: float = 0.0
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    open: int = 0
    closed: int = 0
    depth: int = 0
    best_f: float | None = None
    rounds: int = 1
    kept: int = 0
    peak_bytes: int = 0
    peak_entries: int = 0
    before: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        """Count nodes and seconds in one line."""
        return f"<figures of a search: {counted(self.expanded, 'node')} expanded in {self.seconds:.3g} s>"

    @property
    def phase(self) -> str:
        """Return the figures that change during a search as one line."""
        parts = [counted(self.expanded, "node"), f"{self.nodes_per_second:,.0f} nodes/s"]
        if self.depth:  # else a search has not left its start, or does not record the depth
            parts.append(f"depth {self.depth:,}")
        if self.open or self.closed:
            parts += [f"open {self.open:,}", f"closed {self.closed:,}"]
        if self.best_f is not None:
            parts.append(f"best f {self.best_f:g}")
        return ", ".join(parts)

    def begin_round(self, bound: float) -> None:
        """Note that an iteration of deepening begins, with this bound."""
        self.before.append(self.expanded)
        self.rounds, self.best_f = len(self.before), bound

    @property
    def nodes_by_iteration(self) -> list[int]:
        """List the nodes that each iteration of deepening expanded."""
        return [after - before for before, after in pairwise([*self.before, self.expanded])]

    @property
    def nodes_per_second(self) -> float:
        """Return expanded nodes per second; 0 before the clock has moved."""
        return self.expanded / self.seconds if self.seconds else 0.0

    def counted(self) -> dict[str, int | float | None]:
        """Return the figures by name, as in the last record of a trace."""
        return {name: value for name, value in asdict(self).items() if name != "before"}

    def beyond(self, cost: float) -> Self:
        """Return the figures with ``cost``, which f did not include, added to ``best_f``; a whole f becomes an int."""
        return self if self.best_f is None else replace(self, best_f=whole(self.best_f + cost))

    @property
    def bytes_per_node(self) -> float:
        """Return the estimated bytes of an entry of the open or closed list, averaged at the peak."""
        return self.peak_bytes / self.peak_entries if self.peak_entries else 0.0


Figure: TypeAlias = str | int | float | list[int] | None
NAMES: Final = {"rounds": "iterations", "kept": "peak_nodes"}


def whole(number: float) -> float:
    """Return a number without fraction as an int: searches in arrays compute in floats."""
    return int(number) if float(number).is_integer() else number


def figures_of(known: SearchFigures) -> dict[str, Figure]:
    """Return the figures of a search or of DPLL by name; ``nodes`` are those expanded, in DPLL decisions."""
    figures: dict[str, Figure] = {"nodes": known.expanded}
    for name, value in known.counted().items():
        if name not in ("seconds", "expanded", "peak_entries"):
            figures[NAMES.get(name, name)] = value
    if known.before:
        figures["nodes_by_iteration"] = known.nodes_by_iteration
    figures["nodes_per_second"] = round(known.nodes_per_second, 1)
    figures["bytes_per_node"] = round(known.bytes_per_node, 1)
    return figures
