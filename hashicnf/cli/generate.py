"""``hashicnf generate``: generate puzzles. The options are those of the family."""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from hashicnf.cli import observing
from hashicnf.cli.made import SEED, writing_puzzles
from hashicnf.cli.options import Output, Timeout, To
from hashicnf.cli.parameters import with_parameters
from hashicnf.errors import Exit, GaveUp, UsageError

if TYPE_CHECKING:
    from hashicnf.core.options import Option
    from hashicnf.core.progress import Observer
    from hashicnf.families import Generated, Generator, Puzzle
    from hashicnf.instances.manifest import Row
    from hashicnf.making.orders import Order


def tailored(words: Sequence[str]) -> Callable[..., int]:
    """Return the command with the options of the family that its words name, after FAMILY in the help.

    For the help of all families it has none. Raises UsageError for a family without generators.
    """
    from hashicnf.pipeline.generators import generators_of

    found = family_of(words)
    return with_options_of({} if found is None else generators_of(found), found, named=[*words[:1]] == [found])


def with_options_of(
    generators: Mapping[str, Generator[Any, Any]], found: str | None, *, named: bool
) -> Callable[..., int]:
    """Return the command with the options of these generators, which are those of a family, or of all for a list of them."""
    own = parameters_of(generators)

    def run(family: str | None, **given: Any) -> int:
        if family not in (None, found):
            raise UsageError("the options depend on the family: name it first, as in hashicnf generate FAMILY ...")
        texts = {name: given.pop(parameter.name) for name, parameter in own.items()}
        return generate({name: text for name, text in texts.items() if text not in (None, False)}, found, **given)

    _, first, *others = inspect.signature(generate, eval_str=True).parameters.values()
    if found is not None:
        others = _fitting(found, others)
    if named:
        first = first.replace(
            default=inspect.Parameter.empty, annotation=Annotated[str, typer.Argument(metavar=found, hidden=True)]
        )
    about = [generator.title for generator in generators.values()][:1]
    run.__doc__ = _help(found, about if found is not None else [])
    return with_parameters(run, generate, [first, *own.values(), *others])


def _fitting(family: str, parameters: Sequence[inspect.Parameter]) -> list[inspect.Parameter]:
    """Return the parameters with those hidden in the help that do not apply to the family."""
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.generators import can_be_unique

    demands = () if can_be_unique(FAMILIES.get(family)) else ("unique", "unknown", "difficulty")
    return [_hidden(one) if one.name in demands else one for one in parameters]


def _hidden(parameter: inspect.Parameter) -> inspect.Parameter:
    """Hide an option in the help; if it is given nevertheless, the error explains why it does not apply."""
    kind, declared = get_args(parameter.annotation)
    declared = copy(declared)
    declared.hidden = True
    return parameter.replace(annotation=Annotated[kind, declared])


def parameters_of(generators: Mapping[str, Generator[Any, Any]]) -> dict[str, inspect.Parameter]:
    """Return a parameter for each option of these generators, by the name of the option."""
    from hashicnf.pipeline.generators import options_of

    return {
        option.name: _parameter(f"family_{number}", option, chooses=option.name in generators)
        for number, option in enumerate(options_of(generators))
    }


def family_of(words: Sequence[str]) -> str | None:
    """Return the family on a command line: its first word, else the first that names one. None for the help of all families."""
    if words and not words[0].startswith("-"):
        return words[0]
    if {"-h", "--help"} & set(words):
        return None
    from hashicnf.core.document import DEFAULT_FAMILY
    from hashicnf.families import FAMILIES

    return next((word for word in words if FAMILIES.find(word) is not None), DEFAULT_FAMILY)


def _parameter(name: str, option: Option[Any], *, chooses: bool) -> inspect.Parameter:
    """Return a parameter for an option of the family; one that chooses a generator shows no default."""
    shown = "" if option.default is None or chooses or option.is_flag else f" Default: {option.show(option.default)}."
    declared = typer.Option(
        f"--{option.name}", metavar=None if option.is_flag else option.metavar, help=option.help + shown
    )
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    if option.is_flag:
        return inspect.Parameter(name, kind, default=False, annotation=Annotated[bool, declared])
    return inspect.Parameter(name, kind, default=None, annotation=Annotated[str | None, declared])


def _help(family: str | None, about: Sequence[str]) -> str:
    """Return the help of the command, with an example of the family and a text about it."""
    text = inspect.getdoc(generate) or ""
    if family is not None:
        text = re.sub(r"(?s)The options depend on the family:.*?them\.\s+", "", text)
    if family is not None and f"generate {family} " not in text:
        text = re.sub(r"(?s)(?<=\$ hashicnf generate ).*", f"{family} > puzzle.puz", text)
    return "\n\n".join([text, *about])


