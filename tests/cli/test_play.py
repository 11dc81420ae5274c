"""A plan that is played on a terminal, by its keys."""

from __future__ import annotations

import os
import termios
from pathlib import Path

from tests.commands import terminal

ROOT = Path(__file__).parent.parent.parent
BOARD, PLAN = (str(ROOT / "examples" / "tiles" / name) for name in ("small.puz", "small.sol"))


def test_keys_pause_it_go_on_and_end_it() -> None:
    with terminal("draw", BOARD, PLAN, "--play", "--speed", "1000", output=True) as shown:
        keyboard = shown.screen
        assert shown.finish()[0] == 0  # to its end, where nothing is pressed
        assert "step 14  (space pauses" in shown.shown
        assert os.isatty(keyboard)
    with terminal("draw", BOARD, PLAN, "--play", "--speed", "0.01", output=True) as shown:
        shown.wait_for("start  (space pauses")
        os.write(shown.screen, b" ")
        os.write(shown.screen, b"?")  # no key of ours
        os.write(shown.screen, b"n")
        shown.wait_for("step 1  (")
        os.write(shown.screen, b"\x1b[C")
        shown.wait_for("step 2  (")
        assert "step 3" not in shown.shown
        assert not termios.tcgetattr(shown.screen)[3] & termios.ECHO
        os.write(shown.screen, b"q")
        assert shown.finish()[0] == 0
        assert termios.tcgetattr(shown.screen)[3] & termios.ECHO
