"""Standard output that cannot hold every character."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hashicnf.cli.app import run

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "hashi"


@pytest.mark.parametrize(
    ("encoding", "arguments", "code"),
    [
        ("latin-1", ("draw", "small.puz", "small.sol"), 2),
        ("ascii", ("solve", "small.puz", "--method", "dpll", "--trace", "-"), 2),
        ("ascii", ("draw", "small.puz", "small.sol", "--style", "ascii"), 0),
        ("utf-8", ("draw", "small.puz", "small.sol"), 0),
    ],
)
def test_what_it_cannot_hold_is_named(
    encoding: str,
    arguments: tuple[str, ...],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    monkeypatch.chdir(EXAMPLES)
    assert run(list(arguments)) == code
    said = f"hashicnf: standard output is {encoding} text, which has no '\\"
    assert capsys.readouterr().err.startswith(said) is (code == 2)
