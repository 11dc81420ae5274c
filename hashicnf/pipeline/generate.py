"""Boards made to order: the generators of a family, and the choice among them by the options that are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hashicnf.core.options import Choices, Option, option_named
from hashicnf.errors import UsageError, no_such

if TYPE_CHECKING:
    from hashicnf.families import Family, Generator


def generators_of(family: str) -> Mapping[str, Generator[Any, Any]]:
    """Return the generators of a family. Raises UsageError if it has none, or there is no such family."""
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import aliases_of_families

    found = FAMILIES.find(family)
    generators = {} if found is None else found.generators()
    if not generators:
        able = [name for name, other in FAMILIES.all().items() if other.generators()]
        raise no_such("family with a generator", family, able, aliases_of_families())
    return generators


def can_be_unique(family: Family[Any, Any]) -> bool:
    """Return whether puzzles of a family can be made to have one solution."""
    return family.repair is not None or any(generator.unique for generator in family.generators().values())


def options_of(generators: Mapping[str, Generator[Any, Any]]) -> list[Option[Any]]:
    """List the options of all generators, each once, and a flag for each generator that none of its own options chooses."""
    found: dict[str, Option[Any]] = {}
    for number, (name, generator) in enumerate(generators.items()):
        for option in generator.options:
            found.setdefault(option.name, option)
        if number:
            found.setdefault(name, Option(name, bool, False, "nothing", generator.title, given=True))
    return list(found.values())


def choose(
    generators: Mapping[str, Generator[Any, Any]], given: Mapping[str, Any], known: Choices | None = None
) -> tuple[str, Choices]:
    """Name the generator that is asked for, with the values of its options.

    ``given`` holds texts by name, True for flags; those of ``known`` values are not read again. Raises UsageError for values that
    cannot be read, and for options that the generator has no use for.
    """
    first, *others = generators
    name = next((other for other in others if other in given), first)
    options = generators[name].options
    fitting = {name, *(option.name for option in options)}
    if unused := [f"--{option.name}" for option in options_of(generators) if option.name in set(given) - fitting]:
        raise UsageError(f"--{name} has no use for {' and '.join(unused)}")
    values = {} if known is None else known.chosen
    chosen = {}
    for key, text in given.items():
        if (option := option_named(options, key)) is not None:
            chosen[option] = values[option] if option in values else _value(option, text)
    return name, Choices(chosen)


def seeds(
    generators: Mapping[str, Generator[Any, Any]], given: Mapping[str, Any], count: int
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the options for so many puzzles, of one seed after the other, each with its seed, "" where there is none.

    Raises UsageError for several puzzles where there is no seed.
    """
    name, choices = choose(generators, given)
    option = option_named(generators[name].options, "seed")
    if option is None:
        if count > 1:
            raise UsageError(f"--count: there is only one such puzzle, since --{name} takes no seed")
        yield "", given
        return
    first: int = choices[option]
    for seed in range(first, first + count):
        yield str(seed), {**given, "seed": str(seed)}


def _value(option: Option[Any], text: str) -> Any:
    if option.is_flag:
        return option.given
    try:
        return option.parse(text)
    except ValueError:
        raise UsageError(f"--{option.name}: cannot read {text!r}; expected {option.expectation(text)}") from None
