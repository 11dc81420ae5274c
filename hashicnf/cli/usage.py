"""Messages for usage errors of Typer, in the style of all errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from hashicnf.errors import nearest
from hashicnf.files.inputs import is_there

EXTRA: Final = re.compile(r"unexpected extra argument\S* \((.*)\)")  # versions of Click and Typer differ in the ending


def meant_file(problem: Any, arguments: Sequence[str]) -> str:
    """Return advice about a file whose name was read as an option, "" if there is none."""
    name = getattr(problem, "option_name", None)
    files = [word for word in arguments if name is not None and word.startswith(name) and is_there(word)]
    return f"; the file of this name is ./{files[0]}" if files else ""


def usage_message(problem: Any) -> str:
    """Return the message of a usage error of Typer in the style of all errors."""
    ctx = getattr(problem, "ctx", None)
    message = str(problem.format_message()).strip().rstrip(".")
    name = getattr(problem, "option_name", None)
    if ctx is not None and (extra := EXTRA.search(message)) is not None:
        has_any = any(parameter.param_type_name == "argument" for parameter in ctx.command.params)
        message = f"{ctx.info_name} takes no {'further ' * has_any}argument: {extra[1]}"
    if ctx is not None and name is not None:
        known = {option: parameter for parameter in ctx.command.get_params(ctx) for option in parameter.opts}
        if hasattr(problem, "possibilities"):
            near = nearest(name.strip("-"), [option[2:] for option in known if option.startswith("--")])
            message = f"no option is named {name}" + (f"; did you mean --{near}?" if near else "")
        elif name in known and not known[name].is_flag:
            message = f"{name} needs a value: {name} {known[name].metavar or 'VALUE'}"
    return f"{message[:1].lower()}{message[1:]}"
