"""Notations of sliding tiles.

Small boards look like rows of islands. If a text could be mistaken for another notation, its first line is a comment that begins
with ``MARK``.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "# sliding tiles"


def is_marked(text: str) -> bool:
    """Return whether a text begins with the comment that marks boards of tiles."""
    return text.lstrip().startswith(MARK)
