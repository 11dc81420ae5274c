"""A process that runs commands as a shell would, one after another, and tells of each its exit code and what it used.

Requests come as lines of JSON on standard input, replies go as lines of JSON to standard output; both are moved out of the way, so
that commands have streams of their own. A command that needs more processor time than the limit, or hangs without using any, ends
the process, after its traceback has been written to the command's standard error. So does a crash.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import re
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from hashicnf.cli.app import run

SECONDS: Final = 5.0
HANGING_SECONDS: Final = 25.0
MOST_ADDRESSES: Final = 3 << 30
PRINTED, SAID = "printed", "said"


def main() -> None:
    """Serve requests to their end."""
    requests, replies = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ["COLUMNS"] = "100"
    for line in requests:
        request = json.loads(line)
        reply = measured(request["arguments"], request["stdin"], request["seconds"])
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def measured(arguments: list[str], stdin: str | None, seconds: float) -> dict[str, Any]:
    """Run one command on streams of its own; measure it."""
    _redirect(0, stdin or os.devnull, os.O_RDONLY)
    for number, name in ((1, PRINTED), (2, SAID)):
        _redirect(number, name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.FileIO(2, "w", closefd=False), encoding="utf-8", errors="backslashreplace", write_through=True
    )
    start = time.monotonic()
    code = _watched(arguments, seconds)
    return {"code": code, "seconds": time.monotonic() - start, "peak": _peak(), "children": _children()}


def _redirect(number: int, name: str, flags: int) -> None:
    opened = os.open(name, flags)
    os.dup2(opened, number)
    os.close(opened)


def _watched(arguments: list[str], seconds: float) -> int:
    """Run a command under both clocks: the one of the processor, and a patient one on the wall."""
    faulthandler.register(signal.SIGPROF, file=2, chain=True)  # writes the traceback, then the signal ends the process
    faulthandler.dump_traceback_later(seconds * HANGING_SECONDS / SECONDS, exit=True, file=2)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return run(arguments)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def _peak() -> int:
    """Return the most memory, in bytes, that this process or a child of it ever held."""
    return 1024 * max(_own_peak(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def _own_peak() -> int:
    """Return the peak of this process in KiB; Linux lets ru_maxrss begin with the memory of the process that started this one."""
    high = re.search(r"VmHWM:\s*([0-9]+) kB", Path("/proc/self/status").read_text())
    assert high is not None
    return int(high[1])


def _children() -> int:
    """Count the children that a command has left behind."""
    return sum(len(path.read_text().split()) for path in Path("/proc/self/task").glob("*/children"))


if __name__ == "__main__":
    main()
