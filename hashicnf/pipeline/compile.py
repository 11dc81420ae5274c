"""Compile a puzzle: batches of constraints, through the passes, to a formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import groupby
from operator import and_
from typing import Any, Final, TypeAlias

from hashicnf.core.constraints import (
    EXACT,
    Batch,
    Cardinality,
    Claim,
    Clauses,
    Connected,
    Exclusive,
    Formula,
    Implies,
    Origin,
    sums_of,
)
from hashicnf.core.options import Choices
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import InternalError, UsageError, no_such, too_small
from hashicnf.families import Puzzle
from hashicnf.logic import Truth
from hashicnf.passes import cardinality as counting
from hashicnf.passes import exclusive, implication
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity.choice import AUTO, LAZY, ConnectivityChoice
from hashicnf.passes.duplicates import without_duplicates
from hashicnf.pipeline.compiled import ADDER, DEFAULTS, DIRECT, PAIRWISE, Compiled, Lowering, simplifies
from hashicnf.pipeline.encodings import USUAL, Encodings
from hashicnf.records import record
from hashicnf.registry import breach

PAIR: Final = 2  # literals of an at-most-one constraint that is one clause in all encodings


@record
class Stated:
    """The constraints of a puzzle: batches over the family's variables, and their claim.

    ``problem`` are the family's variables, without auxiliaries. ``claim`` states which solutions the batches exclude or what they
    leave open, such as plans beyond a horizon. ``horizon`` is the largest number of steps of a plan in the ``metric``. ``truth``
    are the literals that simplification fixed.
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

    def given(self, literals: Sequence[int], origin: Origin) -> Stated:
        """Return the constraints with these literals as unit clauses; the claim stays the same."""
        return replace(self, batches=(Clauses.units(literals, origin), *self.batches)) if literals else self

    @property
    def connected(self) -> tuple[Connected, ...]:
        """Return the connectivity constraints, including redundant ones."""
        return tuple(batch for batch in self.batches if isinstance(batch, Connected))

    @property
    def counted(self) -> tuple[Cardinality, ...]:
        """Return the cardinality constraints that are not redundant."""
        return tuple(sums_of(self.batches))


def state(
    puzzle: Puzzle,
    options: Mapping[str, str] | None = None,
    horizon: int | None = None,
    metric: str | None = None,
    observe: Observer = unobserved,
) -> Stated:
    """Let the family of a puzzle declare its variables and state its constraints.

    ``options`` are options of the family's constraints, as texts by name; ``observe`` is called often for large tasks. Raises
    UsageError for unknown options or values, and if a ``horizon`` or ``metric`` is missing, negative or not applicable.
    """
    if horizon is not None and horizon < 0:
        raise too_small("--horizon", horizon, 0)
    return _stated(puzzle, puzzle.choices(options), horizon, metric, observe)


def restated(compiled: Compiled) -> Stated:
    """State the constraints of a compiled puzzle again."""
    return _stated(compiled.puzzle, compiled.choices, compiled.horizon, compiled.metric)


def _stated(
    puzzle: Puzzle, choices: Choices, horizon: int | None, metric: str | None, observe: Observer = unobserved
) -> Stated:
    pool = VariablePool()
    batches, claim = puzzle.constraints(pool, choices, horizon, metric, observe)
    _require_known(puzzle, batches)
    return Stated(puzzle, pool, pool.freeze(), batches, claim, choices, horizon, puzzle.metric(metric))


def compile_puzzle(
    puzzle: Puzzle, encodings: Encodings = USUAL, *, native: bool = False, observe: Observer = unobserved
) -> Compiled:
    """Compile a puzzle to clauses, or with ``native`` to clauses and cardinality constraints; ``observe`` is called for each rule.

    Raises UsageError for unknown or unsuitable encodings and options, for options without effect, and if redundant constraints are
    to be left out and there are none; SolverMissing for missing extras.
    """
    stated = state_for(puzzle, encodings, native=native, observe=observe)
    return compile_stated(stated, encodings, native=native, observe=observe)


