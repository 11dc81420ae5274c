"""Processor time: what a piece of work costs, whatever else the machine does meanwhile."""

from __future__ import annotations

import time


def processor_time() -> float:
    """Return the seconds of processor time of this process, and of those that it started and has waited for.

    Windows counts this process alone.
    """
    own = time.process_time()
    try:
        import resource
    except ImportError:
        return own
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + others.ru_utime + others.ru_stime
