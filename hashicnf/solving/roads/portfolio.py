"""A portfolio of roads: each in a process of its own; the first answer wins, and the other processes are ended.

The first process runs the same stages as a single process would; each further one takes a single road without a budget. All compile
the puzzle's text and number the variables in the same way, so their models are checked here like any other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final

import numpy as np

from hashicnf.backends.supervisor import PastDeadlineError, Process, first_to_end, python_command, started
from hashicnf.core.stats import Stats
from hashicnf.errors import SolverFailed
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.pipeline.answer import require_refined
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.shared_plugins import require_shared
from hashicnf.solving.roads.choice import RoadName, Stage
from hashicnf.solving.run import Run

TO_THE_END: Final[tuple[RoadName, ...]] = ("windows", "lazy", "planar", "link-elimination")


def side_by_side(run: Run, stages: Sequence[Stage]) -> Verdict:
    """Run as many processes as the request has jobs; ``stages`` are those of a single process.

    Raises UsageError for plug-ins that were added in this process, SolverFailed for a wrong model, and if no process has an answer
    and one has failed.
    """
    require_shared({"family": run.compiled.puzzle.family, **run.request.named()})
    answers = list[dict[str, Any]]()
    try:
        with ExitStack() as running:
            processes = [_started(run, share, running) for share in shares(stages, run.request.jobs or 1)]
            while processes:
                processes.remove(process := first_to_end(processes))
                answers.append(_answer(process))
                if (verdict := _verdict(answers[-1], run.compiled)) is not None:
                    answered = Stats(**answers[-1]["stats"])
                    run.stats.solver = answered.solver
                    run.stats.add(answered)
                    return verdict
    except PastDeadlineError:
        return Unknown(run.deadline.stopped())
    failed = [answer["failed"] for answer in answers if "failed" in answer]
    if failed:
        raise SolverFailed(failed[0])
    return Unknown()


def shares(stages: Sequence[Stage], jobs: int) -> list[tuple[Stage, ...]]:
    """Return the stages for each process; no other takes the first road of the first process, apart from its short first stage."""
    first = next((stage.road for stage in stages if stage.road != "counting" and not stage.is_glance), None)
    drawn = any(stage.road in ("planar", "dual-elimination") for stage in stages)
    roads = dict.fromkeys([*(stage.road for stage in stages if stage.road != "counting"), *TO_THE_END])
    others = [(Stage(road),) for road in roads if road != first and (drawn or road != "planar")]
    return [tuple(stages), *others][:jobs]


def _started(run: Run, stages: Sequence[Stage], running: ExitStack) -> Process:
    request = run.request
    order = {
        "puzzle": run.compiled.puzzle.text,
        "encodings": request.named() | {"options": None if request.options is None else dict(request.options)},
        "stages": [[stage.road, stage.conflicts] for stage in stages],
    }
    command = python_command("hashicnf.solving.roads.worker")
    return started(running, command, f"the road {stages[-1].road}", order, run.deadline)


def _answer(process: Process) -> dict[str, Any]:
    """Return the answer of a process that has ended, or its failure under the key ``failed``."""
    if code := process.end():
        return {"failed": f"{process.name} {process.ending(code)}"}
    answer: dict[str, Any] = json.loads(process.output)
    return answer


def _verdict(answer: dict[str, Any], compiled: Compiled) -> Verdict | None:
    """Return the verdict in an answer, None if there is none. Raises SolverFailed for a wrong model."""
    match answer.get("verdict"):
        case "sat":
            bits = np.frombuffer(bytes.fromhex(answer["model"]), dtype=np.uint8)
            model = np.unpackbits(bits)[: compiled.variables.count + 1].astype(np.bool_)
            require_refined(compiled, model, "a process returned")
            return Sat(model)
        case "unsat":
            return Unsat(reason=answer["reason"])
        case _:
            return None
