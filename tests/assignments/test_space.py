"""The space of partial assignments: it finds all solutions and no others, keys are small, and steps are narrated correctly."""

from __future__ import annotations

import sys
from math import inf

import pytest

from hashicnf.assignments.heuristics import heuristics
from hashicnf.assignments.space import Assignment, Assignments
from hashicnf.pipeline.compiled import Compiled
from hashicnf.search import Found, astar, idastar
from hashicnf.solving.spaces import formula_space
from hashicnf.trace.steps import Conflict, Decision, Forced, Prune, Step
from tests.assignments.boards import NUMBER, Counts, Small, every, every_state, lattice
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, counts_of
from tests.portions import each

EACH_BOARD = each("board", range(NUMBER), made=lambda number: every()[number])


def space_of(compiled: Compiled) -> Assignments:
    found = formula_space(compiled).space
    assert isinstance(found, Assignments)
    return found


def allowed(board: Small, state: Assignment, solutions: frozenset[Counts]) -> frozenset[Counts]:
    """Return the solutions that agree with a state, by its bits: variable e * load + j + 1 is true for more than j bridges."""
    load = board_of(board.puzzle).load

    def agrees(counts: Counts) -> bool:
        for edge, count in enumerate(counts):
            for j in range(load):
                bits = state.codes >> 2 * (edge * load + j + 1) & 3
                if bits == (2 if count > j else 1):
                    return False
        return True

    return frozenset(filter(agrees, solutions))


def remaining(board: Small, state: Assignment, price: int) -> float:
    """Return the least number of bridges that are still to be built, by brute force."""
    return min((sum(counts) for counts in allowed(board, state, board.solutions)), default=inf) - price


@EACH_BOARD
def test_no_solution_is_lost_and_goals_are_solutions(board: Small) -> None:
    searchable = formula_space(board.compiled())
    space = searchable.space
    assert isinstance(space, Assignments)
    goals = set()
    starts = list(space.initial())
    assert frozenset().union(*(allowed(board, s, board.solutions) for s in starts)) == board.solutions
    for state in every_state(space):
        kept = allowed(board, state, board.solutions)
        children = list(space.successors(state))
        if space.is_goal(state):
            assert not children
            goals.add(counts_of(board.grid, searchable.solution(state, ())))
            continue
        parts = [allowed(board, child, kept) for _, child, _ in children]
        assert frozenset().union(*parts) == kept
        assert sum(map(len, parts)) == len(kept)
    assert goals == board.solutions


@EACH_BOARD
def test_a_step_costs_the_bridges_that_it_builds(board: Small) -> None:
    searchable = formula_space(board.compiled())
    space = searchable.space
    assert isinstance(space, Assignments)
    for search in (astar, idastar):
        outcome = search.SEARCH.run(
            space, heuristics(board.compiled().counted, board.compiled().connected)["zero"]
        ).outcome
        assert isinstance(outcome, Found) == bool(board.solutions)
        if isinstance(outcome, Found):
            assert outcome.cost + searchable.offset == min(map(sum, board.solutions))
            assert space.price(outcome.goal) == sum(
                counts_of(board.grid, searchable.solution(outcome.goal, outcome.path))
            )


def test_declarations_of_heuristics_are_true_on_every_reachable_state() -> None:
    """Declared properties hold everywhere; each property that is not declared fails somewhere."""
    inadmissible, inconsistent = set(), set()
    for board in every():
        compiled = board.compiled()
        space, known = space_of(compiled), heuristics(compiled.counted, compiled.connected)
        for state in every_state(space):
            left = remaining(board, state, space.price(state))
            children = list(space.successors(state))
            for name, heuristic in known.items():
                h = heuristic.estimate(state)
                if h > left:
                    inadmissible.add(name)
                if any(h > cost + heuristic.estimate(child) for _, child, cost in children):
                    inconsistent.add(name)
                if space.is_goal(state):
                    assert h == 0, name
    names = heuristics((), ()).values()
    assert inadmissible == {heuristic.name for heuristic in names if not heuristic.admissible}
    assert inconsistent == {heuristic.name for heuristic in names if not heuristic.consistent}


@EACH_BOARD
def test_residual_makes_f_constant_where_every_number_is_known(board: Small) -> None:
    compiled = board.compiled()
    space = space_of(compiled)
    residual = heuristics(compiled.counted, compiled.connected)["residual"].estimate
    seen = {space.price(state) + residual(state) for state in every_state(space)}
    half = sum(max(number, 0) for row in board.grid for number in row) / 2
    if board.has_unknowns:
        assert all(f >= half for f in seen)
    else:
        assert seen <= {half}


@EACH_BOARD
def test_estimates_by_hand(board: Small) -> None:
    compiled = board.compiled()
    space, known = space_of(compiled), heuristics(compiled.counted, compiled.connected)
    places, pairs, load = hashi.islands(board.grid), hashi.pairs(board.grid), board_of(board.puzzle).load
    for state in every_state(space):
        least = [sum(state.codes >> 2 * (edge * load + j + 1) & 1 for j in range(load)) for edge in range(len(pairs))]
        lacking = 0
        for i, (r, c) in enumerate(places):
            degree = sum(k for k, pair in zip(least, pairs, strict=True) if i in pair)
            lacking += max(0, (board.grid[r][c] if board.grid[r][c] > 0 else 1) - degree)
        chosen = [pair for k, pair in zip(least, pairs, strict=True) if k]
        groups = {frozenset(hashi.reached(len(places), chosen, i)) for i in range(len(places))}
        open_literals = len(pairs) * load - state.codes.bit_count()
        assert known["residual"].estimate(state) == lacking / 2
        assert known["mst"].estimate(state) == len(groups) - 1
        assert known["saturation"].estimate(state) == lacking / 2 + open_literals


