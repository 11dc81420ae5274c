"""Format the statistics of a run as lines ``name: value`` for ``--stats``."""

from __future__ import annotations

from hashicnf.backends.choose import settings_of, with_settings
from hashicnf.core.stats import Stats


def stats_table(stats: Stats) -> str:
    """Return the statistics of a run as text."""
    rows = [
        ("method", stats.method),
        *_formula(stats),
        *(
            (name.replace("_", " "), _figure(value))
            for name, value in stats.figures.items()
            if value is not None and (value or name == "nodes")
        ),
        *((f"seconds {phase}", f"{seconds:.6f}") for phase, seconds in stats.seconds.items()),
        ("seconds total", f"{stats.total:.6f}"),
    ]
    width = max(len(name) for name, _ in rows) + 1
    return "\n".join(f"{name + ':':<{width}} {value}" for name, value in rows)


def _formula(stats: Stats) -> list[tuple[str, str]]:
    """Return the statistics of the formula and of the solver, if there are any."""
    size = [(name, f"{value:,}") for name, value in stats.size.items()]
    if not stats.variables:
        return size
    name = with_settings(stats.solver, settings_of(stats.solver))
    called = [("solver", name)] if stats.solver not in ("", stats.method) else []
    called += [("roads", ", ".join(stats.roads))] if stats.roads else []
    rounds = [("rounds", f"{stats.rounds:,}"), ("cuts", f"{stats.cuts:,}")] if stats.rounds else []
    return [
        *called,
        ("cardinality", stats.cardinality),
        *([("connectivity", stats.connectivity)] if stats.connectivity else []),
        *size,
        ("variables", f"{stats.variables:,}"),
        *((f"clauses {rule}", f"{count:,}") for rule, count in stats.clauses.items()),
        ("clauses total", f"{sum(stats.clauses.values()):,}"),
        *rounds,
        *((name, f"{value:,}") for name, value in stats.counters.items()),
    ]


def _figure(value: str | int | float | list[int]) -> str:
    return (
        value
        if isinstance(value, str)
        else ", ".join(f"{each:,}" for each in (value if isinstance(value, list) else [value]))
    )
