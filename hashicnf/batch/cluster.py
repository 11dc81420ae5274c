"""Run workers on a Dask cluster: chunks are submitted as tasks, and each task feeds a worker process on its machine.

Puzzles are never solved in a process of Dask but in a pool of one worker, as on the driver's machine, so a puzzle that crashes or
exceeds its limits ends only this worker, unnoticed by Dask. If a machine is lost nevertheless, Dask runs the task on another one,
and gives the task up after it has lost several machines; then the chunk is halved.

Tasks contain texts and return results, so the machines need no common file system, only hashicnf in the same version.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Self, TypeAlias

from hashicnf.batch.chunks import Chunks
from hashicnf.batch.connect import CLOSE, CONNECT, connected, require_hashicnf
from hashicnf.batch.execute import UNREAD, ItemAnswer, failure
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.pool import WorkerDied, WorkerPool
from hashicnf.errors import GaveUp, UsageError
from hashicnf.files.signals import signals_wait
from hashicnf.version import __version__

Reply: TypeAlias = list[tuple[int, ItemAnswer]]

AHEAD: Final = 2  # submitted chunks per thread of the cluster, so that no thread waits for the driver
COST: Final = 0.016  # seconds; twice the time of a chunk in driver and scheduler: half is for results
TICK: Final = 0.2
LOOK: Final = 2.0  # seconds between two checks of the number of workers


class Cluster:
    """A connection to a Dask cluster; leaving the context ends the worker processes that it has started."""

    seconds = 2.0  # per chunk, more on large clusters

    def __init__(self, settings: Settings, where: str, patience: float) -> None:
        """Connect, or start a local cluster: ``where`` is ``local``, ``local:N``, an address, or a scheduler file.

        ``patience`` is the number of seconds without any worker before giving up. Raises SolverMissing if the package is not
        installed, UsageError if there is no such cluster.
        """
        self.settings, self.where, self._patience = settings, where, patience
        self._client, self._local = connected(where)
        self.files_are_here = self._local is not None
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: dict[Any, list[Item]] = {}
        self._threads = 0
        self._is_checked = False  # whether its machines have hashicnf
        self._seen = time.monotonic()  # last time with any worker
        self._looked = 0.0

    def run(self, chunks: Chunks) -> Iterator[Sequence[tuple[Item, ItemAnswer]]]:
        """Yield answers as they arrive, those of a chunk together, until there are no more chunks.

        Raises GaveUp without workers or without a scheduler for ``patience`` seconds, SolverMissing if one of them has no hashicnf,
        and the errors of tasks.
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
        """Return the answers of a task that has ended; items without an answer are queued again."""
        from distributed import KilledWorker

        chunk = self._waiting.pop(future.key)
        if future.status in ("cancelled", "lost"):
            chunks.put_back(chunk)
            return []
        try:
            # If answers were lost with their worker, Dask waits until another one has repeated the task: without one, for ever.
            found = future.result(timeout=max(CONNECT, self._patience))
            return [(chunk[place], answer) for place, answer in found]
        except KilledWorker:
            item = chunks.died(chunk)
            problem = WorkerDied("every machine that worked on it was lost")
            return [] if item is None else [(item, ItemAnswer([], [failure(item, problem)], UNREAD))]
        except OSError:
            if future.status == "error":
                raise
            chunks.put_back(chunk)  # finished, but worker or connection ended before the answers arrived
            return []

    def _look(self) -> None:
        """Update the number of threads of the cluster every ``LOOK`` seconds.

        Raises GaveUp if there have been none for ``patience`` seconds, and as ``require_hashicnf`` does for the first ones.
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
        """Return the connection."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Cancel submitted chunks, end the worker processes, disconnect."""
        with signals_wait():  # a second Ctrl-C would leave processes and files of a local cluster
            if self._client.status == "running":
                with suppress(OSError, TimeoutError):
                    self._client.cancel(list(self._waiting))
                    self._client.run(dismiss, on_error="ignore")
            self._client.close(timeout=CLOSE)
            if self._local is not None:
                self._local.close()


_lock: Final = threading.Lock()
_idle: Final[list[WorkerPool]] = []  # pools of this machine that no task uses now


def work(settings: dict[str, Any], chunk: Sequence[Sequence[Any]], version: str) -> Reply:
    """Execute a chunk on a machine of the cluster; return the place of each item with its answer.

    Raises UsageError if the driver is of another version.
    """
    if version != __version__:
        raise UsageError(f"a worker of the cluster has hashicnf {__version__}, and the driver {version}")
    items = [Item(*fields) for fields in chunk]
    places = {id(item): place for place, item in enumerate(items)}
    pool = _taken(Settings(**settings))
    chunks = Chunks(iter(()), 0.0, lambda _: False)
    chunks.put_back(items)
    try:
        found = [(places[id(item)], answer) for group in pool.run(chunks) for item, answer in group]
    except BaseException:
        pool.__exit__(None, None, None)
        raise
    with _lock:
        _idle.append(pool)
    return found


def _taken(settings: Settings) -> WorkerPool:
    """Return an idle pool with these settings, or a new one."""
    with _lock:
        for pool in _idle:
            if pool.settings == settings:
                _idle.remove(pool)
                return pool
    return WorkerPool(settings, 1)


def dismiss() -> None:
    """End the idle worker processes of this machine."""
    with _lock:
        while _idle:
            _idle.pop().__exit__(None, None, None)
