"""Records of a DPLL search: figures, trace and proof.

The trace contains the nodes of the search tree, and the reason clause of each forced literal. The DRUP proof contains for each
conflict the clause "not all open decisions", and at the end the empty clause. Flipped decisions are not needed in these clauses:
their new values follow from the open decisions before them, by the clause that was added when they were flipped. A new clause of k
literals subsumes every longer one, which begins with the same k; so the proof keeps one clause for each flipped decision, and one
more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from hashicnf.backends.dpll.clauses import DECIDED, ClauseBase
from hashicnf.core.constraints import Clauses
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.propagation.codes import literal
from hashicnf.propagation.theory import Explained, Theory
from hashicnf.trace import Tracer
from hashicnf.trace.steps import Backtrack, Conflict, Cut, Decision, End, Forced, Record, Solution, Step


@dataclass(slots=True)
class DpllFigures(SearchFigures):
    """The figures of a session, summed over all calls of ``solve``.

    ``expanded`` counts decisions and ``generated`` the values tried for them, one or two each. ``propagated`` counts literals
    forced by clauses, including unit clauses, ``conflicts`` false clauses, ``cuts`` clauses of theories.
    """

    propagated: int = 0
    conflicts: int = 0
    cuts: int = 0


@dataclass(slots=True)
class Recorder:
    """Sends records to a tracer; tracks the current node and the rule of each clause."""

    tracer: Tracer
    base: ClauseBase
    recorded: int = 0
    _next: int = 1
    _path: list[int] = field(default_factory=lambda: [-1, 0])
    _first: list[int] = field(default_factory=list)
    _blocks: list[Clauses | Theory] = field(default_factory=list)

    def restart(self) -> None:
        """Start a new search tree."""
        if self._next > 1:
            self._path, self._next = [-1, self._next], self._next + 1
        self.recorded = 0

    def block(self, block: Clauses) -> None:
        """Record the block that the next clauses belong to."""
        self._first.append(len(self.base.clauses))
        self._blocks.append(block)

    def cut(self, index: int, theory: Theory, explained: Explained) -> None:
        """Record a clause from a theory."""
        self._first.append(index)
        self._blocks.append(theory)
        self._emit(Cut(explained.clause, theory.origin.rule, theory.origin.kind, explained.sources))

    def forced(self) -> None:
        """Record the literals propagated since the last call."""
        for code in self.base.trail[self.recorded :]:
            reason = self.base.reason[code >> 1]
            if reason != DECIDED:
                self._emit(Forced(literal(code), *self._origin(reason), self._clause(reason)))
        self.recorded = len(self.base.trail)

    def conflict(self, index: int) -> None:
        """Record a conflict: a clause that is false."""
        self.forced()
        self._emit(Conflict(*self._origin(index), self._clause(index)))

    def decide(self, code: int, branch: int) -> None:
        """Enter a new node below this one."""
        self._path.append(self._next)
        self._next += 1
        self._emit(Decision((literal(code),), "", branch))

    def flip(self, code: int) -> None:
        """Leave a node for its sibling."""
        self.recorded = len(self.base.trail)
        self.close()
        self.decide(code, 2)

    def close(self) -> None:
        """Leave a node for its parent."""
        self._emit(Backtrack())
        self._path.pop()

    def end(self, verdict: Verdict, statistics: SearchFigures) -> None:
        """Record the verdict and the statistics."""
        match verdict:
            case Sat(model):
                self._emit(Solution(tuple(v if model[v] else -v for v in range(1, len(model)))))
                end = End("solved", "", statistics.counted())
            case Unsat():
                end = End("unsolvable", "", statistics.counted())
            case Unknown(stopped):
                end = End("stopped", stopped.reason, statistics.counted())
        self.tracer.emit(Record(self._path[1], -1, end))

    def _clause(self, index: int) -> tuple[int, ...]:
        return tuple(sorted(map(literal, self.base.clauses[index]), key=abs))

    def _origin(self, index: int) -> tuple[str, str, int]:
        """Return rule, kind and source of a clause."""
        at = bisect_right(self._first, index) - 1
        block = self._blocks[at]
        source = int(block.source[index - self._first[at]]) if isinstance(block, Clauses) else -1
        return block.origin.rule, block.origin.kind, source

    def _emit(self, step: Step) -> None:
        self.tracer.emit(Record(self._path[-1], self._path[-2], step))


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
