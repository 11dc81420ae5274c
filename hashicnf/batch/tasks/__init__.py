"""Tasks: what a batch does with a puzzle. A module here that ends with ``TASK`` is one, under the name of its command.

A task lists the options that it shares with the command of its name. Its outcome has the words and figures of the command's JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from hashicnf.records import record
from hashicnf.registry import Registry

if TYPE_CHECKING:
    from hashicnf.families import Puzzle

Options: TypeAlias = Mapping[str, Any]
Status: TypeAlias = Literal[
    "solved", "broken", "unsolvable", "unknown", "unique", "several", "counted", "encoded", "certified", "made", "error"
]


@record(kw_only=True)
class Outcome:
    """What came out for one puzzle.

    ``reason`` explains a status that is no answer; of an unknown one ``stopped`` is the kind of ``logic.Stopped``. ``figures`` are
    data for JSON, and ``solution`` is JSON. ``save`` writes what the command would write into the file of the given name. ``seed``
    is that of a puzzle that was made.
    """

    status: Status
    reason: str = ""
    stopped: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    solution: str = ""
    save: Callable[[str], None] | None = None
    seed: str | None = None


@record(kw_only=True)
class Task:
    """A command for many puzzles: ``options`` are the parameters that it takes from the command of its name.

    ``run`` gets a puzzle and the options that were given. A task that has ``make`` instead gets the text of an order, and returns
    the puzzle too. ``suffix`` is the ending of the files that it writes, empty if it writes none. An ``internal`` task is for other
    commands than ``batch``.
    """

    title: str
    options: tuple[str, ...]
    run: Callable[[Puzzle, Options], Outcome] | None = None
    make: Callable[[str, Options], tuple[Puzzle, Outcome]] | None = None
    suffix: str = ""
    internal: bool = False
    needs_folder: bool = False


TASKS: Final[Registry[Task]] = Registry("hashicnf.batch.tasks", "TASK", "command of batch", "Task")
