"""External solvers, called directly: only their exit code counts here."""

from __future__ import annotations

import subprocess
from pathlib import Path

COMMANDS = {
    "minisat": ["minisat", "-verb=0"],
    "cadical": ["cadical", "-q"],
    "cryptominisat5": ["cryptominisat5", "--verb", "0"],
    "picosat": ["picosat"],
    "clasp": ["clasp", "--verbose=0"],
}
CODES = {10: "SAT", 20: "UNSAT", 30: "SAT"}


def verdict(program: str, path: Path) -> str:
    """Run a solver on a file; fail for an exit code that is no verdict."""
    done = subprocess.run([*COMMANDS[program], str(path)], capture_output=True, timeout=30, check=False)
    assert done.returncode in CODES, (program, path.name, done.stdout[-500:], done.stderr[-500:])
    return CODES[done.returncode]
