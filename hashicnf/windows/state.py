"""What is known of the whole board between two windows."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Connected, Formula
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity.static_cuts import static_cuts
from hashicnf.windows.parity import Parities
from hashicnf.windows.parts import Joints, Valuation
from hashicnf.windows.probing import reduced
from hashicnf.windows.subformula import Excerpt
from hashicnf.windows.tile_parity import tile_equations
from hashicnf.windows.tiles import Index, Tiles, tiles_of_variables
from hashicnf.windows.trees import is_tree, surplus

STATIC_CUTS: Final = 2
MARGIN: Final = 4


class Problem(NamedTuple):
    """What is to be solved: clauses, the graph that must hang together, and what the clauses count."""

    blocks: tuple[Clauses, ...]
    batch: Connected
    counted: tuple[Cardinality, ...]
    variables: int
    tree: bool

    @classmethod
    def of(cls, formula: Formula, batch: Connected, counted: tuple[Cardinality, ...]) -> Self:
        """Add what solvers are slow to find out: pairs that close among themselves, and that nothing is to spare in a tree."""
        tree = is_tree(batch, counted)
        more = [surplus(batch, counted)] if tree else []
        blocks = tuple(block.made() for block in (*formula.blocks, *static_cuts(batch, STATIC_CUTS), *more))
        return cls(blocks, batch, counted, formula.variables.count, tree)

    def homes(self, tiles: Tiles) -> Ints:
        """Give each variable a tile, int32[v + 1]."""
        home = np.full(self.variables + 1, -1, dtype=np.int32)
        home[np.abs(self.batch.lits)] = tiles.of_node[self.batch.ends[:, 0]]
        return tiles_of_variables([block.lits for block in self.blocks if block.width], home)


class Rules(NamedTuple):
    """What clauses do not tell a window in time: that all nodes are joined, what sums come to, that circles are wrong."""

    joints: Joints
    parities: Parities
    tree: bool


class Board:
    """The clauses, indexed by tiles, and the decisions; ``last`` bool[v + 1] has the values of forgotten variables too."""

    def __init__(self, blocks: tuple[Clauses, ...], home: Ints, tiles: Tiles, rules: Rules, value: Ints) -> None:
        """Decide the variables that have a ``value``, for good, and index what is left of the clauses."""
        self.tiles, self.home = tiles, home
        free = np.flatnonzero(value == 0)[1:].astype(np.int32)
        self.variables = Index(free, home[free], tiles)
        self.excerpt = Excerpt(reduced(blocks, value), home, tiles)
        self._value = value
        self.restart()
        self.rules = rules._replace(joints=rules.joints.narrowed(value[np.abs(rules.joints.lits)] == 0, self.now))

    def restart(self) -> None:
        """Forget all decisions but the first."""
        self.now = Valuation(self._value != 0, self._value > 0)
        self.last = self._value > 0
        self.done = np.zeros(self.tiles.count, dtype=np.bool_)
        self._rows = range(0)

    @classmethod
    def laid(cls, problem: Problem, value: Ints, tiles: Tiles) -> Self:
        """Put a problem, of which some variables have a ``value`` for good, on tiles."""
        home = problem.homes(tiles)
        parities = Parities.of(problem.counted, value)
        coarse, home = tile_equations(parities, Parities.places(problem.counted, home), home)
        value = np.append(value, np.zeros(len(home) - len(value), dtype=np.int32))
        rules = Rules(Joints.of(problem.batch, value), parities, problem.tree)
        return cls((*problem.blocks, *coarse), home, tiles, rules, value)

    def near(self, window: Ints) -> Rules:
        """Contract all but the surroundings of a window: first to a band of rows, which serves many windows, then to columns."""
        row, column = np.divmod(window, self.tiles.columns)
        if row.min() not in self._rows or row.max() + 1 not in self._rows:
            self._rows = range(int(row.min()) - MARGIN, int(row.max()) + MARGIN)
            self._band = self._narrowed(self.rules, 0, self._rows)
        return self._narrowed(self._band, 1, range(int(column.min()) - MARGIN, int(column.max()) + MARGIN + 1))

    def _narrowed(self, rules: Rules, axis: int, span: range) -> Rules:
        """Keep what lies in a span of rows (axis 0) or columns (axis 1) of tiles."""

        def inside(names: Ints) -> Bools:
            place = np.divmod(self.home[names], self.tiles.columns)[axis]
            within: Bools = (place >= span.start) & (place < span.stop)
            return within

        joints = rules.joints.narrowed(inside(np.abs(rules.joints.lits)), self.now)
        return Rules(joints, rules.parities.narrowed(inside(rules.parities.names), self.now), rules.tree)
