"""Sentences about flaws that counting finds: islands that lack bridges, are closed off, form a loop, or these in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.core.flaws import Case, Cases, ClosedPart, Crowded, Flaw, Loop, OddSum, Shortage, TooFew, Unmet
from hashicnf.errors import counted
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.constraints import CROSSING
from hashicnf.families.hashi.explain.words import MOST_NAMED, Vocabulary, bridges, count
from hashicnf.logic import Ints

FEW_NAMED: Final = 4  # islands of a group in a sentence of several cases
MOST_CASES: Final = 4  # of a sentence: it has about a hundred words


def why_unsolvable(board: Board, flaw: Flaw) -> str | None:
    """Return the sentence that explains why a flaw makes a board unsolvable; None if it takes too many cases."""
    if not isinstance(flaw, Cases):
        return _sentence(Vocabulary(board, 1, MOST_NAMED), flaw)
    return _sentence(Vocabulary(board, 1, FEW_NAMED), flaw) if len(flaw.cases) <= MOST_CASES else None


def _sentence(words: Vocabulary, flaw: Flaw) -> str:
    match flaw:
        case Shortage():
            return _shortage(words, flaw)
        case OddSum(_, islands, total, outside):
            return _odd_sum(words, islands.tolist(), total, outside)
        case TooFew(_, room, need, nodes):
            return _too_few(room, need, nodes)
        case Crowded(_, islands, need, groups, spare):
            return _crowded(words, islands.tolist(), need, groups, spare)
        case ClosedPart(_, islands):
            apart = words.islands(islands.tolist())
            return f"however bridges are laid to meet the numbers, none can connect {apart} to the other islands"
        case Loop(_, islands):
            return f"however bridges are laid to meet the numbers, they close the loop {words.ring(islands.tolist())}"
        case Unmet(kind, source, low, high):
            return _crossed(words, source) if kind == CROSSING.kind else _unmet(words, source, low, high)
        case Cases(_, cases, rest):
            return _in_cases(words, cases, rest)


def _shortage(words: Vocabulary, flaw: Shortage) -> str:
    """Explain that islands need more bridges than there is room for.

    If bridges among them are possible, ends of bridges are counted: such a bridge has an end at two of them. An island whose clue
    the argument leaves out needs at least one bridge.
    """
    short, others = flaw.short.tolist(), flaw.others.tolist()
    begin = "besides the bridges that are certain, " if flaw.known else ""
    begin += f"{words.islands(short)} {'needs' if len(short) == 1 else 'need'}"
    begin += " at least" if flaw.need + flaw.known != int(words.board.clue[short].sum()) else ""
    around = "the island" if len(others) == 1 else f"the {count(len(others))} islands"
    around += f" around {'it' if len(short) == 1 else 'them'}"
    if others and not flaw.elsewhere:
        return f"{begin} {counted(flaw.need, 'bridge')} to other islands, and {around} can take at most {flaw.room:,}"
    where = [*([f"{flaw.room:,} at {around}"] if others else []), f"{flaw.elsewhere:,} elsewhere"]
    return f"{begin} {flaw.need:,} ends of bridges, and there is room for {' and '.join(where)}"


def _odd_sum(words: Vocabulary, islands: list[int], total: int, outside: int) -> str:
    """Explain an odd sum of clues: each bridge within a set of islands counts at two of them, so its part of the sum is even."""
    if len(islands) == words.board.islands:
        return f"the numbers of all islands add up to {total:,}, but every bridge counts at two of them, so the sum must be even"
    begin = f"the numbers of {words.islands(islands)} add up to {total:,}"
    if not outside:
        return f"{begin}, but all their bridges are among them, and each counts at two, so the sum must be even"
    leaving = "one bridge leaves" if outside == 1 else f"{count(outside)} bridges leave"
    return f"{begin}; {leaving} them, and every other counts at two of them, so the rest, {total - outside:,}, must be even"


def _too_few(room: int, need: int, islands: int) -> str:
    """Explain that there is room for too few bridges: to connect n islands takes at least n - 1."""
    left = f"room for {counted(room, 'bridge')}, and it takes {need:,} to connect"
    if need == islands - 1:
        return f"the numbers of all islands leave {left} {islands:,} islands"
    return f"what is certain leaves {left} the {need + 1:,} groups of islands"


def _crowded(words: Vocabulary, islands: list[int], need: int, groups: int, spare: int) -> str:
    """Explain a crowded part: bridges that close loops there are missing for the connection of all islands."""
    begin = "" if need == int(words.board.clue[islands].sum()) else "with the bridges that are certain, "
    lack = f"{begin}{words.islands(islands)} {'lacks' if len(islands) == 1 else 'lack'} {counted(need, 'bridge')}"
    apart = "" if len(islands) == 1 else ", and no two of them are neighbours"
    spared = f"only {counted(spare, 'bridge')}" if spare else "none"
    most = groups - 1 + spare
    return (
        f"{lack}{apart}, so {'this lies' if need == 1 else 'all of these lie'} among {counted(groups, 'group')} of islands; "
        f"but {f'no more than {most:,}' if most else 'none'} can lie there if all islands are to be connected, "
        f"since {spared} can be spared"
    )


def _unmet(words: Vocabulary, island: int, low: int, high: int) -> str:
    """Explain that bridges that are certain, or certainly absent, leave an island too little room or take up more than it has."""
    if high < max(1, int(words.board.clue[island])):
        room = "only one bridge" if high == 1 else "no bridge" if not high else f"at most {bridges(high)}"
        return f"{words.island(island)} would have room for {room}"
    return f"{words.island(island)} would have {bridges(low)}"


def _crossed(words: Vocabulary, crossing: int) -> str:
    """Explain that two bridges that cross are certain."""
    across, down = words.crossing[crossing]
    return f"a bridge between {words.pair(across)} would cross one between {words.pair(down)}"


def _in_cases(words: Vocabulary, cases: Sequence[Case], rest: Flaw | None) -> str:
    """Explain that pairs at a bottleneck can have neither a bridge nor none; of a part, islands near the pair are named."""

    def failing(flaw: Flaw | None, pair: tuple[int, int]) -> str:
        if isinstance(flaw, ClosedPart):
            flaw = replace(flaw, nodes=_nearest(words.board, flaw.nodes, pair))
        return "the numbers cannot all be met" if flaw is None else _sentence(words, flaw)

    each = [
        f"if {'a' if case.is_chosen else 'no'} bridge connects {words.pair(words.ends.index(case.nodes))}, "
        f"{failing(case.flaw, case.nodes)}"
        for case in cases
    ]
    return f"{'; otherwise, '.join(each)}; otherwise, {failing(rest, cases[-1].nodes)}"


def _nearest(board: Board, islands: Ints, pair: tuple[int, int]) -> Ints:
    """Return islands, int32[k], the nearest to one of a pair first."""
    ends = [*pair]
    away = np.abs(board.row[islands, None] - board.row[ends]) + np.abs(board.column[islands, None] - board.column[ends])
    found: Ints = islands[away.min(axis=1).argsort(kind="stable")]
    return found
