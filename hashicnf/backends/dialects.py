"""External solvers: one table of their command lines and exit codes.

Every solver gets the path of a CNF file in a private folder; most write their answers to standard output, MiniSat to a result
file. ``codes`` maps exit codes to the answers that must be printed with them; other combinations are failures. The codes are
those of the Debian packages: picosat returns 0 for a malformed file, clasp 30 for "satisfiable, and all models seen" and 1 or 11
when interrupted, cryptominisat5 15 for "unknown", cadical 0 and no output at a limit.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

from hashicnf.backends.output import Status
from hashicnf.errors import UsageError
from hashicnf.records import record

CODES: Final[Mapping[int, Status]] = {10: "sat", 20: "unsat", 0: "unknown"}
DECLARED: Final = re.compile(r"\{unsat=([0-9]{1,3})\}")
FILES: Final = ("{cnf}", "{out}", "{proof}")  # of a command: the formula, a result file, a proof
MOST_CODE: Final = 255  # largest exit code
NAMED: Final = re.compile(r"(?<!\$)\{[A-Za-z]+(?:=[^{}]*)?\}")  # not ${NAME}, a variable of a shell
QUOTING: Final = re.compile(r"[\s\"]")  # scripts and JSON contain other braces
SHELL: Final = re.compile(r"\d*[<>]|[|&;]+$")  # redirections, pipes, the next command
SAT4J_JAR = "/usr/share/java/org.ow2.sat4j.core.jar"


@record
class Dialect:
    """One solver: ``command`` with ``{cnf}`` and, if it writes a result file, ``{out}``.

    ``proof`` are further arguments for writing a proof, as DRAT text, to ``{proof}``; none if the solver cannot. ``strict`` means
    that the exit code must agree with the printed status; ``terminated`` that a model must end with 0; ``needs`` is a file that
    must exist besides the program; ``private`` means that the solver runs in a private folder instead of the user's. ``version`` is
    the option that prints a line which ends with the version; empty if there is none.
    """

    name: str
    command: tuple[str, ...]
    install: str
    codes: Mapping[int, Status] = field(default_factory=lambda: CODES)
    strict: bool = True
    terminated: bool = True
    needs: str | None = None
    private: bool = True
    proof: tuple[str, ...] = ()
    version: str = ""

    @property
    def proves(self) -> bool:
        """Return whether the solver can write proofs."""
        return any("{proof}" in word for word in (*self.command, *self.proof))

    @property
    def program(self) -> str | None:
        """Return the absolute path of the program, None if the program or the file ``needs`` is not installed."""
        found = find_program(self.command[0])
        return None if found is None or (self.needs and not Path(self.needs).is_file()) else found


DIALECTS: Final[tuple[Dialect, ...]] = (
    Dialect("minisat", ("minisat", "-verb=0", "{cnf}", "{out}"), "apt install minisat"),
    Dialect(
        "cadical",
        ("cadical", "-q", "{cnf}"),
        "apt install cadical",
        proof=("--no-binary", "{proof}"),
        version="--version",
    ),
    Dialect(
        "cryptominisat5",
        ("cryptominisat5", "--verb", "0", "{cnf}"),
        "apt install cryptominisat",
        codes={10: "sat", 20: "unsat", 15: "unknown"},
        version="--version",
    ),
    Dialect("picosat", ("picosat", "{cnf}"), "apt install picosat", version="--version"),
    Dialect(
        "clasp",
        ("clasp", "--verbose=0", "{cnf}"),
        "apt install clasp",
        codes={10: "sat", 30: "sat", 20: "unsat", 0: "unknown", 1: "unknown"},
        version="--version",
    ),
    Dialect(
        "kissat",
        ("kissat", "-q", "{cnf}"),
        "build it from its source, or pip install passagemath-kissat",
        proof=("--no-binary", "--no-factor", "{proof}"),  # unit propagation cannot derive factored clauses
        version="--version",
    ),
    Dialect(
        "glucose",
        ("glucose", "-verb=0", "-model", "{cnf}"),  # into a result file 4.2.1 writes literals alone
        "build it from its source, or pip install passagemath-glucose",
        proof=("-certified", "-certified-output={proof}"),
    ),
    Dialect("sat4j", ("java", "-jar", SAT4J_JAR, "{cnf}"), "apt install sat4j", needs=SAT4J_JAR),
)


def find_program(name: str) -> str | None:
    """Find a program on PATH, beside this Python, or in the ``bin`` of an installed package; return its absolute path."""
    if (found := shutil.which(name)) is None and "/" not in name:
        packages = [Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
        folders = [Path(sys.executable).parent, *(folder for place in packages for folder in place.glob("*/bin"))]
        found = shutil.which(name, path=os.pathsep.join(map(str, folders)))
    return None if found is None else str(Path(found).absolute())


def find(name: str) -> Dialect | None:
    """Return the dialect of a solver by its name, None if it is not in the table."""
    return next((dialect for dialect in DIALECTS if dialect.name == name), None)


def is_template(text: str) -> bool:
    """Return whether a solver's name is a command: it contains a blank, a brace or a path separator."""
    return any(c in text for c in " {/")


