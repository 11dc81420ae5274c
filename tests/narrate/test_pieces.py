"""Traces of searches for plans: told in the family's words, and drawn with pieces that move."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

import hashicnf
from hashicnf.core.stage import Motion, Piece, Stage
from hashicnf.families.tiles.explain import motion
from hashicnf.narrate import explain_page
from hashicnf.narrate.events import Event, events_of
from hashicnf.narrate.moves import MoveNarrator
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Decision, End, Forced, Record, Solution
from tests.narrate.traces import lines_of, write

Opener = Callable[..., Page]
PUZZLE = hashicnf.parse("family: tiles\n.12\n453\n")

READ_PLACES = """() => {
  const find = (id) => document.getElementById(id);
  const steps = [];
  document.body.classList.add("fast");
  for (let i = 0; i <= Number(find("slider").max); i++) {
    find("slider").value = i;
    find("slider").dispatchEvent(new Event("input"));
    steps.push([...document.querySelectorAll("#board .piece")].map((piece) => {
      const [, x, y] = /translate\\(([-\\d.]+)px, ([-\\d.]+)px\\)/.exec(piece.style.transform);
      return [piece.textContent, Number(y), Number(x), piece.classList.contains("at-home")];
    }));
  }
  return steps;
}"""


def traced(method: str, space: str = "positions") -> list[Record]:
    collector = Collector()
    hashicnf.solve(PUZZLE, method=method, space=space, tracer=collector, max_nodes=60)
    return collector.records


def boards(records: list[Record]) -> list[dict[str, tuple[int, int]]]:
    """Say where each tile is after each step, by carrying out the moves on the way to the node that is shown."""
    start = {"1": (0, 1), "2": (0, 2), "4": (1, 0), "5": (1, 1), "3": (1, 2)}
    ways = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
    at: dict[int, dict[str, tuple[int, int]]] = {0: start}
    shown, solved = [], None
    for record in records:
        step, node = record.step, record.node
        if record.parent < 0:
            at[node] = start  # each round of deepening begins anew
        if isinstance(step, Decision):
            tile, _, way = step.text.rpartition(" ")
            place = dict(at[record.parent])
            blank = ({(r, c) for r in range(2) for c in range(3)} - {*place.values()}).pop()
            down, right = ways[way]
            mover = {where: name for name, where in place.items()}[blank[0] - down, blank[1] - right]
            assert tile in ("", mover)
            at[node] = {**place, mover: blank}
        if isinstance(step, Solution):
            solved = node
        if isinstance(step, Backtrack) and record.parent >= 0:
            node = record.parent
        if isinstance(step, End) and solved is not None:
            node = solved
        shown.append(at[node])
    return shown


@pytest.mark.parametrize(
    ("method", "space"), [("astar", "positions"), ("idastar", "positions"), ("dfs", "positions"), ("astar", "states")]
)
def test_the_board_is_that_of_the_node(method: str, space: str, tmp_path: Path, open_page: Opener) -> None:
    records, page = traced(method, space), tmp_path / "page.html"
    assert explain_page(write(tmp_path / "t.jsonl", records), str(page)) == len(records)
    shown = open_page(page)
    goal = {"1": (0, 0), "2": (0, 1), "3": (0, 2), "4": (1, 0), "5": (1, 1)}
    for number, (drawn, place) in enumerate(zip(shown.evaluate(READ_PLACES), boards(records), strict=True)):
        assert {name: (row, column) for name, row, column, _ in drawn} == place, (number, records[number])
        assert {name for name, _, _, is_home in drawn if is_home} == {n for n in place if place[n] == goal[n]}
    assert "5 pieces, " in (shown.locator("#board").get_attribute("aria-label") or "")
    assert shown.locator("#choice").inner_text() == "move"


def plain(event: Event) -> str:
    return event.sentence.replace(NO_BREAK, " ")


def test_slides_in_sentences() -> None:
    events = list(events_of(lines_of(traced("astar")), "t"))
    assert re.match(r"Search by astar on sliding tiles on 2 by 3 cells \(space positions", events[0].sentence)
    assert "│ · 1 2 │" in events[0].drawing
    said = [plain(event) for event in events if isinstance(event.record and event.record.step, Decision)]
    assert said[:2] == ["Tile 1 moves left (f = 1 + 2 = 3).", "Or else tile 4 moves up (f = 1 + 4 = 5)."]
    assert {event.label for event in events if event.label} >= {"1 left", "4 up"}
    told = [plain(event) for event in events_of(lines_of(traced("astar", "states")), "t")]
    assert "A tile moves left (f = 1 + 0 = 1)." in told


def test_what_is_no_move_is_told_as_it_is() -> None:
    stage = Stage("a board", (1, 2), (Piece("A", 0, 0),), (), motion)
    narrator = MoveNarrator(stage)
    assert narrator.narrate(Decision((), "jump\x1b"), {}).sentence == "Jump\N{REPLACEMENT CHARACTER}."
    assert narrator.narrate(Decision((), ""), {}).sentence == "The next move."
    assert narrator.narrate(Decision((), "jump"), {}).marks == {}
    assert narrator.narrate(Decision((3,), "x"), {}).sentence == "Suppose x3 is true."
    assert narrator.narrate(Forced(-2, "", "", -1), {}).marks == {"variables": (2,)}
    assert motion("5 left") == Motion(4, 0, -1)
    assert motion("up") == Motion(-1, -1, 0)
    assert motion("0 up") is None
    assert motion("five up") is None
    assert motion("9" * 5000 + " up") is None
    assert motion("5 away") is None
