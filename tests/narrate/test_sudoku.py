"""Sentences about cells and numbers: the wording of every kind of step, and complete traces of every method."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hashicnf
from hashicnf.families.sudoku.explain import RULES, SudokuNarrator
from hashicnf.narrate import explain_page
from hashicnf.narrate.events import LIMITED, events_of
from hashicnf.narrate.text import Speaker, paragraphs
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.trace.narration import Reasoned, Values
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune, Record
from tests.families.sudoku.boards import EASY, board_of, puzzle
from tests.narrate.traces import ROOT, expected_states, lines_of, narrated, traced, write

SMALL = "family: sudoku\ndiagonals: yes\n1...\n..3.\n....\n.2..\n"


def narrator() -> SudokuNarrator:
    compiled = compile_puzzle(hashicnf.parse(SMALL), Encodings(at_most_one="ladder", simplify=False))
    return SudokuNarrator(board_of(compiled.puzzle), compiled.formula.variables)


def cell(row: int, column: int, number: int) -> int:
    """Return the variable of a cell and a number, all counted from 1."""
    return ((row - 1) * 4 + column - 1) * 4 + number


@pytest.mark.parametrize(
    ("step", "values", "expected"),
    [
        (Decision((cell(1, 2, 3),)), {}, "Suppose row 1, column 2 is 3."),
        (Decision((-cell(1, 2, 3),), "", 2), {}, "Or else row 1, column 2 is not 3."),
        (Decision((cell(1, 2, 3),), "the cells are swapped"), {}, "Suppose the cells are swapped."),
        (Decision(()), {}, "Suppose the next choice."),
        (Forced(cell(1, 1, 1), "given", "cell", 0), {}, "Row 1, column 1 is 1: this is given."),
        (Forced(-cell(1, 1, 2), "fixed", "variable", 1), {}, "Row 1, column 1 is not 2: this follows from the givens."),
        (Forced(cell(4, 4, 3), "cell", "cell", 15), {}, "Row 4, column 4 is 3: no other number is left for this cell."),
        (
            Forced(-cell(1, 2, 3), "single", "cell", 1),
            {cell(1, 2, 4): True},
            "Row 1, column 2 is not 3: this cell holds 4.",
        ),
        (Forced(-cell(1, 2, 3), "single", "cell", 1), {}, "Row 1, column 2 is not 3: this cell holds another number."),
        (
            Forced(-cell(2, 2, 1), "row", "row", 4),
            {cell(2, 4, 1): True},
            "Row 2, column 2 is not 1: row 2 has its 1 in column 4.",
        ),
        (
            Forced(-cell(2, 2, 1), "column", "column", 4),
            {cell(4, 2, 1): True},
            "Row 2, column 2 is not 1: column 2 has its 1 in row 4.",
        ),
        (
            Forced(-cell(2, 2, 1), "box", "box", 0),
            {cell(1, 1, 1): True},
            "Row 2, column 2 is not 1: the box of rows 1 to 2, columns 1 to 2 has its 1 at row 1, column 1.",
        ),
        (
            Forced(-cell(2, 2, 1), "diagonal", "diagonal", 0),
            {},
            "Row 2, column 2 is not 1: the falling diagonal has its 1 elsewhere.",
        ),
        (
            Forced(cell(2, 3, 3), "row-place", "row", 6),
            {},
            "Row 2, column 3 is 3: row 2 has no other place for 3.",
        ),
        (
            Forced(cell(4, 1, 1), "diagonal-place", "diagonal", 4),
            {},
            "Row 4, column 1 is 1: the rising diagonal has no other place for 1.",
        ),
        (Forced(cell(1, 1, 1), "row", "row", -1), {}, "Row 1, column 1 is 1: row."),
        (Forced(-cell(1, 1, 1), "row", "nothing", 3), {}, "Row 1, column 1 is not 1: row."),
        (Forced(65, "row.ladder", "row", 0), {}, "In the encoding of row.ladder: row.ladder[0,0] is true."),
        (Forced(-99999, "", "", 0), {}, "In the encoding of the formula: variable 99999 is false."),
        (Conflict("cell", "cell", 1), {}, "Contradiction: no number is left for row 1, column 2."),
        (Conflict("single", "cell", 1), {}, "Contradiction: row 1, column 2 would hold two numbers."),
        (Conflict("row", "row", 4), {}, "Contradiction: row 2 would hold 1 twice."),
        (
            Conflict("box-place", "box", 15),
            {},
            "Contradiction: the box of rows 3 to 4, columns 3 to 4 has no place left for 4.",
        ),
        (
            Conflict("given", "cell", 0),
            {cell(1, 1, 2): True},
            "Contradiction: row 1, column 1 is given 1, and would hold 2.",
        ),
        (Conflict("row", "row", 99), {}, "Contradiction: row."),
        (Conflict("cell", "cell", 16), {}, "Contradiction: cell."),
        (Prune("no way on", "cell", (0, 99)), {}, "Give up here: no way on (row 1, column 1)."),
        (Prune("no way on", "thing", (0,)), {}, "Give up here: no way on."),
        (
            Cut((cell(1, 1, 1), -cell(1, 2, 1)), "x", "y"),
            {},
            "To remember: row 1, column 1 is 1 or row 1, column 2 is not 1 (x).",
        ),
    ],
)
def test_the_wording_of_every_kind_of_step(step: Reasoned, values: Values, expected: str) -> None:
    assert narrator().narrate(step, values).sentence == expected


def test_labels_and_subject() -> None:
    told = narrator()
    assert told.label((cell(1, 2, 3),)) == "(1, 2) = 3"
    assert told.label((-cell(1, 2, 3), -65)) == "(1, 2) ≠ 3 and row.ladder[0,0] is false"
    assert told.label((cell(1, 2, 3), cell(1, 4, 1), -cell(1, 2, 1), -cell(1, 4, 3))) == "(1, 2) = 3 and (1, 4) = 1"
    assert told.subject == "a sudoku of 4 by 4 cells with 3 givens"


def briefly(board: hashicnf.Puzzle, method: str, max_nodes: int = 50, **options: Any) -> list[Record]:
    return traced(board, method, max_nodes=max_nodes, **options)


@pytest.mark.parametrize("method", ["dpll", "astar", "candidates", "backtracking"])
def test_traces_of_every_method_are_told_in_words_of_the_puzzle(method: str) -> None:
    records = briefly(hashicnf.parse(SMALL), method)
    rules = {record.step.rule for record in records if isinstance(record.step, Forced | Conflict)}
    assert rules <= set(RULES)
    told = [event.sentence for event in narrated(records)]
    assert not [line for line in told if "encoding" in line or "cell[" in line or re.search(r"\bvariable\b", line)]
    assert told[1] == "3 numbers are given."
    assert not any("this is given" in line for line in told)


def test_numbers_that_are_given_are_one_step() -> None:
    records = briefly(hashicnf.parse(SMALL), "dpll")
    told = narrated(records)
    assert len(told) == len(records) - 2
    assert [event.number for event in told] == [*range(1, len(told) + 1)]
    literals = (cell(1, 1, 1), cell(2, 3, 3), cell(4, 2, 2))
    assert (told[1].literals, list(told[1].marks["cells"])) == (literals, [0, 6, 13])
    told = list(events_of(lines_of(records), "t", 2))
    assert [event.sentence for event in told[1:]] == ["3 numbers are given.", LIMITED]
    assert narrated(records[:3])[1].sentence == "2 numbers are given."
    assert narrated(records[:2])[1].sentence == "Row 1, column 1 is 1: this is given."


def test_the_text_of_a_running_search_joins_them_too() -> None:
    records, lines = briefly(hashicnf.parse(SMALL), "dpll"), list[str]()
    speaker = Speaker(lines.append, 100)
    for record in records:
        speaker.emit(record)
    assert lines == list(paragraphs(narrated(records), 100))


def test_a_trace_shows_the_steps_that_simplifying_takes_before() -> None:
    usual, asked = (briefly(puzzle(EASY), "dpll", **options) for options in ({}, {"simplify": True}))
    forced = [record.step.rule for record in usual if isinstance(record.step, Forced)]
    assert {"given", "row", "column", "box"} <= set(forced)
    assert {record.step.rule for record in asked if isinstance(record.step, Forced)} == {"fixed"}


@pytest.mark.parametrize(
    "options",
    [{}, {"redundant": False}, {"options": {"model": "minimal"}}, {"simplify": True, "redundant": False}],
)
def test_auxiliary_variables_have_the_names_of_the_formula_that_was_searched(options: dict[str, Any]) -> None:
    board = hashicnf.read(ROOT / "examples/sudoku/small.puz")
    records = briefly(board, "dpll", at_most_one="binary", **options)
    asked = {"simplify": False, **options}
    variables = compile_puzzle(board, Encodings(at_most_one="binary", connectivity="lazy", **asked)).variables
    auxiliary = [
        (step.literal, event.sentence)
        for event in narrated(records)
        if event.record and isinstance(step := event.record.step, Forced) and abs(step.literal) > 216
    ]
    assert auxiliary
    assert all(f": {variables.text(abs(literal))} is " in said for literal, said in auxiliary)


def test_every_forced_literal_was_forced() -> None:
    """The claim of a sentence about a unit holds at that step: the number is placed already, or has no other place."""
    board = hashicnf.parse(SMALL)
    known: dict[int, bool] = {}
    told = narrator()
    for record in briefly(board, "dpll"):
        step = record.step
        if isinstance(step, Decision):
            break
        if isinstance(step, Forced):
            sentence = told.narrate(step, known).sentence
            assert "elsewhere" not in sentence
            assert "another number" not in sentence
            known[abs(step.literal)] = step.literal > 0


@pytest.mark.parametrize("method", ["dpll", "candidates", "backtracking", "swap"])
def test_the_page_draws_the_numbers(method: str, tmp_path: Path, open_page: Any) -> None:
    records = briefly(puzzle(EASY), method, max_nodes=5)
    page_file = tmp_path / "page.html"
    explain_page(write(tmp_path / "t.jsonl", records), str(page_file))
    page: Page = open_page(page_file)
    expect(page.locator("#board .cell")).to_have_count(81)
    page.keyboard.press("End")
    shown = page.locator("#board .number").all_text_contents()
    holds = expected_states(records)[-1]
    placed = ["".join(str(k) for k in range(1, 10) if holds.get(9 * p + k)) for p in range(81)]
    assert [text.strip("×") for text in shown] == [
        number or given.strip(".") for number, given in zip(placed, EASY, strict=True)
    ]
    assert (sum(map(bool, shown)) == 81) == (method in {"dpll", "candidates", "swap"})
