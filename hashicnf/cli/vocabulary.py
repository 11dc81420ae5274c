"""The vocabulary of the command line: commands, options, and the names that options take, for completion and the manual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hashicnf.records import record

ENCODINGS: Final = ("cardinality", "at-most-one", "connectivity")
TAILORED: Final = ("generate", "batch")  # commands whose options depend on their first argument
MANY: Final = "NAMES"  # stands for names separated by commas
OF_FILES: Final = ("FILE", "DIR", "PAGE.html", "WHERE")  # stand for values that are, or may be, names of files
SHELLS: Final = ("bash", "zsh", "fish")


@record
class Flag:
    """An option: its spellings, the ``metavar`` of its value, "" for none, its help, and the group that it belongs to."""

    names: tuple[str, ...]
    metavar: str
    help: str
    group: str


@record
class Word:
    """A command: its help, its arguments as (metavar, help), and its options."""

    name: str
    short: str
    help: str
    arguments: tuple[tuple[str, str], ...]
    flags: tuple[Flag, ...]


def commands() -> list[Word]:
    """List all commands; those of ``generate`` take the options of all families."""
    import typer

    from hashicnf.cli.app import application

    group: Any = typer.main.get_command(application())
    ctx = group.make_context("hashicnf", [], resilient_parsing=True)
    words = [_word(command, ctx) for command in group.commands.values()]
    return [_of_all_families(word) if word.name == "generate" else word for word in words]


def _of_all_families(word: Word) -> Word:
    """Return the command ``generate`` with the options of all families before its own."""
    own = {flag.names for flag in word.flags}
    found: dict[tuple[str, ...], Flag] = {}
    for inner in inner_commands():
        for flag in inner.flags if inner.name.startswith(f"{word.name} ") else ():
            if flag.names not in own:
                found.setdefault(flag.names, flag)
    return replace(word, flags=(*found.values(), *word.flags))


def inner_commands() -> list[Word]:
    """List the commands whose options depend on their first arguments, each under all words, those of most words first.

    Examples are "batch generate hashi", "generate hashi" and "batch solve".
    """
    import typer

    from hashicnf.cli.app import application

    found = []
    for place, names in names_of_arguments().items():
        command, *before = place.split()
        for name in names if command in TAILORED else ():
            group: Any = typer.main.get_command(application(command, [*before, name]))
            ctx = group.make_context("hashicnf", [], resilient_parsing=True)
            found.append(replace(_word(group.commands[command], ctx), name=f"{place} {name}"))
    return sorted(found, key=lambda word: word.name.count(" "), reverse=True)


def _word(command: Any, parent: Any) -> Word:
    from hashicnf.cli.app import groups_of

    ctx = type(parent)(command, info_name=command.name, parent=parent)
    arguments, flags = [], []
    for group, parameters in groups_of(command.get_params(ctx)).items():
        for parameter in parameters:
            if getattr(parameter, "hidden", False):
                continue
            if parameter.param_type_name == "argument":
                arguments.append((_metavar(parameter), parameter.help or ""))
                continue
            names = tuple(sorted((*parameter.opts, *parameter.secondary_opts), key=len))
            metavar = "" if parameter.is_flag else _metavar(parameter)
            flags.append(Flag(names, metavar, parameter.help or "", group))
    return Word(command.name, command.get_short_help_str(300), command.help or "", tuple(arguments), tuple(flags))


def _metavar(parameter: Any) -> str:
    """Write what stands for a value; that of an argument that can be left out stands in brackets."""
    name = parameter.metavar or str(parameter.name).upper()
    is_bare = parameter.required or parameter.param_type_name == "option" or name.startswith("[")
    return name if is_bare else f"[{name}]"


def names_by_option() -> Mapping[str, Sequence[str]]:
    """List the names that options take, by option."""
    from hashicnf.cli import COLOUR
    from hashicnf.cli.catalogue import method_rows
    from hashicnf.cli.installed import encodings_by_option
    from hashicnf.cli.tables import FORMS
    from hashicnf.families import FAMILIES
    from hashicnf.files.compressions import NAMES
    from hashicnf.making.orders import LEVELS
    from hashicnf.pictures.sheet import PAPERS
    from hashicnf.pictures.themes import THEMES
    from hashicnf.pipeline.puzzles import formats
    from hashicnf.proofs.outcomes import CLAIMS
    from hashicnf.solving.roads.choice import ROADS

    families = FAMILIES.all().values()
    found: dict[str, list[str]] = {"--color": [*COLOUR], "--as": [*FORMS], "--claim": [*CLAIMS]}
    found |= {"--difficulty": [*LEVELS], "--paper": [*PAPERS], "--theme": [*THEMES]}
    found |= {f"--{option}": [*plugins] for option, plugins in encodings_by_option().items()}
    found["--connectivity"].append("auto")
    found["--solver"] = _solvers()
    found["--format"] = found["--to"] = [*formats()]
    for row in method_rows():
        found.setdefault(f"--{row['kind']}", []).append(str(row["name"]))
    found["--compress"] = [*NAMES]
    found["--road"] = [*ROADS]
    found["--option"] = list(_option_values())
    found["--style"] = [style for family in families for style in family.styles]
    found["--metric"] = [name for family in families if family.planning for name in family.planning.metrics]
    return {option: list(dict.fromkeys(names)) for option, names in found.items()}


def _solvers() -> list[str]:
    """List the solvers that can be run here."""
    from hashicnf.backends.choose import known_solvers

    return [solver.name for solver in known_solvers() if solver.install is None]


def _option_values() -> Iterator[str]:
    """Yield what ``--option`` takes, NAME=VALUE, and NAME= if the values cannot be listed."""
    from hashicnf.core.options import OneOf
    from hashicnf.families import FAMILIES, constraint_options

    for family in FAMILIES.all().values():
        for option in constraint_options(family):
            values = option.parse.names if isinstance(option.parse, OneOf) else ("",)
            yield from (f"{option.name}={value}" for value in values)


def names_by_command() -> Mapping[tuple[str, str], Sequence[str]]:
    """List the names that an option takes in one command alone, by command and option."""
    from hashicnf.core.document import DEFAULT_FAMILY
    from hashicnf.core.options import OneOf
    from hashicnf.measure.bench import DEFAULT
    from hashicnf.pipeline.emit import FORMS
    from hashicnf.pipeline.generators import generators_of, options_of
    from hashicnf.solving.methods import methods

    found: dict[tuple[str, str], Sequence[str]] = {
        ("encode", "--to"): [*FORMS],
        ("batch encode", "--to"): [*FORMS],
        ("bench", "--solver"): [DEFAULT, *_solvers()],
        ("compare", "--methods"): [*methods()],
    }
    for family in sorted(names_of_arguments()["generate"], key=lambda name: name != DEFAULT_FAMILY):
        without = [
            "generate",
            *(["batch generate"] if family == DEFAULT_FAMILY else []),
        ]  # the family is named later or not at all
        for option in options_of(generators_of(family)):
            if isinstance(option.parse, OneOf):
                for words in (f"generate {family}", f"batch generate {family}", *without):
                    found.setdefault((words, f"--{option.name}"), option.parse.names)
    return found


def names_of_arguments() -> Mapping[str, Sequence[str]]:
    """List the names that the first argument of a command takes, for commands whose first argument is no file."""
    from hashicnf.batch.tasks import TASKS
    from hashicnf.cli.commands import COMMANDS
    from hashicnf.families import FAMILIES

    families = FAMILIES.names()
    made = [name for name, family in FAMILIES.all().items() if family.generators()]
    tasks = [name for name, task in TASKS.all().items() if not task.internal]
    found = {"help": [*COMMANDS], "generate": made, "batch": tasks, "batch generate": made, "completion": SHELLS}
    return found | {"check-heuristic": families, **_heuristics()}


def _heuristics() -> dict[str, list[str]]:
    """List the heuristics of each family, by the words "check-heuristic FAMILY"."""
    from hashicnf.cli.installed import heuristics_by_space, spaces_of_examples

    found: dict[str, list[str]] = {}
    for _, families, space in heuristics_by_space(spaces_of_examples()):
        for family in families:
            found.setdefault(f"check-heuristic {family}", []).extend(space.heuristics)
    return {words: list(dict.fromkeys(names)) for words, names in found.items()}
