"""Every error that crosses a module boundary, and the exit code it ends the program with.

    HashicnfError
    ├── InputError         65   the user's file is wrong: where, what was found, what was expected
    ├── UsageError          2   the request makes no sense: unknown name, contradicting options
    ├── SolverError        69   a solver that cannot be used, or whose word cannot be trusted
    │   ├── SolverMissing  69   it is not installed; the message says how to get it
    │   └── SolverFailed   69   it crashed, lied, or printed what nobody can read
    └── InternalError      70   our own bug

A wrong file is never reported as unsolvable, and an unsolvable puzzle is never an error.
"""

from __future__ import annotations

from dataclasses import dataclass


class HashicnfError(Exception):
    """The root of the tree: catch this to catch everything the package raises on purpose."""

    exit_code = 70


@dataclass
class InputError(HashicnfError):
    """Tell what is wrong with a file, and where: line and column are 1-based.

    ``text`` is the line, or a part of it before which ``skipped`` characters are left out.
    """

    message: str
    source: str = "<text>"
    line: int | None = None
    column: int | None = None
    text: str | None = None
    expected: str | None = None
    skipped: int = 0

    exit_code = 65

    def __str__(self) -> str:
        """Render the message as compilers do: place, words, the line, a caret, what was expected."""
        place = ":".join(str(p) for p in (self.source, self.line, self.column) if p is not None)
        lines = [f"{place}: {self.message}"]
        if self.text is not None and self.column is not None:
            shown, caret = _window(self.text, self.column - self.skipped)
            lines += [f"    {shown}", f"    {' ' * caret}^"]
        if self.expected is not None:
            lines.append(f"    expected {self.expected}")
        return "\n".join(lines)


class UsageError(HashicnfError):
    """Reject a request that no file can make right."""

    exit_code = 2


class SolverError(HashicnfError):
    """Report a solver that cannot be used."""

    exit_code = 69


class SolverMissing(SolverError):
    """Report a solver that is not installed; the message says how to install it."""


class SolverFailed(SolverError):
    """Report a solver that crashed, or whose answer is not one."""


class InternalError(HashicnfError):
    """Report a broken promise of our own."""

    exit_code = 70


def harmless(text: str) -> str:
    """Replace whatever could steer a terminal, such as escape sequences and marks that turn text round; newlines stay."""
    return "".join(
        c if c.isprintable() or c == "\n" else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def _window(text: str, column: int, width: int = 100) -> tuple[str, int]:
    """Cut a long line around the 1-based column; return what to show and the caret's 0-based place."""
    clean = harmless(text).replace("\n", " ")
    start = max(0, column - 1 - width // 2) if len(clean) > width else 0
    shown = clean[start : start + width]
    head = "…" if start else ""
    tail = "…" if start + width < len(clean) else ""
    return head + shown + tail, column - 1 - start + len(head)
