"""Contracts of functions of plug-ins: they can be called as their annotations declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final

PARAMETERS: Final = "Callable[["


def unlike(plugin: object, kind: type[Any]) -> Iterator[str]:
    """Yield how fields of a record differ from the functions that its annotations declare."""
    for field in fields(kind):
        function, count = getattr(plugin, field.name), _parameters(str(field.type))
        if count is None or function is field.default:
            continue
        faults = uncallable(function, count) if callable(function) else ["no function"] * (function is not None)
        yield from (f"its {field.name} is {fault}" for fault in faults)


def uncallable(function: Callable[..., object], count: int) -> Iterator[str]:
    """Yield why a function cannot be called with so many arguments, if its parameters are known."""
    from inspect import signature  # not at the top: few processes have plug-ins of other packages

    try:
        parameters = signature(function)
    except (TypeError, ValueError):  # some functions in C have none
        return
    try:
        parameters.bind(*range(count))
    except TypeError:
        yield f"a function of ({', '.join(parameters.parameters)}), but is called with {count or 'no'} argument{'s' * (count != 1)}"


def _parameters(hint: str) -> int | None:
    """Return the number of parameters in the annotation of a function, None if it gives none."""
    if not hint.startswith(PARAMETERS):
        return None
    depth, commas, inside = 0, 0, hint[len(PARAMETERS) :]
    for place, symbol in enumerate(inside):
        if symbol == "]" and depth == 0:
            return commas + 1 if place else 0
        depth += (symbol == "[") - (symbol == "]")
        commas += symbol == "," and depth == 0
    return None