@pytest.mark.parametrize(
    "how", [{"cardinality": "seqcounter"}, {"connectivity": "planar"}, {"connectivity": "closure"}]
)
def test_auxiliary_variables_change_nothing(how: dict[str, str]) -> None:
    for board in every()[:25]:
        searchable = formula_space(board.compiled(**how))
        space = searchable.space
        assert isinstance(space, Assignments)
        outcome = astar.SEARCH.run(space).outcome
        assert isinstance(outcome, Found) == bool(board.solutions)
        if isinstance(outcome, Found):
            assert counts_of(board.grid, searchable.solution(outcome.goal, outcome.path)) in board.solutions


@EACH_BOARD
def test_keys_take_two_bits_for_each_variable_and_tell_states_apart(board: Small) -> None:
    compiled = board.compiled()
    space, variables = space_of(compiled), compiled.formula.variables.count
    keys = set()
    for state in every_state(space):
        key = space.key(state)
        assert isinstance(key, bytes)
        assert sys.getsizeof(key) <= sys.getsizeof(b"") + (2 * variables + 7) // 8 + 1
        assert key not in keys
        keys.add(key)


def test_the_size_of_a_key_grows_by_two_bits_a_variable() -> None:
    compiled = lattice().compiled()
    variables = compiled.formula.variables.count
    space = space_of(compiled)
    state = space.initial()[0]
    assert sys.getsizeof(space.key(state)) - sys.getsizeof(b"") == (2 * variables + 9) // 8


def replay(state: Assignment, steps: tuple[Step, ...]) -> tuple[int, list[Step]]:
    """Apply steps one by one from a state, checking each against the board; return the bits and the step that ended it."""
    bits = state.codes
    ends: list[Step] = []

    def is_true(lit: int) -> bool:
        return bool(bits >> (2 * abs(lit) + (lit < 0)) & 1)

    for step in steps:
        match step:
            case Decision(literals=(lit,)):
                assert not is_true(lit)
                assert not is_true(-lit)
                bits |= 1 << (2 * abs(lit) + (lit < 0))
            case Forced(literal=lit, clause=clause):
                assert lit in clause
                assert not is_true(lit)
                assert all(is_true(-other) for other in clause if other != lit)
                bits |= 1 << (2 * abs(lit) + (lit < 0))
            case Conflict(clause=clause):
                assert all(is_true(-lit) for lit in clause)
                ends.append(step)
            case Prune():
                ends.append(step)
            case _:
                pytest.fail(f"unexpected: {step}")
    return bits, ends


@EACH_BOARD
def test_the_story_of_a_step_is_the_step(board: Small) -> None:
    space = space_of(board.compiled())
    bits, ends = replay(Assignment(0, 0), space.begin())
    assert [bits] * (not ends) == [state.codes for state in space.initial()]
    for state in every_state(space):
        told = []
        for branch, (action, child, cost, steps) in enumerate(space.narrate(state), 1):
            assert steps[0] == Decision((action,), "", branch)
            bits, ends = replay(state, steps)
            assert len(ends) == (child is None)
            if child is not None:
                assert bits == child.codes
                told.append((action, child, cost))
        assert told == list(space.successors(state))


def test_stories_hold_steps_of_every_kind() -> None:
    kinds, rules = set(), set()
    for board in every():
        space = space_of(board.compiled())
        stories = [space.begin(), *(steps for s in every_state(space) for *_, steps in space.narrate(s))]
        for step in (step for steps in stories for step in steps):
            kinds.add(type(step).__name__)
            if isinstance(step, Forced):
                rules.add((step.rule, step.kind))
                assert step.source >= 0
    assert kinds == {"Decision", "Forced", "Conflict", "Prune"}
    assert rules == {
        ("dependency", "edge"),
        ("crossing", "crossing"),
        ("capacity", "island"),
        ("connectivity", "island"),
    }


def test_what_is_pruned_for_connectivity_is_cut_off() -> None:
    """The islands that a pruning names have no undecided or used edge to the others, or lie on a forbidden loop."""
    seen = 0
    for board in every():
        if not board.loops:
            continue
        compiled = board.compiled()
        space, pairs, load = space_of(compiled), hashi.pairs(board.grid), board_of(board.puzzle).load
        for state in every_state(space):
            for *_, steps in space.narrate(state):
                bits, ends = replay(state, steps)
                for end in ends:
                    if isinstance(end, Prune):
                        seen += 1
                        assert end.reason == "connectivity can no longer be kept"
                        leaving = [e for e, (u, v) in enumerate(pairs) if (u in end.sources) != (v in end.sources)]
                        assert all(bits >> (2 * (e * load + 1) + 1) & 1 for e in leaving)
    assert seen > 2
