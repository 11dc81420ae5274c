"""``hashicnf.explain_trace`` and ``hashicnf.view_trace``: the text and the page of the command, from records, files and streams."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.cli.app import run

LIBRARY: Any = hashicnf
TEXT = "1.2\n...\n..1\n"


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Write the trace of a search by the command."""
    (tmp_path / "a.puz").write_text(TEXT)
    path = tmp_path / "a.jsonl"
    assert run(["solve", str(tmp_path / "a.puz"), "--method", "astar", "--trace", str(path)]) == 0
    return path


def test_the_command_prints_the_same_text_and_writes_the_same_page(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["explain-trace", str(trace), "--width", "70"]) == 0
    assert capsys.readouterr().out == hashicnf.explain_trace(trace, width=70)
    assert run(["explain-trace", str(trace), "--limit", "3", "-o", str(trace.with_name("a.html"))]) == 0
    assert trace.with_name("a.html").read_text(encoding="utf-8") == hashicnf.view_trace(str(trace), limit=3)


def test_records_and_streams_are_explained_like_files(trace: Path) -> None:
    tracer = hashicnf.Collector()
    hashicnf.solve(hashicnf.parse(TEXT), method="astar", tracer=tracer)
    text = hashicnf.explain_trace(tracer)
    assert text.count("\n") > len(tracer.records) / 2
    assert text == hashicnf.explain_trace(tracer.records) == hashicnf.explain_trace(iter(tracer.records))
    with trace.open(encoding="utf-8") as stream:
        assert hashicnf.explain_trace(stream) == hashicnf.explain_trace(io.BytesIO(trace.read_bytes()))
    assert hashicnf.view_trace(tracer) == hashicnf.view_trace(tracer.records)


def test_the_page_of_explain_is_that_of_view(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(TEXT)
    assert run(["explain", str(tmp_path / "a.puz"), "-o", str(tmp_path / "a.html")]) == 0
    page = hashicnf.view(hashicnf.read(tmp_path / "a.puz"), step_by_step=True)
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == page
    with pytest.raises(hashicnf.UsageError, match="there are no techniques for tiles puzzles"):
        hashicnf.view(hashicnf.parse("family: tiles\n1.\n32\n"), step_by_step=True)


WRONG: dict[str, Callable[[], object]] = {
    "expected a trace, by its file, an open stream or its records, not int": lambda: LIBRARY.explain_trace(3),
    "open stream or its records, not ndarray": lambda: LIBRARY.explain_trace(np.array(3)),
    "expected the records of a trace, not str": lambda: LIBRARY.view_trace(["a"]),
    "by its file, an open stream or its records, not Puzzle": lambda: LIBRARY.view_trace(hashicnf.parse(TEXT)),
    "limit: 0 is too small": lambda: hashicnf.explain_trace([], limit=0),
    "the file is empty": lambda: hashicnf.explain_trace(hashicnf.Collector()),
    "not a JSON object": lambda: hashicnf.explain_trace(io.StringIO("2.2\n")),
    "width: expected a whole number": lambda: LIBRARY.explain_trace([], width="wide"),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_has_its_message(words: str) -> None:
    with pytest.raises((hashicnf.UsageError, hashicnf.InputError), match=words):
        WRONG[words]()
