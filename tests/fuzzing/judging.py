"""What a command must not do, whatever it reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tests.fuzzing.cases import Step

MOST_PEAK: Final = 300 << 20
MOST_SAID: Final = 20_000
CODES: Final = frozenset({0, 1, 2, 20, 30, 65, 69})
SAT_CODES: Final = CODES | {10}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
UGLY = re.compile(r"Traceback|Exception ignored|Warning: |np\.\w+\(|object at 0x")
FRAME = re.compile(r'File "[^"]*/(hashicnf/[^"]*\.py)", line (\d+),? in (\w+)')


@dataclass(frozen=True, slots=True)
class Ran:
    """One command that was run: its exit code, None if its process died with it; peak in bytes."""

    step: Step
    code: int | None
    printed: str
    said: str
    seconds: float = 0.0
    peak: int = 0
    children: int = 0
    signal: int = 0
    left: tuple[str, ...] = ()


def complaint(ran: Ran) -> str | None:
    """Name what is wrong with a run, None if nothing is; equal faults have equal names."""
    name = ran.step.arguments[0]
    if ran.code is None:
        return f"{name}: died or ran too long: {place(ran.said)}"
    if ran.code == 70 or "Traceback" in ran.said:
        last = ran.said.rstrip().splitlines()[-2:]
        return f"{name}: internal error: {place(ran.said)}: {last[0].split(':')[0] if last else ''}"
    if ran.peak > MOST_PEAK or "out of memory" in ran.said:
        return f"{name}: too much memory"
    if ran.children or ran.left:
        return f"{name}: left behind: {ran.children} children, {' '.join(ran.left)}"
    if ran.code not in (SAT_CODES if name == "sat" else CODES):
        return f"{name}: exit code {ran.code}"
    if ran.step.must is not None and ran.code not in ran.step.must and (ran.step.excuse or "\0") not in ran.said:
        return f"{name}: exit code {ran.code} after what came before"
    return _complaint_of_words(ran, name)


def _complaint_of_words(ran: Ran, name: str) -> str | None:
    """Say what is wrong with what a command prints."""
    if found := UGLY.search(ran.said):
        return f"{name}: ugly words: {found.group()}"
    for stream, text in (("stdout", ran.printed), ("stderr", ran.said)):
        if found := CONTROL.search(text):
            return f"{name}: control character {found.group()!r} on {stream}"
    if len(ran.said) > MOST_SAID:
        return f"{name}: {MOST_SAID:,} characters on stderr and more"
    if ran.code in (2, 65, 69) and not ran.said.strip():
        return f"{name}: exit code {ran.code} without a word"
    return None


def place(said: str) -> str:
    """Find the innermost frame of the package in a traceback; those of the faulthandler begin with the innermost."""
    frames = FRAME.findall(said)
    if not frames:
        return ""
    path, line, function = frames[-1] if "Traceback (most recent call last)" in said else frames[0]
    return f"{path}:{line} {function}"
