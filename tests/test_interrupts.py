"""Ctrl-C ends a call of the library: no function treats it as a limit and continues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import pytest

import hashicnf

HASHI = hashicnf.parse("2.3.2\n.....\n2.3.2\n")
TILES = hashicnf.parse("family: tiles\n1.\n32\n")


def interrupt(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


def interrupt_at(monkeypatch: pytest.MonkeyPatch, *places: str) -> None:
    for place in places:
        monkeypatch.setattr(f"hashicnf.{place}", interrupt)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "frontier"},
        {"method": "dpll", "connectivity": "planar", "simplify": False},
        {"method": "astar", "space": "grid"},
        {"solver": "cadical153"},
    ],
)
def test_solve_raises(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(
        monkeypatch,
        "solving.by_cdcl.state_for",
        "solving.by_frontier.take_census",
        "backends.dpll.session.DpllSession._search",
        "search.Search._explore",
    )
    with pytest.raises(KeyboardInterrupt):
        hashicnf.solve(HASHI, **options)


@pytest.mark.parametrize("method", ["cdcl", "astar", "dpll"])
def test_solve_raises_where_a_plan_is_wanted(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(
        monkeypatch, "solving.growing.open_assuming", "search.Search._explore", "solving.trace_start.compile_puzzle"
    )
    with pytest.raises(KeyboardInterrupt):
        hashicnf.solve(TILES, method=method)


CALLS: dict[str, Callable[[], object]] = {
    "count": lambda: hashicnf.count(HASHI),
    "count a few": lambda: hashicnf.count(HASHI, limit=2),
    "sample": lambda: hashicnf.sample(HASHI),
    "certify": lambda: hashicnf.certify(HASHI),
    "certify a plan": lambda: hashicnf.certify(TILES),
    "unique": lambda: hashicnf.unique(HASHI),
    "enumerate": lambda: list(hashicnf.enumerate(HASHI)),
    "backbone": lambda: hashicnf.backbone(HASHI),
}


@pytest.mark.parametrize("call", CALLS)
def test_other_functions_raise_too(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(
        monkeypatch,
        "answers.counting.by_frontier.take_census",
        "asking.questions.compile_puzzle",
        "proofs.certify.compile_puzzle",
        "solving.growing.open_assuming",
        "search.Search._explore",
    )
    with pytest.raises(KeyboardInterrupt):
        CALLS[call]()


def test_an_observer_that_raises_ends_the_call() -> None:
    with pytest.raises(KeyboardInterrupt):
        hashicnf.solve(HASHI, observe=interrupt)
