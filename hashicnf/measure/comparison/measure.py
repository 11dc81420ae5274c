"""Run every method on every puzzle.

One process at a time by default: processes that run side by side share memory bandwidth, caches and turbo clocks, and
their times are no longer those of each alone. The limits are kept from outside, the same for all: a limit of its own changes what
some methods do (a solver inside PySAT moves into a second process, for one). A pair is run again only while it is answered; a
limit is not waited for twice.
"""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.measure.comparison.process import Ended, ProcessPool
from hashicnf.measure.comparison.results import ANSWERED, Machine, Report, Run, Settings, labels
from hashicnf.measure.comparison.verify import complaint, verify

PROGRAM: Final = (sys.executable, "-m", "hashicnf")
USAGE: Final = 2
TICK: Final = 0.25


@dataclass(slots=True)
class State:
    """How far a comparison is: pairs done and altogether, and what runs now since when (``time.monotonic``)."""

    total: int
    done: int = 0
    running: dict[tuple[str, str], float] = field(default_factory=dict)


Watch: TypeAlias = Callable[[State], None]


def split(methods: str) -> tuple[str, ...]:
    """Split a list of methods at its commas. Raises UsageError for an empty list, repetitions and unbalanced quotes."""
    names = tuple(" ".join(name.split()) for name in methods.split(",") if name.strip())
    if not names:
        raise UsageError("no methods are named")
    if len(set(names)) < len(names):
        raise UsageError(f"a method is named twice: {methods}")
    for name in names:
        try:
            shlex.split(name)
        except ValueError as problem:
            raise UsageError(f"{name}: {problem}") from None
    return names


def compare(
    puzzles: Sequence[Puzzle],
    methods: Sequence[str],
    settings: Settings,
    watch: Watch | None = None,
    program: Sequence[str] = (),
) -> Report:
    """Measure all pairs; after Ctrl-C, the report holds what was finished.

    ``program`` is what ``solve`` is a command of: by default, this package. Raises UsageError when it does not know a method or
    its options.
    """
    names = labels([puzzle.name for puzzle in puzzles])
    desk = _Desk(settings, program or PROGRAM, State(len(puzzles) * len(methods)))
    interrupted = False
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(settings.jobs))
        stack.callback(desk.pool.cancel)
        pairs = [(name, puzzle, method) for name, puzzle in zip(names, puzzles, strict=True) for method in methods]
        try:
            _follow([pool.submit(desk.measure, *pair) for pair in pairs], desk.state, watch)
        except KeyboardInterrupt:
            interrupted = True
            pool.shutdown(wait=False, cancel_futures=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Report(names, tuple(methods), settings, Machine.here(), tuple(desk.runs), interrupted)


def _follow(futures: Sequence[Future[None]], state: State, watch: Watch | None) -> None:
    """Wait for all, reporting progress at intervals. Raises what one of them raises, at once."""
    pending = set(futures)
    while pending:
        done, pending = wait(pending, TICK, FIRST_COMPLETED)
        for future in done:
            future.result()
        if watch is not None:
            watch(state)


class _Desk:
    """Where the threads take their work to: the running processes, the finished runs, the state."""

    def __init__(self, settings: Settings, program: Sequence[str], state: State) -> None:
        self.settings, self.program, self.state = settings, tuple(program), state
        self.pool = ProcessPool()
        self.runs: list[Run] = []
        self._lock = threading.Lock()

    def measure(self, name: str, puzzle: Puzzle, method: str) -> None:
        """Run a pair as often as configured, or until a run gives no answer."""
        given = ("\n".join(puzzle.lines) + "\n").encode()
        with self._lock:
            self.state.running[name, method] = time.monotonic()
        for number in range(1, self.settings.repeat + 1):
            run = self._once(name, puzzle, method, number, given)
            if run is None:
                break
            with self._lock:
                self.runs.append(run)
            if run.status not in ANSWERED:
                break
        with self._lock:
            del self.state.running[name, method]
            self.state.done += 1

    def _once(self, name: str, puzzle: Puzzle, method: str, number: int, given: bytes) -> Run | None:
        """Run a pair once; None when everything was cancelled."""
        memory = self.settings.max_memory
        command = [*self.program, "solve", "-", "--json", "--method", *shlex.split(method)]
        ended = self.pool.run(command, given, self.settings.timeout, memory)
        if ended is None:
            return None
        _refuse_misuse(ended, method)
        verdict = verify(puzzle, ended, memory)
        return Run(
            name,
            method,
            number,
            verdict.status,
            verdict.message,
            round(ended.wall, 6),
            round(ended.cpu, 6),
            ended.peak,
            verdict.inside,
            verdict.search,
            verdict.nodes,
        )


def _refuse_misuse(ended: Ended, method: str) -> None:
    """Raise UsageError if the program reports a usage error: every run of this method would end in it."""
    if ended.ended == "itself" and ended.code == USAGE:
        raise UsageError(f"the method {method!r} cannot be run: {complaint(ended)}")
