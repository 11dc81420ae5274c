"""Traces of searches for plans: narrated in the family's words, and drawn with pieces that move."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf.families.tiles.explain import motion
from hashicnf.narrate import explain_page
from hashicnf.narrate.events import Event
from hashicnf.narrate.moves import MoveNarrator
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.planning.stage import Motion, Piece, Stage
from hashicnf.trace import Collector
from hashicnf.trace.steps import (
    BACKWARDS,
    Backtrack,
    Decision,
    End,
    Expand,
    Forced,
    Goal,
    Goals,
    Meet,
    Record,
    Solution,
)
from tests.browsing import Opener
from tests.narrate.traces import narrated, traced, write

PUZZLE = hashicnf.parse("family: tiles\n.12\n453\n")

READ_PLACES = """() => {
  const find = (id) => document.getElementById(id);
  const steps = [];
  document.body.classList.add("fast");
  for (let i = 0; i <= Number(find("slider").max); i++) {
    find("slider").value = i;
    find("slider").dispatchEvent(new Event("input"));
    steps.push([...document.querySelectorAll("#board .piece")].map((piece) => {
      const [, x, y] = /translate\\((\\d+) (\\d+)\\)/.exec(piece.getAttribute("transform"));
      return [piece.textContent, Number(y), Number(x), piece.classList.contains("at-home")];
    }));
  }
  return steps;
}"""


def slid(method: str, space: str = "positions") -> list[Record]:
    return traced(PUZZLE, method, space=space, max_nodes=60)


def boards(records: list[Record]) -> list[dict[str, tuple[int, int]]]:
    """Return the cell of each tile after each step, by carrying out the moves on the path to the node that is shown."""
    start = {"1": (0, 1), "2": (0, 2), "4": (1, 0), "5": (1, 1), "3": (1, 2)}
    ways = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
    at: dict[int, dict[str, tuple[int, int]]] = {0: start}
    shown, solved = [], None
    for record in records:
        step, node = record.step, record.node
        if record.parent < 0 and node not in at:
            at[node] = start
        if isinstance(step, Goal):
            at[node] = dict(zip("12345", zip(step.places[::2], step.places[1::2], strict=True), strict=True))
        if isinstance(step, Decision):
            tile, _, way = step.text.removeprefix(BACKWARDS).rpartition(" ")
            place = dict(at[record.parent])
            blank = ({(r, c) for r in range(2) for c in range(3)} - {*place.values()}).pop()
            down, right = ways[way]
            if step.text.startswith(BACKWARDS):
                down, right = -down, -right
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
    ("method", "space"),
    [
        ("astar", "positions"),
        ("idastar", "positions"),
        ("dfs", "positions"),
        ("astar", "states"),
        ("bidirectional", "positions"),
    ],
)
def test_the_board_is_that_of_the_node(method: str, space: str, tmp_path: Path, open_page: Opener) -> None:
    records, page = slid(method, space), tmp_path / "page.html"
    assert explain_page(write(tmp_path / "t.jsonl", records), str(page)) == len(records)
    shown = open_page(page)
    goal = {"1": (0, 0), "2": (0, 1), "3": (0, 2), "4": (1, 0), "5": (1, 1)}
    for number, (drawn, place) in enumerate(zip(shown.evaluate(READ_PLACES), boards(records), strict=True)):
        assert {name: (row, column) for name, row, column, _ in drawn} == place, (number, records[number])
        assert {name for name, _, _, is_home in drawn if is_home} == {n for n in place if place[n] == goal[n]}
    assert "5 pieces, " in (shown.locator("#board").get_attribute("aria-label") or "")
    assert shown.locator("#choice").inner_text() == "move"
    assert shown.locator("#legend svg").get_attribute("aria-label") == "The goal: row 1: 1, 2, 3; row 2: 4, 5, empty"


def test_a_search_from_both_ends_tells_where_its_halves_meet() -> None:
    records = slid("bidirectional")
    kinds = [type(record.step) for record in records]
    meeting = kinds.index(Meet)
    assert kinds.count(Goals) == kinds.count(Goal) == kinds.count(Meet) == 1
    end = records[-1].step
    assert isinstance(end, End)
    assert end.figures["expanded"] == sum(kind in (Expand, Goal) for kind in kinds[:meeting])
    assert end.figures["generated"] == kinds[:meeting].count(Decision)
    assert [kind for kind in kinds[meeting:] if kind is not Decision] in (
        [Meet, Expand, Solution, End],
        [Meet, Solution, End],
    )
    sentences = [plain(event) for event in narrated(records)]
    assert "Backwards from this goal: the moves that lead here." in sentences
    assert "Tile 5 moves left to come here." in sentences
    assert re.fullmatch(r"The two ways meet: step \d+ led here, too\.", sentences[meeting])
    path = {records[-2].node}
    for record in reversed(records):
        if record.node in path:
            path.add(record.parent)
    moves = [
        record.step.text.split()[1] for record in records if record.node in path and isinstance(record.step, Decision)
    ]
    answer = hashicnf.solve(PUZZLE, method="bidirectional")
    assert answer.plan is not None
    assert moves == list(answer.plan.actions)


def test_a_goal_with_too_many_places_does_not_break_the_page(tmp_path: Path, open_page: Opener) -> None:
    records = [
        replace(record, step=Goal((1,) * 50)) if isinstance(record.step, Goal) else record
        for record in slid("bidirectional")
    ]
    assert explain_page(write(tmp_path / "t.jsonl", records), str(tmp_path / "page.html")) == len(records)
    assert len(open_page(tmp_path / "page.html").evaluate(READ_PLACES)) == len(records)


def test_a_search_from_both_ends_on_interchangeable_pieces() -> None:
    puzzle = hashicnf.read("examples/klotski/near.puz")
    collector = Collector()
    answer = hashicnf.solve(puzzle, method="bidirectional", tracer=collector)
    events = narrated(collector.records)
    assert events[1].sentence == "The search goes backwards from 6,795 goals, too, whether or not a path leads to them."
    assert events[-3].sentence == "The two ways meet: this is a goal."
    assert answer.solution


def test_a_search_from_both_ends_of_a_board_on_which_no_placement_is_a_goal() -> None:
    collector = Collector()
    hashicnf.solve(hashicnf.parse("family: klotski\ngoal: A at 0,2\nABBB.\n"), method="bidirectional", tracer=collector)
    events = narrated(collector.records)
    assert events[1].sentence == "There is no goal from which the search could go backwards."


@pytest.mark.parametrize("method", ["astar", "idastar", "breadthfirst"])
def test_moves_of_interchangeable_pieces_have_the_letters_of_the_plan(method: str) -> None:
    puzzle = hashicnf.read("examples/klotski/near.puz")
    collector = Collector()
    plan = hashicnf.solve(puzzle, method=method, tracer=collector).plan
    assert plan is not None
    before, letter, goal = dict[int, int](), dict[int, str](), -1
    for event in narrated(collector.records):
        record = event.record
        if record is not None and isinstance(record.step, Decision):
            found = re.match("(Or else p|P)iece ([A-Z]) moves (up|down|left|right)( by 2)?[. ]", event.sentence)
            assert found is not None
            assert event.label == f"{found[2]} {found[3]}{found[4] or ''}"
            before[record.node], letter[record.node] = record.parent, found[2]
        if record is not None and isinstance(record.step, Solution):
            goal = record.node
    letters = []
    while goal in before:
        letters.append(letter[goal])
        goal = before[goal]
    assert [*reversed(letters)] == [str(action).split()[0] for action in plan.actions]


def plain(event: Event) -> str:
    return event.sentence.replace(NO_BREAK, " ")


def test_slides_in_sentences() -> None:
    events = narrated(slid("astar"))
    assert plain(events[0]) == (
        "Search by A* on sliding tiles on 2 by 3 cells "
        "(space positions, metric slides, heuristic walking-distance, tie-break deepest)."
    )
    assert "│ · 1 2 │" in events[0].drawing
    said = [plain(event) for event in events if isinstance(event.record and event.record.step, Decision)]
    assert plain(events[1]) == (
        "Now a move must be chosen (f = 0 + 3 = 3). f is the cost so far plus the estimate of what is left."
    )
    assert sum("is the cost so far" in event.sentence for event in events) == 1
    assert said[:2] == ["Tile 1 moves left (f = 1 + 2 = 3).", "Or else tile 4 moves up (f = 1 + 4 = 5)."]
    assert {event.label for event in events if event.label} >= {"1 left", "4 up"}
    told = [plain(event) for event in narrated(slid("astar", "states"))]
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
