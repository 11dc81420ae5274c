"""Time limits for reading: missing input is not waited for any longer, and present input is read as without a limit."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread, Timer

import pytest

from hashicnf.cli.app import run
from hashicnf.errors import GaveUp
from hashicnf.files.inputs import limited_waiting, read_bytes, read_lines


@pytest.fixture
def pipe(tmp_path: Path) -> str:
    """A named pipe that no process writes to."""
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("limit", [0.0, 0.05])
def test_a_pipe_that_nobody_writes_is_given_up(limit: float, pipe: str) -> None:
    start = time.monotonic()
    with (
        pytest.raises(GaveUp, match=f"{pipe}: time limit of {limit:g} s reached while reading"),
        limited_waiting(limit),
    ):
        read_bytes(pipe)
    assert time.monotonic() - start < 5


def test_a_pipe_is_read_to_its_end_within_the_limit(pipe: str) -> None:
    writer = Timer(0.05, lambda: Path(pipe).write_bytes(b"2.2\n" * 50_000))
    writer.start()
    with limited_waiting(30) as clock:
        assert read_bytes(pipe) == b"2.2\n" * 50_000
    writer.join()
    assert clock.left is not None
    assert 0 < clock.left < 30


def test_a_writer_that_does_not_go_on_is_given_up() -> None:
    out, into = os.pipe()
    os.write(into, b"2.")
    with pytest.raises(GaveUp), limited_waiting(0.05):
        read_bytes(f"/dev/fd/{out}")
    os.close(out)
    os.close(into)


@pytest.mark.parametrize("limit", [None, 30.0])
def test_input_that_does_not_block_is_read_to_its_end(limit: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Callable[[], bytes]] = [lambda: read_bytes("-"), lambda: "".join(read_lines("-")).encode()]
    for read in reads:
        out, into = os.pipe()
        os.set_blocking(out, False)
        with os.fdopen(out, "rb") as buffer:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(buffer))
            writer = Thread(target=_write_slowly, args=(into, b"2.", b"2\n"))
            writer.start()
            with limited_waiting(limit):
                assert read() == b"2.2\n"
            writer.join()


def _write_slowly(into: int, *parts: bytes) -> None:
    for part in parts:
        time.sleep(0.03)
        os.write(into, part)
    os.close(into)


def test_files_are_read_whatever_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_text("2.2\n")
    with limited_waiting(0):
        assert read_bytes(str(path)) == b"2.2\n"


@pytest.mark.parametrize(
    ("command", "code"),
    [(["solve"], 30), (["prove", "--cnf", "a.cnf", "--proof", "a.drup"], 30), (["cubes"], 30), (["sat"], 0)],
)
def test_commands_give_up_with_their_own_code(
    command: list[str], code: int, pipe: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, "--timeout", "0.05", pipe]) == code
    output, errors = capsys.readouterr()
    assert "time limit of 0.05 s reached" in output + errors
