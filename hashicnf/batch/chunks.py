"""Chunks: items that go to a worker together, and what becomes of them when it dies.

A chunk is to take a certain time, so that handing it over costs next to nothing and losing it not much. How long an item takes is
estimated from those before: seconds for a byte of text, where old figures count less and less.

A worker that dies takes no result with it that it has reported. Of the rest the item that it worked on is suspect and goes out
alone, and the others together; where nobody knows which it was, the chunk is cut in halves. So what kills workers soon stands
alone.

That a worker died with an item proves little: a process that the system kills for want of memory ends like one that somebody has
killed for reasons of their own. So suspects wait until all else has been handed out, and what killed workers at that time may be
over; an item is given up when ``STRIKES`` of them have died with it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from hashicnf.batch.execute import ItemAnswer
from hashicnf.batch.items import Item

STRIKES: Final = 3
MOST: Final = 2_000  # items of a chunk
OVERHEAD: Final = 200  # what an item costs without its text, in bytes of text
FADING: Final = 0.99  # weight of the figures so far when the next one comes


class Chunks:
    """Items on their way out, from an iterator that is asked when they are needed."""

    def __init__(self, items: Iterator[Item], seconds: float, wants: Callable[[Item], bool] = lambda _: True) -> None:
        """Make chunks of so many seconds; of items found in other items, take those for which ``wants`` is true."""
        self.seconds = seconds
        self._items, self._wants = items, wants
        self._more: deque[Item] = deque()
        self._again: deque[list[Item]] = deque()
        self._suspects: deque[Item] = deque()
        self._strikes: dict[tuple[str, int], int] = {}
        self._spent = self._bytes = 0.0

    def take(self) -> list[Item]:
        """Return the next chunk, empty if there is none now: work that is out may bring more."""
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
        """Learn from an answer how long items take, and put the items that came of it in front of those that are still to come."""
        self._more.extend(filter(self._wants, answer.items))
        if seconds := sum(result.get("seconds") or 0.0 for result in answer.results):
            self._spent = self._spent * FADING + seconds
            self._bytes = self._bytes * FADING + len(item.text) + OVERHEAD

    def died(self, chunk: Sequence[Item], suspect: Item | None = None) -> Item | None:
        """Take back what a worker had not finished when it died; return the item that is given up, if any."""
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
        """Take back items whose worker was ended for no fault of theirs."""
        if chunk:
            self._again.append(list(chunk))

    def _next(self) -> Item | None:
        return self._more.popleft() if self._more else next(self._items, None)

    def _estimate(self, item: Item) -> float:
        """Estimate the seconds that an item takes."""
        return self._spent / self._bytes * (len(item.text) + OVERHEAD) if self._bytes else 0.0
