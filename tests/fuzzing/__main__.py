"""Hunt for faults: ``python -m tests.fuzzing [--seed N] [--first N] [--cases N] [--save FOLDER] [--shrink]``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzzing.cases import make_case
from tests.fuzzing.corpus import build_corpus
from tests.fuzzing.running import Fault, hunt
from tests.fuzzing.shrinking import shrunk


def main() -> int:
    """Run cases and print each kind of fault once; return 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="Run commands on mutated files.")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--cases", type=int, default=1000, help="how many")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="write the files of a case of each kind of fault")
    parser.add_argument("--shrink", action="store_true", help="make these files small first")
    given = parser.parse_args()
    known: Counter[str] = Counter()

    def show(fault: Fault) -> None:
        known[fault.what] += 1
        if known[fault.what] > 1:
            return
        smaller = shrunk(fault) if given.shrink else fault
        print(smaller.report(), end="\n\n", flush=True)
        if given.save is not None:
            smaller.save(given.save / f"{given.seed}-{fault.case.number}")

    start, corpus = time.monotonic(), build_corpus()
    numbers = range(given.first, given.first + given.cases)
    hunt((make_case(corpus, given.seed, number) for number in numbers), workers=given.workers, on_fault=show)
    print(
        f"{given.cases:,} cases in {time.monotonic() - start:.0f} s, {sum(known.values()):,} faults of {len(known)} kinds"
    )
    for what, count in known.most_common():
        print(f"{count:6}  {what}")
    return int(bool(known))


if __name__ == "__main__":
    sys.exit(main())
