"""The cubes of a puzzle as a value: made with the formula of the whole puzzle, written to files, and solved on this computer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from os import PathLike, fspath
from typing import SupportsIndex

from hashicnf.core.deadline import Deadline
from hashicnf.core.progress import Observer
from hashicnf.cubing.conquer import Conquered, conquer
from hashicnf.cubing.cube_formula import is_simplified, whole
from hashicnf.cubing.merge import certificate
from hashicnf.cubing.partition import Cube
from hashicnf.cubing.split import split
from hashicnf.cubing.write import row_of, write_folder, write_incremental
from hashicnf.errors import UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.files.compressions import require_compression
from hashicnf.files.outputs import make_folder, require_output
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.convert import means_folder
from hashicnf.pipeline.emit import Target, opened
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record


@record
class Cubes:
    """A puzzle that is split into cubes, of which each solution is in exactly one; iteration yields the cubes.

    ``encodings`` are those of the formulas, ``compiled`` is the formula of the whole puzzle.
    """

    puzzle: Puzzle
    encodings: Encodings
    cubes: tuple[Cube, ...]
    compiled: Compiled = field(compare=False)

    def __repr__(self) -> str:
        """Count the cubes in one line."""
        return f"<{counted(len(self.cubes), 'cube')} of a {self.puzzle.family} puzzle, {self.closed} closed>"

    def __len__(self) -> int:
        """Return the number of cubes, at least 1."""
        return len(self.cubes)

    def __iter__(self) -> Iterator[Cube]:
        """Yield the cubes."""
        return iter(self.cubes)

    def __getitem__(self, index: SupportsIndex) -> Cube:
        """Return one cube by its place, from 0."""
        return self.cubes[index]

    @property
    def closed(self) -> int:
        """Return the number of cubes that propagation refutes."""
        return sum(cube.closed for cube in self.cubes)

    @property
    def is_refuted(self) -> bool:
        """Return whether propagation refutes the whole puzzle."""
        return self.closed == len(self.cubes)

    def data(self) -> list[dict[str, object]]:
        """Return a row for each cube, as in JSON: literals, decisions by name, and the share of the work, or that it is closed."""
        return [row_of(self.compiled, cube) for cube in self.cubes]

    def write(self, target: Target, *, compress: str = "none") -> None:
        """Write incremental CNF to a file or stream, or a formula for each cube into a folder (its name ends with a slash).

        Formulas in a folder are simplified, unless the encodings exclude it, and compressed by ``compress``. Raises UsageError if
        they cannot be written there.
        """
        require_target(target, compress)
        name = _name_of(target)
        if name is not None and means_folder(name):
            ending, simplify = "" if compress == "none" else f".{compress}", is_simplified(self.encodings)
            write_folder(self.compiled, self.cubes, make_folder(name), ending, simplify=simplify)
        else:
            with opened(target) as stream:
                write_incremental(self.compiled, self.cubes, stream)


def require_target(target: Target, compress: str) -> None:
    """Raise UsageError for a target to which cubes cannot be written, and for a compression that is unknown or without a folder.

    Raises SolverMissing for a compression whose package is not installed.
    """
    require_compression(compress)
    name = _name_of(target)
    if name is not None and means_folder(name):
        return
    if compress != "none":
        raise UsageError("--compress is for folders; an output that ends with .xz is compressed")
    if name is not None:
        require_output(name, "incremental CNF", (".icnf",))


def _name_of(target: Target) -> str | None:
    """Return the name of a file or folder, None for a stream."""
    return fspath(target) if isinstance(target, str | PathLike) else None


def cubes_of(puzzle: Puzzle, number: int, encodings: Encodings, deadline: Deadline) -> Cubes:
    """Split a puzzle into about ``number`` cubes that are open, and those that propagation closes.

    Raises UsageError as ``whole`` does, GaveUp at the deadline.
    """
    compiled = whole(puzzle, encodings, deadline.ending())
    return Cubes(puzzle, encodings, tuple(split(compiled, number, deadline)), compiled)


def conquer_all(
    cubes: Cubes,
    solver: str,
    jobs: int,
    *,
    certify: bool,
    deadline: Deadline,
    observe: Observer,
) -> Conquered:
    """Solve cubes as ``conquer`` does; to ``certify``, also join their proofs to a certificate if there is no solution.

    Raises the errors of ``conquer``, and GaveUp if the deadline passes while the proofs are joined.
    """
    puzzle = cubes.puzzle
    found = conquer(
        puzzle, cubes.cubes, solver, jobs, cubes.encodings, prove=certify, deadline=deadline, observe=observe
    )
    if not certify or found.status != "unsolvable":
        return found
    return replace(found, text=certificate(puzzle, found.refuted, deadline, observe))
