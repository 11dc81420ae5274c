"""A pool: workers on this machine, fed with chunks and watched.

Workers report item by item, so it is always known what each of them works on. One that takes longer than the limit of time and
``GRACE`` is killed, and that is the answer for its item. One that dies is replaced.
"""

from __future__ import annotations

import json
import os
import select
import time
from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Final, Self

from hashicnf.backends.supervisor import MIB, Process, python_command
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import ItemAnswer, failure, out_of_time
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.limits import Alarm
from hashicnf.batch.messages import packed, unpacked
from hashicnf.batch.misuse import RefusedError
from hashicnf.errors import HashicnfError, InternalError
from hashicnf.files.temporary import sweep

GRACE: Final = 3.0  # seconds beyond the limit of time, for what does not listen to alarms
TICK: Final = 0.2
PAUSE: Final = 0.05  # seconds between two looks at workers, so that the driver takes many answers at once
ROOM: Final = 1 << 18  # bytes of answers for which a worker need not wait for the driver
# A worker with less than this part of its last chunk gets another one, so that it need not wait for that either.
EARLY: Final = 4
MOST_STILLBORN: Final = 20  # workers in a row that are killed before they are ready


class WorkerDied(HashicnfError):
    """Report an item that kills the process that works on it."""


class Worker:
    """A process, and the items that it has been given and not answered for."""

    def __init__(self, settings: Settings) -> None:
        """Start it."""
        order = json.dumps({"settings": settings.data(), "parent": os.getpid()})
        command = python_command("hashicnf.batch.worker", order)
        self._process = Process(command, "a worker", listens=True, dies_with_us=False, room=ROOM)
        self._latest = 0  # items of the last chunk
        self.items: deque[Item] = deque()
        self.is_ready = False
        self._memory = settings.memory
        self.since = time.monotonic()  # its first item was begun

    def fileno(self) -> int:
        """Return a descriptor for ``select``."""
        return self._process.fileno()

    def give(self, chunk: list[Item]) -> None:
        """Hand over a chunk, to be done after those that it has."""
        if not self.items:
            self.since = time.monotonic()
        self.items.extend(chunk)
        self._latest = len(chunk)
        self._process.post(packed([item.data() for item in chunk]))

    @property
    def runs_short(self) -> bool:
        """Return whether it will soon have no more items; one of an unknown length is never the last but one."""
        return len(self.items) <= self._latest // EARLY

    def answers(self) -> Iterator[tuple[Item, ItemAnswer]]:
        """Yield what it has answered since the last call, without waiting.

        Raises RefusedError if it needs more memory than it may have before its first puzzle.
        """
        self._process.has_ended()
        for message in unpacked(self._process.output):
            if not self.is_ready:
                self._require_room(message)
                self.is_ready = True
            else:
                items, results, puzzles = message
                yield self.items.popleft(), ItemAnswer([Item(*fields) for fields in items], results, puzzles)
            self.since = time.monotonic()

    def _require_room(self, taken: int) -> None:
        if self._memory is not None and taken >= self._memory:
            needs = f"a worker takes {taken / MIB:,.0f} MiB of address space before its first puzzle"
            raise RefusedError(f"--worker-memory is too low: {needs}")

    def is_dead(self) -> bool:
        """Return whether it has ended, and all that it wrote is taken in."""
        return self._process.has_ended()

    def end(self) -> tuple[int, str]:
        """Kill it with all that it started; return its exit code (negative: the signal), and that in words."""
        code = self._process.end()
        return code, self._process.ending(code)


class WorkerPool:
    """At most ``jobs`` workers with the same settings, started when they are needed; leaving the context ends them."""

    seconds = 0.5  # of a chunk
    files_are_here = True

    def __init__(self, settings: Settings, jobs: int) -> None:
        """Start none yet, and remove what those of an earlier batch left over."""
        self.settings, self.jobs = settings, jobs
        self._workers: list[Worker] = []
        self._stillborn = 0
        self._sweep()

    def run(self, chunks: Chunks) -> Iterator[list[tuple[Item, ItemAnswer]]]:
        """Yield answers as they come, those of a moment together, until there are no more chunks.

        Raises InternalError if workers cannot be started, RefusedError if their limit of memory is too low for that.
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
        """Give chunks to workers that have none, start workers while there are more, then give to those that run short."""
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
        """End a worker that is late, or take note that it is dead; yield the answer for an item that will have no other."""
        is_late = self._is_late(worker)
        if not is_late and not worker.is_dead():
            self._stillborn = 0 if worker.is_ready else self._stillborn
            return
        self._workers.remove(worker)
        code, how = worker.end()
        if is_late:
            late, *rest = worker.items
            chunks.put_back(rest)
            yield late, ItemAnswer([], [out_of_time(late, Alarm(self.settings.timeout))])
        elif not worker.is_ready:
            chunks.put_back([*worker.items])
            self._stillborn += 1
            if code >= 0 or self._stillborn >= MOST_STILLBORN:  # what ends by itself will do so again
                raise InternalError(f"workers cannot be started: the last one {how}")
        elif worker.items and (item := chunks.died([*worker.items], worker.items[0])) is not None:
            yield item, ItemAnswer([], [failure(item, WorkerDied(f"the process that worked on it {how}"))])

    def _is_late(self, worker: Worker) -> bool:
        limit = self.settings.timeout
        return (
            limit is not None
            and worker.is_ready
            and bool(worker.items)
            and time.monotonic() > worker.since + limit + GRACE
        )

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all workers."""
        while self._workers:
            self._workers.pop().end()
        self._sweep()

    def _sweep(self) -> None:
        """Remove what workers that were killed have begun to write."""
        if self.settings.folder is not None:
            sweep(self.settings.folder)
