"""The command line: words, exit codes, printing. No decisions about puzzles or clauses are made here.

``main`` is the entry point. Nothing heavy is imported before a command needs it: ``--version`` and ``--help`` start neither numpy
nor Lark nor PySAT, and a command brings only what it uses. Three settings, made before anything else, shorten every start:

- numpy's linear algebra would start a thread for each core. Nothing here multiplies matrices; one thread will do, unless the
  user has said how many.
- A start makes some fifty thousand objects and no garbage, so the collector need not look before there are more.
- What is alive at the end is freed by the end: the interpreter's last collection need not search it.
"""

from __future__ import annotations

import gc
import os
import sys

from hashicnf.cli.streams import occupy_closed_streams
from hashicnf.version import __version__

OBJECTS_BETWEEN_COLLECTIONS = 200_000


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"hashicnf {__version__}")
        sys.exit(0)
    occupy_closed_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        from hashicnf.cli.app import run
    except KeyboardInterrupt:
        print("hashicnf: interrupted", file=sys.stderr)
        sys.exit(130)
    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)
