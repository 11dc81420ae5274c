"""``hashicnf batch``: one command for many puzzles."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from hashicnf.batch.places import WAIT_SECONDS, open_pool
from hashicnf.cli import drop, say
from hashicnf.cli.options import Format, memory, output_to, time_limit
from hashicnf.cli.parameters import excludes, named_values, needs, seconds, with_parameters
from hashicnf.cli.terminal import show_status
from hashicnf.cli.workers import ClusterOption, ProgressLine, sum_line
from hashicnf.errors import Exit, UsageError, no_such
from hashicnf.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hashicnf.batch.driver import Order
    from hashicnf.batch.items import Settings
    from hashicnf.batch.shards import Shard
    from hashicnf.batch.state import State
    from hashicnf.batch.store import Store

FIRST: Final = inspect.Parameter(
    "command",
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    annotation=Annotated[
        str, typer.Argument(metavar="COMMAND", help="solve, unique, count, rate, encode, certify, prove or generate.")
    ],
)
SHARED: Final = ("count",)  # options that generate shares with batch


@record
class Inner:
    """The command that a batch runs, with the ``options`` that were given, by parameter.

    A command that generates puzzles has their ``family``, empty if none is named, and the texts ``given`` for its options.
    """

    command: str
    options: dict[str, Any]
    family: str | None
    given: dict[str, str]


def tailored(words: Sequence[str]) -> Callable[..., int]:
    """Return the command with the options of the command named by its first word. Raises UsageError if there is no such batch."""
    word = words[0] if words and not words[0].startswith("-") else None
    options, family, texts = ([], None, {}) if word is None else _options_of(word, words[1:])

    def run(command: str, **given: Any) -> int:
        if command != word:
            raise UsageError("the options depend on the command: name it first, as in hashicnf batch solve ...")
        asked = {option.name: given.pop(option.name) for option in options}
        asked = {
            option.name: asked[option.name] for option in options if asked[option.name] not in (option.default, [])
        }
        of_family = {name: asked.pop(key) for key, name in texts.items() if key in asked}
        asked = {name: named_values(value) if isinstance(value, list) else value for name, value in asked.items()}
        return batch(Inner(command, asked, family, of_family), **given)

    _, *own = inspect.signature(batch, eval_str=True).parameters.values()
    run.__doc__ = batch.__doc__
    return with_parameters(run, batch, [FIRST, *own, *options])


def _options_of(word: str, rest: Sequence[str]) -> tuple[list[inspect.Parameter], str | None, dict[str, str]]:
    """Return the parameters that a batch takes from a command; for one that generates puzzles also the family and option names."""
    from hashicnf.batch.tasks import TASKS
    from hashicnf.cli.commands import COMMANDS

    task = TASKS.find(word)
    if task is None or task.internal:
        raise no_such("command of batch", word, [name for name, other in TASKS.all().items() if not other.internal])
    wanted = {*task.options, *(SHARED if task.make is not None else ())}
    command = getattr(import_module(f"hashicnf.cli.{COMMANDS[word]}"), word)
    found = [p for p in inspect.signature(command, eval_str=True).parameters.values() if p.name in wanted]
    if task.make is None:
        return found, None, {}
    from hashicnf.cli.generate import family_of, parameters_of
    from hashicnf.pipeline.generators import generators_of

    family = family_of(rest) or ""
    of_family = parameters_of(generators_of(family)) if family else {}
    return [*of_family.values(), *found], family, {parameter.name: name for name, parameter in of_family.items()}


def batch(
    inner: Inner,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT...",
            help="Puzzle files, folders, patterns such as 'boards/**/*.puz', URLs or game IDs, or - for standard input; "
            "for generate: the family.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str,
        output_to("The database: an SQLite file, created or continued."),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Run N worker processes. Default: one for each core."),
        excludes("cluster"),
    ] = None,
    timeout: Annotated[
        float | None, time_limit("Give up on a puzzle after this time; 0: at once. Default: never.")
    ] = None,
    worker_memory: Annotated[
        int | None,
        typer.Option(
            "--worker-memory",
            metavar="SIZE",
            parser=memory,
            help="Address space of each worker, such as 2G. Default: no limit.",
        ),
    ] = None,
    output_dir: Annotated[
        str | None,
        typer.Option(
            "--output-dir", metavar="DIR", help="Folder for the files that encode, certify, prove and generate write."
        ),
    ] = None,
    compress: Annotated[
        str | None,
        typer.Option(
            "--compress", metavar="NAME", help="Compress these files: xz, gz, bz2, zst or none. Default: none."
        ),
    ] = None,
    cluster: ClusterOption = None,
    patience: Annotated[
        float,
        typer.Option(
            "--patience",
            metavar="SECONDS",
            callback=seconds,
            help="Give up when the cluster has had no worker for this time.",
        ),
        needs("cluster"),
    ] = WAIT_SECONDS,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", metavar="K/N", help="Work on the K-th of N parts, to share a batch among independent machines."
        ),
    ] = None,
    retry: Annotated[
        bool, typer.Option("--retry", help="Repeat the work that ended in an error or without an answer.")
    ] = False,
    lines: Annotated[
        bool | None,
        typer.Option(
            "--lines/--no-lines",
            help="Print each result as a line of JSON. Default: only if standard output is not a terminal.",
            show_default=False,
        ),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Run a command on many puzzles.

    Results are written to a database as they arrive, and printed as lines of JSON. A batch that is started again continues where it
    stopped: finished work is repeated only if the puzzle or the options have changed. Errors are results too. The work is done by
    warm worker processes; if one dies or is killed, another one does its work. hashicnf results prints the content of a database.

    The options of the command are given after it: hashicnf batch solve --help lists them too. encode, certify and prove need
    --output-dir.

    \b
    Example:
      $ hashicnf batch solve examples/hashi examples/tiles -o run.sqlite --timeout 60
      $ hashicnf batch generate hashi --count 1000 --islands 50 -o boards.sqlite --output-dir boards
      $ hashicnf results run.sqlite --csv
    """
    from hashicnf.batch.database import require_database
    from hashicnf.batch.driver import run
    from hashicnf.batch.misuse import RefusedError
    from hashicnf.batch.shards import EVERYTHING, Shard
    from hashicnf.batch.store import LostError, Store
    from hashicnf.files.locks import locked
    from hashicnf.files.signals import catch_termination, release_termination

    if not output:
        raise UsageError("name the database with -o, such as -o run.sqlite: a new one, or one to continue")
    require_database(output)
    count = inner.options.pop("count", 1)
    settings = _settings(inner, timeout, worker_memory, output_dir, compress)
    part = EVERYTHING if shard is None else Shard.of(shard)
    order = _order(inner, inputs or [], count, format, part, retry)
    printer = _Printer(settings, lines)
    handler = catch_termination()
    progress = ProgressLine()
    has_ended = False
    try:
        with (
            locked(output, "hashicnf batch"),
            Store(output, settings) as store,
            open_pool(settings, jobs, cluster, patience) as pool,
            _described(settings, store),
        ):
            state = run(order, store, pool, printer.emit, progress.watch)
        has_ended = True
    except (RefusedError, LostError):
        progress.state = None  # its counts are discarded
        raise
    except BrokenPipeError:
        drop(sys.stdout)
        return Exit.UNREAD
    finally:
        release_termination(handler)
        printer.finish(output, progress.state, has_ended=has_ended)
    return Exit.WRONG if state.errors else Exit.DONE


