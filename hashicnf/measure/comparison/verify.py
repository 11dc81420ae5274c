"""Check the output of a process: return its status, and an error where the output is not consistent.

A solution is parsed and checked by the independent checker; messages, exit code and JSON must agree. Anything else is an
error with a message, never a result.
"""

from __future__ import annotations

import json
import re
import signal
from dataclasses import replace
from typing import Any, Final

from hashicnf.errors import HashicnfError
from hashicnf.families import Puzzle
from hashicnf.measure.comparison.process import Ended
from hashicnf.records import record

CODES: Final = {0: "solved", 20: "unsolvable", 30: "unknown"}
LIMITS: Final = {"time": "time limit", "memory": "memory limit"}  # limit that stopped a search -> status
MOST_MESSAGE: Final = 300
COLOURS: Final = re.compile(r"\x1b\[[\d;]*m")
BUG: Final = "the lines above"  # in the message of a bug, which is preceded by a traceback
ENDS: Final = {
    "time": ("time limit", "was ended from outside at the time limit"),
    "memory": ("memory limit", "was ended from outside at the memory limit"),
    "output": ("error", "printed without end"),
    "cancelled": ("error", "was ended from outside"),
}


@record
class Finding:
    """What is known of a run from the output of its process, under the names of ``MethodRun``: the status, a message, figures.

    ``steps`` is the length of a checked plan, None if solutions are not plans.
    """

    status: str
    message: str = ""
    inside: float | None = None
    search: float | None = None
    nodes: int | None = None
    steps: int | None = None
    generated: int | None = None
    kept: int | None = None
    space: str | None = None
    solver: str = ""


def verify(puzzle: Puzzle, ended: Ended, max_memory: int | None) -> Finding:
    """Return the finding for a finished ``hashicnf solve --json`` on this puzzle."""
    printed = _printed(ended)
    figures = _figures(printed)
    if ended.ended in ENDS:
        status, message = ENDS[ended.ended]
        return replace(figures, status=status, message=message)
    if max_memory is not None and ended.peak > max_memory:
        return replace(
            figures, status="memory limit", message="needed more than the memory limit between two measurements"
        )
    if isinstance(printed, str):
        return Finding("memory limit" if _ran_out(ended) else "error", printed)
    if CODES[ended.code] != printed["status"]:
        return Finding("error", f"printed {_line(printed['status'])!r} and ended with exit code {ended.code}")
    match printed["status"]:
        case "solved":
            wrong, steps = _checked(puzzle, printed)
            return replace(figures, status="error" if wrong else "solved", message=wrong, steps=steps)
        case "unsolvable":
            return replace(figures, status="unsolvable")
        case _:
            reason = _line(str(printed.get("reason", "")))
            return replace(figures, status=LIMITS.get(str(printed.get("stopped")), "gave up"), message=reason)


def _printed(ended: Ended) -> dict[str, Any] | str:
    """Return the JSON object that was printed, if it has a status; else a message about the output."""
    text = _decoded(ended.output)
    if not text.strip() or (ended.ended == "itself" and ended.code not in CODES):
        return _death(ended)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return f"printed text that is no JSON: {_line(text)}"
    if not isinstance(data, dict) or not isinstance(data.get("status"), str):
        return "printed JSON without a status"
    return data


def _checked(puzzle: Puzzle, printed: dict[str, Any]) -> tuple[str, int | None]:
    """Check the solution; return a message about its first mistake, "" if there is none, and the steps of a correct plan."""
    try:
        solution = puzzle.from_data(printed.get("solution"), "its solution")
    except HashicnfError as problem:
        return f"printed a solution that cannot be read: {_line(str(problem))}", None
    broken = puzzle.check(solution)
    if broken:
        return f"printed a wrong solution: {broken[0].rule}: {broken[0].message}", None
    return "", len(solution) if puzzle.rules.planning is not None and isinstance(solution, tuple) else None


def _death(ended: Ended) -> str:
    """Describe the end of a process that gave no answer."""
    if ended.code < 0:
        try:
            how = f"was killed by {signal.Signals(-ended.code).name}"
        except ValueError:
            how = f"was killed by signal {-ended.code}"
    else:
        how = f"ended with exit code {ended.code}" if ended.code else "printed nothing"
    words = complaint(ended)
    return f"{how}: {words}" if words else how


def _ran_out(ended: Ended) -> bool:
    """Return whether a process gave up without printing JSON, which only happens if it is out of memory."""
    return ended.ended == "itself" and CODES.get(ended.code) == "unknown" and not ended.output.strip()


def complaint(ended: Ended) -> str:
    """Return the most informative line of the error output: the program's own message, else the last line."""
    lines = [line for line in _decoded(ended.errors).splitlines() if line.strip()]
    own = [line.removeprefix("hashicnf: ") for line in lines if line.startswith("hashicnf: ")]
    last = own[0] if own and BUG not in own[0] else lines[-2] if own and len(lines) > 1 else (lines or [""])[-1]
    return _line(last.removeprefix("Error: "))


def _decoded(printed: bytes) -> str:
    """Return what a program printed without colours, which FORCE_COLOR demands also in pipes."""
    return COLOURS.sub("", printed.decode("utf-8", "replace"))


def _line(text: str) -> str:
    """Return foreign text as one short line of printable characters."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    short = " ".join(clean.split())
    return short if len(short) <= MOST_MESSAGE else short[:MOST_MESSAGE] + "…"


def _figures(printed: dict[str, Any] | str) -> Finding:
    """Return a finding with the figures that are reported, and without a status yet."""
    stats = printed.get("stats") if isinstance(printed, dict) else None
    if not isinstance(stats, dict):
        return Finding("")

    def count(*names: str) -> int | None:
        return next((int(stats[name]) for name in names if _is_number(stats.get(name))), None)

    phases = stats.get("seconds")
    seconds = {k: float(v) for k, v in phases.items() if _is_number(v)} if isinstance(phases, dict) else {}
    return Finding(
        "",
        inside=round(sum(seconds.values()), 6) if seconds else None,
        search=seconds.get("search"),
        nodes=count("expanded", "nodes", "decisions"),
        generated=count("generated"),
        kept=count("peak_nodes") or None,  # 0: the method does not count them
        space=_line(stats["space"]) if isinstance(stats.get("space"), str) else None,
        solver=_line(stats["solver"]) if isinstance(stats.get("solver"), str) else "",
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
