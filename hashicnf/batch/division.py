"""Divide a text of several puzzles into items."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hashicnf.batch.items import Item
from hashicnf.core.document import Document
from hashicnf.errors import HashicnfError
from hashicnf.formats.native import native_lines
from hashicnf.pipeline.puzzles import NATIVE, build, detect, format_named, named_by, parse_documents


def parts_of(item: Item) -> Iterator[Item | tuple[Item, HashicnfError]]:
    """Yield the item of each puzzle of a text, paired with an error if it cannot be read; a text of one puzzle is the only part.

    If the format has lines that separate puzzles, the text is cut there and each part is parsed later. Otherwise the text is parsed
    here, and the parts are native texts.
    """
    try:
        format = format_of(item)  # noqa: A001 - the option's name
        if format_named(format).boundaries is not None:
            yield from cut(item, format)
            return
        documents = parse_documents(item.text, format, item.name)
    except HashicnfError:
        yield item.part(1, item.text, item.format, 0)  # parsing it again gives the error
        return
    if len(documents) == 1:
        yield item.part(1, item.text, format, 0)
        return
    for number, document in enumerate(documents, 1):
        yield _part(item, number, document)


def format_of(item: Item) -> str:
    """Return the format of an item: the given one, that of its name, or the detected one. Raises UsageError if it is ambiguous."""
    return item.format or named_by(item.name) or detect(item.text, item.name)


def cut(item: Item, format: str) -> Iterator[Item]:  # noqa: A002 - as above
    """Cut a text at the lines that separate puzzles; a part without a puzzle keeps such a line, for its error."""
    boundaries, text = format_named(format).boundaries, item.text
    edges = [(0, 0), *(boundaries(text) if boundaries is not None else ()), (len(text), len(text))]
    line = at = 0
    for number, ((before, start), (end, after)) in enumerate(pairwise(edges), 1):
        first, last = start, end
        if not text[start:end].strip():
            first, last = (start, after) if after > end else (before, end)
        line, at = line + text.count("\n", at, first), first
        yield item.part(number, text[first:last], format, line)


def _part(item: Item, number: int, document: Document) -> Item | tuple[Item, HashicnfError]:
    """Return the item of a document as native text, or with the error if its puzzle cannot be built; it refers to the original."""
    try:
        build(document)
    except HashicnfError as problem:
        return item.part(number, "", NATIVE, 0), problem
    return item.part(number, "\n".join([*native_lines(document), ""]), NATIVE, 0)
