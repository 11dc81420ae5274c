"""Boards that differ from the default ones: trees, few double bridges, no undecided variables between tiles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hashicnf
from hashicnf.arrays.cycles import cycles
from hashicnf.backends.abilities import ABLE
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.families.hashi.generate import generate
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.logic import Bools, Ints, Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.lazy import LazyLoop
from hashicnf.windows import state, sweep, tiling_of
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.effort import CALL, Effort
from hashicnf.windows.rules import Cut, Demands, PartialAssignment, WindowRule
from hashicnf.windows.schedule import fixed_by_probing
from hashicnf.windows.settings import DEFAULTS, SMALL, BackboneLimits, RepairLimits, Settings
from hashicnf.windows.state import Problem, State
from hashicnf.windows.trees import Cycles, is_tree, surplus
from hashicnf.windows.window import Outcome, Window
from tests.oracles.puzzles import puzzle_with
from tests.portions import few
from tests.windows.boards import SMALL_TILES, demands_of, problem_of


def planted(
    seed: int,
    *,
    loops: float | None = 0.1,
    doubles: float = 0.5,
    max_bridges: int = 2,
    allow_loops: bool = True,
    simplify: bool = False,
) -> Compiled:
    wanted = mixture(loops if allow_loops else None, doubles, max_bridges, allow_loops=allow_loops)
    board = generate(30, 30, 250, wanted, seed=seed).board
    return compile_puzzle(puzzle_with(board), Encodings(connectivity="lazy", simplify=simplify))


def state_of(formula: Compiled) -> State:
    problem, value = problem_of(formula), formula.formula.known()
    return State(problem, value, tiling_of(formula.connected[0])(6))


def swept(formula: Compiled) -> Bools:
    graph = formula.connected[0]
    found = sweep(formula.formula, graph, formula.counted, Stats(), settings=SMALL_TILES).verdict
    assert isinstance(found, Sat)
    assert not formula.formula.violated(found.model)
    assert not formula.refine(found.model)
    return found.model


@pytest.mark.parametrize("seed", range(4))
def test_boards_with_just_enough_bridges_are_swept_as_trees(seed: int) -> None:
    formula = planted(seed, loops=0, doubles=0)
    batch = formula.connected[0]
    assert is_tree(demands_of(formula))
    model = swept(formula)
    assert not surplus(demands_of(formula)).violated(model).size
    assert cycles(batch.nodes, batch.ends[model[batch.lits]]) == []


@pytest.mark.parametrize("seed", few(range(4), 2))
@pytest.mark.parametrize("simplify", [False, True])
def test_boards_without_loops_are_swept_without_cycles(seed: int, simplify: bool) -> None:
    formula = planted(seed, allow_loops=False, simplify=simplify)
    batch, model = formula.connected[0], swept(formula)
    assert batch.acyclic
    assert cycles(batch.nodes, batch.ends[model[batch.lits]]) == []


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_what_is_known_does_not_change_whether_a_board_is_a_tree(seed: int) -> None:
    for loops, doubles in ((0.0, 0.0), (0.1, 0.0)):
        formula = planted(seed, loops=loops, doubles=doubles, simplify=True)
        model = swept(formula)
        known = demands_of(formula)
        assert known.known.any()
        assert is_tree(known) == (loops == 0)
        assert not is_tree(known) or not surplus(known).violated(model).size


@pytest.mark.parametrize("options", [{"doubles": 0.1}, {"loops": 0.03, "doubles": 0.0}])
@pytest.mark.parametrize("seed", few(range(2), 1))
def test_boards_with_bridges_to_spare_are_not_trees(seed: int, options: dict[str, float]) -> None:
    formula = planted(seed, **options)  # type: ignore[arg-type]
    assert not is_tree(demands_of(formula))
    assert Cycles.of(demands_of(formula), SMALL_TILES) is None
    swept(formula)


def test_numbers_that_are_not_known_leave_open_whether_a_board_is_a_tree() -> None:
    formula = planted(1, loops=0, doubles=0)
    for sums in (formula.counted[1:], ()):
        assert not is_tree(demands_of(formula)._replace(counted=sums))


def test_cycles_are_found_however_much_is_contracted() -> None:
    """Cycles with a near edge are found, and each cut is a cycle of chosen edges, apart from contracted ones."""
    formula = planted(2, loops=0, doubles=0)
    nodes, whole = formula.connected[0].nodes, Cycles.of(demands_of(formula), SMALL_TILES)
    assert whole is not None
    seen = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        decided = random.random(formula.formula.variables.count + 1) < 0.8
        assignment = PartialAssignment(decided, decided & (random.random(len(decided)) < 0.7))
        near = random.random(len(whole.lits)) < 0.5
        chosen, solved = assignment.model[whole.lits], np.zeros(0, dtype=np.int32)
        rows = [cut.blocks[0] for cut in whole.narrowed(near, assignment).violated(assignment, solved)]
        expected = cycles(nodes, whole.ends[chosen])
        beyond = cycles(nodes, whole.ends[chosen & ~near])
        assert len(rows) == len(expected) - len(beyond)
        for lits in rows:
            assert set((-lits[0]).tolist()) <= set(whole.lits[near & chosen].tolist())
        seen += len(rows)
    assert seen > 50


class Forbidden(WindowRule):
    """A rule for the test: one variable must be false, although no clause demands it."""

    chosen = 0

    def __init__(self, variable: int) -> None:
        self.variable = np.array([variable], dtype=np.int32)

    @classmethod
    def of(cls, demands: Demands, settings: Settings) -> Forbidden:  # noqa: ARG003
        return cls(cls.chosen)

    def edge_variables(self) -> Ints:
        return self.variable

    def fixed(self, value: Ints) -> Forbidden:  # noqa: ARG002
        return self

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Forbidden:  # noqa: ARG002
        return self

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        return [Cut((-self.variable[None, :],))] if assignment.model[self.variable].all() else []


def needless(formula: Compiled, model: Bools) -> int:
    """Return the first variable of an edge that is true in one model and false in another."""
    lits = formula.connected[0].lits
    with LazyLoop(formula, DEFAULT_SOLVER) as loop:
        for lit in lits[model[lits]]:
            if isinstance(loop.ask(-lit[None]), Sat):
                return int(lit)
    raise AssertionError("every edge is in every solution")


@pytest.mark.parametrize("seed", range(4))
def test_a_new_rule_is_a_class_and_its_place_in_the_list(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = planted(seed, loops=0.9)
    variable = needless(formula, swept(formula))
    monkeypatch.setattr(Forbidden, "chosen", variable)
    monkeypatch.setattr(state, "RULES", (*state.RULES, Forbidden))
    assert not swept(formula)[variable]


CLOSED = """loops: no
......
.1..2.
?..1..
......
4...?.
2..1..
......
...12.
......
......
..?.2.
"""
CYCLE = """loops: no
.1..1..22..
.......23..
........2..
........1..
"""


@pytest.mark.parametrize("text", [CLOSED, CYCLE], ids=["a part is closed", "a cycle is closed"])
@pytest.mark.parametrize("simplify", [False, True])
def test_what_probing_finds_may_break_a_rule_where_no_window_sees_it(text: str, simplify: bool) -> None:
    formula = compile_puzzle(hashicnf.parse(text), Encodings(connectivity="lazy", simplify=simplify))
    graph = formula.connected[0]
    tiny = replace(SMALL_TILES, nodes_per_tile=1, fewest_nodes=1, region=1, overlap=0, static_cuts=1)
    for settings in (tiny, SMALL_TILES, DEFAULTS):
        found = sweep(formula.formula, graph, formula.counted, Stats(), settings=settings)
        assert isinstance(found.verdict, Unsat)


@pytest.mark.parametrize("loops", [0.0, 0.3])
def test_what_is_decided_for_good_is_held_against_clauses_and_rules(loops: float) -> None:
    formula = planted(1, loops=loops, doubles=0)
    model = swept(formula)
    value = np.where(model, 1, -1).astype(np.int32)
    value[np.random.default_rng(1).random(len(value)) < 0.3] = 0
    value[0] = 0
    problem, tiles = problem_of(formula), tiling_of(formula.connected[0])(6)
    assert not State(problem, value, tiles).refuted
    wrong = np.where(model, -1, value).astype(np.int32)
    assert State(problem, wrong, tiles).refuted


def test_boards_that_probing_solves_have_no_links_between_tiles() -> None:
    swept(planted(1, loops=0.5, doubles=0, max_bridges=1))


def test_tiles_are_smaller_where_more_is_open() -> None:
    tiling = tiling_of(planted(1).connected[0])
    counts = [tiling(SMALL_TILES.nodes_in_tile(250, undecided)).count for undecided in (0, 250, 5000)]
    assert counts[0] == counts[1] < counts[2]
    assert tiling(4 * SMALL_TILES.nodes_in_tile(250, 0)).count < counts[0]


def test_windows_are_smaller_where_known_edges_connect_few_nodes() -> None:
    scales = [SMALL_TILES.plans(1000, groups)[0].scale for groups in (1, 650, 651, 1000)]
    assert scales[0] == scales[1] > scales[2] == scales[3]


def test_an_attempt_at_the_board_ends_after_its_conflicts() -> None:
    formula, stats = planted(1, doubles=0.0), Stats()
    graph = formula.connected[0]
    settings = replace(
        SMALL_TILES,
        patience_a_node=(0, 0),
        backbones=BackboneLimits(head_start=0),
        repair=RepairLimits(most_nodes=0),
    )
    verdict = sweep(formula.formula, graph, formula.counted, stats, settings=settings).verdict
    assert isinstance(verdict, Unknown)
    assert stats.windows == 0


@pytest.mark.parametrize("seed", range(3))
def test_what_is_decided_around_a_window_that_fails_is_decided_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = planted(seed, doubles=0.1)
    solve, centers = Window.solve, list[int]()

    def fail_at_times(self: Window, more: Ints, center: int) -> Outcome:
        centers.append(center)
        return Outcome.UNSOLVED if len(centers) in (5, 6, 11) else solve(self, more, center)

    monkeypatch.setattr(Window, "solve", fail_at_times)
    swept(formula)
    assert centers[4] == centers[5] == centers[6], "a window that fails is tried again at once"
    assert len(centers) > len({*centers}) + 3, "and then the windows around it are"


def test_a_window_sees_all_that_its_clauses_reach() -> None:
    for seed in range(3):
        state = state_of(planted(seed))
        every = np.arange(state.tiles.count, dtype=np.int32)
        for tile in every[::7]:
            state.subformula.take(every[tile : tile + 1])
            variables = state.subformula.originals[1:]
            for axis, place in enumerate(divmod(int(tile), state.tiles.columns)):
                assert state._reach.meets(variables, axis, range(place, place + 1)).all()
            state.subformula.clear()


@pytest.mark.parametrize("seed", range(3))
def test_a_window_that_stays_unsolved_leaves_its_surroundings_as_they_were(seed: int) -> None:
    formula = planted(seed, doubles=0.1)
    state = state_of(formula)
    free = state.variables.within(np.arange(state.tiles.count, dtype=np.int32))
    decided = free[np.random.default_rng(seed).random(len(free)) < 0.5]
    state.assignment.decide(decided, np.random.default_rng(seed).random(len(decided)) < 0.5)
    before = state.assignment.decided.copy(), state.assignment.model.copy()
    plan = replace(SMALL, conflicts=1, most_tiles=9)
    with counted_session() as solver:
        window = Window(state, plan, solver, Calls(state, Effort(Stats(), NEVER)))
        assert window.solve(np.arange(4, dtype=np.int32), 0) is Outcome.UNSOLVED
    assert np.array_equal(state.assignment.decided, before[0])
    assert np.array_equal(state.assignment.model, before[1])


def test_a_time_limit_says_how_far_it_came() -> None:
    formula = planted(1)
    graph = formula.connected[0]
    swept = sweep(formula.formula, graph, formula.counted, Stats(), Deadline.after(0))
    assert isinstance(swept.verdict, Unknown)
    assert swept.verdict.reason == "time limit of 0 s reached after 0 attempts at windows of the board"


def test_rules_are_not_built_anew_after_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, compared = planted(1), list[Problem]()

    def kinds(problem: Problem) -> list[type[WindowRule]]:
        compared.append(problem)
        return []

    monkeypatch.setattr(Problem, "kinds", kinds)
    demands, tiling = demands_of(formula), tiling_of(formula.connected[0])
    for deadline, times in ((Deadline.after(0), 0), (NEVER, 2)):
        found = fixed_by_probing(formula.formula, demands, DEFAULTS, tiling, deadline)
        assert found is not None
        assert np.array_equal(found[1], demands.known) == (deadline is not NEVER)
        assert len(compared) == times


def test_windows_keep_their_budget_and_say_so() -> None:
    formula, stats = planted(1, doubles=0.0), Stats()
    graph = formula.connected[0]
    swept = sweep(formula.formula, graph, formula.counted, stats, conflicts=3 * CALL, settings=SMALL_TILES)
    assert isinstance(swept.verdict, Unknown)
    assert 0 < stats.windows <= 3
    reason = f"no answer after {counted(stats.windows, 'attempt')} at windows of the board"
    assert swept.verdict.stopped == Stopped("conflicts", reason)
    assert swept.known.any(), "what probing found is not lost"


@pytest.mark.parametrize(("conflicts", "expected"), [(10 * CALL, (4, 1)), (2 * CALL, (2, 1)), (0, (0, 0))])
def test_a_question_in_portions_is_one_question(conflicts: int, expected: tuple[int, int]) -> None:
    """A solver that gives up three times before it answers, without a conflict; a call counts for ``CALL``."""
    calls, asked = Calls(state_of(planted(0)), Effort(Stats(), NEVER)), list[int]()

    class Slow(PysatSession):
        def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:  # noqa: ARG002
            asked.append(conflicts or 0)
            return Unknown() if len(asked) <= 3 else Unsat()

    with Slow(ABLE, 1) as session:
        found = calls.decide(session, np.zeros(0, dtype=np.int32), conflicts, CALL)
    assert isinstance(found, Unsat) == (len(asked) == 4)
    assert (len(asked), calls.stats.windows) == expected
    assert set(asked) <= {CALL}
