"""Parameters of commands: read and shown alike under all versions of Typer, and refused if they would be ignored.

Newer versions read any value by pydantic, whose import takes half as long as everything else in a small run, and show the type of
each argument beside its name. So unambiguous values are read here: texts, numbers in digits, flags, defaults. All other values,
such as wrong or missing ones, are left to Typer and its messages. Older versions read all values; numbers and empty names are
checked before, so that the messages are the same.

An option that would be ignored is an error, since the user expects an effect. A parameter declares when it has an effect in its
annotation, as in ``Annotated[int, typer.Option("--jobs"), needs("solve")]``, and ``require_sense`` refuses it in all commands.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, get_args, get_origin

import typer

NAMED: Final = ("FILE", "DIR")  # placeholders of options whose values are names of files
NOUNS: Final = {int: "a whole number", float: "a number"}
OLDER: Final = {"int": int, "integer": int, "float": float}  # kinds by the first word of their names in older versions
NOTHING: Final[tuple[object, ...]] = (None, False, [])
OPTIONAL: Final = re.compile(r"^\[([^]]*)\]$")


class Unclear(ValueError):
    """A value is not unambiguous, and left to Typer."""


def settle_parameters(command: Any) -> None:
    """Set the parameters of a command, and of those in its group, to read plain values and to show only their names."""
    command.get_params = partial(_parameters, command.get_params)
    for other in getattr(command, "commands", {}).values():
        settle_parameters(other)


def _parameters(every: Any, context: Any) -> list[Any]:
    """Return the parameters of a command, including that of its help."""
    found: list[Any] = every(context)
    for parameter in found:
        if isinstance(parameter.process_value, partial):
            continue
        read = _process if hasattr(parameter, "type_descriptor") else _check
        parameter.process_value = partial(read, parameter, parameter.process_value)
        if parameter.param_type_name == "argument":
            _show_name_alone(parameter)
    return found


def _show_name_alone(argument: Any) -> None:
    """Let usage and help show an argument as NAME, [NAME] or [NAME...]."""
    name = OPTIONAL.sub(r"\1", argument.metavar or argument.name.upper()).rstrip(".") + "..." * (argument.nargs != 1)
    shown = name if argument.required else f"[{name}]"
    record = argument.get_help_record
    argument.get_usage_pieces = lambda _: [shown]
    argument.get_help_record = lambda context: None if argument.hidden else (shown, record(context)[1])


def _process(parameter: Any, otherwise: Any, context: Any, value: Any) -> Any:
    """Read a value and pass it to the parameter's callback, as ``Parameter.process_value`` of Click does."""
    _require_name(parameter, context, value)
    try:
        found = _plain(parameter, value)
    except Unclear:
        _require_number(parameter, context, value)
        return otherwise(context, value)
    return found if parameter.callback is None else parameter.callback(context, parameter, found)


def _check(parameter: Any, otherwise: Any, context: Any, value: Any) -> Any:
    """Check a value that an older version of Typer reads."""
    _require_name(parameter, context, value)
    _require_number(parameter, context, value)
    return otherwise(context, value)


def _require_name(parameter: Any, context: Any, value: Any) -> None:
    """Raise BadParameter for an empty name, for example from an unset variable of a shell."""
    is_name = parameter.param_type_name == "argument" or parameter.metavar in NAMED
    if is_name and value != parameter.default and "" in (value if isinstance(value, list | tuple) else [value]):
        raise typer.BadParameter("expected a name, not ''", context, parameter)


def _require_number(parameter: Any, context: Any, value: Any) -> None:
    """Raise BadParameter, with our own message, for a value that should be a number and is none, or is out of range."""
    kind, least, most = _expected(parameter)
    if kind not in NOUNS or not isinstance(value, str) or _fits(kind, least, most, value):
        return
    span = f" from {least} to {most}" if None not in (least, most) else f" of at least {least}" * (least is not None)
    raise typer.BadParameter(f"expected {NOUNS[kind]}{span}, not {value!r}", context, parameter)


def _expected(parameter: Any) -> tuple[Any, Any, Any]:
    """Return the kind of number that a parameter expects, None if it is no number, and its bounds."""
    descriptor = getattr(parameter, "type_descriptor", None)
    if descriptor is not None:
        return descriptor.annotation if descriptor.parameter_info.parser is None else None, parameter.min, parameter.max
    kind = getattr(parameter, "type", None)
    return (
        OLDER.get(getattr(kind, "name", "").partition(" ")[0]),
        getattr(kind, "min", None),
        getattr(kind, "max", None),
    )


def _fits(kind: Any, least: Any, most: Any, value: Any) -> bool:
    """Return whether a value is a number of a kind, or the text of one, within its bounds."""
    try:
        number = _number(kind, value)
    except ValueError:
        return False
    return (least is None or number >= least) and (most is None or number <= most)


