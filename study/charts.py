"""Functions shared by the charts of the study, in the style of all charts of the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from hashicnf.measure.plotting import look, scale, scale_count

WIDTH, HEIGHT = 11.0, 4.6
LEAST: Final = 0.001  # seconds of processor time; shorter times are drawn as this
MARKS: Final = 40  # on a line; more would add nothing, and make files large
SECONDS: Final = "processor time in s"


def ground(axes: Any, title: str, *, by_size: str = "") -> None:
    """Prepare axes: logarithmic time or size upwards, and to the right a logarithmic size if ``by_size`` names one."""
    axes.set(title=title, yscale="log", **({"xscale": "log"} if by_size else {}))
    axes.grid(visible=True, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)


def series(axes: Any, number: int, label: str, points: Sequence[tuple[float, float]], *, joined: bool = True) -> None:
    """Draw points, connected in their order by a line or not."""
    xs, ys = [x for x, _ in points], [max(LEAST, y) for _, y in points]
    line = {"markevery": 1 + len(points) // MARKS} if joined else {"linestyle": ""}
    axes.plot(xs, ys, markersize=5, alpha=0.8, linewidth=1.2, label=label, **line, **look(number))


def cactus(axes: Any, times: dict[str, list[float]]) -> None:
    """Draw a cactus plot: for each way of solving, its sorted times by the number of boards answered."""
    for number, (label, own) in enumerate(times.items()):
        series(axes, number, label, list(enumerate(sorted(own), 1)))


def finish(axes: Any, across: str, upwards: str, *, kind: Literal["size", "count", "place"] = "place") -> None:
    """Label the axes and place the legend where there is most room; ``kind`` is that of ``across``: a size, count or place."""
    match kind:
        case "size":
            scale(axes, "x", across)
        case "count":
            scale_count(axes, across)
        case "place":
            axes.set_xlabel(across)
    scale(axes, "y", upwards)
    axes.legend(fontsize=8, frameon=True, framealpha=0.85, edgecolor="0.85", loc="best")
