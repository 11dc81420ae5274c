"""Checks of families and formats of other packages: what they list, their documents, and the batches of their constraints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from hashicnf.core.batches import fault_of
from hashicnf.core.document import EMPTY, UNKNOWN, Document, Setting
from hashicnf.errors import exception_text
from hashicnf.families.family import Family, Generator
from hashicnf.formats import FORMATS, Format, Genre
from hashicnf.registry import NAME, breach, module_of

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch
    from hashicnf.core.variables import VariablePool


def faults_of_lists(family: Family[Any, Any]) -> Iterator[str]:
    """Yield why the generators or the formats of a family cannot be used."""
    yield from _unlisted("generators", family.generators, Generator)
    yield from _unlisted("formats", family.formats, Format, Genre)


def _unlisted(noun: str, make: Callable[[], object], *kinds: type) -> Iterator[str]:
    """Yield why a function does not return things of these kinds by name; messages call them by ``noun``."""
    try:
        found = make()
    except Exception as problem:  # whatever a function of another package raises
        yield f"its {noun} raise {exception_text(problem)}"
        return
    if not isinstance(found, Mapping):
        yield f"its {noun} are no mapping"
        return
    for name, value in found.items():
        if not isinstance(name, str) or not re.fullmatch(NAME, name):
            yield f"the name {name!r} among its {noun} is not made of small letters and digits with dashes between"
        elif not isinstance(value, kinds):
            yield f"{name} among its {noun} is no {' or '.join(kind.__name__ for kind in kinds)}"
        elif isinstance(value, Format) and FORMATS.find(name) is not None:
            yield f"{name} among its {noun} has the name of another format"


def fault_of_document(made: Document) -> str:
    """Return a description of the fault of a document, "" if its cells and settings are of their types."""
    cells = made.cells
    if not (isinstance(cells, np.ndarray) and cells.dtype == np.int32 and cells.ndim == 2):
        return "the cells of a document are int32[rows, columns]"
    if cells.min(initial=EMPTY) < UNKNOWN:
        return f"a cell of a document is {EMPTY} for empty, {UNKNOWN} for unknown, or more"
    is_sound = all(isinstance(setting, Setting) for setting in made.settings.values())
    return "" if is_sound else "the settings of a document are of the class Setting"


def fault_of_documents(made: list[Document]) -> str:
    """Return a description of the fault of the documents of a text, "" if there is none."""
    if not made:
        return "a text without puzzles is an InputError, which Source.nothing makes"
    return next((fault for one in made if (fault := fault_of_document(one))), "")


def require_batches(batches: Iterable[Batch], pool: VariablePool, make: Callable[..., object]) -> None:
    """Raise PluginError for a batch that breaks its contract; ``make`` stated them, over the variables of ``pool``."""
    for number, batch in enumerate(batches, 1):
        if fault := fault_of(batch, pool.count):
            rule = getattr(getattr(batch, "origin", None), "rule", "no rule")
            what = f"batch {number} ({type(batch).__name__}, {rule})"
            raise breach(f"{module_of(make)}.{make.__qualname__}: {what}: {fault}", [make])
