"""Items and settings: the puzzles of a batch, and the command with its options. Both are sent to workers as plain data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from hashicnf.records import record

WHOLE: Final = 0
LOOK: Final = -1
# Names on the command line that differ from those of fields.
WRITTEN: Final = {"options": "option", "memory": "worker-memory", "folder": "output-dir"}


@record
class Item:
    """A puzzle in a text, by its ``number`` from 1.

    If it is unknown how many puzzles the text contains, the number is ``WHOLE``, or ``LOOK`` if a single puzzle in it belongs to
    another shard. ``source`` identifies the text. If ``text`` is only a part of it, ``line`` is the number of lines before the
    part.
    """

    name: str
    source: str
    text: str
    number: int = WHOLE
    format: str | None = None
    line: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """Return the identity of the item, which does not depend on its name."""
        return self.source, self.number

    def as_number(self, number: int) -> Item:
        """Return the item with another number."""
        return replace(self, number=number)

    def part(self, number: int, text: str, format: str | None, line: int) -> Item:  # noqa: A002 - the option's name
        """Return the item of one puzzle of a text with several."""
        return Item(self.name, self.source, text, number, format, line)

    def data(self) -> tuple[Any, ...]:
        """Return the fields in order, as plain data."""
        return self.name, self.source, self.text, self.number, self.format, self.line


@record
class Settings:
    """The settings of a batch: a command, its ``options`` that differ from the defaults, and limits for each item.

    ``timeout`` is in seconds, ``memory`` the bytes of address space of a worker, ``folder`` the folder for files of the command.
    """

    command: str
    options: Mapping[str, Any]
    timeout: float | None = None
    memory: int | None = None
    folder: str | None = None
    compress: str | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields by name, as data for JSON, without those that are not set."""
        named = {name: getattr(self, name) for name in ("timeout", "memory", "folder", "compress")}
        return {"command": self.command, "options": dict(self.options)} | {
            k: v for k, v in named.items() if v is not None
        }

    @property
    def identity(self) -> str:
        """Return all settings but the command as canonical JSON, with the names of the command line."""
        limits = {key: value for key, value in self.data().items() if key not in ("command", "options")}
        named = {**self.options, **limits}
        return json.dumps({option_name(name): value for name, value in named.items()}, sort_keys=True)


def option_name(parameter: str) -> str:
    """Return the name of an option or field of ``Settings`` on the command line, without leading dashes."""
    return WRITTEN.get(parameter, parameter.replace("_", "-"))


def identity_of(text: str, kind: str) -> str:
    """Return the identity of a text that is read as ``kind`` (a format or an ending): a SHA-256 in hexadecimal."""
    return hashlib.sha256(f"{kind}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
