"""One run of a method that can be watched: its clock, its figures, and the first record of its trace."""

from __future__ import annotations

import time

from hashicnf.core.constraints import EXACT
from hashicnf.core.limits import Limits
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.logic import Unknown, in_full
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.solving.methods import Method
from hashicnf.solving.request import Request
from hashicnf.trace.steps import Record, Start


class Run:
    """A puzzle, a method and what was asked for; the clock runs from its creation."""

    def __init__(self, puzzle: Puzzle, method: Method, request: Request) -> None:
        """Start the clock."""
        self.puzzle, self.method, self.request = puzzle, method, request
        self.stats = Stats(method.name, "", "", puzzle.size, method=method.name)
        self.claim = EXACT  # of the formula, if there is one
        self._started = time.monotonic()

    def compiled(self) -> Compiled:
        """Compile, and count what was made."""
        request, stats = self.request, self.stats
        made = compile_puzzle(
            self.puzzle, cardinality=request.cardinality, connectivity=request.connectivity, cuts=request.cuts
        )
        stats.cardinality, stats.connectivity = made.cardinality, made.connectivity
        stats.variables, stats.clauses = made.formula.variables.count, made.formula.clauses_per_rule()
        self.claim = made.claim
        return made

    def limits(self) -> Limits | None:
        """Return the limits with what is left of the time; None if nothing is left."""
        asked, left = self.request, None
        if asked.timeout is not None:
            left = asked.timeout - (time.monotonic() - self._started)
            if left <= 0:
                return None
        return Limits(left, asked.max_nodes, asked.max_memory)

    def begin(self) -> None:
        """Write the first record of a trace."""
        if (tracer := self.request.tracer).active:
            stats, puzzle = self.stats, self.puzzle
            names = {"cardinality": stats.cardinality, "connectivity": stats.connectivity, **stats.figures}
            settings = {name: value for name, value in names.items() if value != ""}
            lines = tuple(puzzle.lines)
            tracer.emit(Record(0, -1, Start(self.method.name, puzzle.family, lines, settings)))

    def gave_up(self, reason: str) -> Answer:
        """Say why there is no answer; a time limit is the one asked for, not what encoding left of it."""
        return Answer(Unknown(in_full(reason, self.request.timeout)), None, self.stats)
