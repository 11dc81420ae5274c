"""The page of techniques has every rung, and explain prints for the board of each rung what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hashicnf
from hashicnf.families.hashi.techniques import LADDER, RUNGS
from hashicnf.families.hashi.techniques.rung import Rung
from hashicnf.families.sudoku.techniques import LADDER as SUDOKU

TEXT = (Path(__file__).parent.parent.parent / "docs" / "techniques.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: str(rung.technique.rung))
def test_explain_prints_the_sentence_of_a_rung_for_its_board(rung: Rung) -> None:
    technique = rung.technique
    head = f"### {technique.rung} {technique.name} (grade {technique.grade})\n"
    section = TEXT.split(head, 1)[1].split("\n### ", 1)[0]
    (drawn,) = re.findall(r"^```text\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    told = " ".join(line.removeprefix("> ") for line in section.splitlines() if line.startswith("> "))
    steps = hashicnf.explain(hashicnf.parse(drawn)).steps
    assert told in [step.sentence for step in steps if step.technique == technique]


def test_the_page_of_sudokus_speaks_of_grades_that_there_are() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "sudoku.md").read_text(encoding="utf-8")
    (ends,) = re.findall(r"With `--difficulty` of grades (\d+) to (\d+)", page)
    assert {int(end) for end in ends} <= {technique.grade for technique in SUDOKU}


def test_every_technique_is_on_the_page_with_its_grade() -> None:
    for technique in LADDER:
        assert re.search(rf"{technique.rung} {technique.name} \(grade {technique.grade}\)", TEXT), technique
    for technique in SUDOKU:
        assert f"| {technique.rung} | {technique.name} | {technique.summary} | {technique.grade} |\n" in TEXT, technique
