"""Faults of processes and disks: no result is lost, no work done twice, no process left, and other results are correct."""

from __future__ import annotations

import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from hashicnf.batch import pool
from hashicnf.batch.items import Settings
from hashicnf.batch.store import Store
from hashicnf.errors import UsageError
from hashicnf.files.locks import locked
from tests.batch.running import (
    batch,
    below,
    has_begun,
    is_sound,
    kill,
    results,
    runs,
    started,
    statuses,
    workers_of,
)
from tests.patience import wait_until
from tests.portions import few

SLOWLY = "family: slow\n"


@pytest.fixture
def slow(boards: Path, strange: None) -> Path:
    """Return boards that take a twentieth of a second each."""
    for path in boards.iterdir():
        path.write_text(SLOWLY + path.read_text())
    return boards


def require_all(base: Path, boards: Path) -> None:
    """Check a finished batch against its inputs."""
    assert is_sound(base)
    assert statuses(base) == {path.stem: "solved" for path in boards.iterdir()}


def go_on(base: Path, boards: Path) -> None:
    """Complete a batch without delays, and check it against its inputs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECONDS_OF_SLOW", "0")
        assert batch("solve", boards, "-o", base) == 0
    require_all(base, boards)


def end_driver_at(moment: float, boards: Path, base: Path) -> None:
    """Kill a driver, and check that none of its processes survives."""
    driver = started("solve", boards, "-o", base, "--jobs", 2)
    try:
        time.sleep(moment)
    finally:
        driver.kill()
        driver.communicate()
    wait_until(lambda: not workers_of(driver))


def go_on_after_deaths_of_the_driver(slow: Path, tmp_path: Path, moments: list[float]) -> None:
    base = tmp_path / "run.sqlite"
    counts = [0]
    for moment in moments:
        end_driver_at(moment, slow, base)
        if has_begun(base):
            counts.append(len(statuses(base)))
    assert counts == sorted(counts), "what is written stays"
    go_on(base, slow)


def test_a_driver_that_is_killed_loses_nothing_that_was_written(slow: Path, tmp_path: Path) -> None:
    go_on_after_deaths_of_the_driver(slow, tmp_path, [1.0])


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_driver_that_is_killed_twenty_times(slow: Path, tmp_path: Path) -> None:
    rng = random.Random(1)
    go_on_after_deaths_of_the_driver(slow, tmp_path, [rng.uniform(0.2, 3.0) for _ in range(20)])


def run_while_killing(boards: Path, base: Path, deaths: int, *options: object, solver: str = "") -> int:
    """Kill a worker, or a ``solver`` that it has started, at so many moments; return the exit code.

    Solvers of workers that warm up do not count.
    """
    rng = random.Random(deaths)
    with started("solve", boards, "-o", base, "--jobs", 2, *options) as driver:
        killed = 0
        wait_until(lambda: not solver or has_begun(base))
        while killed < deaths and driver.poll() is None:
            time.sleep(rng.uniform(0.05, 0.4))
            workers = workers_of(driver)
            victims = [pid for worker in workers for pid in below(worker) if runs(pid, solver)] if solver else workers
            if victims:
                kill([rng.choice(victims)])
                killed += 1
        errors = driver.communicate(timeout=300)[1]
    assert killed == deaths, errors
    assert not workers_of(driver)
    return driver.returncode


def test_workers_that_are_killed_cost_time_only(slow: Path, tmp_path: Path) -> None:
    assert run_while_killing(slow, tmp_path / "run.sqlite", 2) == 0
    require_all(tmp_path / "run.sqlite", slow)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_workers_that_cannot_be_had_leave_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    (tmp_path / "a.puz").write_text("1.1\n")
    assert batch("solve", tmp_path / "a.puz", "-o", base, "--jobs", 2, "--cluster", "local") == 2
    assert "--jobs has no effect with --cluster" in capsys.readouterr().err
    assert not base.exists()


def test_files_that_were_begun_do_not_outlive_a_pool(tmp_path: Path) -> None:
    begun = tmp_path / ".hashicnf-0123abcd.cnf"  # as a process that was killed leaves it
    begun.touch()
    with pool.WorkerPool(Settings("encode", {}, folder=str(tmp_path)), 1):
        assert not begun.exists()
        begun.touch()
    assert not begun.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deaths", "count"), [(2, 80), (pool.MOST_STILLBORN - 1, 800)]
)  # all may die before they are ready
def test_many_workers_that_are_killed(deaths: int, count: int, tmp_path: Path, strange: None, texts: list[str]) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    for number in range(count):
        text = texts[number % len(texts)]
        (boards / f"{number}.puz").write_text(f"{SLOWLY}title: {number}\n{text}")
    assert run_while_killing(boards, tmp_path / "run.sqlite", deaths) == 0
    require_all(tmp_path / "run.sqlite", boards)


@pytest.mark.slow
@pytest.mark.parametrize("deaths", [1, pytest.param(20, marks=pytest.mark.timeout(600))])
def test_solvers_that_are_killed_are_run_again(boards: Path, tmp_path: Path, deaths: int) -> None:
    script = tmp_path / "solver.py"
    script.write_text(
        "import sys, time\nfrom pysat.solvers import Solver\ntime.sleep(0.2)\n"
        "lines = [line.split() for line in open(sys.argv[1]) if line[0] not in 'cp']\n"
        "solver = Solver('minisat22', [[*map(int, line[:-1])] for line in lines])\n"
        "if not solver.solve():\n    print('s UNSATISFIABLE')\n    sys.exit(20)\n"
        "print('s SATISFIABLE\\nv', *solver.get_model(), 0)\nsys.exit(10)\n"
    )
    some = sorted(boards.iterdir())
    for path in some[max(4, 2 * deaths) :]:
        path.unlink()
    solver = shlex.join([sys.executable, str(script), "{cnf}"])
    options = "--solver", solver
    code = run_while_killing(boards, tmp_path / "run.sqlite", deaths, *options, solver=script.name)
    assert code == 0 or deaths > 1
    assert set(statuses(tmp_path / "run.sqlite").values()) <= {"solved", "error"}  # two deaths may hit the same puzzle
    assert batch("solve", boards, "-o", tmp_path / "run.sqlite", *options) == 0
    require_all(tmp_path / "run.sqlite", boards)


def test_a_text_that_kills_whoever_reads_it_has_its_row_once(tmp_path: Path, strange: None) -> None:
    base, text = tmp_path / "run.sqlite", tmp_path / "text"
    text.write_text("family: deadly\n1.1\n")  # of no known ending: a worker finds out what it is
    assert batch("solve", text, "-o", base) == 1
    assert statuses(base) == {"text": "error"}
    assert batch("solve", text, "-o", base) == 1
    assert sorted(batch("solve", text, "-o", base, "--shard", f"{number}/2") for number in (1, 2)) == [0, 1]
    assert statuses(base) == {"text": "error"}


def test_a_puzzle_that_kills_its_worker_gets_its_row_and_the_others_theirs(
    boards: Path, tmp_path: Path, strange: None
) -> None:
    base = tmp_path / "run.sqlite"
    (boards / "13.puz").write_text("family: deadly\n1.1\n")
    assert batch("solve", boards, "-o", base, "--jobs", 2) == 1
    found = results(base)
    assert found.pop("13")["error"].startswith("the process that worked on it was killed by signal 9")
    assert {result["status"] for result in found.values()} == {"solved"}
    assert batch("solve", boards, "-o", base) == 1  # it is not tried again
    assert statuses(base)["13"] == "error"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_poison_among_a_thousand(tmp_path: Path, strange: None, texts: list[str]) -> None:
    base, boards = tmp_path / "run.sqlite", tmp_path / "boards"
    boards.mkdir()
    for number in range(1000):
        (boards / f"{number}.puz").write_text(f"title: {number}\n{texts[number % len(texts)]}")
    (boards / "500.puz").write_text("family: deadly\n1.1\n")
    assert batch("solve", boards, "-o", base) == 1
    found = statuses(base)
    assert len(found) == 1000
    assert [name for name, status in found.items() if status != "solved"] == ["500"]


def test_limits_of_time_and_memory_are_answers(
    boards: Path, tmp_path: Path, strange: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "run.sqlite"
    monkeypatch.setattr(pool, "GRACE", 0.5)
    for family in ("hanging", "deaf", "greedy", "broken"):
        (boards / f"{family}.puz").write_text(f"family: {family}\n1.1\n")
    assert batch("solve", boards, "-o", base, "--timeout", 1, "--worker-memory", "4G", "--jobs", 2) == 1
    found = results(base)
    bad = {name: found.pop(name) for name in ("hanging", "deaf", "greedy", "broken")}
    assert {result["status"] for result in found.values()} == {"solved"}
    assert [bad[name]["reason"] for name in ("hanging", "deaf", "greedy")] == [
        *["time limit of 1 s reached"] * 2,
        "out of memory",
    ]
    assert [bad[name]["family"] for name in ("hanging", "deaf")] == [None, "deaf"], "what was read before the limit"
    assert (
        "error in a plug-in of the package strange-puzzles, please report it there: ZeroDivisionError"
        in bad["broken"]["error"]
    )
    assert bad["broken"]["code"] == 70


def test_a_full_disk_ends_the_batch_and_what_was_written_stays(boards: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", *sorted(boards.iterdir())[:5], "-o", base) == 0

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (base.stat().st_size + 4096,) * 2)

    command = [sys.executable, "-m", "hashicnf", "batch", "solve", str(boards), "-o", str(base), "--no-lines"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=small_files, check=False, timeout=100)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"hashicnf: {base}: cannot be written: " in done.stderr
    assert is_sound(base)
    assert 5 <= len(statuses(base)) < 40
    assert batch("solve", boards, "-o", base) == 0
    require_all(base, boards)


MOUNT = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
SMALL_DISK = 'size=$1; disk=$2; shift 2; mount -t tmpfs -o size="$size" none "$disk" && { "$@"; code=$?; }; '
KEEP = 'cp "$disk"/*.sqlite . 2>/dev/null; exit $code'


def may_mount() -> bool:
    """Return whether a process can mount a private disk here."""
    with tempfile.TemporaryDirectory() as folder:
        script = 'mount -t tmpfs none "$0"'
        return (
            shutil.which(MOUNT[0]) is not None and not subprocess.run([*MOUNT, script, folder], check=False).returncode
        )


def on_a_small_disk(size: str, disk: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a batch with a small disk mounted at a folder; copy its databases to the folder above."""
    disk.mkdir()
    words = [sys.executable, "-m", "hashicnf", "batch", *map(str, arguments), "--no-lines", "--jobs", "1"]
    command = [*MOUNT, SMALL_DISK + KEEP, "sh", size, str(disk), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, cwd=disk.parent)


