"""Name the modules of the package that a command enters: those in which the body of a function really runs.

    python -m tests.entered solve examples/hashi/small.puz

prints them with the functions that ran, in the order of the first call, to stderr; the command prints what it always does.
Importing a module does not enter it, nor do the calls that are made while it is imported, as those of decorators and those by which
modules are found, or executed later. Who wants to understand a command has to read the modules listed here.
"""

from __future__ import annotations

import sys
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType

PACKAGE = str(Path(__file__).parent.parent / "hashicnf") + "/"
IMPORTS = ("<frozen importlib.", f"{PACKAGE}seldom.py")
PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # of a function, or of a module while it is imported


def entered(arguments: list[str]) -> tuple[int, dict[str, list[str]]]:
    """Run a command in this process; return its exit code and the functions entered, by file."""
    found: dict[str, list[str]] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        is_function = code.co_flags & CO_OPTIMIZED and code.co_name not in PARTS
        if event == "call" and is_function and code.co_filename.startswith(PACKAGE) and not importing(frame):
            names = found.setdefault(code.co_filename.removeprefix(PACKAGE), [])
            if code.co_name not in names:
                names.append(code.co_name)

    from hashicnf.cli import main

    sys.argv = ["hashicnf", *arguments]
    sys.setprofile(note)
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0), found
    finally:
        sys.setprofile(None)
    return 0, found


def importing(frame: FrameType | None) -> bool:
    """Return whether a call was made by a module of the package that is just being imported, or in order to import any."""
    while frame is not None:
        code = frame.f_code
        if (code.co_name == "<module>" and code.co_filename.startswith(PACKAGE)) or code.co_filename.startswith(
            IMPORTS
        ):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    exit_code, by_file = entered(sys.argv[1:])
    for file, names in by_file.items():
        print(f"{file}: {', '.join(names)}", file=sys.stderr)
    sys.exit(exit_code)
