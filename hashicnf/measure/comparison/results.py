"""Results of a comparison: one record per run, medians and summaries.

Results can be written to JSON and read back, so that long measurements can be shown in other forms later.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Final

from hashicnf.core.stats import ANSWERED
from hashicnf.errors import counted, puzzle_name
from hashicnf.families import Puzzle
from hashicnf.files.inputs import numbered, shown
from hashicnf.measure.bench import spread_of
from hashicnf.measure.comparison.runs import MARKS, STATUSES, MethodRun, RunSettings, Summary
from hashicnf.measure.comparison.tables import SUMMARY, remarks, summary, warning, wide
from hashicnf.pictures.shown import Tabled
from hashicnf.records import record
from hashicnf.version import JSON_SCHEMA, this_version

FORMAT: Final = "hashicnf compare 1"


@record
class Comparison(Tabled):
    """A comparison: ``puzzles`` and ``methods`` in the order of the request, ``runs`` in the order of their ends.

    After Ctrl-C it is ``interrupted``: runs are missing. ``own`` are the settings of each method if methods were measured under
    different ones; ``settings`` are then the largest of each.
    """

    puzzles: tuple[str, ...]
    methods: tuple[str, ...]
    settings: RunSettings
    machine: str
    runs: tuple[MethodRun, ...]
    interrupted: bool = False
    version: str = field(default_factory=this_version)
    own: Mapping[str, RunSettings] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Count methods, puzzles and runs in one line."""
        pairs = f"{counted(len(self.methods), 'method')} on {counted(len(self.puzzles), 'puzzle')}"
        return f"<comparison: {pairs}, {counted(len(self.runs), 'run')}>"

    def _tables(self) -> Iterator[tuple[str, Sequence[Sequence[str]], int]]:
        yield from ((title, rows, 1) for title, rows in wide(self))
        yield SUMMARY, summary(self), 1

    def _lines(self) -> list[str]:
        return [*filter(None, [warning(self)]), *remarks(self)]

    def settings_of(self, method: str) -> RunSettings:
        """Return the settings under which a method was measured."""
        return self.own.get(method, self.settings)

    def cells(self) -> dict[tuple[str, str], MethodRun]:
        """Return a cell, which summarises its runs, for each pair (puzzle, method)."""
        groups = self._pairs()
        return {(p, m): _cell(groups[p, m]) for p in self.puzzles for m in self.methods if (p, m) in groups}

    def _pairs(self) -> dict[tuple[str, str], list[MethodRun]]:
        """Return the runs of each pair (puzzle, method)."""
        groups: dict[tuple[str, str], list[MethodRun]] = {}
        for run in confront(self.runs):
            groups.setdefault((run.puzzle, run.method), []).append(run)
        return groups

    def spreads(self) -> dict[tuple[str, str], float]:
        """Return the spread of the times of whole processes (``spread_of``) for each pair that was repeated and always answered."""
        return {
            pair: spread_of([run.seconds for run in runs])
            for pair, runs in self._pairs().items()
            if len(runs) > 1 and all(run.status in ANSWERED for run in runs)
        }

    def data(self) -> list[dict[str, object]]:
        """Return the fields of each cell by name, for tables of other packages."""
        return [asdict(cell) for cell in self.cells().values()]

    def summary(self) -> list[Summary]:
        """Return the summary of each method."""
        cells = self.cells().values()
        return [_summary(method, [cell for cell in cells if cell.method == method]) for method in self.methods]

    def to_json(self) -> str:
        """Return the report and the summary as one JSON object."""
        report = replace(self, runs=tuple(confront(self.runs)))
        data = {
            "schema": JSON_SCHEMA,
            "format": FORMAT,
            **asdict(report),
            "summary": [asdict(s) for s in self.summary()],
        }
        return json.dumps(data, indent=1)


def confront(runs: Iterable[MethodRun]) -> list[MethodRun]:
    """Compare the claims of methods: a puzzle with a checked solution cannot be unsolvable."""
    runs = list(runs)
    solved = {run.puzzle: run.method for run in runs if run.status == "solved"}
    return [
        replace(run, status="error", message=f"reports unsolvable, but {solved[run.puzzle]} found a correct solution")
        if run.status == "unsolvable" and run.puzzle in solved
        else run
        for run in runs
    ]


def labelled(puzzles: Iterable[tuple[str, int, Puzzle]]) -> dict[str, Puzzle]:
    """Return puzzles by their ``labels``; each is given with the input that it is from, and its place there, from 1."""
    places = [(numbered(name) or (name, place), puzzle) for name, place, puzzle in puzzles]
    keys = [(shown(file), number) for (file, number), _ in places]
    names = labels(keys, {file for file, number in keys if number > 1})
    return dict(zip(names, (puzzle for _, puzzle in places), strict=True))


def labels(puzzles: Sequence[tuple[str, int]], several: Set[str]) -> tuple[str, ...]:
    """Return short names of puzzles, from their files and numbers there; the files in ``several`` hold several puzzles.

    The names of files are shortened to their stems, if these are different, too.
    """
    files = {file: Path(file).stem or file for file, _ in puzzles}
    if len(set(files.values())) < len(files):
        files = {file: file for file in files}
    return tuple(puzzle_name(files[file], number, several=file in several) for file, number in puzzles)


def _cell(runs: Sequence[MethodRun]) -> MethodRun:
    worst = max(runs, key=lambda run: STATUSES.index(run.status))
    nodes, generated, kept = (_median([getattr(run, name) for run in runs]) for name in ("nodes", "generated", "kept"))
    return replace(
        worst,
        repeat=len(runs),
        seconds=statistics.median(run.seconds for run in runs),
        cpu=statistics.median(run.cpu for run in runs),
        peak=int(statistics.median(run.peak for run in runs)),
        inside=_median([run.inside for run in runs]),
        search=_median([run.search for run in runs]),
        branching=_median([run.branching for run in runs]),
        nodes=None if nodes is None else int(nodes),
        generated=None if generated is None else int(generated),
        kept=None if kept is None else int(kept),
    )


def effective_branching(generated: int | None, depth: int | None) -> float | None:
    """Return the b for which a uniform tree of this depth has generated + 1 nodes, 1 + b + ... + b^depth; None if there is none.

    Reference: Nilsson 1971, "Problem-solving methods in artificial intelligence".
    """
    if generated is None or not depth or generated < depth:
        return None
    low, high = 1.0, float(generated)
    while high - low > 1e-6:
        b = (low + high) / 2
        nodes = 1.0
        for _ in range(depth):
            nodes = nodes * b + 1
            if nodes > generated + 1:
                break
        low, high = (low, b) if nodes > generated + 1 else (b, high)
    return round((low + high) / 2, 4)


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _summary(method: str, cells: Sequence[MethodRun]) -> Summary:
    answered = [cell.seconds for cell in cells if cell.status in ANSWERED]
    return Summary(
        method,
        len(cells),
        {status: sum(cell.status == status for cell in cells) for status in STATUSES},
        {mark: sum(seconds <= mark for seconds in answered) for mark in MARKS},
        round(sum(cell.seconds for cell in cells), 6),
    )
