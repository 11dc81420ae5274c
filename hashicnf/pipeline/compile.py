"""Compile a puzzle: batches of constraints, through the passes, to a formula."""

from __future__ import annotations

from dataclasses import dataclass

from hashicnf.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Formula, Implication
from hashicnf.errors import SolverMissing
from hashicnf.families import Puzzle
from hashicnf.logic import Bools
from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._template import stamp
from hashicnf.passes.connectivity import ConnectivityEncoding
from hashicnf.passes.crossing import binary as crossing
from hashicnf.passes.dependency import binary as dependency
from hashicnf.passes.duplicates import without_duplicates
from hashicnf.registry import Registry
from hashicnf.variables import VariablePool

CARDINALITY: Registry[CardinalityEncoding] = Registry("hashicnf.passes.cardinality", "ENCODING", "cardinality encoding")
CONNECTIVITY: Registry[ConnectivityEncoding] = Registry(
    "hashicnf.passes.connectivity", "ENCODING", "connectivity encoding"
)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A puzzle and its formula, with what a lazy loop needs to refine it."""

    puzzle: Puzzle
    formula: Formula
    cardinality: str
    connectivity: str
    connected: tuple[Connected, ...]

    @property
    def lines(self) -> list[str]:
        """Write the puzzle as the lines of a native file."""
        return self.puzzle.rules.lines(self.puzzle.board)

    def write(self, path: str) -> None:
        """Write a self-describing DIMACS file (``-``: standard output). Raises UsageError if it cannot be written."""
        from hashicnf.pipeline.files import write_formula

        write_formula(self, path)

    def refine(self, model: Bools) -> list[Clauses]:
        """Return clauses that exclude a model for what the formula leaves open; none if the model is fine."""
        refine = CONNECTIVITY.get(self.connectivity).refine
        return [block for batch in self.connected for block in refine(batch, model)] if refine is not None else []


def compile_puzzle(puzzle: Puzzle, *, cardinality: str = "direct", connectivity: str = "planar") -> Compiled:
    """Lower a puzzle to clauses. Raises UsageError for unknown or unsuitable encodings, SolverMissing for absent extras."""
    counting, joining = CARDINALITY.get(cardinality), CONNECTIVITY.get(connectivity)
    if (how := counting.missing()) is not None:
        raise SolverMissing(f"the cardinality encoding {cardinality} is not installed: {how}")
    pool = VariablePool()
    batches = puzzle.rules.constraints(puzzle.board, pool)
    blocks: list[Clauses] = []
    for batch in batches:
        blocks += _lower(batch, counting, f"{cardinality}", joining, pool)
    connected = tuple(b for b in batches if isinstance(b, Connected))
    formula = Formula(pool.freeze(), without_duplicates(blocks), complete=joining.complete or not connected)
    return Compiled(puzzle, formula, cardinality, connectivity, connected)


def _lower(
    batch: Batch, counting: CardinalityEncoding, name: str, joining: ConnectivityEncoding, pool: VariablePool
) -> list[Clauses]:
    """Send one batch through the pass of its kind."""
    match batch:
        case Implication():
            return [dependency.encode(batch)]
        case Exclusive():
            return [crossing.encode(batch)]
        case Cardinality():
            return stamp(batch, counting, f"{batch.origin.rule}.{name}", pool)
        case Connected():
            return joining.encode(batch, pool)
