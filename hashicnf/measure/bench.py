"""Records of benchmarks: runs of ``solve`` on puzzles under combinations of settings, and their summaries per folder.

The runs are made by ``hashicnf.batch``, in processes that have solved a puzzle of the family before and that are ended from
outside. Times are wall-clock seconds, except ``cpu``: processor time of the process and of external solvers. ``parse`` is the time
to parse the puzzle, ``encode`` that of the compiler, ``solve`` that of all later phases: loading, searching, refining, decoding and
checking; with windows also probing and the work between windows. ``total`` is all but ``parse``.

The solver ``default`` stands for the choice that ``solve`` makes without ``--solver``, by the size of the board.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final

from hashicnf.backends.choose import with_settings
from hashicnf.core.stats import ANSWERED, COUNTERS
from hashicnf.errors import shortened
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.solving.request import Request

DEFAULT: Final = "default"
ERROR: Final = "error"
WRONG: Final = (ERROR, "broken")
PHASES: Final = ("parse", "encode", "solve", "total")
MEANS: Final = ("cpu", "rounds", "variables", "clauses", *COUNTERS)
ORIGIN: Final = ("version", "solver_version", "machine", "finished")
PENALTY: Final = 2  # of PAR2: a run that is wrong or without an answer counts so many times the limit
OF_FORMULAS: Final = ("parse", "encode", "refute", "probe", "load", "search", "refine", "sweep")


@record(kw_only=True)
class Setting(Encodings):
    """One combination of solver and encodings; the solver is a name or ``default``."""

    solver: str = DEFAULT
    connectivity: str = Request().connectivity

    def request(self) -> Request:
        """Return the request of a run."""
        return Request(solver=None if self.solver == DEFAULT else self.solver, **self.named())

    def data(self) -> dict[str, Any]:
        """Return the fields for JSON but ``simplify``, which is given as it was used; ``cuts`` are figures there."""
        sizes = {"static_cuts": self.cuts, "at_most_one": self.at_most_one, "depth": self.depth}
        return {"solver": self.solver, "cardinality": self.cardinality, "connectivity": self.connectivity, **sizes}

    @property
    def label(self) -> str:
        """Return the name of the combination in a chart: solver, encodings, and other settings that are not the defaults."""
        parts = [self.solver, self.cardinality, self.connectivity]
        parts += [] if self.at_most_one == USUAL.at_most_one else [self.at_most_one]
        parts += [] if self.depth is None else [f"depth {self.depth}"]
        parts += [] if self.simplify is None else ["simplified" if self.simplify else "not simplified"]
        return ", ".join(parts) + (f" + cuts {self.cuts}" if self.cuts else "")


@record
class Measurement:
    """One run on one puzzle, the ``repetition``-th. ``status`` is solved, unsolvable, unknown, broken or error.

    ``setting`` is the requested combination, ``used`` the solver or part that did the work, such as ``windows``; "" for none.
    ``size`` is the family's description, in counts; the size in charts is the number of ``unit`` s. ``figures`` are the
    ``data`` of ``Stats`` with the settings and the version of the solver, none of a run that failed or was killed at its limit;
    ``parse`` and ``timeout`` are in seconds, ``cpu`` in seconds of processor time. ``version`` is that of hashicnf and Python,
    ``finished`` are date and time. ``message`` is the error, the reason for another status, or the failure of its solver for
    which a run was repeated.
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
    machine: str = ""
    finished: str = ""
    repetition: int = 1
    timeout: float | None = None
    message: str = ""

    def __repr__(self) -> str:
        """Return solver, outcome and seconds in one line."""
        return f"<measurement of {shortened(self.setting.solver)}: {self.status} after {self.times['total']:.3g} s>"

    @property
    def used(self) -> str:
        """Return the solver or part that did the work."""
        return str(self.figures.get("solver", ""))

    @property
    def solver(self) -> str:
        """Return what did the work, with the settings of a solver that differ from its defaults."""
        return with_settings(self.used, self.figures.get("settings", {}))

    @property
    def is_answered(self) -> bool:
        """Return whether the run ended with an answer."""
        return self.status in ANSWERED

    @property
    def simplified(self) -> bool | None:
        """Return whether the formula was simplified; None where there was none."""
        return self.figures.get("simplify")

    @property
    def units(self) -> int:
        """Return the size as the number of units, 0 where it is not known."""
        return self.size.get(f"{self.unit}s", 0)

    @property
    def seconds(self) -> Mapping[str, float]:
        """Return the seconds of all phases, ``parse`` first."""
        return {"parse": self.parse, **self.figures.get("seconds", {})}

    @property
    def times(self) -> dict[str, float]:
        """Return the seconds of ``PHASES``: ``solve`` is all but reading and encoding, ``total`` all but reading."""
        parse, encode = (self.seconds.get(phase, 0.0) for phase in ("parse", "encode"))
        solve = sum(seconds for phase, seconds in self.seconds.items() if phase not in ("parse", "encode"))
        return {"parse": parse, "encode": encode, "solve": solve, "total": encode + solve}

    def data(self) -> dict[str, Any]:
        """Return the fields for JSON, with the seconds of each phase of a formula; None for figures that are not known."""
        asked = self.setting.data()
        found = {"folder": self.folder, "puzzle": self.puzzle, "repetition": self.repetition, **asked}
        found |= {"timeout": self.timeout, "used": self.used, "settings": self.figures.get("settings", {})}
        found |= {"simplify": self.simplified, "status": self.status, "message": self.message}
        found |= {"size": self.size, "unit": self.unit}
        # Without variables and clauses no formula was made.
        found |= {name: self.figures.get(name) or None for name in ("variables", "clauses")}
        found |= {name: self.figures.get(name) for name in ("rounds", "cuts")}
        # A solver that was not called had no conflicts; without an answer, a call may have been cut short.
        unasked = 0 if found["rounds"] == 0 and self.is_answered else None
        found |= {name: self.figures.get(name, unasked) for name in COUNTERS}
        found |= {phase: self.seconds.get(phase, 0.0) if self.figures else None for phase in OF_FORMULAS}
        check = self.seconds.get("decode", 0.0) + self.seconds.get("check", 0.0)
        found |= {
            "check": round(check, 6) if self.figures else None,
            "cpu": self.cpu,
            "solver_version": self.figures.get("solver_version", ""),
        }
        return found | {name: getattr(self, name) for name in ("version", "machine", "finished")}


