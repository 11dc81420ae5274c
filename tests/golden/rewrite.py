"""Write the golden CNF files anew: ``python -m tests.golden.rewrite``.

A file is replaced only if two independent solvers agree about it, and about the puzzle, and the checker accepts the model.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import hashicnf
from tests.commands import PROGRAM
from tests.golden.cases import FOLDER, cases, write

SOLVERS = ("cadical153", "minisat22")


def agreed(path: Path, puzzle: Path, *, complete: bool) -> bool:
    """Ask both solvers about the file and about the puzzle, and the checker about what the first one says."""
    runs = [
        subprocess.run([*PROGRAM, "sat", str(path), "--solver", s], capture_output=True, check=False) for s in SOLVERS
    ]
    codes = {run.returncode for run in runs}
    solvable = {isinstance(hashicnf.solve(hashicnf.read(str(puzzle)), solver=s).verdict, hashicnf.Sat) for s in SOLVERS}
    if len(codes) != 1 or len(solvable) != 1:
        return False
    if codes == {20}:
        return solvable == {False}
    decode = [*PROGRAM, "decode", "-", "--cnf", str(path)]
    decoded = [subprocess.run(decode, input=run.stdout, capture_output=True, check=False).returncode for run in runs]
    return decoded == [0, 0] or not complete


def main() -> None:
    """Rewrite all files and remove orphans."""
    with tempfile.TemporaryDirectory() as folder:
        for name, case in cases().items():
            (FOLDER / name).parent.mkdir(exist_ok=True)
            fresh = write(name, Path(folder))
            if not agreed(fresh, case.path, complete=case.compiled().claim.is_exact):
                sys.exit(f"{name}: the solvers and the checker do not agree; nothing more is written")
            (FOLDER / name).write_bytes(fresh.read_bytes())
    for family in {Path(name).parts[0] for name in cases()}:
        for path in (FOLDER / family).glob("*.cnf"):
            if f"{family}/{path.name}" not in cases():
                path.unlink()


main()
