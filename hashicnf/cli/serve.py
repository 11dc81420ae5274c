"""``hashicnf serve``: answer requests in JSON lines, in one warm process."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated, Final

import typer

from hashicnf.cli.options import memory, time_limit
from hashicnf.errors import Exit

MOST: Final = 64 << 20  # bytes of a line


def serve(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Read requests from standard input, write replies to standard output.")
    ] = False,
    timeout: Annotated[
        float | None, time_limit("Give up on a request after this time; 0: at once. Default: never.")
    ] = None,
    max_line: Annotated[
        int | None,
        typer.Option("--max-line", metavar="SIZE", parser=memory, help="The longest request. Default: 64M."),
    ] = None,
) -> int:
    """Answer requests in one warm process, for editors and other languages.

    A request is a JSON object on one line, with keys for an id, the command, and each of its arguments and options. A puzzle is a
    text, URL or game ID. The reply, also one line, has the id, the exit code, and the objects that the command prints with --json,
    or its output; an error is an object with message, line and column. Requests are answered one after the other, until the input
    ends. A wrong line is answered with an error. docs/serve.md describes all keys, and has example clients.

    \b
    Example:
      $ echo '{"id": 1, "command": "solve", "puzzle": "2.2"}' | hashicnf serve --stdio
    """
    from hashicnf.cli.objects import every_digit
    from hashicnf.cli.serving.run import keep_what_is_loaded, reply_to
    from hashicnf.cli.serving.streams import end_when_unread, lines, private_streams
    from hashicnf.errors import UsageError

    if not stdio:
        raise UsageError("serve answers on standard input and output alone: give --stdio")
    with private_streams() as (source, target):
        answering = end_when_unread(target)
        for number, line in enumerate(lines(source, max_line or MOST), 1):
            if isinstance(line, bytes) and not line.strip():
                continue
            answering.set()
            reply = reply_to(line, number, timeout)
            answering.clear()
            with every_digit():
                target.write(jsonlib.dumps(reply).encode() + b"\n")
            target.flush()
            if number == 1:
                keep_what_is_loaded()
    return Exit.DONE
