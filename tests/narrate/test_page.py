"""The page in a real browser: at every step, however it is reached, the drawing agrees with the trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from hashicnf.narrate import explain_page
from hashicnf.narrate.page import KINDS
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.pipeline.puzzles import read
from hashicnf.trace.steps import STEPS, Backtrack, Conflict, Decision, End, Forced, Prune, Record, Start
from tests.browsing import Opener
from tests.narrate.traces import (
    EVERY_STEP,
    EXAMPLES,
    SMALL,
    TRACED,
    clauses,
    dpll,
    expected_states,
    narrated,
    solved,
    write,
)
from tests.oracles.puzzles import board_of

PHONE = 390, 844


@pytest.fixture(autouse=True)
def _browser_first(browser: object) -> None:
    """Skip at once if there is no browser."""


@pytest.fixture
def make_page(tmp_path: Path) -> Callable[[list[Record]], Path]:
    def made(records: list[Record]) -> Path:
        page = tmp_path / "page.html"
        assert explain_page(write(tmp_path / "t.jsonl", records), str(page)) == len(records)
        return page

    return made


def spans_of(state: dict[int, bool], edges: int, load: int) -> list[str]:
    """Return how each edge should be drawn: none, open, or used with a number of solid and dotted lanes."""
    drawn = []
    for edge in range(edges):
        values = [state.get(edge * load + j + 1) for j in range(load)]
        low = max((j + 1 for j, value in enumerate(values) if value), default=0)
        high = min((j for j, value in enumerate(values) if value is False), default=load)
        beyond = min(low + 1, max(low, high))  # one dotted lane stands for all that may come
        drawn.append("none" if high == 0 else f"used {low} of {beyond}" if low else "open")
    return drawn


READ_STEPS = """() => {
  const find = (id) => document.getElementById(id);
  const look = (span) => {
    const lanes = (name) => (span.querySelector(name).getAttribute("d") || "").split("M").length - 1;
    if (span.classList.contains("none")) return "none";
    if (span.classList.contains("open")) return "open";
    return `used ${lanes(".sure")} of ${lanes(".sure") + lanes(".maybe")}`;
  };
  const steps = [];
  for (let i = 0; i <= Number(find("slider").max); i++) {
    find("slider").value = i;
    find("slider").dispatchEvent(new Event("input"));
    const spans = [...document.querySelectorAll("#board .span")].map(look);
    steps.push([find("sentence").textContent.replaceAll("\\u00a0", " "), Number(find("step").textContent), spans]);
  }
  return steps;
}"""


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("small", "dpll"),
        ("medium", "dpll"),
        ("tree", "dpll"),
        ("quadruple", "astar"),
        ("large", "backtracking"),
        *(("witness_loops", method) for method in TRACED),
    ],
)
def test_what_is_drawn_is_what_the_trace_says(
    name: str, method: str, make_page: Callable[[list[Record]], Path], open_page: Opener
) -> None:
    records = solved(name, method, max_nodes=20)
    board = board_of(read(str(EXAMPLES / f"{name}.puz")))
    page = open_page(make_page(records))
    sentences = [event.sentence.replace(NO_BREAK, " ") for event in narrated(records)]
    drawn = page.evaluate(READ_STEPS)
    assert [text for text, _, _ in drawn] == sentences
    assert [number for _, number, _ in drawn] == list(range(1, len(records) + 1))
    for number, state in enumerate(expected_states(records)):
        spans = spans_of(state, board.edges, board.load)
        assert drawn[number][2] == spans, (number, records[number])


def at_step(page: Page, number: int) -> None:
    expect(page.locator("#step")).to_have_text(str(number))
    expect(page.locator("#slider")).to_have_value(str(number - 1))


def test_buttons_keys_and_slider(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = dpll("witness_loops")
    page = open_page(make_page(records))
    total = len(records)
    at_step(page, 1)
    expect(page.locator("#back")).to_be_disabled()
    page.click("#next")
    page.click("#next")
    at_step(page, 3)
    page.click("#back")
    at_step(page, 2)
    page.click("#last")
    at_step(page, total)
    expect(page.locator("#next")).to_be_disabled()
    page.click("#first")
    at_step(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)
    page.keyboard.press("End")
    at_step(page, total)
    page.keyboard.press("Home")
    at_step(page, 1)
    decisions = [i for i, record in enumerate(records, 1) if isinstance(record.step, Decision)]
    for number in decisions:
        page.keyboard.press("ArrowDown")
        at_step(page, number)
    page.keyboard.press("ArrowUp")
    at_step(page, decisions[-2])
    page.keyboard.press("PageUp")
    at_step(page, max(1, decisions[-2] - 10))
    page.locator("#slider").fill("7")
    at_step(page, 8)
    page.locator("#slider").press("ArrowRight")
    at_step(page, 9)


def test_playing(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = dpll("witness_loops")
    page = open_page(make_page(records))
    page.select_option("#speed", "0.5")
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#sentence")).to_have_attribute("aria-live", "off")
    page.select_option("#speed", "1000")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play", timeout=20_000)
    at_step(page, len(records))
    page.select_option("#speed", "20")
    page.keyboard.press("Home")
    page.locator("body").press(" ")
    expect(page.locator("#step")).not_to_have_text("1")
    page.locator("body").press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(page.locator("#sentence")).to_have_attribute("aria-live", "polite")
    stopped = page.locator("#step").inner_text()
    page.wait_for_timeout(200)
    assert page.locator("#step").inner_text() == stopped


LOOK_AT_STEPS = """() => {
  const find = (id) => document.getElementById(id), steps = [];
  const numbers = (names, name) => [...document.querySelectorAll(names)].map((one) => Number(one.dataset[name]));
  do {
    if (steps.length) find("next").click();
    steps.push({
      step: Number(find("step").textContent),
      edges: numbers("#board .halos path", "edge"),
      islands: numbers("#board .rings circle[data-island]", "island"),
      crossings: numbers("#board .rings [data-crossing]", "crossing"),
      group: numbers("#board .blob circle", "island"),
      rule: find("rule").checkVisibility() ? find("rule").textContent : null,
    });
  } while (!find("next").disabled);
  return steps;
}"""


def numbers(page: Page, selector: str, name: str) -> list[int]:
    found: list[Any] = page.locator(selector).evaluate_all(f"all => all.map((e) => Number(e.dataset.{name}))")
    return found


def test_each_step_points_at_what_it_is_about(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = dpll("witness_loops")
    looked = open_page(make_page(records)).evaluate(LOOK_AT_STEPS)
    for event, seen in zip(narrated(records), looked, strict=True):
        assert event.record is not None
        assert seen == {
            "step": event.number,
            **{name: list(event.marks.get(name, ())) for name in ("edges", "islands", "crossings")},
            "group": sorted(event.marks.get("group", ())),
            "rule": getattr(event.record.step, "rule", "") or None,
        }


def test_crossings_are_pointed_at(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = dpll("witness_crossing")
    at = next(i for i, record in enumerate(records, 1) if isinstance(record.step, Conflict))
    page = open_page(make_page(records), step=at)
    at_step(page, at)
    assert numbers(page, "#board .rings [data-crossing]", "crossing") == [0]
    assert "alarm" in (page.locator("#board .rings").get_attribute("class") or "")


def test_decided_and_forced_differ_by_more_than_colour(
    make_page: Callable[[list[Record]], Path], open_page: Opener
) -> None:
    puzzle = ("4.4", "...", "4.4")
    start = Record(0, -1, Start("by hand", "hashi", puzzle))
    page = open_page(
        make_page(
            [
                start,
                Record(1, 0, Decision((1, -3))),
                Record(1, 0, Forced(5, "capacity", "island", 1)),
                Record(1, 0, Forced(-7, "capacity", "island", 1)),
            ]
        ),
        step=4,
    )
    spans = page.locator("#board .span")
    kinds = ["used decided", "none decided", "used forced", "none forced"]
    assert [spans.nth(i).get_attribute("class") for i in range(4)] == [f"span {kind}" for kind in kinds]
    signs = [spans.nth(i).locator(".sign").get_attribute("d") or "" for i in range(4)]
    assert len(set(signs)) == 4
    dashes = [spans.nth(i).locator(".sure").evaluate("e => getComputedStyle(e).strokeDasharray") for i in (0, 2)]
    assert dashes[0] != dashes[1] == "none"


def test_the_tree(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = dpll("witness_loops")
    page = open_page(make_page(records))
    rows = page.locator("#tree .row:visible")
    assert rows.locator(".label").all_inner_texts() == ["start"]
    page.check("#ahead")
    labels = ["start", "col 1, 1–3: = 2", "col 1, 1–3: ≤ 1", "col 1, 1–3: ≥ 1", "col 1, 1–3: none"]
    assert rows.locator(".label").all_inner_texts() == labels
    assert rows.locator(".glyph").all_inner_texts() == ["◐", "·", "·", "·", "·"]
    page.keyboard.press("End")
    assert rows.locator(".glyph").all_inner_texts() == ["□", "✕", "□", "✕", "✕"]
    assert page.locator("#signs").inner_text().split("\n") == [
        "◐",
        "on the path",
        "✕",
        "contradiction",
        "□",
        "searched to the end",
    ]
    assert page.locator("#figures").inner_text().endswith("5 nodes in the tree, 3 contradictions")
    rows.nth(3).click()
    decisions = [i for i, record in enumerate(records, 1) if isinstance(record.step, Decision)]
    at_step(page, decisions[2])
    assert "current" in (rows.nth(3).get_attribute("class") or "")
    page.locator("#tree").press("ArrowUp")
    at_step(page, decisions[1])
    page.locator("#tree").press("ArrowLeft")
    at_step(page, 1)
    rows.nth(2).locator(".fold").click()
    assert rows.count() == 3
    expect(rows.nth(2).locator(".count")).to_have_text("+2")
    seen, named = rows.nth(2).inner_text().split(), (rows.nth(2).get_attribute("aria-label") or "").replace(",", " ")
    assert named.split()[: len(seen) - 2] == [word.strip(",") for word in seen[2:]]  # but for the two signs
    assert named.endswith("  +2 below it  not yet reached  step 13")
    page.check("#follow")
    assert rows.locator(".label").all_inner_texts() == labels[:3]
    expect(page.locator("#tree")).to_have_attribute("aria-activedescendant", "node-0")


def test_a_long_search_stays_light(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    """With thousands of steps the page has few elements, and no step takes long."""
    generator = np.random.default_rng(3)
    records = [Record(0, -1, Start("dfs", "hashi", SMALL))]
    path = [0]
    node = 0
    while len(records) < 6_000:
        if len(path) > 1 and (len(path) > 300 or generator.random() < 0.45):
            records.append(Record(path.pop(), path[-1], Backtrack()))
            continue
        node += 1
        path.append(node)
        records.append(Record(node, path[-2], Decision((len(path) % 8 + 1,))))
        if generator.random() < 0.2:
            records.append(Record(node, path[-2], Prune("stuck", "island", (1,))))
    page = open_page(make_page(records))
    at_step(page, 1)
    took: float = page.evaluate("""() => {
      const slider = document.getElementById("slider");
      const began = performance.now();
      for (let i = 0; i < 100; i++) {
        slider.value = (i * 5999) / 100;
        slider.dispatchEvent(new Event("input"));
      }
      return (performance.now() - began) / 100;
    }""")
    assert took < 100
    for _ in range(2):
        page.locator("#follow").click()
        assert page.evaluate("document.querySelectorAll('*').length") < 1000
    page.keyboard.press("End")
    at_step_text = page.locator("#step").inner_text()
    assert at_step_text == f"{len(records):,}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_fits(scheme: str, make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    page = open_page(make_page(dpll("medium")), *PHONE, step=20, scheme=scheme)
    at_step(page, 20)
    for width, height in (PHONE, (320, 568), (768, 1024), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        for name in ("#board", "#sentence", "#play", "#slider"):
            box = page.locator(name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["width"] > 40
        play = page.locator("#play").bounding_box()
        assert play is not None
        assert play["y"] + play["height"] <= height
        assert min(play["width"], play["height"]) >= 44
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(int, re.findall(r"\d+", background)[:3]))
    assert (brightness < 300) == (scheme == "dark")


def test_on_a_small_screen_the_first_sentence_is_whole_and_tabs_are_in_a_row(
    make_page: Callable[[list[Record]], Path], open_page: Opener
) -> None:
    page = open_page(make_page(solved("small", "astar")), 1000, 900)
    at_step(page, 1)
    assert page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(telling)")
    tops = "[...document.querySelectorAll('[role=tab]')].map((one) => one.getBoundingClientRect().top)"
    assert len({*page.evaluate(tops)}) == 1


IN_SIGHT = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [frame, telling, sentence, bar] = ["#sea", "#telling", "#sentence", ".controls"].map(box);
  const board = document.getElementById("board"), isAbove = telling.bottom <= bar.top + 2 && bar.bottom <= innerHeight + 1;
  const marks = [...board.querySelectorAll(":is(.halos, .rings) > *")].map((one) => one.getBoundingClientRect());
  return {
    sentence: telling.top < sentence.top && sentence.bottom < bar.top && isAbove,
    marks: [["left", "right"], ["top", "bottom"]].every(([from, to]) => {
      const begin = Math.min(...marks.map((one) => one[from]));
      return begin >= frame[from] - 1 && begin < frame[to];
    }),
    numbers: parseFloat(board.querySelector(".axes").getAttribute("font-size")) * board.getScreenCTM().a,
    overlap: frame.top < telling.top - 100,
  };
}"""


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (400, 780)], ids=str)
def test_on_a_phone_the_sentence_lies_above_the_bar_and_its_places_can_be_read(
    size: tuple[int, int], make_page: Callable[[list[Record]], Path], open_page: Opener
) -> None:
    page = open_page(make_page(dpll("wide")), *size, step=13)
    at_step(page, 13)
    for _ in range(3):
        found = page.evaluate(IN_SIGHT)
        assert found.pop("numbers") >= 9.5
        assert found == {"sentence": True, "marks": True, "overlap": True}
        page.keyboard.press("ArrowRight")
    page.evaluate("scrollTo(0, 400)")  # down to the tree
    assert page.evaluate(IN_SIGHT)["sentence"]


