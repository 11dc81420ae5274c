"""What tests of windows share: windows so small that boards of some hundred islands have dozens."""

from __future__ import annotations

from dataclasses import replace

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Connected
from hashicnf.pipeline.compile import Compiled
from hashicnf.windows import squares
from hashicnf.windows.rules import Demands
from hashicnf.windows.settings import DEFAULTS, LARGE, SMALL
from hashicnf.windows.tiles import Tiling

SMALL_TILES = replace(
    DEFAULTS, nodes_per_tile=6, interior=2, region=4, where_few_are_open=(replace(LARGE, halo=2), SMALL)
)


def session() -> AssumingSession:
    return PysatSession("minisat22", 0)


def demands_of(formula: Compiled) -> Demands:
    return Demands(formula.connected[0], formula.counted, DEFAULTS, formula.formula.known())


def tiling_of(graph: Connected) -> Tiling:
    assert graph.embedding is not None
    return squares(graph.embedding.row, graph.embedding.column)
