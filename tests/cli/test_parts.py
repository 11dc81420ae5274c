"""Puzzles of several families in one run: those that a command is not for are named and left out."""

from __future__ import annotations

import pytest

from tests.commands import run


@pytest.mark.parametrize(
    "command", ["unique", "count", "enumerate", "backbone", "sample", "diagnose", "explain", "rate"]
)
def test_a_puzzle_of_a_family_that_a_command_is_not_for_does_not_stop_the_others(command: str) -> None:
    both = run(command, "examples/tiles/small.puz", "examples/hashi/small.puz")
    alone = run(command, "examples/tiles/small.puz")
    assert both.returncode == alone.returncode == 2
    assert alone.stdout == ""
    refused = alone.stderr.removeprefix("hashicnf: ")
    assert refused.startswith(
        ("tiles puzzles ", "there are no techniques for tiles puzzles; this is for hashi, sudoku")
    )
    assert both.stderr.startswith(f"hashicnf: examples/tiles/small.puz: {refused}")
    assert "examples/hashi/small.puz" in both.stdout + both.stderr
