"""Helpers for tests of windows: windows so small that boards of some hundred islands have dozens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from hashicnf.core.constraints import Clauses, Formula
from hashicnf.core.deadline import NEVER
from hashicnf.core.stats import Stats
from hashicnf.families.hashi.generate import generate
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.logic import Bools, Sat, Verdict
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving import model_search
from hashicnf.solving.roads.choice import Stage
from hashicnf.windows import sweep, tiling_of
from hashicnf.windows.effort import Effort
from hashicnf.windows.rules import Demands
from hashicnf.windows.schedule import attempt
from hashicnf.windows.settings import DEFAULTS, Settings
from hashicnf.windows.state import Problem, State
from tests.oracles.puzzles import puzzle_with

SMALL_TILES = replace(DEFAULTS, nodes_per_tile=6, interior=(2, 2), halo=2, region=4)


def only_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let solve use only windows, and the lazy loop if they fail."""
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    stages = (Stage("windows"), Stage("lazy"))
    monkeypatch.setattr("hashicnf.solving.roads.choice.stages_for", lambda *_, **__: stages)
    monkeypatch.setattr("hashicnf.windows.sweep", partial(sweep, settings=SMALL_TILES))


def problem_of(formula: Compiled, settings: Settings = SMALL_TILES) -> Problem:
    return Problem.of(formula.formula, demands_of(formula), settings)


def demands_of(formula: Compiled) -> Demands:
    return Demands.of(formula.connected[0], formula.counted, formula.formula.known())


def planted(seed: int, *, loops: float | None, doubles: float, side: int, islands: int) -> Compiled:
    """Return a planted board; without ``loops`` its rules forbid loops."""
    board = generate(side, side, islands, mixture(loops, doubles, allow_loops=loops is not None), seed=seed).board
    return compile_puzzle(puzzle_with(board), Encodings(connectivity="lazy", simplify=False))


def fine_state(formula: Compiled, settings: Settings = SMALL_TILES) -> State:
    """Return the state of a formula on the small tiles of repair, with an assignment that satisfies its clauses."""
    found = begun_with(formula, settings=settings)
    assert isinstance(found, Sat)
    state = laid(formula, 3, (), settings)
    state.take(found.model)
    return state


def begun_with(
    formula: Compiled,
    more: tuple[Clauses, ...] = (),
    settings: Settings = SMALL_TILES,
    phases: Bools | None = None,
) -> Verdict:
    """Return the assignment with which repair starts, or refute the clauses."""
    coarse = laid(formula, 6, more, settings, phases)
    return attempt(coarse, settings.where_few_are_apart[0], Effort(Stats(), NEVER), 100_000, backwards=False)


def laid(
    formula: Compiled, nodes: int, more: tuple[Clauses, ...], settings: Settings, phases: Bools | None = None
) -> State:
    """Return the state of a formula with further clauses on tiles of so many nodes, without rules that reach beyond windows."""
    whole = Formula(formula.formula.variables, (*formula.formula.blocks, *more), formula.formula.claim)
    problem = replace(Problem.of(whole, demands_of(formula), settings), rules=())
    return State(problem, problem.demands.known, tiling_of(formula.connected[0])(nodes), phases)
