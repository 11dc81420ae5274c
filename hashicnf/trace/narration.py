"""The narrator protocol: a family renders trace steps as sentences, and draws the states of a search.

The reader of a trace keeps the state; a narrator is called with one step at a time and keeps none. ``values`` maps the
variables decided at the step's node, before the step, to their truth. ``marks`` name the parts of a drawing to be highlighted; the
meaning of the names is defined by a narrator and its scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from hashicnf.errors import printable as printable  # for narrators, as the functions below
from hashicnf.records import record
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

T = TypeVar("T")

Values: TypeAlias = Mapping[int, bool]
Marks: TypeAlias = Mapping[str, Sequence[int]]
Reasoned: TypeAlias = Decision | Forced | Conflict | Prune | Cut


@record
class Narration:
    """A sentence, capitalised and with its full stop, and the marks of the things that it names."""

    sentence: str
    marks: Marks = field(default_factory=dict)


@record
class Scene:
    """A drawing of the state, or a game on a page: its data for JSON, and rules of CSS.

    ``name`` is the name under which ``script`` (JavaScript text) registers it.
    """

    name: str
    script: str
    data: Mapping[str, object]
    style: str = ""


@runtime_checkable
class Narrator(Protocol):
    """Renders steps as sentences. Literals and sources may be any integers, as trace files can be wrong."""

    @property
    def subject(self) -> str:
        """Name the puzzle, such as "a board of 7 by 7 cells"."""

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step."""

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""

    def scene(self) -> Scene:
        """Return the drawing."""


@runtime_checkable
class Joining(Protocol):
    """A narrator that has one sentence for several consecutive consequences at one node, such as all given numbers."""

    def joins(self, step: Forced) -> bool:
        """Return whether a step is narrated in one sentence with adjacent steps for which this is True, too."""

    def joined(self, steps: Sequence[Forced]) -> Narration:
        """Return the sentence for two or more such steps."""


def sentence(words: str) -> str:
    """Return words as a sentence, with a capital letter and a full stop."""
    words = words.strip()
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":")) else ".")


def listed(items: Sequence[T], most: int = 4, link: str = "and", name: Callable[[T], str] = str) -> str:
    """Join the names of items with commas and ``link``; of more than ``most`` items the rest is only counted, and not named."""
    names = [*map(name, items if len(items) <= most else items[: most - 1])]
    if len(items) > most:
        names.append(f"{len(items) - most + 1:,} more")
    return f" {link} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
