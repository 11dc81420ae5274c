"""``hashicnf formats``, ``solvers`` and ``encodings``: what there is, and what is installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer

from hashicnf.cli.exits import Exit


def _table(rows: Iterable[Sequence[str]]) -> None:
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    for row in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def formats() -> int:
    """List the input formats, with examples."""
    from hashicnf.formats.reading import FORMATS

    _table((name, " ".join(f.suffixes), f.summary, f.example.split("\n")[0][:40]) for name, f in FORMATS.all().items())
    return Exit.DONE


def encodings() -> int:
    """List the encodings there are."""
    from hashicnf.pipeline.compile import CARDINALITY, CONNECTIVITY

    typer.echo("Cardinality (--cardinality):")
    _table(
        ("  " + name, "default" if name == "direct" else "", e.summary, (how and f"not installed: {how}") or "")
        for name, e in CARDINALITY.all().items()
        for how in [e.missing()]
    )
    typer.echo("\nConnectivity (--connectivity):")
    default = {"planar": "default of encode", "lazy": "default of solve", "dual-elimination": "auto if all are 2"}
    _table(("  " + name, default.get(name, ""), e.summary) for name, e in CONNECTIVITY.all().items())
    return Exit.DONE


def solvers() -> int:
    """List the solvers and where they are."""
    from hashicnf.backends.choose import list_solvers

    for title, rows in list_solvers():
        typer.echo(title)
        _table(("  " + name, state) for name, state in rows)
        typer.echo()
    typer.echo("Any other solver: --solver 'command {cnf}', or with {out} for a result file.")
    return Exit.DONE


def methods() -> int:
    """List the methods of solve."""
    from hashicnf.pipeline import methods as registry

    known = registry.methods().values()
    _table((m.name, "default" if m.name == registry.DEFAULT_METHOD else "", m.title) for m in known)
    return Exit.DONE
