"""Boards, strange families, and batches run in this process or another one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from hashicnf.api import generate
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import Executor, ItemAnswer
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.messages import packed, unpacked
from hashicnf.entrypoints import extended_groups
from hashicnf.pipeline.writing import write_puzzles
from tests.batch.strange import PROJECT
from tests.plugins.registered import lay

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def strange(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the strange families, also for child processes."""
    folder = tmp_path_factory.mktemp("strange")
    lay(folder, PROJECT)
    paths = [str(folder), str(ROOT)]
    monkeypatch.setattr(sys, "path", [*paths, *sys.path])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")]))
    extended_groups.cache_clear()
    yield
    extended_groups.cache_clear()


@pytest.fixture(scope="session")
def texts() -> list[str]:
    """Return boards of 12 islands."""
    return [write_puzzles([generate("hashi", size="7x7", islands=12, seed=seed).puzzle]) for seed in range(40)]


@pytest.fixture
def boards(tmp_path: Path, texts: list[str]) -> Path:
    """Write the boards to a folder, a file each."""
    folder = tmp_path / "boards"
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:02}.puz").write_text(text)
    return folder


class Inline:
    """A pool that works in this process, for tests of the driver; answers are messages like those of workers."""

    seconds = 0.5
    files_are_here = True

    def __init__(self, settings: Settings) -> None:
        self._executor = Executor(settings)

    def run(self, chunks: Chunks) -> Iterator[list[tuple[Item, ItemAnswer]]]:
        """Work until no chunk is left."""
        while chunk := chunks.take():
            found = [(item, self._answer(item)) for item in chunk]
            for item, answer in found:
                chunks.finished(item, answer)
            yield found

    def _answer(self, item: Item) -> ItemAnswer:
        answer = self._executor.execute(item)
        (message,) = unpacked(
            bytearray(packed(([part.data() for part in answer.items], answer.results, answer.puzzles)))
        )
        return ItemAnswer([Item(*fields) for fields in message[0]], *message[1:])


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let batches and studies start no processes."""
    for command in ("batch", "bench", "compare"):
        monkeypatch.setattr(
            f"hashicnf.cli.{command}.open_pool", lambda settings, *_, **__: nullcontext(Inline(settings))
        )
