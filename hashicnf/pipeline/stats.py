"""What a run measures: seconds per phase, rounds, cuts, clauses per rule."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Stats:
    """Figures of one run.

    ``seconds`` maps phases to wall-clock seconds: encode (puzzle to clauses), load (clauses into the solver), search (inside the
    solver), refine (looking at models, writing cuts), decode, check. ``rounds`` counts calls of the solver on the whole formula,
    ``cuts`` the clauses added between them, ``windows`` calls of the solver on parts of a wide board.
    """

    solver: str = ""
    cardinality: str = ""
    connectivity: str = ""
    size: Mapping[str, int] = field(default_factory=dict)
    variables: int = 0
    clauses: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    windows: int = 0
    cuts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time spent in the block to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    @property
    def total(self) -> float:
        """Sum the seconds of all phases."""
        return sum(self.seconds.values())
