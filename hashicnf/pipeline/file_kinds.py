"""Recognise files that hashicnf or a solver has written when they are given in place of another kind of file.

Readers use this only after they have failed (``mixed_files.expecting``), so a right file costs nothing. Place, line and caret of
the error stay those of the reader. A text that is of the expected kind, or of none that is known, keeps the reader's own message.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Final

from hashicnf.errors import InputError
from hashicnf.files.inputs import beginning_of_input, is_held, is_there, read_pieces
from hashicnf.records import record

HEAD: Final = 1 << 14  # characters of a text by which it is recognised
COMMENTS: Final = r"(?:c(?:[ \t][^\n]*+)?\n)*+"
UNREAD: Final = r"(?:[co](?:[ \t][^\n]*+)?\n)*+"  # comments and bounds in a solver's output
TRACING: Final = "hashicnf solve {} --method astar --trace FILE.jsonl"
CERTIFYING: Final = "hashicnf certify {} -o FILE.cert"
CHECKING: Final = "hashicnf check PUZZLE {}"
DECODING: Final = "hashicnf decode {} --cnf FORMULA"


@record
class Kind:
    """A kind of file: its name in messages, the text that it begins with (None: not by its beginning), the command for it.

    {} in the command stands for the file. ``instead`` has the commands that make another kind of file of it, by the name of that.
    """

    name: str
    begins: re.Pattern[str] | None
    command: str
    instead: tuple[tuple[str, str], ...] = ()

    def advice(self, wanted: Kind, file: str) -> str:
        """Return the expectation of a reader that wants another kind of file."""
        made = dict(self.instead).get(wanted.name)
        how = f"{made.format(file)} writes one" if made else f"this file is for: {self.command.format(file)}"
        return f"{wanted.name}; {how}"


def _puzzle(bound: str) -> Kind:
    """Return the kind of puzzles whose formulas need the option ``bound``, "" for none."""
    instead = (
        ("a DIMACS formula", f"hashicnf encode {{}}{bound}"),
        ("a trace", TRACING),
        ("a proof", f"hashicnf prove {{}}{bound} --cnf FORMULA --proof FILE"),
        ("a certificate", CERTIFYING),
    )
    return Kind("a puzzle", None, "hashicnf solve {}", instead)


PUZZLE: Final = _puzzle("")
PLANNED: Final = _puzzle(" --horizon N")
WEIGHTED: Final = Kind(
    "a weighted formula",
    re.compile(COMMENTS + r"(?:p wcnf\b|h -?[0-9])|c hashicnf [0-9]++ [^\n]*\"soft\": "),
    "a MaxSAT solver, whose answer decode turns into a grid",
)
FORMULA: Final = Kind(
    "a DIMACS formula",
    re.compile(COMMENTS + r"p (?:cnf|inccnf)\b|c hashicnf [0-9]"),
    "hashicnf sat {}, whose answer decode turns into a grid",
    (("a solver's answer", "hashicnf sat {}"),),
)
OPB: Final = Kind(
    "an OPB formula",
    re.compile(r"\* (?:#variable=|hashicnf [0-9])"),
    "a pseudo-Boolean solver, whose answer decode turns into a grid",
)
MODEL: Final = Kind(
    "a solver's answer",
    re.compile(UNREAD + r"(?:s (?:SATISFIABLE|OPTIMUM FOUND)|v -?x?[0-9]|SAT[ \t\r]*+(?:\n|\Z))"),
    DECODING,
    (("a solution", "hashicnf decode {} --puzzle PUZZLE"),),
)
VERDICT: Final = Kind(  # without a model, so no command makes a solution of it
    "a solver's answer",
    re.compile(
        UNREAD + r"(?:s (?:UN|INDET)|(?:SATISFIABLE|UNSAT(?:ISFIABLE)?|INDET(?:ERMINATE)?)[ \t\r]*+(?:\n|\Z))"
        r"|WARNING: for repeatability|={9,}+\[ (?:Problem|Search) Statistics \]"  # standard output of MiniSat
    ),
    DECODING,
)
JSON_ANSWER: Final = Kind(
    "an answer of clasp in JSON",
    re.compile(r'\{\s*+"Solver": "clasp'),
    "a program that reads JSON",
    (("a solver's answer", "clasp without --outf=2"),),
)
CERTIFICATE: Final = Kind("a certificate", re.compile(r"hashicnf certificate [0-9]"), "hashicnf check-certificate {}")
TRACE: Final = Kind(
    "a trace", re.compile(r'\{"node": [0-9]+, "parent": -?[0-9]+, "event": '), "hashicnf explain-trace {}"
)
PAGE: Final = Kind("a page", re.compile(r"\s*+<(?:!doctype html|html)\b", re.IGNORECASE), "a browser")
PICTURE: Final = Kind(
    "a picture", re.compile(r"\s*+(?:<\?xml[^>]*+>\s*+)?<svg\b"), "a browser, or an editor of pictures"
)
# Lines of literals and a 0; a negative literal or a deletion among the first distinguishes them from a table of numbers.
_SIGNED: Final = r"(?=[\s\S]{0,999}?(?:-[1-9]|(?:^|\n)d ))"
_LEMMAS: Final = r"(?:c [^\n]*+\n)*+(?:(?:d )?(?:-?[0-9]+ )*+0\r?\n){2}"
_ENDS: Final = r"(?=[\s\S]*?(?:^|\n)(?:d |0\r?\n))"  # a deletion or the empty clause, which formulas do not have
PROOF: Final = Kind("a proof", re.compile(_SIGNED + _ENDS + _LEMMAS), "hashicnf check-proof FORMULA {}")
CLAUSES: Final = Kind(
    "a proof, or a formula without its header p cnf VARIABLES CLAUSES", re.compile(_SIGNED + _LEMMAS), PROOF.command
)
HEADLESS: Final = Kind("clauses without a header", None, "hashicnf encode PUZZLE --add {}")
# A lemma, or a row of a table of numbers.
LEMMA: Final = re.compile(r"(?:c [^\n]*+\n)*+(?:d )?(?:-?[1-9][0-9]*+ )*+0\r?\n")
DRAWING: Final = Kind(  # in a frame, such as those of pieces, which look alike before and after a plan
    "a drawing of a board", re.compile(r"(?:#[^\n]*+|[^#\u2500-\u257f]++)*+\u250c"), CHECKING
)
SOLUTION: Final = Kind(  # drawn with lines, or in ASCII, or a plan
    "a solution",
    re.compile(
        r"(?:#[^\n]*+|[^#\u2500-\u257f]++)*+[\u2500-\u257f]"
        r"|(?:#[^\n]*+\n|[ \t0-9\n]++)*+(?<=[0-9])(?:--+|==+)[0-9]"
        r"|(?:#[^\n]*+\n)*+(?:[0-9]+|[A-Za-z]) (?:up|down|left|right)\b"
    ),
    CHECKING,
)
SOLVED: Final = Kind("a result", re.compile(r'\{"schema": [0-9]++, [^\n]*?"solution": (?!null)'), CHECKING)
RESULT: Final = Kind("a result", re.compile(r'\{"schema": [0-9]++, "'), "a program that reads JSON")
BY_BEGINNING: Final = (
    CERTIFICATE,
    TRACE,
    SOLVED,
    RESULT,
    WEIGHTED,
    FORMULA,
    OPB,
    MODEL,
    VERDICT,
    JSON_ANSWER,
    PAGE,
    PICTURE,
    PROOF,
    CLAUSES,
    DRAWING,
    SOLUTION,
)


def kind_of(text: str) -> Kind | None:
    """Return the kind of file that a text is by its beginning; None if it is a puzzle, or of no kind that is known."""
    head = text[:HEAD].removeprefix("\ufeff")
    return next((kind for kind in BY_BEGINNING if kind.begins is not None and kind.begins.match(head)), None)


def explained(problem: InputError, wanted: Kind, found: Kind | None, name: str) -> InputError:
    """Return the error of a reader with the kind of the file and the command for it, if it is not for the command of ``wanted``."""
    if found is None or found.command == wanted.command:
        return problem
    file = quote(name) if is_there(name) and not is_held(name) else "FILE"
    return replace(problem, message=f"this is {found.name}, not {wanted.name}", expected=found.advice(wanted, file))


def no_puzzle(problem: InputError, text: str) -> InputError:
    """Return the error of a reader of puzzles, explained as by ``explained``."""
    return explained(problem, PUZZLE, kind_of(text), problem.source)


def beginning_of(name: str) -> bytes:
    """Return the beginning of a file that can be opened again, or of standard input, which has been read."""
    if name == "-":
        return beginning_of_input()
    try:
        if not is_held(name) and not Path(name).is_file():  # opening a pipe again would wait for another writer
            return b""
        return next(read_pieces(name), b"")
    except (InputError, OSError):  # nor can names be examined that are too long
        return b""
