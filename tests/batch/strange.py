"""Families whose puzzles harm the process that reads them: a plug-in package, created in a folder of the tests."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from typing import Any, Final

from hashicnf.core.constraints import Batch
from hashicnf.core.document import Document
from hashicnf.core.options import Choices
from hashicnf.families import Family, Static
from hashicnf.families.hashi import FAMILY as HASHI
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.constraints import decode


def die(document: Document, choices: Choices) -> Board:
    """Kill the process that reads the puzzle."""
    os.kill(os.getpid(), signal.SIGKILL)
    return HASHI.build(document, choices)


def kill_the_parent(document: Document, choices: Choices) -> Board:
    """Kill the parent of the process that reads the puzzle."""
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)
    return HASHI.build(document, choices)


def wait(document: Document, choices: Choices) -> Board:
    """Wait for a while, unless the tests disable that."""
    time.sleep(float(os.environ.get("SECONDS_OF_SLOW", "0.05")))
    return HASHI.build(document, choices)


def hang(document: Document, choices: Choices) -> Board:
    """Never end, but stop at alarms."""
    time.sleep(600)
    return HASHI.build(document, choices)


def deafen(*_: object) -> tuple[Batch, ...]:
    """Read the puzzle, then never end, and ignore alarms."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    time.sleep(600)
    return ()


def gorge(document: Document, choices: Choices) -> Board:
    """Allocate more memory than is available."""
    hoard = [bytes(1 << 28) for _ in range(1 << 10)]
    assert hoard
    return HASHI.build(document, choices)


def break_down(document: Document, choices: Choices) -> Board:
    """Raise an unexpected exception."""
    raise ZeroDivisionError(str(document.cells.shape) + str(choices))


def _family(build: Any) -> Family[Any, Any]:
    return replace(HASHI, build=build)


DEADLY: Final = _family(die)
PARRICIDE: Final = _family(kill_the_parent)
SLOW: Final = _family(wait)
HANGING: Final = _family(hang)
DEAF: Final = replace(HASHI, static=Static(deafen, decode))
GREEDY: Final = _family(gorge)
BROKEN: Final = _family(break_down)

PROJECT: Final = {
    "name": "strange-puzzles",
    "version": "1.0",
    "entry-points": {
        "hashicnf.families": {
            name: f"tests.batch.strange:{name.upper()}"
            for name in ("deadly", "parricide", "slow", "hanging", "deaf", "greedy", "broken")
        }
    },
}
