"""The Typer application: assemble the commands, turn errors into messages and exit codes.

Typer reads the signature of a command when it builds it, and the module must be imported for that. So if the first word names
a command, the application has only this command; otherwise (help, no word, a wrong word) it has all commands.
"""

from __future__ import annotations

import errno
import inspect
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import takewhile
from typing import Annotated, Any, Final, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup

from hashicnf.cli import choose_colour, drop, say, settle, terminal_width
from hashicnf.cli.commands import ADDED, COMMANDS, GROUPS, MEANINGS, ONES, OTHER_CODES, OWN_MEANINGS
from hashicnf.cli.parameters import require_sense, settle_parameters, with_parameters, would_have_effect
from hashicnf.errors import Exit, HashicnfError, HashicnfWarning, InternalError, UsageError, lack_of_memory, no_such
from hashicnf.version import __version__

FEWEST_IN_GROUP = 3
CALLED: Final = {
    "play": "view",
    "show": "draw",
    "print": "draw",
    "verify": "check",
    "validate": "check",
    "create": "generate",
}
NAMELESS: Final = {  # places of errors without a file name
    errno.ENOENT: "the current folder",  # removed by another program
    errno.EMFILE: "this process",
    errno.ENFILE: "this system",
}
MOST: Final = 200  # most characters of a first sentence
# Typer may bring its own copy of click; this is the base of usage errors in whichever it uses.
ClickException: Any = typer.BadParameter.__mro__[2]
HelpFormatter: Any = typer.Context.formatter_class
MARGIN: Final = 2  # columns that click leaves free at the right
WHOLE: Final = "\u2011"  # a hyphen at which no line is broken


class Formatter(HelpFormatter):  # type: ignore[misc] # Typer does not export its type
    """Breaks lines of help only between words, since hyphens are parts of the names of options, methods and encodings.

    On terminals of fewer columns than click lays text out for, meanings stand below their terms.
    """

    width: int

    def __init__(self, *given: Any, **named: Any) -> None:
        """Fit the text to the terminal, as narrow as it is."""
        super().__init__(*given, **named)
        columns = terminal_width()
        self._is_narrow = columns is not None and columns - MARGIN < self.width
        if columns is not None and self._is_narrow:
            self.width = columns - MARGIN

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(text.replace("-", WHOLE))

    def write_dl(self, rows: Sequence[tuple[str, str]], *more: Any, **named: Any) -> None:
        """Write a list of terms with their meanings."""
        whole = [(term.rstrip() if self._is_narrow else term, meaning.replace("-", WHOLE)) for term, meaning in rows]
        if self._is_narrow:
            named["col_max"] = self.indent_increment
        super().write_dl(whole, *more, **named)

    def getvalue(self) -> str:
        """Return the text written so far."""
        return str(super().getvalue().replace(WHOLE, "-"))


class Context(typer.Context):
    """The context of a command, whose help is broken only between words."""

    formatter_class = Formatter


class Command(TyperCommand):
    """A command whose help fits the terminal and shows the options in groups."""

    context_class = Context

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of a command line; every error knows the command, as messages need it."""
        try:
            return super().parse_args(ctx, args)
        except ClickException as problem:
            problem.ctx = getattr(problem, "ctx", None) or ctx
            raise

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the text; example commands that are too wide for the terminal are broken with backslashes."""
        whole, width = self.help, terminal_width()
        if whole is not None and width is not None:
            from hashicnf.cli.examples import fitted_commands

            self.help = fitted_commands(inspect.cleandoc(whole), width - formatter.indent_increment)
        super().format_help_text(ctx, formatter)
        self.help = whole

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options by group, first those without a group."""
        for title, parameters in groups_of(self.get_params(ctx)).items():
            if rows := [shown for parameter in parameters if (shown := parameter.get_help_record(ctx)) is not None]:
                with formatter.section(title):
                    formatter.write_dl(rows)


class Commands(TyperGroup):
    """All commands; the help lists them in groups, each with its first sentence."""

    context_class = Context

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the groups of commands, all in the same columns."""
        width = max(map(len, COMMANDS))
        for title, group in GROUPS.items():
            known = [(name, self.get_command(ctx, name)) for name in group]
            rows = [(name.ljust(width), one.get_short_help_str(limit=MOST)) for name, one in known if one is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def groups_of(parameters: list[Any]) -> dict[str, list[Any]]:
    """Divide parameters into arguments, options, and the groups with enough parameters for a title of their own."""
    named = [getattr(parameter, "rich_help_panel", None) for parameter in parameters]
    groups: dict[str, list[Any]] = {"Arguments": [], "Options": []}
    for parameter, group in zip(parameters, named, strict=True):
        kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
        groups.setdefault(group if group and named.count(group) >= FEWEST_IN_GROUP else kind, []).append(parameter)
    return groups


def _set_colour(value: str | None) -> None:
    if value is not None:
        choose_colour(value)


When: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--color",
        metavar="WHEN",
        help="auto (default: on terminals, unless NO_COLOR is set), always or never.",
        is_eager=True,
        callback=_set_colour,
    ),
]
COLOUR: Final = inspect.Parameter("color", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=When)


