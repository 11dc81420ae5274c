"""Files that appear whole or not at all, also if the writer gets SIGTERM; and reading them piece by piece."""

from __future__ import annotations

import gzip
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO, cast
from unittest.mock import Mock

import pytest

import hashicnf
from hashicnf.errors import InputError, SolverMissing, UsageError
from hashicnf.files import inputs
from hashicnf.files.compressions import require_compression
from hashicnf.files.inputs import read_bytes, read_lines, read_pieces, read_text
from hashicnf.files.outputs import growing, unbroken, write_text, writing
from hashicnf.files.streams import stream_text
from hashicnf.files.temporary import sweep
from tests.extras import marked

SMALL = Path(__file__).parent.parent.parent / "examples" / "hashi" / "small.puz"
WRITER = """
import sys, time
from hashicnf.errors import InputError
from hashicnf.files.inputs import read_bytes, read_pieces
from hashicnf.files.outputs import write_text, writing
with writing(sys.argv[1]) as stream:
    stream.write(b"half")
    print("begun", flush=True)
    while True:
        time.sleep(0.01)  # a signal that comes just before a sleep is heard after it
"""


@pytest.mark.parametrize("ending", marked(["", ".gz", ".bz2", ".xz", ".zst"]))
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_writer_that_is_told_to_end_leaves_nothing(number: int, ending: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path / f"text{ending}")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(number)
        assert process.wait(20) != 0
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_leaves_is_swept_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path / "a.cnf")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        sweep(str(tmp_path))
        (begun,) = tmp_path.iterdir()
        process.kill()
    with writing(str(tmp_path / "b.cnf")) as stream:
        stream.write(b"whole")
        assert begun.exists()
        sweep(str(tmp_path))
        assert not begun.exists()
    sweep(str(tmp_path))
    sweep(str(tmp_path / "none"))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("b.cnf", b"whole")]


def test_signals_are_as_they_were_after_writing(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with writing(str(tmp_path / "a")):
        assert signal.getsignal(signal.SIGTERM) is not before
    with pytest.raises(ZeroDivisionError), writing(str(tmp_path / "b")):
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGTERM) is before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755, 0o400])
def test_a_file_that_is_replaced_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_text("old")
    path.chmod(mode)
    link.symlink_to(path)
    for name in (path, link):
        write_text(str(name), "new")
        assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", mode)


def test_a_link_is_written_as_it_is_read_by_the_ending_of_its_own_name(tmp_path: Path) -> None:
    for name, target in (("plain.puz", "data.gz"), ("packed.puz.gz", "data.puz")):
        link = tmp_path / name
        link.symlink_to(tmp_path / target)
        write_text(str(link), "new")
        assert link.is_symlink()
        assert read_text(str(link)) == "new"
        assert (gzip.decompress(link.read_bytes()) if name.endswith("gz") else link.read_bytes()) == b"new"


def test_writing_leaves_the_umask_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "umask", Mock(side_effect=AssertionError))  # that of all threads
    write_text(str(tmp_path / "a"), "new")


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_what_the_umask_leaves(mask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        write_text(str(tmp_path / "a"), "new")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("ending", marked(["", ".gz", ".bz2", ".xz", ".zst"]))
def test_a_file_is_read_in_pieces_and_only_as_far_as_it_is_asked_for(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / f"text{ending}")
    text = "".join(f"{n**3 % 1009} " for n in range(250_000))
    write_text(path, text)
    pieces = [*read_pieces(path)]
    assert b"".join(pieces) == read_bytes(path) == text.encode()
    assert len(pieces) > 3
    assert max(map(len, pieces)) <= inputs.CHUNK
    monkeypatch.setattr(inputs, "MOST_BYTES", len(text) - 1)
    assert next(read_pieces(path)) == pieces[0]
    with pytest.raises(InputError, match="the text is larger than"):
        read_bytes(path)


@pytest.mark.parametrize("name", ["x.cnf.lz4", "x.puz.ZIP"])
def test_a_compression_that_is_not_written_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"{name}: \.\w+ files are not written; \.gz, \.bz2, \.xz and \.zst are"):
        write_text(str(tmp_path / name), "2.2\n")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.files.zstd.find_spec", lambda _: None)
    name = str(tmp_path / "a.cnf.zst")
    with pytest.raises(SolverMissing, match=f"{re.escape(name)}: .zst files need the package zstandard"):
        write_text(name, "p cnf 0 0\n")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named_before_files_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.files.zstd.find_spec", lambda _: None)
    for name in ("xz", "gz", "bz2", "none"):
        require_compression(name)
    with pytest.raises(SolverMissing, match=r"^--compress zst: \.zst files need the package zstandard"):
        require_compression("zst")


