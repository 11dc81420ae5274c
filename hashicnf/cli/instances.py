"""Encode many puzzles into a folder of instances for ``encode --output-dir``, and describe formulas as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hashicnf.cli import observing, say

if TYPE_CHECKING:
    from hashicnf.pipeline.compiled import Compiled
    from hashicnf.pipeline.emit import Form
    from hashicnf.pipeline.encodings import Encodings


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
    """Encode all puzzles into a folder; rows of its manifest are kept, or replaced for the same instances.

    Files that cannot be read are reported; return the exit code of the first of them, else 0.
    """
    from hashicnf.cli.report import each_puzzle, first_of
    from hashicnf.core.deadline import require_seconds
    from hashicnf.errors import counted
    from hashicnf.files.compressions import require_compression
    from hashicnf.files.outputs import destination, make_folder, written_facts
    from hashicnf.instances.folder import write_instance
    from hashicnf.instances.manifest import NAME, Origins
    from hashicnf.instances.rows import Rows
    from hashicnf.pipeline.compile import compile_puzzle

    require_seconds(facts)
    form.require("-")
    require_compression(compress)
    folder = make_folder(name)
    origins, written, strangers = Origins(), 0, 0
    codes: list[int] = []
    with Rows(folder) as rows, observing("-" if "-" in puzzles else "") as observe:
        try:
            for given in each_puzzle(puzzles, format, codes=codes):
                puzzle = given.puzzle
                observe(f"encode {puzzle.name}", written / len(puzzles))
                origin, known = origins.known(puzzle, given.file, facts)
                compiled = compile_puzzle(puzzle, encodings, native=form.is_native, observe=observe)
                row = write_instance(compiled, folder, form, compress=compress, origin=origin, facts=known)
                rows.add(row)
                written += 1
                strangers += origin is None and facts is None
                if json:
                    print_formula(compiled, given.index, form, written_facts(str(folder / row["name"])))
        finally:
            count = rows.save()
    say(f"{destination(name)}: {written} written, {count} in {NAME}")
    if strangers:
        has, their = ("has", "its") if strangers == 1 else ("have", "their")
        say(
            f"    {counted(strangers, 'puzzle')} {has} no row in a {NAME} beside {'it' if strangers == 1 else 'them'},\n"
            f"    so {their} seed and expected status are unknown; --facts finds the status"
        )
    return first_of(codes)


def print_formula(compiled: Compiled, index: int, form: Form, written: Mapping[str, object]) -> None:
    """Print a formula as an object; ``written`` is its text, or facts about its file."""
    from hashicnf.cli.objects import print_about
    from hashicnf.pipeline.writing import checksum

    puzzle = compiled.puzzle
    print_about(puzzle, index, status="encoded", sha256=checksum(puzzle), **compiled.figures(form), **written)
