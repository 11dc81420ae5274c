"""Conquer: solve cubes in processes, some at a time; the first solution ends the rest.

Answers of processes are checked if possible: a solution passes the checker of its family, and "unsolvable" is returned only if the
cubes are a partition and each of them was refuted by a formula that excludes no solution.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final, Literal

from hashicnf.backends.choose import open_prover, open_session
from hashicnf.backends.supervisor import PastDeadlineError, Process, first_to_end, python_command, started
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import NO_LIMITS
from hashicnf.core.progress import Observer, unobserved
from hashicnf.cubing.partition import Cube
from hashicnf.dimacs.cubes import is_partition
from hashicnf.errors import InternalError, SolverFailed, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.logic import Stopped
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.shared_plugins import require_shared
from hashicnf.records import record

TOGETHER: Final = 64  # closed cubes that one process proves
FAILURES: Final = {error.exit_code: error for error in (SolverFailed, UsageError)}
PROOF: Final = "core", "cuts", "steps"


@record
class Refutation:
    """The refutation of a cube, with a proof if one was requested.

    ``core`` are the numbers of the formula's clauses that the proof needs, ``cuts`` (rule, kind, source, clause) its clauses of
    connectivity, ``steps`` (is a deletion, clause) its lemmas.
    """

    cube: Cube
    core: tuple[int, ...] = ()
    cuts: tuple[Any, ...] = ()
    steps: tuple[Any, ...] = ()


@record
class Conquered:
    """The outcome of all cubes: solved with a checked solution, unsolvable with the refutations, or unknown with the reason.

    ``text`` is a certificate that there is no solution, if one was requested and there is none.
    """

    status: Literal["solved", "unsolvable", "unknown"]
    solution: object = None
    refuted: tuple[Refutation, ...] = ()
    stopped: Stopped | None = None
    text: str | None = None

    def __repr__(self) -> str:
        """Return the outcome in one line, with the number of refuted cubes."""
        return f"<conquered: {self.status}, {counted(len(self.refuted), 'refuted cube')}>"


def conquer(
    puzzle: Puzzle,
    cubes: Sequence[Cube],
    solver: str,
    jobs: int,
    encodings: Encodings | None = None,
    *,
    prove: bool = False,
    deadline: Deadline = NEVER,
    observe: Observer = unobserved,
) -> Conquered:
    """Solve cubes of a puzzle, ``jobs`` at a time; the share that is refuted is reported to ``observe``.

    ``encodings`` are those of the formulas; with ``prove``, each refutation has a proof, and the encodings are those that proofs
    need. Raises UsageError for an unknown solver, for one that writes no proofs, for plug-ins that were added in this process, and
    without cubes; SolverMissing for a solver that is not installed, SolverFailed if a process fails.
    """
    if not cubes:
        raise UsageError("there are no cubes; the whole puzzle is the cube without decisions")
    made = encodings or Encodings()
    require_shared({"family": puzzle.family, **made.named()})
    with open_prover(solver, 1, NO_LIMITS) if prove else open_session(solver, 1):
        pass
    waiting, refuted = _shares(cubes, prove=prove), [Refutation(cube) for cube in cubes if cube.closed and not prove]
    running: dict[Process, Sequence[Cube]] = {}
    observe(phase := f"solve {counted(len(cubes), 'cube')}", len(refuted) / len(cubes))
    with ExitStack() as stack:
        while waiting or running:
            try:
                while waiting and len(running) < jobs:
                    share = waiting.pop(0)
                    running[_started(puzzle, share, solver, made, deadline, stack, prove=prove)] = share
                process = first_to_end([*running])
            except PastDeadlineError:
                return Conquered("unknown", refuted=tuple(refuted), stopped=deadline.stopped())
            share = running.pop(process)
            for answer, cube in zip(_answers(process), share, strict=False):
                match answer["verdict"]:
                    case "sat":
                        return Conquered("solved", _checked(puzzle, answer["solution"]))
                    case "unsat":
                        refuted.append(Refutation(cube, *(tuple(answer.get(part, ())) for part in PROOF)))
                        observe(phase, len(refuted) / len(cubes))
                    case "failed":
                        raise FAILURES[answer["exit"]](answer["reason"])
                    case _:
                        stopped = Stopped(answer["kind"], f"{solver} gave up on a cube: {answer['reason']}")
                        return Conquered("unknown", refuted=tuple(refuted), stopped=stopped)
    if not is_partition([one.cube.literals for one in refuted]):
        raise InternalError("the cubes do not cover the puzzle")
    return Conquered("unsolvable", refuted=tuple(refuted))


def _shares(cubes: Sequence[Cube], *, prove: bool) -> list[Sequence[Cube]]:
    """Return the cubes for each process: open cubes one by one; closed cubes, if they need a proof, ``TOGETHER`` at a time."""
    alone: list[Sequence[Cube]] = [[cube] for cube in cubes if not cube.closed]
    closed = [cube for cube in cubes if cube.closed and prove]
    return [*alone, *(closed[first : first + TOGETHER] for first in range(0, len(closed), TOGETHER))]


def _started(
    puzzle: Puzzle,
    cubes: Sequence[Cube],
    solver: str,
    encodings: Encodings,
    deadline: Deadline,
    running: ExitStack,
    *,
    prove: bool,
) -> Process:
    decisions = [cube.literals for cube in cubes]
    order = {"puzzle": puzzle.text, "cubes": decisions, "prove": prove, "solver": solver}
    order["encodings"] = encodings.named()
    command = python_command("hashicnf.cubing.worker")
    return started(running, command, "a cube's process", order, deadline)


def _answers(process: Process) -> list[dict[str, Any]]:
    """Return the answers of a process that has ended. Raises SolverFailed if it failed."""
    if code := process.end():
        raise SolverFailed(f"{process.name} {process.ending(code)}")
    answers: list[dict[str, Any]] = json.loads(process.output)
    return answers


def _checked(puzzle: Puzzle, data: Any) -> object:
    """Return a solution from its data. Raises SolverFailed for one that breaks a rule."""
    solution = puzzle.from_data(data, "a cube's process")
    if broken := puzzle.check(solution):
        raise SolverFailed(f"a cube's process returned a solution that breaks a rule: {broken[0].message}")
    return solution
