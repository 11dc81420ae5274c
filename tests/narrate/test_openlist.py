"""The list of the page: the open nodes of a search at each step, in the order in which they are expanded; or its path."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hashicnf
from hashicnf.narrate.order import order_of
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.search import SEARCHES, TIE_BREAKS, Search
from hashicnf.trace.steps import Backtrack, Cheaper, Decision, End, Expand, Goal, Meet, Record, Skip, Solution, Start
from tests.browsing import Opener
from tests.narrate.traces import dpll, opened, traced
from tests.portions import few

PUZZLE = hashicnf.parse("family: tiles\n123\n.56\n478\n")
NEAR = hashicnf.parse("family: tiles\n23.\n156\n478\n")
MIDDLE = hashicnf.parse("family: tiles\n523\n14.\n786\n")
FAR = hashicnf.parse("family: tiles\n813\n4.2\n765\n")


def listed(records: list[Record], tmp_path: Path, open_page: Opener, **view: Any) -> Page:
    page = opened(records, tmp_path, open_page, **view)
    page.click("#list-title")
    return page


READ_LISTS = """() => {
  const slider = document.getElementById("slider"), found = [];
  for (let step = 0; step <= Number(slider.max); step++) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const nodes = (names) => [...document.querySelectorAll(names)].map((row) => Number(row.dataset.node));
    found.push([nodes("#list .waiting"), nodes("#list .next")]);
  }
  return found;
}"""


def taken(record: Record) -> bool:
    return isinstance(record.step, (Expand, Goal, Solution))


RUNS: list[tuple[str, dict[str, Any]]] = [
    ("astar", {"heuristic": "manhattan", "weight": 2.5}),
    ("breadthfirst", {"puzzle": PUZZLE}),
    ("bidirectional", {"puzzle": NEAR}),
    ("greedy", {"heuristic": "manhattan", "tie_break": "fifo"}),
    *(("astar", {"puzzle": MIDDLE, "heuristic": "manhattan", "tie_break": name}) for name in TIE_BREAKS),
]


@pytest.mark.parametrize("run", few(RUNS, 3))
def test_the_next_node_of_the_list_is_the_one_that_is_taken(
    run: tuple[str, dict[str, Any]], tmp_path: Path, open_page: Opener
) -> None:
    method, options = run
    records = traced(method=method, **{"puzzle": FAR, **options})
    order: dict[int, int] = {}  # nodes are numbered on the page as they are reached
    for record in records:
        order.setdefault(record.node, len(order))
    shown = listed(records, tmp_path, open_page).evaluate(READ_LISTS)
    waiting: set[int] = set()
    compared = 0
    for before, record, (rows, heads) in zip([None, *shown], records, shown, strict=False):
        node = order[record.node]
        if before is not None and taken(record) and node in waiting:
            assert before[1] == [node]
            compared += 1
        if isinstance(record.step, Decision):
            waiting.add(node)
        if isinstance(record.step, Cheaper):
            waiting.discard(order[record.step.other])
        if isinstance(record.step, Skip) or taken(record):
            waiting.discard(node)
        if isinstance(record.step, (Meet, Solution)):
            assert heads == []
            break
        if isinstance(record.step, Expand):
            assert set(rows) == waiting
    assert compared > 5


@pytest.mark.parametrize(
    ("method", "options", "order"),
    [
        ("astar", {"heuristic": "manhattan"}, "least f first, ties: deepest"),
        ("astar", {"heuristic": "m3h", "weight": 2, "max_nodes": 25}, "least f first, ties: deepest"),
        ("bidirectional", {"puzzle": NEAR}, "first in, first out"),
    ],
)
def test_the_list_counts_what_the_figures_count(
    method: str, options: dict[str, Any], order: str, tmp_path: Path, open_page: Opener
) -> None:
    records = traced(method=method, **{"puzzle": FAR, **options})
    figures = records[-1].step.figures  # type: ignore[union-attr]
    page = listed(records, tmp_path, open_page, step=len(records))
    expect(page.locator("#waiting")).to_have_text(f"{figures['open']} left open, {figures['closed']} closed")
    expect(page.locator("#order")).to_have_text(order)


def test_rows_name_terms_and_lead_to_where_a_node_was_reached(tmp_path: Path, open_page: Opener) -> None:
    records = traced(FAR, "astar", heuristic="manhattan")
    step = next(i for i, record in enumerate(records, 1) if isinstance(record.step, Expand) and i > 20)
    page = listed(records, tmp_path, open_page, step=step, width=2000)
    rows = page.locator("#list .waiting")
    second = rows.nth(1).inner_text().split("\n")
    assert any(" + " in part and " = " in part for part in second)
    expect(rows.first).to_have_attribute("aria-selected", "true")
    page.locator("#list").press("ArrowDown")
    expect(rows.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#list")).to_have_attribute("aria-activedescendant", rows.nth(1).get_attribute("id") or "")
    page.locator("#list").press("Enter")
    expect(page.locator("#step")).to_have_text(second[-1].removeprefix("step "))
    page.click("#tree-title")
    assert " + " in page.locator("#tree .row.current .value").inner_text()
    expect(page.locator("#signs")).to_contain_text("g + h = f")


def test_a_node_whose_state_is_reached_more_cheaply_has_a_sign_of_its_own(tmp_path: Path, open_page: Opener) -> None:
    records = traced(FAR, "astar", heuristic="manhattan", weight=2.5)
    step, record = next((i, one) for i, one in enumerate(records) if isinstance(one.step, Cheaper))
    assert isinstance(record.step, Cheaper)
    other = record.step.other
    before = next(one for one in records if one.node == other)
    assert record.step.cost == max(one.g or 0 for one in records if one.node == other)
    assert isinstance(before.step, Decision)
    page = listed(records, tmp_path, open_page, height=4000)
    page.click("#tree-title")
    page.uncheck("#follow")
    for at, glyph in ((step - 1, "○" if record.step.state == "open" else "●"), (step, ">")):
        page.locator("#slider").fill(str(at))
        row = page.locator(f"#node-{[*dict.fromkeys(one.node for one in records)].index(other)}")
        expect(row.locator(".glyph")).to_have_text(glyph)
    expect(page.locator("#kind")).to_have_text("cheaper path")
    expect(page.locator("#signs")).to_contain_text(">reached more cheaply since")


def test_expanded_nodes_are_closed(tmp_path: Path, open_page: Opener) -> None:
    records = traced(PUZZLE, "breadthfirst")
    page = listed(records, tmp_path, open_page, height=4000)
    page.click("#tree-title")
    page.uncheck("#follow")
    step = max(i for i, record in enumerate(records) if isinstance(record.step, Expand))
    page.locator("#slider").fill(str(step))
    kinds: dict[int, str] = {}
    for record in records[: step + 1]:
        kinds.setdefault(record.node, "○")
        kinds[record.node] = (
            "●" if isinstance(record.step, Expand) else "=" if isinstance(record.step, Skip) else kinds[record.node]
        )
    glyphs = page.locator("#tree .row:visible .glyph").all_inner_texts()
    assert sorted(glyphs) == sorted(kinds.values())
    assert set(glyphs) == {"○", "●", "="}


@pytest.mark.parametrize("method", ["dfs", "idastar", "greedydfs"])
def test_depth_first_searches_show_their_path_also_where_they_stop(
    method: str, tmp_path: Path, open_page: Opener
) -> None:
    records = traced(FAR, method, max_nodes=40)
    page = listed(records, tmp_path, open_page)
    expect(page.locator("#list-title")).to_have_text("Path")
    parents: dict[int, int] = {}
    depths = []
    entered = set[int]()
    for record, later in pairwise(records):
        parents.setdefault(record.node, record.parent)
        entered |= {record.node} if taken(record) else set()
        node = record.parent if isinstance(record.step, Backtrack) and record.parent >= 0 else record.node
        is_next = isinstance(later.step, End) or (taken(later) and later.node == node)
        depth = int(is_next or node in entered or not isinstance(record.step, (Decision, Skip)))
        while (node := parents[node]) >= 0:
            depth += 1
        depths.append(depth)
    assert [len(rows) for rows, _ in page.evaluate(READ_LISTS)] == [*depths, depths[-1]]
    assert depths[-1] > 1
    assert (method == "greedydfs") == ("open" in page.locator("#signs").inner_text())
    page.click("#tree-title")
    page.locator("#slider").fill(str(next(i for i, record in enumerate(records) if isinstance(record.step, Skip)) - 1))
    expect(page.locator("#tree .row.current .glyph")).to_have_text("○" if method == "greedydfs" else "◌")


def test_levels_of_dpll_are_a_path(tmp_path: Path, open_page: Opener) -> None:
    page = listed(dpll("witness_loops"), tmp_path, open_page, step=22)
    labels = page.locator("#list .label").all_inner_texts()
    assert labels == ["start", "col 1, 1–3: ≤ 1", "col 1, 1–3: ≥ 1"]


def test_on_a_low_screen_the_tree_has_some_rows_and_the_list_whole_labels(tmp_path: Path, open_page: Opener) -> None:
    """As in the window of a browser on a laptop; on a wide screen the list also has the steps."""
    board = hashicnf.parse("2.4.2\n.....\n3.5.3\n.....\n1.2.2\n")
    page = opened(traced(board, "astar", space="grid", max_nodes=8), tmp_path, open_page)
    page.set_viewport_size({"width": 1366, "height": 650})
    page.keyboard.press("End")
    assert page.evaluate("document.getElementById('tree').clientHeight") >= 3 * 28
    expect(page.locator("#outcome")).to_have_text("Stopped: limit of 8 nodes reached ·")
    page.click("#list-title")
    cut = "[...document.querySelectorAll('#list .label')].map((one) => one.scrollWidth > one.clientWidth)"
    assert len(page.evaluate(cut)) > 1
    assert not any(page.evaluate(cut))
    step = page.locator("#list .at").first
    expect(step).to_be_hidden()
    page.set_viewport_size({"width": 2000, "height": 1000})
    expect(step).to_be_visible()


def test_a_long_list_says_how_many_are_left_out(tmp_path: Path, open_page: Opener) -> None:
    records = [Record(0, -1, Start("breadthfirst", "tiles", tuple(PUZZLE.lines))), Record(0, -1, Expand())]
    records += [Record(node, 0, Decision((), "up")) for node in range(1, 1301)]
    page = listed(records, tmp_path, open_page, step=len(records))
    assert page.locator("#list .waiting").count() == 200
    expect(page.locator("#list .more")).to_have_text("and 1,100 more")
    expect(page.locator("#waiting")).to_have_text("1,300 open, 1 closed")


@pytest.mark.parametrize(
    ("start", "by"),
    [
        (Start("dpll"), "path"),
        (Start("astar", "hashi"), "f"),
        (Start("backtracking", "hashi"), "path"),
        (Start("bidirectional", "tiles"), "sides"),
        (Start("breadthfirst", "no-such-family"), "queue"),
        (Start("by hand"), ""),
    ],
)
def test_the_order_follows_from_the_method(start: Start, by: str) -> None:
    assert order_of(start)["by"] == by


def test_no_order_is_ascribed_to_a_search_that_declares_none(monkeypatch: pytest.MonkeyPatch) -> None:
    beam = Search("beam", SEARCHES.get("breadthfirst").explore, informed=True, minimises=None, depth_first=False)
    monkeypatch.setitem(SEARCHES.added, "beam", beam)
    records = traced(NEAR, "beam", heuristic="manhattan")
    assert isinstance(records[0].step, Start)
    assert (order_of(records[0].step)["by"], "tie_break" in records[0].step.settings) == ("", False)
    sentences = hashicnf.explain_trace(records)
    assert "Continue from step 4 (h = " in sentences.replace(NO_BREAK, " ")
    assert "least" not in sentences
    with pytest.raises(hashicnf.UsageError, match="tie_break: the method beam has no use for it"):
        hashicnf.solve(PUZZLE, method="beam", tie_break="fifo")


def test_a_rule_for_ties_is_printable_whatever_a_file_holds() -> None:
    assert order_of(Start("astar", settings={"tie_break": "\ud800\n"}))["ties"] == "\N{REPLACEMENT CHARACTER} "


def test_the_heading_names_what_two_runs_differ_by(tmp_path: Path, open_page: Opener) -> None:
    page = listed(traced(FAR, "astar", heuristic="manhattan", weight=2, tie_break="fifo"), tmp_path, open_page)
    expect(page.locator("h1")).to_have_text(
        "Search by A* on sliding tiles on 3 by 3 cells heuristic manhattan, weight 2, tie-break fifo"
    )
    assert page.title() == (
        "Search by A* on sliding tiles on 3 by 3 cells · heuristic manhattan, weight 2, tie-break fifo · hashicnf"
    )
    page.click("#tree-title")
    expect(page.locator("#signs")).to_contain_text("g + 2 h = f")
