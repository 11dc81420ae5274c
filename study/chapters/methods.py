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
from study.table import Table, answered, count, grouped, markdown, median, most, numbers, seconds, share, typical

METHODS: Final = ("cdcl", "dpll", "astar", "frontier")
ENCODINGS: Final = ("lazy", "auto", "link-elimination", "planar", "vertex-elimination", "levels-log")
STRONG: Final = "cadical153"
PROCESS, ENCODING = "process: ", "encoding: "
ORDER: Final = (*METHODS, *PROGRAMS, *ENCODINGS)
TITLES: Final = ("Methods and other solvers, a process for each board", "Encodings, without starts of processes")


def batches(boards: Boards) -> Sequence[Batch]:
    """Run each method in a process of its own, then each encoding in one process that stays."""
    own = boards.benchmark()
    programs = [f"{name}={command}" for name, command in boards.peers.items()]
    found = [
        Batch(f"{PROCESS}{name.partition('=')[0]}", own, "compare", {"method": name}) for name in (*METHODS, *programs)
    ]
    for name in ENCODINGS:
        chosen = {} if name == "lazy" else {"connectivity": name, "solver": STRONG}
        whole = {} if name in ("lazy", "auto") else {"simplify": False}
        found.append(Batch(f"{ENCODING}{name}", own, "solve", {**chosen, **whole, "all_answers": False}))
    return found


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    ways = grouped(rows, lambda row: row["way"])
    boards = {row["board"] for row in rows}
    missing = [name for name in PROGRAMS if f"{PROCESS}{name}" not in ways]
    cdcl, lazy = ways[f"{PROCESS}cdcl"], ways[f"{ENCODING}lazy"]
    others = {name: ways[f"{PROCESS}{name}"] for name in PROGRAMS if name not in missing}
    found = {
        "boards": f"{len(boards)}",
        "processes": _table(ways, PROCESS),
        "encodings": _table(ways, ENCODING),
        "missing": f"Not installed where this was measured: {', '.join(missing)}." if missing else "",
        **{name: share(ways[f"{PROCESS}{name}"]) for name in METHODS},
        "cdcl_start": seconds(min(numbers(cdcl, "cpu"))),
        "cdcl_most": seconds(most(cdcl)),
        "lazy": seconds(typical(lazy)),
        "lazy_most": seconds(most(lazy)),
        "starts": ", ".join(f"{name} {seconds(min(numbers(own, 'cpu')))} s" for name, own in others.items()) or "none",
        "peers": "; ".join(f"{name} {share(own)}, at most {seconds(most(own))} s" for name, own in others.items())
        or "none",
    }
    one_shot = {name: ways[f"{ENCODING}{name}"] for name in ENCODINGS[1:]}
    slowness = {name: (most(own) or inf) if len(answered(own)) == len(own) else inf for name, own in one_shot.items()}
    best = min(slowness, key=lambda name: slowness[name])
    return found | {"one_shot": best, "one_shot_most": seconds(most(one_shot[best]))}


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
        medians = [seconds(typical(same)) for same in of_size]
        lines.append(
            (way, share(own[way]), *medians, seconds(most(own[way])), count(None if middle is None else middle / unit))
        )
    return markdown(("", "answered", *(f"{size} islands" for size in sizes), "most", f"{title}, median"), lines)


def draw(rows: Table, file: str) -> None:
    """Draw how many boards each way answers within which time."""
    ways = grouped(answered(rows), lambda row: row["way"])
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, panels):
        for axes, kind, title in zip(panels, (PROCESS, ENCODING), TITLES, strict=True):
            named = {name: ways.get(f"{kind}{name}", []) for name in ORDER}
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
