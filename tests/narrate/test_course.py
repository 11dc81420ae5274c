"""The course of a search in sentences and in the tree of its page: rounds, values, sides, and nodes that are not entered."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hashicnf
from hashicnf.narrate.order import order_of
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.search import HOPELESS, SEARCHES
from hashicnf.search._bestfirst import AS_CHEAPLY
from hashicnf.search._depthfirst import ON_PATH, TOO_DEEP
from hashicnf.search.idastar import ABOVE
from hashicnf.trace import Collector
from hashicnf.trace.steps import Decision, End, Expand, Record, Round, Skip, Start
from tests.browsing import Opener
from tests.narrate.traces import narrated, opened, traced

PUZZLE = hashicnf.parse("family: tiles\n813\n4.2\n765\n")
SUDOKU = hashicnf.parse("family: sudoku\n12..\n34..\n2143\n4321\n")


def told(records: list[Record]) -> list[str]:
    return [event.sentence.replace(NO_BREAK, " ") for event in narrated(records)]


def test_each_round_of_idastar_says_where_its_bound_comes_from() -> None:
    sentences = told(traced(PUZZLE, "idastar", heuristic="manhattan"))
    assert [one for one in sentences if one.startswith("Round")] == [
        "Round 1: f up to 10, the f of the start. f is the cost so far plus the estimate of what is left.",
        "Round 1 ends: no goal within its bound.",
        "Round 2: f up to 12, the least f above the bound of round 1.",
        "Round 2 ends: no goal within its bound.",
        "Round 3: f up to 14, the least f above the bound of round 2.",
    ]
    assert "Nothing is left to try here." not in sentences


def test_a_search_of_another_package_names_itself_and_its_first_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = replace(SEARCHES.get("idastar"), usual_name="my search", first_bound="a bound of mine")
    monkeypatch.setitem(SEARCHES.added, "mine", mine)
    monkeypatch.setitem(SEARCHES.added, "queue", replace(SEARCHES.get("breadthfirst"), usual_name=""))
    sentences = told(traced(PUZZLE, "mine", heuristic="manhattan"))
    assert sentences[0].startswith("My search on ")
    assert next(one for one in sentences if one.startswith("Round 1: f up to 10, a bound of mine."))
    (start, *_) = traced(PUZZLE, "queue")
    assert told([start])[0].startswith("Search by queue on ")
    assert isinstance(start.step, Start)
    assert order_of(start.step)["by"] == "queue"


def test_each_round_of_iterative_deepening_says_where_its_limit_comes_from() -> None:
    sentences = told(traced(PUZZLE, "iddfs", max_nodes=100))
    assert [one for one in sentences if re.match(r"Round \d:", one)][:3] == [
        "Round 1: up to 0 steps, the estimate of the start.",
        "Round 2: up to 1 step, one more than in round 1.",
        "Round 3: up to 2 steps, one more than in round 2.",
    ]


def test_a_bound_that_the_trace_does_not_explain_is_told_alone() -> None:
    records = [
        Record(0, -1, Start("by hand")),
        Record(0, -1, Round(1, "f", 3)),
        Record(1, 0, Decision((), "a"), g=1, h=4),
        Record(0, -1, Round(2, "f", 7)),
        Record(0, -1, Round(3, "steps", 7)),
    ]
    assert [one for one in told(records) if "Round" in one] == [
        "Round 1: f up to 3. f is the cost so far plus the estimate of what is left.",
        "Round 2: f up to 7.",
        "Round 3: up to 7 steps.",
    ]


@pytest.mark.parametrize(
    ("puzzle", "method", "heuristic", "value"),
    [(PUZZLE, "astar", "manhattan", "f"), (PUZZLE, "greedy", "manhattan", "h"), (SUDOKU, "swap-all", "score", "f")],
)
def test_best_first_searches_say_why_a_node_is_next(
    puzzle: hashicnf.Puzzle, method: str, heuristic: str, value: str
) -> None:
    records = traced(puzzle, method, heuristic=heuristic)
    resumed = [one for one in told(records) if one.startswith("Continue from step")]
    assert resumed
    assert all(f", an open node of least {value}" in one for one in resumed)
    waiting: dict[int, float] = {}
    for record in records:
        if isinstance(record.step, Decision) and record.f is not None:
            waiting[record.node] = record.f
        if isinstance(record.step, Skip):
            waiting.pop(record.node)
        if isinstance(record.step, Expand) and record.node in waiting:
            assert waiting[record.node] == min(waiting.values())
            del waiting[record.node]


def test_values_are_explained_once_with_their_weight() -> None:
    sentences = told(traced(PUZZLE, "astar", heuristic="manhattan", weight=2))
    meaning = "f is the cost so far plus 2 times the estimate of what is left."
    assert [meaning in one for one in sentences].count(True) == 1
    assert told(traced(PUZZLE, "greedy"))[1].endswith(" h is the estimate of what is left.")


def test_a_search_from_both_ends_names_the_side_of_a_node() -> None:
    sentences = told(traced(PUZZLE, "bidirectional"))
    resumed = [one for one in sentences if one.startswith("Continue from step")]
    assert all(re.fullmatch(r"Continue from step [\d,]+, reached from the (start|goal)\.", one) for one in resumed)
    assert {one.rsplit(" ", 1)[1] for one in resumed} == {"start.", "goal."}
    assert sentences[0].startswith("Breadth-first search from both ends on sliding tiles")


def test_a_root_has_the_same_sentence_in_every_round() -> None:
    records = traced(hashicnf.parse("2.3.2\n.....\n3.4.3\n.....\n2.3.2\n"), "idastar", heuristic="mst")
    roots = [e.sentence for e in narrated(records) if e.record and e.record.node == 0 and type(e.record.step) is Expand]
    assert len(roots) > 1
    assert {sentence.partition(" (")[0].removesuffix(".") for sentence in roots} == {"Now a choice must be made"}


def test_what_is_given_is_no_deduction() -> None:
    sentences = told(traced(hashicnf.read("examples/sudoku/small.puz"), "backtracking"))
    assert not any("Nothing more follows" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("method", "why", "depth"),
    [
        ("bidirectional", "every state that the start leads to was expanded", 2),
        ("idastar", "no node was above the bound, so every path was tried", 2),
        ("iddfs", "no node was beyond the limit of steps, so every path was tried", 2),
        ("breadthfirst", "every way was tried", 2),
    ],
)
def test_a_refuted_search_says_how_that_is_known(method: str, why: str, depth: int) -> None:
    collector = Collector()
    puzzle = hashicnf.parse("family: klotski\ngoal: A at 0,0\nBBB\nA..\n")
    answer = hashicnf.solve(puzzle, method=method, tracer=collector)
    last = told(collector.records)[-1]
    assert last.startswith(f"No solution: {why} (")
    assert f"depth {depth}" in last
    assert answer.stats.figures["depth"] == depth
    assert "left open" not in last or method == "bidirectional"


@pytest.mark.parametrize(("method", "shows"), [("idastar", False), ("astar", True)])
def test_only_searches_with_lists_leave_states_open(method: str, shows: bool) -> None:
    records = traced(PUZZLE, method, heuristic="m3h")
    assert ("states left open" in told(records)[-1]) == shows
    assert ("opened again" in told(records)[-1]) == shows


def test_dpll_counts_decisions_and_conflicts() -> None:
    last = told(traced(hashicnf.read("examples/hashi/small.puz"), "dpll"))[-1]
    assert "propagation" in last
    assert "expanded" not in last


def test_memory_is_a_figure_of_stats_alone() -> None:
    records = traced(PUZZLE, "astar", heuristic="manhattan")
    last = records[-1].step
    assert isinstance(last, End)
    assert last.figures["peak_bytes"]
    assert "bytes" not in told(records)[-1]


READ_TREE = """() => [...document.querySelectorAll("#tree .row")].filter((row) => !row.hidden)
  .map((row) => [row.getAttribute("aria-level"), ...["glyph", "label"].map((name) => row.querySelector(`.${name}`).textContent)])"""


def test_rounds_are_nodes_of_the_tree(tmp_path: Path, open_page: Opener) -> None:
    records = traced(PUZZLE, "idastar", heuristic="manhattan")
    second = next(i for i, record in enumerate(records, 1) if record.step == Round(2, "f", 12))
    page = opened(records, tmp_path, open_page, step=second, height=2000)
    rows = page.evaluate(READ_TREE)
    assert [row for row in rows if row[2].startswith(("start", "round"))] == [
        ["1", "◐", "start"],
        ["2", "□", "round 1, f ≤ 10"],
        ["2", "◐", "round 2, f ≤ 12"],
    ]
    assert rows[-1][2] == "round 2, f ≤ 12"
    assert next(label for level, _, label in rows if level == "3") == "2 left"
    expect(page.locator("#depth")).to_have_text("depth 0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(READ_TREE)[-1] == ["3", "◐", "2 left"]
    expect(page.locator("#depth")).to_have_text("depth 1")
    nodes = len({record.node for record in records})
    expect(page.locator("#figures")).to_contain_text(f"{nodes} nodes in the tree, ")


def test_nodes_are_shown_when_they_are_reached(tmp_path: Path, open_page: Opener) -> None:
    records = traced(PUZZLE, "astar", heuristic="manhattan")
    page = opened(records, tmp_path, open_page, height=4000)
    page.uncheck("#follow")
    for step in (1, 2, 5, 30):
        page.locator("#slider").fill(str(step - 1))
        assert len(page.evaluate(READ_TREE)) == len({record.node for record in records[:step]})
    page.check("#ahead")
    rows = page.evaluate(READ_TREE)
    assert len(rows) == len({record.node for record in records})
    assert "·" in {glyph for _, glyph, _ in rows}
    page.check("#follow")
    page.uncheck("#ahead")
    page.locator("#slider").fill("9")
    folded = page.locator("#tree .row:visible .count").all_inner_texts()
    assert sum(int(count.removeprefix("+")) for count in folded if count) < 10


def test_nodes_that_are_not_entered_have_signs_of_their_own(tmp_path: Path, open_page: Opener) -> None:
    start = Record(0, -1, Start("by hand"))
    skips = [ABOVE, AS_CHEAPLY, ON_PATH, HOPELESS, TOO_DEEP, Skip("because")]
    records = [start]
    for node, skip in enumerate(skips, 1):
        records += [Record(node, 0, Decision((), str(node))), Record(node, 0, skip)]
    page = opened(records, tmp_path, open_page, step=len(records) - 1)
    assert [glyph for _, glyph, _ in page.evaluate(READ_TREE)[1:]] == ["↑", "=", "↻", "∞", "↑", "◌"]
    page.press("body", "ArrowRight")
    assert [glyph for _, glyph, _ in page.evaluate(READ_TREE)[1:]] == ["↑", "=", "↻", "∞", "↑", "–"]
    expect(page.locator("#figures")).to_have_text(
        "13 steps, 7 nodes in the tree, 2 above the bound, 1 reached before, 1 on the path already, 1 without a goal, "
        "1 not entered"
    )
    expect(page.locator("#signs li")).to_have_text(
        [
            "◌just reached",
            "○open",
            "●closed",
            "↑above the bound",
            "=reached before",
            "↻on the path already",
            "∞no goal from here",
            "–not entered",
        ]
    )


SIZES = """() => ["#sentence", "#tree .row", ".keys", "#signs"]
  .map((name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize))"""


def test_a_large_screen_has_large_letters_and_a_large_board(tmp_path: Path, open_page: Opener) -> None:
    records = traced(PUZZLE, "idastar", heuristic="manhattan")
    page = opened(records, tmp_path, open_page, width=1280, height=800)
    small = page.evaluate(SIZES)
    page = opened(records, tmp_path, open_page, width=1920, height=1080)
    large = page.evaluate(SIZES)
    assert all(after >= 1.3 * before for before, after in zip(small, large, strict=True))
    assert large[0] >= 25
    assert large[1] >= 17
    sea, tray = page.locator(".sea").bounding_box(), page.locator("#board .tray").bounding_box()
    assert sea is not None
    assert tray is not None
    assert tray["height"] > 0.9 * sea["height"]
    row = page.locator("#tree .row").first.bounding_box()
    assert row is not None
    assert row["height"] > large[1] * 1.5
    page.click("#lines-title")
    tops = [box["y"] for line in page.locator("#lines .line:visible").all()[:3] if (box := line.bounding_box())]
    height = page.locator("#lines .line").first.bounding_box()
    assert height is not None
    assert tops[1] - tops[0] == pytest.approx(height["height"], abs=1)
