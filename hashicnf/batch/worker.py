"""A worker: a process that reads chunks of items and writes answers until its input ends.

The first argument is JSON with its settings. Each chunk is a message with a list of items. The answer to each item is a message
too, written immediately and in order: its items, its results, and the number of puzzles in its text. Before it, a message with the
facts about a puzzle reports that it is read. The first message reports that the worker is ready: it is the address space that the
process takes by then.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from typing import BinaryIO, Final

from hashicnf.backends.choose import KILLABLE
from hashicnf.batch.execute import Executor, warm_up
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.limits import address_space, limit_memory
from hashicnf.batch.messages import receive, send

IDLE: Final = 120.0  # seconds without a chunk after which the worker ends


def main() -> None:
    """Execute chunks until the input ends."""
    settings = Settings(**json.loads(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of solvers must not mix with answers
    executor = Executor(settings, lambda puzzle: send(answers, puzzle))
    if executor.task.measures:
        KILLABLE.set()
    with open(0, "rb", buffering=0, closefd=False) as source:
        is_first = True
        while _is_needed() and (chunk := receive(source)) is not None:
            items = [Item(*fields) for fields in chunk]
            if is_first:
                _get_ready(executor, items[0], answers)
                is_first = False
            for item in items:
                answer = executor.execute(item)
                send(answers, ([item.data() for item in answer.items], answer.results, answer.puzzles))


def _get_ready(executor: Executor, first: Item, answers: BinaryIO) -> None:
    """Load the modules of the task, report that the worker is ready, and set the memory limit."""
    warm_up(executor, first)
    gc.freeze()  # loaded modules stay, so exclude them from garbage collection
    send(answers, address_space())
    limit_memory(executor.settings.memory)


def _is_needed() -> bool:
    """Wait for a chunk or the end of the input; return False after ``IDLE`` seconds, since the driver may no longer exist."""
    return bool(select.select([0], [], [], IDLE)[0])