def _plain(parameter: Any, value: Any) -> Any:
    """Read a value. Raises Unclear for values that are not plain, and for a missing one that is required."""
    kind = parameter.type_descriptor.annotation
    if parameter.type_descriptor.parameter_info.parser is not None and value is not None:
        raise Unclear
    if parameter.multiple or parameter.nargs == -1:
        if (not value and parameter.required) or get_origin(kind) is not list:
            raise Unclear
        return [_single(get_args(kind)[0], parameter, one) for one in value or ()]
    if value is None:
        if parameter.required:
            raise Unclear
        return None
    return _single(kind, parameter, value)


def _single(kind: Any, parameter: Any, value: Any) -> Any:
    if kind in (str, bool) and type(value) is kind:
        return value
    if kind not in NOUNS:
        raise Unclear
    if not _fits(kind, parameter.min, parameter.max, value):
        raise Unclear
    return _number(kind, value)


def _number(kind: Any, value: Any) -> Any:
    """Return a value, or the number in a text. Raises ValueError for a text that is none."""
    if not isinstance(value, str):
        return kind(value)
    from hashicnf.core.options import read_number

    return read_number(kind, value)


def seconds(value: float | None) -> float | None:
    """Return a number of seconds. Raises BadParameter if it is not a valid time."""
    if value is not None:
        from hashicnf.core.deadline import require_seconds
        from hashicnf.errors import UsageError

        try:
            require_seconds(value)
        except UsageError as problem:
            raise typer.BadParameter(str(problem)) from None
    return value


def named_values(texts: list[str] | None) -> dict[str, str] | None:
    """Return values by name from texts ``NAME=VALUE``. Raises UsageError for other texts, and for repeated names."""
    from hashicnf.errors import UsageError

    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {text!r}: expected NAME=VALUE")
        if name in found:
            raise UsageError(f"--option {name} is given twice")
        found[name] = value
    return found or None


def with_parameters(
    run: Callable[..., int], command: Callable[..., int], parameters: Sequence[inspect.Parameter]
) -> Callable[..., int]:
    """Return a function as the command of the same name, with these parameters in its help and on its command line."""
    run.__name__, run.__module__ = command.__name__, command.__module__
    run.__signature__ = inspect.signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def gathered(name: str, options: Mapping[str, Any]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Make a decorator: it replaces the parameter ``name`` of a command by options, from which a record is made.

    The ``options`` are annotations by the names of fields; defaults and other fields are those of the parameter's default.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        own = inspect.signature(command, eval_str=True)
        parameters = list(own.parameters.values())
        place, base = list(own.parameters).index(name), own.parameters[name].default
        parameters[place : place + 1] = [
            inspect.Parameter(field, kind, default=getattr(base, field), annotation=words)
            for field, words in options.items()
        ]

        def run(**given: Any) -> int:
            asked = {field: given.pop(field) for field in options}
            if "options" in asked:
                asked["options"] = named_values(asked["options"])
            return command(**{name: replace(base, **asked)}, **given)

        run.__doc__ = command.__doc__
        return with_parameters(run, command, parameters)

    return decorate


class Needs(NamedTuple):
    """The option has an effect only if one of these parameters is given."""

    names: tuple[str, ...]


class Excludes(NamedTuple):
    """The option has no effect if one of these parameters is given."""

    names: tuple[str, ...]


def needs(*names: str) -> Needs:
    """Mark an option that has an effect only together with one of some others, by the names of their parameters."""
    return Needs(names)


def excludes(*names: str) -> Excludes:
    """Mark an option that has no effect together with any of some others."""
    return Excludes(names)


def require_sense(parameters: Iterable[inspect.Parameter], values: Mapping[str, object]) -> None:
    """Raise UsageError for an option that has no effect with the other values; default values are allowed."""
    from hashicnf.errors import UsageError

    known = {parameter.name: parameter for parameter in parameters}
    given = {name for name, value in values.items() if value not in NOTHING and value != known[name].default}
    for parameter, mark in ((known[name], mark) for name in values if name in given for mark in _marks(known[name])):
        met = [other for other in mark.names if other in given]
        if isinstance(mark, Needs) and not met:
            others = " or ".join(_shown(known[other]) for other in mark.names)
            raise UsageError(f"{_shown(parameter)} has no effect without {others}")
        if isinstance(mark, Excludes) and met:
            raise UsageError(f"{_shown(parameter)} has no effect with {_shown(known[met[0]])}: leave out one of them")


def would_have_effect(parameters: Iterable[inspect.Parameter], values: Mapping[str, object], name: str) -> bool:
    """Return whether a command has an option, and the option an effect with the other values."""
    from hashicnf.errors import UsageError

    known = list(parameters)
    if name not in values:
        return False
    try:
        require_sense(known, {**values, name: name})
    except UsageError:
        return False
    return True


def _marks(parameter: inspect.Parameter) -> list[Needs | Excludes]:
    metadata: tuple[Any, ...] = getattr(parameter.annotation, "__metadata__", ())
    return [mark for mark in metadata if isinstance(mark, Needs | Excludes)]


def _shown(parameter: inspect.Parameter) -> str:
    """Return the long name of an option; Typer keeps the first of its names as a default."""
    (option,) = [one for one in parameter.annotation.__metadata__ if hasattr(one, "param_decls")]
    names = (option.default, *(option.param_decls or ()))
    return next(name for name in names if isinstance(name, str) and name.startswith("--"))
