"""Shortest plans: found by searches and by formulas, proved to be shortest by formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
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
    of,
    seconds,
    share,
    spread,
    timed,
)

SLIDES: Final = (4, 8, 12, 16, 20, 24, 28, 31)  # of 3 x 3 tiles, up to the longest there are
SCRAMBLES: Final = (10, 20, 30)  # slides from the goal of 4 x 4 tiles, mostly not the shortest way back
STEPS: Final = (5, 10, 20, 40)  # of klotski
SEEDS: Final = 2
SEARCHES: Final = ("astar", "idastar")
SOLVERS: Final = (*SEARCHES, "cdcl")
WAYS: Final = (*SOLVERS, "prove", "certify")
KINDS: Final = {"tiles3": "3 x 3 tiles", "tiles4": "4 x 4 tiles", "klotski": "klotski"}
LINES: Final = (
    ("astar", "A*", "cpu"),
    ("idastar", "IDA*", "cpu"),
    ("cdcl", "formula with growing horizon", "cpu"),
    ("prove", "proof that none is shorter", "cpu proved"),
    ("certify", "checker of the certificate", "cpu checked"),
)


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that find plans by searches and by formulas, prove that there is no shorter plan, and certify plans."""
    seeds = boards.thinned(SEEDS)
    small = [boards.make(f"tiles3-d{n}-s{s}", "tiles", size="3x3", depth=n, seed=s) for n in SLIDES for s in seeds]
    large = [boards.make(f"tiles4-d{n}-s{s}", "tiles", size="4x4", depth=n, seed=s) for n in SCRAMBLES for s in seeds]
    klotski = [boards.make(f"klotski-d{n}-s{s}", "klotski", depth=n, seed=s) for n in STEPS for s in seeds]
    every = [*small, *large, *klotski]
    found = [Batch(name, every, "solve", {"method": name, "all_answers": False}) for name in SOLVERS]
    return [*found, Batch("prove", every, "prove", {}), Batch("certify", every, "certify", {})]


def facts(rows: Table) -> Facts:
    """Compute the facts that the page quotes from the table."""
    ways = {way: of(rows, way=way) for way in WAYS}
    proofs = answered(ways["prove"])
    longest = max(proofs, key=lambda row: float(row["length"]), default=None)
    found = {name: share(own) for name, own in ways.items()}
    several = [own for own in _lengths(rows).values() if len(own) > 1]
    return found | {
        "boards": f"{len({row['board'] for row in rows})}",
        "table": _table(rows),
        "longest": longest["length"] if longest is not None else NOTHING,
        "longest_board": longest["board"] if longest is not None else NOTHING,
        "largest": f"{(most(proofs, 'bytes') or 0) / 1e6:.1f}",
        "proved_most": seconds(most(proofs, "cpu proved")),
        "astar_most": seconds(most(ways["astar"])),
        "checked_most": seconds(most(ways["certify"], "cpu checked")),
        "agree": f"{len(several) - len(_disagreeing(rows))} of {len(several)}",
        "slides": ", ".join(map(str, SLIDES[:-1])) + f" and {SLIDES[-1]}",
        "dearer": _dearer(ways["astar"], proofs),
    }


def kind(row: Row) -> tuple[str, int]:
    """Read the puzzle and the requested number of steps from the name of a board, ``tiles3-d12-s1``."""
    name, steps, _ = row["board"].split("-")
    return name, int(steps.removeprefix("d"))


def _disagreeing(rows: Table) -> list[str]:
    """List the boards for which two ways that guarantee a shortest plan have plans of different lengths."""
    return [board for board, own in _lengths(rows).items() if len({row["length"] for row in own}) > 1]


def _lengths(rows: Table) -> dict[str, list[Row]]:
    """Group the rows with the length of a plan by board."""
    return grouped([row for row in answered(rows) if row["length"]], lambda row: row["board"])


def _dearer(searches: Table, proofs: Table) -> str:
    """Write for how many plans the proof takes longer than A*, of those that have both."""
    found = {row["board"]: float(row["cpu"]) for row in answered(searches)}
    both = [float(row["cpu proved"]) > found[row["board"]] for row in proofs if row["board"] in found]
    return f"{sum(both)} of {len(both)}"


def _table(rows: Table) -> str:
    """Write a row for each kind of boards."""
    lines = []
    for (name, steps), own in sorted(grouped(rows, kind).items()):
        ways = {way: of(own, way=way) for way in WAYS}
        proofs = answered(ways["prove"])
        lengths = {int(row["length"]) for row in own if row["length"]}
        size = median(proofs, "bytes")
        found = [timed(ways[way]) for way in SOLVERS]
        proved = [seconds(median(proofs, "cpu proved")), count(median(proofs, "lemmas"))]
        kilobytes = NOTHING if size is None else f"{size / 1000:,.0f}"
        checked = seconds(median(answered(ways["certify"]), "cpu checked"))
        lines.append(
            (KINDS[name], f"{steps}", spread(lengths), *found, share(ways["prove"]), *proved, kilobytes, checked)
        )
    head = ("", "asked", "shortest", "A*", "IDA*", "formula", "proved", "proof s", "lemmas", "proof kB", "checker s")
    return markdown(head, lines)


def draw(rows: Table, file: str) -> None:
    """Draw time against the length of the shortest plan, for tiles and for klotski."""
    lengths = {row["board"]: float(row["length"]) for row in rows if row["length"]}
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, panels):
        for axes, (title, start) in zip(panels, (("Sliding tiles", "tiles"), ("Klotski", "klotski")), strict=True):
            charts.ground(axes, title)
            for number, (way, label, column) in enumerate(LINES):
                own = [row for row in answered(of(rows, way=way)) if row["board"].startswith(start) and row[column]]
                points = sorted((lengths[row["board"]], float(row[column])) for row in own if row["board"] in lengths)
                charts.series(axes, number, label, points, joined=False)
            charts.finish(axes, "steps of a shortest plan", charts.SECONDS)


CHAPTER: Final = Chapter(
    title="Shortest plans with proofs",
    timeout=60.0,
    figures=("length", "optimal", "variables", "clauses", "lemmas", "bytes", "cpu proved", "cpu checked"),
    batches=batches,
    facts=facts,
    draw=draw,
)
