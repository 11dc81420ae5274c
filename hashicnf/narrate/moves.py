"""Narrate searches for plans on boards with pieces: each decision is a move, and the board is drawn with its pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hashicnf.narrate.literals import LiteralNarrator
from hashicnf.narrate.replay import Place
from hashicnf.pages import SHARED, assets
from hashicnf.pages.staged import staged
from hashicnf.planning.stage import ANY, MOVES, Motion, Stage
from hashicnf.trace.narration import Narration, Reasoned, Scene, Values, printable, sentence
from hashicnf.trace.steps import BACKWARDS, Decision

PLACE: Final = re.compile(r"(?:at )?row (\d+), column (\d+)")
BY_ONE: Final = " by 1"


class MoveNarrator:
    """Narrates moves in the family's words, and all other steps in terms of literals."""

    def __init__(self, stage: Stage) -> None:
        """Take the board with its pieces."""
        self._stage, self._others = stage, LiteralNarrator()

    @property
    def subject(self) -> str:
        """Return the words for the puzzle."""
        return self._stage.subject

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step; the marks of a move are its piece, that piece's place, and rows and columns moved."""
        return self.narrate_move(step, values, "")

    def narrate_move(self, step: Reasoned, values: Values, piece: str) -> Narration:
        """Return the sentence for one step as ``narrate`` does; the letter of the piece, if it is known, precedes a move."""
        if not isinstance(step, Decision) or step.literals:
            return self._others.narrate(step, values)
        action = step.text.removeprefix(BACKWARDS)
        motion = self._stage.motion(action)
        words = printable(action if motion is None else self._stage.words(action)) or "the next move"
        if action != step.text:
            words += " to come here"
            motion = motion and motion.undone
        if piece:
            moved = _moved(words)
            words = f"piece {piece}{MOVES}{moved}" if moved else f"{piece}: {words}"
        marks = {} if motion is None else _marks(motion)
        return Narration(sentence(f"or else {words}" if step.branch > 1 else words), marks)

    def follow(self, action: str, place: Place, before: Place | None) -> str:
        """Note the places of the pieces after a move, and return the letter of the piece that moves, "" if it is not known.

        Searches do not distinguish pieces of one shape, so a move names the place of its piece; the piece is found by following
        the moves from the start. A move that names its piece needs no letter.
        """
        motion = self._stage.motion(action)
        if motion is None or motion.piece != ANY or before is None or before.is_backwards:
            return ""
        if before.depth == 0:
            before.pieces = tuple((piece.row, piece.column) for piece in self._stage.pieces)
        if before.pieces is None or motion.at not in before.pieces:
            return ""
        number, at = before.pieces.index(motion.at), list(before.pieces)
        at[number] = at[number][0] + motion.rows, at[number][1] + motion.columns
        place.pieces = tuple(at)
        return self._stage.pieces[number].label

    def short(self, text: str, piece: str) -> str:
        """Return a short label of a move, with the letter of its piece if it is known."""
        if piece and (moved := _moved(printable(self._stage.words(text)))):
            return f"{piece} {short(moved)}"
        return f"{piece}: {short(text)}" if piece else short(text)

    def label(self, literals: Sequence[int]) -> str:
        """Return a label of literals, "" for a move, whose label is made of its text."""
        return self._others.label(literals)

    def scene(self) -> Scene:
        """Return the scene of the board with its pieces at the start."""
        script = assets(SHARED, "pieces.js") + assets(__package__, "pieces.js")
        return Scene("pieces", script, staged(self._stage), assets(SHARED, "pieces.css"))


def short(text: str) -> str:
    """Return the text of a decision as a label, with places shortened to (row, column)."""
    return PLACE.sub(r"(\1, \2)", printable(text))


def _moved(words: str) -> str:
    """Return the direction part of the words for a move, without "by 1"; "" if the words do not describe a move."""
    return words.partition(MOVES)[2].removesuffix(BY_ONE)


def _marks(motion: Motion) -> dict[str, tuple[int, ...]]:
    marks: dict[str, tuple[int, ...]] = {"piece": (motion.piece,), "by": (motion.rows, motion.columns)}
    return marks if motion.at is None else {**marks, "at": motion.at}
