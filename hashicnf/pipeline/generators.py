"""The generators of a family, and the choice among them by the given options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hashicnf.core.options import SEED, Choices, Option, option_named
from hashicnf.errors import UsageError, no_such
from hashicnf.registry import returned

if TYPE_CHECKING:
    from hashicnf.families import Family, Generator


def generators_of(family: str) -> Mapping[str, Generator[Any, Any]]:
    """Return the generators of a family by name. Raises UsageError if it has none, or there is no such family."""
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import aliases_of_families

    found = FAMILIES.find(family)
    generators = {} if found is None else returned(found.generators(), Mapping, found.generators)
    if not generators:
        able = [name for name, other in FAMILIES.all().items() if other.generators()]
        raise no_such("family with a generator", family, able, aliases_of_families())
    return generators


def can_be_unique(family: Family[Any, Any]) -> bool:
    """Return whether puzzles of a family can be generated with a unique solution."""
    return family.repair is not None or any(generator.unique for generator in family.generators().values())


def options_of(generators: Mapping[str, Generator[Any, Any]]) -> list[Option[Any]]:
    """Return the options of all generators, each once, and a flag for each but the first, unless an option has its name."""
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
    """Return the name of the requested generator, and the values of its options.

    ``given`` contains texts by name, True for flags; options with a value in ``known`` are not parsed again. Raises UsageError for
    values that cannot be read, and for options that the generator does not have.
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
    """Yield a seed and the options for each of ``count`` puzzles, with ascending seeds; the seed is "" for generators without one.

    Raises UsageError for several puzzles of a generator without seeds.
    """
    name, choices = choose(generators, given)
    option = option_named(generators[name].options, SEED.name)
    if option is None:
        if count > 1:
            raise UsageError(f"--count: there is only one such puzzle, since --{name} takes no seed")
        yield "", given
        return
    first: int = choices[option]
    for seed in range(first, first + count):
        yield str(seed), {**given, SEED.name: str(seed)}


def _value(option: Option[Any], text: str) -> Any:
    if option.is_flag:
        return option.given
    try:
        return option.parse(text)
    except ValueError:
        raise UsageError(f"--{option.name}: cannot read {text!r}; expected {option.expectation(text)}") from None
