"""A request: a line of JSON that names a command, its inputs and its options.

    {"id": 1, "command": "solve", "puzzle": "2.2\\n...\\n1.1\\n", "timeout": 2}

Keys are the names of the command's arguments and options, with dashes or underscores. An argument that is the name of a file on the
command line is the text of that file here, or its JSON, such as a solution of another reply; ``{"file": NAME}`` names a file, and
``{"text": TEXT}`` gives the value of an option as a text.
"""

from __future__ import annotations

import inspect
import json
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from hashicnf.cli.commands import COMMANDS, NOT_SERVED, TEXTS
from hashicnf.cli.parameters import NAMED, would_have_effect
from hashicnf.core.jsondata import unrepeated
from hashicnf.errors import InputError, UsageError, nearest, no_such
from hashicnf.files.inputs import NUL, impossible_in
from hashicnf.records import record

Json: TypeAlias = Any  # any value of a line
OWN: Final = ("id", "command", "name")
SOURCE: Final = "<request>"
UNNAMED: Final = "<{}>"
ENDLESS: Final = {"view": ("serve",)}  # options with which commands do not end by themselves
HELP: Final = ("help",)  # an option of every command that is not among its parameters
NO_FILES: Final = ("family", "heuristic")  # arguments that are names; all others are files
DATA: Final = ("solution", "partial")  # arguments whose lists are solutions of other replies, not lists of texts
PUZZLE: Final = "puzzle"  # a text in every request, even if it is an option of the command
PLURAL: Final = "s"  # ending of the names of arguments with several texts, which are also named without it
TIMEOUT: Final = "--timeout"
MOST_DIGITS: Final = sys.int_info.default_max_str_digits  # of an integer, since longer ones take long to parse
NAME: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")  # of an option or argument


@record
class Request:
    """A command with its words as on the command line, and the texts that its words refer to.

    ``used`` are the parameters of the words, None if some words belong to no parameter.
    """

    command: str
    words: tuple[str, ...]
    texts: Mapping[str, str]
    used: frozenset[str] | None


def parsed(line: str, number: int) -> Mapping[str, Json]:
    """Parse a line. Raises InputError, with the number of the line, for anything but a JSON object."""
    try:
        found = json.loads(
            line,
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_short,
            object_pairs_hook=unrepeated,
        )
    except RecursionError:
        raise InputError("brackets nested too deeply", SOURCE, number) from None
    except ValueError as problem:
        column = getattr(problem, "colno", None)  # Python knows no place of a number or a key
        what = getattr(problem, "msg", str(problem))
        raise InputError(f"not JSON: {what}", SOURCE, number, column, line, "a JSON object in one line") from None
    if not isinstance(found, dict):
        raise InputError("not a JSON object", SOURCE, number, 1, line, '{"id": ..., "command": ..., ...}')
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):  # a reply could not repeat it: JSON has no infinity
        raise ValueError(f"{digits} is too large a number")
    return number


