"""Searches that leave nodes and return to them: sentences name the node, and explain why a complete one is not the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashicnf.families import FAMILIES
from hashicnf.narrate import explain_page
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.pipeline.puzzles import parse
from hashicnf.trace.steps import Record, Solution
from tests.narrate.traces import TRACED, narrated, traced, write

BOARD = "2..4..2\n.......\n3..?..2\n"


def records_of(method: str, text: str = BOARD) -> list[Record]:
    return traced(parse(text), method)


def test_a_solution_names_the_node_that_is_taken_up_again() -> None:
    sentences = [event.sentence for event in narrated(records_of("astar"))]
    assert sentences[20].startswith("Suppose there are two bridges between islands 4 and ? in column 4")
    value = "(f = 9 + 0 = 9)".replace(" ", NO_BREAK)
    resumed = f"Continue from step 21, an open node of least f {value}. Solved: nothing is left to decide."
    assert sentences[28].endswith(f" {resumed}")


def test_no_method_jumps_to_its_solution_in_silence() -> None:
    jumps = set()
    for method in TRACED:
        records = records_of(method)
        (at,) = [number for number, record in enumerate(records) if isinstance(record.step, Solution)]
        before, found, sentence = records[at - 1], records[at], narrated(records)[at].sentence
        entered = next(number for number, record in enumerate(records, 1) if record.node == found.node)
        assert (f"Continue from step {entered:,}" in sentence) == (before.node != found.node), method
        jumps.add(before.node != found.node)
    assert jumps == {True, False}


def test_a_complete_node_that_waits_is_said_to_wait() -> None:
    sentences = [event.sentence for event in narrated(records_of("astar"))]
    assert sentences[16].startswith(
        "Nothing is left to decide after step 16, but the search makes all children of a node first, "
        "and tests one only when it takes it up. Or else "
    )
    assert sentences[24].startswith(
        "Nothing is left to decide after step 24 either, but that node waits, too. Or else "
    )
    assert sum("Nothing is left to decide after" in sentence for sentence in sentences) == 3


@pytest.mark.parametrize("method", ["dpll", "dfs", "backtracking", "bruteforce"])
def test_depth_first_no_complete_node_waits(method: str) -> None:
    assert not any("Nothing is left to decide after" in event.sentence for event in narrated(records_of(method)))


def test_a_sliding_puzzle_is_taken_up_again_too() -> None:
    example = FAMILIES.get("tiles").example
    sentences = [event.sentence for event in narrated(records_of("astar", example))]
    assert sentences[-2].startswith("Continue from ")
    assert sentences[-2].endswith("Solved: the goal is reached.")


def test_the_page_says_the_same(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    explain_page(write(tmp_path / "t.jsonl", records_of("astar")), str(page))
    text = page.read_text(encoding="utf-8")
    assert (
        "Continue from step 21, an open node of least f (f\u00a0=\u00a09\u00a0+\u00a00\u00a0=\u00a09). Solved" in text
    )
    assert "Nothing is left to decide after step 16" in text
