"""The library in several threads, and the cost of a first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

CALLS = [
    "hashicnf.solve(hashicnf.parse(TEXT)).status",
    "hashicnf.unique(hashicnf.parse(TEXT)).solutions and 'solved'",
    "hashicnf.solve(hashicnf.parse(TEXT), method='astar').status",
]
SCRIPT = """
import sys
from threading import Barrier, Thread
import hashicnf

TEXT = "2.2\\n...\\n2.2\\n"
begun, found = Barrier(8), []

def first_use():
    begun.wait()
    try:
        found.append({call})
    except hashicnf.HashicnfError as problem:
        found.append(str(problem))

sys.setswitchinterval(1e-6)
threads = [Thread(target=first_use) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print({{*found}})
"""


@pytest.mark.parametrize("call", CALLS)
def test_the_first_use_may_be_in_several_threads(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(call=call)], capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("{'solved'}\n", "")
