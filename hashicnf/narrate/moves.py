"""Narrate searches for plans on boards with pieces: each decision is a move, and the board is drawn with its pieces."""

from __future__ import annotations

from collections.abc import Sequence

from hashicnf.core.stage import Motion, Stage
from hashicnf.narrate.literals import LiteralNarrator
from hashicnf.pages import SHARED, assets
from hashicnf.pages.staged import staged
from hashicnf.trace.narration import Narration, Reasoned, Scene, Values, printable, sentence
from hashicnf.trace.steps import BACKWARDS, Decision


class MoveNarrator:
    """Names moves in the family's words. Steps that are no moves are told in literals."""

    def __init__(self, stage: Stage) -> None:
        """Take the board."""
        self._stage, self._others = stage, LiteralNarrator()

    @property
    def subject(self) -> str:
        """Name the puzzle."""
        return self._stage.subject

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step; the marks of a move are its piece or where that is, and by what it moves."""
        if not isinstance(step, Decision) or step.literals:
            return self._others.narrate(step, values)
        action = step.text.removeprefix(BACKWARDS)
        motion = self._stage.motion(action)
        words = printable(action if motion is None else self._stage.words(action)) or "the next move"
        if action != step.text:
            words += " to come here"
            motion = motion and motion.undone
        marks = {} if motion is None else _marks(motion)
        return Narration(sentence(f"or else {words}" if step.branch > 1 else words), marks)

    def label(self, literals: Sequence[int]) -> str:
        """Leave the label to the text of the move."""
        return self._others.label(literals)

    def scene(self) -> Scene:
        """Give the board with its pieces at the start."""
        script = assets(SHARED, "pieces.js") + assets(__package__, "pieces.js")
        return Scene("pieces", script, staged(self._stage), assets(SHARED, "pieces.css"))


def _marks(motion: Motion) -> dict[str, tuple[int, ...]]:
    marks: dict[str, tuple[int, ...]] = {"piece": (motion.piece,), "by": (motion.rows, motion.columns)}
    return marks if motion.at is None else {**marks, "at": motion.at}
