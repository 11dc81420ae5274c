"""Traces to explain: runs of DPLL and of searches on example boards, and a trace with every kind of record."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hashicnf
from hashicnf.backends.dpll import DpllSession
from hashicnf.core.limits import Limits
from hashicnf.families import FAMILIES
from hashicnf.narrate import explain_page
from hashicnf.narrate.events import Event, events_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import read
from hashicnf.solving.methods import methods, solve_with
from hashicnf.solving.request import Request
from hashicnf.trace import Collector
from hashicnf.trace.lines import Writer
from hashicnf.trace.steps import (
    BACKWARDS,
    Backtrack,
    Cheaper,
    Conflict,
    Cut,
    Decision,
    End,
    Expand,
    Forced,
    Goal,
    Goals,
    Meet,
    Prune,
    Record,
    Round,
    Skip,
    Solution,
    Start,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browsing import Opener

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "hashi"
TRACED = [
    name
    for name, method in methods(FAMILIES.get("hashi")).items()
    if "tracer" in method.options and not (method.search and method.search.both_ways)
]
SMALL = ("2.1", "...", "1.2")

# Edges of SMALL: 0 top, 1 left, 2 right, 3 bottom, each with the variables 2e + 1 (one bridge) and 2e + 2 (two).
EVERY_STEP = [
    Record(0, -1, Start("by hand", "hashi", SMALL, {"branching": "saturation", "cuts": 0})),
    Record(0, -1, Forced(-2, "capacity", "island", 1, (-2,))),
    Record(0, -1, Forced(-4, "capacity", "island", 2, (-4,))),
    Record(0, -1, Cut((1, 5), "connectivity", "island", (1,))),
    Record(0, -1, Expand()),
    Record(1, 0, Decision((1,))),
    Record(1, 0, Forced(-5, "capacity", "island", 1, (-1, -5))),
    Record(1, 0, Forced(3, "capacity", "island", 0, (2, 3))),
    Record(1, 0, Conflict("capacity", "island", 3, (5, 7))),
    Record(1, 0, Backtrack()),
    Record(2, 0, Decision((-1,), "", 2)),
    Record(2, 0, Prune("connectivity: these islands are not connected to the others", "island", (0, 2))),
    Record(3, 0, Decision((), "something else", 3)),
    Record(3, 0, Skip("this state was reached before", "known")),
    Record(0, -1, Round(2, "f", 6.5)),
    Record(3, 0, Expand(), h=4),
    Record(3, 0, Cheaper(7, "closed", 2)),
    Record(2, 0, Expand(), h=2.5, g=3),
    Record(0, -1, Goals(2)),
    Record(4, -1, Goal((0, 1))),
    Record(5, 4, Decision((), f"{BACKWARDS}something")),
    Record(5, 4, Meet(2)),
    Record(2, 0, Solution((-1, -2, 3, -4, 5, -6, 7, -8))),
    Record(0, -1, End("stopped", "time limit of 5 s reached", {"expanded": 1234, "seconds": 0.25, "best_f": None})),
]


def lines_of(records: Iterable[Record]) -> list[str]:
    stream = io.StringIO()
    writer = Writer(stream)
    for record in records:
        writer.emit(record)
    return stream.getvalue().splitlines(keepends=True)


def narrated(records: Iterable[Record]) -> list[Event]:
    """Return the events of a trace, which ``explain-trace`` prints as sentences."""
    return list(events_of(lines_of(records), "t"))


def dpll(name: str, cardinality: str = "direct", connectivity: str = "lazy") -> list[Record]:
    """Return a trace of DPLL on an example board."""
    compiled = compile_puzzle(
        read(str(EXAMPLES / f"{name}.puz")), Encodings(cardinality=cardinality, connectivity=connectivity)
    )
    collector = Collector()
    settings = {"cardinality": cardinality, "connectivity": connectivity}
    collector.emit(Record(0, -1, Start("dpll", "hashi", tuple(compiled.lines), settings)))
    session = DpllSession(
        compiled.formula.variables.count,
        tracer=collector,
        theories=compiled.theories,
        groups=compiled.counted,
        limits=Limits(max_nodes=2000),
    )
    session.add(compiled.formula.blocks)
    session.solve()
    return collector.records


def traced(puzzle: hashicnf.Puzzle, method: str, **options: Any) -> list[Record]:
    """Return the trace of a method on a puzzle, as ``solve --trace`` writes it."""
    collector = Collector()
    solve_with(puzzle, Request(method=method, tracer=collector, **options))
    return collector.records


def solved(name: str, method: str, max_nodes: int = 300, **options: Any) -> list[Record]:
    """Return the trace of a method on an example board."""
    return traced(read(str(EXAMPLES / f"{name}.puz")), method, max_nodes=max_nodes, **options)


def clauses(lines: list[list[int]], variables: int) -> list[Record]:
    """Return a trace of DPLL on clauses without a puzzle."""
    import numpy as np

    from hashicnf.core.constraints import Clauses, Origin

    collector = Collector()
    collector.emit(Record(0, -1, Start("dpll")))
    session = DpllSession(variables, tracer=collector)
    origin = Origin("input", "clause")
    session.add(Clauses(np.array([line], dtype=np.int32), origin, np.array([i])) for i, line in enumerate(lines))
    session.solve()
    return collector.records


def expected_states(records: list[Record]) -> list[dict[int, bool]]:
    """Return the literals that hold after each step, by definition those set on the path to the current node."""
    parent = {record.node: record.parent for record in reversed(records)}
    settings: list[tuple[int, int, int]] = []
    states: list[dict[int, bool]] = []
    last, solved = 0, None
    for number, record in enumerate(records):
        step, node = record.step, record.node
        if isinstance(step, (Decision, Solution)):
            settings += [(number, node, lit) for lit in step.literals]
        if isinstance(step, Forced):
            settings.append((number, node, step.literal))
        if isinstance(step, Solution):
            solved = node
        if isinstance(step, Backtrack) and record.parent in parent:
            node = record.parent
        if isinstance(step, End) and step.outcome != "unsolvable":
            node = last if solved is None else solved
        last = node
        path = {node}
        while (node := parent[node]) in parent:
            path.add(node)
        state: dict[int, bool] = {}
        for _, at, lit in settings:
            if at in path:
                state[abs(lit)] = lit > 0
        states.append(state)
    return states


def write(path: Path, records: Iterable[Record]) -> str:
    path.write_text("".join(lines_of(records)), encoding="utf-8")
    return str(path)


def opened(records: Iterable[Record], folder: Path, open_page: Opener, **view: Any) -> Page:
    """Write the page of a trace into a folder, and open it."""
    explain_page(write(folder / "t.jsonl", records), str(folder / "page.html"))
    return open_page(folder / "page.html", **view)