def state_for(puzzle: Puzzle, encodings: Encodings, *, native: bool = False, observe: Observer = unobserved) -> Stated:
    """State the constraints of a puzzle, after a check of the encodings. Raises UsageError as ``compile_puzzle`` does."""
    lowering = lowering_of(encodings, native=native)
    _require(lowering)
    stated = state(puzzle, encodings.options, encodings.horizon, encodings.metric, observe)
    _require_effect(stated, lowering)
    return stated


def compile_stated(
    stated: Stated, encodings: Encodings, *, native: bool = False, once: bool = True, observe: Observer = unobserved
) -> Compiled:
    """Compile stated constraints, as ``compile_puzzle`` and ``lower`` do. Raises SolverMissing for missing extras."""
    lowering = lowering_of(encodings, native=native)
    simplify = encodings.simplify
    if simplify is None:
        simplify = simplifies(stated.puzzle, stated.connected, lowering.connectivity)
    return lower(stated, lowering, redundant=encodings.redundant, simplify=simplify, once=once, observe=observe)


def lowering_of(encodings: Encodings, *, native: bool = False) -> Lowering:
    """Return the encodings of a formula, with the connectivity encoding as requested (possibly ``auto``)."""
    choice = ConnectivityChoice(encodings.connectivity, encodings.cuts, encodings.depth)
    return Lowering(encodings.cardinality, encodings.at_most_one, choice, native)


def lower(
    stated: Stated,
    lowering: Lowering,
    *,
    redundant: bool = True,
    simplify: bool = False,
    once: bool = True,
    observe: Observer = unobserved,
) -> Compiled:
    """Lower the batches of a family to clauses, as ``compile_puzzle`` does; auxiliaries are declared in the pool of ``stated``.

    Without ``once`` the formula may contain a clause twice: a solver does not mind, and finding such clauses takes time.
    """
    if not redundant:
        stated = _without_redundant(stated)
    connected = stated.connected
    if simplify:
        observe("unit propagation")
        stated = simplified_for(stated, lowering, observe)
        lowering = _adding(lowering, stated.batches)
    graphs = {id(batch): _contracted(batch) for batch in stated.connected}
    lowering = _chosen(stated.connected, lowering, [*graphs.values()], observe)
    choice = lowering.connectivity
    if connected and choice.is_drawn:
        graphs = {}
    native, others = _left_native(stated.batches, lowering)
    blocks, functional = _lower_all(others, graphs, lowering, stated.pool, observe, alike=simplify)
    if once:
        observe("repeated clauses")
        blocks = without_duplicates(blocks)
    left = (graphs.get(id(batch), batch) for batch in stated.connected)
    claim = reduce(and_, (_claim(graph, choice) for graph in left), stated.claim)
    formula = Formula(stated.pool.freeze(), tuple(filter(len, blocks)), claim)
    return Compiled(
        stated.puzzle,
        formula,
        lowering,
        connected,
        stated.problem.count,
        stated.counted,
        redundant=redundant,
        choices=stated.choices,
        horizon=stated.horizon,
        metric=stated.metric,
        simplify=simplify,
        native=native,
        functional=functional,
    )


def _left_native(
    batches: Sequence[Batch], lowering: Lowering
) -> tuple[tuple[Cardinality | Exclusive, ...], list[Batch]]:
    """Return the constraints that are not encoded, and the others."""
    kinds = (Cardinality, Exclusive) if lowering.native else ()
    native = tuple(batch for batch in batches if isinstance(batch, kinds))
    return native, [batch for batch in batches if not isinstance(batch, kinds)]


def _lower_all(
    batches: Sequence[Batch],
    graphs: Mapping[int, Connected],
    lowering: Lowering,
    pool: VariablePool,
    observe: Observer,
    *,
    alike: bool,
) -> tuple[list[Clauses], bool]:
    """Lower batches in order; with ``alike``, cardinalities that differ only in shape are lowered together.

    ``graphs`` maps the identities of some batches to graphs that replace them. Return the clauses, and whether all auxiliaries are
    certainly functions of the problem's own variables.
    """
    blocks: list[Clauses] = []
    functional = True
    for _, some in groupby(batches, _kind if alike else id):
        same = [*some]
        batch, counts = same[0], [one for one in same if isinstance(one, Cardinality)]
        observe(f"{batch.origin.rule} clauses")
        graph, before = graphs.get(id(batch), batch), pool.count
        lowered = (
            _lower_counts(counts, lowering, pool, observe) if counts else lower_batch(graph, lowering, pool, observe)
        )
        blocks += [replace(block, redundant=True) for block in lowered] if batch.redundant else lowered
        functional = functional and (pool.count == before or _is_functional(batch, lowering))
    return blocks, functional


