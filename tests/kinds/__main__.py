"""Solve boards of many kinds: ``python -m tests.kinds [--count N] [--sizes N,N] [--seed N] [--only TEXT] [--limit SECONDS]``.

A line for each board with its processor time, the road that led to the answer and the command that makes the board; then a table
of what could not be solved, by property. The exit code is 1 if an answer is wrong.
"""

from __future__ import annotations

import argparse
import sys
from itertools import chain
from statistics import median

from tests.kinds.boards import lattices, sampled
from tests.kinds.running import Run, run


def main() -> int:
    """Solve the boards and print the tables; return 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.kinds", description="Solve boards of many kinds.")
    parser.add_argument("--count", type=int, default=50, help="how many boards, beside the lattices")
    parser.add_argument("--sizes", default="1000,2000,5000,10000,20000", help="islands of a board")
    parser.add_argument("--seed", type=int, default=1, help="chooses the kinds and the boards")
    parser.add_argument("--only", default="", metavar="TEXT", help="kinds whose name holds this text")
    parser.add_argument("--lattices", action=argparse.BooleanOptionalAction, default=True, help="lattices of twos too")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="of processor time for a board")
    parser.add_argument("options", nargs="*", help="of solve, after --")
    given = parser.parse_args()
    sizes = tuple(int(size) for size in given.sizes.split(","))
    kinds = chain(lattices() if given.lattices else (), sampled(given.count, sizes, given.seed))
    runs = []
    for kind in kinds:
        if given.only not in kind.name:
            continue
        found = run(kind, given.limit, given.options)
        runs.append(found)
        print(_line(found), flush=True)
    print(_summary(runs))
    return int(any(found.is_wrong for found in runs))


def _line(found: Run) -> str:
    mark = "WRONG " if found.is_wrong else ""
    return (
        f"{found.seconds:7.2f} s {found.memory:6.0f} MiB  {mark}{found.result:<10}  {found.roads:<30}  "
        f"{found.kind.name}  |  {found.kind.command}"
    )


def _summary(runs: list[Run]) -> str:
    answered = [found for found in runs if not found.is_unanswered]
    small = sum(found.is_unanswered for found in runs if found.kind.islands <= 2000)
    seconds = sorted(found.seconds for found in answered)
    times = f", median {median(seconds):.2f} s, maximum {seconds[-1]:.2f} s" if seconds else ""
    lines = [f"{len(answered)} of {len(runs)} boards answered{times}; unanswered up to 2,000 islands: {small}"]
    wrong = sum(found.is_wrong for found in runs)
    return "\n".join([*lines, *([f"{wrong} WRONG"] if wrong else [])])


if __name__ == "__main__":
    sys.exit(main())
