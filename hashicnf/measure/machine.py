"""The machine of a measurement, without its name."""

from __future__ import annotations

import os
import platform
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from hashicnf.errors import counted

MODEL: Final = re.compile(r"^model name\s*:\s*(.*\S)", re.MULTILINE)
FACTS: Final = Path("/proc/cpuinfo")


@lru_cache
def this_machine() -> str:
    """Return system, processor and cores of this machine as text."""
    system = f"{platform.system()} {platform.machine()}"
    return ", ".join(filter(None, (system, processor(), counted(os.cpu_count() or 1, "core"))))


def processor() -> str:
    """Return the name of the processor, if the system provides it."""
    found = MODEL.search(FACTS.read_text()) if FACTS.is_file() else None
    return platform.processor() if found is None else found[1]