def _is_functional(batch: Batch, lowering: Lowering) -> bool:
    """Return whether the auxiliaries of a batch are functions of its own variables."""
    if isinstance(batch, Cardinality):
        return counting.CARDINALITY.get(_counting(batch, lowering)).functional
    return isinstance(batch, Connected) and CONNECTIVITY.get(lowering.connectivity.name).functional


def _adding(lowering: Lowering, batches: Sequence[Batch]) -> Lowering:
    """Replace ``direct`` by ``adder`` if some constraint would be large; simplified formulas need not keep the rules' clauses."""
    if lowering.cardinality != DIRECT or lowering.native:
        return lowering
    shapes = (counting.shape_of(batch) for batch in batches if isinstance(batch, Cardinality) and not batch.encoding)
    return replace(lowering, cardinality=ADDER) if any(map(counting.is_large, shapes)) else lowering


def _kind(batch: Batch) -> object:
    """Return a key that is equal for cardinality constraints that differ only in shape, and different for all other batches."""
    return batch.kind if isinstance(batch, Cardinality) else id(batch)


def simplified_for(stated: Stated, lowering: Lowering, observe: Observer) -> Stated:
    """Remove fixed literals from the constraints; probe for more of them if the formula is to be solved as a whole."""
    from hashicnf.passes.simplify import simplified

    choice, probe = lowering.connectivity, None
    if stated.connected and (choice.name == AUTO or choice.is_complete):
        from hashicnf.pipeline.probing import probed

        def encode(batch: Batch, pool: VariablePool) -> list[Clauses]:
            return lower_batch(batch, _adding(lowering, [batch]), pool, observe)

        probe = partial(probed, encode=encode, observe=observe)
    connecting = choice.name == AUTO or choice.is_demanded
    found = simplified(stated.batches, stated.problem.count, connecting=connecting, probe=probe)
    return replace(stated, batches=found.batches, truth=found.truth)


def _contracted(batch: Connected) -> Connected:
    """Contract the known edges of a graph."""
    if batch.known is None:
        return batch
    from hashicnf.passes.connectivity.contraction import contracted

    return contracted(batch)


def _chosen(
    connected: tuple[Connected, ...], lowering: Lowering, graphs: Sequence[Connected], observe: Observer
) -> Lowering:
    """Choose a connectivity encoding if ``auto`` is requested; ``graphs`` are the contracted graphs."""
    choice = lowering.connectivity
    if choice.name != AUTO:
        return lowering
    from hashicnf.passes.connectivity.choice import best_one_shot, best_to_refute

    name, why = (best_to_refute if choice.refuting else best_one_shot)(connected, graphs, observe)
    return replace(lowering, connectivity=replace(choice, name=name, why=why if connected else ""))


def _claim(batch: Connected, choice: ConnectivityChoice) -> Claim:
    """Return the claim of the clauses of a connectivity constraint; a redundant one may restrict the formula, but not relax it."""
    claim = choice.claim(batch)
    return replace(claim, relaxed=()) if batch.redundant else claim


def _require(lowering: Lowering) -> None:
    """Raise UsageError for unknown encodings; missing packages are reported when an encoding is used."""
    counting.CARDINALITY.get(lowering.cardinality)
    exclusive.EXCLUSIVE.get(lowering.at_most_one)
    if lowering.connectivity.cuts < 0:
        raise too_small("--cuts", lowering.connectivity.cuts, 0)
    if (name := lowering.connectivity.name) != AUTO and CONNECTIVITY.find(name) is None:
        raise no_such(CONNECTIVITY.noun, name, [AUTO, *CONNECTIVITY.names()])


