"""The type of ``RUNG``, the last constant of each technique's module: a function that finds deductions, and one that words them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from hashicnf.core import ladder
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.state import Change, Finding, State
from hashicnf.records import record
from hashicnf.trace.narration import listed

Findings: TypeAlias = Callable[[State], Iterator[Finding]]


@record
class Rung(ladder.Rung[State, Finding, Vocabulary]):
    """A technique; with ``wide`` it is applied to an island again when the bridges of its neighbours change."""

    wide: bool = False


def by_island(rung: str, look: Callable[[State, int], Finding | None]) -> Findings:
    """Return a function that applies ``look`` to the islands whose edges have changed."""

    def findings(state: State) -> Iterator[Finding]:
        queue = state.queues[rung]
        while (island := queue.pop()) is not None:
            if (found := look(state, island)) is not None:
                queue.add(island)
                yield state.beside(found)
                queue.drop((island,))

    return findings


def by_group(rung: str, look: Callable[[State, int], Iterable[Finding]]) -> Findings:
    """Return a function that applies ``look`` to one island of each group that has changed."""

    def findings(state: State) -> Iterator[Finding]:
        queue = state.queues[rung]
        while (island := queue.pop()) is not None:
            for found in look(state, island):
                queue.add(island)
                yield state.beside(found)
            queue.drop_group(state.members[state.label[island]], state.label)

    return findings


def by_board(rung: str, look: Callable[[State], Iterable[Finding]]) -> Findings:
    """Return a function that applies ``look`` to the whole board if anything has changed."""

    def findings(state: State) -> Iterator[Finding]:
        queue = state.queues[rung]
        if (island := queue.pop()) is not None:
            for found in look(state):
                queue.add(island)
                yield state.beside(found)
            queue.clear()

    return findings


def amount(change: Change) -> str:
    """Return the words for the new bounds of an edge, such as "at least one bridge"."""
    least, most = change.least, change.most
    if least == most:
        return "no bridge" if most == 0 else bridges(most)
    if least <= change.low:
        return f"at most {bridges(most)}"
    if most >= change.high:
        return f"at least {bridges(least)}"
    return f"{count(least)} {'or' if most == least + 1 else 'to'} {bridges(most)}"


def goes(change: Change) -> str:
    """Return the verb after ``amount``."""
    number = change.least if change.least > change.low and change.most >= change.high else change.most
    return "goes" if number <= 1 else "go"


def ways(words: Vocabulary, island: int, changes: tuple[Change, ...]) -> str:
    """Return a clause that lists the numbers of bridges from an island and their directions."""
    return listed([f"{amount(c)} {goes(c)} {words.way(c.edge, island)}" for c in changes])


def total(words: Vocabulary, island: int) -> str:
    """Return the words for all bridges of an island: "its three bridges", "its only bridge"."""
    clue = words.clue[island]
    return "its bridges" if clue < 0 else f"its {bridges(clue)}" if clue > 1 else "its only bridge"
