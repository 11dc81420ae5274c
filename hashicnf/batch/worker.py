"""A worker: a process that reads chunks of items and writes results, until its input ends.

It is given its settings and the number of its parent as JSON in the first argument. A chunk is a message, a list of items, and the
answer for each item is one too, written at once and in their order: the items and the results that came of it, and the number of
puzzles in its text. The first message of all reports that the worker is ready: it is the address space that it takes by then.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from typing import BinaryIO, Final

from hashicnf.backends.deathsignal import dying_with
from hashicnf.batch.execute import Executor, warm_up
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.limits import address_space, limit_memory
from hashicnf.batch.messages import receive, send

IDLE: Final = 120.0  # seconds without a chunk after which it ends


def main() -> None:
    """Serve chunks."""
    order = json.loads(sys.argv[1])
    if (die := dying_with(order["parent"])) is not None:
        die()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints is no answer
    executor = Executor(Settings(**order["settings"]))
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
    """Load what is needed, report that, and keep to the limit of memory from then on."""
    warm_up(executor, first)
    gc.freeze()  # what is loaded stays, and no collection need look at it
    send(answers, address_space())
    limit_memory(executor.settings.memory)


def _is_needed() -> bool:
    """Wait for a chunk, or the end of the input; return False if nothing comes for long: whoever gives chunks may be gone."""
    return bool(select.select([0], [], [], IDLE)[0])
