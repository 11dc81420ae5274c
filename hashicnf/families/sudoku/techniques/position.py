"""A sudoku that is solved step by step: apply the techniques of the ladder and suppositions, and turn findings into steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Final

from hashicnf.core.ladder import Climber, findings_of_lowest
from hashicnf.core.techniques import SHORT, Beyond, Data, Length, Place, Rule, Step, Technique, Trial, tried
from hashicnf.errors import InputError
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.constraints import PLACE
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.families.sudoku.techniques.rung import Rung, numbers
from hashicnf.families.sudoku.techniques.rung import places as places_of
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of
from hashicnf.families.sudoku.techniques.supposing import shortened
from hashicnf.trace.narration import listed

FIRST: Final = 1  # the number of the first variable: the cells come before all others
MOST_KEPT: Final = 4096  # states
BEYOND: Final = Beyond(
    Technique("6a", "what if", f"a number leads to a contradiction in at most {SHORT} rounds", 8),
    Technique("6b", "long what if", f"a number leads to a contradiction in more than {SHORT} rounds", 9),
    Technique("7", "rules together", "a few cells and units leave nothing else, taken all together", 10),
)


class SudokuPosition(Climber[State, Finding, Vocabulary]):
    """The candidates and the findings so far. Raises InputError for ``drawn`` numbers that do not fit the board."""

    def __init__(self, board: Board, rungs: Sequence[Rung], drawn: Grid | None = None) -> None:
        """Begin with the givens, and with numbers that are drawn already."""
        rules = Rules(board)
        super().__init__(rungs, State(rules), Vocabulary(board, FIRST))
        self._singles = partial(findings_of_lowest, rungs[:2])
        self._changed: list[list[int]] = []  # by each step or round
        self._tried: dict[int, Trial[Finding]] = {}  # by literal, its last trial
        self._supposed: dict[tuple[int, int], tuple[State, int]] = {}  # what follows, and the steps included
        self._harmful: set[tuple[int, int]] = set()
        self._drawn = {p: k for p, k in enumerate(_numbers(board, drawn)) if k and k != rules.givens[p]}
        for cell, number in enumerate(rules.givens):
            if number:
                self._state.place(cell, number)
        for cell, number in self._drawn.items():
            self._state.place(cell, number)

    def _use(self, findings: Sequence[Finding]) -> list[int]:
        self._changed.append([cell for one in findings for cell in self._state.use(one)])
        return self._changed[-1]

    def _shown(self, found: Finding) -> tuple[tuple[Place, ...], tuple[Data, ...]]:
        side = self._words.side
        conclusions = [{"row": p // side + 1, "column": p % side + 1, "not": [*numbers_of(k)]} for p, k in found.drop]
        if found.place is not None:
            cell, number = found.place
            conclusions.insert(0, {"row": cell // side + 1, "column": cell % side + 1, "number": number})
        return tuple(divmod(cell, side) for cell in found.cells), tuple(conclusions)

    def _draws(self, found: Finding) -> bool:
        return found.place is not None

    def is_solved(self) -> bool:
        """Return whether every cell has its number."""
        return all(self._state.number)

    def solution(self) -> Grid:
        """Return the numbers that are certain."""
        return self._state.rules.grid(self._state.number)

    def known(self) -> list[int]:
        """List the literals that are certain: placed numbers, and candidates removed from unfilled cells."""
        found, every = [], range(1, self._words.side + 1)
        for cell, (number, candidates) in enumerate(zip(self._state.number, self._state.open, strict=True)):
            if number:
                found.append(self._words.variable(cell, number))
            else:
                found += [-self._words.variable(cell, k) for k in every if not candidates >> (k - 1) & 1]
        return found

    def drawn(self) -> list[int]:
        """List the literals of the numbers that were drawn beside the givens."""
        return [self._words.variable(cell, number) for cell, number in self._drawn.items()]

    def without(self, literals: Sequence[int]) -> Grid:
        """Return the givens and the numbers that were drawn beside them, except those of some literals."""
        gone, rules = {self._fact(literal)[0] for literal in literals}, self._state.rules
        kept = {cell: number for cell, number in self._drawn.items() if cell not in gone}
        return rules.grid([kept.get(cell, given) for cell, given in enumerate(rules.givens)])

    def open(self) -> list[int]:
        """List the variables of candidates of cells without a number."""
        return [
            self._words.variable(cell, number)
            for cell, candidates in enumerate(self._state.open)
            if not self._state.number[cell]
            for number in numbers_of(candidates)
        ]

    def name(self, literal: int) -> str:
        """Return the words for a fact."""
        place, number, holds = self._fact(literal)
        given = self._state.rules.givens[place]
        instead = f", where {given} is given" if holds and given not in (0, number) else ""
        return f"{'' if holds else 'not '}{number} at {self._words.place(place)}{instead}"

    def refute(self, literal: int, most: int) -> Length | None:
        """Suppose a number that a literal denies; return the length of the way to a contradiction.

        None stands for more than ``most`` rounds, or for no contradiction.
        """
        cell, number, holds = self._fact(literal)
        if holds or self._is_harmless(cell, number):
            return None
        state = self._supposing_that(cell, number)
        trial = self._tried[literal] = tried(partial(self._singles, state), state.fill, most)
        return trial.within(most)

    def _is_harmless(self, cell: int, number: int) -> bool:
        """Return whether singles lead to no contradiction, in any number of steps, if a number is supposed at a cell.

        The state under the supposition is kept, and updated by the facts that have been found since then.
        """
        if (cell, number) in self._harmful:
            return False
        if (kept := self._supposed.get((cell, number))) is None:
            state = self._supposing_that(cell, number)
        elif kept[1] == len(self._changed):
            return True
        else:
            state = self._updated(*kept)
        while found := self._singles(state):
            if any(one.dead for one in found):
                self._harmful.add((cell, number))
                self._supposed.pop((cell, number), None)
                return False
            for one in found:
                state.use(one)
        if kept is not None or len(self._supposed) < MOST_KEPT:
            self._supposed[cell, number] = state, len(self._changed)
        return True

    def _supposing_that(self, cell: int, number: int) -> State:
        """Return the state with a number at a cell."""
        state = self._state.copy()
        state.place(cell, number)
        return state

    def _updated(self, state: State, mark: int) -> State:
        """Return a state under a supposition after adding the facts found since a number of steps."""
        for other in chain.from_iterable(self._changed[mark:]):
            if lost := state.open[other] & ~self._state.open[other]:
                state.drop(other, lost)
            if (known := self._state.number[other]) and not state.number[other]:
                state.place(other, known)
        return state

    def suppose(self, literal: int) -> Step:
        """Make and return the step that refutes the opposite of a literal, as ``refute`` found it."""
        cell, number, _ = self._fact(literal)
        trial = self._tried[literal]
        within = shortened(self._supposing_that(cell, number), trial.findings or ())
        place = self._words.place(cell)
        text = f"if {place} held {number}, there would be a contradiction, so it does not"
        reads = (cell, *(p for one in within for p in one.reads))
        drop = ((cell, 1 << (number - 1)),)
        found = Finding("6", "", (cell,), (number,), drop=drop, reads=reads, within=within)
        return self._step(BEYOND.concluding(trial.rounds), found, text)

    def learn(self, literal: int, rules: Sequence[Rule] | None) -> Step:
        """Make and return the step that a literal follows from these instances of rules (None: from too many to list)."""
        cell, number, holds = self._fact(literal)
        fact = f"{self._words.place(cell)} {'holds' if holds else 'does not hold'} {number}"
        if rules is None:
            text = f"{fact} in every solution, for more reasons than can be listed"
        else:
            reasons = self._reasons(rules)
            names = f"the rules {listed(reasons, len(reasons))}" if rules else "the numbers so far"
            text = f"taken together, {names} imply that {fact}"
        reads = () if rules is None else (cell, *self._examined(rules))  # steps before it would not explain it
        cells = tuple(dict.fromkeys((cell, *_cells_of(rules or ()))))
        place, drop = ((cell, number), ()) if holds else (None, ((cell, 1 << (number - 1)),))
        return self._step(BEYOND.together, Finding("7", "", cells, (number,), (), place, drop, reads), text)

    def conclude(self, literals: Sequence[int], rounds: int | None) -> Technique:
        """Make a round that concludes literals, whose opposites were refuted in so many rounds, or by rules together (None)."""
        changed: list[int] = []
        for cell, number, holds in map(self._fact, literals):
            if holds:
                changed += self._state.place(cell, number)
            else:
                self._state.drop(cell, 1 << (number - 1))
                changed.append(cell)
        self._changed.append(changed)
        return BEYOND.concluding(rounds)

    def _reasons(self, rules: Sequence[Rule]) -> list[str]:
        """Return the words for instances of rules: all cells that hold a number together, then each unit with its numbers.

        None is left out, however many there are (``deduction.rules`` limits them): the fact can be checked only by all of them.
        """
        cells = _cells_of(rules)
        places: dict[int, list[int]] = {}
        for rule in rules:
            if rule.name.endswith(PLACE):
                unit, number = self._words.unit(rule.name.removesuffix(PLACE), rule.source)
                places.setdefault(unit, []).append(number)
        found = [f"that a number stands at {places_of(self._words, cells, len(cells))}"] if cells else []
        return found + [
            f"that {self._words.unit_name(unit)} has its {numbers(tuple(some))}" for unit, some in places.items()
        ]

    def _examined(self, rules: Sequence[Rule]) -> tuple[int, ...]:
        """List the cells whose candidates decide what some instances of rules leave open: their own, and those of their units."""
        units = [self._words.unit(r.name.removesuffix(PLACE), r.source)[0] for r in rules if r.name.endswith(PLACE)]
        return tuple(dict.fromkeys((*_cells_of(rules), *chain.from_iterable(self._words.units[u] for u in units))))

    def _fact(self, literal: int) -> tuple[int, int, bool]:
        cell, number = divmod(abs(literal) - FIRST, self._words.side)
        return cell, number + 1, literal > 0


def _cells_of(rules: Sequence[Rule]) -> tuple[int, ...]:
    """Return the cells that hold a number by some instances of rules; the other instances are of units."""
    return tuple(rule.source for rule in rules if not rule.name.endswith(PLACE))


def _numbers(board: Board, drawn: Grid | None) -> list[int]:
    """Return the numbers of a drawing, 0 for empty cells. Raises InputError if it does not fit the board."""
    if drawn is None:
        return [0] * board.side**2
    n = board.side
    if drawn.cells.shape != (n, n):
        raise InputError("the drawing is of another size", board.name, expected=f"{n} x {n} cells")
    numbers: list[int] = drawn.cells.ravel().tolist()
    for cell, number in enumerate(numbers):
        where = f"row {cell // n + 1}, column {cell % n + 1}"
        if not 0 <= number <= n:
            raise InputError(f"the drawing has {number} at {where}", board.name, expected=f"numbers from 1 to {n}")
    return numbers
