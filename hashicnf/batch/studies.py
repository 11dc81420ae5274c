"""Studies: the same puzzles under many settings, in one database, from which the records of ``bench`` and ``compare`` are read.

Each setting is a batch of its own, so a study can be continued, divided among machines, and shown at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from hashicnf.batch.driver import Order, Watch, Workers, run
from hashicnf.batch.inputs import Chosen, items_of, kept_input, names_of
from hashicnf.batch.items import Settings
from hashicnf.batch.misuse import RefusedError
from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.batch.store import Store
from hashicnf.batch.tables import FIGURES_READ, SEVERAL, results_in
from hashicnf.batch.tasks.solve import REPETITION
from hashicnf.core.stats import FAILED
from hashicnf.errors import Exit, UsageError, counted, puzzle_name
from hashicnf.files.inputs import is_there
from hashicnf.files.locks import locked
from hashicnf.measure.bench import DEFAULT, ERROR, Measurement, Setting
from hashicnf.measure.comparison.measure import label_of
from hashicnf.measure.comparison.results import Comparison, labels
from hashicnf.measure.comparison.runs import MethodRun, RunSettings
from hashicnf.records import record

OF_SETTING: Final = ("solver", "cardinality", "connectivity", "cuts", "at-most-one", "depth", "simplify")
MOST_NAMED: Final = 3  # puzzles of a message
UNSHOWN: Final = frozenset({*OF_SETTING, "all-answers", "timeout", "worker-memory", REPETITION})
UNMEASURED: Final = (Exit.USAGE, Exit.BAD_INPUT, Exit.NO_SOLVER)  # errors of the request, puzzle, or installation
NONE: Final[Mapping[str, str]] = {}
OpenPool = Callable[[Settings], AbstractContextManager[Workers]]


@record
class Failure:
    """An error because of which so many ``runs`` on some ``puzzles`` have no record, and its exit code."""

    message: str
    code: int
    puzzles: tuple[str, ...]
    runs: int

    @property
    def text(self) -> str:
        """Return the message after the puzzles that it is about, of many the first."""
        puzzles, others = self.puzzles[:MOST_NAMED], len(self.puzzles) - MOST_NAMED
        if len(puzzles) == 1 and self.message.startswith(puzzles[0]):
            return self.message
        more = f" and {counted(others, 'other puzzle')}" if others > 0 else ""
        return f"{', '.join(puzzles)}{more}: {self.message}"


def study(
    inputs: Sequence[str],
    every: Sequence[Settings],
    base: str,
    open_pool: OpenPool,
    watch: Watch,
    shard: Shard = EVERYTHING,
    before: Mapping[str, str] = NONE,
) -> None:
    """Run the batch of each setting, one after the other.

    A batch whose identity is in ``before`` repeats another one of ``every``, except puzzles that this has tried without an answer.
    Raises as ``driver.run`` does, but plain UsageError if a batch is refused.
    """
    names = names_of(inputs)
    unanswered: dict[str, set[tuple[str, int]]] = {}
    with locked(base, "hashicnf"), kept_input(names):
        for settings in every:
            omitted = unanswered.get(before.get(settings.identity, ""), set())
            with Store(base, settings) as store, open_pool(settings) as pool:
                order = Order(inputs=items_of(names, None), count=len(names), shard=shard, omitted=omitted)
                try:
                    run(order, store, pool, lambda _: None, watch)
                except RefusedError as problem:
                    raise UsageError(str(problem)) from None
                if before:
                    unanswered[settings.identity] = omitted | store.unanswered()


def settings_of_bench(setting: Setting, timeout: float | None, repetition: int = 1) -> Settings:
    """Return the settings of a batch that solves as ``bench`` does: those of ``batch solve --no-all-answers``.

    Each repetition is a batch of its own; the first has the settings of a batch without repetitions.
    """
    given = setting.request()
    options: dict[str, Any] = {name: getattr(given, name) for name in given.given()}
    return Settings("solve", {**options, "all_answers": False, **_again(repetition)}, timeout)


def settings_of_compare(method: str, limits: RunSettings, repetition: int = 1) -> Settings:
    """Return the settings of a batch that runs a method on each puzzle once, as ``compare`` does.

    Each repetition is a batch of its own; the first has the settings of a batch without repetitions.
    """
    # Its results hold lists of runs, one each.
    options = {"method": method, "timeout": limits.timeout, "max_memory": limits.max_memory, "repeat": 1}
    return Settings("compare", options | _again(repetition))


def _again(repetition: int) -> dict[str, int]:
    return {REPETITION: repetition} if repetition > 1 else {}


def measurements(base: str, inputs: Sequence[str], matrix: Sequence[Setting], limits: RunSettings) -> list[Measurement]:
    """Read the records of ``bench`` from a database, also of runs that failed; those in ``failures`` have none."""
    rounds = range(1, limits.repeat + 1)
    wanted = {settings_of_bench(setting, limits.timeout, k).identity: setting for setting in matrix for k in rounds}
    rows = _rows(base, "solve", inputs, wanted)
    return _sized([measurement(row, setting) for row, setting in rows if not _is_unmeasured(row)])


def _is_unmeasured(row: Mapping[str, Any]) -> bool:
    """Return whether a result is an error before the run: the puzzle cannot be read, or the request cannot be met here.

    A run whose solver or its process fails, or whose formula would be too large, is measured, as a wrong one.
    """
    return row["status"] == ERROR and row["code"] in UNMEASURED and row["stopped"] is None


def _sized(records: list[Measurement]) -> list[Measurement]:
    """Give runs that were killed or failed, which report nothing, the size of their puzzle that another run has reported."""
    known = {record.puzzle: record for record in records if record.size}
    return [
        record
        if record.size or record.puzzle not in known
        else replace(record, size=known[record.puzzle].size, unit=known[record.puzzle].unit)
        for record in records
    ]


def failures(base: str, inputs: Sequence[str], every: Sequence[Settings]) -> list[Failure]:
    """Read from a database the errors that left no record of a run, each message once."""
    command, wanted = every[0].command, {settings.identity: None for settings in every}
    found: dict[tuple[str, int], list[str]] = {}
    for row, _ in _rows(base, command, inputs, wanted):
        # A task of ``compare`` has the errors of its runs among its figures.
        if _is_unmeasured(row) or (command == "compare" and row["error"] is not None):
            found.setdefault((row["error"], row["code"]), []).append(row["puzzle"])
    return [Failure(*key, tuple(dict.fromkeys(puzzles)), len(puzzles)) for key, puzzles in found.items()]


def solved_in(base: str) -> list[Measurement]:
    """Return a record of each puzzle that any batch of ``solve`` has finished, or failed on. Raises InputError."""
    rows = (row for row in results_in(base) if row["command"] == "solve" and not _is_unmeasured(row))
    return _sized([measurement(row, _setting(row["options"])) for row in rows])


def _setting(options: Mapping[str, Any]) -> Setting:
    """Return the setting that represents options in a chart; options without a field are appended to the solver's name."""
    rest = {name: value for name, value in options.items() if name not in UNSHOWN}
    name = rest.pop("method", options.get("solver", DEFAULT))
    solver = " ".join([name, *(f"{key}={value}" for key, value in rest.items())])
    own = {name.replace("-", "_"): options[name] for name in OF_SETTING if name in options}
    return Setting(**{**own, "solver": solver})


