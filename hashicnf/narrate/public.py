"""The public functions of the library that explain traces."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from hashicnf.core.arguments import typed
from hashicnf.errors import too_small

if TYPE_CHECKING:
    from hashicnf.narrate import Trace


@typed
def explain_trace(trace: Trace, *, width: int = 100, limit: int | None = None, style: str | None = None) -> str:
    """Explain a recorded search in numbered sentences, from a tracer, its records, or a trace file or stream.

    Lines have at most ``width`` characters; ``limit`` is the number of steps to explain, ``style`` that of drawings. Raises
    InputError with line and column if it is no trace, UsageError for a style that the family does not have.
    """
    from hashicnf.narrate import explain

    _require_limit(limit)
    return "".join(f"{line}\n" for line in explain(trace, width=width, limit=limit, style=style))


@typed
def view_trace(trace: Trace, *, limit: int | None = None) -> str:
    """Return a page that steps through a recorded search on a drawn board, as self-contained HTML.

    The trace and ``limit`` are those of ``explain_trace``, and so are the errors.
    """
    from hashicnf.narrate import explain_page

    _require_limit(limit)
    page = BytesIO()
    explain_page(trace, page, limit=limit)
    return page.getvalue().decode()


def _require_limit(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise too_small("--limit", limit, 1)
