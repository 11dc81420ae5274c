"""Playing a plan on a terminal, controlled by keys."""

from __future__ import annotations

import os
import re
import signal
import termios
from contextlib import nullcontext
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from hashicnf.cli import keys
from hashicnf.cli.app import run
from tests.commands import Terminal, terminal

ROOT = Path(__file__).parent.parent.parent
BOARD, PLAN = (str(ROOT / "examples" / "tiles" / name) for name in ("small.puz", "small.sol"))


def shows_what_is_typed(shown: Terminal) -> bool:
    return bool(termios.tcgetattr(shown.screen)[3] & termios.ECHO)


def test_keys_pause_it_go_on_and_end_it() -> None:
    with terminal("draw", BOARD, PLAN, "--play", "--speed", "1000", output=True) as shown:
        assert shown.finish()[0] == 0  # to its end, where nothing is pressed
        assert "step 14 of 14: tile 6 moves up  (space: pause" in shown.shown
    with terminal("draw", BOARD, PLAN, "--play", "--speed", "0.01", output=True) as shown:
        shown.wait_for("start  (space: pause")
        os.write(shown.screen, b" ")
        os.write(shown.screen, b"?")  # no key of ours
        os.write(shown.screen, b"n")
        shown.wait_for("step 1 of 14: tile 2 moves left  (")
        os.write(shown.screen, b"\x1b[C")
        shown.wait_for("step 2 of 14: tile 5 moves up  (")
        assert "step 3" not in shown.shown
        assert not shows_what_is_typed(shown)
        os.write(shown.screen, b"q")
        assert shown.finish()[0] == 0
        assert shows_what_is_typed(shown)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGQUIT, -signal.SIGQUIT)]
)
def test_the_terminal_is_as_it_was_after_any_end(number: signal.Signals, code: int) -> None:
    with terminal("draw", BOARD, PLAN, "--play", "--speed", "0.01", output=True) as shown:
        shown.wait_for("start  (space: pause")
        assert not shows_what_is_typed(shown)
        shown.process.send_signal(number)
        assert shown.finish()[0] == code
        assert shows_what_is_typed(shown)


def test_a_wait_for_a_key_is_made_of_moments_after_each_of_which_ctrl_c_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal that arrives just before a system call does not end the call."""
    waits: list[float] = []
    now = iter([0.0, 0.0, 0.2, 0.2, 0.4, 0.4, 0.5, 0.5])
    monkeypatch.setattr("hashicnf.cli.keys.time.monotonic", lambda: next(now))

    def nothing(*given: Any) -> tuple[list[int], list[int], list[int]]:
        waits.append(given[3])
        return [], [], []

    monkeypatch.setattr("hashicnf.cli.keys.select.select", nothing)
    assert not keys._has_more(0, 0.5)
    assert waits == [0.2, 0.2, pytest.approx(0.1)]


def test_a_narrow_terminal_has_one_line_below_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashicnf.cli.play.is_screen", lambda _: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((20, 24)))
    monkeypatch.setattr("hashicnf.cli.play.keys_of", lambda _: nullcontext(lambda _: ""))
    assert run(["draw", BOARD, PLAN, "--play", "--speed", "1000"]) == 0
    assert "start  (space: pau…\x1b[K\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("columns", "rows", "first", "height"),
    [(7, 24, "┌─────…", 5), (9, 24, "┌───────┐", 5), (9, 5, "┌───────┐", 3), (7, 1, "start…", 0)],
)
def test_no_board_is_larger_than_the_terminal(
    columns: int,
    rows: int,
    first: str,
    height: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("hashicnf.cli.play.is_screen", lambda _: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, rows)))
    monkeypatch.setattr("hashicnf.cli.play.keys_of", lambda _: nullcontext(lambda _: ""))
    assert run(["draw", BOARD, PLAN, "--play", "--speed", "1000"]) == 0
    lines = re.sub(r"\r?\x1b\[\d*[AK]", "", capsys.readouterr().out).splitlines()
    assert lines[0] == first
    assert lines[height].startswith("start")
    assert max(map(len, lines)) <= columns


def test_steps_are_named_in_the_words_of_the_family(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board, plan = tmp_path / "a.puz", tmp_path / "a.sol"
    board.write_text("family: klotski\ngoal: A at 2,2\nAB.\n...\n...\n")
    plan.write_text("A down 1\nB right 1 down 2\nA right 1\n")
    monkeypatch.setattr("hashicnf.cli.play.is_screen", lambda _: True)
    monkeypatch.setattr("hashicnf.cli.play.keys_of", lambda _: nullcontext(None))
    assert run(["draw", str(board), str(plan), "--play", "--speed", "1000"]) == 0
    shown = [line.removesuffix("\x1b[K") for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown if line.startswith(("start", "step"))] == [
        "start",
        "step 1 of 3: piece A moves down",
        "step 2 of 3: piece B moves right, then down by 2",
        "step 3 of 3: piece A moves right",
    ]


def test_a_terminal_that_has_another_size_than_before_is_cleared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A narrower terminal may have wrapped each line, so that the last board has more lines than before."""
    sizes = chain([80] * 4, repeat(40))
    monkeypatch.setattr("hashicnf.cli.play.is_screen", lambda _: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((next(sizes), 24)))
    monkeypatch.setattr("hashicnf.cli.play.keys_of", lambda _: nullcontext(lambda _: ""))
    assert run(["draw", BOARD, PLAN, "--play", "--speed", "1000"]) == 0
    frames = capsys.readouterr().out.split("\x1b[K\n")
    begins = [re.match(r"(?:\r?\x1b\[\d*\w)*", frame) for frame in frames[1:-1]]
    upwards, cleared = "\r\x1b[6A", "\x1b[H\x1b[2J"
    assert [found and found[0] for found in begins] == [upwards, upwards, cleared, *[upwards] * 11]
