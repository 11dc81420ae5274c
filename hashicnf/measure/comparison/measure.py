"""Run every method on every puzzle.

By default one process runs at a time: processes that run side by side share memory bandwidth, caches and turbo clocks, and
their times differ from those of a process alone. Limits are enforced from outside, and are the same for all methods: a limit passed
to a method may change what it does (a solver inside PySAT moves into a second process, for example). All pairs are run once before
any is repeated, so a machine that becomes slower or faster meanwhile does so for all methods. A pair is repeated only while its
runs end with an answer, so that a limit is not waited for twice.
"""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

from hashicnf.backends.choose import described
from hashicnf.backends.supervisor import python_command
from hashicnf.core.stats import ANSWERED
from hashicnf.errors import Exit, UsageError
from hashicnf.families import Family, Puzzle
from hashicnf.measure.comparison import USUAL_METHODS
from hashicnf.measure.comparison.process import ProcessPool
from hashicnf.measure.comparison.results import Comparison, effective_branching
from hashicnf.measure.comparison.runs import MethodRun, RunSettings
from hashicnf.measure.comparison.verify import complaint, verify
from hashicnf.measure.machine import this_machine
from hashicnf.pipeline.writing import write_documents
from hashicnf.records import record

PROGRAM: Final = tuple(python_command("hashicnf.cli"))
PLACES: Final = ("{puzzle}", "{cnf}")  # placeholders of other commands, which are not filled in here
TICK: Final = 0.25


@dataclass(slots=True)
class State:
    """The progress of a comparison: runs in total and done, and the start (``time.monotonic``) of each pair that is running.

    Runs that are not made since an earlier one of their pair had no answer count as done.
    """

    total: int
    done: int = 0
    running: dict[tuple[str, str], float] = field(default_factory=dict)


Watch: TypeAlias = Callable[[State], None]
Job: TypeAlias = Callable[[], "Job | None"]


def split(methods: str | Sequence[str]) -> tuple[str, ...]:
    """Return the methods of a list, which may be a text with commas.

    Raises UsageError for an empty list, repetitions, unbalanced quotes, and programs that have the name of a method or a
    placeholder for a file.
    """
    given = methods.split(",") if isinstance(methods, str) else methods
    names = tuple(" ".join(name.split()) for name in given if name.strip())
    if not names:
        raise UsageError("no methods are named")
    labels = [label_of(name) for name in names]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise UsageError(f"a method is named twice: {twice}")
    for name in names:
        try:
            words = command_of(name)
        except ValueError as problem:
            raise UsageError(f"{name}: {problem}") from None
        if not words or name.startswith("="):
            raise UsageError(f"{name}: expected NAME=COMMAND, such as 'clingo=python hashi.py'")
        if is_program(name):
            _require_program(label_of(name), words)
    return names


def _require_program(label: str, words: Sequence[str]) -> None:
    """Raise UsageError for a program with the name of a method, and for one with a placeholder for a file."""
    from hashicnf.solving.methods import ALIASES, methods

    if label in (*methods(), *ALIASES):
        raise UsageError(f"{label}=...: {label} is a method of hashicnf; give the program another name")
    if place := next((place for place in PLACES for word in words if place in word), None):
        raise UsageError(f"{label}=...: {place} is not filled in: the program reads the puzzle from its standard input")


def chosen(methods: Sequence[str] | None, families: Iterable[str]) -> tuple[str, ...]:
    """Return the methods for puzzles of some families: the given ones, or the usual ones that every family has.

    Raises UsageError for a method that ``solve`` does not have for a family, or in other processes.
    """
    from hashicnf.families import FAMILIES
    from hashicnf.solving.methods import usable_methods

    every = {name: FAMILIES.get(name) for name in families}
    if methods is None:
        offered = [usable_methods(rules) for rules in every.values()]
        return tuple(name for name in USUAL_METHODS if all(name in names for names in offered))
    for method in methods:
        if not is_program(method):
            _require_method(method, every)
    return tuple(methods)


def _require_method(method: str, families: Mapping[str, Family[Any, Any]]) -> None:
    """Raise UsageError for a method that ``solve`` does not have for one of the families, or in other processes."""
    from hashicnf.pipeline.shared_plugins import require_shared
    from hashicnf.solving.methods import method_named, require_usable

    name, *options = shlex.split(method)
    method_named(name)
    for family, rules in families.items():
        require_usable(name, rules, family)
    require_shared({**_named(options), "method": name})


def samples(puzzles: Iterable[Puzzle]) -> dict[str, Puzzle]:
    """Return a smallest puzzle of each family, by the family's name."""
    found: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        if puzzle.family not in found or puzzle.document.cells.size < found[puzzle.family].document.cells.size:
            found[puzzle.family] = puzzle
    return found


def _named(options: Sequence[str]) -> dict[str, str]:
    """Return the values of options of the command line by field: ``--at-most-one NAME`` or ``--at-most-one=NAME``."""
    given = {}
    for word, after in pairwise([*options, ""]):
        option, sign, value = word.partition("=")
        if option.startswith("--"):
            given[option.removeprefix("--").replace("-", "_")] = value if sign else after
    return given


def is_program(method: str) -> bool:
    """Return whether a method is another program, ``NAME=COMMAND``, and not one of ``solve``."""
    return "=" in method.partition(" ")[0]


def label_of(method: str) -> str:
    """Return the name of a method in tables and charts: NAME of another program, else the method as given."""
    return method.partition("=")[0] if is_program(method) else method


