"""Write cubes: all in one file of incremental CNF, or a formula for each in a folder with a manifest.

    p inccnf
    1 -2 0
    a 3 -4 0

Lines with ``a`` are the cubes, for solvers that take them one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hashicnf.cubing.cube_formula import apart, part
from hashicnf.cubing.partition import Cube
from hashicnf.dimacs.writer import render_clauses
from hashicnf.errors import UsageError
from hashicnf.files.outputs import ByteStream, write_text
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.emit import rule_ranges

MANIFEST: Final = "cubes.jsonl"  # differs from the manifest of instances, which may be in the same folder


def write_incremental(compiled: Compiled, cubes: Sequence[Cube], target: ByteStream) -> None:
    """Write a formula and its cubes as incremental CNF."""
    blocks = compiled.formula.blocks
    comments = compiled.comments(rule_ranges(blocks))
    target.write("".join(f"c {comment}".rstrip() + "\n" for comment in comments).encode())
    target.write(b"p inccnf\n")
    for block in blocks:
        target.write(render_clauses(block.rows))
    target.write("".join(f"a {' '.join(map(str, (*cube.literals, 0)))}\n" for cube in cubes).encode())


def row_of(compiled: Compiled, cube: Cube) -> dict[str, object]:
    """Return a description of a cube: its literals, its decisions by name, and its share of the work, or that it is closed."""
    decisions = [compiled.variables.text(literal) for literal in cube.literals]
    state = {"closed": True} if cube.closed else {"share": round(cube.share, 6)}
    return {"cube": [*cube.literals], "decisions": decisions, **state}


def write_folder(
    compiled: Compiled, cubes: Sequence[Cube], folder: Path, ending: str = "", *, simplify: bool = True
) -> None:
    """Write a formula for each open cube, with the encodings of the whole formula, and the manifest of all cubes.

    Raises UsageError for a folder with formulas of other cubes, which would not be in the manifest.
    """
    rows: list[dict[str, object]] = []
    width = len(str(len(cubes)))
    names = [f"cube-{number:0{width}}.cnf{ending}" for number in range(1, len(cubes) + 1)]
    written = {name for name, cube in zip(names, cubes, strict=True) if not cube.closed}
    if others := sorted({path.name for path in folder.glob("cube-*.cnf*")} - written):
        raise UsageError(f"{folder}: holds {others[0]} of other cubes; name another folder")
    for name, cube in zip(names, cubes, strict=True):
        row = row_of(compiled, cube)
        if name in written:
            made = part(compiled.puzzle, cube.literals, compiled.lowering, simplify=simplify)
            made = apart(made) if cube.literals else made
            made.write(folder / name, about={"cube": [*cube.literals]})
            row |= {"name": name, "clauses": made.formula.clause_count}
        rows.append(row)
    write_text(str(folder / MANIFEST), "".join(f"{json.dumps(row)}\n" for row in rows))
