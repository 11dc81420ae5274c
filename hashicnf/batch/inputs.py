"""Inputs: files, folders, patterns, standard input, puzzles in a line, orders of puzzles to be made -> items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import glob
from typing import Any, Final

from hashicnf.batch.execute import Result, failure
from hashicnf.batch.items import WHOLE, Item, identity_of
from hashicnf.batch.parts import cut
from hashicnf.errors import InputError
from hashicnf.files import read_text, shown
from hashicnf.files.inputs import ending, is_file
from hashicnf.measure.bench import find_puzzles
from hashicnf.pipeline.puzzles import NATIVE, PUZZLE, format_named, inline_format

PATTERN: Final = re.compile(r"[*?\[]")


def names_of(inputs: Sequence[str]) -> list[str]:
    """List the files that inputs name: files, folders, patterns such as ``boards/**/*.puz``, ``-``, and puzzles in a line.

    Raises InputError for what does not exist, UsageError where nothing is found.
    """
    found: list[str] = []
    for name in inputs:
        is_pattern = PATTERN.search(name) is not None and not is_file(name) and inline_format(name) is None
        matches = sorted(glob(name, recursive=True)) if is_pattern else []  # noqa: PTH207 - of any folder, names as given
        found += matches or [name]
    return list(dict.fromkeys(find_puzzles(found)))


def items_of(names: Iterable[str], format: str | None) -> Iterator[Item | Result]:  # noqa: A002 - the option's name
    """Read the files, one when it is needed; yield items, or the result for a file that cannot be read.

    Native texts are cut into their puzzles at once; whether another text holds several, whoever reads it finds out.
    """
    endings = format_named(NATIVE).suffixes
    for name in names:
        try:
            text, kind = _text_of(name, format)
        except InputError as problem:
            yield failure(Item(shown(name), identity_of(name, "unreadable"), "", 1), problem)
            continue
        item = Item(shown(name), identity_of(text, kind), text, WHOLE, format)
        if kind == NATIVE or kind in endings:
            yield from cut(item, NATIVE)
        else:
            yield item


def _text_of(name: str, format: str | None) -> tuple[str, str]:  # noqa: A002 - as above
    """Return a text, and what it is read as. Raises InputError."""
    if name != "-" and not is_file(name) and (found := inline_format(name, format)) is not None:
        return name, found
    return read_text(name, PUZZLE), format or ending(name)


def orders_of(family: str, given: Mapping[str, Any], count: int) -> Iterator[Item]:
    """Yield an item for each puzzle to be made. Raises UsageError for options that the family's generators do not have."""
    from hashicnf.batch.tasks.generate import order
    from hashicnf.pipeline.generate import generators_of, seeds

    for seed, _ in seeds(generators_of(family), given, count):
        text = order(family, seed)
        yield Item(f"{family}-{seed}" if seed else family, identity_of(text, "order"), text, 1)
