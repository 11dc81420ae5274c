"""The command line: options, messages, exit codes. No decisions about puzzles or clauses are made here.

``main`` is the entry point. Large packages are imported only by commands that need them: ``--version`` and ``--help`` import
neither numpy nor Lark nor PySAT. Five settings are made before anything else. Four shorten every start, one the work on large
boards:

- numpy's linear algebra would start a thread for each core. It is limited to one thread, which is enough for the few matrices that
  are multiplied here, unless the user has set another number.
- Modules that other packages import at each start but that are seldom used here are imported lazily (``seldom``).
- A start makes some fifty thousand objects and no garbage, so the garbage collector only runs after more.
- Objects that are alive at the end are excluded from the interpreter's last collection.
- glibc would return the memory of freed arrays to the system at once, and request it page by page for the next array. It keeps
  up to twice the largest block that it has seen freed, at most 2 x 32 MiB, so a block of that size is allocated and freed, unused.

Ctrl-C before ``main`` makes Python print a traceback, so what is imported until then is small; it does not include ``typing``.

A signal that arrives while Python runs a destructor or a callback would be lost, with its exception; it is repeated.

Standard streams may be closed when the program is started (``<&-``, ``>&-``). Python sets them to None, and the next file that is
opened gets the free number, so the output of a solver's library would be written into that file. To prevent this, the numbers
are occupied before anything else is opened. Errors are then not printed; input and output fail when they are used, as in other
programs, and a command that needs neither works.

With PYTHONUNBUFFERED, Python's own output streams silently drop text that a file does not take at once, for example on a disk that
is almost full. They are given buffers, which write all of it or fail. ASCII is what Python takes where the environment names no
encoding, so all commands write UTF-8 there; a stream of another encoding that lacks a character is an error.
"""

from __future__ import annotations

import codecs
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from hashicnf.seldom import SeldomFinder
from hashicnf.version import __version__

TYPE_CHECKING = False  # type checkers take it as True; typing would be imported before main
if TYPE_CHECKING:
    from typing import TextIO

    from hashicnf.core.progress import Observer
    from hashicnf.errors import HashicnfError

OBJECTS_BETWEEN_COLLECTIONS = 200_000
LARGEST_BLOCK_KEPT = (32 << 20) - (64 << 10)
USUAL_WIDTH = 80
NARROWEST = 20  # columns, for text
SOON = 0.02  # seconds
COLOUR = ("auto", "always", "never")
_colour = ContextVar("colour", default="auto")
_complaints: ContextVar[list[HashicnfError] | None] = ContextVar("complaints", default=None)
WAYS = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)  # cannot be read, cannot be written, goes nowhere


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        with suppress(OSError):  # if printing fails, the general path below reports why
            print(f"hashicnf {__version__}", flush=True)
            sys.exit(0)
    occupy_closed_streams()
    buffer_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    with suppress(MemoryError):  # then there is no such block to be kept
        bytes(LARGEST_BLOCK_KEPT)  # two system calls; none of its pages is touched
    sys.meta_path.insert(0, SeldomFinder)
    sys.unraisablehook = raise_again
    with ending_at_interrupts():
        from hashicnf.cli.app import run
        from hashicnf.errors import Exit
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while a message is printed
        code = Exit.INTERRUPTED
    gc.freeze()
    sys.exit(code)


@contextmanager
def ending_at_interrupts() -> Iterator[None]:
    """Let Ctrl-C end the process at once, by its signal and without a message, within the block.

    A KeyboardInterrupt in the middle of an import may come out of it as another exception.
    """
    import signal

    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.default_int_handler:  # ignored, as in background jobs of a shell
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def raise_again(ignored: sys.UnraisableHookArgs) -> None:
    """Repeat a signal if its exception came where Python ignores all, in a destructor or callback; report other exceptions."""
    import _thread
    import signal
    import time

    match ignored.exc_value:
        case KeyboardInterrupt():
            number = int(signal.SIGINT)
        case SystemExit(code=129 | 143 as code):
            number = code - 128
        case _:
            sys.__unraisablehook__(ignored)
            return

    def repeat() -> None:
        time.sleep(SOON)  # until this function has ended, where the exception would be ignored, too
        if sys.platform == "win32":
            signal.raise_signal(number)
        else:
            os.kill(os.getpid(), number)  # this also ends a wait of the main thread

    with suppress(RuntimeError):  # no thread can be started while Python shuts down
        _thread.start_new_thread(repeat, ())


