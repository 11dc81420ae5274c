"""Chunks: their sizes, and the items of lost chunks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import ItemAnswer
from hashicnf.batch.items import Item
from hashicnf.batch.shards import Shard
from hashicnf.errors import UsageError


def items(count: int) -> Iterator[Item]:
    return (Item(f"{number}", f"{number:032x}", "x" * 300, 1) for number in range(count))


def answer(seconds: float) -> ItemAnswer:
    return ItemAnswer([], [{"seconds": seconds}])


def test_chunks_grow_to_the_time_they_are_to_take() -> None:
    chunks = Chunks(items(10_000), 1.0)
    sizes = []
    for _ in range(20):
        chunk = chunks.take()
        sizes.append(len(chunk))
        for item in chunk:
            chunks.finished(item, answer(0.01))
    assert sizes[0] == 1
    assert 90 <= sizes[-1] <= 110
    for item in chunk:
        chunks.finished(item, answer(0.5))
    assert len(chunks.take()) < 10


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_what_kills_workers_stands_alone_in_the_end_and_all_else_is_done_once(seed: int, is_known: bool) -> None:
    rng = random.Random(seed)
    every = list(items(200))
    deadly = {item.name for item in rng.sample(every, 3)}
    chunks = Chunks(iter(every), 1.0)
    done: list[str] = []
    given_up: list[str] = []
    deaths = 0
    while chunk := chunks.take():
        for place, item in enumerate(chunk):
            if item.name in deadly:
                deaths += 1
                rest = chunk[place:] if is_known else chunk
                done = done if is_known else [name for name in done if name not in {i.name for i in chunk}]
                if (lost := chunks.died(rest, item if is_known else None)) is not None:
                    given_up.append(lost.name)
                break
            done.append(item.name)
            chunks.finished(item, answer(0.05))
    assert sorted(given_up) == sorted(deadly)
    assert sorted(done + given_up) == sorted(item.name for item in every)
    assert deaths <= 3 * (4 if is_known else 10)


def test_items_that_come_of_others_go_first_if_somebody_wants_them() -> None:
    chunks = Chunks(items(3), 1.0, lambda item: item.number != 2)
    (whole,) = chunks.take()
    chunks.finished(whole, ItemAnswer([whole.part(number, "x", None, 0) for number in (1, 2, 3)], [], 3))
    taken = [chunks.take()[0] for _ in range(4)]
    assert [(item.name, item.number) for item in taken] == [("0", 1), ("0", 3), ("1", 1), ("2", 1)]
    assert chunks.take() == []


def test_shards_are_a_partition() -> None:
    keys = [(item.source, number) for item in items(200) for number in (1, 2)]
    shards = [Shard.of(f"{number}/7") for number in range(1, 8)]
    assert all(sum(shard.holds(*key) for shard in shards) == 1 for key in keys)
    for wrong in ("0/2", "3/2", "1", "a/b", "1/0", "-1/2"):
        with pytest.raises(UsageError, match="expected K/N"):
            Shard.of(wrong)
