"""The modules that commands import when they start, and those that they do not."""

from __future__ import annotations

import inspect
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from hashicnf.cli.commands import COMMANDS
from hashicnf.formats.parsing import tables_of

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
TREE = str(ROOT / "examples" / "hashi" / "tree.puz")

HEAVY = {"numpy", "lark", "pysat", "matplotlib", "pydantic", "scipy", "rich", "zstandard"}
ELSEWHERE = {
    "hashicnf.assignments",
    "hashicnf.backends.child",
    "hashicnf.backends.dpll",
    "hashicnf.backends.escalating",
    "hashicnf.backends.process",
    "hashicnf.backends.scratch",
    "hashicnf.backends.supervisor",
    "hashicnf.core.limits",
    "hashicnf.families.hashi.generate",
    "hashicnf.families.hashi.explain",
    "hashicnf.families.hashi.search.configurations",
    "hashicnf.families.hashi.search.grid",
    "hashicnf.families.hashi.draw.notation",
    "hashicnf.families.hashi.draw.table",
    "hashicnf.passes.connectivity.closing_sets",
    "hashicnf.passes.connectivity.static_cuts",
    "hashicnf.measure.bench",
    "hashicnf.measure.comparison",
    "hashicnf.narrate",
    "hashicnf.frontier",
    "hashicnf.solving.by_frontier",
    "hashicnf.solving.by_dpll",
    "hashicnf.solving.by_search",
    "hashicnf.solving.trace_start",
    "hashicnf.proofs.write",
    "hashicnf.windows",
    "hashicnf.search",
    "hashicnf.trace.lines",
    "hashicnf.trace.steps",
    "importlib.resources.readers",
    "json",
    "matplotlib",
    "numpy.ma.core",
    "pydantic",
    "rich",
    "scipy",
    "zstandard",
}
SOLVING = {"hashicnf.pipeline.answer", "hashicnf.solving.by_cdcl"}
SEARCHING = {"hashicnf.backends.choose", "hashicnf.solving.model_search", "pysat"}
WRITING = {"hashicnf.dimacs", "hashicnf.pipeline.emit"}

SCRIPT = """
import sys
from hashicnf.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
print(*sys.modules, file=sys.stderr)
"""


WAITING = """
import sys
from hashicnf.cli import main
from hashicnf.seldom import SELDOM_USED
try:
    main()
except SystemExit:
    found = {name: type(sys.modules[name]).__name__ for name in SELDOM_USED if name in sys.modules}
    print(*(name for name, kind in found.items() if kind != "SeldomUsed"), file=sys.stderr)
    print(len(found), file=sys.stderr)
"""


HELPS = """
import os, sys
from hashicnf.cli import app, main
for command in sys.argv[1:]:
    if os.fork():
        assert os.wait()[1] == 0, command
        continue
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.argv[1:] = [command, "--help"]
    try:
        main()
    except SystemExit as end:
        print(command, *sys.modules, file=sys.stderr, flush=True)
        os._exit(end.code or 0)
"""


def imported(*arguments: str) -> set[str]:
    """Run a command in a fresh process; return the modules that are imported at its end."""
    command = [sys.executable, "-c", SCRIPT, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stderr.splitlines()[-1].split())


