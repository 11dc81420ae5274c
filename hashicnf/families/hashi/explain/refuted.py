"""Sentences about what counting shows: islands that lack more bridges than they can get, and islands that it closes off."""

from __future__ import annotations

from hashicnf.core.refuted import ClosedPart, Flaw, Shortage
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.explain.words import Vocabulary, count


def why_unsolvable(board: Board, flaw: Flaw) -> str:
    """Explain a flaw."""
    words = Vocabulary(board, 1)
    match flaw:
        case Shortage():
            return _shortage(words, flaw)
        case ClosedPart(_, islands):
            return f"counting bridges over many islands closes off {words.islands(islands.tolist())}"


def _shortage(words: Vocabulary, flaw: Shortage) -> str:
    """Bridges count at each of their ends, so one between two islands that lack some serves both."""
    short, others = flaw.short.tolist(), flaw.others.tolist()
    verb = "lacks" if len(short) == 1 else "lack"
    where = []
    if others:
        around = "the island" if len(others) == 1 else f"the {count(len(others))} islands"
        where.append(f"{flaw.room:,} at {around} around {'it' if len(short) == 1 else 'them'}")
    if flaw.elsewhere or not others:
        where.append(f"{flaw.elsewhere:,} elsewhere")
    return f"{words.islands(short)} {verb} {flaw.need:,} ends of bridges, and there is room for {' and '.join(where)}"
