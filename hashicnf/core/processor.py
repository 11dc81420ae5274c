"""Processor time: the cost of a piece of work, independent of the load of the machine."""

from __future__ import annotations

import time


def processor_time() -> float:
    """Return the seconds of processor time of this process and of the child processes that it has waited for.

    On Windows child processes are not counted.
    """
    own = time.process_time()
    try:
        import resource
    except ImportError:
        return own
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + others.ru_utime + others.ru_stime