@pytest.mark.parametrize("size", ["120k"] if may_mount() else [])
def test_a_database_without_space_ends_the_batch_and_what_was_written_stays(
    boards: Path, tmp_path: Path, size: str
) -> None:
    disk, base = tmp_path / "disk", tmp_path / "run.sqlite"
    done = on_a_small_disk(size, disk, "solve", boards, "-o", disk / "run.sqlite")
    assert done.returncode == 2, done.stderr
    assert f"{disk}/run.sqlite: cannot be written: database or disk is full" in done.stderr
    assert is_sound(base)
    assert len(statuses(base)) < 40
    assert batch("solve", boards, "-o", base) == 0
    require_all(base, boards)


@pytest.mark.parametrize("size", ["40k"] if may_mount() else [])
def test_files_without_space_are_errors_and_written_later(boards: Path, tmp_path: Path, size: str) -> None:
    disk, base = tmp_path / "disk", tmp_path / "run.sqlite"
    done = on_a_small_disk(size, disk, "encode", boards, "-o", base, "--output-dir", disk)
    assert done.returncode == 2, done.stderr
    assert f"{disk}/manifest.jsonl: cannot be written: No space left on device" in done.stderr
    found = results(base)
    missing = {name: result["error"] for name, result in found.items() if result["status"] == "error"}
    assert 0 < len(missing) < len(found)
    assert all("No space left on device" in error for error in missing.values())
    assert batch("encode", boards, "-o", base, "--output-dir", disk) == 0
    found = results(base)
    assert {result["status"] for result in found.values()} == {"encoded"}
    assert {path.name for path in disk.glob("*.cnf")} == {Path(one["file"]).name for one in found.values()}


