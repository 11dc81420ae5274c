"""A board that is solved step by step: apply the techniques of the ladder, and turn their findings into steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from hashicnf.core.ladder import Climber
from hashicnf.core.techniques import Beyond, Data, Length, Place, Rule, Step, Technique
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import Board, Solution, edges_under, solution_of
from hashicnf.families.hashi.draw import require_drawable
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.rung import Rung, amount, goes
from hashicnf.families.hashi.techniques.state import Change, Finding, Ground, State
from hashicnf.families.hashi.techniques.supposing import LONG, WHAT_IF, Supposition, suppose
from hashicnf.families.hashi.techniques.together import TOGETHER, as_subject, bounds_under, further, islands_of
from hashicnf.logic import Ints

FIRST: Final = 1  # the number of the first variable: the bridges come before all others
BEYOND: Final = Beyond(WHAT_IF, LONG, TOGETHER)
SUPPOSING: Final = ("1a", "1c", "1d", "1e", "2", "3a", "3b")


class HashiPosition(Climber[State, Finding, Vocabulary]):
    """The state of a board and the findings so far. Raises InputError for ``drawn`` bridges that do not fit the board."""

    def __init__(self, board: Board, rungs: Sequence[Rung], drawn: Solution | None = None) -> None:
        """Begin with an empty board, or with bridges that are drawn already."""
        names, wide = ([rung.technique.rung for rung in some] for some in (rungs, [one for one in rungs if one.wide]))
        super().__init__(rungs, State(Ground(board), names, wide), Vocabulary(board, FIRST))
        self._board = board
        self._supposing = [self._by_name[name] for name in SUPPOSING]
        self._drawn = [] if drawn is None else _changes(board, drawn)
        for change in self._drawn:
            self._state.narrow(change._replace(most=self._state.ground.cap[change.edge]))
        self._last_step = self._state.mark()
        self._tried: dict[int, Supposition] = {}  # by literal, the last supposition that it is false
        self._last: dict[int, int] = {}  # by island: the mark after the last change around it

    def _use(self, findings: Sequence[Finding]) -> list[int]:
        return self._narrowed(change for one in findings for change in one.changes)

    def _shown(self, found: Finding) -> tuple[tuple[Place, ...], tuple[Data, ...]]:
        cells = tuple(map(self._words.cell.__getitem__, found.islands))
        return cells, tuple(map(self._data, found.changes))

    def _draws(self, found: Finding) -> bool:
        return any(change.least > self._state.low[change.edge] for change in found.changes)

    def _narrowed(self, changes: Iterable[Change]) -> list[int]:
        """Apply changes; return the edges and bounds that changed."""
        state = self._state
        self._last_step = state.mark()
        changed = state.narrow_all(changes)
        self._last |= dict.fromkeys(state.islands_changed_since(self._last_step), state.mark())
        return changed

    def _data(self, change: Change) -> dict[str, object]:
        words = self._words
        u, v = words.ends[change.edge]
        places = {"from": [words.row[u] + 1, words.column[u] + 1], "to": [words.row[v] + 1, words.column[v] + 1]}
        return {**places, "least": change.least, "most": change.most}

    def is_solved(self) -> bool:
        """Return whether every edge is decided."""
        return not self._state.undecided

    def bounds(self, *, before: bool = False) -> tuple[Ints, Ints]:
        """Return the least and the most bridges of each edge, int32[m] each; those ``before`` the last step if asked."""
        low, high = self._state.bounds(self._last_step if before else self._state.mark())
        return np.array(low, dtype=np.int32), np.array(high, dtype=np.int32)

    def solution(self) -> Solution:
        """Return the bridges that are certain."""
        return solution_of(self._board, np.array(self._state.low, dtype=np.int32))

    def known(self) -> list[int]:
        """List the literals that are certain: the bounds of each edge."""
        state, load = self._state, self._board.load
        found = []
        for edge, (low, high) in enumerate(zip(state.low, state.high, strict=True)):
            if low > 0:
                found.append(self._words.variable(edge, low))
            if high < load:
                found.append(-self._words.variable(edge, high + 1))
        return found

    def drawn(self) -> list[int]:
        """List the literals of the bridges that were drawn at the start."""
        return [self._words.variable(change.edge, change.least) for change in self._drawn]

    def without(self, literals: Sequence[int]) -> Solution:
        """Return the bridges that were drawn at the start, except those of some literals."""
        left = {change.edge: change.least for change in self._drawn}
        for literal in literals:
            del left[self._change(literal).edge]
        counts = np.zeros(self._board.edges, dtype=np.int32)
        counts[[*left]] = [*left.values()]
        return solution_of(self._board, counts)

    def open(self) -> list[int]:
        """List the variables that are not decided."""
        state = self._state
        return [
            self._words.variable(edge, least)
            for edge in range(len(state.low))
            for least in range(state.low[edge] + 1, state.most(edge) + 1)
        ]

    def name(self, literal: int) -> str:
        """Return the words for the bridges of a literal."""
        change = self._change(literal)
        is_known = literal > 0 and change.least == change.low
        return f"{bridges(change.low) if is_known else amount(change)} between {self._words.pair(change.edge)}"

    def refute(self, literal: int, most: int) -> Length | None:
        """Suppose that a literal is false; return the length of the way to a contradiction, None without one in ``most`` rounds.

        An earlier outcome is reused if nothing has changed since then around the islands that it concerns.
        """
        if not self._still(literal, most):
            self._tried[literal] = suppose(self._state, self._supposing, self._change(-literal), most)
        return self._tried[literal].trial.within(most)

    def _still(self, literal: int, most: int) -> bool:
        """Return whether a literal was tried for ``most`` rounds, and nothing has changed around the islands of the trial."""
        if (last := self._tried.get(literal)) is None:
            return False
        mark, trial, islands = last
        return (trial.ended or trial.rounds >= most) and all(self._last.get(island, 0) <= mark for island in islands)

    def suppose(self, literal: int) -> Step:
        """Make and return the step that refutes the opposite of a literal, as ``refute`` found it."""
        wrong, right = self._change(-literal), self._change(literal)
        trial = self._tried[literal].trial
        within = trial.findings or ()
        pair, reads = self._words.pair(right.edge), (right.edge, *(e for found in within for e in found.reads))
        text = (
            f"if {amount(wrong)} went between {pair}, there would be a contradiction, "
            f"so {amount(right)} {goes(right)} there"
        )
        ends = self._words.ends[right.edge]
        found = Finding("5", "", ends, (right,), reads=reads, within=within)
        return self._step(BEYOND.concluding(trial.rounds), found, text)

    def learn(self, literal: int, rules: Sequence[Rule] | None) -> Step:
        """Make and return the step that a literal follows from these instances of rules (None: from too many to list)."""
        change = self._change(literal)
        fact = f"{amount(change)} {goes(change)} between {self._words.pair(change.edge)}"
        islands = tuple(dict.fromkeys((*self._words.ends[change.edge], *islands_of(self._words, rules or ()))))
        if rules is None:
            reads = tuple[int, ...]()  # steps before it would not explain it
            text = f"in every solution {fact}, for more reasons than can be listed"
        else:
            reads = (change.edge, *bounds_under(self._words, rules))
            text = f"taken together, {as_subject(self._words, rules)} leave only one possibility: {fact}"
            text += further(self._words, rules)
        return self._step(TOGETHER, Finding("6", "", islands, (change,), reads=reads), text)

    def conclude(self, literals: Sequence[int], rounds: int | None) -> Technique:
        """Make a round that concludes literals, whose opposites were refuted in so many rounds, or by rules together (None)."""
        self._narrowed(map(self._change, literals))
        return BEYOND.concluding(rounds)

    def _change(self, literal: int) -> Change:
        """Return the bounds of an edge once a literal holds."""
        edge, least = divmod(abs(literal) - FIRST, self._board.load)
        low, high = self._state.low[edge], self._state.high[edge]
        least, most = (max(low, least + 1), high) if literal > 0 else (low, min(high, least))
        return Change(edge, least, most, low, high)


def _changes(board: Board, drawn: Solution) -> list[Change]:
    """Return the bridges of an unfinished drawing as changes. Raises InputError if they do not fit the board."""
    require_drawable(board, drawn)
    counts, most = drawn.bridges[:, 4].tolist(), board.load
    for (row, column, *_), count in zip(drawn.bridges.tolist(), counts, strict=True):
        if count > most:
            expected = f"at most {bridges(most)} here, where no number is larger"
            if count > board.max_bridges:
                expected = f"at most {bridges(board.max_bridges)} between two islands"
            message = f"the drawing has {bridges(count)} from row {row + 1}, column {column + 1}"
            raise InputError(message, board.name, expected=expected)
    edges = edges_under(board, drawn.bridges).tolist()
    return [Change(edge, count, count) for edge, count in zip(edges, counts, strict=True)]
