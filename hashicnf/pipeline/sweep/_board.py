"""What is known of the whole board between two windows."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

import numpy as np

from hashicnf.constraints import Cardinality, Clauses, Connected, Formula
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity._static_cuts import static_cuts
from hashicnf.pipeline.stats import Stats
from hashicnf.pipeline.sweep._coarse import tile_equations
from hashicnf.pipeline.sweep._excerpt import Excerpt
from hashicnf.pipeline.sweep._joints import Joints, Valuation
from hashicnf.pipeline.sweep._parity import Parities
from hashicnf.pipeline.sweep._probe import probe, reduced
from hashicnf.pipeline.sweep._tiles import Index, Tiles, lay, tiles_of_variables

STATIC_CUTS: Final = 2
MARGIN: Final = 4


class Rules(NamedTuple):
    """What the clauses alone do not tell a window in time: that all nodes are joined, and what sums come to."""

    joints: Joints
    parities: Parities


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
        self.rules = Rules(rules.joints.narrowed(value[np.abs(rules.joints.lits)] == 0, self.now), rules.parities)

    def restart(self) -> None:
        """Forget all decisions but the first."""
        self.now = Valuation(self._value != 0, self._value > 0)
        self.last = self._value > 0
        self.done = np.zeros(self.tiles.count, dtype=np.bool_)
        self._rows = range(0)

    @classmethod
    def prepared(
        cls,
        formula: Formula,
        batch: Connected,
        counted: tuple[Cardinality, ...],
        solver: str,
        stats: Stats,
        deadline: float | None = None,
    ) -> Self | None:
        """Lay the tiles and probe; None if that finds a contradiction, or no end before the deadline."""
        tiles = lay(batch)
        home = np.full(formula.variables.count + 1, -1, dtype=np.int32)
        home[np.abs(batch.lits)] = tiles.of_node[batch.ends[:, 0]]
        blocks = tuple(block.made() for block in (*formula.blocks, *static_cuts(batch, STATIC_CUTS)))
        home = tiles_of_variables([block.lits for block in blocks if block.width], home)
        with stats.phase("probe"):
            value = probe(blocks, home, tiles, solver, deadline)
        if value is None:
            return None
        parities = Parities.of(counted, value)
        coarse, home = tile_equations(parities, Parities.places(counted, home), home)
        value = np.append(value, np.zeros(len(home) - len(value), dtype=np.int32))
        return cls((*blocks, *coarse), home, tiles, Rules(Joints.of(batch, value), parities), value)

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

        joints, parities = rules
        return Rules(
            joints.narrowed(inside(np.abs(joints.lits)), self.now), parities.narrowed(inside(parities.names), self.now)
        )