def _settings(
    inner: Inner, timeout: float | None, most: int | None, folder: str | None, compress: str | None
) -> Settings:
    """Return the settings for all puzzles. Raises UsageError for invalid limits and folders."""
    from hashicnf.batch.items import Settings
    from hashicnf.core.options import SEED

    made = _folder(inner.command, folder, compress)
    of_all = {name: text for name, text in inner.given.items() if name != SEED.name}
    return Settings(
        inner.command, inner.options | of_all, timeout, most, made, None if compress == "none" else compress
    )


@contextmanager
def _described(settings: Settings, store: Store) -> Iterator[None]:
    """Complete the manifest of the folder at the end, also after an error, unless its rows are lost with the database."""
    from hashicnf.batch.store import LostError

    try:
        yield
    except LostError:
        raise
    except BaseException:
        _describe(settings, store)
        raise
    _describe(settings, store)


def _describe(settings: Settings, store: Store) -> None:
    """Add the formulas written by ``encode`` to the manifest of its folder. Raises as ``instances.rows.Rows`` does."""
    if settings.command != "encode" or settings.folder is None:
        return
    import json
    from pathlib import Path

    from hashicnf.batch.tasks import INSTANCE
    from hashicnf.files.outputs import destination
    from hashicnf.instances.manifest import NAME
    from hashicnf.instances.rows import Rows

    with Rows(Path(settings.folder)) as rows:
        for text in store.figures():
            if (row := json.loads(text).get(INSTANCE)) is not None:
                rows.add(row)
        if count := rows.save():
            show_status("")
            say(f"{destination(settings.folder)}: {count} in {NAME}")


