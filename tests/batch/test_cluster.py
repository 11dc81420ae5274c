"""Batches on local Dask clusters, of which processes are killed."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import MagicMock, Mock

import pytest

from hashicnf.batch import cluster, connect
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.connect import require_same
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.pool import WorkerPool
from hashicnf.errors import InternalError, UsageError
from hashicnf.version import __version__
from tests.batch.running import batch, below, has_begun, is_sound, kill, results, started, statuses
from tests.patience import wait_until


def test_a_batch_on_a_local_cluster(boards: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    with started("solve", boards, "-o", base, "--cluster", "local:1") as driver:
        _, errors = driver.communicate(timeout=100)
        assert driver.returncode == 0, errors
    assert errors.startswith(f"{base}: 40 solved (")
    assert len(statuses(base)) == 40
    assert is_sound(base)


def test_a_chunk_that_fails_leaves_no_worker_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings("solve", {})
    pool = MagicMock(WorkerPool, settings=settings)
    pool.run.side_effect = InternalError("no worker can be started")
    monkeypatch.setattr(cluster, "_idle", [pool])
    with pytest.raises(InternalError, match="no worker"):
        cluster.work(settings.data(), [], __version__)
    pool.__exit__.assert_called_once()


def test_answers_that_were_lost_with_their_worker_are_not_awaited_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask repeats their task, and without another worker it would wait for that for ever."""
    pytest.importorskip("distributed")

    def lost(timeout: float) -> object:
        raise TimeoutError(f"timed out after {timeout} s")

    monkeypatch.setattr(cluster, "connected", lambda _: (Mock(status="running"), None))
    item, chunks = Item("board", "source", "1.1", 1), Chunks(iter(()), 0.0)
    with cluster.Cluster(Settings("solve", {}), "somewhere", 0.0) as computers:
        computers._waiting["key"] = [item]
        assert computers._answers(Mock(key="key", status="pending", result=lost), chunks) == []
    assert chunks.take() == [item]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cluster", "local:0"], "expected local or local:N"),
        (["--cluster", "tcp://127.0.0.1:9"], "there is no scheduler"),
        (
            ["--cluster", "scheduler.json"],
            "--cluster scheduler.json: no such file; expected tcp://HOST:PORT, a scheduler file",
        ),
    ],
)
@pytest.mark.slow
def test_clusters_that_there_are_none_of(boards: Path, tmp_path: Path, options: list[str], message: str) -> None:
    with started("solve", boards, "-o", tmp_path / "run.sqlite", *options) as driver:
        _, errors = driver.communicate(timeout=100)
    assert driver.returncode == 2
    assert message in errors
    assert len(errors.splitlines()) == 1
    assert not (tmp_path / "run.sqlite").exists()


