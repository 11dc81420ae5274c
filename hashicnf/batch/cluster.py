"""The same workers on a Dask cluster: chunks go out as tasks, and each task feeds a worker process of its machine.

Puzzles are never solved in a process of Dask: a pool of one worker does that, as on the driver's machine, so whatever a puzzle does
to its process ends there, within limits, and Dask does not notice. Where a machine vanishes all the same, Dask runs the task
elsewhere, and gives up when it has lost several machines with it; then the chunk is cut in halves.

Tasks carry texts and bring results back, so the machines need no common file system, only hashicnf in the same version.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

from hashicnf.batch.chunks import Chunks
from hashicnf.batch.connect import connected, require_hashicnf
from hashicnf.batch.execute import ItemAnswer, failure
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.pool import WorkerDied, WorkerPool
from hashicnf.errors import GaveUp, UsageError
from hashicnf.version import __version__

Reply: TypeAlias = list[tuple[int, ItemAnswer]]

AHEAD: Final = 2  # chunks on their way for each thread of the cluster, so that none waits for the driver
COST: Final = 0.016  # twice what a chunk costs driver and scheduler in seconds: half their time is for results
TICK: Final = 0.2
LOOK: Final = 2.0  # seconds between two looks for workers


class Cluster:
    """A connection to a Dask cluster; leaving the context ends the workers that it was used for."""

    seconds = 2.0  # of a chunk, more on large clusters

    def __init__(self, settings: Settings, where: str, patience: float) -> None:
        """Connect, or start a local cluster: ``where`` is ``local``, ``local:N``, an address, or a scheduler file.

        ``patience`` is how many seconds there may be no worker. Raises SolverMissing where the package is not installed, UsageError
        if there is no such cluster.
        """
        self.settings, self.where, self._patience = settings, where, patience
        self._client, self._local = connected(where)
        self.files_are_here = self._local is not None
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: dict[Any, list[Item]] = {}
        self._threads = 0
        self._is_checked = False  # whether its machines have hashicnf
        self._seen = time.monotonic()  # workers, the last time
        self._looked = 0.0

    def run(self, chunks: Chunks) -> Iterator[Sequence[tuple[Item, ItemAnswer]]]:
        """Yield answers as they come, those of a chunk together, until there are no more chunks.

        Raises GaveUp if no worker or no scheduler is there for a while, SolverMissing where one of them has no hashicnf, and what
        the tasks raise.
        """
        while True:
            self._look()
            chunks.seconds = max(self.seconds, self._threads * COST)
            while len(self._waiting) < AHEAD * self._threads and (chunk := chunks.take()):
                self._submit(chunk)
            if not self._waiting and self._threads:
                return
            try:
                found = self._answers(self._done.get(timeout=TICK), chunks)
            except queue.Empty:
                found = []
            for item, answer in found:
                chunks.finished(item, answer)
            yield found

    def _submit(self, chunk: list[Item]) -> None:
        order = [item.data() for item in chunk]
        future = self._client.submit(work, self.settings.data(), order, __version__, pure=False)
        self._waiting[future.key] = chunk
        future.add_done_callback(self._done.put)

    def _answers(self, future: Any, chunks: Chunks) -> list[tuple[Item, ItemAnswer]]:
        """Return the answers of a task that has ended; what it did not do goes out again."""
        from distributed import KilledWorker

        chunk = self._waiting.pop(future.key)
        if future.status in ("cancelled", "lost"):
            chunks.put_back(chunk)
            return []
        try:
            return [(chunk[place], answer) for place, answer in future.result()]
        except KilledWorker:
            item = chunks.died(chunk)
            problem = WorkerDied("every machine that worked on it was lost")
            return [] if item is None else [(item, ItemAnswer([], [failure(item, problem)]))]
        except OSError:
            if future.status == "error":
                raise
            chunks.put_back(chunk)  # it was done, but the connection ended before the answers came
            return []

    def _look(self) -> None:
        """Count the threads of the cluster now and then.

        Raises GaveUp if there have been none for a while, and as ``require_hashicnf`` does for the first ones.
        """
        now = time.monotonic()
        if now < self._looked + LOOK:
            return
        self._looked = now
        self._threads = 0
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                self._threads = sum(self._client.nthreads().values())
                if self._threads and not self._is_checked:
                    self._is_checked = True
                    require_hashicnf(self._client, self.where)
        if self._threads:
            self._seen = now
        elif now > self._seen + self._patience:
            what = "no worker is left on" if self._client.status == "running" else "there is no connection to"
            raise GaveUp(f"{what} the cluster {self.where} for {self._patience:g} s")

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop what is on its way, end the worker processes, disconnect."""
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                self._client.cancel(list(self._waiting))
                self._client.run(dismiss, on_error="ignore")
        self._client.close(timeout=5)
        if self._local is not None:
            self._local.close(timeout=5)


_lock: Final = threading.Lock()
_idle: Final[list[WorkerPool]] = []  # of this machine, between two tasks


def work(settings: dict[str, Any], chunk: Sequence[Sequence[Any]], version: str) -> Reply:
    """Do a chunk on a machine of the cluster; return the place of each item with its answer.

    Raises UsageError if the driver is of another version.
    """
    if version != __version__:
        raise UsageError(f"a worker of the cluster has hashicnf {__version__}, and the driver {version}")
    items = [Item(*fields) for fields in chunk]
    places = {id(item): place for place, item in enumerate(items)}
    pool = _taken(Settings(**settings))
    chunks = Chunks(iter(()), 0.0, lambda _: False)
    chunks.put_back(items)
    found = [(places[id(item)], answer) for group in pool.run(chunks) for item, answer in group]
    with _lock:
        _idle.append(pool)
    return found


def _taken(settings: Settings) -> WorkerPool:
    """Take a pool with the right settings, or make one."""
    with _lock:
        for pool in _idle:
            if pool.settings == settings:
                _idle.remove(pool)
                return pool
    return WorkerPool(settings, 1)


def dismiss() -> None:
    """End the worker processes of this machine that have nothing to do."""
    with _lock:
        while _idle:
            _idle.pop().__exit__(None, None, None)
