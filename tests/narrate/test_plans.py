"""Traces of DPLL on formulas of plans: narrated in the words of the planning task."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf.narrate import explain_page
from hashicnf.trace.steps import Conflict, Decision, Forced, Record, Start
from tests.browsing import Opener
from tests.narrate.traces import EXAMPLES, narrated, traced, write

NEAR = "family: tiles\n123\n4.5\n786\n"
TINY = EXAMPLES.parent / "klotski" / "tiny.puz"
FAR = "family: tiles\n.12\n453\n"


def planned(text: str, horizon: int, **options: str) -> list[Record]:
    return traced(hashicnf.parse(text), "dpll", horizon=horizon, options=options)


def told(records: list[Record]) -> list[str]:
    return [event.sentence for event in narrated(records)]


def test_facts_and_steps_are_named() -> None:
    records = planned(NEAR, 2)
    sentences = told(records)
    assert sentences[0] == (
        "Search by DPLL on the formula of a plan of at most 2 steps for sliding tiles on 3 by 3 cells "
        "(cardinality direct, branching jeroslow-wang, horizon 2)."
    )
    assert sentences[1] == (
        "At the start: tile 1 in row 1, column 1, tile 2 in row 1, column 2, tile 3 in row 1, column 3, "
        "tile 4 in row 2, column 1, the blank in row 2, column 2 and 4 more, and nothing else (start)."
    )
    assert sentences[2].startswith("After step 2: tile 1 in row 1, column 1, tile 2 ")
    assert re.fullmatch(r"\d+ facts cannot hold \(unreachable\)\.", sentences[3])
    assert all(" because " in sentence for sentence in sentences[4:-2])
    assert "There is a step 2, because in step 2 a tile moves up into row 2, column 3 (order)." in sentences
    assert not any(re.search(r"\bx\d", sentence) for sentence in sentences)


def test_what_does_not_hold_is_said_of_the_piece() -> None:
    sentences = told(planned(FAR, 7))
    assert (
        "In step 1 no tile moves left into row 1, column 2, because at the start: the blank is not in row 1, column 2 "
        "(precondition)." in sentences
    )
    sentences = told(planned(TINY.read_text(encoding="utf-8"), 2))
    moving = [sentence for sentence in sentences if sentence.startswith("In step 1 the 2x2 piece at row 1, column 2 ")]
    assert any(" does not move left by 1, because at the start: no blank at row 1, column 1" in one for one in moving)


def test_choices_and_contradictions_are_told() -> None:
    seen = set[type]()
    for text, horizon in ((FAR, 2), (FAR, 7), (TINY.read_text(encoding="utf-8"), 2)):
        records = planned(text, horizon)
        for event in narrated(records):
            assert event.record is not None
            seen.add(type(event.record.step))
            if isinstance(event.record.step, Decision):
                assert re.match(r"(Suppose|Or else) (in step|after|there)", event.sentence)
            if isinstance(event.record.step, Conflict):
                assert event.sentence.startswith("Contradiction: ")
    assert seen >= {Decision, Conflict, Forced}


def test_variables_without_words_keep_the_names_of_the_formula(tmp_path: Path, open_page: Opener) -> None:
    records, page = planned("family: tiles\n12\n.3\n", 1, positions="binary"), tmp_path / "page.html"
    sentences = told(records)
    assert "There is a step 1, because in step 1 a tile moves left into row 2, column 1 (order)." in sentences
    explain_page(write(tmp_path / "t.jsonl", records), str(page))
    opened = open_page(page, step=len(sentences))
    shown = {text.partition(" = ")[0] for text in opened.locator("#board .cell").all_inner_texts()}
    named = {name.lower() for one in sentences for name in re.findall(r"state\[\d+,\d+\]", one, re.IGNORECASE)}
    assert named
    assert shown >= named | {"action[0,0]", "busy[0]"}
    assert not any(name.startswith("x") for name in shown)


@pytest.mark.parametrize("horizon", ["many", -1, 1e9, 10**9])
def test_a_horizon_that_makes_no_formula_leaves_literals(horizon: str | float) -> None:
    first, *others = planned(NEAR, 2)
    assert isinstance(first.step, Start)
    changed = replace(first, step=replace(first.step, settings={**first.step.settings, "horizon": horizon}))
    assert any("x1 is false" in sentence for sentence in told([changed, *others]))


READ_LAYERS = """() => {
  const slider = document.getElementById("slider"), found = [];
  const isThere = (piece) => piece.style.display !== "none" && !/ruled-out|open/.test(piece.className.baseVal);
  for (let step = 0; step <= Number(slider.max); step++) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    found.push([...document.querySelectorAll("#board > g")].map((board) => [
      board.querySelector(".caption").textContent,
      [...board.querySelectorAll(".piece")].filter(isThere)
        .map((piece) => `${piece.textContent}@${piece.getAttribute("transform")}`),
    ]));
  }
  return found;
}"""
PLACED = re.compile(r"(At the start|After step (\d+)): (the blank|tile (\d)) in row (\d), column (\d)")


def test_the_page_has_a_board_for_each_step_with_what_is_known_of_it(tmp_path: Path, open_page: Opener) -> None:
    records, page = planned(NEAR, 2), tmp_path / "page.html"
    assert not any(isinstance(record.step, Decision) for record in records)
    events = narrated(records)
    assert explain_page(write(tmp_path / "t.jsonl", records), str(page)) == len(events)
    narrator = events[0].subject.narrator  # type: ignore[union-attr]
    known: list[set[str]] = [set(), set(), set()]
    for event, drawn in zip(events, open_page(page).evaluate(READ_LAYERS), strict=True):
        steps = [event.record.step] if event.record is not None else []
        literals = event.literals or [step.literal for step in steps if isinstance(step, Forced)]
        for literal in literals:
            sentence = narrator.narrate(Forced(literal, "", "", -1), {}).sentence
            if (found := PLACED.match(sentence)) is not None:
                known[int(found[2] or 0)].add(f"{found[4] or '·'}@translate({int(found[6]) - 1} {int(found[5]) - 1})")
        assert [set(pieces) for _, pieces in drawn] == known, event.sentence
    assert [len(pieces) for pieces in known] == [9, 9, 9]
    assert [caption for caption, _ in drawn] == ["start", "1: left", "2: up"]


def test_pieces_of_klotski_are_drawn_by_their_shapes(tmp_path: Path, open_page: Opener) -> None:
    records, page = planned(TINY.read_text(encoding="utf-8"), 1), tmp_path / "page.html"
    explain_page(write(tmp_path / "t.jsonl", records), str(page))
    first, last = open_page(page).evaluate(READ_LAYERS)[-1]
    assert first[0] == "start"
    assert last[0] == "1: 2x2 down 1"
    assert len(first[1]) == 3 + 5
    assert {"@translate(1 0)", "@translate(0 0)", "@translate(0 2)"} <= set(first[1])
    assert "@translate(1 1)" in last[1]
