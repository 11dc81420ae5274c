"""Tasks: the work of a batch on a puzzle. Each module here ends with a constant ``TASK``; its name is that of a command.

A task lists the options that it shares with the command of its name. Its outcome has the statuses and figures of the command's
JSON; ``save`` is set if there is a file to write.
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
    from hashicnf.logic import Stopped

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
    """The destination of a puzzle's file: a ``folder``, and the ``name`` of the file unless the command chooses another one.

    ``compress`` is the ending of the compression, empty for none; ``source`` is the input of the puzzle.
    """

    folder: Path
    name: str
    compress: str
    source: str

    @property
    def file(self) -> Path:
        """Return the path of the file with this name."""
        return self.folder / self.name


Save: TypeAlias = Callable[[Target], tuple[Path, Mapping[str, Any]]]


@record(kw_only=True)
class Outcome:
    """The outcome of a task for one puzzle.

    ``reason`` explains a status, for example why there is no answer; for unknown ones, ``stopped`` is the kind of
    ``logic.Stopped``. ``figures`` are data for JSON, and ``solution`` is JSON. ``save`` writes the file of the command, and returns
    its path and further figures. ``seed`` is the seed of a generated puzzle.
    """

    status: Status
    reason: str = ""
    stopped: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    solution: str = ""
    save: Save | None = None
    seed: str | None = None

    @classmethod
    def unknown(cls, stopped: Stopped, figures: Mapping[str, Any]) -> Outcome:
        """Return the outcome of work that a limit or the like has ended."""
        return cls(status="unknown", reason=stopped.reason, stopped=stopped.kind, figures=figures)


@record(kw_only=True)
class Task:
    """A command for many puzzles; ``options`` are the parameters that it shares with the command of its name.

    ``run`` takes a puzzle and the given options. A task with ``make`` instead takes the text of an order, and returns the puzzle
    too. ``suffix`` is the ending of the files that the task writes, empty if none; ``beside`` lists the endings of further files
    that it writes with each. An ``internal`` task is for commands other than ``batch``. The figures of one that ``measures`` are
    those of ``bench``: solvers inside PySAT search in the worker, and the first puzzle of each family is solved once before.
    """

    title: str
    options: tuple[str, ...]
    run: Callable[[Puzzle, Options], Outcome] | None = None
    make: Callable[[str, Options], tuple[Puzzle, Outcome]] | None = None
    suffix: str = ""
    internal: bool = False
    measures: bool = False
    needs_folder: bool = False
    beside: tuple[str, ...] = ()

    def files(self, file: Path) -> list[Path]:
        """Return the file of an outcome, followed by those that are written with it."""
        return [file, *(file.with_name(file.name.replace(self.suffix, other)) for other in self.beside)]


TASKS: Final[Registry[Task]] = Registry("hashicnf.batch.tasks", "TASK", "command of batch", "Task")