def _folder(command: str, folder: str | None, compress: str | None) -> str | None:
    """Create the folder for files.

    Raises UsageError if the command writes no files, needs a folder, or would replace files that were not written by it.
    """
    from hashicnf.batch.tasks import TASKS
    from hashicnf.files.compressions import require_compression
    from hashicnf.files.outputs import make_folder
    from hashicnf.instances.page import require_own

    task = TASKS.get(command)
    if folder is None:
        if task.needs_folder:
            raise UsageError(f"batch {command} writes a file for each puzzle: name their folder with --output-dir")
        if compress is not None:
            raise UsageError("--compress is for the files in --output-dir")
        return None
    if not task.suffix:
        raise UsageError(f"--output-dir: batch {command} writes no files")
    if compress is not None:
        require_compression(compress)
    if folder.encode(errors="replace").decode() != folder:
        raise UsageError(f"{folder}: results name the files in this folder, so its own name has to be Unicode")
    made = make_folder(folder)
    if command == "encode":  # before the puzzles, since the description is written at the end
        require_own(made)
    return folder


def _order(inner: Inner, inputs: Sequence[str], count: int, format: str | None, shard: Shard, retry: bool) -> Order:  # noqa: A002
    """Return the work of the batch. Raises UsageError if no inputs are named or found."""
    from hashicnf.batch.driver import Order
    from hashicnf.batch.inputs import items_of, names_of, orders_of

    if not inputs:
        raise UsageError("nothing to do: name files or folders, or for generate a family")
    if (family := inner.family) is not None:
        if others := [name for name in inputs if name != family] or inputs[1:]:
            raise UsageError(f"{others[0]}: batch generate makes puzzles of one family, and that is {family}")
        made = orders_of(family, inner.given, count)
        return Order(inputs=made, count=count, shard=shard, retry=retry)
    names = names_of(inputs)
    return Order(inputs=items_of(names, format), count=len(names), shard=shard, retry=retry)


class _Printer:
    """Prints results as lines, and their sum."""

    def __init__(self, settings: Settings, lines: bool | None) -> None:
        self._command, self._options = settings.command, settings.identity
        self._lines = not sys.stdout.isatty() if lines is None else lines

    def emit(self, results: Sequence[Mapping[str, Any]]) -> None:
        """Print results that have been written."""
        if not self._lines or not results:
            return
        import json

        from hashicnf.batch.tables import line_of

        show_status("")
        own = {"command": self._command, "options": json.loads(self._options)}
        sys.stdout.write(
            "".join(
                f"{line_of({**result, **own, 'puzzle': result['name'], 'index': result['number']})}\n"
                for result in results
            )
        )
        sys.stdout.flush()

    def finish(self, output: str, state: State | None, *, has_ended: bool) -> None:
        """Print the sums, also for a batch that was ended early."""
        from shlex import quote

        from hashicnf.files.outputs import destination

        show_status("")
        if state is None:
            return
        say(f"{destination(output)}: {sum_line(state)}")
        left = state.total - state.done - state.before
        if left and not has_ended:
            say(f"    stopped with {left:,} to do; what is finished is kept: the same command goes on from there")
        if state.errors:
            say(f"    the errors: hashicnf results {quote(output)} --errors")