@pytest.mark.slow
@pytest.mark.parametrize("has_begun_work", [False, True])
def test_ctrl_c_ends_a_local_cluster_without_a_word_of_dask(
    has_begun_work: bool, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Send SIGINT to all processes, as a terminal does, while the cluster starts or while it works."""
    (scratch := tmp_path / "scratch").mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    base = tmp_path / "run.sqlite"
    command = ["batch", "solve", str(boards), "-o", str(base), "--cluster", "local:1", "--no-lines"]
    with subprocess.Popen(
        [sys.executable, "-m", "hashicnf", *command], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as driver:
        wait_until(lambda: has_begun(base) if has_begun_work else any(scratch.iterdir()))
        os.killpg(driver.pid, signal.SIGINT)
        _, errors = driver.communicate(timeout=60)
    assert driver.returncode in ((0, 130) if has_begun_work else (130,))  # all work may be done
    assert "Traceback" not in errors
    assert not any(scratch.iterdir())


def test_processes_of_a_local_cluster_are_not_interrupted() -> None:
    shown = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    command = [sys.executable, "-S", "-c", shown]
    with connect.without_interrupts():
        assert subprocess.check_output(command, text=True) == "True\n"
    assert subprocess.check_output(command, text=True) == "False\n"


def test_a_local_cluster_that_does_not_start_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("distributed.LocalCluster", Mock(side_effect=OSError("no port is free")))
    with pytest.raises(OSError, match="no port is free"):
        connect.connected("local:1")
    assert not any(tmp_path.iterdir())


def hides_hashicnf(folder: Path) -> str:
    """Return a module path under which Python does not find hashicnf."""
    (folder / "hidden").mkdir(exist_ok=True)
    (folder / "hidden" / "sitecustomize.py").write_text(
        "import importlib.metadata as metadata, sys\n"
        "sys.modules['hashicnf'] = None\n"
        "known = metadata.version\n"
        "metadata.version = lambda name: known('no such package' if name == 'hashicnf' else name)\n"
    )
    return str(folder / "hidden")


class Machines:
    """A scheduler and workers, each in its own process as on separate machines."""

    def __init__(self, folder: Path, without: str = "") -> None:
        self.without = without
        self.file = folder / "scheduler.json"
        self.folder = folder
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)]
        self.scheduler = self._start("dask_scheduler", *options)
        self.workers: list[subprocess.Popen[bytes]] = []
        wait_until(self.file.exists)

    def add(self) -> None:
        """Start a worker."""
        options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
        self.workers.append(self._start("dask_worker", "--scheduler-file", str(self.file), *options))

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        hidden = {"PYTHONPATH": hides_hashicnf(self.folder)} if module == self.without else {}
        return subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | hidden, cwd=self.folder
        )

    def end(self) -> None:
        """Kill everything."""
        for process in (*self.workers, self.scheduler):
            kill([*below(process.pid), process.pid])
            process.wait()


@contextmanager
def machines(folder: Path, workers: int) -> Iterator[Machines]:
    made = Machines(folder)
    try:
        for _ in range(workers):
            made.add()
        yield made
    finally:
        made.end()


@pytest.mark.parametrize("module", ["dask_scheduler", "dask_worker"])
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_cluster_without_hashicnf_is_named(boards: Path, tmp_path: Path, module: str) -> None:
    cluster = Machines(tmp_path, without=module)
    try:
        cluster.add()
        with started("solve", boards, "-o", tmp_path / "run.sqlite", "--cluster", cluster.file) as driver:
            _, errors = driver.communicate(timeout=250)
    finally:
        cluster.end()
    assert driver.returncode == 69, errors
    part = module.removeprefix("dask_")
    assert re.search(
        f"(?m)^hashicnf: the {part}.* of the cluster {cluster.file} has no hashicnf: install version", errors
    )
    assert "Traceback" not in errors


def test_a_worker_of_another_version_is_refused() -> None:
    versions = {
        "scheduler": {"packages": {"hashicnf": "0.0"}},
        "workers": {"tcp://a": {"packages": {"hashicnf": "0.0"}}},
    }
    with pytest.raises(UsageError, match=r"the worker tcp://a of the cluster x has hashicnf 0\.0, and the driver "):
        require_same(versions, "x")


@pytest.fixture
def slow(boards: Path, strange: None) -> Path:
    for path in boards.iterdir():
        path.write_text("family: slow\n" + path.read_text())
    return boards


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_puzzle_that_takes_machines_with_it_gets_its_row_and_the_others_theirs(slow: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    (slow / "05.puz").write_text("family: deadly\n1.1\n")
    (slow / "20.puz").write_text("family: parricide\n1.1\n")
    with machines(tmp_path, 2) as cluster, started("solve", slow, "-o", base, "--cluster", cluster.file) as driver:
        _, errors = driver.communicate(timeout=250)
    assert driver.returncode == 1, errors
    found = results(base)
    assert found.pop("05")["error"].startswith("the process that worked on it was killed by signal 9")
    assert found.pop("20")["error"] == "every machine that worked on it was lost"
    assert {result["status"] for result in found.values()} == {"solved"}
    assert len(found) == 38


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_machines_that_vanish_cost_time_only(slow: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    with machines(tmp_path, 2) as cluster, started("solve", slow, "-o", base, "--cluster", cluster.file) as driver:
        wait_until(lambda: has_begun(base))
        lost = cluster.workers[0]
        kill([*below(lost.pid), lost.pid])
        _, errors = driver.communicate(timeout=250)
    assert driver.returncode == 0, errors
    assert statuses(base) == {path.stem: "solved" for path in slow.iterdir()}


@pytest.mark.parametrize("victim", ["scheduler", "workers"])
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_cluster_that_vanishes_ends_the_batch_and_what_is_done_is_kept(
    slow: Path, tmp_path: Path, victim: str
) -> None:
    base = tmp_path / "run.sqlite"
    with machines(tmp_path, 1) as cluster:
        with started("solve", slow, "-o", base, "--cluster", cluster.file, "--patience", 20) as driver:
            wait_until(lambda: has_begun(base))
            gone = [cluster.scheduler] if victim == "scheduler" else cluster.workers
            kill([pid for process in gone for pid in (*below(process.pid), process.pid)])
            start = time.monotonic()
            _, errors = driver.communicate(timeout=250)
        assert driver.returncode == 30, errors
        assert time.monotonic() - start < 90
        assert f"the cluster {cluster.file} for 20 s\n" in errors
        assert "what is finished is kept: the same command goes on from there" in errors
    before = len(statuses(base))
    assert before > 0
    assert batch("solve", slow, "-o", base) == 0
    assert len(statuses(base)) == 40 >= before


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_twenty_schedulers_that_are_killed(tmp_path: Path, strange: None, texts: list[str]) -> None:
    base, boards, rng = tmp_path / "run.sqlite", tmp_path / "boards", random.Random(1)
    boards.mkdir()
    for number in range(1000):
        (boards / f"{number}.puz").write_text(f"family: slow\ntitle: {number}\n{texts[number % len(texts)]}")
    counts = [0]
    for death in range(20):
        folder = tmp_path / f"cluster {death}"
        folder.mkdir()
        with machines(folder, 1) as cluster:
            with started("solve", boards, "-o", base, "--cluster", cluster.file, "--patience", 8) as driver:
                if death % 2:  # every other one while puzzles are solved, the rest perhaps while all that is started
                    wait_until(lambda: driver.poll() is not None or has_begun(base, counts[-1]))
                time.sleep(rng.uniform(0.1, 3.0))
                kill([cluster.scheduler.pid])
                _, errors = driver.communicate(timeout=120)
            assert driver.returncode in (2, 30), errors  # 2: it was not even connected
        if base.exists():
            assert is_sound(base)
            counts.append(len(statuses(base)))
    assert counts == sorted(counts), "what is written stays"
    assert counts[-1] > 0
    assert batch("solve", boards, "-o", base, "--jobs", 2) == 0
    assert statuses(base) == {str(number): "solved" for number in range(1000)}
