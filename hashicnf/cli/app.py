"""The Typer application: assemble the commands, turn errors into messages and exit codes.

Typer reads the signature of a command when it builds it, and the module must be imported for that. So where the first word names
a command, the application has this one; for everything else (help, no word, a wrong one) it has all.
"""

from __future__ import annotations

import os
import sys
import traceback
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from hashicnf.cli import choose_colour, say
from hashicnf.cli.commands import COMMANDS, EPILOG, OTHER_CODES, Exit
from hashicnf.errors import HashicnfError, UsageError, nearest, no_such
from hashicnf.version import __version__

FEWEST_IN_GROUP = 3
# Typer may bring its own copy of click; this is the base of usage errors in whichever it uses.
ClickException: Any = typer.BadParameter.__mro__[2]


class Command(TyperCommand):
    """A command that takes --color, and whose help shows the options in groups."""

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters of the command, then what all commands have."""
        *own, help_option = super().get_params(ctx)
        return [*own, _color_option(), help_option]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options by group: those without one first."""
        for title, parameters in groups_of(self.get_params(ctx)).items():
            if rows := [shown for parameter in parameters if (shown := parameter.get_help_record(ctx)) is not None]:
                with formatter.section(title):
                    formatter.write_dl(rows)


def groups_of(parameters: list[Any]) -> dict[str, list[Any]]:
    """Sort parameters into arguments, options, and the groups that are worth a title of their own."""
    named = [getattr(parameter, "rich_help_panel", None) for parameter in parameters]
    groups: dict[str, list[Any]] = {"Arguments": [], "Options": []}
    for parameter, group in zip(parameters, named, strict=True):
        kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
        groups.setdefault(group if group and named.count(group) >= FEWEST_IN_GROUP else kind, []).append(parameter)
    return groups


@cache
def _color_option() -> TyperOption:
    return TyperOption(
        param_decls=["--color"],
        type=str,
        default=None,
        metavar="WHEN",
        help="auto (default: on terminals, unless NO_COLOR is set), always or never.",
        expose_value=False,
        is_eager=True,
        callback=_set_colour,
    )


def _set_colour(_: Any, __: Any, value: str | None) -> None:
    if value is not None:
        choose_colour(value)


def application(first: str | None = None) -> typer.Typer:
    """Assemble the application for a command line with this first word; None is any."""
    app = typer.Typer(
        name="hashicnf",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    app.callback(epilog=f"hashicnf help COMMAND shows the options of a command.\n\n{EPILOG}")(hashicnf)
    for name in [first] if first in COMMANDS else COMMANDS:
        module = import_module(f"hashicnf.cli.{COMMANDS[name]}")
        function, kind = getattr(module, name.replace("-", "_")), getattr(module, "COMMAND", Command)
        app.command(name, cls=kind, epilog=None if name in OTHER_CODES else EPILOG)(function)
    return app


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"hashicnf {__version__}")
        raise typer.Exit


def hashicnf(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Compile logic puzzles to DIMACS CNF, solve them with any SAT solver, check and draw the solutions."""


def run(arguments: list[str]) -> int:
    """Run one command; return its exit code. Errors go to stderr as one message each."""
    choose_colour("auto")
    try:
        result = _call(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        if result == Exit.INTERRUPTED:  # Typer turns Ctrl-C into this code, in silence
            say("hashicnf: interrupted")
        return int(result or 0)
    except ClickException as problem:
        say(_usage(problem))
        return int(problem.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        say("hashicnf: interrupted")
        return Exit.INTERRUPTED
    except HashicnfError as problem:
        ours = "internal error, please report it: " * (problem.exit_code == Exit.INTERNAL)
        say(f"hashicnf: {ours}{problem}")
        return problem.exit_code
    except BrokenPipeError:
        _drop_output()
        return Exit.DONE
    except OSError as problem:
        say(f"hashicnf: {problem.filename or 'standard output'}: {problem.strerror}")
        _drop_output()
        return Exit.USAGE
    except MemoryError:
        say("hashicnf: out of memory")
        return Exit.GAVE_UP
    except Exception:
        traceback.print_exc()
        say("hashicnf: internal error, please report it with the lines above")
        return Exit.INTERNAL


def _call(arguments: list[str]) -> Any:
    """Let Typer run the command. It ends the program with 1 where a reader has closed its pipe; signals have other codes."""
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        command = typer.main.get_command(application(_first_word(arguments)))
        return command.main(args=arguments, prog_name="hashicnf", standalone_mode=False)
    except SystemExit as ended:
        if ended.code == 1:
            raise BrokenPipeError from None
        raise
    except UnicodeEncodeError as problem:
        raise UsageError(
            f"standard output is {problem.encoding} text, which has no {problem.object[problem.start]!a}; "
            "set PYTHONIOENCODING=utf-8, or draw with --style ascii"
        ) from None


def _first_word(arguments: list[str]) -> str | None:
    """Return the word that names the command, None where there is none. Raises UsageError if there is no such command."""
    words = arguments[arguments[:1] == ["--"] :][:1]
    if not words or words[0].startswith("-"):
        return None
    if words[0] not in COMMANDS:
        raise no_such("command", words[0], COMMANDS)
    return words[0]


def _usage(problem: Any) -> str:
    """Write a usage error in the style of all errors; a command line without a command is answered with the help."""
    ctx = getattr(problem, "ctx", None)
    message = str(problem.format_message()).strip()
    if type(problem).__name__ == "NoArgsIsHelpError":
        return message
    message = message.rstrip(".")
    name = getattr(problem, "option_name", None)
    if ctx is not None and name is not None and hasattr(problem, "possibilities"):
        near = nearest(name, [option for parameter in ctx.command.get_params(ctx) for option in parameter.opts])
        message = f"no option is named {name}" + (f"; did you mean {near}?" if near else "")
    where = "" if ctx is None else f"\n    see: {' '.join(['hashicnf help', *ctx.command_path.split()[1:]])}"
    return f"hashicnf: {message[:1].lower()}{message[1:]}{where}"


def _drop_output() -> None:
    """Discard buffered output after the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