def completed(command: Callable[..., int]) -> Callable[..., int]:
    """Add ``--color`` to a command, and make options that it would ignore errors."""
    own = [*inspect.signature(command, eval_str=True).parameters.values()]

    def run(color: str | None, **given: Any) -> int:  # noqa: ARG001 - its callback has done what it asks for
        require_sense(own, given)
        try:
            return command(**given)
        except UnicodeEncodeError as problem:
            is_drawn = not problem.object[problem.start].isalnum()  # characters of names are in all styles
            raise _unencodable(problem, has_styles=is_drawn and would_have_effect(own, given, "style")) from None

    run.__doc__ = command.__doc__
    return with_parameters(run, command, [*own, COLOUR])


def application(first: str | None = None, others: Sequence[str] = ("--help",)) -> typer.Typer:
    """Assemble the application for a command line with this first word (None for all commands) and these other words.

    If a module has a function ``tailored``, this makes its command from the other words.
    """
    app = typer.Typer(
        name="hashicnf",
        cls=Commands,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    app.callback(epilog=f"hashicnf help COMMAND shows the options of a command.\n\n{epilog()}")(hashicnf)
    for name in [first] if first in COMMANDS else COMMANDS:
        module = import_module(f"hashicnf.cli.{COMMANDS[name]}")
        function = getattr(module, name.replace("-", "_"))
        if hasattr(module, "tailored"):
            function = module.tailored(others if name == first else ("--help",))
        app.command(name, cls=Command, epilog=epilog(name))(completed(function))
    return app


def epilog(command: str | None = None) -> str | None:
    """Return the line about the exit codes of a command, or of all commands; None for a command without such a line."""
    if command in OTHER_CODES:
        return None
    one = "wrong or not true, see each command" if command is None else ONES.get(command, "")
    meanings = {**MEANINGS, Exit.WRONG: one, **OWN_MEANINGS.get(command or "", {})}
    codes = ", ".join(f"{code} {meaning}" for code, meaning in sorted(meanings.items()) if meaning)
    return " ".join([f"Exit codes: {codes}.", *ADDED.get(command or "", ())])


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"hashicnf {__version__}")
        raise typer.Exit


