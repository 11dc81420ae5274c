"""The heap of the C library, in which numpy allocates its smaller arrays, those of up to some tens of megabytes."""

from __future__ import annotations

import sys


def trim_heap() -> None:
    """Return the free memory of the heap to the system, also between arrays in use; do nothing where the C library cannot.

    Reference: malloc_trim(3) of the GNU C Library.
    """
    if sys.platform != "linux":
        return
    import ctypes  # seldom needed, and slow to import

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
