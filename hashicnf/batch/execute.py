"""Execute one item: read its text, run the task, turn whatever happens into a result.

A result is a mapping for JSON. It has a ``status``, and for ``error`` the exit ``code`` that the command would have ended with. Its
``figures`` and ``solution`` are JSON already, which nobody between a worker and the database has to read. A text that holds several
puzzles has no result of its own: its parts come back as items.
"""

from __future__ import annotations

import json
import platform
import re
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.batch.items import LOOK, WHOLE, Item, Settings
from hashicnf.batch.limits import Alarm
from hashicnf.batch.parts import format_of, parts_of
from hashicnf.batch.tasks import TASKS, Options, Outcome, Target, Task
from hashicnf.core.processor import processor_time
from hashicnf.errors import GaveUp, HashicnfError, InputError, InternalError, SolverFailed
from hashicnf.families import Puzzle
from hashicnf.files.outputs import written_facts
from hashicnf.pipeline.puzzles import NATIVE, checksum, parse
from hashicnf.records import record
from hashicnf.registry import blame
from hashicnf.version import this_version

Result: TypeAlias = dict[str, Any]

WARMING: Final = 3.0  # seconds that each puzzle of warming up may take: a solver of the user may be slow at any
CLUE: Final = re.compile("[1-9]")
TRIES: Final = 2  # a solver may have been killed by somebody else
SHORT: Final = 8  # hexadecimal digits of a checksum in the name of a file


@record
class ItemAnswer:
    """What came of an item: its result, or where its text holds several ``puzzles`` an item or result for each of them."""

    items: list[Item]
    results: list[Result]
    puzzles: int = 1


class Executor:
    """Runs the task of some settings on one item after the other."""

    def __init__(self, settings: Settings) -> None:
        """Look up the task. Raises UsageError if there is no such command."""
        self.settings = settings
        self.task: Task = TASKS.get(settings.command)

    def execute(self, item: Item) -> ItemAnswer:
        """Answer for one item."""
        if item.number not in (WHOLE, LOOK):
            return ItemAnswer([], [self._result(item)])
        parts = list(parts_of(item))
        items = [part for part in parts if isinstance(part, Item)]
        if len(parts) == 1 and items:
            return ItemAnswer([], [self._result(items[0])] if item.number == WHOLE else [])
        return ItemAnswer(items, [failure(*part) for part in parts if not isinstance(part, Item)], len(parts))

    def _result(self, item: Item) -> Result:
        """Run the task under its limits."""
        start, cpu = time.perf_counter(), processor_time()
        alarm = Alarm(self.settings.timeout)
        try:
            with alarm:
                result = self._run(item, alarm)
        except KeyboardInterrupt:
            result = {"status": "unknown", "stopped": "time", "reason": alarm.reason}
        except GaveUp as stop:
            result = {"status": "unknown", "stopped": stop.kind, "reason": str(stop)}
        except MemoryError:
            result = {"status": "unknown", "stopped": "memory", "reason": "out of memory"}
        except HashicnfError as problem:
            result = failure(item, _placed(problem, item.line))
        except Exception as problem:
            where = traceback.extract_tb(problem.__traceback__)[-1]
            reason = f"{type(problem).__name__}: {problem} ({Path(where.filename).name}, line {where.lineno})"
            result = failure(item, InternalError(f"{blame(problem)}: {reason}"))
        seconds, used = time.perf_counter() - start, processor_time() - cpu
        return result | _of(item) | here() | {"seconds": round(seconds, 6), "cpu": round(used, 6)}

    def _run(self, item: Item, alarm: Alarm) -> Result:
        for left in reversed(range(TRIES)):
            try:
                puzzle, outcome = self._outcome(item)
                break
            except SolverFailed:
                if not left:
                    raise
        result: Result = {"status": outcome.status, "family": puzzle.family, "sha256": checksum(puzzle)}
        stopped, reason = outcome.stopped, outcome.reason
        if outcome.status == "unknown" and alarm.rang:
            stopped, reason = "time", alarm.reason
        optional: Result = {"stopped": stopped, "reason": reason, "seed": outcome.seed, "title": puzzle.title}
        optional["solution"] = outcome.solution
        result |= {name: value for name, value in optional.items() if value}
        saved, more = self._saved(item, outcome)
        return result | {"figures": compact({**outcome.figures, **more})} | saved

    def _outcome(self, item: Item) -> tuple[Puzzle, Outcome]:
        if self.task.run is None:
            assert self.task.make is not None  # noqa: S101 - a task has one of the two
            return self.task.make(item.text, self.settings.options)
        start = time.perf_counter()
        puzzle = parse(item.text, item.format, item.name)
        read = round(time.perf_counter() - start, 6)
        outcome = self.task.run(puzzle, self.settings.options)
        if (phases := outcome.figures.get("seconds")) is not None:
            outcome = replace(outcome, figures={**outcome.figures, "seconds": {"parse": read, **phases}})
        return puzzle, outcome

    def _saved(self, item: Item, outcome: Outcome) -> tuple[Result, Options]:
        """Write the file of an outcome into the folder, if there is one; return what is known of it, and further figures."""
        folder, compress = self.settings.folder, self.settings.compress or ""
        if outcome.save is None or folder is None:
            return {}, {}
        file, more = outcome.save(Target(Path(folder), self._file_of(item), compress, item.name))
        return written_facts(str(file)), more

    def _file_of(self, item: Item) -> str:
        """Name the file of an item: the stem of its input, a piece of the checksum, and the number where there are several."""
        stem = Path(item.name).name.partition(".")[0] or "puzzle"
        number = f"-{item.number}" if item.line or item.number > 1 else ""
        ending = self.task.suffix + (f".{self.settings.compress}" if self.settings.compress else "")
        return f"{stem}-{item.source[:SHORT]}{number}{ending}"


def compact(data: object) -> str:
    """Write data as JSON without blanks."""
    return json.dumps(data, separators=(",", ":"), default=dict)


def failure(item: Item, problem: HashicnfError) -> Result:
    """Return the result for an item that ended in an error."""
    return {"status": "error", "error": str(problem), "code": problem.exit_code} | _of(item) | here()


def out_of_time(item: Item, alarm: Alarm) -> Result:
    """Return the result for an item that did not listen to its alarm."""
    return (
        {"status": "unknown", "stopped": "time", "reason": alarm.reason, "seconds": alarm.seconds} | _of(item) | here()
    )


def warm_up(executor: Executor, first: Item) -> None:
    """Run the task on small puzzles, so that the ``first`` item does not pay for what is imported and prepared on demand.

    One of them is decided by propagation; the other has no clues, so that most tasks need a solver for it. The first item is not
    read, for that may end this process, but the readers of its format are loaded.
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
    """Describe where, by what and when a result was found."""
    return {
        "host": platform.node(),
        "version": this_version(),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _of(item: Item) -> Result:
    return {"name": item.name, "source": item.source, "number": item.number}


def _placed(problem: HashicnfError, line: int) -> HashicnfError:
    """Move the place of an error in a part of a text to that in the whole."""
    if isinstance(problem, InputError) and problem.line is not None:
        problem.line += line
    return problem
