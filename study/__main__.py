"""Run the study, or write its pictures and pages again from the tables: ``python -m study --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.cli import say
from hashicnf.cli.terminal import show_status
from hashicnf.cli.workers import ProgressLine
from hashicnf.errors import Exit, HashicnfError, UsageError, counted, no_such
from study import running, table
from study.boards import Boards
from study.chapters import CHAPTERS, chapter_named
from study.origin import boards_of, note, origin, packages_of, read, updated
from study.pages import draw
from study.peers.installed import commands, versions

WORK, PAGES = Path("build/study"), Path("docs/results")


def main() -> int:
    """Run and draw the chapters that are asked for; return the exit code."""
    try:
        given = _parser().parse_args()
        names = given.chapters or CHAPTERS
        for name in names:
            if name not in CHAPTERS:
                raise no_such("chapter", name, CHAPTERS)
        if not given.draw:
            _require_no_loss(names, given)
            found = versions(given.peers)
            boards = Boards(WORK, given.boards, given.sample, commands(given.peers, found))
            for name in names:
                _run(name, boards, found, given)
        if given.shard == EVERYTHING:
            draw(names, given.output)
    except HashicnfError as problem:
        say(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        say("interrupted: finished results are kept; the same command continues")
        return Exit.INTERRUPTED
    return 0


def _require_no_loss(names: Sequence[str], given: argparse.Namespace) -> None:
    """Raise UsageError where a sample would replace a table of more boards, unless that is asked for. A shard writes no table."""
    if given.replace or given.shard != EVERYTHING:
        return
    for name in names:
        if (before := read(given.output).get(name)) is not None and before["sample"] < given.sample:
            raise UsageError(
                f"{given.output / name}.csv has {boards_of(before)}, and --sample {given.sample} takes fewer: "
                "name another folder with --output, or give --replace"
            )


def _run(name: str, boards: Boards, peers: Mapping[str, str], given: argparse.Namespace) -> None:
    """Run a chapter, and write its table unless this is only a shard."""
    chapter = chapter_named(name)
    if chapter.needs_boards and not boards.benchmark():
        where = "--boards DIR names none" if boards.own is None else f"there are no .has files under {boards.own}"
        say(f"{name}: left as it stands: it is about boards of the public benchmark, and {where}")
        return
    boards = Boards(given.work / "boards" / name, boards.own, boards.sample, boards.peers)
    timeout = chapter.timeout if given.timeout is None else given.timeout
    batches = chapter.batches(boards)
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    base = running.run(batches, given.work / f"{name}.sqlite", timeout, given.shard, ProgressLine().watch)
    show_status("")
    if given.shard != EVERYTHING:
        say(f"{name}: shard {given.shard.number} of {given.shard.count} is in {base}")
        return
    given.output.mkdir(parents=True, exist_ok=True)
    found = list(running.results(batches, base, timeout))
    rows, results = list(running.rows(chapter, found)), [result for _, result in found]
    before = read(given.output).get(name)
    table.write(given.output / f"{name}.csv", chapter.figures, rows)
    used = packages_of(peers if any(batch.command == "compare" for batch in batches) else {})
    own = origin(boards, timeout, results, used, begun)
    note(given.output, name, updated(before, own, results, begun))
    instead = "" if before is None else f", in place of the table of {before['date']}, {boards_of(before)}"
    say(f"{name}: {counted(len(rows), 'result')} in {given.output}{instead}")


def _kth(text: str) -> int:
    """Read a number from 1. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m study",
        description="Run the study and write its tables, pictures and pages. Finished work is not repeated. "
        f"Chapters: {', '.join(CHAPTERS)}.",
    )
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    parser.add_argument("--boards", type=Path, metavar="DIR", help="the public benchmark: a folder of .has files")
    parser.add_argument(
        "--peers", default=sys.executable, metavar="PYTHON", help="a Python with clingo, ortools, gurobipy"
    )
    parser.add_argument("--sample", type=_kth, default=1, metavar="K", help="only every K-th board of a kind")
    parser.add_argument(
        "--timeout", type=float, metavar="SECONDS", help="limit of each board; default: that of the chapter"
    )
    parser.add_argument(
        "--shard", type=Shard.of, default=EVERYTHING, metavar="K/N", help="run the K-th of N parts; writes no page"
    )
    parser.add_argument("--work", type=Path, default=WORK, metavar="DIR", help="databases and boards [build/study]")
    parser.add_argument("--output", type=Path, default=PAGES, metavar="DIR", help="tables and pages [docs/results]")
    parser.add_argument("--replace", action="store_true", help="let a sample replace a table of more boards")
    parser.add_argument("--draw", action="store_true", help="run nothing: write pictures and pages of existing tables")
    return parser


if __name__ == "__main__":
    sys.exit(main())
