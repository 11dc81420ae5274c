"""A pool of workers on this machine, which gives them chunks and watches them.

Workers report item by item, so the pool always knows the current item of each. A worker that takes longer than the time limit and
``GRACE`` is killed, and its item is answered with that; the limit is that of a puzzle, and a text of many puzzles may take longer
to be divided. A worker that dies is replaced.
"""

from __future__ import annotations

import json
import select
import time
from collections import deque
from collections.abc import Iterator
from typing import Final, Self

from hashicnf.backends.supervisor import MIB, Process, python_command
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import UNREAD, ItemAnswer, Result, died, out_of_time
from hashicnf.batch.items import LOOK, WHOLE, Item, Settings
from hashicnf.batch.limits import Alarm
from hashicnf.batch.messages import packed, unpacked
from hashicnf.batch.misuse import RefusedError
from hashicnf.errors import HashicnfError, InternalError, unless_lack_of_memory
from hashicnf.files.temporary import sweep

GRACE: Final = 3.0  # seconds beyond the time limit, for code that does not stop at alarms
READING: Final = 1e-4  # seconds per character for a text that may contain many puzzles, which takes a hundredth of this
TICK: Final = 0.2
PAUSE: Final = 0.05  # seconds between two polls of workers, so that the driver gets many answers at once
ROOM: Final = 1 << 18  # bytes of answers that a worker can write before it has to wait for the driver
# A worker with less than one in so many items of its last chunk left gets another chunk, so that it need not wait for that either.
EARLY: Final = 4
MOST_STILLBORN: Final = 20  # workers in a row that are killed before they are ready


class WorkerDied(HashicnfError):
    """Report an item that kills the process that works on it."""


class Worker:
    """A worker process, and the items that were sent to it and are not answered yet."""

    def __init__(self, settings: Settings) -> None:
        """Start the process."""
        command = python_command("hashicnf.batch.worker", json.dumps(settings.data()))
        self._process = Process(command, "a worker", listens=True, room=ROOM)
        self._latest = 0  # items of the last chunk
        self.items: deque[Item] = deque()
        self.puzzle: Result = {}  # the facts about that of its first item, once it is read
        self.is_ready = False
        self._memory = settings.memory
        self.since = time.monotonic()  # start of its first item

    def fileno(self) -> int:
        """Return a descriptor for ``select``."""
        return self._process.fileno()

    def give(self, chunk: list[Item]) -> None:
        """Send a chunk, to be executed after the current ones."""
        if not self.items:
            self.since = time.monotonic()
        self.items.extend(chunk)
        self._latest = len(chunk)
        self._process.post(packed([item.data() for item in chunk]))

    @property
    def runs_short(self) -> bool:
        """Return whether the worker will soon have no more items."""
        return len(self.items) <= self._latest // EARLY

    def is_late(self, limit: float) -> bool:
        """Return whether its first item should have ended at a time limit for each puzzle."""
        if not self.is_ready or not self.items:
            return False
        first = self.items[0]
        reading = 0.0 if self.puzzle or first.number not in (WHOLE, LOOK) else READING * len(first.text)
        return time.monotonic() > self.since + limit + reading + GRACE

    def answers(self) -> Iterator[tuple[Item, ItemAnswer]]:
        """Yield the answers since the last call, without waiting.

        Raises RefusedError if the worker exceeds its memory limit before its first puzzle.
        """
        self._process.has_ended()
        for message in unpacked(self._process.output):
            if not self.is_ready:
                self._require_room(message)
                self.is_ready = True
            elif isinstance(message, dict):
                self.puzzle = message
            else:
                self.puzzle = {}
                items, results, puzzles = message
                yield self.items.popleft(), ItemAnswer([Item(*fields) for fields in items], results, puzzles)
            self.since = time.monotonic()

    def given_up(self, result: Result) -> ItemAnswer:
        """Return the answer for its first item if that is given up, with the facts that are known about its puzzle."""
        return ItemAnswer([], [self.puzzle | result], 1 if self.puzzle else UNREAD)

    def _require_room(self, taken: int) -> None:
        if self._memory is not None and taken >= self._memory:
            needs = f"a worker takes {taken / MIB:,.0f} MiB of address space before its first puzzle"
            raise RefusedError(f"--worker-memory is too low: {needs}")

    def is_dead(self) -> bool:
        """Return whether the process has ended, and all of its output has been read."""
        return self._process.has_ended()

    def end(self) -> tuple[int, str]:
        """Kill the process and its children; return its exit code (negative: the signal), and a description of it."""
        code = self._process.end()
        return code, self._process.ending(code)


