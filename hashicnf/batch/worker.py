"""A worker: a process that reads chunks of items and writes results, until its input ends.

It is given its settings and the number of its parent as JSON in the first argument. A chunk is a line of JSON, a list of items. The
answer for each item is a line of JSON too, written at once: its place in the chunk, the items and the results that came of it, and
the number of puzzles in its text. The first line of all reports that the worker is ready.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from typing import Any, Final

from hashicnf.batch.execute import Answer, Executor, warm_up
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.limits import die_with, limit_memory

READY: Final = b"ready\n"
IDLE: Final = 120.0  # seconds without a chunk after which it ends


def main() -> None:
    """Serve chunks."""
    order = json.loads(sys.argv[1])
    die_with(order["parent"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints is no answer
    limit_memory(order["settings"].get("memory"))
    executor = Executor(Settings(**order["settings"]))
    warm_up(executor)
    answers.write(READY)
    answers.flush()
    while _is_needed() and (line := sys.stdin.buffer.readline()):
        for place, fields in enumerate(json.loads(line)):
            answers.write(_line(place, executor.execute(Item(*fields))))
            answers.flush()


def _is_needed() -> bool:
    """Wait for a chunk, or the end of the input; return False if nothing comes for long: whoever gives chunks may be gone."""
    return bool(select.select([sys.stdin.fileno()], [], [], IDLE)[0])


def _line(place: int, answer: Answer) -> bytes:
    """Write an answer as the driver reads it."""
    data: list[Any] = [place, [item.data() for item in answer.items], answer.results, answer.puzzles]
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
