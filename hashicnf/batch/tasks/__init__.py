"""Tasks: what a batch does with a puzzle. A module here that ends with ``TASK`` is one, under the name of its command.

A task lists the options that it shares with the command of its name. Its outcome has the words and figures of the command's JSON;
whether the command has written what it is for is told by the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from hashicnf.records import record
from hashicnf.registry import Registry

if TYPE_CHECKING:
    from hashicnf.families import Puzzle

INSTANCE: Final = "instance"  # the figure that is a row of the manifest of a folder
Options: TypeAlias = Mapping[str, Any]
Status: TypeAlias = Literal[
    "solved",
    "broken",
    "unsolvable",
    "unknown",
    "unique",
    "several",
    "counted",
    "encoded",
    "optimal",
    "solvable",
    "made",
    "error",
]


@record
class Target:
    """Where the file of a puzzle goes: a ``folder``, the ``name`` that files have unless their command names them itself.

    ``compress`` is the ending of the compression, empty for none; ``source`` is the input that the puzzle is from.
    """

    folder: Path
    name: str
    compress: str
    source: str

    @property
    def file(self) -> Path:
        """Return the file of the usual name."""
        return self.folder / self.name


Save: TypeAlias = Callable[[Target], tuple[Path, Mapping[str, Any]]]


@record(kw_only=True)
class Outcome:
    """What came out for one puzzle.

    ``reason`` explains a status that is no answer; of an unknown one ``stopped`` is the kind of ``logic.Stopped``. ``figures`` are
    data for JSON, and ``solution`` is JSON. ``save`` writes the file of the command and returns it, with further figures.
    ``seed`` is that of a puzzle that was made.
    """

    status: Status
    reason: str = ""
    stopped: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    solution: str = ""
    save: Save | None = None
    seed: str | None = None


@record(kw_only=True)
class Task:
    """A command for many puzzles: ``options`` are the parameters that it takes from the command of its name.

    ``run`` gets a puzzle and the options that were given. A task that has ``make`` instead gets the text of an order, and returns
    the puzzle too. ``suffix`` is the ending of the files that it writes, empty if it writes none; ``beside`` lists those of other
    files that it writes with each. An ``internal`` task is for other commands than ``batch``.
    """

    title: str
    options: tuple[str, ...]
    run: Callable[[Puzzle, Options], Outcome] | None = None
    make: Callable[[str, Options], tuple[Puzzle, Outcome]] | None = None
    suffix: str = ""
    internal: bool = False
    needs_folder: bool = False
    beside: tuple[str, ...] = ()

    def files(self, file: Path) -> list[Path]:
        """Return the file of an outcome, then those that are written with it."""
        return [file, *(file.with_name(file.name.replace(self.suffix, other)) for other in self.beside)]


TASKS: Final[Registry[Task]] = Registry("hashicnf.batch.tasks", "TASK", "command of batch", "Task")