def command_of(method: str, program: Sequence[str] = PROGRAM) -> list[str]:
    """Return the words of the command that runs a method: it reads a puzzle, and prints in the form of ``solve --json``."""
    if is_program(method):
        return shlex.split(method.partition("=")[2])
    return [*program, "solve", "-", "--json", "--method", *shlex.split(method)]


def compare(
    puzzles: Mapping[str, Puzzle],
    methods: Sequence[str] | None,
    settings: RunSettings,
    watch: Watch | None = None,
    program: Sequence[str] = (),
) -> Comparison:
    """Measure all pairs of puzzle, by its label, and method; after Ctrl-C, the report holds the finished runs.

    Without methods, these are the usual ones of the families. ``program`` is the program with the command ``solve``, by default
    this package. Raises UsageError if it does not know the options of a method; a usage error of a run is the error of that run.
    """
    smallest = samples([*puzzles.values()])
    if not program or methods is None:
        methods = chosen(methods, smallest)
    desk = _Desk(settings, program or PROGRAM, State(len(puzzles) * len(methods) * settings.repeat))
    interrupted = False
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(settings.jobs))
        stack.callback(desk.pool.cancel)
        tried = [(puzzle, method) for puzzle in smallest.values() for method in methods if has_options(method)]
        pairs = [_Pair(name, puzzle, method) for name, puzzle in puzzles.items() for method in methods]
        try:
            _follow(pool, [partial(desk.require, *pair) for pair in tried], desk.state, watch)
            _follow(pool, [partial(desk.measure, pair) for pair in pairs], desk.state, watch)
        except KeyboardInterrupt:
            interrupted = True
            pool.shutdown(wait=False, cancel_futures=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    named = tuple(map(label_of, methods))
    return Comparison(tuple(puzzles), named, settings, this_machine(), tuple(desk.runs), interrupted)


def _follow(pool: Executor, jobs: Iterable[Job], state: State, watch: Watch | None) -> None:
    """Do all jobs, each followed by the one that it returns, at the end of the queue; report progress at intervals.

    Raises the first error of a job at once.
    """
    pending = [pool.submit(job) for job in jobs]
    while pending:
        done = wait(pending, TICK, FIRST_COMPLETED).done
        after = [future.result() for future in pending if future in done]
        pending = [future for future in pending if future not in done]
        pending += [pool.submit(job) for job in after if job is not None]
        if watch is not None:
            watch(state)


@record
class _Pair:
    """A puzzle with its name, a method, and the number of its next run."""

    name: str
    puzzle: Puzzle
    method: str
    number: int = 1


class _Desk:
    """State shared by the threads: the running processes, the finished runs, the progress."""

    def __init__(self, settings: RunSettings, program: Sequence[str], state: State) -> None:
        self.settings, self.program, self.state = settings, tuple(program), state
        self.pool = ProcessPool()
        self.runs: list[MethodRun] = []
        self._lock = threading.Lock()

    def require(self, puzzle: Puzzle, method: str) -> None:
        """Raise UsageError for options that ``require_options`` refuses."""
        require_options(puzzle, method, self.settings, self.pool, self.program)

    def measure(self, pair: _Pair) -> Job | None:
        """Run a pair once, and store the run; return the job of its next run, None after the last."""
        running = pair.name, pair.method
        with self._lock:
            self.state.running[running] = time.monotonic()
        run = run_of(pair.puzzle, pair.method, self.settings, self.pool, pair.name, self.program)
        with self._lock:
            del self.state.running[running]
            if run is None:
                return None
            self.runs.append(replace(run, repeat=pair.number))
            left = self.settings.repeat - pair.number
            ends = run.status not in ANSWERED
            self.state.done += 1 + left * ends
        return None if ends or not left else partial(self.measure, replace(pair, number=pair.number + 1))


def run_of(
    puzzle: Puzzle,
    method: str,
    settings: RunSettings,
    pool: ProcessPool,
    name: str = "",
    program: Sequence[str] = PROGRAM,
) -> MethodRun | None:
    """Run a method or another program on a puzzle once; return None if the pool is cancelled meanwhile."""
    ended = pool.run(command_of(method, program), _given(puzzle), settings.timeout, settings.max_memory)
    if ended is None:
        return None
    found = verify(puzzle, ended, settings.max_memory)
    solver = "" if is_program(method) else described(found.solver)
    return MethodRun(
        puzzle=name,
        method=label_of(method),
        repeat=1,
        seconds=round(ended.wall, 6),
        cpu=round(ended.cpu, 6),
        peak=ended.peak,
        branching=effective_branching(found.generated, found.steps),
        finished=datetime.now(UTC).isoformat(timespec="seconds"),
        **asdict(replace(found, solver=solver)),
    )


def has_options(method: str) -> bool:
    """Return whether a method of ``solve`` is given with options, which only ``solve`` can check."""
    return " " in method and not is_program(method)


def require_options(
    puzzle: Puzzle, method: str, settings: RunSettings, pool: ProcessPool, program: Sequence[str] = PROGRAM
) -> None:
    """Raise UsageError if the program does not know the options of a method for a puzzle, by a run with a time limit of 0."""
    ended = pool.run([*command_of(method, program), "--timeout", "0"], _given(puzzle), settings.timeout, None)
    if ended is not None and ended.ended == "itself" and ended.code == Exit.USAGE:
        raise UsageError(f"the method {method!r} cannot be run: {complaint(ended)}")


def _given(puzzle: Puzzle) -> bytes:
    """Return the standard input of a program: the puzzle in native form."""
    return write_documents([puzzle.document]).encode()
