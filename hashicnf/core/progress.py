"""Progress callbacks for long-running work.

Work names the phase that it begins, and reports the share done of a phase whose length it knows. It neither knows nor cares
whether anybody looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hashicnf.arrays.blocking import Rows
    from hashicnf.logic import Ints


class Observer(Protocol):
    """Called with the phase that is going on, often; it must be quick."""

    def __call__(self, phase: str, share: float | None = None, size: int | None = None) -> None:
        """Take note: of ``phase``, the ``share`` (0 to 1) and ``size`` bytes are done; None where unknown."""


def unobserved(phase: str, share: float | None = None, size: int | None = None) -> None:
    """Take no note."""


class Written:
    """A stream and the blocks on their way to it: reports the share of literals taken and the bytes written."""

    def __init__(self, stream: BinaryIO, phase: str, literals: int, observe: Observer) -> None:
        """Start with nothing; ``literals`` is how many there will be."""
        self._stream, self._phase, self._observe = stream, phase, observe
        self._literals, self._taken, self._size = max(1, literals), 0, 0

    @property
    def stream(self) -> BinaryIO:
        """Return the stream to write to."""
        return cast(BinaryIO, self)

    def write(self, data: bytes) -> int:
        """Write, and count."""
        written = self._stream.write(data)
        self._size += written
        self._observe(self._phase, self._taken / self._literals, self._size)
        return written

    def pieces(self, blocks: Iterable[Rows]) -> Iterator[Ints]:
        """Hand blocks int32[c, k] on in pieces of some rows, and count."""
        from hashicnf.arrays.blocking import in_pieces

        for block in blocks:
            for _, piece in in_pieces(block):
                self._taken += piece.size
                yield piece