class WorkerPool:
    """At most ``jobs`` workers with the same settings, started when they are needed; leaving the context ends them."""

    seconds = 0.5  # per chunk
    files_are_here = True

    def __init__(self, settings: Settings, jobs: int) -> None:
        """Remove unfinished files of an earlier batch; workers are started later."""
        self.settings, self.jobs = settings, jobs
        self._workers: list[Worker] = []
        self._stillborn = 0
        self._sweep()

    def run(self, chunks: Chunks) -> Iterator[list[tuple[Item, ItemAnswer]]]:
        """Yield answers as they arrive, in groups, until there are no more chunks.

        Raises InternalError if workers cannot be started, MemoryError if it is for lack of memory, RefusedError if their memory
        limit is too low for that.
        """
        woken = 0.0
        while True:
            self._feed(chunks)
            if not any(worker.items for worker in self._workers):
                return
            if not any(worker.runs_short for worker in self._workers):
                time.sleep(max(0.0, woken + PAUSE - time.monotonic()))
            select.select(self._workers, [], [], TICK)
            woken = time.monotonic()
            found: list[tuple[Item, ItemAnswer]] = []
            for worker in [*self._workers]:
                found += worker.answers()
                found += self._lost(worker, chunks)
            for item, answer in found:
                chunks.finished(item, answer)
            yield found

    def _feed(self, chunks: Chunks) -> None:
        """Give chunks to idle workers, then to new workers up to ``jobs``, then to workers that run short."""
        for worker in [worker for worker in self._workers if not worker.items]:
            if chunk := chunks.take():
                worker.give(chunk)
        while len(self._workers) < self.jobs and (chunk := chunks.take()):
            self._workers.append(worker := Worker(self.settings))
            worker.give(chunk)
        for worker in [worker for worker in self._workers if worker.runs_short]:
            if chunk := chunks.take():
                worker.give(chunk)

    def _lost(self, worker: Worker, chunks: Chunks) -> Iterator[tuple[Item, ItemAnswer]]:
        """Remove a worker that is late or dead; yield the answer for its item if that is given up."""
        limit = self.settings.timeout
        is_late = limit is not None and worker.is_late(limit)
        if not is_late and not worker.is_dead():
            self._stillborn = 0 if worker.is_ready else self._stillborn
            return
        self._workers.remove(worker)
        code, how = worker.end()
        if is_late:
            late, *rest = worker.items
            chunks.put_back(rest)
            yield late, worker.given_up(out_of_time(late, Alarm(limit)))
        elif not worker.is_ready:
            chunks.put_back([*worker.items])
            self._stillborn += 1
            if code >= 0 or self._stillborn >= MOST_STILLBORN:  # a worker that exits by itself will do so again
                raise unless_lack_of_memory(InternalError(f"workers cannot be started: the last one {how}"))
        elif worker.items and (item := chunks.died([*worker.items], worker.items[0])) is not None:
            yield item, worker.given_up(died(item, WorkerDied(f"the process that worked on it {how}")))

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, *problem: object) -> None:
        """End all workers."""
        while self._workers:
            self._workers.pop().end()
        self._sweep()

    def _sweep(self) -> None:
        """Remove unfinished files of workers that were killed."""
        if self.settings.folder is not None:
            sweep(self.settings.folder)
