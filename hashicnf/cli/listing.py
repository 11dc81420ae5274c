"""``hashicnf formats``, ``methods``, ``solvers`` and ``encodings``: what there is, and what is installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer

from hashicnf.cli.commands import Exit


def _table(rows: Iterable[Sequence[str]]) -> None:
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    for row in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def formats() -> int:
    """List the input formats, with examples."""
    from hashicnf.formats import FORMATS

    _table((name, " ".join(f.suffixes), f.summary, f.example.split("\n")[0][:40]) for name, f in FORMATS.all().items())
    return Exit.DONE


def encodings() -> int:
    """List the encodings there are."""
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE

    typer.echo("Cardinality (--cardinality):")
    _table(
        ("  " + name, "default" if name == "direct" else "", e.summary, (how and f"not installed: {how}") or "")
        for name, e in CARDINALITY.all().items()
        for how in [e.missing()]
    )
    typer.echo("\nAt most one (--at-most-one):")
    _table(("  " + name, "default" if name == "pairwise" else "", e.summary) for name, e in EXCLUSIVE.all().items())
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
    """List the methods of solve, and what they can be told: spaces, heuristics, tie-breaks, branching rules."""
    from hashicnf.backends.dpll.branching import RULES
    from hashicnf.formats import FORMATS
    from hashicnf.pipeline.puzzles import parse
    from hashicnf.search import TIE_BREAKS
    from hashicnf.solving import methods as registry
    from hashicnf.solving.glassbox import DEFAULT_BRANCHING
    from hashicnf.solving.request import DEFAULT_METHOD
    from hashicnf.solving.spaces import FORMULA, spaces_of

    known = registry.methods().values()
    searches = [(m.name, m.search) for m in known if m.search is not None]
    spaces = spaces_of(parse(FORMATS.get("native").example, "native"))
    guided = ", ".join(
        name + (f" (default {s.heuristic})" if s.heuristic else "") for name, s in searches if s.informed
    )
    ordered = ", ".join(name for name, search in searches if search.has_open_list)
    _choices("Methods (--method):", [(m.name, m.title) for m in known], DEFAULT_METHOD)
    _choices("\nSpaces of the searches (--space):", [(n, s.title) for n, s in spaces.items()], FORMULA)
    for name, space in spaces.items():
        told = [(h.name, h.promises, h.title) for h in space.heuristics.values()]
        _choices(f"\nHeuristics in the space {name}, for {guided} (--heuristic):", told, told[0][0])
    _choices(f"\nTie-breaks for {ordered}: which of equal nodes first (--tie-break):", [*TIE_BREAKS.items()], "deepest")
    rules = [(name, rule.title) for name, rule in RULES.all().items()]
    _choices("\nBranching rules for dpll: what to decide next (--branching):", rules, DEFAULT_BRANCHING)
    return Exit.DONE


def _choices(title: str, rows: Sequence[tuple[str, ...]], default: str) -> None:
    """Print names with what is to be said of them; one of them is the default."""
    typer.echo(title)
    _table(("  " + name, "default" if name == default else "", *words) for name, *words in rows)
