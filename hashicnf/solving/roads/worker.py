"""One process of a portfolio: runs some stages, and writes its answer to standard output.

The order comes as JSON on standard input: the ``puzzle`` as native text, the ``encodings`` of the request, and the ``stages`` as
pairs of a road and a budget. The answer is JSON: the ``verdict``, the ``model`` as bits in hexadecimal, and the ``stats``.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import numpy as np

from hashicnf.logic import Sat, Unsat
from hashicnf.pipeline.puzzles import NATIVE, parse
from hashicnf.solving.request import Request
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run


def main() -> None:
    """Read the order, run its stages, write the answer."""
    from hashicnf.solving.by_cdcl import compiled_for

    order = json.load(sys.stdin)
    puzzle = parse(order["puzzle"], NATIVE)
    compiled = compiled_for(puzzle, Request(**order["encodings"]))
    run = Run(compiled)
    with StageRunner(run) as runner:
        verdict = runner.run(Stage(road, conflicts) for road, conflicts in order["stages"])
    answer: dict[str, object] = {"verdict": "unknown"}
    match verdict:
        case Sat(model):
            answer = {"verdict": "sat", "model": np.packbits(model).tobytes().hex()}
        case Unsat():
            answer = {"verdict": "unsat", "reason": verdict.reason}
    json.dump(answer | {"stats": asdict(run.stats)}, sys.stdout)
