"""The driver of a batch: inputs -> items that are not done -> workers -> the database.

Items are read one by one when workers need them, and results are freed with the transaction that writes them, so memory does not
grow with the number of puzzles, except for their names. A result is reported only after it is written.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias

from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import UNREAD, ItemAnswer, Result
from hashicnf.batch.items import LOOK, WHOLE, Item
from hashicnf.batch.misuse import Misuse
from hashicnf.batch.shards import Shard
from hashicnf.batch.state import ERROR, State
from hashicnf.batch.store import Store
from hashicnf.errors import UsageError
from hashicnf.records import record

EVERY: Final = 0.5  # seconds between transactions


class Workers(Protocol):
    """Executors of chunks of items; ``run`` yields answers in groups, which may be empty, a few times a second."""

    seconds: float  # per chunk
    files_are_here: bool  # False if workers on other machines write files there

    def run(self, chunks: Chunks) -> Iterator[Sequence[tuple[Item, ItemAnswer]]]:
        """Yield the answers to all items, until no chunk is left."""


Watch: TypeAlias = Callable[[State], None]
Emit: TypeAlias = Callable[[Sequence[Result]], None]


@record(kw_only=True)
class Order:
    """The work of a batch: ``count`` inputs, each an iterable of items or results, which are read on demand.

    ``retry`` repeats puzzles that ended without an answer. Puzzles in ``omitted``, by their keys, are none of its work.
    """

    inputs: Iterable[Iterable[Item | Result]]
    count: int
    shard: Shard
    retry: bool = False
    omitted: Container[tuple[str, int]] = ()


def run(order: Order, store: Store, pool: Workers, emit: Emit, watch: Watch) -> State:
    """Execute all items that are not done; finished results are written also if Ctrl-C, SIGTERM or an error of the pool ends it.

    Raises KeyboardInterrupt or SystemExit then, or the error of the pool; UsageError if the database cannot be written, LostError
    if it was removed, RefusedError if every puzzle ends in the same error of usage.
    """
    batch = _Batch(order, store, emit, pool.files_are_here)
    try:
        for group in pool.run(Chunks(batch.pending(), pool.seconds, batch.wants)):
            for item, answer in group:
                batch.take(item, answer)
            if batch.is_due():
                batch.flush()
            watch(batch.state)
    except UsageError:  # the database cannot be written, or must not be
        raise
    except BaseException:
        batch.flush()
        watch(batch.state)
        raise
    batch.end()
    watch(batch.state)
    return batch.state


class _Batch:
    """A batch while it runs: the items handed out, and the results that are not written yet."""

    def __init__(self, order: Order, store: Store, emit: Emit, files: bool) -> None:
        self.state = State(order.count)
        self._order, self._store, self._emit, self._files = order, store, emit, files
        self._results: list[Result] = []
        self._inputs: list[tuple[str, str]] = []
        self._texts: list[tuple[str, int]] = []
        self._seen: set[int] = set()
        self._copies: list[tuple[str, str, int]] = []
        self._flushed = time.monotonic()
        self._misuse = Misuse()

    def pending(self) -> Iterator[Item]:
        """Read inputs one by one; yield the items to be executed."""
        for place, entry in (numbered for items in self._order.inputs for numbered in enumerate(items)):
            if not isinstance(entry, Item):
                if self.wants(Item(entry["name"], entry["source"], "", entry["number"])):
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
        """Return whether a puzzle belongs to this work, is not done, and not handed out under another name; update the counts."""
        if not self._is_ours(*item.key):
            self.state.total -= 1
            return False
        mark = hash(item.key)
        if mark in self._seen:
            self._copy(item, 1)
            return False
        status = self._store.status(*item.key, answered=self._order.retry, files=self._files)
        if status is not None:
            self.state.before += 1
            self.state.errors_before += status == ERROR
            return False
        self._seen.add(mark)
        return True

    def _is_ours(self, source: str, number: int) -> bool:
        """Return whether a puzzle belongs to this work."""
        return self._order.shard.holds(source, number) and (source, number) not in self._order.omitted

    def _unread(self, item: Item) -> Item | None:
        """Return the item to execute for a text that may contain several puzzles, None if all of them are done."""
        known = self._store.puzzles(item.source)
        if known == 1:
            only = item.as_number(1)
            return only if self.wants(only) else None
        mark = hash(item.key)
        done = [] if known is None or self._order.retry else self._store.statuses(item.source, files=self._files)
        if mark in self._seen:
            ours = 1 if known is None else sum(self._is_ours(item.source, number + 1) for number in range(known))
            self.state.total += ours - 1
            self._copy(item, ours)
            return None
        if done and len(done) == known:
            self.state.total += known - 1
            self.state.before += known
            self.state.errors_before += done.count(ERROR)
            return None
        self._seen.add(mark)
        return item if self._order.shard.holds(item.source, 1) else item.as_number(LOOK)

    def _copy(self, item: Item, puzzles: int) -> None:
        """Count an input with the text of another one, whose results are reported for it, too."""
        self.state.before += puzzles
        self.state.copies += puzzles
        self._copies.append((item.name, *item.key))

    def take(self, item: Item, answer: ItemAnswer) -> None:
        """Process the answer of an item."""
        if item.number not in (WHOLE, LOOK):
            self._keep(*answer.results)
            return
        puzzles = max(1, answer.puzzles)
        if answer.puzzles != UNREAD:
            self._texts.append((item.source, puzzles))
        self.state.total += puzzles - 1
        if answer.puzzles == 1 and item.number == LOOK:
            self.state.total -= 1  # its only puzzle belongs to another shard
            return
        if puzzles == 1:
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
        """Return whether results should be written now."""
        is_sure = bool(self._results) and not self._misuse.is_possible
        return is_sure and time.monotonic() >= self._flushed + EVERY

    def flush(self) -> None:
        """Write the waiting results, then report them. Raises UsageError if that fails, and counts them as not done."""
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
        """Write the last results. Raises RefusedError if all results are the same error of usage."""
        self._misuse.require_none(self.state.before - self.state.copies)
        self.flush()
        for name, source, number in self._copies:
            self._emit([{**row, "name": name} for row in self._store.results(source, number)])
