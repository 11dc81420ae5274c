"""Benchmarks as text, for commands and notebooks: a table with a row per folder and setting, notes, puzzles without a solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from hashicnf.core.stats import FAILED
from hashicnf.errors import counted
from hashicnf.measure.bench import ERROR, ORIGIN, Measurement, Row

LEFT: Final = 5  # columns of text, before those of figures
KINDS: Final = ("mean", "median", "max")
ALIKE: Final = ("at most one", "depth")
RARE: Final = {
    "unsolvable": ("unsolvable",),
    "no answer": ("no answer",),
    "errors": ("errors",),
    "spread": ("spread",),
    "par2": ("no answer", "errors"),
}
NOTHING: Final = frozenset({"0", "-"})
MOST_NAMED: Final = 10  # most puzzles without a solution that are named


def notes(rows: Sequence[Row]) -> Iterator[str]:
    """Yield notes about a table: the meaning of its figures, their origin, and whether different formulas are compared."""
    means = "each the median of its runs" if any(row.runs > row.puzzles for row in rows) else "without parse in total"
    yield f"times in milliseconds: mean, median and maximum of puzzles answered in all runs, {means}; cpu: mean processor time"
    if any(row.unanswered or row.wrong for row in rows):
        yield "par2: mean total time of all runs, where a run that is wrong or has no answer counts twice the time limit"
    if any(row.spread is not None for row in rows):
        yield "spread in %: (slowest - fastest) / median of the runs of a puzzle, the median over the puzzles"
    yield "; ".join(filter(None, (" and ".join(_distinct(rows, name)) for name in ORIGIN)))
    if len({one for row in rows for one in row.simplified}) > 1:
        yield "some formulas are simplified and others are not; --simplify or --no-simplify treats all alike"


def exceptions(records: Sequence[Measurement]) -> Iterator[str]:
    """Yield a line for each puzzle that is not solved, errors first, and for each run that was repeated, of many the first."""
    unsolved = sorted((one for one in records if one.status != "solved"), key=lambda one: one.status != ERROR)
    runs = Counter((record.puzzle, _outcome(record)) for record in unsolved)
    for (puzzle, status), times in islice(runs.items(), MOST_NAMED):
        yield f"{puzzle}: {status}" + (f" in {times} runs" if times > 1 else "")
    named = {puzzle for puzzle, _ in [*runs][:MOST_NAMED]}
    if others := {puzzle for puzzle, _ in runs} - named:
        yield f"and {counted(len(others), 'other puzzle')}"
    repeated = [record for record in records if FAILED in record.figures]
    for record in repeated[:MOST_NAMED]:
        yield f"{record.puzzle}: {record.setting.label}: repeated after an error: {record.figures[FAILED]}"
    if len(repeated) > MOST_NAMED:
        yield f"and {counted(len(repeated) - MOST_NAMED, 'other run')} repeated after an error"


def _outcome(record: Measurement) -> str:
    """Return the outcome of a run without a solution, as text."""
    return f"error: {record.setting.label}: {record.message}" if record.status == ERROR else record.status


def _distinct(rows: Sequence[Row], name: str) -> list[str]:
    """List the different values of a part of the origin of rows, of dates without the time."""
    values = (value for row in rows for value in row.origin[name])
    return sorted({value[:10] for value in values}) if name == "finished" else list(dict.fromkeys(values))


def table(rows: Sequence[Row], *, apart: bool = False) -> list[Sequence[str]]:
    """Return the head and the rows; with ``apart`` there are all columns, with units in the head and plain numbers for programs.

    Otherwise settings in ``ALIKE`` are shown only if they differ, and figures in ``RARE`` only if one of others is not zero.
    """
    every = [_cells(row, apart=apart) for row in rows]

    def is_shown(name: str) -> bool:
        values = {one[column] for one in every for column in RARE.get(name, (name,))}
        is_dull = values <= NOTHING if name in RARE else name in ALIKE and len(values) == 1
        return apart or not is_dull

    names = [name for name in every[0] if is_shown(name)]
    return [names, *([one[name] for name in names] for one in every)]


def _cells(row: Row, *, apart: bool) -> dict[str, str]:
    """Return the cells of a row by the heads of their columns."""
    nothing = "" if apart else "-"
    setting, has_formula = row.setting, row.means["clauses"] is not None or not (row.solved or row.unsolvable)
    return {
        "folder": row.folder,
        "solver": setting.solver,
        "used": ", ".join(row.used) or nothing,
        "cardinality": setting.cardinality if has_formula else nothing,
        "connectivity": setting.connectivity if has_formula else nothing,
        "cuts": str(setting.cuts),
        "simplify": " and ".join("yes" if one else "no" for one in row.simplified) or nothing,
        "at most one": setting.at_most_one,
        "depth": nothing if setting.depth is None else str(setting.depth),
        "puzzles": str(row.puzzles),
        "runs": str(row.runs),
        "solved": str(row.solved),
        "unsolvable": str(row.unsolvable),
        "no answer": str(row.unanswered),
        "errors": str(row.wrong),
        **_times(row, apart=apart),
        "spread %" if apart else "spread": _number(row.spread, apart=apart, factor=100),
        "par2 ms" if apart else "par2": _number(row.par2, apart=apart, factor=1000, digits=1),
        "cpu ms" if apart else "cpu": _number(row.means["cpu"], apart=apart, factor=1000, digits=1),
        "rounds": _number(row.means["rounds"], apart=apart, digits=1),
        **{name: _number(row.means[name], apart=apart) for name in ("conflicts", "variables", "clauses")},
        **({name.replace("_", " "): ", ".join(_distinct([row], name)) for name in ORIGIN} if apart else {}),
    }


def _times(row: Row, *, apart: bool) -> dict[str, str]:
    """Return the milliseconds of each phase: mean, median and maximum in a cell, or ``apart``."""
    found: dict[str, str] = {}
    for phase, times in row.times.items():
        texts = [_number(value, apart=apart, factor=1000, digits=1) for value in times or (None,) * len(KINDS)]
        found |= {f"{phase} {kind} ms": text for kind, text in zip(KINDS, texts, strict=True)} if apart else {}
        found |= {} if apart else {phase: " / ".join(texts) if times else "-"}
    return found


def _number(value: float | None, *, apart: bool, factor: int = 1, digits: int = 0) -> str:
    """Return a number as text, a plain one for programs; nothing or a dash if it is not known."""
    if value is None:
        return "" if apart else "-"
    return f"{value * factor:.{digits}f}" if apart else f"{value * factor:,.{digits}f}"
