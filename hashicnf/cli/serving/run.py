"""Run requests: each gets a reply, also after an error.

{"schema": 1, "id": 1, "exit": 0, "results": [{"puzzle": "<puzzle>", "status": "solved", ...}]}
{"schema": 1, "id": 2, "exit": 65, "error": {"exit": 65, "message": ..., "line": 3, "column": 1, ...}}
"""

from __future__ import annotations

import gc
import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from copy import copy
from functools import cache, lru_cache, partial
from types import FrameType
from typing import Any, Final

import typer

from hashicnf.cli import complaints
from hashicnf.cli.app import ClickException, application, cause_of, failure
from hashicnf.cli.objects import every_digit
from hashicnf.cli.parameters import settle_parameters
from hashicnf.cli.serving.request import SOURCE, TIMEOUT, Json, Request, command_of, parsed, prints_json, request_of
from hashicnf.cli.serving.streams import Printed
from hashicnf.cli.usage import usage_message
from hashicnf.errors import Exit, GaveUp, HashicnfError, InputError, UsageError, exception_text
from hashicnf.files.inputs import decoded, holding
from hashicnf.files.signals import Terminated
from hashicnf.registry import blame

SCHEMA: Final = 1
MOST_NARROWED: Final = 256
SOON: Final = 1e-6  # seconds of a timer that should ring at once: with 0 it never rings
GRACE: Final = 1.0  # further seconds in which a command reports its own time limit


def reply_to(line: bytes | InputError, number: int, most_seconds: float | None) -> dict[str, Json]:
    """Run the request of a line, the ``number``-th; return the reply. A request takes at most ``most_seconds``."""
    asked: Mapping[str, Json] = {}
    printed = Printed()
    try:
        asked = _parsed(line, number)
        with complaints() as problems:
            reply: dict[str, Json] = {"exit": copy_context().run(_run, asked, printed, most_seconds)}
        if problems:
            reply["error"] = error_data(problems[0])
    except Terminated:
        raise
    except (Exception, KeyboardInterrupt, SystemExit) as problem:
        error = error_data(problem)
        reply = {"exit": error["exit"], "error": error}
    found = _printed(printed, is_json=_prints_json(asked))
    return {"schema": SCHEMA, "id": asked.get("id")} | reply | found


def _parsed(line: bytes | InputError, number: int) -> Mapping[str, Json]:
    if isinstance(line, InputError):
        raise line
    try:
        text = decoded(line, SOURCE)
    except InputError as problem:
        problem.line = number
        raise
    return parsed(text.rstrip("\r\n"), number)


def error_data(problem: BaseException) -> dict[str, Json]:
    """Return an error as data for JSON: exit code, the message of the command line, and its place in a text."""
    if isinstance(problem, ClickException):
        return {"exit": int(problem.exit_code), "message": usage_message(problem)}
    problem = cause_of(problem)
    code, message = failure(problem)
    data: dict[str, Json] = {"exit": int(code), "message": message}
    if isinstance(problem, InputError):
        places = {"source": problem.source, "line": problem.line, "column": problem.column}
        data |= {"what": problem.message} | {key: value for key, value in places.items() if value is not None}
        data |= {} if problem.expected is None else {"expected": problem.expected}
    elif code == Exit.INTERNAL and not isinstance(problem, HashicnfError):
        data |= {"message": f"{blame(problem)}: {exception_text(problem)}"}
    return data


def _run(asked: Mapping[str, Json], printed: Printed, most_seconds: float | None) -> int:
    """Run the command of a request; return its exit code."""
    name, family = command_of(asked), _family(asked)
    command = _command(name, family)
    request = request_of(asked, command, most_seconds)
    has_limit = any(word.startswith(f"{TIMEOUT}=") for word in request.words)
    with holding(request.texts), printed.collected(), _limited(most_seconds, GRACE * has_limit):
        return _called(command if request.used is None else _narrowed(name, family, request.used), request)


def _called(command: Any, request: Request) -> int:
    try:
        return int(command.main(args=[*request.words], prog_name=request.command, standalone_mode=False) or Exit.DONE)
    except typer.Exit as ended:
        return int(ended.exit_code)


@cache
def _command(name: str, family: str | None) -> Any:
    """Return a command of the command line, cached for each family whose options it has."""
    group: Any = typer.main.get_command(application(name, [] if family is None else [family]))
    settle_parameters(group)
    return group.commands[name]


@lru_cache(MOST_NARROWED)
def _narrowed(name: str, family: str | None, used: frozenset[str]) -> Any:
    """Return a command that parses only the parameters of a request; the defaults of all others are computed once.

    The requests of a client have the same few keys, and parsing some thirty defaults takes longer than solving a small board.
    """
    command = _command(name, family)
    context = command.context_class(command, info_name=name)
    narrow = copy(command)
    narrow.params = []
    for parameter in command.get_params(context):
        if parameter.name in used:
            narrow.params.append(parameter)
        elif parameter in command.params:
            parameter.handle_parse_result(context, {}, [])
    narrow.callback = partial(command.callback, **context.params)
    del narrow.get_params
    settle_parameters(narrow)
    return narrow


def _family(asked: Mapping[str, Json]) -> str | None:
    """Return the family named in a request, which determines the options of some commands."""
    family = asked.get("family")
    return family if isinstance(family, str) and not family.startswith("-") else None


class _Late(BaseException):
    """The limit of a request is reached. No command catches this, as it does GaveUp for one of several puzzles."""


@contextmanager
def _limited(seconds: float | None, grace: float) -> Iterator[None]:
    """Raise GaveUp after so many seconds and the grace (None: no limit); it ends the block, whatever that catches."""
    if seconds is None:
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of handlers
        raise _Late

    before = signal.signal(signal.SIGALRM, end)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds + grace, SOON))  # it may ring before the block
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    except _Late:
        raise GaveUp(f"the server's time limit for a request, {seconds:g} s, is reached") from None


def _prints_json(asked: Mapping[str, Json]) -> bool:
    try:
        command = command_of(asked)
        own = {parameter.name for parameter in _command(command, _family(asked)).params}
    except UsageError:
        return False
    return "json" in own and asked.get("json", prints_json(command)) is True


def _printed(printed: Printed, *, is_json: bool) -> dict[str, Json]:
    """Return the output of a command as data: ``results`` or ``output``, and ``messages``, if there are any."""
    messages = {"messages": lines} if (lines := printed.messages) else {}
    try:
        output = printed.output
        if is_json and output[:1] in ("", "{"):  # help is text
            with every_digit():
                results = [json.loads(line) for line in output.splitlines()]
            return ({"results": results} if results else {}) | messages
    except UsageError as problem:
        error = error_data(problem)
        return {"exit": error["exit"], "error": error} | messages
    return ({"output": output} if output else {}) | messages


def keep_what_is_loaded() -> None:
    """Exclude all present objects from garbage collection, since modules and tables stay until the end."""
    gc.collect()
    gc.freeze()
