"""Many puzzles into a folder of instances: what ``encode --output-dir`` does. Formulas described as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hashicnf.cli import say
from hashicnf.cli.commands import Exit

if TYPE_CHECKING:
    from hashicnf.families import Puzzle
    from hashicnf.instances.manifest import Row
    from hashicnf.pipeline.compiled import Compiled
    from hashicnf.pipeline.emit import Form
    from hashicnf.solving.request import Encodings


def encode_all(
    puzzles: Sequence[str],
    name: str,
    encodings: Encodings,
    form: Form,
    compress: str,
    facts: float | None,
    format: str | None,  # noqa: A002 - the option's name
    *,
    json: bool,
) -> int:
    """Encode all puzzles into a folder; rows of instances that its manifest has already stay, or are replaced."""
    from hashicnf.cli.terminal import observing
    from hashicnf.core.deadline import require_time
    from hashicnf.files.outputs import make_folder, require_apart, written_facts
    from hashicnf.instances.facts import find
    from hashicnf.instances.folder import require_compression, write_instance
    from hashicnf.instances.manifest import NAME, Origins, facts_of, read_rows, write_rows
    from hashicnf.instances.page import PAGE, describe

    require_apart([], puzzles)
    require_time(facts)
    form.require("-")
    require_compression(compress)
    folder = make_folder(name)
    manifest = folder / NAME
    rows: dict[str, Row] = {row["name"]: row for row in read_rows(str(manifest))} if manifest.is_file() else {}
    origins, done = Origins(), 0
    with observing("-" if "-" in puzzles else "") as observe:
        try:
            for index, puzzle, file in _read(puzzles, format):
                observe(f"encode {puzzle.name}", done / len(puzzles))
                origin = origins.row(puzzle, file)
                known = find(puzzle, facts) if facts is not None else facts_of(origin or {})
                row, compiled = write_instance(
                    puzzle, folder, encodings, form, compress=compress, origin=origin, facts=known
                )
                rows[row["name"]] = row
                if json:
                    print_formula(compiled, index, form, written_facts(str(folder / row["name"])))
                done += 1
        finally:
            if rows:
                write_rows(str(manifest), rows.values())
                (folder / PAGE).write_text(describe([*rows.values()]), encoding="utf-8")
    say(f"{name}: {done} written, {len(rows)} in {NAME}")
    return Exit.DONE


def _read(puzzles: Sequence[str], format: str | None) -> Iterator[tuple[int, Puzzle, str | None]]:  # noqa: A002
    """Read the puzzles of all inputs, with their places there, from 1, and the files they are from."""
    from hashicnf.pipeline.puzzles import is_file, read_all

    for name in puzzles:
        for index, puzzle in enumerate(read_all(name, format), 1):
            yield index, puzzle, name if is_file(name) else None


def print_formula(compiled: Compiled, index: int, form: Form, written: Mapping[str, object]) -> None:
    """Print a formula as an object: ``written`` is its text, or what is known of its file."""
    from hashicnf.cli.objects import print_about
    from hashicnf.dimacs.header import remark
    from hashicnf.pipeline.puzzles import checksum

    puzzle = compiled.puzzle
    sizes = {"variables": compiled.variables.count, "clauses": compiled.formula.clause_count}
    counts = {"counts": sum(len(batch.lits) for batch in compiled.native)} if form.is_native else {}
    claims = {"complete": compiled.claim.is_exact, "claim": remark(compiled.claim)}
    about = {"sha256": checksum(puzzle), "form": form.to, "encoding": compiled.encoding, "sizes": dict(puzzle.size)}
    print_about(puzzle, index, status="encoded", **about, **sizes, **counts, **claims, **written)
