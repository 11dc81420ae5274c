"""Methods, encodings and other solvers on the public benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.peers.installed import PROGRAMS
from study.table import (
    NOTHING,
    Row,
    Table,
    answered,
    count,
    grouped,
    markdown,
    median,
    most,
    numbers,
    seconds,
    share,
    timed,
    typical,
)

METHODS: Final = ("cdcl", "dpll", "astar", "frontier")
WHOLE: Final = ("auto", "dual-elimination", "link-elimination", "planar", "vertex-elimination", "levels-log")
STRONG: Final = "cadical153"
LAZY, LAZY_STRONG, AS_STATED = "lazy", f"lazy, {STRONG}", " --no-simplify"
PROCESS, ENCODING = "process: ", "encoding: "
ENCODINGS: Final = (LAZY, LAZY_STRONG, *WHOLE, *(f"{name}{AS_STATED}" for name in WHOLE))
ORDER: Final = (*METHODS, *PROGRAMS, *ENCODINGS)
TITLES: Final = ("Methods and other solvers, a process for each board", "Encodings, without starts of processes")


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that run each method in a process of its own, and each encoding in one warm process."""
    own = boards.benchmark()
    programs = [f"{name}={command}" for name, command in boards.peers.items()]
    found = [
        Batch(f"{PROCESS}{name.partition('=')[0]}", own, "compare", {"method": name}) for name in (*METHODS, *programs)
    ]
    found += [Batch(f"{ENCODING}{name}", own, "solve", _options(name)) for name in ENCODINGS]
    return found


def _options(way: str) -> Mapping[str, object]:
    """Return the options of a row of encodings: all but the default of ``solve`` name a solver, and whether to contract."""
    if way == LAZY:
        return {"all_answers": False}
    name = LAZY if way == LAZY_STRONG else way.removesuffix(AS_STATED)
    return {"connectivity": name, "solver": STRONG, "simplify": not way.endswith(AS_STATED), "all_answers": False}


def facts(rows: Table) -> Facts:
    """Compute the facts that the page quotes from the table."""
    ways = grouped(rows, lambda row: row["way"])
    boards = {row["board"] for row in rows}
    missing = [name for name in PROGRAMS if f"{PROCESS}{name}" not in ways]
    cdcl, lazy = ways[f"{PROCESS}cdcl"], ways[f"{ENCODING}{LAZY}"]
    others = {name: ways[f"{PROCESS}{name}"] for name in PROGRAMS if name not in missing}
    return {
        "boards": f"{len(boards)}",
        "processes": _table(ways, PROCESS),
        "encodings": _table(ways, ENCODING),
        "missing": f"Not installed where this was measured: {', '.join(missing)}." if missing else "",
        "cdcl": share(cdcl),
        "cdcl_start": seconds(min(numbers(cdcl, "cpu"))),
        "cdcl_median": timed(cdcl),
        "cdcl_most": seconds(most(cdcl)),
        "lazy": timed(lazy),
        "lazy_most": seconds(most(lazy)),
        "starts": ", ".join(f"{name} {seconds(min(numbers(own, 'cpu')))} s" for name, own in others.items()) or "none",
        "peers": "; ".join(_compared(name, own, cdcl) for name, own in others.items()) or "none",
        "searches": "; ".join(f"`{name}` {_by_size(ways[f'{PROCESS}{name}'])}" for name in METHODS),
        **_formulas({name: _slowest(ways[f"{ENCODING}{name}"]) for name in ENCODINGS}),
    }


def _compared(name: str, rows: Table, cdcl: Table) -> str:
    """Write what another solver answers, its slowest answer, and its median, also in terms of that of ``cdcl``."""
    own, ours = typical(rows), typical(cdcl)
    factor = f", {own / ours:.1f} times that of `cdcl`" if own is not None and ours else ""
    return f"{name} {share(rows)}, at most {seconds(most(rows))} s, median {seconds(own)} s{factor}"


