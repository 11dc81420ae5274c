"""The driver of a batch: inputs -> items that are not done -> workers -> the database.

Items are read one by one when workers need them, and results leave the memory with the transaction that they are written in, so
memory does not grow with the number of puzzles but for their names. A result is written, then reported.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias

from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import ItemAnswer, Result
from hashicnf.batch.items import LOOK, WHOLE, Item
from hashicnf.batch.misuse import Misuse
from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.batch.state import ERROR, State
from hashicnf.batch.store import Store
from hashicnf.errors import UsageError
from hashicnf.records import record

EVERY: Final = 0.5  # seconds between transactions


class Workers(Protocol):
    """What works on chunks of items; ``run`` yields answers in groups, which may be empty, a few times a second."""

    seconds: float  # of a chunk
    files_are_here: bool  # and not where workers on other machines have written them

    def run(self, chunks: Chunks) -> Iterator[Sequence[tuple[Item, ItemAnswer]]]:
        """Work until no chunk is left."""


Watch: TypeAlias = Callable[[State], None]
Emit: TypeAlias = Callable[[Sequence[Result]], None]


@record(kw_only=True)
class Order:
    """What a batch is about: ``count`` inputs, each as items or results, which are read when asked for.

    ``retry`` redoes what has no answer.
    """

    inputs: Iterable[Iterable[Item | Result]]
    count: int
    shard: Shard = EVERYTHING
    retry: bool = False


def run(order: Order, store: Store, pool: Workers, emit: Emit, watch: Watch) -> State:
    """Do what is not done; what was finished is kept, whatever ends it: Ctrl-C, SIGTERM, workers that cannot be had any more.

    Raises KeyboardInterrupt or SystemExit then or what the pool raises, UsageError if the database cannot be written, LostError if
    it is gone, RefusedError if every puzzle ends in the same error of usage.
    """
    batch = _Batch(order, store, emit, pool.files_are_here)
    try:
        for group in pool.run(Chunks(batch.pending(), pool.seconds, batch.wants)):
            for item, answer in group:
                batch.take(item, answer)
            if batch.is_due():
                batch.flush()
            watch(batch.state)
    except UsageError:  # of what cannot be written, or is not to be
        raise
    except BaseException:
        batch.flush()
        watch(batch.state)
        raise
    batch.end()
    watch(batch.state)
    return batch.state


class _Batch:
    """What is known of the items on their way, and what waits to be written."""

    def __init__(self, order: Order, store: Store, emit: Emit, files: bool) -> None:
        self.state = State(order.count)
        self._order, self._store, self._emit, self._files = order, store, emit, files
        self._results: list[Result] = []
        self._inputs: list[tuple[str, str]] = []
        self._texts: list[tuple[str, int]] = []
        self._seen: set[int] = set()
        self._flushed = time.monotonic()
        self._misuse = Misuse()

    def pending(self) -> Iterator[Item]:
        """Read inputs one by one; yield the items that are to be done."""
        for place, entry in (numbered for items in self._order.inputs for numbered in enumerate(items)):
            if not isinstance(entry, Item):
                if self.wants(Item(entry["name"], entry["source"], "", 1)):
                    self._inputs.append((entry["name"], entry["source"]))
                    self._keep(entry)
                continue
            if place:
                self.state.total += 1
            else:
                self._inputs.append((entry.name, entry.source))
            if entry.number != WHOLE:
                if self.wants(entry):
                    yield entry
            elif (item := self._unread(entry)) is not None:
                yield item

    def wants(self, item: Item) -> bool:
        """Return whether a puzzle is of this shard, not done, and not on its way under another name."""
        if not self._order.shard.holds(*item.key):
            self.state.total -= 1
            return False
        mark = hash(item.key)
        if mark in self._seen:
            self.state.before += 1
            return False
        status = self._store.status(*item.key, answered=self._order.retry, files=self._files)
        if status is not None:
            self.state.before += 1
            self.state.errors_before += status == ERROR
            return False
        self._seen.add(mark)
        return True

    def _unread(self, item: Item) -> Item | None:
        """Return the item for a text of which this run does not know how many puzzles it holds, None if all of them are done."""
        known = self._store.puzzles(item.source)
        if known == 1:
            only = item.as_number(1)
            return only if self.wants(only) else None
        mark = hash(item.key)
        done = [] if known is None or self._order.retry else self._store.statuses(item.source, files=self._files)
        if (done and len(done) == known) or mark in self._seen:
            self.state.total += (known or 1) - 1
            self.state.before += known or 1
            self.state.errors_before += done.count(ERROR)
            return None
        self._seen.add(mark)
        return item if known is not None or self._order.shard.holds(item.source, 1) else item.as_number(LOOK)

    def take(self, item: Item, answer: ItemAnswer) -> None:
        """Take an answer in."""
        if item.number not in (WHOLE, LOOK):
            self._keep(*answer.results)
            return
        self._texts.append((item.source, answer.puzzles))
        self.state.total += answer.puzzles - 1
        if answer.puzzles == 1 and item.number == LOOK:
            # Its only puzzle, or what killed the reader, is of another shard.
            self.state.total -= 1
            return
        if answer.puzzles == 1:
            self._keep(*(result | {"number": 1} for result in answer.results))
            return
        self._keep(*(r for r in answer.results if self.wants(Item(r["name"], r["source"], "", r["number"]))))

    def _keep(self, *results: Result) -> None:
        for result in results:
            self._misuse.add(result)
            self._results.append(result)
            self.state.done += 1
            self.state.statuses[result["status"]] += 1

    def is_due(self) -> bool:
        """Return whether it is time to write."""
        is_sure = bool(self._results) and not self._misuse.is_possible
        return is_sure and time.monotonic() >= self._flushed + EVERY

    def flush(self) -> None:
        """Write what waits, then report it; what cannot be written is not done. Raises UsageError."""
        results, inputs, texts = self._results, self._inputs, self._texts
        try:
            self._store.add(results, inputs, texts)
        except UsageError:
            self.state.done -= len(results)
            self.state.statuses -= Counter(result["status"] for result in results)
            raise
        self._results, self._inputs, self._texts = [], [], []
        self._emit(results)
        self._flushed = time.monotonic()

    def end(self) -> None:
        """Write the last results. Raises RefusedError if there was nothing but misuse."""
        self._misuse.require_none(self.state.before)
        self.flush()
