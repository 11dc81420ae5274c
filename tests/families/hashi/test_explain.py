"""Sentences about boards that occur in no search and no technique."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import run

SINGLE = "a single line means at least one bridge"
MANY = "a line means at least so many bridges"


@pytest.mark.parametrize(
    ("board", "said", "unsaid"),
    [
        ("3.3\n...\n3.3\n", SINGLE, MANY),
        ("max-bridges: 3\n5.5\n...\n5.5\n", MANY, SINGLE),
        ("1.2.1\n", "2 bridges are in every solution; for 2 of 2 pairs", "line means"),
    ],
    ids=["one or two", "two or three", "one solution"],
)
def test_lines_that_may_be_more_bridges_are_explained(tmp_path: Path, board: str, said: str, unsaid: str) -> None:
    path = tmp_path / "board.puz"
    path.write_text(board)
    done = run("backbone", str(path))
    assert said in done.stderr + done.stdout
    assert unsaid not in done.stderr + done.stdout
