"""Write files by name: ``-`` is standard output; ``.gz``, ``.bz2``, ``.xz`` and ``.zst`` are compressed by their ending.

Output files appear whole or not at all: text is written to a temporary file beside the target, which is renamed at the end; only
traces are written in place. A file that was there is replaced, never removed: if nothing is written it is kept, as a message
reports. Commands check names before they start to work, so that no data is lost: a file that is read is not written, and two
results do not go to one file. Devices and pipes may be named twice, standard output may not: results cannot be separated there. And
a file is not written under the ending of another kind of file, for which readers would take it.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, TextIO

from hashicnf.errors import InputError, OutputWarning, UsageError, printable, warn
from hashicnf.files.compressions import COMPRESSIONS, FOREIGN, any_of
from hashicnf.files.inputs import ending, file_of, impossible_in, is_held, shown, why_no_name
from hashicnf.files.signals import catch_termination, release_termination

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

DATABASES: Final = (".sqlite", ".sqlite3", ".db")  # endings of databases
PAGES: Final = (".html", ".htm")
# errors for a name that no file has; a link to itself is replaced
ABSENT: Final = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
PROOF: Final = ("a proof", (".drup", ".drat"))  # the kind of content, and its endings
CERTIFICATE: Final = ("a certificate", (".cert", ".txt"))
ENDINGS: Final = {
    ".cnf": "DIMACS CNF",
    ".wcnf": "weighted CNF",
    ".gcnf": "CNF in groups",
    ".icnf": "incremental CNF",
    **dict.fromkeys((".knf", ".cnfp"), "CNF with cardinality constraints"),
    **dict.fromkeys((".qcnf", ".qdimacs", ".dqdimacs"), "quantified CNF"),
    **dict.fromkeys((".opb", ".pb"), "pseudo-Boolean constraints"),
    ".wbo": "weighted pseudo-Boolean constraints",
    **dict.fromkeys((".lp", ".mps"), "a linear program"),
    ".mzn": "a MiniZinc model",
    ".smt2": "SMT-LIB",
    **dict.fromkeys((".aag", ".aig"), "an and-inverter graph"),
    **dict.fromkeys((".drat", ".drup", ".lrat", ".lpr", ".frat", ".pbp"), "a proof"),
    ".cert": "a certificate",
    ".puz": "native puzzles",
    ".has": "a puzzle of the public benchmark",
    ".tatham": "game IDs",
    **dict.fromkeys((".puzzle", ".sav"), "a saved game"),
    ".url": "URLs of puzzles",
    ".pzpr": "a board of a player",
    ".janko": "a puzzle with keywords",
    ".csv": "a table",
    ".json": "JSON",
    ".jsonl": "lines of JSON",
    **dict.fromkeys(PAGES, "a page"),
    **dict.fromkeys((".png", ".svg", ".pdf"), "a picture"),
}
WRITERS: Final = {  # the commands that write such files
    ".cnf": "encode",
    ".wcnf": "diagnose",
    ".icnf": "cubes",
    ".opb": "encode --to opb",
    **dict.fromkeys((".drat", ".drup"), "prove"),
    ".cert": "certify",
}


class ByteStream(Protocol):
    """A stream of bytes whose ``write`` takes all data and returns its size."""

    def write(self, data: bytes | memoryview, /) -> int:
        """Write all data; return its size."""


def is_stdout(name: str) -> bool:
    """Return whether a name means standard output: ``-``, ``/dev/stdout``, or the file to which it is redirected."""
    if name == "-":
        return True
    try:
        there = os.fstat(sys.stdout.fileno())
        return os.path.samestat(os.stat(name), there) and not os.path.samestat(os.stat(os.devnull), there)  # noqa: PTH116
    except (AttributeError, OSError, ValueError):  # there is none, or it is no file, or nothing has that name
        return False


def open_stdout() -> TextIO:
    """Return standard output. Raises UsageError if it is closed."""
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    return sys.stdout


def require_apart(outputs: Iterable[str | None], inputs: Iterable[str | None] = ()) -> None:
    """Raise UsageError if a file to be written is also read, or is to be written twice; None is no file.

    It is also raised if two inputs are standard input.
    """
    targets = [name for name in outputs if name is not None]
    named = [name for name in inputs if name is not None]
    sources = [file_of(name) for name in named]
    if sources.count("-") > 1:
        raise UsageError("two inputs cannot both come from standard input; name a file for one of them")
    for target in targets:
        name = destination(target)
        if is_held(target):
            raise UsageError(f"{name}: a text that is given cannot be written; name a file")
        is_one_of = target in named and target not in sources  # boards.puz#2 would hide the second puzzle of boards.puz
        if is_one_of or (target != "-" and any(_same_file(target, source) for source in sources)):
            raise UsageError(f"{name}: is read by this command, so it cannot be written; name another file")
    for first, second in combinations(targets, 2):
        if is_stdout(first) and is_stdout(second):
            raise UsageError("two results cannot both go to standard output; name a file for one of them")
        if "-" not in (first, second) and _same_file(first, second):
            raise UsageError(f"{destination(second)}: two results cannot go to one file; name another one")


def require_ending(name: str, content: str, endings: Sequence[str]) -> None:
    """Raise UsageError if a file to be written has the ending of another kind of content; unknown endings are allowed."""
    _refuse_foreign(Path(name).suffix, name)
    found = ending(name)
    if found in ENDINGS and found not in endings:
        written = f", which {WRITERS[found]} writes" if found in WRITERS else ""
        reason = f"the ending {found} stands for {ENDINGS[found]}{written}, but the output is {content}"
        raise UsageError(f"{destination(name)}: {reason}; use another ending, such as {endings[0]}")


def require_output(name: str, content: str, endings: Sequence[str], *, in_place: bool = False) -> None:
    """Raise UsageError, before any work, if a file could not be written: for its ending, or as ``require_place`` does."""
    require_ending(name, content, endings)
    require_place(name, in_place=in_place)


def require_page(name: str) -> None:
    """Raise UsageError, before any work, if a page could not be written; browsers show it only under the ending .html."""
    require_output(name, "a page", PAGES)
    if ending(name) not in ("", *PAGES):
        raise UsageError(f"{destination(name)}: the output is a page for a browser: end its name with {PAGES[0]}")


def require_place(name: str, made: Iterable[Path] = (), *, in_place: bool = False) -> None:
    """Raise UsageError if a name is a folder, or its folder cannot be written, or is neither there nor ``made`` before.

    Of a file that is written ``in_place``, as by ``growing``, the file itself must be writable if it exists.
    """
    if is_stdout(name):
        return
    _require_name(name)
    folder, kind = _path_of(name).parent, _kind_at(name)
    if kind == stat.S_IFDIR:
        raise UsageError(f"{destination(name)}: cannot be written: it is a folder")
    if folder.is_dir():
        is_opened = kind is not None and (in_place or kind != stat.S_IFREG)  # devices and pipes are not replaced
        if not os.access(name if is_opened else folder, os.W_OK):
            raise refusal(name, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    elif folder not in map(Path, map(os.path.realpath, made)):
        lack = f"there is no folder {destination(str(Path(name).parent))}"
        raise refusal(name, FileNotFoundError(errno.ENOENT, lack))


def _require_name(name: str) -> None:
    """Raise UsageError for a name that no file can have."""
    if (reason := why_no_name(name)) is not None:
        raise UsageError(f"{destination(name)}: cannot be written: {reason}")


def _path_of(name: str) -> Path:
    """Return the path of a file, without symbolic links. Raises UsageError if the current folder, from which it starts, is gone."""
    try:
        return Path(os.path.realpath(name))
    except FileNotFoundError:
        raise UsageError(f"{destination(name)}: the current folder was removed") from None


def _kind_at(name: str) -> int | None:
    """Return the kind of file that has a name, as ``stat.S_IFMT`` does, None if there is none.

    Raises UsageError if the system refuses the name, as one that is too long.
    """
    try:
        return stat.S_IFMT(os.stat(name).st_mode)  # noqa: PTH116 - names are strings here
    except OSError as problem:
        if problem.errno in ABSENT:
            return None
        raise refusal(name, problem) from None


def _same_file(target: str, other: str) -> bool:
    """Return whether two names mean the same file, which need not exist; the second may be ``-`` for standard input."""
    if impossible_in(target) or impossible_in(other):
        return False
    try:
        here, there = os.stat(target), os.fstat(0) if other == "-" else os.stat(other)  # noqa: PTH116
        return os.path.samestat(here, there) and stat.S_ISREG(here.st_mode)
    except OSError:  # one of them is not there
        return other != "-" and _path_of(target) == _path_of(other)


def destination(name: str) -> str:
    """Return the name of an output for messages, in one line."""
    found = "<stdout>" if name == "-" else shown(name)
    return found if found.isprintable() else printable(found)


def refusal(name: str, problem: OSError, done: str = "written") -> UsageError:
    """Make (not raise) the error for an output that the system refuses; ``done`` names what cannot be done to it."""
    return UsageError(f"{destination(name)}: cannot be {done}: {problem.strerror}")


def written_facts(name: str) -> dict[str, object]:
    """Return the name of a written file as ``file``, and if it is regular its size as ``bytes``, and ``file_sha256``."""
    path = Path(name)
    if not path.is_file():  # a device or a pipe: its content cannot be read again
        return {"file": name}
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"file": name, "bytes": path.stat().st_size, "file_sha256": digest}


def make_folder(name: str) -> Path:
    """Make a folder if it does not exist. Raises UsageError, also for an empty name, which would be the current folder."""
    if not name:
        raise UsageError("the name of a folder is empty; the current one is .")
    _require_name(name)
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{destination(name)}: cannot be made: it is a file, not a folder") from None
    except OSError as problem:
        raise refusal(name, problem, "made") from None
    return folder


@contextmanager
def writing(name: str) -> Iterator[ByteStream]:
    """Open a file for writing bytes; it appears under its name only after a block without errors.

    Raises UsageError if it cannot be written.
    """
    if is_stdout(name):
        with _stdout_of_bytes() as stdout:
            yield stdout
        return
    require_place(name)
    path = _path_of(name)
    suffix = Path(name).suffix  # of a link that of the link itself, since it will be read by this name
    _refuse_foreign(suffix, name)
    if _kind_at(name) not in (None, stat.S_IFREG):
        with io.BufferedWriter(_Output(name)) as device:  # a device or pipe is written to, not replaced
            yield device
        return
    from hashicnf.files.temporary import replacement

    terminate = catch_termination()
    try:
        with replacement(path, suffix) as raw, _compressor(raw, suffix, name) as stream:
            yield stream
    except OSError as problem:
        if isinstance(problem, BrokenPipeError):
            raise
        raise refusal(name, problem) from None
    finally:
        release_termination(terminate)


@contextmanager
def reporting_kept(*names: str) -> Iterator[Callable[[], None]]:
    """Warn at the end of the block of files of these names, which it has not written, unless the yielded function was called.

    So no file that was there is taken for one of this run. There is no warning beside a UsageError or an InputError: then no run
    took place.
    """
    settled: list[bool] = []
    try:
        yield lambda: settled.append(True)
    except (UsageError, InputError):
        raise
    except BaseException:
        _warn_of_kept([] if settled else names)
        raise
    _warn_of_kept([] if settled else names)


def _warn_of_kept(names: Iterable[str]) -> None:
    for name in filter(_is_kept, names):
        warn(unwritten(name), OutputWarning)


def unwritten(name: str) -> str:
    """Return a text that an output is not written, and that a file of its name is kept if there is one."""
    return f"{destination(name)} is not written{'; the file that was there is kept' * _is_kept(name)}"


def _is_kept(name: str) -> bool:
    """Return whether there is a regular file of this name; devices, pipes and standard output keep nothing."""
    return name != "-" and os.path.isfile(name) and not is_stdout(name)  # noqa: PTH113 - a path raises OSError for names that are too long


def _refuse_foreign(suffix: str, name: str) -> None:
    """Raise UsageError for the ending of a compression that is not supported."""
    if suffix.lower() in FOREIGN:
        raise UsageError(f"{destination(name)}: {suffix} files are not written; {any_of('and')} are")


@contextmanager
def growing(name: str) -> Iterator[TextIO]:
    """Open a text file that is written in place, so that its text is kept if the writer is killed; on a full disk it is removed."""
    _refuse_foreign(Path(name).suffix, name)
    output = _Output(name)
    try:
        with (
            io.BufferedWriter(output) as raw,
            _compressor(raw, Path(name).suffix, name) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
        ):
            yield stream
    finally:
        if output.is_refused and _kind_at(name) == stat.S_IFREG:
            _path_of(name).unlink()


@contextmanager
def _stdout_of_bytes() -> Iterator[ByteStream]:
    stdout = open_stdout()
    if hasattr(stdout, "buffer"):
        yield unbroken(stdout.buffer)  # without a buffer if Python runs unbuffered
        stdout.buffer.flush()
    else:  # the standard output of a notebook, for example
        held = io.BytesIO()
        yield held
        stdout.write(held.getvalue().decode())


class Unbroken:
    """A binary stream whose ``write`` takes all data: it is repeated where a stream without a buffer takes only a part."""

    def __init__(self, stream: BinaryIO) -> None:
        """Write to ``stream``."""
        self._stream = stream

    def write(self, data: bytes | memoryview) -> int:
        """Write all data, at first as given; return its size. Raises UsageError if the stream takes no more and does not block."""
        rest = data
        write: Callable[[bytes | memoryview], int | None] = self._stream.write
        while rest:
            taken = write(rest)
            if taken is None and not isinstance(self._stream, io.RawIOBase):
                break  # only streams of io report by None that they took nothing
            if not taken:
                name = getattr(self._stream, "name", None)
                where = name if isinstance(name, str) else "<stream>"
                raise UsageError(f"{where}: cannot be written: the stream takes no more data now, and does not wait")
            rest = memoryview(rest)[taken:]
        return len(data)


def unbroken(stream: BinaryIO) -> ByteStream:
    """Wrap a binary stream as ``Unbroken``, unless it has a buffer."""
    return stream if isinstance(stream, io.BufferedIOBase) else Unbroken(stream)


class _Output(io.FileIO):
    """A file whose errors name it, which the error of the system for a full disk does not; broken pipes are passed on."""

    def __init__(self, name: str) -> None:
        """Open the file for writing. Raises UsageError if that is refused."""
        self.is_refused = False  # while it was written
        try:
            super().__init__(name, "w")
        except OSError as problem:
            raise refusal(name, problem) from None

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as problem:
            self.is_refused = True
            raise refusal(str(self.name), problem) from None


def write_text(name: str, text: str) -> None:
    """Write a whole text. Raises UsageError if the file cannot be written."""
    with writing(name) as stream:
        stream.write(text.encode())


def _compressor(raw: BinaryIO, suffix: str, name: str) -> AbstractContextManager[BinaryIO]:
    """Return a binary file wrapped by the compression of a suffix, if there is one; ``name`` is for messages."""
    compression = COMPRESSIONS.get(suffix.lower())
    return nullcontext(raw) if compression is None else compression.writing(raw, name)
