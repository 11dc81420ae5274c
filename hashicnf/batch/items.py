"""Items and settings: what is to be done, and how. Both travel to the workers as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from hashicnf.records import record

WHOLE: Final = 0
LOOK: Final = -1
# Where users write another name.
WRITTEN: Final = {"options": "option", "memory": "worker-memory", "folder": "output-dir"}


@record
class Item:
    """A puzzle in a text: its ``number`` from 1.

    For a text of which nobody knows how many it holds, the number is ``WHOLE``, or ``LOOK`` if one that holds only one is of no
    interest. ``source`` identifies the text. Where ``text`` is only a part of it, ``line`` is the number of lines before.
    """

    name: str
    source: str
    text: str
    number: int = WHOLE
    format: str | None = None
    line: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """Return what identifies the item under any name."""
        return self.source, self.number

    def as_number(self, number: int) -> Item:
        """Return the item with another number."""
        return replace(self, number=number)

    def part(self, number: int, text: str, format: str | None, line: int) -> Item:  # noqa: A002 - the option's name
        """Make the item of one puzzle of a text that holds several."""
        return Item(self.name, self.source, text, number, format, line)

    def data(self) -> tuple[Any, ...]:
        """Return the fields in order, for JSON."""
        return self.name, self.source, self.text, self.number, self.format, self.line


@record
class Settings:
    """What is done with every item: a command, its ``options`` where they differ from the defaults, and limits for each item.

    ``timeout`` is in seconds, ``memory`` the bytes of address space of a worker, ``folder`` where files go that the command writes.
    """

    command: str
    options: Mapping[str, Any]
    timeout: float | None = None
    memory: int | None = None
    folder: str | None = None
    compress: str | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields by name, for JSON, without those that are not set."""
        named = {name: getattr(self, name) for name in ("timeout", "memory", "folder", "compress")}
        return {"command": self.command, "options": dict(self.options)} | {
            k: v for k, v in named.items() if v is not None
        }

    @property
    def identity(self) -> str:
        """Return all but the command as JSON that is the same for the same settings, by the names that users write."""
        limits = {key: value for key, value in self.data().items() if key not in ("command", "options")}
        named = {**self.options, **limits}
        return json.dumps({option_name(name): value for name, value in named.items()}, sort_keys=True)


def option_name(parameter: str) -> str:
    """Return the name on the command line, without dashes before it, of an option or field of ``Settings``."""
    return WRITTEN.get(parameter, parameter.replace("_", "-"))


def identity_of(text: str, kind: str = "") -> str:
    """Return what identifies a text that is read as ``kind`` (a format or an ending): a SHA-256 in hexadecimal."""
    return hashlib.sha256(f"{kind}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