def hashicnf(
    color: When = None,
    version: bool = typer.Option(
        False, "--version", "-V", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Compile logic puzzles to DIMACS CNF, solve them with any SAT solver, check and draw the solutions."""


def run(arguments: list[str]) -> int:
    """Run one command; return its exit code. Errors go to stderr as one message each."""
    choose_colour("auto")
    try:
        with _warnings_said():
            result = _call(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        if result == Exit.INTERRUPTED:  # Typer converts Ctrl-C to this code without a message
            say("hashicnf: interrupted")
        return int(result or 0)
    except ClickException as problem:
        say(_usage(problem, arguments))
        return int(problem.exit_code)
    except BrokenPipeError:
        drop(sys.stdout)
        return Exit.UNREAD
    except SystemExit:
        raise
    except BaseException as problem:  # of a plug-in, it may be no Exception
        if isinstance(ended := cause_of(problem), SystemExit):
            raise ended from None
        with suppress(MemoryError):  # Python may have lost an earlier one
            return _report(problem)
        return _report(MemoryError())


def _report(problem: BaseException) -> int:
    """Print the message for an exception that ended a command, with a traceback of internal errors; return the exit code."""
    code, message = failure(problem)
    if code == Exit.INTERNAL and not isinstance(problem, HashicnfError):
        traceback.print_exception(cause_of(problem))
    say(f"hashicnf: {message}")
    settle(sys.stdout)
    return code


@contextmanager
def _warnings_said() -> Iterator[None]:
    """Print a line for each warning of the package, whatever Python's option -W; other warnings are shown as by Python."""
    show = warnings.showwarning

    def say_or_show(message: Warning | str, category: type[Warning], *place: Any, **named: Any) -> None:
        if issubclass(category, HashicnfWarning):
            say(f"hashicnf: warning: {message}")
        else:
            show(message, category, *place, **named)

    with warnings.catch_warnings():
        # each message once, and again for the next request to a server
        warnings.simplefilter("default", HashicnfWarning)
        warnings.showwarning = say_or_show
        yield


def cause_of(problem: BaseException) -> BaseException:
    """Return the exception that ended a command: Typer converts an EOFError to the exception of Ctrl-C.

    And before Python 3.12, exceptions while the fields of a class are made, as when a module is imported, become RuntimeErrors.
    """
    match problem, problem.__cause__:
        case typer.Abort(), EOFError() as cause:
            return cause
        case RuntimeError(), KeyboardInterrupt() | SystemExit() | MemoryError() as cause:
            return cause
    return problem


def failure(problem: BaseException) -> tuple[int, str]:
    """Return the exit code and the message for an exception that ended a command, except Typer's usage errors and closed pipes."""
    match cause_of(problem):
        case KeyboardInterrupt() | typer.Abort():
            return Exit.INTERRUPTED, "interrupted"
        case InternalError() as problem:
            from hashicnf.registry import blame

            return problem.exit_code, f"{blame(problem)}: {problem}"
        case HashicnfError() as problem:
            return problem.exit_code, str(problem)
        case problem if (lack := lack_of_memory(problem)) is not None:
            return Exit.GAVE_UP, lack
        case RuntimeError(args=["can't start new thread"]):
            return Exit.GAVE_UP, "the system starts no more threads"
        case OSError() as problem:
            return Exit.USAGE, _refused(problem)
    from hashicnf.registry import blame

    return Exit.INTERNAL, f"{blame(problem)} with the lines above"


def _refused(problem: OSError) -> str:
    """Return the message for an error of the operating system; one without a file name is mostly about standard output."""
    reason = problem.strerror or str(problem)
    if problem.errno is None or (problem.errno == errno.ENOENT and reason != os.strerror(errno.ENOENT)):
        return f"{reason[:1].lower()}{reason[1:]}"  # messages of Python, such as those of tempfile
    return f"{problem.filename or NAMELESS.get(problem.errno, 'standard output')}: {reason}"


def _call(arguments: list[str]) -> Any:
    """Let Typer run the command. Raises BrokenPipeError if a reader has closed its pipe, when Typer exits with 1."""
    words = given = _from_command(arguments)
    if words[:1] == ["help"]:
        words = [*_asked(words[1:]), "--help"]
        arguments = [*arguments[: len(arguments) - len(given)], *words]
    try:
        command: Any = typer.main.get_command(application(_first_word(words), words[1:]))
        settle_parameters(command)
        return command.main(args=arguments, prog_name="hashicnf", standalone_mode=False)
    except SystemExit as ended:
        if ended.code == 1:
            raise BrokenPipeError from None
        raise
    except UnicodeEncodeError as problem:
        raise _unencodable(problem) from None


def _unencodable(problem: UnicodeEncodeError, *, has_styles: bool = False) -> UsageError:
    """Return the error for a character that the encoding of standard output does not have."""
    encoding = getattr(sys.stdout, "encoding", problem.encoding)  # that of the problem may be the general "charmap"
    return UsageError(
        f"standard output is {encoding} text, which has no {problem.object[problem.start]!a}; "
        f"set PYTHONIOENCODING=utf-8{', or --style ascii if the family has it' * has_styles}"
    )


def _from_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line without ``--color`` and its value, or ``--``, before the command."""
    words = [*arguments]
    while words and words[0].partition("=")[0] == "--color":
        del words[: 1 if "=" in words[0] else 2]
    return words[words[:1] == ["--"] :]


def _asked(words: Sequence[str]) -> Sequence[str]:
    """Return the words whose help is requested: a command, possibly with its family. Raises UsageError for more words."""
    command = _first_word(words) if words != ["help"] else None
    if command is None:
        return []
    most = _most(command)
    if len(words) > most:
        raise UsageError(f"{words[most]!r}: help is about one command; see: hashicnf help {' '.join(words[:most])}")
    return words


def _most(command: str) -> int:
    """Return how many words a request for help may have: the command, and for some the word that determines its options."""
    return 2 if hasattr(import_module(f"hashicnf.cli.{COMMANDS[command]}"), "tailored") else 1


def _first_word(words: Sequence[str]) -> str | None:
    """Return the word that names the command, None if there is none. Raises UsageError for an unknown command."""
    if not words or words[0].startswith("-"):
        return None
    if words[0] not in COMMANDS:
        raise no_such("command", words[0], COMMANDS, CALLED)
    return words[0]


def _usage(problem: Any, arguments: Sequence[str]) -> str:
    """Return a usage error as text for the terminal; for a command line without a command, the help."""
    if type(problem).__name__ == "NoArgsIsHelpError":
        return str(problem.format_message()).strip()
    from hashicnf.cli.usage import meant_file, usage_message

    ctx = getattr(problem, "ctx", None)
    words = [] if ctx is None else ctx.command_path.split()[1:]
    arguments = _from_command(arguments)
    if words and words == arguments[:1]:
        words = list(takewhile(lambda word: not word.startswith("-"), arguments[: _most(words[0])]))
    where = "" if ctx is None else f"\n    see: {' '.join(['hashicnf help', *words])}"
    return f"hashicnf: {usage_message(problem)}{meant_file(problem, arguments)}{where}"
