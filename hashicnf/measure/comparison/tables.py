"""Reports as rows of text: a wide table for each measure, a long table with all of them, and a summary.

A wide table has a row per puzzle and a column per method. Figures of runs without an answer are not comparable: the status replaces
times, and other figures are in parentheses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from hashicnf.core.stats import ANSWERED
from hashicnf.measure.comparison.runs import MARKS, STATUSES, MethodRun, RunSettings, Summary

Table: TypeAlias = list[tuple[str, ...]]

NOTHING: Final = "-"
SUMMARY: Final = "Summary"
LONG_HEAD: Final = (
    "puzzle",
    "method",
    "runs",
    "status",
    "seconds",
    "inside",
    "search",
    "cpu",
    "peak",
    "nodes",
    "steps",
    "generated",
    "kept",
    "branching",
    "space",
    "message",
    "spread",
    "solver",
    "finished",
)


class Report(Protocol):
    """The parts of a ``Comparison`` that tables show."""

    @property
    def puzzles(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def methods(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def settings(self) -> RunSettings: ...  # noqa: D102
    @property
    def own(self) -> Mapping[str, RunSettings]: ...  # noqa: D102
    @property
    def machine(self) -> str: ...  # noqa: D102
    @property
    def version(self) -> str: ...  # noqa: D102
    @property
    def runs(self) -> tuple[MethodRun, ...]: ...  # noqa: D102
    @property
    def interrupted(self) -> bool: ...  # noqa: D102
    def cells(self) -> dict[tuple[str, str], MethodRun]: ...  # noqa: D102
    def spreads(self) -> dict[tuple[str, str], float]: ...  # noqa: D102
    def summary(self) -> list[Summary]: ...  # noqa: D102
    def settings_of(self, method: str) -> RunSettings: ...  # noqa: D102


def wide(report: Report) -> list[tuple[str, Table]]:
    """Return a title and a table for each measure; measures that no method reports are left out."""
    cells, spreads = report.cells(), report.spreads()
    measures: list[tuple[str, Callable[[MethodRun], str]]] = [
        ("Seconds of the whole process, from the start of Python to its end", _whole),
        (
            "Spread of these seconds in %: (slowest - fastest) / median of the runs",
            lambda c: _percent(spreads.get((c.puzzle, c.method))) or NOTHING,
        ),
        ("Seconds inside, as reported: encoding, searching, decoding, checking", lambda c: _part(c, c.inside)),
        ("Seconds of the search alone, as reported", lambda c: _part(c, c.search)),
        ("Peak memory in MiB (in parentheses: when it was ended)", _memory),
        ("Space that is searched", lambda c: c.space or NOTHING),
        (
            "Nodes expanded; for DPLL and CDCL decisions (in parentheses: when it was ended)",
            lambda c: _count(c, c.nodes),
        ),
        ("Nodes generated", lambda c: _count(c, c.generated)),
        ("Nodes kept at once, at most", lambda c: _count(c, c.kept)),
        (
            "Effective branching factor b*, by nodes generated and steps",
            lambda c: NOTHING if c.branching is None else f"{c.branching:.2f}",
        ),
        ("Steps of the plan", lambda c: NOTHING if c.steps is None else f"{c.steps:,}"),
    ]
    found = []
    for title, text in measures:
        rows = [
            (p, *(text(cells[p, m]) if (p, m) in cells else NOTHING for m in report.methods)) for p in report.puzzles
        ]
        if any(set(row[1:]) != {NOTHING} for row in rows):
            found.append((title, [("puzzle", *report.methods), *rows]))
    return found


def long(report: Report) -> Table:
    """Return a table with a row for each pair: times in seconds, peak in bytes, medians over the runs; the spread in per cent."""
    spreads = report.spreads()
    return [
        LONG_HEAD,
        *(
            (
                cell.puzzle,
                cell.method,
                str(cell.repeat),
                cell.status,
                f"{cell.seconds:.6f}",
                *("" if value is None else f"{value:.6f}" for value in (cell.inside, cell.search)),
                f"{cell.cpu:.6f}",
                str(cell.peak),
                *("" if value is None else str(value) for value in _figures(cell)),
                cell.message,
                _percent(spreads.get((cell.puzzle, cell.method))),
                cell.solver,
                cell.finished,
            )
            for cell in report.cells().values()
        ),
    ]


def summary(report: Report) -> Table:
    """Return a table of the puzzles that each method answers within 1, 2 and 5 minutes, and of the ends of the others.

    A number that would perhaps be higher without the time limit has a ``>=`` before it.
    """
    rows = report.summary()
    bad = [s for s in STATUSES if s != "solved" and any(row.counts[s] for row in rows)]
    head = ("method", "puzzles", "solved", *(f"within {mark / 60:g} min" for mark in MARKS), *bad, "seconds in all")
    return [head, *(_summary_row(row, bad, report.settings_of(row.method).timeout) for row in rows)]


def remarks(report: Report) -> list[str]:
    """Return a line for each failed pair, and lines about the settings and the machine."""
    lines = [
        f"{c.puzzle}, {c.method}: {c.message}" for c in report.cells().values() if c.status in ("error", "gave up")
    ]
    if report.interrupted:
        lines.append("interrupted: not everything was run")
    solvers = dict.fromkeys(run.solver for run in report.runs if " " in run.solver)
    dates = sorted({run.finished[:10] for run in report.runs if run.finished})
    place = "; ".join(filter(None, (report.version, *solvers, report.machine, ", ".join(dates))))
    if report.own:
        measured = [f"{method}: {_measured(own)}" for method, own in report.own.items()]
        return [*lines, *measured, place]
    return [*lines, f"{_measured(report.settings)}; {place}"]


def warning(report: Report) -> str | None:
    """Return a warning if methods were measured under different settings, so that figures are not comparable; else None."""
    if not report.own:
        return None
    kinds = {
        "limits": len({(own.timeout, own.max_memory) for own in report.own.values()}),
        "numbers of runs": len({own.repeat for own in report.own.values()}),
        "numbers of processes at a time": len({own.jobs for own in report.own.values()}),
    }
    differing = " and ".join(name for name, number in kinds.items() if number > 1)
    return f"The methods were measured under different {differing}, which are listed below."


def _measured(settings: RunSettings) -> str:
    """Return a description of settings in a line."""
    limits = ["no time limit" if settings.timeout is None else f"time limit {settings.timeout:g} s"]
    if settings.max_memory is not None:
        limits.append(f"memory limit {settings.max_memory / 2**20:g} MiB")
    runs = "one run each" if settings.repeat == 1 else f"medians of up to {settings.repeat} runs"
    if settings.jobs is not None:
        runs += ", one process at a time" if settings.jobs == 1 else f", up to {settings.jobs} processes at a time"
    return f"{', '.join(limits)}; {runs}"


def seconds(value: float) -> str:
    """Return seconds as text with three significant digits, but no digits below microseconds."""
    if value >= 100:
        return f"{value:.0f}"
    digits = next((d for d, least in enumerate((10, 1, 0.1, 0.01, 0.001), 1) if value >= least), 6)
    return f"{value:.{digits}f}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}".rstrip("%")


def _figures(cell: MethodRun) -> tuple[str | float | None, ...]:
    return cell.nodes, cell.steps, cell.generated, cell.kept, cell.branching, cell.space


def _whole(cell: MethodRun) -> str:
    match cell.status:
        case "solved":
            return seconds(cell.seconds)
        case "unsolvable":
            return f"{seconds(cell.seconds)} unsolvable"
        case status:
            return status


def _part(cell: MethodRun, value: float | None) -> str:
    return seconds(value) if cell.status in ANSWERED and value is not None else NOTHING


def _memory(cell: MethodRun) -> str:
    text = f"{cell.peak / 2**20:,.0f}"
    return text if cell.status in ANSWERED else f"({text})"


def _count(cell: MethodRun, value: int | None) -> str:
    return NOTHING if value is None else f"{value:,}" if cell.status in ANSWERED else f"({value:,})"


def _summary_row(row: Summary, bad: list[str], timeout: float | None) -> tuple[str, ...]:
    def within(mark: float) -> str:
        unsure = timeout is not None and mark > timeout and row.counts["time limit"]
        return f">={row.within[mark]}" if unsure else str(row.within[mark])

    return (
        row.method,
        str(row.puzzles),
        str(row.counts["solved"]),
        *map(within, MARKS),
        *(str(row.counts[status]) for status in bad),
        seconds(row.seconds),
    )
