"""Read the output of SAT solvers: the competition's ``s`` and ``v`` lines, MiniSat's result file, and variants.

    s SATISFIABLE | UNSATISFIABLE | UNKNOWN | INDETERMINATE     v 1 -2 0     c comments, o and d lines are skipped
    SAT / 1 -2 3 0, UNSAT, INDET                                MiniSat's result file
    1 -2 3 0                                                    Glucose's result file
    SATISFIABLE, UNSATISFIABLE, INDETERMINATE, WARNING...       MiniSat on its standard output

Solvers of pseudo-Boolean constraints write ``v x1 -x2``, those of MaxSAT since 2020 ``v 0101``: a digit for each variable. A model
of up to ten digits that begins with 1 reads as a number, so its solver must write numbers.

``v`` lines may precede the ``s`` line (clasp), leave out variables, be one line of megabytes (sat4j) or lack the closing 0; the
caller decides whether that is acceptable. Contradictions are errors with line and column: two different ``s`` lines, a model beside
"unsatisfiable", a literal and its negation, or a word that is not a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.dimacs.text import portions
from hashicnf.errors import InputError, InternalError, brief, counted
from hashicnf.logic import Ints, is_whole
from hashicnf.records import record

Notation: TypeAlias = Literal["numbers", "names", "digits"]
Status: TypeAlias = Literal["sat", "unsat", "unknown", "none"]

WORDS: Final[dict[bytes, Status]] = {
    b"SATISFIABLE": "sat",
    b"UNSATISFIABLE": "unsat",
    b"UNKNOWN": "unknown",
    b"INDETERMINATE": "unknown",
    b"OPTIMUM FOUND": "sat",  # of optimising solvers
    b"SAT": "sat",
    b"UNSAT": "unsat",
    b"INDET": "unknown",
}
DIGITS: Final = re.compile(rb"v[ \t]+(0[01]+|[01]{11,})[ \t\r]*")  # no number has such a zero, or so many digits
NAMED = re.compile(rb"(?<=[ \t])(-?)x(?=[1-9])")  # the sign and prefix of a variable in OPB
NUMBER_BYTES = b"0123456789- \t\r\n"
BAD: Final = re.compile(rb"[^-0-9 \t\r\n]|[0-9]-|-(?![0-9])")  # in a line of literals

# Regular lines come in runs: values after v, bare values of a result file, and lines without information.
RUNS: Final = re.compile(
    rb"(?P<values>(?:v(?![ \t]++0[01])(?:[ \t]++-?[0-9]{1,10}+)*+[ \t\r]*+(?:\n|\Z))++)"
    rb"|(?P<bare>(?:(?:[ \t]*+-?[0-9]++(?![-0-9]))++[ \t\r]*+(?:\n|\Z))++)"
    rb"|(?P<idle>(?:(?:c[^\n]*+)?+\n)++)"
    rb"|(?P<other>[^\n]++\n?)"
)
WORD: Final = re.compile(rb"-?x?[0-9]++")
TOO_LARGE: Final = 1 << 31  # for a variable
NO_VALUES: Final = np.zeros(0, dtype=np.int64)


@record
class Output:
    """A solver's answer: a status (``none``: it printed none), the literals, and whether the model ended with 0.

    ``form`` is the notation of the model: numbers of variables, names of variables, or digits.
    """

    status: Status
    literals: Ints
    terminated: bool
    form: Notation = "numbers"

    def is_closed(self, variables: int) -> bool:
        """Return whether the model is complete: it ends with 0, has so many variables, or has names, which need no end."""
        return self.terminated or self.form == "names" or len(np.unique(np.abs(self.literals))) >= variables


def parse_output(data: bytes, name: str = "<output>", deadline: Deadline = NEVER, *, is_file: bool = False) -> Output:
    """Parse a solver's output in any dialect; of a result file, literals and a 0 alone are a model too.

    Raises InputError with line and column for contradictions, GaveUp at the deadline.
    """
    alone = is_file and _is_alone(data)
    reading = _Reading(name, alone=alone)
    for start, end in portions(data, deadline):
        reading.read(data, start, end)
    status, values = reading.status, np.concatenate([NO_VALUES, *reading.values])
    if (fault := _fault(values)) is not None:
        raise _fault_error(data, name, *fault, alone=alone)
    literals, terminated = _literals(values)
    if status == "unsat" and len(values):
        raise _fault_error(data, name, 0, "a model beside the answer that there is none", "one of them")
    if len(literals) and status == "none":
        status = "sat"
    return Output(status, literals, terminated, reading.form)


def output_of(model: Sequence[Any] | NDArray[Any], name: str) -> Output:
    """Return a model, literals or the value of each variable as bool[V + 1], as the output of a solver that printed it.

    It is complete with or without a 0 at its end. Raises InputError, which names the first wrong element.
    """
    values = _array_of(model, name) if isinstance(model, np.ndarray) else _list_of(model, name)
    if values.dtype == np.bool_:
        number = np.arange(1, len(values), dtype=np.int32)
        return Output("sat", np.where(values[1:], number, -number), terminated=True)
    if (fault := _fault(values)) is not None:
        raise _element_error(model, *fault, name)
    return Output("sat", _literals(values)[0], terminated=True)


def _array_of(model: NDArray[Any], name: str) -> NDArray[Any]:
    """Return an array of truth values as it is, one of numbers as int64. Raises InputError for any other."""
    if model.ndim != 1:
        message, expected = (
            f"an array of {counted(model.ndim, 'dimension')}",
            "one dimension: literals, or truth values",
        )
        raise InputError(message, name, expected=expected)
    match model.dtype.kind:
        case "b":
            return model
        case "i":
            return np.clip(model.astype(np.int64), -TOO_LARGE, TOO_LARGE)
        case "u":
            return np.minimum(model.astype(np.uint64), TOO_LARGE).astype(np.int64)
    return _list_of(model.tolist(), name)


def _list_of(model: Sequence[Any], name: str) -> NDArray[Any]:
    """Return a list of truth values as bool, one of whole numbers as int64. Raises InputError for any other."""
    kinds = {*map(type, model)}
    if kinds and kinds <= {bool, np.bool_}:
        return np.array(model, dtype=np.bool_)
    if (
        not kinds <= {int}
        and (wrong := next((i for i, one in enumerate(model) if not is_whole(one)), None)) is not None
    ):
        raise _element_error(model, wrong, "not a literal", "whole numbers such as 1, -2, 3", name)
    try:
        return np.clip(np.array(model, dtype=np.int64), -TOO_LARGE, TOO_LARGE)
    except OverflowError:
        return np.array([max(-TOO_LARGE, min(int(one), TOO_LARGE)) for one in model], dtype=np.int64)


def _element_error(
    elements: Sequence[Any] | NDArray[Any], index: int, message: str, expected: str, name: str
) -> InputError:
    wrong = elements[index]
    shown = brief(wrong.item() if isinstance(wrong, np.generic) else wrong)
    return InputError(f"element {index} is {shown}: {message}", name, expected=expected)


class _Reading:
    """The state of reading: the answer and whether it had no ``s``, the numbers of value lines, the number of lines."""

    def __init__(self, name: str, *, alone: bool = False) -> None:
        self.status: Status = "sat" if alone else "none"
        self.values: list[NDArray[np.int64]] = []
        self.form: Notation = "numbers"
        self._name, self._lines, self._is_bare = name, 0, alone

    def read(self, data: bytes, start: int, end: int) -> None:
        """Read whole lines: regular ones, of which there may be millions, in runs, and others one by one."""
        texts: list[bytes] = []
        for run in RUNS.finditer(data, start, end):
            match run.lastgroup:
                case "values":
                    texts.append(run[0].replace(b"v", b" "))
                case "bare" if self._is_bare and self.status == "sat":
                    texts.append(run[0])
                case "bare" | "other":
                    for number, line in enumerate(run[0].split(b"\n"), self._lines + 1):
                        texts += self._line(line, number)
            self._lines += run[0].count(b"\n")
        if text := b" ".join(texts).strip():
            self.values.append(np.fromstring(text, dtype=np.int64, sep=" "))

    def _line(self, raw: bytes, number: int) -> list[bytes]:
        """Read a line of any kind; return the numbers of a value line, otherwise nothing."""
        line = raw.rstrip(b"\r \t")
        if line.startswith(b"v") and line[1:2] in (b" ", b"\t", b""):
            body, self.form = _body(line, self.form)
            return [_numbers(b" " + body[1:], line, number, self._name)]
        word = line[2:].strip() if line.startswith(b"s ") else line
        if word in WORDS:
            if self.status not in ("none", WORDS[word]):
                raise _error(f"a second, different answer: {word.decode()}", line, number, self._name)
            self.status, self._is_bare = WORDS[word], not line.startswith(b"s ")
        elif line.startswith(b"s "):
            raise _error(
                "an answer that is not known", line, number, self._name, 3, "s SATISFIABLE, UNSATISFIABLE or UNKNOWN"
            )
        elif self._is_bare and _is_model(line, self.status):
            return [_numbers(b" " + line, line, number, self._name)]
        return []


def _body(line: bytes, form: Notation) -> tuple[bytes, Notation]:
    """Return a value line with numbers instead of names, in the same columns, or of digits, and its notation."""
    if (bits := DIGITS.fullmatch(line)) is not None:
        return b"v " + _of_digits(bits[1]), "digits"
    return (NAMED.sub(rb" \1", line), "names") if b"x" in line else (line, form)


def _of_digits(digits: bytes) -> bytes:
    """Return a model in digits, one for each variable in order, as literals."""
    return (
        b" ".join(b"%d" % (number if digit == ord("1") else -number) for number, digit in enumerate(digits, 1)) + b" 0"
    )


def _is_alone(data: bytes) -> bool:
    """Return whether a text consists of literals alone, and ends with 0: Glucose 4.2.1 writes such result files."""
    return not data.translate(None, NUMBER_BYTES) and data.rsplit(None, 1)[-1:] == [b"0"]


def _is_model(line: bytes, status: Status) -> bool:
    """Return whether a line of a result file consists of literals; beside "unsatisfiable", only if it ends with 0."""
    if line == b"" or line.strip(NUMBER_BYTES) != b"":
        return False
    return status == "sat" or (status == "unsat" and line.split()[-1] == b"0")


def _numbers(body: bytes, line: bytes, number: int, name: str) -> bytes:
    """Return the body of a value line. Raises InputError unless it consists of integers."""
    if (bad := BAD.search(body)) is None:
        return body
    column = bad.start() + len(line) - len(body) + 1
    raise _error("not a literal", line, number, name, column, "integers such as 1 -2 3 0")


def _literals(values: NDArray[np.int64]) -> tuple[Ints, bool]:
    """Return the literals before the closing 0, and whether there is one."""
    ends = np.flatnonzero(values == 0)
    return (values[: ends[0]] if len(ends) else values).astype(np.int32), len(ends) > 0


def _fault(values: NDArray[np.int64]) -> tuple[int, str, str] | None:
    """Return the index of the value that makes a model invalid, the message and the expectation; None for a valid model."""
    ends = np.flatnonzero(values == 0)
    end = int(ends[0]) if len(ends) else len(values)
    if values[end:].any():
        return end + int(np.argmax(values[end:] != 0)), "literals after the closing 0: more than one model", "one model"
    literals = values[:end]
    if len(literals) and max(-int(literals.min()), int(literals.max())) >= TOO_LARGE:
        message = "a literal too large for any variable"
        wrong = (literals >= TOO_LARGE) | (literals <= -TOO_LARGE)  # abs would keep the least int64
        return int(np.argmax(wrong)), message, f"numbers to {TOO_LARGE - 1:,}"
    code = np.sort(2 * np.abs(literals) + (literals < 0))
    both = code[:-1][(code[:-1] % 2 == 0) & (code[1:] == code[:-1] + 1)] // 2
    if not len(both):
        return None
    most = int(both[-1])
    where = int(np.flatnonzero(np.abs(literals) == most)[-1])
    return where, f"the model holds both {most} and -{most}", "one value for each variable"


def _fault_error(data: bytes, name: str, index: int, message: str, expected: str, *, alone: bool = False) -> InputError:
    """Make (not raise) the error that points at a value of the model; lines are read again, one by one, to find it."""
    reading, before = _Reading(name, alone=alone), 0
    for number, line in enumerate(data.split(b"\n"), 1):
        reading.read(line, 0, len(line))
        found = sum(map(len, reading.values))
        if before <= index < before + found:
            digits = DIGITS.fullmatch(line)
            at = [word.start() for word in WORD.finditer(line)] if digits is None else range(*digits.span(1))
            return _error(message, line, number, name, [*at, len(line)][min(index - before, len(at))] + 1, expected)
        before += found
        reading.values.clear()
    raise InternalError(f"there is no value number {index} of a model after all")


def _error(
    message: str, line: bytes, number: int, name: str, column: int = 1, expected: str | None = None
) -> InputError:
    return InputError(message, name, number, column, line.decode("utf-8", "replace"), expected)
