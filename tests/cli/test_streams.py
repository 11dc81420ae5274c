"""Standard output that cannot encode every character, or cannot be written, and other errors of the system."""

from __future__ import annotations

import errno
import io
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from hashicnf.cli import buffer_streams
from hashicnf.cli.app import failure, run
from hashicnf.files.signals import Terminated
from tests.commands import IN_SHELL, PROGRAM

UNMAPPED = "a.so: failed to map segment from shared object"
EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "hashi"


@pytest.mark.parametrize(
    ("encoding", "arguments", "code"),
    [
        ("latin-1", ("draw", "small.puz", "small.sol"), 2),
        ("latin-1", ("formats",), 2),
        ("latin-1", ("draw", "small.puz", "small.sol", "--style", "ascii"), 0),
        ("ascii", ("draw", "../klotski/near.puz", "../klotski/near.sol", "--play"), 0),
        ("ascii", ("draw", "small.puz", "small.sol"), 0),
        ("cp437", ("draw", "../klotski/tiny.puz"), 2),
        ("latin-1", ("draw", "../klotski/tiny.puz", "../klotski/tiny.sol", "--play"), 2),  # takes no style
        ("utf-8", ("draw", "small.puz", "small.sol"), 0),
    ],
)
def test_what_it_cannot_hold_is_named(
    encoding: str,
    arguments: tuple[str, ...],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    monkeypatch.chdir(EXAMPLES)
    buffer_streams()
    assert run(list(arguments)) == code
    said = f"hashicnf: standard output is {encoding} text, which has no '\\"
    error = capsys.readouterr().err
    assert error.startswith(said) is (code == 2)
    assert ("--style ascii" in error) is (code == 2 and not {"formats", "--play"} & {*arguments})


def test_a_style_is_no_advice_for_a_name_that_it_cannot_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / f"{name}.puz") for name in ("дом", "дым")]
    for name in names:
        Path(name).write_text("1.1\n")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert run(["draw", *names, "--each"]) == 2
    assert "has no '\\u0434'; set PYTHONIOENCODING=utf-8\n" in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["--version", "-V", "--help"])
def test_an_answer_without_a_standard_output_is_an_error(asked: str) -> None:
    result = subprocess.run(["bash", "-c", f"{IN_SHELL} {asked} >&-"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "hashicnf: standard output: Bad file descriptor\n")


def test_output_that_nothing_can_be_written_to_does_not_change_the_code_of_another_error(tmp_path: Path) -> None:
    """Python would try to write the rest again at its end, and exit with 120."""
    words = [*PROGRAM, "solve", str(EXAMPLES / "small.puz"), "--method", "astar", "--trace", str(tmp_path / "a")]
    shell = f"ulimit -f 0; exec {shlex.join(words)} > {shlex.quote(str(tmp_path / 'b'))}"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, env=environment, check=False)
    assert (result.returncode, result.stderr) == (2, f"hashicnf: {tmp_path / 'a'}: cannot be written: File too large\n")


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 2, "standard output: No space left on device"),
        (OSError(errno.ENOSPC, "No space left on device", "a"), 2, "a: No space left on device"),
        (OSError(errno.EMFILE, "Too many open files"), 2, "this process: Too many open files"),
        (OSError(errno.ENOENT, "No such file or directory"), 2, "the current folder: No such file or directory"),
        (OSError(errno.ENOENT, "No usable temporary directory found"), 2, "no usable temporary directory found"),
        (OSError("not readable"), 2, "not readable"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), 30, "out of memory"),
        (MemoryError(), 30, "out of memory"),
        (RuntimeError("can't start new thread"), 30, "the system starts no more threads"),
        (RuntimeError("zstd: not enough memory"), 30, "out of memory: zstd: not enough memory"),
        (ImportError(f"x\nOriginal error was: {UNMAPPED}\nDo y."), 30, f"out of memory: {UNMAPPED}"),
    ],
    ids=[
        "stream",
        "file",
        "process",
        "folder",
        "temporary",
        "python",
        "memory",
        "python's memory",
        "threads",
        "library's memory",
        "library",
    ],
)
def test_what_the_system_refuses_is_named(problem: Exception, code: int, message: str) -> None:
    assert failure(problem) == (code, message)


@pytest.mark.parametrize(("cause", "code"), [(KeyboardInterrupt(), 130), (MemoryError(), 30), (Terminated(143), 143)])
def test_the_end_of_a_command_is_seen_behind_the_error_that_python_makes_of_it(
    cause: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when Ctrl-C comes while a module is imported, and within it the fields of a class are made."""

    def fail(_: object) -> NoReturn:
        raise RuntimeError("Error calling __set_name__ on 'Field' instance 'name' in 'Puzzle'") from cause

    monkeypatch.setattr("hashicnf.cli.app._call", fail)
    try:
        ended: object = run(["formats"])
    except SystemExit as end:
        ended = end.code
    assert ended == code


def test_an_error_that_cannot_be_reported_for_lack_of_memory_is_a_lack_of_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(problem: type[BaseException]) -> None:
        raise problem

    monkeypatch.setattr("hashicnf.cli.app._call", lambda _: fail(SystemError))
    monkeypatch.setattr("traceback.print_exception", lambda _: fail(MemoryError))
    assert (run([]), *capsys.readouterr()) == (30, "", "hashicnf: out of memory\n")
