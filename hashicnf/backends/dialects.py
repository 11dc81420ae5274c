"""How external solvers are called and what their exit codes mean: one table.

Every solver is given the path of a CNF file in a private folder; most answer on standard output, MiniSat and Glucose in a
result file. ``codes`` maps exit codes to what the printed answer must then be; anything else is a failure. Codes and traps were
read off the Debian packages: picosat returns 0 for a malformed file, clasp 30 for "satisfiable, and all models seen" and 1 or 11
when interrupted, cryptominisat5 15 for "unknown", cadical 0 and no word at all at a limit.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hashicnf.backends.output import Status
from hashicnf.errors import UsageError

CODES: Final[Mapping[int, Status]] = {10: "sat", 20: "unsat", 0: "unknown"}
SAT4J_JAR = "/usr/share/java/org.ow2.sat4j.core.jar"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One solver: ``command`` with ``{cnf}`` and, where it writes a result file, ``{out}``.

    ``strict`` tells that its exit code must agree with its words; ``terminated`` that a model must end with 0; ``needs`` is a file
    that must exist beside the program.
    """

    name: str
    command: tuple[str, ...]
    install: str
    codes: Mapping[int, Status] = field(default_factory=lambda: CODES)
    strict: bool = True
    terminated: bool = True
    needs: str | None = None

    @property
    def program(self) -> str | None:
        """Find the program on the path, None if it (or what it needs) is not installed."""
        found = shutil.which(self.command[0])
        return None if found is None or (self.needs and not Path(self.needs).is_file()) else found


DIALECTS: Final[tuple[Dialect, ...]] = (
    Dialect("minisat", ("minisat", "-verb=0", "{cnf}", "{out}"), "apt install minisat"),
    Dialect("cadical", ("cadical", "-q", "{cnf}"), "apt install cadical"),
    Dialect(
        "cryptominisat5",
        ("cryptominisat5", "--verb", "0", "{cnf}"),
        "apt install cryptominisat",
        codes={10: "sat", 20: "unsat", 15: "unknown"},
    ),
    Dialect("picosat", ("picosat", "{cnf}"), "apt install picosat"),
    Dialect(
        "clasp",
        ("clasp", "--verbose=0", "{cnf}"),
        "apt install clasp",
        codes={10: "sat", 30: "sat", 20: "unsat", 0: "unknown", 1: "unknown"},
    ),
    Dialect("kissat", ("kissat", "-q", "{cnf}"), "build it from its source, or pip install passagemath-kissat"),
    Dialect("glucose", ("glucose", "-verb=0", "{cnf}", "{out}"), "build it from its source"),
    Dialect("sat4j", ("java", "-jar", SAT4J_JAR, "{cnf}"), "apt install sat4j", needs=SAT4J_JAR),
)


def find(name: str) -> Dialect | None:
    """Return the dialect of a solver by its name, None if it is not in the table."""
    return next((dialect for dialect in DIALECTS if dialect.name == name), None)


def is_template(text: str) -> bool:
    """Tell whether a solver's name is rather a command: it has a blank, a brace or a path separator."""
    return any(c in text for c in " {/")


def template(text: str) -> Dialect:
    """Make a dialect of a command such as ``mysat --quiet {cnf}``; without ``{cnf}`` the path is appended.

    A command may answer in words alone; when its exit code is 10 or 20 they must agree. Raises UsageError for bad quoting.
    """
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise UsageError(f"the solver command {text!r} cannot be split into words: {problem}") from None
    if not words:
        raise UsageError("the solver command is empty")
    if not any("{cnf}" in word for word in words):
        words.append("{cnf}")
    return Dialect(text, tuple(words), f"{words[0]!r} is not a program on this machine", strict=False, terminated=False)
