"""Processor time: that of child processes counts once they have ended, waiting does not."""

from __future__ import annotations

import subprocess
import sys
import time

from hashicnf.core.processor import processor_time

BUSY = "import time\nwhile time.process_time() < 0.3: pass"


def test_it_counts_what_works_here_and_in_processes_that_have_ended() -> None:
    before = processor_time()
    subprocess.run([sys.executable, "-c", BUSY], check=True)
    others = processor_time() - before
    assert 0.25 < others < 5
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    assert processor_time() - before >= others + 0.1


def test_waiting_costs_nothing() -> None:
    before = processor_time()
    time.sleep(0.3)
    assert processor_time() - before < 0.2
