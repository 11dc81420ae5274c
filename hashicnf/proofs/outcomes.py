"""What checkers and certificates end with: claims, what was found of a puzzle, and whether a text proves it."""

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
    """Return the claim of a name. Raises UsageError if there is none."""
    for claim in CLAIMS:
        if claim == name:
            return claim
    raise no_such("claim", name, CLAIMS)


@record
class Checked:
    """Whether a proof or certificate is verified, which is its truth, and a message: what is proved, or what proves nothing."""

    is_verified: bool
    message: str

    def __bool__(self) -> bool:
        """Return whether it is verified."""
        return self.is_verified

    def __repr__(self) -> str:
        """Give the message in one line."""
        return f"<checked: {shortened(self.message)}>"


@record
class Cost:
    """Seconds of processor time: of all before the checker, which find the answer and write it, and of the checker."""

    made: float
    checked: float


@record
class Certified:
    """The outcome for a puzzle; the ``text`` of a certificate, None where there is nothing to certify, and what it ``proves``.

    ``cost`` is the processor time, in seconds, of writing the certificate and of its checker. ``several`` is a puzzle with more
    than one solution, ``solvable`` one that was claimed to be unsolvable; of ``unknown`` there is the reason in ``stopped``.
    """

    found: CertifyOutcome
    text: str | None = None
    proves: str = ""
    stopped: Stopped | None = None
    cost: Cost | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """Name what is proved, or found instead, in one line."""
        return f"<{'no certificate' if self.text is None else 'certificate'}: {self.found}>"

    @property
    def obstacle(self) -> str:
        """Why there is no certificate, for people; empty where there is one."""
        if self.text is not None:
            return ""
        return OBSTACLES[self.found] if self.stopped is None else self.stopped.reason
