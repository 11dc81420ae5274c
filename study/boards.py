"""Boards of the study: generated into a folder of the study, or files of the user."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final

import hashicnf
from hashicnf.files.outputs import write_text
from hashicnf.pipeline.writing import write_puzzles
from hashicnf.records import record

BENCHMARK: Final = ".has"  # the format of the public benchmark
NUMBER: Final = re.compile(r"[_-]?[0-9]*$")


@record
class Boards:
    """The folders of boards: ``made`` for generated boards, ``own`` for the user's boards, None if there are none.

    Of every group of boards the first and every ``sample``-th after it is taken. ``peers`` maps the names of other
    solvers to commands.
    """

    made: Path
    own: Path | None = None
    sample: int = 1
    peers: Mapping[str, str] = field(default_factory=dict)

    def benchmark(self) -> list[str]:
        """List the sampled boards of the user; boards whose names differ only in the last number are a group."""
        found = sorted(self.own.rglob(f"*{BENCHMARK}")) if self.own is not None else []
        groups: dict[str, list[str]] = {}
        for file in found:
            groups.setdefault(NUMBER.sub("", file.stem), []).append(str(file))
        return [name for group in groups.values() for name in group[:: self.sample]]

    def thinned(self, count: int) -> range:
        """Return the numbers, from 1 to ``count``, of the boards in the sample."""
        return range(1, count + 1, self.sample)

    def make(self, name: str, family: str, **options: Any) -> str:
        """Return the file of a board, which is generated unless it exists."""
        file = self.made / f"{name}.puz"
        if not file.is_file():
            self.made.mkdir(parents=True, exist_ok=True)
            write_text(str(file), write_puzzles([hashicnf.generate(family, **options).puzzle]))
        return str(file)