def template(text: str) -> Dialect:
    """Return the dialect of a command such as ``mysat --quiet {cnf}``; without ``{cnf}`` the path is appended.

    A command with ``{proof}`` writes its proof there. It runs in the user's folder. The exit code may be 0 for any printed answer;
    10 and 20 must agree with it. "Unsatisfiable" with another code is accepted only if a word ``{unsat=CODE}`` of the command
    declares that code.
    Raises UsageError for invalid quoting, for redirections, for an unknown name in braces, and for an invalid exit code.
    """
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise UsageError(f"the solver command {text!r} cannot be split into words: {problem}") from None
    codes: dict[int, Status] = dict(CODES)
    declared = {
        word: int(code[1]) for word in words if (code := DECLARED.fullmatch(word)) and int(code[1]) <= MOST_CODE
    }
    codes.update(dict.fromkeys(declared.values(), "unsat"))
    words = [word for word in words if word not in declared]
    if not words:
        raise UsageError("the solver command is empty")
    if not any("{cnf}" in word for word in words):
        words.append("{cnf}")
    if (shell := next(filter(SHELL.match, words), None)) is not None:
        raise UsageError(
            f"the solver command {text!r} contains {shell!r}: commands run without a shell, "
            "so redirections and pipes belong into a script"
        )
    _require_known(text, words)
    return Dialect(text, tuple(words), _missing(words[0]), codes, strict=False, terminated=False, private=False)


def _require_known(text: str, words: Sequence[str]) -> None:
    """Raise UsageError if the words of a command contain an unknown name in braces, or an exit code that is none."""
    named = (name for word in words if not QUOTING.search(word) for name in NAMED.findall(word))
    if (unknown := next((name for name in named if name not in FILES), None)) is not None:
        if unknown.startswith("{unsat="):
            raise UsageError(
                f"the solver command {text!r} contains {unknown}: {{unsat=CODE}} is a word of its own, and its exit code is a "
                f"whole number from 0 to {MOST_CODE}"
            )
        raise UsageError(
            f"the solver command {text!r} contains the unknown name {unknown}: there are {{cnf}} for the formula, {{out}} for a "
            "result file, {proof} for a proof, and {unsat=CODE} for an exit code"
        )


def _missing(program: str) -> str:
    """Return why a command cannot be run if its program is missing; a name of PySAT's is a solver without a command."""
    if find_program(program) is not None:
        return ""
    from hashicnf.backends.abilities import canonical

    named = f"; the solver of that name inside PySAT is --solver {program}" * (canonical(program) is not None)
    return f"{program!r} is not a program on this machine{named}"
