"""Files that appear whole or not at all, also when the writer is told to end."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hashicnf.textio import writing

WRITER = """
import sys, time
from hashicnf.textio import writing
with writing(sys.argv[1]) as stream:
    stream.write(b"half")
    print("begun", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("ending", ["", ".gz", ".xz", ".zst"])
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


def test_signals_are_as_they_were_after_writing(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with writing(str(tmp_path / "a")):
        assert signal.getsignal(signal.SIGTERM) is not before
    with pytest.raises(ZeroDivisionError), writing(str(tmp_path / "b")):
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGTERM) is before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