def _require_effect(stated: Stated, lowering: Lowering) -> None:
    """Raise UsageError for an encoding that is not the default and that encodes no constraint of the formula."""
    counts = {"--cardinality": (lowering.cardinality, DIRECT), "--at-most-one": (lowering.at_most_one, PAIRWISE)}
    for option, (name, usual) in counts.items():
        if lowering.native and name != usual:
            raise UsageError(f"{option} {name} has no effect: this formula keeps its counts, and does not encode them")
    is_wide = any(isinstance(batch, Exclusive) and batch.lits.shape[1] > PAIR for batch in stated.batches)
    if lowering.at_most_one != PAIRWISE and not is_wide:
        why = "all encodings are the same for two literals, and no constraint of this puzzle has more"
        raise UsageError(f"--at-most-one {lowering.at_most_one} has no effect: {why}")
    choice = lowering.connectivity
    encoding = None if choice.name in (AUTO, LAZY) else choice.name
    for option, value in (("--connectivity", encoding), ("--cuts", choice.cuts or None), ("--depth", choice.depth)):
        if value is not None and not stated.connected:
            raise UsageError(f"{option} {value} has no effect: {stated.puzzle.family} has no connectivity constraint")


def _require_known(puzzle: Puzzle, batches: Sequence[Batch]) -> None:
    """Raise PluginError (InternalError for a family of hashicnf) for a batch that names an encoding that does not exist."""
    for batch in batches:
        if isinstance(batch, Cardinality) and batch.encoding and counting.CARDINALITY.find(batch.encoding) is None:
            raise breach(
                f"the batch {batch.origin.rule} of {puzzle.family} names the cardinality encoding {batch.encoding!r}, "
                "which does not exist",
                [puzzle.rules.static.constraints if puzzle.rules.static is not None else puzzle.rules.build],
            )


def _without_redundant(stated: Stated) -> Stated:
    """Return the constraints without redundant batches. Raises UsageError if there are none."""
    kept = tuple(batch for batch in stated.batches if not batch.redundant)
    if len(kept) == len(stated.batches):
        raise UsageError(
            f"{stated.puzzle.family} states no redundant constraints for this puzzle: none can be left out"
        )
    return replace(stated, batches=kept)


def lower_batch(batch: Batch, lowering: Lowering, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
    """Encode one batch by the pass of its kind; passes that may take long call ``observe`` repeatedly."""
    lower = LOWER.get(type(batch))
    if lower is None:
        raise InternalError(f"no pass is known for batches of the kind {type(batch).__name__}")
    return lower(batch, lowering, pool, observe)


def _lower_counts(
    batches: Sequence[Cardinality], lowering: Lowering, pool: VariablePool, observe: Observer
) -> list[Clauses]:
    name, first = _counting(batches[0], lowering), batches[0]
    return counting.stamp_all(batches, counting.CARDINALITY.get(name), f"{first.origin.rule}.{name}", pool, observe)


def _counting(batch: Cardinality, lowering: Lowering) -> str:
    """Return the name of the encoding of a cardinality batch: that of the batch, if any, unless an option names another."""
    is_usual = lowering.cardinality in (DIRECT, ADDER)
    return batch.encoding if is_usual and batch.encoding is not None else lowering.cardinality


def _lower_exclusive(batch: Exclusive, lowering: Lowering, pool: VariablePool, _: Observer) -> list[Clauses]:
    name = lowering.at_most_one
    return exclusive.stamp(batch, exclusive.EXCLUSIVE.get(name), f"{batch.origin.rule}.{name}", pool)


Lower: TypeAlias = Callable[[Any, Lowering, VariablePool, Observer], list[Clauses]]
LOWER: Final[Mapping[type[Batch], Lower]] = {
    Cardinality: lambda batch, lowering, pool, observe: _lower_counts([batch], lowering, pool, observe),
    Clauses: lambda batch, lowering, pool, _: [batch],  # noqa: ARG005 - the signature of all passes
    Connected: lambda batch, lowering, pool, observe: lowering.connectivity.encode(batch, pool, observe),
    Exclusive: _lower_exclusive,
    Implies: lambda batch, lowering, pool, _: [implication.encode(batch)],  # noqa: ARG005 - as above
}