def _by_size(rows: Table) -> str:
    """Write how many boards of each size are answered."""
    groups = grouped(sorted((row for row in rows if row["islands"]), key=_islands), _islands)
    return ", ".join(f"{share(own)} with {islands}" for islands, own in groups.items())


def _islands(row: Row) -> int:
    return int(row["islands"])


def _formulas(slowest: Mapping[str, float]) -> Facts:
    """Compare the slowest boards of one-shot formulas, contracted and as stated; infinity stands for a board without an answer."""
    contracted = {name: slowest[name] for name in WHOLE}
    stated = {name: slowest[f"{name}{AS_STATED}"] for name in WHOLE}
    gains = {name: stated[name] / contracted[name] for name in WHOLE if inf not in (stated[name], contracted[name])}
    better = [name for name in WHOLE if contracted[name] < min(stated.values())]
    return {
        "contracted": _ends(contracted),
        "stated": _ends(stated),
        "gains": _gains(gains),
        "auto": seconds(slowest["auto"]) if slowest["auto"] < inf else NOTHING,
        "better": f"{len(better)} of {len(WHOLE)}",
    }


def _ends(slowest: Mapping[str, float]) -> str:
    """Write the encodings with the shortest and the longest worst case, and those that leave boards unanswered."""
    found = {name: time for name, time in slowest.items() if time < inf}
    left = ", ".join(f"`{name}`" for name in slowest if name not in found)
    ends = {end(found, key=found.__getitem__): None for end in (min, max)} if found else {}
    times = " to ".join(f"{seconds(found[name])} s (`{name}`)" for name in ends)
    return "; ".join(part for part in (times, f"not all boards are answered by {left}" if left else "") if part)


def _gains(gains: Mapping[str, float]) -> str:
    """Write the least and the largest factor, with their encodings."""
    ends = {end(gains, key=gains.__getitem__): None for end in (min, max)} if gains else {}
    return " to ".join(f"{gains[name]:.1f} (`{name}`)" for name in ends) or NOTHING


def _slowest(rows: Table) -> float:
    """Return the processor seconds of the slowest board; infinity if a board has no answer."""
    return (most(rows) or inf) if len(answered(rows)) == len(rows) else inf


def _table(ways: Mapping[str, Table], kind: str) -> str:
    """Write a row for each way of a kind: boards answered, medians by size, the largest."""
    own = {way.removeprefix(kind): rows for way, rows in ways.items() if way.startswith(kind)}
    sizes = sorted({int(row["islands"]) for rows in own.values() for row in rows if row["islands"]})
    column, title = ("peak", "peak MiB") if kind == PROCESS else ("clauses", "clauses")
    unit = 2**20 if kind == PROCESS else 1
    lines = []
    for way in [name for name in ORDER if name in own]:
        of_size = [[row for row in own[way] if row["islands"] == str(size)] for size in sizes]
        middle = median(own[way], column)
        medians = [timed(same) for same in of_size]
        lines.append(
            (way, share(own[way]), *medians, seconds(most(own[way])), count(None if middle is None else middle / unit))
        )
    return markdown(("", "answered", *(f"{size} islands" for size in sizes), "most", f"{title}, median"), lines)


def draw(rows: Table, file: str) -> None:
    """Draw a cactus plot of the ways of solving; formulas of the whole board are only in the table."""
    ways = grouped(answered(rows), lambda row: row["way"])
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, panels):
        for axes, kind, title in zip(panels, (PROCESS, ENCODING), TITLES, strict=True):
            named = {name: ways.get(f"{kind}{name}", []) for name in ORDER if AS_STATED not in name}
            charts.ground(axes, title)
            charts.cactus(axes, {name: numbers(own, "cpu") for name, own in named.items() if own})
            charts.finish(axes, "boards answered", charts.SECONDS, kind="count")


CHAPTER: Final = Chapter(
    title="Methods, encodings and other solvers",
    timeout=60.0,
    figures=("islands", "clauses", "peak"),
    batches=batches,
    facts=facts,
    draw=draw,
    needs_boards=True,
)
