"""Write generated puzzles as they are made: to a file each, or one after the other to one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle

TABLES: Final = ("seed", "csv")  # tabular styles, for files
SEED: Final = "{seed}"  # placeholder for the puzzle's seed in the name of an output

Write: TypeAlias = "Callable[[str, Puzzle, object | None, Observer], None]"


@contextmanager
def writing_puzzles(output: str, to: str, solution: str | None) -> Iterator[Write]:
    """Yield a function that writes a puzzle, by its seed, and before it its planted solution if ``solution`` names a file.

    One file for all puzzles appears at the end, and only after a block without errors; on standard output each puzzle appears at
    once. Raises UsageError for what cannot be written.
    """
    from hashicnf.files.outputs import destination, write_text

    with ExitStack() as stack:
        write_next = _to_one_file(output, to, stack)

        def write(seed: str, puzzle: Puzzle, planted: object | None, observe: Observer) -> None:
            if solution is not None:
                where = solution.replace(SEED, seed)
                observe(f"write {destination(where)}")
                _make_folder(solution, where)
                write_text(where, _drawing(puzzle, planted))
            where = output.replace(SEED, seed)
            observe(f"write {destination(where)}")
            if SEED not in output:
                write_next(_text(puzzle, to))
                return
            _make_folder(output, where)
            write_text(where, _text(puzzle, to))

        yield write


def _to_one_file(name: str, to: str, stack: ExitStack) -> Callable[[str], None]:
    """Return a function that writes texts to a file, which is opened before the first of them and closed by the stack."""
    from hashicnf.files.outputs import ByteStream, is_stdout, open_stdout, writing
    from hashicnf.pipeline.puzzles import format_named

    streams: list[ByteStream] = []

    def write(text: str) -> None:
        if streams:
            streams[0].write((format_named(to).separator or "").encode())
        else:
            streams.append(stack.enter_context(writing(name)))
        streams[0].write(text.encode())
        if is_stdout(name):
            open_stdout().flush()

    return write


def _text(puzzle: Puzzle, to: str) -> str:
    from hashicnf.pipeline.puzzles import NATIVE
    from hashicnf.pipeline.writing import write_puzzles

    text = write_puzzles([puzzle], to)
    return f"# {puzzle.name}\n{text}" if to == NATIVE else text


def _drawing(puzzle: Puzzle, planted: object | None) -> str:
    if planted is None:
        raise UsageError("there is no solution to write: the board is unsolvable")
    return puzzle.draw(planted, next((style for style in TABLES if style in puzzle.rules.styles), None))


def _make_folder(name: str, where: str) -> None:
    """Make the folder of a file for each puzzle."""
    from pathlib import Path

    from hashicnf.files.outputs import make_folder

    if SEED in name:
        make_folder(str(Path(where).parent))
