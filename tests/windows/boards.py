"""What tests of windows share: windows so small that boards of some hundred islands have dozens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from hashicnf.core.constraints import Connected
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving import searching
from hashicnf.solving.roads.choice import Stage
from hashicnf.windows import squares, sweep
from hashicnf.windows.rules import Demands
from hashicnf.windows.settings import DEFAULTS, Settings
from hashicnf.windows.tiles import Tiling

SMALL_TILES = replace(DEFAULTS, nodes_per_tile=6, interior=(2, 2), halo=2, region=4)


def only_windows(monkeypatch: pytest.MonkeyPatch, settings: Settings = SMALL_TILES) -> None:
    """Let solve take no road but windows, and the lazy loop where they fail."""
    monkeypatch.setattr(searching, "FEW_NODES", 0)
    stages = (Stage("windows"), Stage("lazy"))
    monkeypatch.setattr("hashicnf.solving.roads.choice.stages_for", lambda *_, **__: stages)
    monkeypatch.setattr("hashicnf.windows.sweep", partial(sweep, settings=settings))


def demands_of(formula: Compiled, settings: Settings = SMALL_TILES) -> Demands:
    return Demands(formula.connected[0], formula.counted, settings, formula.formula.known())


def tiling_of(graph: Connected) -> Tiling:
    assert graph.embedding is not None
    return squares(graph.embedding.row, graph.embedding.column)
