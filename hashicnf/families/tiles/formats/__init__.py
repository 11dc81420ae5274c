"""Notations of sliding tiles.

Small boards look like rows of islands. Where a text could be taken for something else, its first line is a comment that begins with
``MARK``.
"""

from __future__ import annotations

from typing import Final

MARK: Final = "# sliding tiles"


def is_marked(text: str) -> bool:
    """Return whether a text says that it holds tiles."""
    return text.lstrip().startswith(MARK)