def test_two_drivers_on_one_database(slow: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    with started("solve", slow, "-o", base, "--jobs", 2) as first:
        wait_until(lambda: workers_of(first))
        assert batch("solve", slow, "-o", base) == 2
        words = capsys.readouterr().err
        assert f"{base}: is being written by hashicnf batch, process {first.pid} on " in words
        first.communicate(timeout=100)
    assert first.returncode == 0
    require_all(base, slow)
    assert not Path(f"{base}.lock").exists()


def test_the_lock_of_a_process_that_died_is_none(tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    Path(f"{base}.lock").write_text("hashicnf batch, process 1 on nowhere")
    with locked(str(base), "a test"):
        code = (
            "import sys\nfrom hashicnf.files.locks import locked\nfrom hashicnf.errors import UsageError\n"
            "try:\n    locked(sys.argv[1], 'another').__enter__()\nexcept UsageError as problem:\n    print(problem)\n"
        )
        done = subprocess.run([sys.executable, "-c", code, str(base)], capture_output=True, text=True, check=True)
        assert f"is being written by a test, process {os.getpid()} on" in done.stdout
        for _ in range(2):  # a request in vain releases nothing
            with pytest.raises(UsageError, match="is being written by a test"), locked(str(base), "another"):
                pass
        assert Path(f"{base}.lock").exists()
    assert not Path(f"{base}.lock").exists()


def test_ctrl_c_keeps_what_is_finished(slow: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    with started("solve", slow, "-o", base, "--jobs", 2) as driver:
        wait_until(lambda: has_begun(base))
        driver.send_signal(signal.SIGINT)
        _, errors = driver.communicate(timeout=60)
    assert driver.returncode == 130, errors
    assert not workers_of(driver)
    kept = len(statuses(base))
    told = re.search(
        r": (\d+) solved .*\n    stopped with (\d+) to do; .* the same command goes on from there\n", errors
    )
    assert told is not None, errors
    assert (int(told[1]), int(told[2])) == (kept, 40 - kept)
    assert kept > 0
    go_on(base, slow)


def test_a_file_that_changes_meanwhile_is_done_as_it_was_and_again_as_it_is(slow: Path, tmp_path: Path) -> None:
    base, last = tmp_path / "run.sqlite", slow / "39.puz"
    with started("solve", slow, "-o", base, "--jobs", 1) as driver:
        wait_until(lambda: has_begun(base))
        (slow / "00.puz").write_text("1.1\n")  # has been read
        last.write_text("1.2\n")
        assert driver.wait(100) == 0
    assert statuses(base) == {path.stem: "solved" for path in slow.iterdir()} | {"39": "unsolvable"}
    sizes = {name: result["figures"] for name, result in results(base).items()}
    assert '"islands":12' in sizes["00"]
    assert batch("solve", slow, "-o", base) == 0
    assert '"islands":2' in results(base)["00"]["figures"]


@pytest.mark.parametrize("what", few(["file", "another file", "folder"], 1))
def test_a_database_that_is_removed_meanwhile_is_said_to_be_lost(slow: Path, tmp_path: Path, what: str) -> None:
    base = tmp_path / "out" / "run.sqlite"
    base.parent.mkdir()
    with started("solve", slow, "-o", base, "--jobs", 1) as driver:
        wait_until(lambda: has_begun(base))
        if what == "folder":
            shutil.rmtree(base.parent)
        else:
            base.unlink()
        if what == "another file":
            base.write_bytes(b"")
        told = driver.communicate(timeout=100)[1]
    assert driver.returncode == 2
    assert told == f"hashicnf: {base}: the database was removed or replaced during the run: all its results are lost\n"


def test_files_that_are_gone_are_written_again(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, out = tmp_path / "run.sqlite", tmp_path / "out"
    (boards / "many.puz").write_text("1.1\n---\n1.1.\n")
    command = ["encode", boards, "-o", base, "--output-dir", out]
    assert batch(*command) == 0
    written = {path.name: path.read_bytes() for path in out.glob("*.cnf")}
    first, second, *_ = sorted(out.glob("*.cnf"))
    first.unlink()
    second.write_bytes(b"")
    capsys.readouterr()
    assert batch(*command) == 0
    assert "2 encoded, 40 done before" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in out.glob("*.cnf")} == written


def test_a_batch_whose_lines_nobody_reads_any_more_ends_and_goes_on(slow: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    command = [sys.executable, "-m", "hashicnf", "batch", "solve", str(slow), "-o", str(base), "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
        assert driver.stdout is not None
        assert driver.stderr is not None
        driver.stdout.readline()
        driver.stdout.close()
        told = driver.stderr.read()
    assert driver.returncode == 141
    assert 0 < len(statuses(base)) < 40
    assert re.fullmatch(
        f"{base}: [0-9]+ solved .*\n    stopped with [0-9]+ to do; what is finished is kept: .*\n", told
    )
    go_on(base, slow)


def test_a_batch_with_nothing_left_does_not_ask_to_be_started_again(boards: Path, tmp_path: Path) -> None:
    board, base = min(boards.iterdir()), tmp_path / "run.sqlite"
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "hashicnf", "batch", "solve", str(board), "-o", str(base), "--jobs", "1"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert done.returncode == 141
    assert list(statuses(base).values()) == ["solved"]
    assert "1 solved" in done.stderr
    assert "stopped" not in done.stderr


def test_a_store_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        Store(str(tmp_path / "no folder" / "run.sqlite"), Settings("solve", {}))


@pytest.mark.parametrize("size", [1000, 20_000])
def test_a_database_that_cannot_be_created_leaves_no_file(size: int, tmp_path: Path) -> None:
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))  # Python ignores SIGXFSZ
    try:
        with pytest.raises(UsageError, match="cannot be written"):
            Store(str(tmp_path / "run.sqlite"), Settings("solve", {}))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert list(tmp_path.iterdir()) == []
