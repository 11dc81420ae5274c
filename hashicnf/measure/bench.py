"""Benchmarks: solve every puzzle in files and folders with every combination of settings, and summarise per folder.

All runs happen in this process, one after the other; a run that the time limit ends counts with the time it took. Figures are
wall-clock seconds. ``parse`` is the time to read the file divided by its puzzles, ``encode`` that of the compiler, ``solve``
everything after it: loading, searching, refining, decoding and checking; with windows also probing and what is between them.

The solver ``default`` is none in particular: the choice of ``solve`` without ``--solver``, by the size of the board.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any, Final, Self

from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.errors import HashicnfError, InputError, SolverFailed, UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.files.inputs import file_of, is_file
from hashicnf.files.outputs import DATABASES
from hashicnf.pipeline.puzzles import inline_format, read_all, require_name
from hashicnf.pipeline.puzzles import parse as parse_text
from hashicnf.records import record
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

DEFAULT: Final = "default"
ERROR: Final = "error"
NO_PUZZLES: Final = (".sol", ".err", ".md")
OF_DATABASES: Final = tuple(f"{name}{also}" for name in DATABASES for also in ("", "-journal"))
PHASES: Final = ("parse", "encode", "solve", "total")
OF_FORMULAS: Final = ("parse", "encode", "refute", "probe", "load", "search", "refine", "sweep")


@record
class Setting:
    """One combination: solver or ``default``, cardinality and connectivity encoding, and the largest sets that get static cuts."""

    solver: str
    cardinality: str
    connectivity: str
    static_cuts: int = 0

    def request(self, timeout: float | None) -> Request:
        """Make the request of a run."""
        return Request(
            solver=None if self.solver == DEFAULT else self.solver,
            cardinality=self.cardinality,
            connectivity=self.connectivity,
            cuts=self.static_cuts,
            timeout=timeout,
        )

    @property
    def label(self) -> str:
        """Name the combination in a chart."""
        cuts = f" + cuts {self.static_cuts}" if self.static_cuts else ""
        return f"{self.solver}, {self.cardinality}, {self.connectivity}{cuts}"


@record
class Measurement:
    """One puzzle, solved once. ``status`` is solved, unsolvable, unknown, broken or error; sizes as counts.

    ``solver`` is what was asked for, ``used`` what did the work: a solver, or ``windows``; "" where it was plain at once.
    ``size`` is the family's, and how large the puzzle is its number of ``unit`` s. ``cuts`` counts the clauses that the lazy loop
    added; ``static_cuts`` is what was asked for (see ``Setting``). ``seconds`` are those of the phases of ``Stats``, and ``parse``.
    """

    folder: str
    puzzle: str
    solver: str
    used: str
    cardinality: str
    connectivity: str
    static_cuts: int
    status: str
    size: Mapping[str, int]
    unit: str
    clauses: int
    rounds: int
    cuts: int
    seconds: Mapping[str, float]

    @classmethod
    def of(
        cls,
        folder: str,
        puzzle: str,
        setting: Setting,
        status: str,
        size: Mapping[str, int],
        unit: str,
        figures: Mapping[str, Any],
        *,
        parse: float = 0.0,
    ) -> Self:
        """Take the figures of a run: ``solver``, ``clauses``, ``rounds``, ``cuts`` and ``seconds``."""
        return cls(
            folder,
            puzzle,
            setting.solver,
            figures.get("solver", ""),
            setting.cardinality,
            setting.connectivity,
            setting.static_cuts,
            status,
            size,
            unit,
            figures.get("clauses", 0),
            figures.get("rounds", 0),
            figures.get("cuts", 0),
            {"parse": parse, **figures.get("seconds", {})},
        )

    @property
    def setting(self) -> Setting:
        """Return the combination that was measured."""
        return Setting(self.solver, self.cardinality, self.connectivity, self.static_cuts)

    @property
    def units(self) -> int:
        """Return the number that stands for the size."""
        return self.size.get(f"{self.unit}s", 0)

    @property
    def times(self) -> dict[str, float]:
        """Return the seconds of ``PHASES``: all but reading and encoding is solving, and ``total`` is both but reading."""
        parse, encode = (self.seconds.get(phase, 0.0) for phase in ("parse", "encode"))
        total = sum(self.seconds.values()) - parse
        return {"parse": parse, "encode": encode, "solve": total - encode, "total": total}

    def data(self) -> dict[str, Any]:
        """Return the fields for JSON, with the seconds of each phase that a formula can have."""
        found = {name: value for name, value in asdict(self).items() if name != "seconds"}
        seconds = {phase: self.seconds.get(phase, 0.0) for phase in OF_FORMULAS}
        return found | seconds | {"check": self.seconds.get("decode", 0.0) + self.seconds.get("check", 0.0)}


@record
class Row:
    """The sums of one folder and setting: ``count`` runs; ``times`` maps each phase to (mean, median, max) seconds.

    Of the runs some are ``solved``, and ``errors`` of them contradict another run. ``used`` are the solvers that did the work,
    in order of appearance.
    """

    folder: str
    setting: Setting
    used: tuple[str, ...]
    count: int
    solved: int
    errors: int
    times: dict[str, tuple[float, float, float]]
    rounds: float
    clauses: float


def find_puzzles(paths: Sequence[str]) -> list[str]:
    """List the files under the paths, sorted; ``-`` and puzzles in a line, such as URLs, stay as they are.

    In folders, hidden files, solutions and messages (.sol, .err), pages, JSON and databases are left out. Raises UsageError
    when a path does not exist or nothing is found.
    """
    found: list[str] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = [p for p in sorted(path.rglob("*")) if p.is_file() and not p.name.startswith(".")]
            found += [
                str(p) for p in inside if p.suffix not in (*NO_PUZZLES, *OF_DATABASES, ".json", ".jsonl", ".lock")
            ]
        elif path.suffix in (*NO_PUZZLES, *OF_DATABASES) and is_file(name):
            continue
        elif name == "-" or is_file(file_of(name)) or inline_format(name) is not None:
            found.append(name)
        else:
            require_name(name)
            raise InputError("no such file or folder", name)
    if not found:
        raise UsageError(f"no puzzle files under {', '.join(paths)}")
    return found


def settings(
    solvers: Sequence[str],
    cardinalities: Sequence[str],
    connectivities: Sequence[str],
    static_cuts: Sequence[int] = (0,),
) -> list[Setting]:
    """List all combinations."""
    return [Setting(*choice) for choice in product(solvers, cardinalities, connectivities, static_cuts)]


def run(
    files: Sequence[str],
    matrix: Sequence[Setting],
    repeat: int,
    timeout: float | None,
    refuse: Callable[[HashicnfError], None],
) -> Iterator[Measurement]:
    """Measure puzzle by puzzle; the errors of files that cannot be read and of solvers that fail go to ``refuse``."""
    parse_text(FAMILIES.get(DEFAULT_FAMILY).example)  # what is imported first is no part of any file's time
    for file in files:
        start = time.perf_counter()
        try:
            puzzles = read_all(file)
        except InputError as problem:
            refuse(problem)
            continue
        parse = (time.perf_counter() - start) / len(puzzles)
        folder = str(Path(file).parent) if is_file(file) else "."
        for (index, puzzle), setting, _ in product(enumerate(puzzles, 1), matrix, range(repeat)):
            name = puzzle.name if index == 1 else f"{puzzle.name} #{index}"
            try:
                record = measure(puzzle, setting, folder, parse, timeout)
            except SolverFailed as problem:
                refuse(SolverFailed(f"{name}: {problem}"))
                continue
            yield replace(record, puzzle=name)


def measure(puzzle: Puzzle, setting: Setting, folder: str, parse: float, timeout: float | None) -> Measurement:
    """Solve one puzzle once. Raises KeyboardInterrupt where Ctrl-C ended that: it is meant for all of them."""
    answer = solve_for(puzzle, setting.request(timeout))
    size, unit, figures = answer.stats.size, puzzle.rules.unit, answer.stats.data()
    return Measurement.of(folder, puzzle.name, setting, answer.status, size, unit, figures, parse=parse)


def confront(records: Sequence[Measurement]) -> list[Measurement]:
    """Compare the verdicts of runs: a puzzle with a checked solution cannot be unsolvable, so that verdict is an error."""
    solved = {record.puzzle for record in records if record.status == "solved"}
    return [
        replace(record, status=ERROR) if record.status == "unsolvable" and record.puzzle in solved else record
        for record in records
    ]


def summarise(records: Sequence[Measurement]) -> list[Row]:
    """Sum up per folder and setting, in order of appearance."""
    groups: dict[tuple[str, Setting], list[Measurement]] = {}
    for measurement in records:
        groups.setdefault((measurement.folder, measurement.setting), []).append(measurement)
    return [
        Row(
            folder,
            setting,
            tuple(dict.fromkeys(r.used for r in group if r.used)),
            len(group),
            sum(r.status == "solved" for r in group),
            sum(r.status == ERROR for r in group),
            {phase: _spread([r.times[phase] for r in group]) for phase in PHASES},
            statistics.mean(r.rounds for r in group),
            statistics.mean(r.clauses for r in group),
        )
        for (folder, setting), group in groups.items()
    ]


def _spread(values: list[float]) -> tuple[float, float, float]:
    return statistics.mean(values), statistics.median(values), max(values)
