"""The page of techniques has every rung, and each rung sees on its board what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hashicnf
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques import LADDER, RUNGS
from hashicnf.families.hashi.techniques.rung import Rung
from hashicnf.families.hashi.techniques.state import Ground, State
from hashicnf.families.sudoku.techniques import LADDER as SUDOKU
from hashicnf.trace.narration import sentence

TEXT = (Path(__file__).parent.parent.parent / "docs" / "techniques.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: str(rung.technique.rung))
def test_a_rung_sees_what_the_page_says(rung: Rung) -> None:
    technique = rung.technique
    head = f"### {technique.rung} {technique.name} (grade {technique.grade})\n"
    section = TEXT.split(head, 1)[1].split("\n### ", 1)[0]
    (drawn,) = re.findall(r"^```text\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    told = " ".join(line.removeprefix("> ") for line in section.splitlines() if line.startswith("> "))
    board = hashicnf.parse(drawn).board
    assert isinstance(board, hashicnf.Board)
    state = State(Ground(board), [other.technique.rung for other in RUNGS])
    if not board.loops:  # a loop needs bridges
        draw_what_is_plain(state)
    found = rung.find(state)
    assert found is not None
    assert sentence(rung.tell(Vocabulary(board, 1), found)) == told


def draw_what_is_plain(state: State) -> None:
    """Use the rungs on single islands to their end."""
    for rung in RUNGS[:3]:
        while (found := rung.find(state)) is not None:
            for change in found.changes:
                state.narrow(change)


def test_every_technique_is_on_the_page_with_its_grade() -> None:
    for technique in LADDER:
        assert re.search(rf"{technique.rung} {technique.name} \(grade {technique.grade}\)", TEXT), technique
    for technique in SUDOKU:
        assert f"| {technique.rung} | {technique.name} | {technique.summary} | {technique.grade} |\n" in TEXT, technique
