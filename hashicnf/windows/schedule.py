"""The schedule of a windowed solve: the order of the windows, of the plans that are tried, and of repair between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.constraints import Cardinality, Connected, Formula
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.spare import groups_of
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.records import record
from hashicnf.windows.backbones import with_backbones
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.effort import Effort
from hashicnf.windows.parity import Parities
from hashicnf.windows.probing import probe
from hashicnf.windows.repair import GapRepair
from hashicnf.windows.rules import Demands
from hashicnf.windows.settings import DEFAULTS, Settings, WindowPlan
from hashicnf.windows.state import Problem, State
from hashicnf.windows.tiles import Tiles, Tiling, tiling_of
from hashicnf.windows.trees import falls_short, is_tree
from hashicnf.windows.window import Outcome, Window

# plans per portion of the schedule; with one, six of eleven near-trees of 3,600 to 10,000 islands take two to six times as long
AT_ONCE: Final = 2

Planned: TypeAlias = Sequence[tuple[WindowPlan, Tiles]]


@record(eq=False)
class Swept:
    """The result of a sweep: the verdict, and for any verdict the ``known`` values of the formula's variables, int32[v + 1].

    ``resume`` continues a sweep that has no answer, for a number of conflicts more (None: no limit); otherwise it is None.
    """

    verdict: Verdict
    known: Ints
    resume: Callable[[int | None], Swept] | None = None


def sweep(
    formula: Formula,
    connected: Connected,
    counted: tuple[Cardinality, ...],
    stats: Stats,
    deadline: Deadline = NEVER,
    *,
    conflicts: int | None = None,
    settings: Settings = DEFAULTS,
) -> Swept:
    """Find a model of the formula that connects all nodes, or refute it; Unknown if some window stays unsolved.

    ``counted`` are the cardinality constraints of the formula, ``connected`` is cut into tiles. The sweep ends with Unknown at the
    deadline, or after ``conflicts`` in all windows together (None: no limit).
    """
    tiling = tiling_of(connected)
    demands = Demands.of(connected, counted, formula.known())
    with stats.phase("probe"):
        probed = fixed_by_probing(formula, demands, settings, tiling, deadline)
    if probed is None:
        return Swept(Unsat(), demands.known)
    return _Course(formula, *probed, tiling, Effort(stats, deadline)).run(conflicts)


@record
class Attempts:
    """Attempts one after the other, each with the same ``patience`` in conflicts; after them, repair if it ``mends``.

    ``plans`` has for each attempt a plan, its tiles, and whether it goes backwards, from the far end of the board. Repair follows
    if all attempts leave windows unsolved.
    """

    plans: Sequence[tuple[WindowPlan, Tiles, bool]]
    patience: int
    mends: bool = False


def _planned(problem: Problem, value: Ints, tiling: Tiling) -> Planned:
    """Return each plan with its tiles, smaller ones if more variables are undecided; of equal plans only the first is kept."""
    settings, graph = problem.settings, problem.demands.connected
    size = settings.nodes_in_tile(graph.nodes, _undecided(value))
    groups = int(groups_of(graph, value).max(initial=-1)) + 1
    planned = dict[tuple[int, int, WindowPlan], tuple[WindowPlan, Tiles]]()
    for plan in settings.plans(graph.nodes, groups):
        tiles = tiling(max(settings.fewest_nodes, plan.scale * size))
        planned.setdefault((tiles.rows, tiles.columns, replace(plan, scale=0.0)), (plan, tiles))
    return (*planned.values(),)


def _undecided(value: Ints) -> int:
    return int(np.count_nonzero(value[1:] == 0))


def schedule_for(nodes: int, settings: Settings, planned: Planned, *, is_patient: bool) -> Iterator[Attempts]:
    """Yield the schedule of a board of so many nodes: attempts alternate with repair, unless the board is too large for it.

    First come attempts by ``AT_ONCE`` plans at a time, from both ends of the board, then all of them again with more patience. The
    time of an attempt is mostly chance: some take ten times as long as others on the same board. So short attempts come before
    long ones, which begin anew; if the schedule ``is_patient``, all are long.
    """
    short, long = (max(1, nodes) * conflicts for conflicts in settings.patience_a_node)
    short = long if is_patient else short
    mends = nodes <= settings.repair.most_nodes
    portions = [
        [(*plan, backwards) for backwards in (False, True) for plan in planned[start : start + AT_ONCE]]
        for start in range(0, len(planned), AT_ONCE)
    ]
    for portion in portions:
        if mends:
            yield from (Attempts([one], short, mends) for one in portion)
        else:
            yield Attempts(portion, short)
    for portion in portions:
        yield Attempts(portion, long, mends)


class _Course:
    """The run of a schedule on a board; ``value`` int32[v + 1] are the values known to hold in all models."""

    def __init__(self, formula: Formula, problem: Problem, value: Ints, tiling: Tiling, effort: Effort) -> None:
        self._formula, self._problem, self.value = formula, problem, value
        self._tiling, self._effort = tiling, effort
        self._repair: GapRepair | None = None
        self._phases: Bools | None = None
        self._verdicts = self._follow()

    def run(self, conflicts: int | None) -> Swept:
        """Run the schedule, from where the last run has stopped, until there is an answer or so many conflicts are spent."""
        self._effort.allow(conflicts)
        verdict: Verdict = Unknown(self._effort.stopped())
        if not self._effort.is_used_up():
            for verdict in self._verdicts:
                if not self._goes_on(verdict):
                    break
        return Swept(verdict, self.value, self.run if isinstance(verdict, Unknown) else None)

    def _follow(self) -> Iterator[Verdict]:
        """Yield the verdict of one part of the schedule after the other.

        Local backbones are computed after the first attempt has failed; before it if it would probably take long and fail.
        """
        is_new = self._is_large_and_scarce()
        if not is_new:
            yield self._followed(next(self._schedule()))
        known = self.value
        if not self._tighten():
            yield Unsat()
        is_new |= self.value is not known
        for number, attempts in enumerate(self._schedule()):
            if number or is_new:  # otherwise the first attempt has been made above
                yield self._followed(attempts)
            if attempts.mends:
                yield self._repaired(attempts)

    def _is_large_and_scarce(self) -> bool:
        """Return whether the board is too large for repair, and the sums leave few edges beyond a tree."""
        demands, settings = self._problem.demands, self._problem.settings
        nodes, spare = demands.connected.nodes, demands.spare()
        is_scarce = spare is not None and spare <= settings.backbones.scarce * nodes
        return is_scarce and nodes > settings.repair.most_nodes

    def _goes_on(self, verdict: Verdict) -> bool:
        return isinstance(verdict, Unknown) and not self._effort.is_used_up()

    def _schedule(self) -> Iterator[Attempts]:
        problem = self._problem
        planned = _planned(problem, self.value, self._tiling)
        graph, settings = problem.demands.connected, problem.settings
        is_patient = graph.acyclic and graph.nodes > settings.many_loopless and not is_tree(problem.demands)
        return schedule_for(graph.nodes, settings, planned, is_patient=is_patient)

    def _tighten(self) -> bool:
        """Add the local backbones to the known values, and probe again if they are many; return False if there is no model."""
        demands, settings, before = self._problem.demands, self._problem.settings, _undecided(self.value)
        with self._effort.stats.phase("probe"):
            value = with_backbones(self._problem, self.value, self._tiling, self._effort)
            if value is None:
                return False
            if before - _undecided(value) < settings.backbones.worthwhile * before:
                return True
            probed = fixed_by_probing(
                self._formula,
                demands.knowing(value),
                settings,
                self._tiling,
                self._effort.deadline,
            )
        if probed is not None:
            self._problem, self.value = probed
        return probed is not None

    def _followed(self, attempts: Attempts) -> Verdict:
        """Make attempts until one has an answer."""
        states: dict[Tiles, State] = {}
        for plan, tiles, backwards in attempts.plans:
            state = states[tiles] = states.get(tiles) or State(self._problem, self.value, tiles)
            if state.refuted:
                return Unsat()
            verdict = attempt(state, plan, self._effort, attempts.patience, backwards=backwards)
            self._phases = state.phases
            if not self._goes_on(verdict):
                break
        return verdict

    def _repaired(self, attempts: Attempts) -> Verdict:
        """Repair an assignment that satisfies the clauses; continue the last repair unless it is stuck."""
        if self._repair is None or self._repair.is_stuck:
            verdict = self._assigned(attempts)
            if not isinstance(verdict, Sat):
                return verdict
            fine = State(
                self._problem.with_rules(), self.value, self._tiling(self._problem.settings.repair.nodes_per_tile)
            )
            fine.take(verdict.model)
            self._repair = GapRepair(fine, self._effort, partial(self._attempted_near, attempts))
        return self._repair.run()

    def _attempted_near(self, attempts: Attempts, near: Bools, patience: int) -> Verdict:
        """Attempt the board from both ends with values ``near``, bool[v + 1], as first phases."""
        plan, tiles, _ = attempts.plans[0]
        state = State(self._problem, self.value, tiles)
        state.begin_with(near)
        for backwards in (False, True):
            verdict = attempt(state, plan, self._effort, patience, backwards=backwards)
            if not self._goes_on(verdict):
                break
        return verdict

    def _assigned(self, attempts: Attempts) -> Verdict:
        """Find an assignment that satisfies the clauses window by window, near the last attempt.

        This takes a second on 20,000 nodes, while a solver for the whole board takes 4 to over 20. Only if it fails, windows have
        equations of parity, whose variables lead away from the attempt: after it a tree of 8,000 nodes has 52 gaps, with them 200.
        """
        plan, tiles, _ = attempts.plans[0]
        nodes = self._problem.demands.connected.nodes
        for kinds, patience in zip(((), (Parities,)), self._problem.settings.patience_a_node, strict=True):
            coarse = State(self._problem.with_rules(*kinds), self.value, tiles, self._phases)
            verdict = attempt(coarse, plan, self._effort, patience * nodes, backwards=False)
            if not self._goes_on(verdict):
                break
        return verdict


def fixed_by_probing(
    formula: Formula, demands: Demands, settings: Settings, tiling: Tiling, deadline: Deadline
) -> tuple[Problem, Ints] | None:
    """Fix literals by probing until no more rules become applicable; return the problem and its values, None on a contradiction.

    At the deadline, the values found so far are returned.
    """
    problem, tiles = Problem.of(formula, demands, settings), tiling(settings.nodes_per_tile)
    while True:
        if falls_short(demands):
            return None
        value = probe(problem.blocks, problem.tile_of(tiles), tiles, demands.known, settings, deadline)
        if value is None:
            return None
        if deadline.is_past():
            return problem, value
        demands = demands.knowing(value)
        more = Problem.of(formula, demands, settings)
        if more.kinds() == problem.kinds():
            return problem, value
        problem = more


def attempt(state: State, plan: WindowPlan, effort: Effort, patience: int, *, backwards: bool) -> Verdict:
    """Make one attempt at the board: solve all windows; Unknown if some stay unsolved."""
    effort.begin(patience)
    outcome = _solve_all(state, plan, effort, backwards=backwards)
    if outcome is Outcome.REFUTED:
        return Unsat()
    return Sat(state.model()) if outcome is Outcome.SOLVED else Unknown(effort.stopped())


def _solve_all(state: State, plan: WindowPlan, effort: Effort, *, backwards: bool) -> Outcome:
    """Solve window by window, from the last one if ``backwards``, until all are solved or one is refuted.

    If a window stays unsolved, the decisions around it are undone, in a wider area each time. It is solved again before its
    surroundings, with more conflicts. The attempt ends when its patience, conflicts without progress, is used up.
    """
    settings, calls = state.settings, Calls(state, effort)
    state.restart()
    every = tuple(windows(state.tiles, settings.interior[backwards], settings.halo, backwards=backwards))
    owner = np.empty(state.tiles.count, dtype=np.int32)
    for number, (interior, _, _) in enumerate(every):
        owner[interior] = number
    waiting, failures = [*reversed(range(len(every)))], [0] * len(every)
    while waiting:
        effort.remain(len(waiting))
        if effort.is_over():
            return Outcome.UNSOLVED
        number = waiting.pop()
        interior, tiles, center = every[number]
        state.finished[interior] = True
        patient = replace(plan, conflicts=plan.conflicts * (1 + failures[number]))
        with counted_session(effort.stats) as session:
            outcome = Window(state, patient, session, calls).solve(tiles, center)
        if outcome is Outcome.REFUTED:
            return outcome
        if outcome is Outcome.UNSOLVED:
            failures[number] += 1
            loose = state.tiles.around(interior, 1 + failures[number])
            state.loosen(loose)
            waiting = [*sorted({*waiting, *owner[loose].tolist()} - {number}, reverse=True), number]
    return Outcome.SOLVED


def windows(tiles: Tiles, size: int, halo: int, *, backwards: bool) -> Iterator[tuple[Ints, Ints, int]]:
    """Yield the tiles of each interior and window, int32[k] each, and its central tile, row by row; ``backwards``: mirrored."""
    last = tiles.count - 1
    for top, left in tiles.corners(size):
        interior = tiles.rectangle(top, top + size, left, left + size)
        window = tiles.rectangle(top, top + size + halo, left - halo, left + size + halo)
        row, column = min(top + size // 2, tiles.rows - 1), min(left + size // 2, tiles.columns - 1)
        center = row * tiles.columns + column
        yield (last - interior, last - window, last - center) if backwards else (interior, window, center)
