"""Weighted heuristics: the path found costs at most the weight times the least, in arrays as node by node."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import hashicnf
from hashicnf.core.statespace import ZERO
from hashicnf.errors import UsageError
from hashicnf.search._weighting import weighted

BOARDS = ("8 1 3\n4 . 2\n7 6 5", "1 3 6\n5 . 2\n4 7 8", "6 4 7\n8 5 .\n3 2 1", "2 3 5\n1 . 4")


def plan_of(rows: str, **options: Any) -> hashicnf.Plan:
    plan = hashicnf.solve(hashicnf.parse(f"family: tiles\n{rows}\n"), **options).plan
    assert plan is not None
    return plan


def test_a_weight_of_1_leaves_the_promises() -> None:
    assert weighted(ZERO, 1) is ZERO
    heavier = weighted(ZERO, 1.5)
    assert not heavier.admissible
    assert not heavier.consistent


def test_estimates_are_multiplied_and_whole_numbers_stay_whole() -> None:
    three = replace(ZERO, estimate=lambda _: 3)
    assert [repr(weighted(three, weight).estimate("")) for weight in (1, 1.25, 2.0)] == ["3", "3.75", "6"]


def test_a_weight_of_nothing_changes_nothing() -> None:
    assert plan_of(BOARDS[0], method="astar", heuristic="zero", weight=2).optimal
    assert "up to 2 times the least" in plan_of(BOARDS[0], method="astar", heuristic="hamming", weight=2).doubt


@cache
def least_cost(rows: str) -> float:
    return plan_of(rows, method="bidirectional").cost


@pytest.mark.parametrize("rows", BOARDS)
@pytest.mark.parametrize("method", ["astar", "idastar"])
@pytest.mark.parametrize("weight", [1, 1.25, 2, 10])
def test_no_plan_costs_more_than_the_weight_allows(rows: str, method: str, weight: float) -> None:
    least = least_cost(rows)
    plan = plan_of(rows, method=method, weight=weight, heuristic="manhattan")
    assert least <= plan.cost <= weight * least
    assert plan.optimal or weight > 1
    assert plan.cost == least or not plan.optimal
    assert plan.doubt in ("", f"with this weight it may cost up to {weight:g} times the least")


def test_a_weight_spares_nodes_and_is_among_the_figures() -> None:
    puzzle = hashicnf.parse(f"family: tiles\n{BOARDS[2]}\n")
    usual, quick = (
        hashicnf.solve(puzzle, method="astar", heuristic="manhattan", weight=weight) for weight in (None, 3)
    )
    taken = [answer.stats.figures["nodes"] for answer in (usual, quick)]
    assert isinstance(taken[0], int)
    assert isinstance(taken[1], int)
    assert taken[1] < taken[0] / 3
    assert (usual.stats.figures.get("weight"), quick.stats.figures["weight"]) == (None, 3)


def test_a_heuristic_that_promises_nothing_is_blamed_first() -> None:
    assert plan_of(BOARDS[0], method="astar", heuristic="m3h", weight=2).doubt == "the heuristic m3h is not admissible"


@pytest.mark.parametrize("weight", [0.5, 0, -1, float("nan"), float("inf")])
def test_a_weight_is_from_1_up(weight: float) -> None:
    with pytest.raises(UsageError, match="a weight of the heuristic is a number from 1 to 1,000"):
        plan_of(BOARDS[0], method="astar", weight=weight)


@pytest.mark.parametrize("method", ["greedy", "dfs", "breadthfirst", "cdcl", "dpll"])
def test_other_methods_have_no_use_for_one(method: str) -> None:
    with pytest.raises(UsageError, match=r"^weight: the method"):
        plan_of(BOARDS[0], method=method, weight=2)
