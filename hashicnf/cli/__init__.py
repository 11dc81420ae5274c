"""The command line: words, exit codes, printing. No decisions about puzzles or clauses are made here.

``main`` is the entry point. Nothing heavy is imported before a command needs it: ``--version`` and ``--help`` start neither numpy
nor Lark nor PySAT.
"""

from __future__ import annotations

import sys

from hashicnf.version import __version__


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"hashicnf {__version__}")
        sys.exit(0)
    from hashicnf.cli.app import run

    sys.exit(run(sys.argv[1:]))
