"""Chapters of the study: each has a question, the batches that answer it, and a page. It is a module that defines ``CHAPTER``.

Pages have the names of the modules. ``CHAPTERS`` lists these in the order of the study.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

from hashicnf.batch.items import Settings
from hashicnf.measure.comparison.runs import RunSettings
from hashicnf.records import record
from study.boards import Boards
from study.table import Table

CHAPTERS: Final = ("methods", "counts", "growth", "hardness", "certificates", "plans")
Facts: TypeAlias = Mapping[str, str]


@record
class Batch:
    """Boards, by the names of their files, and the command and options for each; ``way`` is their name in the table."""

    way: str
    boards: Sequence[str]
    command: str
    options: Mapping[str, Any]

    def settings(self, timeout: float, folder: str) -> Settings:
        """Return the settings of the batch; ``folder`` is for the files that the command writes."""
        from hashicnf.batch.studies import settings_of_compare
        from hashicnf.batch.tasks import TASKS

        if self.command == "compare":
            return settings_of_compare(self.options["method"], RunSettings(timeout))
        return Settings(self.command, self.options, timeout, folder=folder if TASKS.get(self.command).suffix else None)


@record
class Chapter:
    """A chapter: its page, picture and table have its name.

    ``batches`` lists the work on boards; ``timeout`` is the default limit of each board in seconds. ``figures`` are the columns of
    the table beside those of all tables. ``facts`` computes the texts that the page quotes from the table, including tables in
    Markdown, and ``draw`` writes the picture to a file. A chapter with ``needs_boards`` needs the boards of the user.
    """

    title: str
    timeout: float
    figures: Sequence[str]
    batches: Callable[[Boards], Sequence[Batch]]
    facts: Callable[[Table], Facts]
    draw: Callable[[Table, str], None]
    needs_boards: bool = False


def chapter_named(name: str) -> Chapter:
    """Import a chapter."""
    found: Chapter = import_module(f"study.chapters.{name}").CHAPTER
    return found
