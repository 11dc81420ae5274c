"""The constraints of a puzzle, as its family states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hashicnf.core.constraints import EXACT, Batch, Cardinality, Claim, Connected
from hashicnf.core.options import Choices, read_choices
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.families import Puzzle
from hashicnf.pipeline.compiled import DEFAULTS
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.propagation.bounds import Truth


@record
class Stated:
    """The constraints of a puzzle: batches over the family's variables, and their claim.

    ``problem`` are the family's variables, without auxiliaries. ``claim`` is what the batches leave out or open, such as plans
    beyond a horizon. ``horizon`` is the most steps of a plan in the ``metric``. ``truth`` is what simplifying found.
    """

    puzzle: Puzzle
    pool: VariablePool
    problem: Variables
    batches: tuple[Batch, ...]
    claim: Claim = EXACT
    choices: Choices = DEFAULTS
    horizon: int | None = None
    metric: str | None = None
    truth: Truth | None = None

    @property
    def connected(self) -> tuple[Connected, ...]:
        """List the connectivity constraints, redundant ones included."""
        return tuple(batch for batch in self.batches if isinstance(batch, Connected))

    @property
    def counted(self) -> tuple[Cardinality, ...]:
        """List the cardinality constraints, but for redundant ones."""
        return tuple(batch for batch in self.batches if isinstance(batch, Cardinality) and not batch.redundant)


def state(
    puzzle: Puzzle,
    options: Mapping[str, str] | None = None,
    horizon: int | None = None,
    metric: str | None = None,
) -> Stated:
    """Let the family of a puzzle declare its variables and state its constraints.

    ``options`` are what the family's constraints can be asked, as texts by name. Raises UsageError for what it cannot be asked, and
    where a ``horizon`` or ``metric`` is missing or has no meaning.
    """
    choices = read_choices(puzzle.options, options) if options else DEFAULTS
    pool = VariablePool()
    batches, claim = puzzle.constraints(pool, choices, horizon, metric)
    return Stated(puzzle, pool, pool.freeze(), batches, claim, choices, horizon, puzzle.metric(metric))
