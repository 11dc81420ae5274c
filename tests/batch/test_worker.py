"""A worker by itself: what it answers, and how it is set up."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from hashicnf.batch.items import Item, Settings
from hashicnf.batch.messages import packed, unpacked

# The worker ends while its input is still open; then the script reports how the process was set up.
SCRIPT = """
import json, os, signal, sys
from hashicnf.backends.choose import KILLABLE
from hashicnf.batch import worker
worker.IDLE = 0.1
worker.main()
is_deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
print(json.dumps([is_deaf, os.path.sameopenfile(1, 2), KILLABLE.is_set()]), file=sys.stderr)
"""


@pytest.mark.parametrize(("command", "measures"), [("solve", True), ("unique", False)])
def test_a_worker_answers_chunks_that_come_together_and_ends_if_no_more_come(command: str, *, measures: bool) -> None:
    names = ["a", "b", "c"]
    items = [Item(name, name, "1.1\n", 1) for name in names]
    chunks = packed([item.data() for item in items[:2]]) + packed([items[2].data()])
    words = [sys.executable, "-c", SCRIPT, json.dumps(Settings(command, {}).data())]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(chunks)
        printed, errors = process.stdout.read(), process.stderr.read()
    size, *answers = unpacked(bytearray(printed))
    assert size > 1 << 20
    assert [answer[1][0]["name"] for answer in answers if not isinstance(answer, dict)] == names
    is_deaf, prints_to_errors, is_killable = json.loads(errors)
    assert is_deaf, "Ctrl-C and the signals of cluster managers are for the driver"
    assert prints_to_errors, "what libraries print must not mix with answers"
    assert is_killable == measures
