"""Execute one item: read its text, run the task, and convert every outcome or error to a result.

A result is a mapping for JSON. It has a ``status``, and for the status ``error`` the exit ``code`` that the command would end with.
Its ``figures`` and ``solution`` are JSON texts, which are not parsed between a worker and the database. A text of several puzzles
has no result of its own: its parts are returned as items.
"""

from __future__ import annotations

import json
import platform
import re
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.batch.division import format_of, parts_of
from hashicnf.batch.items import LOOK, WHOLE, Item, Settings
from hashicnf.batch.limits import Alarm
from hashicnf.batch.tasks import TASKS, Options, Outcome, Target, Task
from hashicnf.core.processor import processor_time
from hashicnf.core.stats import ANSWERED, FAILED
from hashicnf.errors import (
    GaveUp,
    HashicnfError,
    InputError,
    InternalError,
    SolverFailed,
    TooLarge,
    exception_text,
    lack_of_memory,
)
from hashicnf.families import Puzzle
from hashicnf.files.outputs import written_facts
from hashicnf.measure.machine import this_machine
from hashicnf.pipeline.puzzles import NATIVE, parse
from hashicnf.pipeline.writing import checksum
from hashicnf.records import record
from hashicnf.registry import blame
from hashicnf.version import this_version

Result: TypeAlias = dict[str, Any]

WARMING: Final = 3.0  # seconds for each puzzle of warming up, since a solver of the user may be slow on any
CLUE: Final = re.compile("[1-9]")
COLD: Final = 2.0  # seconds of a run from which on a twentieth of a second for loading modules hardly matters
TRIES: Final = 2  # a solver may have been killed from outside
FAULTS: Final = {SolverFailed: "solver", TooLarge: "size"}  # errors of a run, in contrast to those of the request
UNREAD: Final = 0  # puzzles
SHORT: Final = 8  # hexadecimal digits of a checksum in the name of a file


@record
class ItemAnswer:
    """The answer to an item: its result, or if its text contains several ``puzzles``, an item or a result for each of them.

    If a limit or a death ended the reading of a text whose puzzles were not counted before, they are ``UNREAD``.
    """

    items: list[Item]
    results: list[Result]
    puzzles: int = 1


class Executor:
    """Runs the task of some settings on one item after the other."""

    def __init__(self, settings: Settings, begun: Callable[[Result], None] = lambda _: None) -> None:
        """Find the task of the command; ``begun`` is called with the facts about each puzzle once it is read.

        Raises UsageError if there is no such task.
        """
        self.settings, self._begun = settings, begun
        self._puzzle: Result = {}  # the facts about the current one
        self.task: Task = TASKS.get(settings.command)
        self._warm = set[str]()  # families whose modules and tables are loaded

    def execute(self, item: Item) -> ItemAnswer:
        """Execute one item."""
        if item.number not in (WHOLE, LOOK):
            return ItemAnswer([], [self._result(item)])
        try:
            parts = list(parts_of(item))
        except Exception as problem:
            if (lack := _lacking(item, problem)) is None:
                raise
            return ItemAnswer([], [lack], UNREAD)
        items = [part for part in parts if isinstance(part, Item)]
        if len(parts) == 1 and items:
            return ItemAnswer([], [self._result(items[0])] if item.number == WHOLE else [])
        return ItemAnswer(items, [failure(*part) for part in parts if not isinstance(part, Item)], len(parts))

    def _result(self, item: Item) -> Result:
        """Run the task; if it is measured, run it again for the first puzzle of a family, for which modules are loaded."""
        result = self._limited(item)
        family = result.get("family", "")
        if not self.task.measures or family in self._warm:
            return result
        self._warm.add(family)
        is_short = result["status"] in ANSWERED and result["seconds"] < COLD
        return self._limited(item) if is_short and FAILED not in result["figures"] else result

    def _limited(self, item: Item) -> Result:
        """Run the task under its limits."""
        start, cpu = time.perf_counter(), processor_time()
        self._puzzle = {}
        alarm = Alarm(self.settings.timeout)
        try:
            with alarm:
                result = self._run(item, alarm)
        except KeyboardInterrupt as stop:
            result = {"status": "unknown", "stopped": "time", "reason": alarm.reason_of(stop)}
        except GaveUp as stop:
            result = {"status": "unknown", "stopped": stop.kind, "reason": str(stop)}
        except HashicnfError as problem:
            result = failure(item, _placed(problem, item.line))
        except Exception as problem:
            result = _lacking(item, problem) or failure(item, _internal(problem))
        seconds, used = time.perf_counter() - start, processor_time() - cpu
        return self._puzzle | result | _of(item) | here() | {"seconds": round(seconds, 6), "cpu": round(used, 6)}

    def _run(self, item: Item, alarm: Alarm) -> Result:
        failed: Options = {}
        for left in reversed(range(TRIES)):
            try:
                puzzle, outcome = self._outcome(item)
                break
            except SolverFailed as problem:
                if not left:
                    raise
                failed = {FAILED: str(problem)}
        result: Result = {"status": outcome.status, **(self._puzzle or facts_of(puzzle))}
        stopped, reason = outcome.stopped, outcome.reason
        if outcome.status == "unknown" and alarm.rang:
            stopped, reason = "time", alarm.reason
        optional = {"stopped": stopped, "reason": reason, "seed": outcome.seed, "solution": outcome.solution}
        result |= {name: value for name, value in optional.items() if value}
        saved, more = self._saved(item, outcome)
        return result | {"figures": compact({**outcome.figures, **more, **failed})} | saved

    def _outcome(self, item: Item) -> tuple[Puzzle, Outcome]:
        if self.task.run is None:
            assert self.task.make is not None  # noqa: S101 - a task has one of the two
            return self.task.make(item.text, self.settings.options)
        start = time.perf_counter()
        puzzle = parse(item.text, item.format, item.name)
        read = round(time.perf_counter() - start, 6)
        self._puzzle = facts_of(puzzle)
        self._begun(self._puzzle)
        outcome = self.task.run(puzzle, self.settings.options)
        if (phases := outcome.figures.get("seconds")) is not None:
            outcome = replace(outcome, figures={**outcome.figures, "seconds": {"parse": read, **phases}})
        return puzzle, outcome

    def _saved(self, item: Item, outcome: Outcome) -> tuple[Result, Options]:
        """Write the file of an outcome into the folder, if both exist; return facts about the file, and further figures."""
        folder, compress = self.settings.folder, self.settings.compress or ""
        if outcome.save is None or folder is None:
            return {}, {}
        file, more = outcome.save(Target(Path(folder), self._file_of(item), compress, item.name))
        return written_facts(str(file)), more

    def _file_of(self, item: Item) -> str:
        """Return the file name for an item: stem of its input, start of the checksum, and its number if there are several."""
        stem = Path(item.name).name.partition(".")[0] or "puzzle"
        number = f"-{item.number}" if item.line or item.number > 1 else ""
        ending = self.task.suffix + (f".{self.settings.compress}" if self.settings.compress else "")
        return f"{stem}-{item.source[:SHORT]}{number}{ending}"


