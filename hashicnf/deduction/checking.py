"""Checks of the techniques of other packages; those of hashicnf are tested instead."""

from __future__ import annotations

from types import NoneType
from typing import Any, Final, cast

from hashicnf.core.techniques import Position, Round, Step
from hashicnf.families import Techniques
from hashicnf.registry import breach, is_foreign, returned

MOST_IDLE: Final = 1_000  # steps or rounds in succession that decide no variable; without a limit they might never end


def position_of(techniques: Techniques[Any, Any], board: object, drawn: object | None) -> Position[object]:
    """Return the position of a board, from the start or with what is drawn; one of another package checks its steps."""
    made = returned(techniques.position(board, drawn), Position, techniques.position)
    return cast("Position[object]", _Checked(made)) if is_foreign(techniques.position) else made


class _Checked:
    """A position that raises PluginError for steps that are of a wrong type, or that never end."""

    def __init__(self, position: Position[object]) -> None:
        self._position = position
        self._open: list[int] = []
        self._idle = 0

    def __getattr__(self, name: str) -> object:
        """Return what the position has under a name."""
        return getattr(self._position, name)

    def next(self) -> Step | None:
        """Make and return the next step."""
        step = returned(self._position.next(), (Step, NoneType), self._position.next)
        self._note()
        return step

    def round(self) -> Round | None:
        """Make the next round."""
        made = returned(self._position.round(), (Round, NoneType), self._position.round)
        self._note()
        return made

    def _note(self) -> None:
        """Count calls that decide nothing; raise PluginError if there are too many."""
        still = [*self._position.open()]
        self._idle = self._idle + 1 if still == self._open else 0
        self._open = still
        if self._idle == MOST_IDLE:
            raise breach(f"{MOST_IDLE:,} steps in succession decide nothing", [self._position.next])