@pytest.mark.parametrize(("ending", "module"), [("xz", "lzma"), ("bz2", "bz2")])
def test_a_python_without_a_compression_reads_all_else(ending: str, module: str, tmp_path: Path) -> None:
    path = tmp_path / f"small.puz.{ending}"
    write_text(str(path), "2.2\n")
    script = f"""
import sys
sys.modules["_{module}"] = None
from hashicnf.cli import main
main()
"""

    def ran(name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script, "solve", name], capture_output=True, text=True, check=False
        )

    assert ran(str(SMALL)).returncode == 0
    refused = ran(str(path))
    assert f"{path}: this Python was built without the module {module}" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_text_that_is_read_by_lines_is_not_in_utf_16(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes("\ufeff{}\n{}\n".encode(encoding))
    with pytest.raises(InputError) as caught:
        list(read_lines(str(path)))
    assert (caught.value.message, caught.value.line) == ("the text is in UTF-16", 1)
    assert caught.value.expected == "UTF-8 text"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_marked_text_in_utf_16_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_bytes("\ufeff2\t\t2\r\n\t\t\r\n1\t\t1\r\n".encode(encoding))
    assert hashicnf.read(path) == hashicnf.parse("2.2\n...\n1.1\n")
    with path.open("rb") as stream:
        assert hashicnf.read(stream) == hashicnf.read(path)
    with pytest.raises(InputError, match="the text is in UTF-16"):
        inputs.read_bytes(str(path))
    for damaged, message in (
        ("\ufeff2\0".encode(encoding), "a NUL character"),
        (path.read_bytes() + b"1", "and is none"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=message):
            inputs.read_text(str(path))


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_a_text_in_utf_32_is_called_so(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_bytes("\ufeff2.2\n".encode(encoding))
    name = encoding[:6].upper()
    with pytest.raises(InputError, match=rf"board.puz: the text is in {name}\n    expected UTF-8 text"):
        inputs.read_text(str(path))


def test_a_file_that_is_not_there_is_named_with_the_one_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "medium.puz").write_text("1.1\n")
    with pytest.raises(InputError, match=r"No such file or directory; did you mean .*medium\.puz\?$"):
        read_text(str(tmp_path / "medum.puz"))
    (tmp_path / "dangling.puz").symlink_to("nowhere")
    for name in (tmp_path / "large.puz", tmp_path / "none" / "medium.puz", tmp_path / "dangling.puz"):
        with pytest.raises(InputError, match=r"No such file or directory$"):
            read_text(str(name))


def test_endings_of_compressions_may_be_capitals(tmp_path: Path) -> None:
    packed, foreign = tmp_path / "board.puz.GZ", tmp_path / "trace.LZ4"
    write_text(str(packed), "1.1\n")
    assert packed.read_bytes().startswith(b"\x1f\x8b")
    assert read_text(str(packed)) == "1.1\n"
    assert inputs.ending(str(packed)) == ".puz"
    with pytest.raises(UsageError, match="LZ4 files are not written"), growing(str(foreign)):
        pass
    assert not foreign.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "this is a PNG picture, not a text"),
        (b"%PDF-1.5\n%\xb5\xed", "this is a PDF document, not a text"),
        (b"\xff\xd8\xff\xe0\0", "this is a JPEG picture, not a text"),
        (b"PK\x03\x04\x14\0", "this is a spreadsheet or another ZIP archive, not a text"),
        (b"SQLite format 3\0", "this is a database, not a text"),
        (gzip.compress(b"2.2", mtime=0), "compressed data, but the name lacks the ending of a compression"),
    ],
    ids=["picture", "document", "photo", "archive", "database", "compressed"],
)
def test_files_that_are_no_text_are_named_and_not_quoted(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_text(str(path))
    assert str(caught.value).startswith(f"{path}: {message}\n    expected")
    assert caught.value.text is None


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_byte_that_is_no_text_has_its_line_however_lines_end(end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_bytes(end.join([b"2.2", b"...", b"2.\xe9", b""]))
    with pytest.raises(InputError) as caught:
        read_text(str(path))
    assert (caught.value.line, caught.value.column) == (3, 3)


def test_compressed_standard_input_is_to_be_unpacked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = Mock(buffer=io.BytesIO(gzip.compress(b"2.2", mtime=0)))
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(
        InputError, match=r"^<stdin>: standard input is compressed\n    expected a text, as from zcat FILE"
    ):
        read_text("-")


def test_what_was_compressed_twice_is_not_said_to_have_the_wrong_name(tmp_path: Path) -> None:
    path = tmp_path / "board.puz.gz"
    path.write_bytes(gzip.compress(gzip.compress(b"2.2", mtime=0), mtime=0))
    expected = rf"{path}: compressed data in place of a text\n    expected a file that is compressed once, or a stream"
    with pytest.raises(InputError, match=expected):
        read_text(str(path))
    with path.open("rb") as stream, pytest.raises(InputError, match=expected):
        stream_text(stream)


@pytest.mark.parametrize("ending", marked([".gz", ".bz2", ".xz", ".zst"]))
def test_damaged_files_are_called_so_whatever_their_compression(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"board.puz{ending}"
    write_text(str(path), "2.2\n")
    data = path.read_bytes()
    path.write_bytes(data + data + bytes(1500))
    assert read_text(str(path)) == "2.2\n2.2\n"
    for wrong in (b"2.2\n2.2\n", data[:-1] + bytes([data[-1] ^ 255]), data + b"2.2", data + bytes(1500) + b"2.2"):
        path.write_bytes(wrong)
        with pytest.raises(InputError) as caught:
            read_text(str(path))
        message = "cannot be read: the compressed data is damaged, or there is something else in the file"
        assert str(caught.value) == f"{path}: {message}\n    expected {ending} data alone"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("-", "<stdin>"), ("", "''"), ("na\u00efve", "na\u00efve"), ("n\udcf6pe", "n\\xf6pe"), ("\ud800", "\\ud800")],
)
def test_bytes_of_a_name_that_are_no_unicode_are_escaped(name: str, wanted: str) -> None:
    assert inputs.shown(name) == wanted


class Sparing:
    """A writer that keeps its data as given, and takes at most three bytes of each."""

    def __init__(self) -> None:
        self.given: list[bytes | memoryview] = []

    def write(self, data: bytes | memoryview) -> int:
        self.given.append(data)
        return min(3, len(data))


def test_a_stream_gets_the_data_as_given_until_it_takes_a_part() -> None:
    stream = Sparing()
    whole = unbroken(cast(BinaryIO, stream))
    assert [whole.write(data) for data in (b"abc", b"defgh")] == [3, 5]
    assert stream.given == [b"abc", b"defgh", b"gh"]
    assert [*map(type, stream.given)] == [bytes, bytes, memoryview]
