"""Read the results of earlier comparisons and merge them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, TypeVar, get_type_hints

from hashicnf.errors import InputError, UsageError
from hashicnf.files.inputs import read_text, shown
from hashicnf.measure.comparison.results import FORMAT, Comparison
from hashicnf.measure.comparison.runs import STATUSES, MethodRun, RunSettings

MOST: Final = 10**18  # a bound on valid figures: no time and no memory is larger
Part = TypeVar("Part", RunSettings, MethodRun)
Number = TypeVar("Number", int, float)


def read(names: Iterable[str]) -> Comparison:
    """Read the reports in some files, and merge them. Raises InputError and UsageError as ``from_json`` and ``merge`` do."""
    return merge([from_json(read_text(name), shown(name)) for name in names])


def from_json(text: str, name: str) -> Comparison:
    """Read a report written by ``to_json``. Raises InputError for anything else."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise InputError(f"this is {data['format']!r}", name, expected=repr(FORMAT))
        report = Comparison(
            tuple(_value(str, puzzle) for puzzle in data["puzzles"]),
            tuple(_value(str, method) for method in data["methods"]),
            _part(RunSettings, data["settings"]),
            _value(str, data["machine"]),
            tuple(_part(MethodRun, run) for run in data["runs"]),
            bool(data["interrupted"]),
            _value(str, data["version"]),
            {_value(str, method): _part(RunSettings, own) for method, own in data.get("own", {}).items()},
        )
        strange = {run.status for run in report.runs} - set(STATUSES)
        unlisted = {(run.puzzle, run.method) for run in report.runs} - {*product(report.puzzles, report.methods)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("this is no comparison", name, expected="the output of hashicnf compare --as json") from None
    if strange:
        raise InputError(f"no status of a run is named {min(strange)!r}", name, expected=", ".join(STATUSES))
    if unlisted:
        puzzle, method = min(unlisted)
        raise InputError(
            f"this is no comparison: it has a run of {method!r} on {puzzle!r}, and does not list both", name
        )
    return report


def _part(kind: type[Part], data: Any) -> Part:
    """Return a part made of its JSON object. Raises TypeError or ValueError for fields and values that it cannot have."""
    part = kind(**data)
    for name, hint in get_type_hints(kind).items():
        _value(hint, getattr(part, name))
    return part


def _value(hint: Any, value: Any) -> Any:
    """Return a value. Raises TypeError for another type than that of its field, ValueError for a number not in 0 to ``MOST``."""
    if value is None and isinstance(None, hint):
        return None
    if isinstance(value, str):
        value.encode()  # JSON can hold half a character, which cannot be printed
    elif isinstance(value, bool) or not 0 <= value <= MOST:
        raise ValueError
    if not isinstance(value, hint) and not (isinstance(value, int) and isinstance(0.0, hint)):
        raise TypeError
    return value


def merge(reports: Sequence[Comparison]) -> Comparison:
    """Merge comparisons of the same puzzles with different methods. Raises UsageError if puzzles, machines or versions differ.

    Each setting becomes the largest one, with no limit above any limit; where settings differ, ``own`` keeps those of each method.
    """
    first = reports[0]
    methods = [method for report in reports for method in report.methods]
    twice = next((method for method in methods if methods.count(method) > 1), None)
    if twice is not None:
        raise UsageError(f"the method {twice!r} is in two of the results")
    for what in ("puzzles", "machine", "version"):
        if any(getattr(report, what) != getattr(first, what) for report in reports):
            raise UsageError(f"the results cannot be put side by side: they are of different {what.rstrip('s')}s")
    own = {method: report.settings_of(method) for report in reports for method in report.methods}
    return replace(
        first,
        methods=tuple(methods),
        settings=_largest([report.settings for report in reports]),
        own=own if len({*own.values()}) > 1 else {},
        runs=tuple(run for report in reports for run in report.runs),
        interrupted=any(report.interrupted for report in reports),
    )


def _largest(every: Sequence[RunSettings]) -> RunSettings:
    """Return the largest value of each setting."""
    return RunSettings(
        _most([s.timeout for s in every]),
        _most([s.max_memory for s in every]),
        max(s.repeat for s in every),
        _most([s.jobs for s in every]),
    )


def _most(values: Sequence[Number | None]) -> Number | None:
    """Return the largest number; None, no limit or not known, counts as the largest."""
    known = [value for value in values if value is not None]
    return max(known) if len(known) == len(values) else None