def generate(
    texts: Mapping[str, Any],
    family: Annotated[
        str | None, typer.Argument(metavar="FAMILY", help="The puzzle family. Default: hashi. See: families.")
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Change the puzzle until it has exactly one solution.")
    ] = False,
    unknown: Annotated[
        bool, typer.Option("--unknown", help="Like --unique, and hide every clue that is not needed for that.")
    ] = False,
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            metavar="GRADE",
            help="Like --unique, and of this difficulty: easy, normal, hard, expert, or a grade from 1 to 10. See: rate.",
        ),
    ] = None,
    count: Annotated[
        int,
        typer.Option("--count", metavar="K", min=1, help="Number of puzzles; their seeds count up from --seed."),
    ] = 1,
    timeout: Timeout = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help=f"Title of each puzzle; {SEED} in it stands for the seed."),
    ] = None,
    solution: Annotated[
        str | None, typer.Option("--solution", metavar="FILE", help="Write the planted solution.")
    ] = None,
    manifest: Annotated[
        str | None,
        typer.Option(
            "--manifest",
            metavar="FILE",
            help="Write a line of JSON for each puzzle: seed, options, sizes, hash.",
        ),
    ] = None,
    to: To = None,
    output: Output = "-",
) -> int:
    """Generate puzzles.

    The options depend on the family: hashicnf generate FAMILY --help lists them. If the name of the output contains {seed}, every
    puzzle is written to a file of its own; missing folders are created. Standard output gets each puzzle as it is made. A puzzle
    that cannot be made is reported with its seed; the others are made, and the exit code is 30. --manifest records how each puzzle
    was made; encode --output-dir reads that from a file manifest.jsonl in the folder of the puzzles.

    \b
    Example:
      $ hashicnf generate hashi --size 16x16 --islands 100 --seed 1 --solution planted.sol > board.puz
      $ hashicnf generate hashi --unique --count 10 -o board-{seed}.puz
      $ hashicnf generate hashi --count 1000 -o '{seed}.puz' --manifest manifest.jsonl
    """
    from hashicnf.cli.written import chosen_format, noting
    from hashicnf.core.progress import unobserved
    from hashicnf.files.outputs import reporting_kept
    from hashicnf.making.orders import Order
    from hashicnf.pipeline.generators import generators_of, seeds

    if family is None:
        raise UsageError("no family is named; see: hashicnf families")
    _require_names(to, output, solution, manifest)
    wanted = chosen_format(to, output)
    order = Order.of(unique=unique, unknown=unknown, difficulty=difficulty)
    _require_apart(output, solution, manifest, count)
    _require_one(output, wanted, count)
    titled = _titled(title)
    failed: list[tuple[str, GaveUp]] = []
    is_here = "-" in (output, solution)  # what is written may need the line of the status
    with (
        noting(wanted) as note,
        _kept(manifest, is_whole=SEED not in output) as keep,
        reporting_kept(output) as settle,
        nullcontext() if is_here else observing() as everywhere,
    ):
        with writing_puzzles(output, wanted, solution) as write:
            for seed, given in seeds(generators_of(family), texts, count):
                try:
                    with nullcontext(everywhere) if everywhere else observing() as observe:
                        puzzle, planted = _made(family, given, order, timeout, observe)
                except GaveUp as problem:
                    failed.append((seed, problem))
                    continue
                note(puzzle := titled(puzzle, seed))
                write(seed, puzzle, planted.solution, everywhere or unobserved)
                if manifest is not None:
                    keep(_row(puzzle, planted, output.replace(SEED, seed), seed, given, order))
        if len(failed) < count:
            settle()
    return _reported(failed, count)


def _titled(title: str | None) -> Callable[[Puzzle, str], Puzzle]:
    """Return the function that gives a title to a puzzle with a seed. Raises UsageError for a title that cannot be printed."""
    if title is None:
        return lambda puzzle, _: puzzle
    if not title.isprintable():
        raise UsageError("--title: a title is one line of characters that can be printed")
    return lambda puzzle, seed: replace(puzzle, title=title.replace(SEED, seed).strip())


def _reported(failed: Sequence[tuple[str, GaveUp]], count: int) -> int:
    """Print why puzzles could not be made, by their seeds, and return the exit code. Raises GaveUp for one puzzle alone."""
    from hashicnf.cli import say

    if not failed:
        return Exit.DONE
    reasons = [f"seed {seed}: {problem}" if seed else str(problem) for seed, problem in failed]
    if count == 1:
        raise GaveUp(reasons[0], failed[0][1].kind)
    for reason in reasons:
        say(reason)
    say(f"{count - len(failed):,} of {count:,} puzzles made")
    return Exit.GAVE_UP