def test_names_for_those_who_do_not_see(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    page = open_page(make_page(dpll("medium")), step=20)
    for name in ("First step", "Step back", "Play", "Next step", "Last step"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuetext", "step 20 of 47")
    expect(page.get_by_role("img", name=re.compile("Board of 9 by 9: .* bridges placed"))).to_be_visible()
    expect(page.get_by_role("tree", name="Search tree")).to_be_visible()
    expect(page.get_by_role("combobox", name="Steps per second")).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(8):
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", page.evaluate("document.activeElement.id")
        page.keyboard.press("Tab")


def test_nothing_in_a_trace_can_run(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    attack = (
        "</script><script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">{{script}}"
    )
    records = [
        Record(0, -1, Start(attack)),
        Record(1, 0, Decision((), attack)),
        Record(1, 0, Prune(attack, attack, (1,))),
    ]
    records.append(Record(0, -1, End(attack, attack)))
    page = open_page(make_page(records))
    page.keyboard.press("ArrowRight")
    assert attack in page.locator("#sentence").inner_text()
    assert attack in page.locator("h1").inner_text()
    assert "owned" not in page.title().replace(attack, "")
    assert page.locator("img").count() == 0


def test_the_page_may_not_connect(make_page: Callable[[list[Record]], Path], browser: Any) -> None:
    page = browser.new_page()
    page.goto(make_page(dpll("small")).as_uri())
    refused = "() => fetch('http://127.0.0.1:9/').then(() => 'connected', (problem) => String(problem))"
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    assert "Failed to fetch" in page.evaluate(refused)
    assert "Content Security Policy" in " ".join(messages)
    page.close()


def test_a_formula_without_a_puzzle(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    records = clauses([[1, 2], [-1, 3], [-3, -2], [2, 3], [-2, 1]], 3)
    page = open_page(make_page(records))
    page.keyboard.press("End")
    cells = page.locator("#board .cell").all_inner_texts()
    final = expected_states(records)[-1]
    assert sorted(cell[:6] for cell in cells) == [f"x{v} = {int(final[v])}" for v in (1, 2, 3)]


def test_variables_beyond_all_bounds_are_told_and_not_drawn(
    make_page: Callable[[list[Record]], Path], open_page: Opener
) -> None:
    page = open_page(make_page([Record(0, -1, Start("dpll")), Record(1, 0, Decision((2, 1 << 70)))]))
    page.keyboard.press("End")
    assert page.get_by_text(f"Suppose x2 is true and x{1 << 70} is true.").count() >= 1
    assert "x2 = 1" in page.locator("#board .levels").inner_text()


def test_a_trace_that_was_cut_off(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    page = open_page(make_page(EVERY_STEP[:8]))
    expect(page.locator("#outcome")).to_contain_text("The trace stops before the search does")


def test_every_kind_of_step_has_a_name(make_page: Callable[[list[Record]], Path], open_page: Opener) -> None:
    page = open_page(make_page(EVERY_STEP))
    shown = set()
    for number in range(1, len(EVERY_STEP) + 1):
        at_step(page, number)
        shown.add(page.locator("#kind").inner_text())
        page.keyboard.press("ArrowRight")
    assert len(shown) == len(STEPS) == len(KINDS)
    assert not shown & (set(STEPS) - {"start", "solution", "end"})
