"""The driver's memory grows with the names of the inputs only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys, time
from pathlib import Path
from hashicnf.batch import driver
from hashicnf.batch.driver import Order, run
from hashicnf.batch.execute import ItemAnswer
from hashicnf.batch.inputs import items_of, names_of
from hashicnf.batch.items import Settings
from hashicnf.batch.shards import EVERYTHING
from hashicnf.batch.store import Store

class Idle:
    seconds = 0.5
    files_are_here = True
    def run(self, chunks):
        while chunk := chunks.take():
            found = []
            for item in chunk:
                result = {"name": item.name, "source": item.source, "number": item.number, "status": "solved"}
                result |= {"seconds": 0.005, "figures": "{}", "solution": '"' + "x" * 12000 + '"'}
                found.append((item, ItemAnswer([], [result])))
                chunks.finished(*found[-1])
            yield found

driver.EVERY = 0.02  # many transactions, as in a long run
names = names_of([sys.argv[1]])
before = time.process_time()
with Store(sys.argv[2], Settings("solve", {})) as store:
    order = Order(inputs=items_of(names, None), count=len(names), shard=EVERYTHING)
    state = run(order, store, Idle(), lambda _: None, lambda _: None)
assert state.done == len(names)
# not ru_maxrss, which begins with that of the process that started this one
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
print(int(peak.split()[1]) // 1024, (time.process_time() - before) / len(names))
"""


def most_memory(folder: Path, count: int) -> int:
    """Return the resident memory in MiB of a driver of so many small files, whose puzzles are not solved."""
    boards = folder / f"{count} boards"
    boards.mkdir()
    for number in range(count):
        (boards / f"{number:06}.puz").write_text(f"title: {number}\n1.1\n")
    command = [sys.executable, "-c", SCRIPT, str(boards), str(folder / f"{count}.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print(done.stdout)
    return int(done.stdout.split()[0])


def test_memory_does_not_grow_with_the_results(tmp_path: Path) -> None:
    assert most_memory(tmp_path, 1500) < most_memory(tmp_path, 100) + 12  # the results alone are 18 MiB


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_hundred_thousand_puzzles_in_300_mib(tmp_path: Path) -> None:
    assert most_memory(tmp_path, 100_000) <= 300