def _require_names(to: str | None, output: str, *others: str | None) -> None:
    """Raise UsageError for a picture instead of a puzzle, a folder instead of a file, and for unknown placeholders in names."""
    from pathlib import Path

    from hashicnf.cli.report import PICTURES
    from hashicnf.files.outputs import destination

    for name in filter(None, (output, *others)):
        shown = destination(name)
        if name.endswith("/"):
            raise UsageError(f"{shown}: a folder, but puzzles go to files; for a file each, use -o '{shown}{SEED}.puz'")
        if unknown := re.findall(r"\{[^{}]*\}?|\}", name.replace(SEED, "")):
            raise UsageError(f"{shown}: unknown placeholder {unknown[0]}; did you mean {SEED}?")
    picture = to if to in PICTURES else Path(output).suffix[1:]
    if picture in PICTURES:
        raise UsageError(
            "a puzzle is written as text, not as a picture: write FILE.puz, "
            f"then draw it: hashicnf draw FILE.puz -o FILE.{picture}"
        )


def _made(
    family: str, given: Mapping[str, Any], order: Order, timeout: float | None, observe: Observer
) -> tuple[Puzzle, Generated[Any, Any]]:
    """Generate a puzzle. Raises GaveUp at the time limit, also within generators, which do not check it themselves."""
    from hashicnf.making.orders import make

    if timeout is None:
        return make(family, given, order, observe=observe)
    from hashicnf.batch.limits import Alarm
    from hashicnf.core.deadline import Deadline

    alarm = Alarm(timeout)
    try:
        with alarm:
            return make(family, given, order, deadline=Deadline.after(timeout), observe=observe)
    except (KeyboardInterrupt, GaveUp) as stop:
        if not alarm.rang:
            raise
        raise GaveUp(alarm.reason_of(stop)) from None


@contextmanager
def _kept(manifest: str | None, *, is_whole: bool) -> Iterator[Callable[[Row], None]]:
    """Yield a collector of rows of a manifest, and write the manifest.

    It is written after an error too, since puzzles may have been written, unless all are in a whole file, which is not.
    """
    if manifest is None:
        yield lambda _: None
        return
    from hashicnf.files.signals import catch_termination, release_termination
    from hashicnf.instances.rows import Sorted

    numbers = itertools.count()
    with closing(Sorted()) as rows:

        def keep(row: Row) -> None:
            rows.add(row, next(numbers))

        terminate, is_done = catch_termination(), False
        try:
            yield keep
            is_done = True
        finally:
            if len(rows) and (is_done or not is_whole):
                rows.write(manifest)
            release_termination(terminate)


def _row(
    puzzle: Puzzle,
    planted: Generated[Any, Any],
    file: str,
    seed: str,
    given: Mapping[str, Any],
    order: Order,
) -> Row:
    """Return the row of a puzzle in the manifest."""
    from pathlib import Path

    from hashicnf.instances.facts import planted as known_of
    from hashicnf.instances.manifest import row_of
    from hashicnf.pipeline.compile import state
    from hashicnf.pipeline.generators import choose, generators_of

    generators = generators_of(puzzle.family)
    unique = order.unique or generators[choose(generators, given)[0]].unique
    variables = state(puzzle).problem.count if unique and puzzle.rules.static is not None else None
    facts = known_of(solvable=planted.solution is not None, unique=unique, variables=variables)
    asked = {name: value for name in ("unique", "unknown", "difficulty") if (value := getattr(order, name))}
    return row_of(puzzle, Path(file).name, facts, seed=seed, options={**given, **asked})


def _require_one(output: str, to: str, count: int) -> None:
    """Raise UsageError for several puzzles in one file of a format that holds one."""
    from hashicnf.pipeline.puzzles import format_named
    from hashicnf.pipeline.writing import one_alone

    if count > 1 and SEED not in output and format_named(to).separator is None:
        raise one_alone(to, count, f"native, or {SEED} in the name of the output")


def _require_apart(output: str, solution: str | None, manifest: str | None, count: int) -> None:
    """Raise UsageError if two files have the same name, several solutions would go to one file, or a manifest has no file."""
    from pathlib import Path

    from hashicnf.files.outputs import require_apart, require_ending, require_place

    require_apart([output, solution, manifest])
    for name in (output, solution):
        if name is not None and SEED not in name:
            require_place(name)
    if solution is not None:
        require_ending(solution, "a drawing as text", (".sol", ".csv"))
    if manifest is not None:
        require_ending(manifest, "a manifest", (".jsonl",))
        if SEED in manifest:
            raise UsageError(f"--manifest: one file has the lines of all puzzles, so there is no {SEED} in its name")
        require_place(manifest, Path(output).parents if SEED in output else ())
    if solution is not None and count > 1 and not (SEED in solution and SEED in output):
        raise UsageError(f"--solution: every solution needs a file of its own; write {SEED} into both names")
