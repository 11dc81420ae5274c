"""Boards of the study: made to order in a folder of the study, or the user's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final

import hashicnf
from hashicnf.pipeline.puzzles import write_puzzles
from hashicnf.records import record

BENCHMARK: Final = ".has"  # the format of the public benchmark
NUMBER: Final = re.compile(r"[_-]?[0-9]*$")


@record
class Boards:
    """Where boards are: ``made`` for those of the study, ``own`` for the user's, None if there are none.

    Of every group of boards the first and every ``sample``-th after it is taken. ``peers`` maps names of other
    programs to commands.
    """

    made: Path
    own: Path | None = None
    sample: int = 1
    peers: Mapping[str, str] = field(default_factory=dict)

    def benchmark(self) -> list[str]:
        """List the user's boards; those whose names differ in the last number alone are a group."""
        found = sorted(self.own.rglob(f"*{BENCHMARK}")) if self.own is not None else []
        groups: dict[str, list[str]] = {}
        for file in found:
            groups.setdefault(NUMBER.sub("", file.stem), []).append(str(file))
        return [name for group in groups.values() for name in group[:: self.sample]]

    def thinned(self, count: int) -> range:
        """Return which of so many boards, numbered from 1, are taken."""
        return range(1, count + 1, self.sample)

    def make(self, name: str, family: str, **options: Any) -> str:
        """Return the file of a board, which is generated if it is not there."""
        file = self.made / f"{name}.puz"
        if not file.is_file():
            self.made.mkdir(parents=True, exist_ok=True)
            file.write_text(write_puzzles([hashicnf.generate(family, **options).puzzle]), encoding="utf-8")
        return str(file)
