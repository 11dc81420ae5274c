"""The heap: memory that lies free between arrays in use is returned to the system."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import numpy as np
import pytest

from hashicnf.core.heap import trim_heap

SMALL = 1 << 16  # bytes; the C library allocates larger arrays outside of the heap until the first of them are freed


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not report the memory of a process here")
def test_memory_between_arrays_is_returned() -> None:
    arrays = [np.ones(SMALL, dtype=np.uint8) for _ in range(512)]
    del arrays[::2]
    before = resident()
    trim_heap()
    assert resident() < before - 128 * SMALL
    assert all(array.all() for array in arrays)


def test_other_systems_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "ctypes", None)
    trim_heap()
