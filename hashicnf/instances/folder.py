"""Write instances into a folder: the formula of a puzzle, under a descriptive name, and its row of the manifest.

The row of an instance adds to that of its puzzle (see ``manifest``): ``form``, ``encoding``, ``variables``, ``clauses``, for OPB
``counts``, ``complete`` and ``claim``; ``formula`` is SAT or UNSAT where that follows from the facts about the puzzle, and
``sha256`` also has the hash of the formula's text before compression. The comments of the formula hold title, seed, options,
version and expectation as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hashicnf.files.outputs import ByteStream, writing
from hashicnf.instances.facts import Facts
from hashicnf.instances.manifest import ORIGIN, Row, row_of
from hashicnf.pipeline.compiled import DIRECT, PAIRWISE, Compiled, simplifies
from hashicnf.pipeline.emit import Form

PLAIN: Final = re.compile(r"[A-Za-z0-9.+-]{1,40}")  # values that the name of a file may contain


def write_instance(
    compiled: Compiled,
    folder: Path,
    form: Form,
    *,
    compress: str,
    origin: Row | None,
    facts: Facts,
) -> Row:
    """Write a formula into a file of an existing folder; return its row. ``origin`` is the row of the generated puzzle.

    Raises UsageError if the file cannot be written.
    """
    row = row_of(compiled.puzzle, "", facts)
    row |= {key: origin[key] for key in ORIGIN if origin is not None and key in origin}
    row["name"] = name_of(row, compiled, form, compress)
    row |= compiled.figures(form)
    row |= {} if (known := facts.of_formula(compiled.claim)) is None else {"formula": known}
    kept = (*ORIGIN, "expected", "solutions", "formula")
    about = {"version": row["hashicnf"], **{key: row[key] for key in kept if key in row}}
    with writing(str(folder / row["name"])) as stream:
        hashing = _Hashing(stream)
        compiled.write(hashing, form=form, about=about)
    row["sha256"] |= {"text": hashing.digest()}
    return row


def name_of(row: Row, compiled: Compiled, form: Form, compress: str) -> str:
    """Name an instance by family, size, seed, connectivity and hash: ``hashi-16x16-100-seed1-planar-1a2b3c4d.cnf.xz``.

    The name also contains options that are not the defaults, so that different formulas of one puzzle have different names.
    """
    sizes = compiled.puzzle.size
    unit = sizes.get(f"{compiled.puzzle.rules.unit}s")
    parts = [row["family"]]
    parts += [f"{sizes['rows']}x{sizes['columns']}"] if {"rows", "columns"} <= sizes.keys() else []
    parts += [] if unit is None else [str(unit)]
    parts += [f"seed{row['seed']}"] if "seed" in row else []
    parts += [compiled.connectivity] if compiled.connected else []
    parts += [f"horizon{compiled.horizon}"] if compiled.horizon is not None else []
    parts += _unusual(compiled)
    return f"{'-'.join(parts)}-{row['sha256']['puzzle'][:8]}.{form.to}" + (f".{compress}" if compress != "none" else "")


def _unusual(compiled: Compiled) -> Iterator[str]:
    """Yield the settings in which a formula differs from one that is made without options, under the names of the options."""
    choice, puzzle = compiled.lowering.connectivity, compiled.puzzle
    if choice.cuts:
        yield f"cuts{choice.cuts}"
    if choice.depth is not None:
        yield f"depth{choice.depth}"
    if compiled.lowering.cardinality != DIRECT:
        yield f"cardinality-{compiled.lowering.cardinality}"
    if compiled.lowering.at_most_one != PAIRWISE:
        yield f"at-most-one-{compiled.lowering.at_most_one}"
    if compiled.metric != puzzle.metric():
        yield f"metric-{compiled.metric}"
    if not compiled.redundant:
        yield "no-redundant"
    # The default of ``auto``, not of the encoding it chose: an encoding simplifies or not depending on who requested it.
    if compiled.simplify != simplifies(puzzle, compiled.connected):
        yield "simplify" if compiled.simplify else "no-simplify"
    for name, value in sorted(compiled.choices.shown().items()):
        is_plain = PLAIN.fullmatch(value) is not None
        yield f"{name}-{value if is_plain else hashlib.sha256(value.encode()).hexdigest()[:8]}"


class _Hashing:
    """A stream that hashes all data written to it."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream, self._hash = stream, hashlib.sha256()

    def write(self, data: bytes | memoryview) -> int:
        """Write and hash data."""
        self._hash.update(data)
        return self._stream.write(data)

    def digest(self) -> str:
        """Return the hash of all that was written, in hexadecimal."""
        return self._hash.hexdigest()
