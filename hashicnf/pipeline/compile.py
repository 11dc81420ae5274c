"""Compile a puzzle: batches of constraints, through the passes, to a formula."""

from __future__ import annotations

from dataclasses import dataclass

from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Formula, Implication
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.errors import SolverMissing, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Bools
from hashicnf.passes.cardinality import CARDINALITY, CardinalityEncoding
from hashicnf.passes.cardinality._template import stamp
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.crossing import binary as crossing
from hashicnf.passes.dependency import binary as dependency
from hashicnf.passes.duplicates import without_duplicates
from hashicnf.propagation.theory import Theory

AUTO = "auto"
BEST_ONE_SHOT = "planar"  # measured best on most kinds of board, and
BEST_FOR_CYCLES = "dual-elimination"  # on those whose solution is one cycle: see docs/connectivity.md
MOST_ELIMINATED = 10_000  # islands; beyond, its formula is too large


@dataclass(frozen=True, slots=True)
class Compiled:
    """A puzzle and its formula, with what a lazy loop needs to refine it."""

    puzzle: Puzzle
    formula: Formula
    cardinality: str
    connectivity: str
    connected: tuple[Connected, ...]
    joining: Joining
    counted: tuple[Cardinality, ...] = ()

    @property
    def theories(self) -> tuple[Theory, ...]:
        """Make theories of the rules that the formula leaves open and ``refine`` would enforce."""
        theory = CONNECTIVITY.get(self.connectivity).theory
        return tuple(theory(batch) for batch in self.connected) if theory is not None else ()

    @property
    def needs_rounds(self) -> bool:
        """Tell whether connectivity is left to cuts between the calls of a solver."""
        return not self.formula.complete and not self.theories and self.connectivity != "none"

    @property
    def lines(self) -> list[str]:
        """Write the puzzle as the lines of a native file."""
        return self.puzzle.lines

    def write(self, path: str) -> None:
        """Write a self-describing DIMACS file (``-``: standard output). Raises UsageError if it cannot be written."""
        from hashicnf.pipeline.emit import write_formula

        write_formula(self, path)

    def refine(self, model: Bools) -> list[Clauses]:
        """Return clauses that exclude a model for what the formula leaves open; none if the model is fine."""
        refine = CONNECTIVITY.get(self.connectivity).refine
        return [block for batch in self.connected for block in refine(batch, model)] if refine is not None else []


@dataclass(frozen=True, slots=True)
class Joining:
    """How connectivity is demanded: an encoding's name, static cuts of sets up to ``cuts`` nodes, a bound on the depth."""

    name: str
    cuts: int = 0
    depth: int | None = None

    def encode(self, batch: Connected, pool: VariablePool) -> list[Clauses]:
        """Run the encoding and add the static cuts. Raises UsageError if it has no depth to be bounded."""
        encoding = CONNECTIVITY.get(self.name)
        if self.depth is None:
            blocks = encoding.encode(batch, pool)
        elif encoding.bounded is not None and self.depth >= 1:
            blocks = encoding.bounded(batch, pool, self.depth)
        else:
            raise UsageError(f"the connectivity encoding {self.name} has no depth that could be {self.depth}")
        if not self.cuts:
            return blocks
        from hashicnf.passes.connectivity.static_cuts import static_cuts

        return blocks + static_cuts(batch, self.cuts)

    def is_complete(self, connected: tuple[Connected, ...]) -> bool:
        """Tell whether the clauses accept exactly the connected choices."""
        deep = self.depth is None or all(self.depth >= batch.nodes - 1 for batch in connected)
        return not connected or (CONNECTIVITY.get(self.name).complete and deep)


def compile_puzzle(
    puzzle: Puzzle,
    *,
    cardinality: str = "direct",
    connectivity: str = "planar",
    cuts: int = 0,
    depth: int | None = None,
    observe: Observer = unobserved,
) -> Compiled:
    """Lower a puzzle to clauses, and tell which rule is at work.

    Raises UsageError for unknown or unsuitable encodings, SolverMissing for absent extras.
    """
    counting = CARDINALITY.get(cardinality)
    if (how := counting.missing()) is not None:
        raise SolverMissing(f"the cardinality encoding {cardinality} is not installed: {how}")
    pool = VariablePool()
    observe("constraints")
    batches = puzzle.constraints(pool)
    connected = tuple(b for b in batches if isinstance(b, Connected))
    counted = tuple(b for b in batches if isinstance(b, Cardinality))
    if connectivity == AUTO:
        connectivity = best_one_shot(connected)
    joining = Joining(connectivity, cuts, depth)
    blocks: list[Clauses] = []
    for batch in batches:
        observe(f"{batch.origin.rule} clauses")
        blocks += _lower(batch, counting, cardinality, joining, pool)
    observe("repeated clauses")
    formula = Formula(pool.freeze(), without_duplicates(blocks), complete=joining.is_complete(connected))
    return Compiled(puzzle, formula, cardinality, connectivity, connected, joining, counted)


def best_one_shot(connected: tuple[Connected, ...]) -> str:
    """Name the complete encoding to choose: where every number is 2, a solution is a cycle through all islands."""
    islands = sum(len(batch.capacity) for batch in connected)
    cycles = 0 < islands <= MOST_ELIMINATED and all((b.capacity == 2).all() for b in connected)
    return BEST_FOR_CYCLES if cycles else BEST_ONE_SHOT


def _lower(
    batch: Batch, counting: CardinalityEncoding, name: str, joining: Joining, pool: VariablePool
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
