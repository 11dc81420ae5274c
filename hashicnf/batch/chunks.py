"""Chunks: items that are passed to a worker together, and their fate if the worker dies.

A chunk should take a certain time, so that passing it costs little compared to it, and losing it costs not much. The time of an
item is estimated from earlier items: seconds per byte of text, with exponentially decaying weights.

If a worker dies, the results that it has reported are kept. Of the remaining items, the one that it worked on is suspect and is
handed out alone, and the others together; if it is unknown which it was, the chunk is halved. So an item that kills workers is soon
alone in its chunk.

The death of a worker does not prove that its item was the cause: a process that the system kills for lack of memory ends like one
that is killed by a user. So suspects wait until all other items have been handed out, when the cause may have disappeared. An item
is given up when ``STRIKES`` workers have died with it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from hashicnf.batch.execute import ItemAnswer
from hashicnf.batch.items import Item

STRIKES: Final = 3
MOST: Final = 2_000  # most items of a chunk
OVERHEAD: Final = 200  # fixed cost of an item, in bytes of text
FADING: Final = 0.99  # decay of the weight of earlier items per further item


class Chunks:
    """A queue that divides the items of an iterator into chunks on demand."""

    def __init__(self, items: Iterator[Item], seconds: float, wants: Callable[[Item], bool] = lambda _: True) -> None:
        """Make chunks of about so many seconds; of items found in other items, only those for which ``wants`` returns True."""
        self.seconds = seconds
        self._items, self._wants = items, wants
        self._more: deque[Item] = deque()
        self._again: deque[list[Item]] = deque()
        self._suspects: deque[Item] = deque()
        self._strikes: dict[tuple[str, int], int] = {}
        self._spent = self._bytes = 0.0

    def take(self) -> list[Item]:
        """Return the next chunk, empty if there is none now; unfinished work may still add items."""
        if self._again:
            return self._again.popleft()
        chunk: list[Item] = []
        left = self.seconds
        while len(chunk) < MOST and (item := self._next()) is not None:
            chunk.append(item)
            left -= self._estimate(item)
            if left <= 0 or not self._bytes:
                break
        return chunk or ([self._suspects.popleft()] if self._suspects else [])

    def finished(self, item: Item, answer: ItemAnswer) -> None:
        """Update the estimate of times by an answer, and queue the items that it contains before those of the iterator."""
        self._more.extend(filter(self._wants, answer.items))
        if seconds := sum(result.get("seconds") or 0.0 for result in answer.results):
            self._spent = self._spent * FADING + seconds
            self._bytes = self._bytes * FADING + len(item.text) + OVERHEAD

    def died(self, chunk: Sequence[Item], suspect: Item | None = None) -> Item | None:
        """Take back the unfinished items of a worker that died; return the item that is given up, if any."""
        if not chunk:
            return None
        if len(chunk) == 1:
            return self._strike(chunk[0])
        if suspect is not None:
            self._suspects.append(suspect)
            self._again.append([item for item in chunk if item is not suspect])
        else:
            middle = len(chunk) // 2
            self._again.extend((list(chunk[:middle]), list(chunk[middle:])))
        return None

    def _strike(self, item: Item) -> Item | None:
        strikes = self._strikes.pop(item.key, 0) + 1
        if strikes >= STRIKES:
            return item
        self._strikes[item.key] = strikes
        self._suspects.append(item)
        return None

    def put_back(self, chunk: Sequence[Item]) -> None:
        """Take back items whose worker ended for a reason unrelated to them."""
        if chunk:
            self._again.append(list(chunk))

    def _next(self) -> Item | None:
        return self._more.popleft() if self._more else next(self._items, None)

    def _estimate(self, item: Item) -> float:
        """Estimate the seconds that an item takes."""
        return self._spent / self._bytes * (len(item.text) + OVERHEAD) if self._bytes else 0.0