def say(text: str) -> None:
    """Print a message to stderr, without control characters of the names and files that it quotes.

    If stderr cannot be written, as on a full disk, this and later messages are dropped; the exit code still reports the result.
    """
    from hashicnf.errors import printable_lines

    shown = printable_lines(text)
    if sys.stderr is not None and sys.stderr.isatty():
        from hashicnf.cli.terminal import wrapped

        shown = wrapped(shown)
    if is_coloured(sys.stderr):
        from hashicnf.cli.colour import tinted_message

        shown = tinted_message(shown)
    try:
        print(shown, file=sys.stderr)
    except OSError:
        drop(sys.stderr)


def say_unwritten(name: str, why: str) -> None:
    """Print that an output is not written, and that the file that was there is kept, if there was one."""
    from hashicnf.files.outputs import unwritten

    say(f"{unwritten(name)}: {why}")


def drop(stream: TextIO) -> None:
    """Discard all text that was and will be printed to a stream whose reader has ended."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def settle(stream: TextIO | None) -> None:
    """Flush a stream, or discard its text if that fails: Python would try again at the end, and exit with 120."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        drop(stream)


def complain(problem: HashicnfError) -> None:
    """Report an error of one of several inputs on stderr, or to a server that collects errors."""
    if (collected := _complaints.get()) is not None:
        collected.append(problem)
    else:
        say(f"hashicnf: {problem}")


@contextmanager
def complaints() -> Iterator[list[HashicnfError]]:
    """Collect the errors that are reported within the block."""
    collected: list[HashicnfError] = []
    token = _complaints.set(collected)
    try:
        yield collected
    finally:
        _complaints.reset(token)


def choose_colour(when: str) -> None:
    """Set for the rest of the run when text is coloured. Raises UsageError for a value that is not in ``COLOUR``."""
    if when not in COLOUR:
        from hashicnf.errors import no_such

        raise no_such("choice of --color", when, COLOUR)
    _colour.set(when)


def is_coloured(stream: TextIO | None) -> bool:
    """Return whether text on a stream is coloured: by --color, else by NO_COLOR and FORCE_COLOR, else on terminals."""
    if _colour.get() != "auto" or stream is None:
        return _colour.get() == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_screen(stream)


def is_screen(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal that supports colours and overwriting lines."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def terminal_width() -> int | None:
    """Return the number of columns of stdout, None if it is no terminal."""
    return columns(sys.stdout)


def columns(stream: TextIO | None) -> int | None:
    """Return the number of columns of a stream, None if it is no terminal; ``COLUMNS`` overrides the terminal.

    It is at least ``NARROWEST``: in fewer columns text would be broken into letters, and the terminal breaks lines itself.
    """
    if stream is None or not stream.isatty():
        return None
    import shutil

    return max(NARROWEST, shutil.get_terminal_size((USUAL_WIDTH, 24)).columns)


@contextmanager
def observing(source: str = "", target: str = "") -> Iterator[Observer]:
    """Yield an observer that shows the phase of some work at the bottom of stderr, if that is a terminal.

    Nothing is shown if the terminal is needed to type ``source`` or to print ``target``, that is, if one of these is ``-``.
    """
    needed = [stream for name, stream in ((source, sys.stdin), (target, sys.stdout)) if name == "-"]
    if any(stream is not None and stream.isatty() for stream in needed) or not is_screen(sys.stderr):
        from hashicnf.core.progress import unobserved

        yield unobserved
        return
    from hashicnf.cli.statusline import showing

    with showing(sys.stderr) as observe:
        yield observe


def occupy_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed."""
    for number, way in enumerate(WAYS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, way)  # gets the lowest free number: this one
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - a number, open to the end
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115


def buffer_streams() -> None:
    """Put a line buffer before each output stream that has none, and let streams of ASCII take UTF-8, which contains it."""
    sys.stdout, sys.stderr = _buffered(sys.stdout), _buffered(sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name == "ascii":
            stream.reconfigure(encoding="utf-8")


def _buffered(stream: TextIO) -> TextIO:
    raw = getattr(stream, "buffer", None)  # another program's stream may have none
    if not isinstance(raw, io.RawIOBase):
        return stream
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=True)
