"""Write the pages of the reference from the code: commands from their help, all others from docstrings and registries."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import Any, ForwardRef

import hashicnf
from hashicnf.cli.app import run
from hashicnf.cli.commands import COMMANDS
from hashicnf.families import FAMILIES
from hashicnf.pipeline import puzzles
from hashicnf.registry import Registry

WIDTH = "82"
KINDS = {
    "Connectivity": ("hashicnf.passes.connectivity", "--connectivity"),
    "Cardinality": ("hashicnf.passes.cardinality", "--cardinality"),
    "At most one": ("hashicnf.passes.exclusive", "--at-most-one"),
}


def pages() -> dict[str, str]:
    """Return the text of each page by its path in the site."""
    return {
        "reference/commands.md": commands(),
        "reference/library.md": library(),
        "reference/encodings.md": encodings(),
        "reference/solvers.md": listed(
            "Solvers and methods", {"Solvers": "solvers", "Methods and heuristics": "methods"}
        ),
        "reference/formats.md": formats(),
        "reference/families.md": families(),
    }


def commands() -> str:
    """Write the help of each command."""
    parts = ["# Commands", "Each page of help, as `hashicnf COMMAND --help` prints it.", fenced(printed("--help"))]
    parts += [f"## {name}\n\n{fenced(printed(name, '--help'))}" for name in COMMANDS]
    for name, family in FAMILIES.all().items():
        if family.generators():
            parts.append(f"## generate {name}\n\n{fenced(printed('generate', name, '--help'))}")
    return joined(parts)


def library() -> str:
    """Write the public names with their signatures and docstrings."""
    parts = ["# Library", "Every public name of `hashicnf`; examples are on [the page of the library](../library.md)."]
    for name in dir(hashicnf):
        value = getattr(hashicnf, name)
        if callable(value):
            signature = f"{name}{shown(value)}"
            parts.append(f"## {name}\n\n{fenced(signature, 'python')}\n\n{prose(inspect.getdoc(value) or '')}")
    return joined(parts)


def encodings() -> str:
    """Write the docstring of each encoding's module: its rule, its proof, its size, its paper."""
    parts = [
        "# Encodings",
        "Each with its rule, its proof, its size and its paper, from the docstring of its module.",
    ]
    for title, (package, option) in KINDS.items():
        parts += [f"## {title}", f"Chosen by `{option}`."]
        for name in registry_of(package).all():
            module = import_module(f"{package}.{name.replace('-', '_')}")
            parts.append(f"### {name}\n\n{prose(inspect.getdoc(module) or '')}")
    return joined(parts)


def formats() -> str:
    """Write the summary of each format, with an example."""
    parts = ["# Formats", "The page on [formats](../formats.md) describes what each format can express."]
    for name, form in puzzles.formats().items():
        endings = ", ".join(f"`{ending}`" for ending in form.suffixes) or "none"
        only = f" Families: {', '.join(form.families)}." if form.families else ""
        parts.append(f"## {name}\n\n{form.summary}. Endings: {endings}.{only}\n\n{fenced(form.example)}")
    return joined(parts)


def families() -> str:
    """Write the description of each family as the command lists it, with an example."""
    parts = ["# Families", fenced(printed("families"))]
    parts += [f"## {name}\n\n{family.title}.\n\n{fenced(family.example)}" for name, family in FAMILIES.all().items()]
    return joined(parts)


def listed(title: str, sections: Mapping[str, str]) -> str:
    """Write the output of commands that list things, a section for each."""
    return joined([f"# {title}", *(f"## {name}\n\n{fenced(printed(command))}" for name, command in sections.items())])


def registry_of(package: str) -> Registry[Any]:
    """Return the registry of a package's plug-ins."""
    return next(value for value in vars(import_module(package)).values() if isinstance(value, Registry))


def printed(*words: str) -> str:
    """Run a command and return its output, with programs named without their folders."""
    there, before = StringIO(), os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = WIDTH
    try:
        with redirect_stdout(there):
            run([*words])
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    return re.sub(r"(?m)(?<=  )/\S*/(?=\S+$)", "", there.getvalue())


def shown(value: Callable[..., object]) -> str:
    """Return the signature of a function or class, "" if it has none."""
    try:
        signature = inspect.signature(value)
    except ValueError:
        return ""
    parameters = [each.replace(annotation=unquoted(each.annotation)) for each in signature.parameters.values()]
    return str(
        signature.replace(parameters=parameters, return_annotation=unquoted(signature.return_annotation))
    ).removesuffix(" -> None")


class Plain(str):
    """Text that is shown without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def unquoted(annotation: object) -> object:
    """Return an annotation that a signature shows without quotes if it is not evaluated."""
    text = annotation.__forward_arg__ if isinstance(annotation, ForwardRef) else annotation
    return Plain(text) if isinstance(text, str) else annotation


def prose(text: str) -> str:
    """Turn a docstring into Markdown: code spans are converted, indented lines are kept."""
    return re.sub(r"``([^`]+)``", r"`\1`", text)


def fenced(text: str, language: str = "text") -> str:
    """Write a fenced code block."""
    return f"```{language}\n{text.strip(chr(10))}\n```"


def joined(parts: Iterable[str]) -> str:
    """Join the parts of a page."""
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"