def imported_by_help() -> dict[str, set[str]]:
    """Print the help of each command in a fork of a process without commands; return the modules imported by each."""
    done = subprocess.run(
        [sys.executable, "-c", HELPS, *COMMANDS], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {command: set(modules) for command, *modules in map(str.split, done.stderr.splitlines())}


@pytest.mark.parametrize("option", ["--version", "-V", "--help", "-h"])
def test_nothing_heavy_is_imported_for_version_and_help(option: str) -> None:
    assert not imported(option) & HEAVY


def test_the_version_does_not_even_need_typer() -> None:
    """What it imports is what is imported before main can handle Ctrl-C."""
    assert not {name for name in imported("--version") if name.startswith(("typer", "typing", "click", "dataclasses"))}


def test_help_of_a_command_imports_no_other_command() -> None:
    """This is a single test, since several could run in several workers, each of which would start all commands."""
    found = imported_by_help()
    assert [*found] == [*COMMANDS]
    for command, modules in found.items():
        assert f"hashicnf.cli.{COMMANDS[command]}" in modules
        others = {f"hashicnf.cli.{module}" for module in COMMANDS.values() if module != COMMANDS[command]}
        assert not modules & (HEAVY | others), command


def test_solve_imports_what_it_needs_and_nothing_else() -> None:
    modules = imported("solve", TREE)
    assert modules >= SOLVING | SEARCHING
    assert not modules & (ELSEWHERE | WRITING)


def test_solve_imports_no_solver_where_propagation_decides() -> None:
    modules = imported("solve", SMALL)
    assert modules >= SOLVING
    assert not modules & (ELSEWHERE | SEARCHING | WRITING)


def test_modules_that_are_seldom_used_are_not() -> None:
    """Other packages import these modules; later versions might use them at the start, or not import them."""
    command = [sys.executable, "-", "solve", SMALL]  # not -c: Python 3.13 itself uses linecache for its text
    done = subprocess.run(command, input=WAITING, capture_output=True, text=True, check=True, cwd=ROOT)
    used, count = done.stderr.splitlines()
    assert {*used.split()} <= (set() if tables_of("native").is_file() else {"lark.load_grammar"})
    assert int(count) >= 15


@pytest.mark.parametrize("options", [[], ["--connectivity", "planar"]])
def test_encode_imports_no_solver(options: list[str]) -> None:
    """The default encoding probes each undecided variable by a solver, and here there is none."""
    modules = imported("encode", SMALL, *options, "-o", os.devnull)
    assert modules >= WRITING
    assert not modules & ((ELSEWHERE | SOLVING | SEARCHING) - {"json"})


def test_count_imports_no_solver() -> None:
    modules = imported("count", TREE)
    assert "hashicnf.frontier.census" in modules
    assert not modules & {"pysat", "numpy.ma.core", "hashicnf.windows", "hashicnf.solving.by_dpll"}


def test_check_imports_no_solver_and_no_encoding() -> None:
    modules = imported("check", SMALL, str(ROOT / "examples" / "hashi" / "small.sol"))
    drawings = {"json", "hashicnf.families.hashi.draw.notation", "hashicnf.families.hashi.draw.table"}
    assert not modules & ((ELSEWHERE | SOLVING | SEARCHING | WRITING) - drawings)
    assert not {name for name in modules if name.startswith("hashicnf.passes")}


@pytest.mark.parametrize(("command", "most"), [(["encode", SMALL, "-o", os.devnull], 30), (["solve", SMALL], 36)])
def test_a_command_enters_few_modules(command: list[str], most: int) -> None:
    """Each is a file to be read by whoever wants to follow the command; the numbers may only fall."""
    run = [sys.executable, "-m", "tests.entered", *command]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT)
    modules = [line.split(":")[0] for line in done.stderr.splitlines()]
    assert f"cli/{command[0]}.py" in modules
    assert len(modules) == len(set(modules)) <= most


def test_names_that_are_not_imported_exist() -> None:
    """Otherwise a moved module would not be noticed."""
    for name in ELSEWHERE | SOLVING | SEARCHING | WRITING:
        path = ROOT.joinpath(*name.split("."))
        assert not name.startswith("hashicnf") or path.with_suffix(".py").is_file() or path.is_dir(), name


def test_a_command_alone_is_the_one_among_all() -> None:
    from hashicnf.cli.app import application

    every = {command.name: command for command in application().registered_commands}
    assert list(every) == list(COMMANDS)
    for name in COMMANDS:
        (alone,) = application(name).registered_commands
        assert (alone.name, alone.epilog) == (name, every[name].epilog)
        one, other = alone.callback, every[name].callback
        assert one is not None
        assert other is not None
        assert (one.__module__, one.__name__, one.__doc__) == (other.__module__, other.__name__, other.__doc__)
        assert list(inspect.signature(one).parameters) == list(inspect.signature(other).parameters)


@pytest.mark.parametrize("first", ["--help", "slove", "", None])
def test_any_other_word_gets_all_commands(first: str | None) -> None:
    from hashicnf.cli.app import application

    assert len(application(first).registered_commands) == len(COMMANDS)


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("3", "3")])
def test_linear_algebra_gets_one_thread_unless_the_user_has_said_how_many(given: str | None, used: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment |= {} if given is None else {"OPENBLAS_NUM_THREADS": given}
    told = "sys.stdout.write(os.environ['OPENBLAS_NUM_THREADS'])"
    script = f"import atexit, os, sys; sys.argv[1:] = ['formats']; atexit.register(lambda: {told}); "
    script += "from hashicnf.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.endswith(f"\n{used}")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries are not asked to keep memory")
def test_memory_of_arrays_that_are_freed_is_kept_for_the_next() -> None:
    script = """
import atexit, resource, sys

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    bytearray(30 << 20)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

atexit.register(lambda: print(faults(), faults()))
sys.argv[1:] = ["formats"]
from hashicnf.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    first, second = map(int, done.stdout.splitlines()[-1].split())
    assert 4 * second < first
