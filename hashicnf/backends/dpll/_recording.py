"""Tell a tracer what a DPLL session does: nodes of the search tree, and the clause behind each forced literal."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass, field

from hashicnf.backends.dpll.clauses import DECIDED, ClauseBase
from hashicnf.core.constraints import Clauses
from hashicnf.core.limits import Statistics
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.propagation.codes import literal
from hashicnf.propagation.theory import Explained, Theory
from hashicnf.trace import Tracer
from hashicnf.trace.steps import Backtrack, Conflict, Cut, Decision, End, Forced, Record, Solution, Step


@dataclass(slots=True)
class Recorder:
    """Knows the node that the search is at, and which rule each clause came from."""

    tracer: Tracer
    base: ClauseBase
    told: int = 0
    _next: int = 1
    _path: list[int] = field(default_factory=lambda: [-1, 0])
    _first: list[int] = field(default_factory=list)
    _blocks: list[Clauses | Theory] = field(default_factory=list)

    def restart(self) -> None:
        """Go to a new root."""
        if self._next > 1:
            self._path, self._next = [-1, self._next], self._next + 1
        self.told = 0

    def block(self, block: Clauses) -> None:
        """Note where the next clauses come from."""
        self._first.append(len(self.base.clauses))
        self._blocks.append(block)

    def cut(self, index: int, theory: Theory, explained: Explained) -> None:
        """Tell of a clause from a theory."""
        self._first.append(index)
        self._blocks.append(theory)
        self._emit(Cut(explained.clause, theory.origin.rule, theory.origin.kind, explained.sources))

    def forced(self) -> None:
        """Tell of the literals assigned since the last time, but for decisions."""
        for code in self.base.trail[self.told :]:
            reason = self.base.reason[code >> 1]
            if reason != DECIDED:
                self._emit(Forced(literal(code), *self._origin(reason), self._clause(reason)))
        self.told = len(self.base.trail)

    def conflict(self, index: int) -> None:
        """Tell of a clause that is false."""
        self.forced()
        self._emit(Conflict(*self._origin(index), self._clause(index)))

    def decide(self, code: int, branch: int) -> None:
        """Enter a new node below this one."""
        self._path.append(self._next)
        self._next += 1
        self._emit(Decision((literal(code),), "", branch))

    def turn(self, code: int) -> None:
        """Leave a node for its sibling."""
        self.told = len(self.base.trail)
        self.close()
        self.decide(code, 2)

    def close(self) -> None:
        """Leave a node for its parent."""
        self._emit(Backtrack())
        self._path.pop()

    def end(self, verdict: Verdict, statistics: Statistics) -> None:
        """Tell how it ended."""
        match verdict:
            case Sat(model):
                self._emit(Solution(tuple(v if model[v] else -v for v in range(1, len(model)))))
                end = End("solved", "", asdict(statistics))
            case Unsat():
                end = End("unsolvable", "", asdict(statistics))
            case Unknown(stopped):
                end = End("stopped", stopped.reason, asdict(statistics))
        self.tracer.emit(Record(self._path[1], -1, end))

    def _clause(self, index: int) -> tuple[int, ...]:
        return tuple(sorted(map(literal, self.base.clauses[index]), key=abs))

    def _origin(self, index: int) -> tuple[str, str, int]:
        """Find rule, kind and source of a clause."""
        at = bisect_right(self._first, index) - 1
        block = self._blocks[at]
        source = int(block.source[index - self._first[at]]) if isinstance(block, Clauses) else -1
        return block.origin.rule, block.origin.kind, source

    def _emit(self, step: Step) -> None:
        self.tracer.emit(Record(self._path[-1], self._path[-2], step))