def compact(data: object) -> str:
    """Return data as JSON without blanks."""
    return json.dumps(data, separators=(",", ":"), default=dict)


def facts_of(puzzle: Puzzle) -> Result:
    """Return the facts about a puzzle that its results state, whatever they are."""
    title = {"title": puzzle.title} if puzzle.title else {}
    return {"family": puzzle.family, "sha256": checksum(puzzle)} | title


def failure(item: Item, problem: HashicnfError) -> Result:
    """Return the result for an item that ended in an error; failures of solvers and sizes of formulas have stopped it."""
    stopped = next(({"stopped": kind} for of, kind in FAULTS.items() if isinstance(problem, of)), {})
    return {"status": "error", "error": str(problem), "code": problem.exit_code} | stopped | _of(item) | here()


def died(item: Item, problem: HashicnfError) -> Result:
    """Return the result for an item whose process died of an error: unknown for lack of memory."""
    return _lacking(item, problem) or failure(item, problem)


def _lacking(item: Item, problem: Exception) -> Result | None:
    """Return the result for an item that ended in an exception that reports a lack of memory, None for others."""
    lack = lack_of_memory(problem)
    return None if lack is None else {"status": "unknown", "stopped": "memory", "reason": lack} | _of(item) | here()


def _internal(problem: Exception) -> InternalError:
    """Return the error for an unexpected exception, with its place."""
    where = traceback.extract_tb(problem.__traceback__)[-1]
    return InternalError(
        f"{blame(problem)}: {exception_text(problem)} ({Path(where.filename).name}, line {where.lineno})"
    )


def out_of_time(item: Item, alarm: Alarm) -> Result:
    """Return the result for an item that did not end at its alarm."""
    return (
        {"status": "unknown", "stopped": "time", "reason": alarm.reason, "seconds": alarm.seconds} | _of(item) | here()
    )


def warm_up(executor: Executor, first: Item) -> None:
    """Run the task on small puzzles, so that the time of the ``first`` item does not include imports and preparation on demand.

    One of them is decided by propagation; the other has no clues, so most tasks need a solver for it. The first item is not parsed,
    since that may end this process, but the readers of its format are loaded.
    """
    from hashicnf.core.document import DEFAULT_FAMILY
    from hashicnf.families import FAMILIES

    if executor.task.run is None:
        return
    with suppress(HashicnfError):
        format_of(first)
    settings = Settings(executor.settings.command, executor.settings.options, WARMING)
    example = FAMILIES.get(DEFAULT_FAMILY).example
    for text in (example, CLUE.sub("?", example)):
        Executor(settings).execute(Item("", "", text, 1, NATIVE))


def here() -> dict[str, str]:
    """Return the host, the machine, the version and the time of a result."""
    return {
        "host": platform.node(),
        "machine": this_machine(),
        "version": this_version(),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _of(item: Item) -> Result:
    return {"name": item.name, "source": item.source, "number": item.number}


def _placed(problem: HashicnfError, line: int) -> HashicnfError:
    """Return an error in a part of a text with its line counted in the whole text; ``line`` lines come before the part."""
    if isinstance(problem, InputError) and problem.line is not None:
        problem.line += line
    return problem
