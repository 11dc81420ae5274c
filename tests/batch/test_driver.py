"""The driver's counts of puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashicnf.batch.driver import Order, run
from hashicnf.batch.inputs import items_of
from hashicnf.batch.items import Settings
from hashicnf.batch.shards import EVERYTHING
from hashicnf.batch.store import Store
from tests.batch.conftest import Inline


@pytest.mark.parametrize("retry", [False, True])
def test_every_puzzle_of_the_total_is_done_at_the_end_copies_too(tmp_path: Path, *, retry: bool) -> None:
    names = [str(tmp_path / f"{name}.tatham") for name in "ab"]
    for name in names:
        Path(name).write_text("3x3m2:2a2c1a1\n3x3m5000:2a2c1a1\n")
    settings = Settings("solve", {})
    with Store(str(tmp_path / "run.sqlite"), settings) as store:
        for _ in range(2):
            inputs = items_of(names, None)
            order = Order(inputs=inputs, count=len(names), retry=retry, shard=EVERYTHING)
            state = run(order, store, Inline(settings), lambda _: None, lambda _: None)
            assert state.total == state.done + state.before
    assert state.total == 2 * len(names), "how many puzzles a text has is known from the first run"
