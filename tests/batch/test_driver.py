"""The driver's counts of puzzles, and texts of several puzzles whose number is not known."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from hashicnf.batch import execute, pool
from hashicnf.batch.driver import Order, run
from hashicnf.batch.execute import UNREAD, ItemAnswer, failure
from hashicnf.batch.inputs import items_of
from hashicnf.batch.items import LOOK, WHOLE, Item, Settings
from hashicnf.batch.pool import Worker, WorkerDied
from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.batch.store import Store
from tests.batch.conftest import Inline


@pytest.mark.parametrize("retry", [False, True])
@pytest.mark.parametrize("parts", [1, 3])
def test_every_puzzle_of_the_total_is_done_at_the_end_copies_too(tmp_path: Path, *, retry: bool, parts: int) -> None:
    one, two = "3x3m2:2a2c1a1\n", "3x3m5000:2a2c1a1\n"
    names = []
    for name, text in (("a", one + two), ("b", one + two), ("c", one), ("d", two)):
        names.append(str(tmp_path / f"{name}.tatham"))
        Path(names[-1]).write_text(text)
    settings, total, done = Settings("solve", {}), 0, list[int]()
    for number in range(1, parts + 1):
        shard = Shard(number, parts)
        with Store(str(tmp_path / f"{number}.sqlite"), settings) as store:
            for _ in range(2):
                order = Order(inputs=items_of(names, None), count=len(names), retry=retry, shard=shard)
                state = run(order, store, Inline(settings), lambda _: None, lambda _: None)
                assert state.total == state.done + state.before
                done.append(state.done)
            total += state.total
    assert total == 6, "how many puzzles a text has is known from the first run"
    assert sum(done[::2]) == 4, "each is done once, in its shard"
    assert sum(done[1::2]) == 2 * retry, "two of them are errors"


@pytest.mark.parametrize("after", ["solve", "count"])
@pytest.mark.parametrize("cause", ["memory", "death"])
def test_a_text_that_could_not_be_read_is_not_taken_for_one_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cause: str, after: str
) -> None:
    """It is read again by the next batch, also one of another command; its result is that of its first puzzle until a retry."""
    name = tmp_path / "two.json"
    name.write_text('{"grid": [[1, 0, 1]]}\n{"grid": [[2, 0, 2]]}\n')

    def gorge(_: Item) -> NoReturn:
        raise MemoryError

    def die(_: object, item: Item) -> ItemAnswer:
        return ItemAnswer([], [failure(item, WorkerDied("it died"))], UNREAD)

    def done(command: str, *, retry: bool = False) -> tuple[int, int]:
        settings = Settings(command, {})
        with Store(str(tmp_path / "run.sqlite"), settings) as store:
            order = Order(inputs=items_of([str(name)], None), count=1, retry=retry, shard=EVERYTHING)
            state = run(order, store, Inline(settings), lambda _: None, lambda _: None)
        assert state.total == state.done + state.before
        return state.done, state.before

    with monkeypatch.context() as bad:
        if cause == "memory":
            bad.setattr(execute, "parts_of", gorge)
        else:
            bad.setattr(Inline, "_answer", die)
        assert done("solve") == (1, 0)
    assert after == "solve" or done(after) == (2, 0)
    assert done("solve") == (1, 1)
    assert done("solve") == (0, 2)
    assert done("solve", retry=True) == (1, 1)


@pytest.mark.parametrize("number", [1, 2])
def test_a_text_that_could_not_be_read_is_an_error_of_each_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Since none of them has done its puzzles; in a merged database the result of another shard replaces it."""
    name, settings = tmp_path / "one.json", Settings("solve", {})
    name.write_text('{"grid": [[2, 0, 2]]}\n')
    died = lambda _, item: ItemAnswer([], [failure(item, WorkerDied("it died"))], UNREAD)  # noqa: E731
    with Store(str(tmp_path / "run.sqlite"), settings) as store:
        for errors in (1, 0):
            order = Order(inputs=items_of([str(name)], None), count=1, retry=True, shard=Shard(number, 2))
            with monkeypatch.context() as bad:
                if errors:
                    bad.setattr(Inline, "_answer", died)
                state = run(order, store, Inline(settings), lambda _: None, lambda _: None)
            assert (state.errors, state.total) == (errors, state.done)


@pytest.mark.parametrize("number", [WHOLE, LOOK, 1])
def test_a_text_of_many_puzzles_may_take_longer_than_one(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "Process", lambda *_, **__: SimpleNamespace(post=lambda _: None))
    worker = Worker(Settings("solve", {}))
    worker.give([Item("a", "a", " " * 1_000_000, number)])
    worker.since -= 50
    assert not worker.is_late(1), "it is not ready"
    worker.is_ready = True
    assert worker.is_late(1) == (number == 1)
    assert not worker.is_late(60)
    assert worker.given_up({}).puzzles == UNREAD
    worker.puzzle = {"family": "hashi"}
    assert worker.given_up({}) == ItemAnswer([], [worker.puzzle], 1)
    assert worker.is_late(1)
    worker.items.clear()
    assert not worker.is_late(1)
