"""The page of DPLL on a formula: its assignment by levels, and its clauses with the truth of each literal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hashicnf.errors import InputError
from hashicnf.formulas.solve import MOST_SHOWN, Own
from hashicnf.proofs.formulas import decide
from hashicnf.trace import Collector
from hashicnf.trace.steps import Conflict, Decision, Forced, Record, Start
from tests.browsing import Opener
from tests.narrate.traces import expected_states, narrated, opened

CLAUSES = [[1, 2, 3], [1, 2, -3], [-1, 4], [-4, 5, 6], [-5, -1], [-6, 4, -2], [2, -4, -6], [-2, 5], [7], [1, -2]]
LITERALS = [*range(-7, 0), *range(1, 8)]
WORDS = {True: "true", False: "false", None: "open"}
COLOURS = [[1, 2], [-1, -2], [3, 4], [-3, -4], [-1, -3], [-2, -4]]


def traced(tmp_path: Path, clauses: list[list[int]], variables: int) -> list[Record]:
    rows = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    (tmp_path / "f.cnf").write_text("\n".join(rows) + "\n")
    collector = Collector()
    decide(str(tmp_path / "f.cnf"), "dpll", own=Own(tracer=collector))
    return collector.records


READ_FORMULA = """() => {
  const slider = document.getElementById("slider"), all = (names, within = document) => [...within.querySelectorAll(names)];
  return Array.from({ length: Number(slider.max) + 1 }, (_, step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const clauses = all("#board .clause");
    return {
      cells: all("#board .cell").map((cell) => cell.firstChild.textContent),
      clauses: clauses.map((one) => all(".lit", one).map((literal) => [literal.textContent, literal.className])),
      states: clauses.map((one) => one.querySelector(".state").textContent),
      here: clauses.flatMap((one, i) => (one.matches(".here") ? [i] : [])),
    };
  });
}"""


def named(literal: int) -> str:
    return f"{'' if literal > 0 else '¬'}x{abs(literal)}"


def state_of(clause: list[int], values: dict[int, bool]) -> str:
    truths = [None if abs(lit) not in values else values[abs(lit)] == (lit > 0) for lit in clause]
    if True in truths:
        return "✓ satisfied"
    return {0: "✕ false", 1: "unit"}.get(truths.count(None), "open")


@pytest.mark.parametrize(("clauses", "variables"), [(CLAUSES, 7), (COLOURS, 5), ([[1], [-1]], 1), ([[]], 2), ([], 3)])
def test_each_step_shows_the_truth_of_every_literal_and_clause(
    clauses: list[list[int]], variables: int, tmp_path: Path, open_page: Opener
) -> None:
    records = traced(tmp_path, clauses, variables)
    shown = opened(records, tmp_path, open_page).evaluate(READ_FORMULA)
    for record, seen, values in zip(records, shown, expected_states(records), strict=True):
        words = {lit: WORDS[None if abs(lit) not in values else values[abs(lit)] == (lit > 0)] for lit in LITERALS}
        assert seen["clauses"] == [[[named(lit), f"lit {words[lit]}"] for lit in clause] for clause in clauses]
        here = record.step.source if isinstance(record.step, (Forced, Conflict)) else -1
        states = [state_of(clause, values) for clause in clauses]
        if isinstance(record.step, Forced):
            states[here] = f"unit: {named(record.step.literal)}"
        assert (seen["states"], seen["here"]) == (states, [here] if here >= 0 else [])
        assert set(seen["cells"]) == {
            f"x{v} = {int(values[v])}" if v in values else f"x{v}" for v in range(1, variables + 1)
        }


def test_levels_say_what_was_decided_and_why_the_rest_follows(tmp_path: Path, open_page: Opener) -> None:
    records = traced(tmp_path, CLAUSES, 7)
    decided = next(i for i, record in enumerate(records, 1) if isinstance(record.step, Decision))
    page = opened(records, tmp_path, open_page, step=decided)
    first, second = (page.locator(".stratum").nth(i) for i in range(2))
    expect(first).to_contain_text("level 0")
    expect(first.locator(".cell")).to_have_text(["x7 = 1 clause 9"])
    expect(second).to_contain_text("level 1")
    expect(second.locator(".decided small")).to_have_text("decided")
    flipped = next(i for i, r in enumerate(records, 1) if isinstance(r.step, Decision) and r.step.branch == 2)
    page.locator("#slider").fill(str(flipped - 1))
    expect(page.locator(".decided.marked small")).to_have_text("other value")
    page.locator(".stratum .cell").first.click()
    expect(page.locator("#because")).to_contain_text("x7: So x7 is true: clause 9 (x7) has no other literal.")


def test_names_for_those_who_do_not_see(tmp_path: Path, open_page: Opener) -> None:
    records = traced(tmp_path, CLAUSES, 7)
    page = opened(records, tmp_path, open_page, step=2)
    label = page.locator("#board .clause").nth(8).get_attribute("aria-label")
    assert label == "clause 9: x7 true: unit: x7"
    assert page.locator("#board").get_attribute("aria-label") == ("1 of 7 variables set; clauses: 1 satisfied, 9 open")
    assert page.get_by_role("list", name="Clauses").get_by_role("listitem").count() == len(CLAUSES)


def test_a_large_formula_does_not_stand_in_its_trace_and_the_clauses_of_the_last_steps_do(
    tmp_path: Path, open_page: Opener
) -> None:
    many, _ = MOST_SHOWN
    chain = [[1], *([-v, v + 1] for v in range(1, many + 1))]
    records = traced(tmp_path, chain, many + 1)
    assert isinstance(records[0].step, Start)
    assert records[0].step.lines == ()
    page = opened(records, tmp_path, open_page, step=100)
    assert page.locator("#board .clause").count() == 40
    assert page.locator("#board .clause.here .number").inner_text() == "99"
    expect(page.locator("#board h2").nth(1)).to_contain_text(f"40 of {many + 1}, those of the last steps")
    page.keyboard.press("End")
    assert page.locator("#board .stratum .cell").count() == 150
    expect(page.locator("#board .levels")).to_contain_text(f"{many + 1 - 150} variables set before")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800), (1920, 1080)])
def test_a_formula_stays_in_its_frame_and_the_clause_of_the_step_in_sight(
    width: int, height: int, tmp_path: Path, open_page: Opener
) -> None:
    clauses = [[-v, v + 1] for v in range(1, 120)] + [[1]]
    page = opened(traced(tmp_path, clauses, 120), tmp_path, open_page, width=width, height=height, step=90)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    boxes = [page.locator(name).bounding_box() for name in (".sea", "#board .clauses", "#board .here")]
    sea, clauses_box, here = (box or {"y": -1.0, "height": -1.0} for box in boxes)
    assert sea["y"] <= clauses_box["y"] <= here["y"]
    assert here["y"] + here["height"] <= clauses_box["y"] + clauses_box["height"] <= sea["y"] + sea["height"]


def test_on_paper_the_sentence_stands_above_the_assignment_and_all_clauses(tmp_path: Path, open_page: Opener) -> None:
    clauses = [[-v, v + 1] for v in range(1, 120)] + [[1]]
    page = opened(traced(tmp_path, clauses, 120), tmp_path, open_page, width=700, height=900, step=90)
    page.emulate_media(media="print")
    boxes = [page.locator(name).bounding_box() for name in (".telling", "#board .levels", "#board .clause:last-child")]
    sentence, levels, last = (box or {"y": -1.0, "height": 0.0} for box in boxes)
    assert sentence["y"] + sentence["height"] <= levels["y"] < last["y"]
    cut = "[...document.querySelectorAll('.sea, #board, .part')].filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    assert page.evaluate(cut) == 0


def test_lines_that_are_no_formula_are_an_error_in_the_trace(tmp_path: Path) -> None:
    first, *others = traced(tmp_path, COLOURS, 5)
    assert isinstance(first.step, Start)
    wrong = replace(first, step=replace(first.step, lines=("p cnf 2 1", "1 x 0")))
    with pytest.raises(InputError, match="the formula in its first record"):
        narrated([wrong, *others])
