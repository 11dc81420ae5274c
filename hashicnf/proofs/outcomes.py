"""Outcomes of checkers and of certifying: claims, the outcome for a puzzle, and whether a text proves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal, TypeAlias, get_args

from hashicnf.errors import no_such, shortened
from hashicnf.logic import Stopped
from hashicnf.records import record

Certifiable: TypeAlias = Literal["unique", "unsolvable", "optimal"]
CertifyOutcome: TypeAlias = Literal["unique", "unsolvable", "optimal", "several", "solvable", "unknown"]

CLAIMS: Final[tuple[Certifiable, ...]] = get_args(Certifiable)
OBSTACLES: Final[Mapping[str, str]] = {
    "several": "not unique: there are several solutions",
    "solvable": "not unsolvable: there is a solution",
    "unsolvable": "there is no solution",
}


def require_claim(name: str) -> Certifiable:
    """Return a name as a claim. Raises UsageError if it is none."""
    for claim in CLAIMS:
        if claim == name:
            return claim
    raise no_such("claim", name, CLAIMS)


@record
class Checked:
    """Whether a proof or certificate is verified (also its truth value), and a message: what it proves, or its first fault."""

    is_verified: bool
    message: str

    def __bool__(self) -> bool:
        """Return whether it is verified."""
        return self.is_verified

    def __repr__(self) -> str:
        """Return the message in one line."""
        return f"<checked: {shortened(self.message)}>"


@record
class Cost:
    """Seconds of processor time: ``made`` for finding the answer and writing the certificate, ``checked`` for the checker."""

    made: float
    checked: float


@record
class Certified:
    """The outcome for a puzzle, the ``text`` of a certificate, None if there is nothing to certify, and what it ``proves``.

    ``found`` is ``several`` for a puzzle with more than one solution, ``solvable`` for one that was claimed to be unsolvable; for
    ``unknown`` the reason is in ``stopped``. ``cost`` is the processor time of the certificate and of its checker.
    """

    found: CertifyOutcome
    text: str | None = None
    proves: str = ""
    stopped: Stopped | None = None
    cost: Cost | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """Name the outcome, and whether there is a certificate, in one line."""
        return f"<{'no certificate' if self.text is None else 'certificate'}: {self.found}>"

    @property
    def obstacle(self) -> str:
        """Return why there is no certificate, as text; empty if there is one."""
        if self.text is not None:
            return ""
        return OBSTACLES[self.found] if self.stopped is None else self.stopped.reason
