"""Further cases for planning families: spaces, metrics and heuristics, compared with the task."""

from __future__ import annotations

import random
from itertools import product

import hashicnf
from hashicnf.core.limits import Limits
from hashicnf.families import Puzzle
from hashicnf.logic import Stopped
from hashicnf.measure.heuristics import examine
from hashicnf.planning.space import TaskSpace
from hashicnf.search import SEARCHES, Found
from hashicnf.solving.spaces import space_names
from hashicnf.testing.cases import raises
from hashicnf.testing.oracle import Oracle

MOST_STATES = 2_000


def metrics(puzzle: Puzzle) -> tuple[str, ...]:
    """List the metrics of a puzzle that is solved by plans."""
    assert puzzle.rules.planning is not None
    return puzzle.rules.planning.metrics


def unit_metrics(puzzle: Puzzle) -> list[str]:
    """List the metrics in which every action costs 1, so that a horizon bounds the cost."""
    return [metric for metric in metrics(puzzle) if puzzle.task(metric=metric).unit_costs]


def every_space_finds_cheapest_plans(oracle: Oracle, puzzle: Puzzle) -> None:
    assert oracle.shortest is not None
    for metric in metrics(puzzle):
        cost = oracle.shortest(puzzle, metric)
        for space in space_names(puzzle.rules):
            searchable = puzzle.spaces_in(metric)[space]()
            found = SEARCHES.get("breadthfirst").run(searchable.space)
            assert isinstance(found.outcome, Found) == (cost is not None)
            if isinstance(found.outcome, Found) and searchable.unit_costs:
                assert len(found.outcome.path) == cost
            for heuristic in searchable.heuristics.values():
                answer = hashicnf.solve(puzzle, method="astar", space=space, metric=metric, heuristic=heuristic.name)
                assert (answer.plan is None) == (cost is None)
                assert answer.plan is None or (answer.plan.optimal, answer.plan.metric) == (
                    heuristic.admissible or cost == 0,
                    metric,
                )
                assert answer.plan is None or answer.plan.cost == cost or not heuristic.admissible
                assert answer.solution is None or puzzle.check(answer.solution) == []


def heuristics_keep_their_promises(text: str) -> None:
    """Check all reachable states of puzzles with at most MOST_STATES of them; larger puzzles are skipped."""
    puzzle = hashicnf.parse(text)
    for metric, space in product(metrics(puzzle), space_names(puzzle.rules)):
        searchable = puzzle.spaces_in(metric)[space]()
        for heuristic in searchable.heuristics.values():
            report = examine(searchable, heuristic, Limits(max_nodes=MOST_STATES))
            if isinstance(report, Stopped):
                break
            assert report.keeps_its_promises, (metric, space, heuristic.name, report)


def spaces_take_the_actions_of_the_task(text: str) -> None:
    """Check on random walks through each space that the task allows every step, with the same name and the same cost."""
    puzzle, rng = hashicnf.parse(text), random.Random(1)
    for metric, space in product(metrics(puzzle), space_names(puzzle.rules)):
        searchable = puzzle.spaces_in(metric)[space]()
        states = TaskSpace(puzzle.task(metric=metric))
        assert (searchable.metric, searchable.unit_costs) == (metric, states.task.unit_costs)
        for place in searchable.space.initial():
            (state,) = states.initial()
            for _ in range(30):
                assert searchable.space.is_goal(place) == states.is_goal(state)
                allowed = {(name, cost): after for name, after, cost in states.successors(state)}
                if not (steps := list(searchable.space.successors(place))):
                    break
                action, place, cost = rng.choice(steps)
                state = allowed[str(action), cost]


def unknown_metrics_are_refused(text: str) -> None:
    puzzle = hashicnf.parse(text)
    for call in (hashicnf.solve, hashicnf.encode):
        with raises(hashicnf.UsageError, match=f"no metric of {puzzle.family} is named 'nosuch'"):
            call(puzzle, metric="nosuch", horizon=3)


def a_plan_is_drawn_step_by_step(text: str) -> None:
    """Check that there is a frame for the start and for each step, and that none is empty."""
    puzzle = hashicnf.parse(text)
    planning, answer = puzzle.rules.planning, hashicnf.solve(puzzle)
    assert planning is not None
    assert planning.frames is not None
    if answer.plan is not None:
        frames = list(planning.frames(puzzle.board, answer.solution))
        assert len(frames) == answer.plan.length + 1
        assert all(frame.strip() for frame in frames)
