"""Global state of a windowed solve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Final, Self, TypeAlias

import numpy as np

from hashicnf.backends.abilities import ABLE
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Clauses, Formula
from hashicnf.logic import Bools, Ints, literals_of
from hashicnf.records import record
from hashicnf.windows.parity import Parities
from hashicnf.windows.parts import ClosedParts
from hashicnf.windows.rules import Demands, Holds, PartialAssignment, WindowRule
from hashicnf.windows.settings import Settings
from hashicnf.windows.spare import Spare
from hashicnf.windows.subformula import Subformula, reduced
from hashicnf.windows.tiles import Index, Reach, Tiles, is_within, tiles_of_variables
from hashicnf.windows.trees import Cycles

RULES: Final[tuple[type[WindowRule], ...]] = (ClosedParts, Cycles, Parities, Spare)

# rows of tiles that the bands add on either side of a window: the wide band serves the next windows, the narrow one growing windows
BANDS: Final = (16, 2)

Rules: TypeAlias = tuple[WindowRule, ...]


@record
class Problem:
    """A formula to be solved by windows: its clauses and those that the rules add, and the rules that reach beyond a window."""

    blocks: tuple[Clauses, ...]
    variables: int
    demands: Demands
    settings: Settings
    rules: Rules

    @classmethod
    def of(cls, formula: Formula, demands: Demands, settings: Settings) -> Self:
        """Build the problem of a formula, with the rules that have an effect."""
        rules = tuple(rule for kind in RULES if (rule := kind.of(demands, settings)) is not None)
        more = [block for rule in rules for block in rule.clauses(demands, settings)]
        blocks = tuple(block.made() for block in (*formula.blocks, *more))
        return cls(blocks, formula.variables.count, demands, settings, rules)

    def with_rules(self, *kinds: type[WindowRule]) -> Self:
        """Return the problem with those of its rules alone that are of some classes."""
        return replace(self, rules=tuple(rule for rule in self.rules if isinstance(rule, kinds)))

    def kinds(self) -> list[type[WindowRule]]:
        """Return the classes of the rules that apply; values found by probing can make other rules apply."""
        return [type(rule) for rule in self.rules]

    def tile_of(self, tiles: Tiles) -> Ints:
        """Return the tile of each variable, int32[v + 1]."""
        batch = self.demands.connected
        tile_of = np.full(self.variables + 1, -1, dtype=np.int32)
        tile_of[np.abs(batch.lits)] = tiles.of_node[batch.ends[:, 0]]
        return tiles_of_variables([block.lits for block in self.blocks if block.width], tile_of)


class State:
    """The clauses by tiles, and the decisions between two windows.

    ``assignment`` contains the decisions, ``phases`` bool[v + 1] the last value of every variable, also of variables that are
    undecided again, and ``finished`` bool[t] the tiles whose decisions are kept. At first the phases of edges are true, since nodes
    that are connected early need not be connected later; but not if edges must form no cycle. ``refuted`` is True if the permanent
    decisions violate a clause or a rule: possibly no window contains the violation.
    """

    def __init__(self, problem: Problem, value: Ints, tiles: Tiles, phases: Bools | None = None) -> None:
        """Distribute a problem over tiles; the variables whose ``value``, int32[v + 1], is 1 or -1 are decided permanently.

        ``phases``, bool[v + 1 or more], are the first phases, if given.
        """
        rules = [rule.fixed(value) for rule in problem.rules]
        self._linking, tile_of = list[Clauses](), problem.tile_of(tiles)
        for rule in rules:
            more, tile_of = rule.tile_clauses(problem.demands, tile_of)
            self._linking += more
        blocks = (*problem.blocks, *self._linking)
        value = np.append(value, np.zeros(len(tile_of) - len(value), dtype=np.int32))
        free = np.flatnonzero(value == 0)[1:].astype(np.int32)
        self.tiles, self.tile_of, self.rules = tiles, tile_of, tuple(rules)
        self.demands, self.settings = problem.demands, problem.settings
        self.variables = Index(free, tile_of[free], tiles)
        rest = reduced(blocks, value)
        self.subformula = Subformula(rest, tile_of, tiles)
        self._reach = Reach([block.lits for block in rest if block.width], tile_of, tiles)
        joining = problem.demands.connected.lits
        is_forest = any(isinstance(rule, Cycles) for rule in rules)
        joining = joining[(joining > 0) & (value[np.abs(joining)] == 0)]
        self._joining = joining[:0] if is_forest else joining
        self._value, self._end, self._first = value, problem.variables + 1, phases
        self.restart()
        broken = [cut for rule in problem.rules for cut in rule.violated(self.assignment, free[:0])]
        is_broken = any(cut.holds is not Holds.WISHED for cut in broken)
        self.refuted = is_broken or any(block.width == 0 for block in rest)

    def restart(self) -> None:
        """Undo all decisions but the permanent ones."""
        self.assignment = PartialAssignment.of(self._value)
        self.phases = self._value > 0
        self.phases[self._joining] = True
        if self._first is not None:
            first = self._first[: len(self.phases)]
            self.phases[: len(first)] = first
        self.finished = np.zeros(self.tiles.count, dtype=np.bool_)
        self._bands = list[tuple[range, Rules]]()

    def begin_with(self, model: Bools) -> None:
        """Make the values of a model of the clauses, bool[v + 1], the first phases; those of auxiliary variables follow."""
        literals = literals_of(model, np.arange(1, self._end, dtype=np.int32))
        self._first = np.append(model[: self._end], np.zeros(len(self.tile_of) - self._end, dtype=np.bool_))
        with PysatSession(ABLE, 0) as session:
            session.add(self._linking)
            implied = session.propagated(literals.tolist()) or ()
        self._first[[literal for literal in implied if literal > 0]] = True

    def take(self, model: Bools) -> None:
        """Assign all variables of the problem their values in a model, bool[v + 1]."""
        self.assignment.decide(np.arange(1, self._end, dtype=np.int32), model[1 : self._end])

    @contextmanager
    def opened(self, window: Ints) -> Iterator[None]:
        """Make the variables of a window undecided; at the end mark them as decided again, and clear the subformula."""
        free = self.variables.within(window)
        self.assignment.decided[free] = False
        try:
            yield
        finally:
            self.assignment.decided[free] = True
            self.subformula.clear()

    def held(self) -> Ints:
        """Return the decided literals of the subformula, in its numbers, int32[k]."""
        originals, assignment = self.subformula.originals, self.assignment
        decided = np.flatnonzero(assignment.decided[originals]).astype(np.int32)
        return literals_of(assignment.model[originals], decided)

    def grown(self, window: Ints, core: Ints, center: int, moves: int = 1) -> Ints:
        """Extend a window by the tiles within so many king's moves of its core's tiles nearest to ``center``.

        ``core`` are variables, int32[k]; if it is empty, the window grows on all sides.
        """
        nearest = self.tiles.nearest(np.unique(self.tile_of[core]), center) if len(core) else window
        return np.union1d(window, self.tiles.around(nearest, moves))

    @cached_property
    def edge_of(self) -> Ints:
        """Return the edge of the inner graph that each variable stands for, int32[v + 1], -1 for other variables."""
        lits = self.demands.inner.lits
        edge = np.full(len(self.tile_of), -1, dtype=np.int32)
        edge[np.abs(lits)] = np.arange(len(lits), dtype=np.int32)
        return edge

    def is_open(self, lits: Ints) -> Bools:
        """Return which literals are not decided permanently, bool[k]."""
        found: Bools = self._value[np.abs(lits)] == 0
        return found

    def model(self) -> Bools:
        """Return the values of the problem's variables, bool[v + 1]."""
        return self.assignment.model[: self._end]

    def loosen(self, tiles: Ints) -> None:
        """Undo the decisions in some tiles."""
        self.finished[tiles] = False
        self.assignment.forget(self.variables.within(tiles))
        self._keep_bands(self.tiles.rectangle_around(tiles)[0])

    def rules_near(self, rows: range, columns: range) -> Rules:
        """Return the rules with all edges contracted that no clause connects to a rectangle of tiles.

        Rules contracted to bands of rows are kept for neighbouring windows.
        """
        self._keep_bands(rows)
        for more in BANDS[len(self._bands) :]:
            around, rules = self._bands[-1] if self._bands else (range(self.tiles.rows), self.rules)
            band = range(max(rows.start - more, around.start), min(rows.stop + more, around.stop))
            self._bands.append((band, self._narrowed(rules, 0, band)))
        return self._narrowed(self._bands[-1][1], 1, columns)

    def _keep_bands(self, rows: range) -> None:
        """Drop bands that lack some of the rows: these rows are contracted there, by decisions that may have changed."""
        while self._bands and not is_within(rows, self._bands[-1][0]):
            self._bands.pop()

    def _narrowed(self, rules: Rules, axis: int, span: range) -> Rules:
        """Return rules with only the edges that clauses connect to a span of rows (axis 0) or columns (axis 1) of tiles."""
        narrowed = list[WindowRule]()
        for rule in rules:
            near = self._reach.meets(rule.edge_variables(), axis, span)
            narrowed.append(rule.narrowed(near, self.assignment))
        return tuple(narrowed)
