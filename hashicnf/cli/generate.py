"""``hashicnf generate``: benchmark boards with planted solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Output
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer
    from hashicnf.families.hashi.generate import Planted


def generate(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="The puzzle family: hashi.")] = "hashi",
    size: Annotated[str | None, typer.Option("--size", metavar="RxC", help="Rows and columns. Default: 10x10.")] = None,
    islands: Annotated[
        int | None, typer.Option("--islands", metavar="N", min=2, help="How many islands. Default: 25.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, help="Same seed, same board, on every machine. Default: 0."),
    ] = None,
    loops: Annotated[
        float | None,
        typer.Option(
            "--loops", metavar="P", min=0, max=1, help="Extra bridges, as a share of the islands. Default: 0.1."
        ),
    ] = None,
    doubles: Annotated[
        float | None,
        typer.Option(
            "--doubles", metavar="P", min=0, max=1, help="Share of bridges that are not single. Default: 0.5."
        ),
    ] = None,
    max_bridges: Annotated[int, typer.Option("--max-bridges", metavar="M", min=1, help="Most bridges per pair.")] = 2,
    no_loops: Annotated[bool, typer.Option("--no-loops", help="Forbid loops: the bridges form a tree.")] = False,
    lattice: Annotated[
        int | None,
        typer.Option(
            "--lattice", metavar="K", min=2, help="K x K islands, all 2: a Hamiltonian cycle, for odd K none."
        ),
    ] = None,
    unsolvable: Annotated[
        bool, typer.Option("--unsolvable", help="Plant a contradiction that no island can see.")
    ] = False,
    solution: Annotated[
        str | None, typer.Option("--solution", metavar="FILE", help="Where to write the planted solution (csv style).")
    ] = None,
    to: Annotated[str, typer.Option("--to", metavar="NAME", help="Output format. See: formats.")] = "native",
    output: Output = "-",
) -> int:
    """Generate benchmark boards.

    Boards are grown around a connected solution, so every one is solvable, though not always in one way only. Those
    made with --unsolvable are not, and neither is a --lattice of odd side.

    \b
    Example:
      $ hashicnf generate hashi --size 16x16 --islands 100 --seed 1 --solution planted.sol > board.puz
    """
    from hashicnf.cli.terminal import observing
    from hashicnf.families.hashi import generate as generator
    from hashicnf.files.same_file import require_apart

    if family != "hashi":
        raise UsageError(f"no generator for the family {family!r}; there are: hashi")
    if lattice is not None:
        grown = {"--size": size, "--islands": islands, "--seed": seed, "--loops": loops, "--doubles": doubles}
        _refuse_given("--lattice", grown | {"--no-loops": no_loops or None, "--unsolvable": unsolvable or None})
    require_apart([output, solution])
    rows, columns = _size(size or "10x10")
    with observing(target="-" if "-" in (output, solution) else "") as observe:
        observe("grow the board")
        if lattice is not None:
            planted = generator.lattice(lattice, max_bridges=max_bridges)
        else:
            make = generator.unsolvable if unsolvable else generator.generate
            planted = make(
                rows,
                columns,
                25 if islands is None else islands,
                seed=seed or 0,
                loops=loops,
                doubles=doubles,
                max_bridges=max_bridges,
                allow_loops=not no_loops,
            )
        _write(planted, output, to, solution, observe)
    return Exit.DONE


def _refuse_given(option: str, others: Mapping[str, object]) -> None:
    """Raise UsageError that names the options which were given and go unused."""
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise UsageError(f"{option} has no use for {' and '.join(given)}")


def _size(text: str) -> tuple[int, int]:
    if (found := re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text)) is None:
        raise UsageError(f"{text!r} is no size; expected rows, x, columns, such as 16x16")
    return int(found[1]), int(found[2])


def _write(planted: Planted, output: str, to: str, solution: str | None, observe: Observer) -> None:
    from hashicnf.families.hashi import drawing
    from hashicnf.files import destination, write_text
    from hashicnf.pipeline.puzzles import convert

    if solution is not None:
        if planted.solution is None:
            raise UsageError("there is no solution to write: the board is unsolvable")
        observe(f"write {destination(solution)}")
        write_text(solution, drawing.draw(planted.board, planted.solution, "csv"))
    observe(f"write {destination(output)}")
    write_text(output, convert("hashi", planted.board, planted.title, to))