def _short(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits is too long")
    return int(digits)


def command_of(asked: Mapping[str, Json]) -> str:
    """Return the command of a request. Raises UsageError unless it is a served command."""
    name = asked.get("command")
    served = [command for command in COMMANDS if command not in NOT_SERVED]
    if not isinstance(name, str):
        raise UsageError(f"the request names no command; there are: {', '.join(served)}")
    if name in NOT_SERVED:
        raise UsageError(f"{name} is not served: run it as a program of its own")
    if name not in COMMANDS:
        raise no_such("command", name, served)
    return name


def request_of(asked: Mapping[str, Json], command: Any, most_seconds: float | None) -> Request:
    """Convert a parsed request to words for its ``command``, which is that of the command line.

    A command that can print JSON does so, those of ``TEXTS`` only if requested; a ``timeout`` is at most ``most_seconds``. Raises
    UsageError for values that cannot be expressed as words.
    """
    called, parameters = command_of(asked), command.params
    given = {key.replace("_", "-"): value for key, value in asked.items() if key not in OWN}
    if twice := [key for key in asked if "_" in key and key.replace("_", "-") in asked]:
        raise UsageError(f"{twice[0]!r} and {twice[0].replace('_', '-')!r} are one option, given twice")
    if wrong := [key for key in given if not NAME.fullmatch(key)]:
        raise UsageError(f"{wrong[0]!r} names no argument and no option")
    names = {parameter.name.replace("_", "-"): parameter for parameter in parameters}
    if "puzzles" in names:
        _gather_puzzles(given, names)
    arguments = [name for name, parameter in names.items() if parameter.param_type_name == "argument"]
    _require_known(called, given, arguments, parameters)
    if "json" in names:
        given.setdefault("json", prints_json(called))
    if most_seconds is not None and given.get("timeout") is None and _is_limited(command.callback, given):
        given["timeout"] = most_seconds
    texts = _Texts(asked.get("name"))
    options = {name: value for name, value in given.items() if name not in arguments}
    every = (word for name, value in options.items() for word in _option(name, value, names.get(name), texts))
    words = [word if most_seconds is None else _at_most(word, most_seconds) for word in every]
    _require_single(called, given, names)
    files = [word for name in arguments for word in _argument(name, given.get(name), texts)]
    if endless := [name for name in ENDLESS.get(called, ()) if given.get(name)]:
        raise UsageError(
            f"{endless[0]}: {called} would run until it is stopped, and block the server; run it as a program of its own"
        )
    for word in (*words, *files):
        _require_word(word)
    used = frozenset(names[name].name for name in (*options, *arguments)) if options.keys() <= names.keys() else None
    return Request(called, (*words, "--", *files), texts.held, used)


def _is_limited(callback: Callable[..., int], given: Mapping[str, Json]) -> bool:
    """Return whether a command has a time limit of its own, which has an effect with the other options."""
    own = inspect.signature(callback).parameters
    return would_have_effect(own.values(), {name: given.get(name.replace("_", "-")) for name in own}, "timeout")


def _require_word(word: str) -> None:
    """Raise UsageError for a text that cannot be a word of a command line."""
    if (character := impossible_in(word)) is not None:
        what = "a NUL byte" if character == NUL else f"{character!a}, which is no character"
        raise UsageError(f"a name or value holds {what}")


def _require_known(
    command: str, given: Mapping[str, Json], arguments: Sequence[str], parameters: Sequence[Any]
) -> None:
    """Raise UsageError for a key that is neither an argument nor an option of a command, such as an object of options."""
    spelled = {word.lstrip("-") for one in parameters for word in (*one.opts, *one.secondary_opts)}
    known = sorted({*arguments, *HELP, *spelled} - {"puzzles"} | ({"puzzle"} if "puzzles" in arguments else set()))
    for key, value in given.items():
        if key in known or key in arguments:
            continue
        lacking = f'{command} has no argument or option "{key}"'
        if isinstance(value, dict) and value and not {*value} <= {"file", "text"}:
            names = [name.replace("_", "-") for name in value]
            meant = ", ".join(f'"{name if name in known else nearest(name, known) or name}": ...' for name in names)
            raise UsageError(f'{lacking}: options are keys of the request, so write {meant} beside "command"')
        near = nearest(key, known)
        more = f'; did you mean "{near}"?' if near else f"; see: help {command}"
        raise UsageError(f"{lacking} (options are keys of the request){more}")


def _require_single(command: str, given: Mapping[str, Json], names: Mapping[str, Any]) -> None:
    """Raise UsageError for several texts of an argument that takes one, since the second would be the next argument."""
    for name, value in given.items():
        takes_one = name in names and names[name].param_type_name == "argument" and names[name].nargs == 1
        if takes_one and name not in DATA and isinstance(value, list) and len(value) != 1:
            raise UsageError(f"{name}: {command} takes one, and there are {len(value)}")


def prints_json(command: str) -> bool:
    """Return whether a command prints JSON by default in replies."""
    return command not in TEXTS


def _gather_puzzles(given: dict[str, Json], names: Mapping[str, Any]) -> None:
    """Move the puzzles of a request, and the solution of a single one, to the argument of commands that take many puzzles."""
    if PUZZLE in given:
        if "puzzles" in given:
            raise UsageError("'puzzle' and 'puzzles' are one argument, given twice")
        given["puzzles"] = given.pop(PUZZLE)
    if "solution" in given and "solution" not in names:
        given["puzzles"] = {"puzzle": given.get("puzzles"), "solution": given.pop("solution")}
    elif "each" in names and isinstance(given.get("puzzles"), list):
        given.setdefault("each", True)


class _Texts:
    """The texts of a request, each with a name for messages."""

    def __init__(self, name: Json) -> None:
        if name is not None and (not isinstance(name, str) or name in ("", "-")):
            raise UsageError("name: expected the name of the puzzle for messages")
        self._first: str | None = name
        self.held: dict[str, str] = {}

    def hold(self, key: str, text: str) -> str:
        """Store a text; return its name: of the first text the name in the request, if any, of others one made from the key."""
        name, self._first = self._first or UNNAMED.format(key), None
        number = 1
        while name in self.held:
            number += 1
            name = UNNAMED.format(f"{key} {number}")
        self.held[name] = text
        return name


def _argument(name: str, value: Json, texts: _Texts) -> list[str]:
    """Return the words of an argument: the names of its texts, or of files."""
    name = name.removesuffix(PLURAL)
    if value is None:
        return []
    if isinstance(value, list) and (name not in DATA or _is_text(value)):
        return [word for one in _items(name, value) for word in _argument(name, one, texts)]
    if isinstance(value, str):
        return [value if name in NO_FILES else texts.hold(name, value)]
    if isinstance(value, dict) and {*value} == {"puzzle", "solution"}:
        return [word for key, one in value.items() for word in _argument(key, one, texts)]
    if isinstance(value, list) or (isinstance(value, dict) and (not value or not {*value} <= {"file", "text"})):
        return [texts.hold(name, _dumped(name, value))]
    match value:
        case {"file": str(), **rest} | {"text": str(), **rest} if not rest:
            return [_word(name, value, texts)]
    expected = "a name" if name in NO_FILES else 'a text, or {"file": ...} for the name of a file'
    raise UsageError(f"{name}: expected {expected}, not {_dumped(name, value)}")


def _is_text(values: list[Json]) -> bool:
    """Return whether a list is a single drawing: lines of text, or a file."""
    match values:
        case [{"file": _} | {"text": _}]:
            return True
        case [str(text)]:
            return "\n" in text.strip()
        case _:
            return False


def _option(name: str, value: Json, parameter: Any, texts: _Texts) -> list[str]:
    """Return the words of an option: none for null, a flag for true, its negation for false, one for each item of a list."""
    if value is None:
        return []
    if name == PUZZLE:
        return [f"--{name}={word}" for word in _argument(name, value, texts)]
    if isinstance(value, bool):
        if not getattr(parameter, "is_flag", True):
            raise UsageError(f"{name}: expected a value, not {json.dumps(value)}")
        return [f"--{name}"] if value else [*getattr(parameter, "secondary_opts", ())]
    if isinstance(value, list):
        return [word for one in _items(name, value) for word in _option(name, one, parameter, texts)]
    if isinstance(value, int | float) and getattr(parameter, "metavar", None) in NAMED:
        raise UsageError(f"{name}: expected the name of a file as a text, not {json.dumps(value)}")
    word = _word(name, value, texts)
    return [f"-{name}{word}" if len(name) == 1 else f"--{name}={word}"]


def _dumped(name: str, value: Json) -> str:
    try:
        return json.dumps(value)
    except RecursionError:
        raise UsageError(f"{name}: brackets nested too deeply") from None


def _items(name: str, values: list[Json]) -> list[Json]:
    """Return the items of a list. Raises UsageError for nested lists."""
    if any(isinstance(one, list) for one in values):
        raise UsageError(f"{name}: a list inside a list")
    return values


def _word(name: str, value: Json, texts: _Texts) -> str:
    """Return the word for a value. Raises UsageError for a value that cannot be a word."""
    match value:
        case str():
            return value
        case bool():
            pass
        case int() | float():
            return f"{value}"
        case {"file": "-", **rest} if not rest:
            raise UsageError(
                f"{name}: the server's standard streams are for requests and replies; give a text or a file's name"
            )
        case {"file": str(file), **rest} if not rest:
            return file
        case {"text": str(text), **rest} if not rest:
            return texts.hold(name, text)
    raise UsageError(f'{name}: expected a text, a number, true, false, {{"text": ...}} or {{"file": ...}}')


def _at_most(word: str, most: float) -> str:
    """Return a word with the time that it sets limited to ``most``; an invalid time is unchanged, for the command to report."""
    name, _, seconds = word.partition("=")
    with suppress(ValueError):
        return f"{TIMEOUT}={most}" if name == TIMEOUT and float(seconds) > most else word
    return word
