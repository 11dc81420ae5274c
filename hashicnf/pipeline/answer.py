"""Answers of solving and decoding, and the check of every solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hashicnf.core.constraints import Claim
from hashicnf.core.stats import Stats
from hashicnf.errors import InternalError, PluginError, SolverFailed, counted
from hashicnf.families import Puzzle, Violation
from hashicnf.logic import Bools, Sat, Solved, Stopped, Unknown, Unsat, Verdict
from hashicnf.pictures.shown import Shown
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture
    from hashicnf.core.statespace import Plan

Outcome: TypeAlias = Solved | Unsat | Unknown
Status: TypeAlias = Literal["solved", "broken", "unsolvable", "unknown"]


@record
class Answer(Shown):
    """The answer for a puzzle: a verdict, the checked solution if there is one, and statistics.

    The verdict is Sat if a formula was solved, and Solved, without a model, if a search found a solution. ``broken`` lists violated
    rules; it can be non-empty only if the formula is relaxed and not refined, as with ``connectivity="none"``. ``plan`` is the plan
    that leads to the solution, for puzzles that are solved by plans. ``puzzle`` is the one whose solution ``picture`` draws.
    """

    verdict: Outcome
    solution: object
    stats: Stats = field(compare=False)
    broken: tuple[Violation, ...] = ()
    plan: Plan | None = None
    puzzle: Puzzle | None = field(default=None, compare=False)

    @property
    def status(self) -> Status:
        """Return the outcome as a word for scripts: solved, broken, unsolvable or unknown."""
        match self.verdict:
            case Solved():
                return "broken" if self.broken else "solved"
            case Unsat():
                return "unsolvable"
            case Unknown():
                return "unknown"

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the solution; None if there is none. Raises UsageError for a family without pictures."""
        if self.puzzle is None or self.solution is None:
            return None
        return self.puzzle.picture(self.solution, coordinates=coordinates)

    def __repr__(self) -> str:
        """Describe verdict and plan or solution in one line, with the number of broken rules if there are any."""
        broken = f", {counted(len(self.broken), 'broken rule')}" if self.broken else ""
        found = self.solution if self.plan is None else self.plan
        return f"<answer: {self.verdict!r}{'' if found is None else f', {found!r}'}{broken}>"


def concluded(verdict: Verdict, claim: Claim) -> Verdict:
    """Return the verdict on a puzzle, given that on its formula: Unsat of a restricted formula becomes Unknown."""
    if isinstance(verdict, Unsat) and claim.restricted:
        bounds = tuple(dict.fromkeys(part.why for part in claim.restricted))
        without = claim.restricted[0].without if len(bounds) == 1 else ""
        reason = without or f"no solution within the bounds of the formula: {'; '.join(bounds)}"
        return Unknown(Stopped("restricted", reason))
    return verdict


def accept(compiled: Compiled, model: Bools, verdict: Sat, stats: Stats) -> Answer:
    """Decode a model and check the solution. Raises as ``checked_solution`` does."""
    with stats.phase("decode"):
        solution = compiled.decode(model)
    with stats.phase("check"):
        broken = tuple(compiled.puzzle.check(solution))
    _require_relaxed(compiled, model, broken, stats.solver)
    return Answer(verdict, solution, stats, broken, compiled.plan(model))


def checked_solution(compiled: Compiled, model: Bools, solver: str) -> object:
    """Return the checked solution of a model of a solver; it may break rules only if the formula stays relaxed.

    Raises SolverFailed if the model falsifies a clause, InternalError or PluginError if it satisfies all and the solution is wrong.
    """
    solution = compiled.decode(model)
    _require_relaxed(compiled, model, compiled.puzzle.check(solution), solver)
    return solution


def _require_relaxed(compiled: Compiled, model: Bools, broken: Sequence[Violation], solver: str) -> None:
    if broken:
        _require_satisfied(compiled, model, f"{solver} returned")
    if broken and not compiled.claim.stays_relaxed:
        raise miscoded(compiled.puzzle, compiled.lowering, broken)


def require_refined(compiled: Compiled, model: Bools, source: str) -> None:
    """Raise SolverFailed for a model that falsifies clauses or that refinement excludes; ``source`` as in ``require_model``."""
    _require_satisfied(compiled, model, source)
    if compiled.refine(model):
        raise SolverFailed(f"{source} a model that breaks rules")


def _require_satisfied(compiled: Compiled, model: Bools, source: str) -> None:
    """Raise SolverFailed for a model that breaks clauses, or counts that are not encoded."""
    from hashicnf.core.modelcheck import require_model

    require_model(model, compiled.formula.blocks, source, compiled.native)


def miscoded(puzzle: Puzzle, lowering: Lowering, broken: Sequence[Violation]) -> InternalError | PluginError:
    """Return the error for a model that breaks rules: PluginError if plug-ins of other packages were used, else InternalError."""
    from hashicnf.registry import breach

    used = _encoders(lowering.connectivity.name, lowering.cardinality, lowering.at_most_one)
    return breach(
        f"a model of the formula breaks a rule of the puzzle: {broken[0].message}",
        [puzzle.rules.build, *(encoder for _, _, encoder in used)],
    )


def from_elsewhere(connectivity: str, cardinality: str, at_most_one: str) -> str:
    """Return the end of "reported by ..." for a formula by encodings of other packages, "" if they are all of hashicnf.

    The names are those of encodings, or "" for a formula without one.
    """
    from hashicnf.registry import packages_of

    used = _encoders(connectivity, cardinality, at_most_one)
    found = [(noun, name, packages_of([encoder])) for noun, name, encoder in used]
    foreign = [f"the {noun} {name} of the package {package}" for noun, name, package in found if package]
    return f" from a formula by {' and '.join(foreign)}, which may exclude solutions" if foreign else ""


def _encoders(connectivity: str, cardinality: str, at_most_one: str) -> list[tuple[str, str, Callable[..., object]]]:
    """Return the noun, the name and the function of each encoding with one of these names; "" is none."""
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE

    connects, counts = CONNECTIVITY.find(connectivity), CARDINALITY.find(cardinality)
    excludes = EXCLUSIVE.find(at_most_one)
    found = [
        (CONNECTIVITY.noun, connectivity, None if connects is None else connects.encode),
        (CARDINALITY.noun, cardinality, None if counts is None else counts.clauses),
        (EXCLUSIVE.noun, at_most_one, None if excludes is None else excludes.clauses),
    ]
    return [(noun, name, encoder) for noun, name, encoder in found if encoder is not None]
