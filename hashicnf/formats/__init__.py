"""Text to Document and back: one module per notation, each ending in ``FORMAT``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.registry import Registry


@dataclass(frozen=True, slots=True)
class Format:
    """A notation. ``looks_like`` decides from a text whether it is written in it; ``rank`` orders the attempts, low first.

    A file whose suffix no other format has is parsed by this one alone. ``parse`` raises InputError with line and column.
    ``write`` writes one document, with a newline at its end; ``separator`` stands between two, None where a file holds only one.
    """

    summary: str
    suffixes: tuple[str, ...]
    rank: int
    looks_like: Callable[[str], bool]
    parse: Callable[[Source], list[Document]]
    write: Callable[[Document], str]
    example: str
    separator: str | None = None


FORMATS: Final[Registry[Format]] = Registry("hashicnf.formats", "FORMAT", "format", "Format")
