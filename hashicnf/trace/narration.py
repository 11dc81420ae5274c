"""How a puzzle family takes part in telling a trace: it turns steps into sentences, and draws where the search is.

The reader of a trace keeps the state; a narrator is asked about one step at a time and remembers nothing. ``values`` maps the
variables decided at the step's node, before the step, to their truth. ``marks`` name what a drawing should point at; what the
names mean is between a narrator and its scene.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from hashicnf.errors import harmless
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

Values: TypeAlias = Mapping[int, bool]
Marks: TypeAlias = Mapping[str, Sequence[int]]
Reasoned: TypeAlias = Decision | Forced | Conflict | Prune | Cut


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, capitalised and ended, and what it points at."""

    sentence: str
    marks: Marks = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing of the state: the name by which ``script`` (JavaScript text) registers it, and its data for JSON."""

    name: str
    script: str
    data: Mapping[str, object]


class Narrator(Protocol):
    """What a family knows to say about its puzzle. Literals and numbers of things may be any integers: files can be wrong."""

    @property
    def subject(self) -> str:
        """Name the puzzle, such as "a board of 7 by 7 with 12 islands"."""

    def tell(self, step: Reasoned, values: Values) -> Told:
        """Say one step in words."""

    def label(self, literals: Sequence[int]) -> str:
        """Say in a few characters what a decision is."""

    def scene(self) -> Scene:
        """Give the drawing."""


def sentence(words: str) -> str:
    """Start with a capital letter and end with a full stop."""
    words = words.strip()
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":")) else ".")


def listed(items: Sequence[str], most: int = 4, link: str = "and") -> str:
    """Join words with commas; beyond ``most`` items say how many more there are."""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1:,} more"]
    return f" {link} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def printable(text: str) -> str:
    """Replace what would disturb a terminal or break a line."""
    return harmless(text).replace("\n", " ")