def report(base: str, inputs: Sequence[str], methods: Sequence[str], limits: RunSettings) -> Comparison:
    """Read the report of ``compare`` from a database, without puzzles that ended in an error under all methods.

    How many processes ran at a time is not known.
    """
    limits = replace(limits, jobs=None)
    wanted = {
        settings_of_compare(method, limits, k).identity: (method, k)
        for k in range(1, limits.repeat + 1)
        for method in methods
    }
    rows = list(_rows(base, "compare", inputs, wanted))
    keys = list(dict.fromkeys((row["puzzle"], row["index"]) for row, _ in rows if row["error"] is None))
    several = {row["puzzle"] for row, _ in rows if row[SEVERAL]}
    named = dict(zip(keys, labels(keys, several), strict=True))
    runs = [
        MethodRun(**{**one, "puzzle": named[row["puzzle"], row["index"]], "method": label_of(method), "repeat": k})
        for row, (method, k) in rows
        for one in row[FIGURES_READ].get("runs", ())
    ]
    machine, version = (
        " and ".join(dict.fromkeys(row[name] for row, _ in rows if row["error"] is None))
        for name in ("machine", "version")
    )
    return Comparison(
        tuple(named.values()), tuple(map(label_of, methods)), limits, machine, tuple(runs), version=version
    )


def _rows(
    base: str, command: str, inputs: Sequence[str], wanted: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield the rows of a command on some inputs with the value of their settings in ``wanted``.

    They come one setting after the other, and of each in the order of the inputs.
    """
    chosen = Chosen(names_of(inputs))
    found: dict[str, list[tuple[int, dict[str, Any]]]] = {identity: [] for identity in wanted}
    for row in results_in(base):
        identity = json.dumps(row["options"], sort_keys=True)
        place = chosen.place(row["puzzle"], row["index"])
        if row["command"] == command and identity in found and place is not None:
            found[identity].append((place, row))
    for identity, rows in found.items():
        for _, row in sorted(rows, key=itemgetter(0)):
            yield row, wanted[identity]


def measurement(row: Mapping[str, Any], setting: Setting) -> Measurement:
    """Return the record of a result of ``solve``."""
    from hashicnf.families import FAMILIES

    figures = row[FIGURES_READ]
    unit = FAMILIES.get(row["family"]).unit if row["family"] else ""
    return Measurement(
        str(Path(row["puzzle"]).parent) if is_there(row["puzzle"]) else ".",
        puzzle_name(row["puzzle"], row["index"], several=row[SEVERAL]),
        setting,
        row["status"],
        {f"{unit}s": figures[f"{unit}s"]} if f"{unit}s" in figures else {},
        unit,
        figures,
        parse=figures.get("seconds", {}).get("parse", 0.0),
        cpu=row["cpu"],
        version=row["version"] or "",
        machine=row["machine"] or "",
        finished=row["finished"] or "",
        repetition=row["options"].get(REPETITION, 1),
        timeout=row["options"].get("timeout"),
        message=row.get("error") or row.get("reason") or figures.get(FAILED, ""),
    )
