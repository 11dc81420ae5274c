"""Formats, text to Document and back, for any family: one module each, ending in ``FORMAT``.

Notations of a single family live in the family's folder, and are made of the same parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.records import record
from hashicnf.registry import Registry


@record(kw_only=True)
class Format:
    """A notation.

    A file whose suffix no other format has is parsed by this one alone; of other texts ``looks_like`` decides whether they are
    written in it, and claims no text of another format. The format that a text is taken for if none claims it has None: native,
    whose errors explain most. ``parse`` raises InputError with line and column. ``write`` writes one document, with a newline at
    its end, and raises UsageError for what the notation cannot express; ``separator`` stands between two of them, None where a
    file holds one only. ``example`` is a text of one puzzle. ``families`` are those whose puzzles it can hold, None for all.
    """

    summary: str
    suffixes: tuple[str, ...]
    example: str
    looks_like: Callable[[str], bool] | None
    parse: Callable[[Source], list[Document]]
    write: Callable[[Document], str]
    separator: str | None = None
    families: tuple[str, ...] | None = None


FORMATS: Final[Registry[Format]] = Registry("hashicnf.formats", "FORMAT", "format", "Format")