@record
class Row:
    """The summary of one folder and setting, of so many ``puzzles`` and ``runs``.

    ``solved``, ``unsolvable``, ``unanswered`` and ``wrong`` are numbers of runs; the last failed, or contradict another run or
    the rules. ``times`` maps each phase to (mean, median, max) seconds over the puzzles that were answered in all runs, each
    with the median of its runs; None if there is no such puzzle. ``spread`` is the median over these puzzles of the range of
    the total time of their runs, divided by its median; None without repetitions. ``par2`` is the mean total time over all runs
    in seconds, where a run that is wrong or without an answer counts twice its limit; None if there is no limit to count.

    ``used`` are the solvers that did the work, in order of appearance; ``simplified`` holds False if some formula was not
    simplified, then True if some was. ``means`` are the means of other figures over the answered runs that have them. ``origin``
    lists the versions, machines and dates.
    """

    folder: str
    setting: Setting
    used: tuple[str, ...]
    simplified: tuple[bool, ...]
    puzzles: int
    runs: int
    solved: int
    unsolvable: int
    unanswered: int
    wrong: int
    times: dict[str, tuple[float, float, float] | None]
    spread: float | None
    par2: float | None
    means: Mapping[str, float | None]
    origin: Mapping[str, tuple[str, ...]]


USUAL: Final = Setting()


def settings(**values: Sequence[Any]) -> list[Setting]:
    """List the combinations of values of the fields of a setting; those of the last field change first."""
    return [Setting(**dict(zip(values, combination, strict=True))) for combination in product(*values.values())]


def confront(records: Sequence[Measurement]) -> list[Measurement]:
    """Compare the verdicts of runs: a puzzle with a checked solution cannot be unsolvable, so that verdict is an error."""
    solved = {record.puzzle for record in records if record.status == "solved"}
    message = "reports unsolvable, but another run found a correct solution"
    return [
        replace(record, status=ERROR, message=message)
        if record.status == "unsolvable" and record.puzzle in solved
        else record
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
    known = [data for record, data in zip(group, every, strict=True) if record.is_answered]
    same = answered_puzzles(group)
    return Row(
        folder,
        setting,
        tuple(dict.fromkeys(record.solver for record in group if record.used)),
        tuple(sorted({record.simplified for record in group if record.simplified is not None})),
        len({record.puzzle for record in group}),
        len(group),
        sum(record.status == "solved" for record in group),
        sum(record.status == "unsolvable" for record in group),
        sum(record.status == "unknown" for record in group),
        sum(record.status in WRONG for record in group),
        {phase: _distribution([statistics.median(r.times[phase] for r in runs) for runs in same]) for phase in PHASES},
        _spread([[record.times["total"] for record in runs] for runs in same if len(runs) > 1]),
        _par2(group),
        {name: _mean([one[name] for one in known if one[name] is not None]) for name in MEANS},
        {name: tuple(dict.fromkeys(str(one[name]) for one in every if one[name])) for name in ORIGIN},
    )


def answered_puzzles(group: Sequence[Measurement]) -> list[list[Measurement]]:
    """Return the runs of each puzzle that was answered in all of its runs, in order of appearance."""
    runs: dict[tuple[str, str], list[Measurement]] = {}
    for run in group:
        runs.setdefault((run.folder, run.puzzle), []).append(run)
    return [same for same in runs.values() if all(run.is_answered for run in same)]


def _distribution(values: list[float]) -> tuple[float, float, float] | None:
    return (statistics.mean(values), statistics.median(values), max(values)) if values else None


def _mean(values: list[float]) -> float | None:
    return statistics.mean(values) if values else None


def _spread(every: list[list[float]]) -> float | None:
    """Return the median over puzzles of the range of their times, divided by its median; None without repetitions."""
    return statistics.median(spread_of(times) for times in every) if every else None


def spread_of(times: Sequence[float]) -> float:
    """Return the range of the times of repetitions, divided by their median."""
    return (max(times) - min(times)) / statistics.median(times) if any(times) else 0.0


def _par2(group: Sequence[Measurement]) -> float | None:
    """Return the penalised average runtime in seconds (PAR2, as in SAT competitions)."""
    if any(not record.is_answered and record.timeout is None for record in group):
        return None
    return statistics.mean(r.times["total"] if r.is_answered else PENALTY * (r.timeout or 0.0) for r in group)
