"""Run the batches of a chapter, in its database, and write its table."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hashicnf.batch.driver import Watch
from hashicnf.batch.merge import merge
from hashicnf.batch.pool import WorkerPool
from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.batch.studies import study
from hashicnf.batch.tables import results_in
from hashicnf.errors import Exit
from study import table
from study.chapters import Batch, Chapter

REFUSED: Final = "refused"  # status of work that a command refuses, such as a formula that would fill the memory


def run(batches: Sequence[Batch], base: Path, timeout: float, shard: Shard, watch: Watch) -> Path:
    """Run the unfinished work of a chapter; return its database.

    A shard has a database of its own; without a shard, the databases of all shards are merged first.
    """
    base.parent.mkdir(parents=True, exist_ok=True)
    if shard != EVERYTHING:
        base = base.with_name(f"{base.stem}-{shard.number}-of-{shard.count}{base.suffix}")
    elif parts := sorted(base.parent.glob(f"{base.stem}-*-of-*{base.suffix}")):
        merge([str(part) for part in parts], str(base))
    folder = base.parent / "files"
    folder.mkdir(exist_ok=True)
    for batch in batches:
        if batch.boards:
            every = [batch.settings(timeout, str(folder))]
            study(batch.boards, every, str(base), lambda settings: WorkerPool(settings, 1), watch, shard)
    return base


def results(batches: Sequence[Batch], base: Path, timeout: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the results of these batches from a database, each after its way."""
    folder = str(base.parent / "files")
    ways = {
        (batch.command, batch.settings(timeout, folder).identity, board): batch.way
        for batch in batches
        for board in batch.boards
    }
    for result in results_in(str(base)):
        key = result["command"], json.dumps(result["options"], sort_keys=True), result["puzzle"]
        if key in ways:
            yield ways[key], result


def rows(chapter: Chapter, found: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[table.Row]:
    """Yield the rows of the chapter's table for results."""
    return (row(way, result, chapter.figures) for way, result in found)


def row(way: str, result: Mapping[str, Any], wanted: Sequence[str]) -> table.Row:
    """Make a row of a table from a result: the columns of all tables, and the ``wanted`` figures."""
    figures = json.loads(result["figures"] or "{}")
    status, cpu = result["status"], result["cpu"]
    if status == "error" and result["code"] == Exit.USAGE:
        status = REFUSED
    if runs := figures.get("runs"):
        status, cpu = runs[-1]["status"], statistics.median(one["cpu"] for one in runs)
        figures["peak"] = max(one["peak"] for one in runs)
    flat = {
        f"{name} {key}": part
        for name, value in figures.items()
        if isinstance(value, dict)
        for key, part in value.items()
    }
    named = {"bytes": result["bytes"]} | figures | flat
    common = {
        "way": way,
        "board": Path(result["puzzle"]).stem,
        "status": status,
        "cpu": "" if cpu is None else f"{cpu:.6f}",
    }
    return common | {name: "" if named.get(name) is None else str(named[name]) for name in wanted}
