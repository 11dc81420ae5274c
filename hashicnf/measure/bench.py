"""Benchmarks: solve every puzzle in files and folders with every combination of settings, and summarise per folder.

All runs happen in this process, one after the other; a run that the time limit ends counts with the time it took. Times are
wall-clock seconds, except ``cpu``: processor time of this process and of the solvers that it started, without reading. ``parse``
is the time to read the file divided by the number of its puzzles, ``encode`` that of the compiler, ``solve`` that of all later
phases: loading, searching, refining, decoding and checking; with windows also probing and the work between windows.

The solver ``default`` stands for the choice that ``solve`` makes without ``--solver``, by the size of the board.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any, Final

from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.core.processor import processor_time
from hashicnf.core.stats import COUNTERS
from hashicnf.errors import HashicnfError, InputError, SolverFailed, UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.files.inputs import ending, file_of, is_file
from hashicnf.files.outputs import DATABASES, ENDINGS
from hashicnf.pipeline.puzzles import formats, inline_format, read_all, require_name
from hashicnf.pipeline.puzzles import parse as parse_text
from hashicnf.records import record
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request
from hashicnf.version import this_version

DEFAULT: Final = "default"
USUAL: Final = Request()
ERROR: Final = "error"
NO_PUZZLES: Final = (".sol", ".err", ".md")
OF_DATABASES: Final = tuple(f"{name}{also}" for name in DATABASES for also in ("", "-journal"))
RECORDS: Final = (".json", ".jsonl", ".lock")  # left out in folders; a file that is named may be a puzzle
PHASES: Final = ("parse", "encode", "solve", "total")
MEANS: Final = ("cpu", "rounds", "variables", "clauses", *COUNTERS)
OF_FORMULAS: Final = ("parse", "encode", "refute", "probe", "load", "search", "refine", "sweep")


@record
class Setting:
    """One combination of solver and encodings; the solver is a name or ``default``.

    ``static_cuts`` is the size of the largest sets that get static cuts. ``depth`` and ``simplify`` are those of a ``Request``:
    where ``simplify`` is None, ``solve`` decides, and it does not simplify for every encoding.
    """

    solver: str
    cardinality: str
    connectivity: str
    static_cuts: int = 0
    at_most_one: str = USUAL.at_most_one
    depth: int | None = None
    simplify: bool | None = None

    def request(self, timeout: float | None) -> Request:
        """Return the request of a run."""
        return Request(
            solver=None if self.solver == DEFAULT else self.solver,
            cardinality=self.cardinality,
            connectivity=self.connectivity,
            cuts=self.static_cuts,
            at_most_one=self.at_most_one,
            depth=self.depth,
            simplify=self.simplify,
            timeout=timeout,
        )

    @property
    def label(self) -> str:
        """Return the name of the combination in a chart: solver, encodings, and other settings that are not the defaults."""
        parts = [self.solver, self.cardinality, self.connectivity]
        parts += [] if self.at_most_one == USUAL.at_most_one else [self.at_most_one]
        parts += [] if self.depth is None else [f"depth {self.depth}"]
        parts += [] if self.simplify is None else ["simplified" if self.simplify else "not simplified"]
        return ", ".join(parts) + (f" + cuts {self.static_cuts}" if self.static_cuts else "")


@record
class Measurement:
    """One run on one puzzle. ``status`` is solved, unsolvable, unknown, broken or error.

    ``setting`` is the requested combination, ``used`` the solver or part that did the work, such as ``windows``; "" for none.
    ``size`` is the family's description, in counts; the size in charts is the number of ``unit`` s. ``figures`` are the ``data`` of
    ``Stats``; ``parse`` is in seconds, ``cpu`` in seconds of processor time. ``version`` is that of hashicnf and Python, "" where
    unknown.
    """

    folder: str
    puzzle: str
    setting: Setting
    status: str
    size: Mapping[str, int]
    unit: str
    figures: Mapping[str, Any]
    parse: float = 0.0
    cpu: float | None = None
    version: str = ""

    @property
    def used(self) -> str:
        """Return the solver or part that did the work."""
        return str(self.figures.get("solver", ""))

    @property
    def clauses(self) -> int:
        """Count the clauses, those of the lazy loop included."""
        return int(self.figures.get("clauses", 0))

    @property
    def simplified(self) -> bool | None:
        """Return whether the formula was simplified; None where there was none, or an earlier version measured."""
        return self.figures.get("simplify")

    @property
    def units(self) -> int:
        """Return the size as the number of units."""
        return self.size.get(f"{self.unit}s", 0)

    @property
    def seconds(self) -> Mapping[str, float]:
        """Return the seconds of all phases, ``parse`` first."""
        return {"parse": self.parse, **self.figures.get("seconds", {})}

    @property
    def times(self) -> dict[str, float]:
        """Return the seconds of ``PHASES``: ``solve`` is all but reading and encoding, ``total`` all but reading."""
        parse, encode = (self.seconds.get(phase, 0.0) for phase in ("parse", "encode"))
        total = sum(self.seconds.values()) - parse
        return {"parse": parse, "encode": encode, "solve": total - encode, "total": total}

    def data(self) -> dict[str, Any]:
        """Return the fields for JSON, with the seconds of each phase of a formula; None for counters that are not known."""
        asked = {name: value for name, value in asdict(self.setting).items() if name != "simplify"}
        found = {"folder": self.folder, "puzzle": self.puzzle, **asked, "used": self.used, "simplify": self.simplified}
        found |= {"status": self.status, "size": self.size, "unit": self.unit}
        found |= {name: self.figures.get(name, 0) for name in ("variables", "clauses", "rounds", "cuts")}
        unasked = 0 if not found["rounds"] else None  # a solver that was not called had no conflicts
        found |= {name: self.figures.get(name, unasked) for name in COUNTERS}
        found |= {phase: self.seconds.get(phase, 0.0) for phase in OF_FORMULAS}
        check = self.seconds.get("decode", 0.0) + self.seconds.get("check", 0.0)
        return found | {"check": check, "cpu": self.cpu, "version": self.version}


@record
class Row:
    """The sums of one folder and setting: ``count`` runs; ``times`` maps each phase to (mean, median, max) seconds.

    ``solved`` and ``errors`` are numbers of runs; the latter contradict another run. ``used`` are the solvers that did the work, in
    order of appearance; ``simplified`` holds False if some formula was not simplified, then True if some was; ``versions`` are
    those that measured. ``means`` are the means of other figures, None where not all runs have them.
    """

    folder: str
    setting: Setting
    used: tuple[str, ...]
    simplified: tuple[bool, ...]
    count: int
    solved: int
    errors: int
    times: dict[str, tuple[float, float, float]]
    means: Mapping[str, float | None]
    versions: tuple[str, ...]


def find_puzzles(paths: Sequence[str]) -> list[str]:
    """List the files under the paths, sorted; ``-`` and puzzles in a line, such as URLs, are kept as they are.

    In folders these are left out: hidden files and folders, solutions and messages (.sol, .err), JSON, databases, and files with
    the ending of another kind, such as a formula or a picture. Raises InputError if a path does not exist, UsageError if none is
    found.
    """
    found: list[str] = []
    held = {suffix for one in formats().values() for suffix in one.suffixes}
    others = {*NO_PUZZLES, *OF_DATABASES, *RECORDS, *(ENDINGS.keys() - held)}
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += [str(p) for p in _inside(path) if ending(p.name) not in others]
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


def _inside(folder: Path) -> list[Path]:
    """List the files below a folder that are not hidden, and broken links, so that reading these raises an error."""
    every = (p for p in sorted(folder.rglob("*")) if p.is_file() or not p.exists())
    return [p for p in every if not any(part.startswith(".") for part in p.relative_to(folder).parts)]


def settings(
    solvers: Sequence[str],
    cardinalities: Sequence[str],
    connectivities: Sequence[str],
    static_cuts: Sequence[int] = (0,),
    at_most_one: Sequence[str] = (USUAL.at_most_one,),
    *,
    depth: int | None = None,
    simplify: bool | None = None,
) -> list[Setting]:
    """List all combinations of settings."""
    choices = product(solvers, cardinalities, connectivities, static_cuts, at_most_one)
    return [Setting(*choice, depth, simplify) for choice in choices]


def run(
    files: Sequence[str],
    matrix: Sequence[Setting],
    repeat: int,
    timeout: float | None,
    refuse: Callable[[HashicnfError], None],
) -> Iterator[Measurement]:
    """Measure puzzle by puzzle; ``refuse`` is called with the errors of files that cannot be read and of solvers that fail."""
    parse_text(FAMILIES.get(DEFAULT_FAMILY).example)  # so that imports are not part of the time of the first file
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
    """Solve one puzzle once. Raises KeyboardInterrupt if Ctrl-C ended the run, which is meant for all runs."""
    begun = processor_time()
    answer = solve_for(puzzle, setting.request(timeout))
    cpu = round(processor_time() - begun, 6)
    stats, unit = answer.stats, puzzle.rules.unit
    return Measurement(
        folder, puzzle.name, setting, answer.status, stats.size, unit, stats.data(), parse, cpu, this_version()
    )


def confront(records: Sequence[Measurement]) -> list[Measurement]:
    """Compare the verdicts of runs: a puzzle with a checked solution cannot be unsolvable, so that verdict is an error."""
    solved = {record.puzzle for record in records if record.status == "solved"}
    return [
        replace(record, status=ERROR) if record.status == "unsolvable" and record.puzzle in solved else record
        for record in records
    ]


def summarise(records: Sequence[Measurement]) -> list[Row]:
    """Summarise the runs of each folder and setting, in order of appearance."""
    groups: dict[tuple[str, Setting], list[Measurement]] = {}
    for measurement in records:
        groups.setdefault((measurement.folder, measurement.setting), []).append(measurement)
    return [_row(folder, setting, group) for (folder, setting), group in groups.items()]


def _row(folder: str, setting: Setting, group: Sequence[Measurement]) -> Row:
    every = [record.data() for record in group]
    return Row(
        folder,
        setting,
        tuple(dict.fromkeys(r.used for r in group if r.used)),
        tuple(sorted({r.simplified for r in group if r.simplified is not None})),
        len(group),
        sum(r.status == "solved" for r in group),
        sum(r.status == ERROR for r in group),
        {phase: _spread([r.times[phase] for r in group]) for phase in PHASES},
        {name: _mean([one[name] for one in every]) for name in MEANS},
        tuple(dict.fromkeys(r.version for r in group if r.version)),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.mean(known) if len(known) == len(values) else None


def _spread(values: list[float]) -> tuple[float, float, float]:
    return statistics.mean(values), statistics.median(values), max(values)
