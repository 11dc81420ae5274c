"""The narrator protocol: a family renders trace steps as sentences, and draws the states of a search.

The reader of a trace keeps the state; a narrator is asked about one step at a time and remembers nothing. ``values`` maps the
variables decided at the step's node, before the step, to their truth. ``marks`` name what a drawing should point at; what the
names mean is between a narrator and its scene.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Protocol, TypeAlias, runtime_checkable

from hashicnf.errors import printable as printable  # one of the words that narrators share
from hashicnf.records import record
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

Values: TypeAlias = Mapping[int, bool]
Marks: TypeAlias = Mapping[str, Sequence[int]]
Reasoned: TypeAlias = Decision | Forced | Conflict | Prune | Cut


@record
class Narration:
    """A sentence, capitalised and with its full stop, and the marks of the things it names."""

    sentence: str
    marks: Marks = field(default_factory=dict)


@record
class Scene:
    """A drawing of the state, or a game on a page: its data for JSON, and rules of CSS.

    ``name`` is that by which ``script`` (JavaScript text) registers it.
    """

    name: str
    script: str
    data: Mapping[str, object]
    style: str = ""


class Narrator(Protocol):
    """Renders steps as sentences. Literals and sources may be any integers: files can be wrong."""

    @property
    def subject(self) -> str:
        """Name the puzzle, such as "a board of 7 by 7 cells"."""

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step."""

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""

    def scene(self) -> Scene:
        """Give the drawing."""


@runtime_checkable
class Joining(Protocol):
    """A narrator that has one sentence for several consequences in a row at one node, such as all numbers that are given."""

    def joins(self, step: Forced) -> bool:
        """Return whether a step is told together with those before and after it that are joined, too."""

    def joined(self, steps: Sequence[Forced]) -> Narration:
        """Return the sentence for two or more such steps."""


def sentence(words: str) -> str:
    """Start with a capital letter and end with a full stop."""
    words = words.strip()
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":")) else ".")


def listed(items: Sequence[str], most: int = 4, link: str = "and") -> str:
    """Join items with commas; beyond ``most`` of them, append how many more there are."""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1:,} more"]
    return f" {link} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
