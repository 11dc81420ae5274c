"""Connect to a Dask cluster of the user, or start a local one; check that its machines have hashicnf."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final

from hashicnf.errors import SolverMissing, UsageError
from hashicnf.files.signals import signals_wait
from hashicnf.version import __version__

LOOPBACK: Final = "127.0.0.1:0"  # dashboard address of a local cluster, on any free port
CONNECT: Final = 10  # seconds to reach the scheduler, and to get an answer from all workers
CLOSE: Final = 5  # seconds for a local cluster to end
QUIET: Final = {  # a local cluster would otherwise profile itself a hundred times a second
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "2s",
}
PACKAGE: Final = "hashicnf"
FAILURES: Final = 3  # worker processes that a local cluster may lose with a task before it is given up


def connected(where: str) -> tuple[Any, ExitStack | None]:
    """Return a client, and if the cluster is local also the stack whose ``close`` ends it, otherwise None.

    Raises SolverMissing if the package is not installed, UsageError if there is no such cluster.
    """
    import logging

    try:
        import distributed
    except ImportError:
        raise SolverMissing("--cluster needs the package distributed: pip install 'hashicnf[cluster]'") from None
    for logger in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # the batch reports errors itself
    make: Any = distributed
    name, _, number = where.partition(":")
    if name == "local":
        if not (number or "1").isdecimal() or number == "0":
            raise UsageError(f"--cluster {where}: expected local or local:N")
        return _started(int(number) if number else None)
    is_there = os.path.isfile(where)  # noqa: PTH113 - a path raises OSError for names that are too long
    if not is_there and ":" not in where:  # every address has a port
        raise UsageError(
            f"--cluster {where}: no such file; expected tcp://HOST:PORT, a scheduler file, local or local:N"
        )
    try:
        named = {"scheduler_file": where} if is_there else {"address": where}
        return make.Client(**named, timeout=CONNECT), None
    except (OSError, TimeoutError, ValueError) as problem:
        reason = str(problem) or "no answer"
        raise UsageError(f"--cluster {where}: there is no scheduler: {reason}") from None


def _started(number: int | None) -> tuple[Any, ExitStack]:
    """Start a cluster of so many processes here, one for each core by default; return a client, and the stack that ends it.

    Signals are deferred until it is complete, since Dask cannot end a cluster that it is starting.
    """
    import logging
    from tempfile import TemporaryDirectory

    import dask
    import distributed

    make: Any = distributed
    running = ExitStack()
    with signals_wait(running.close), without_interrupts():
        try:
            scratch = running.enter_context(TemporaryDirectory(prefix="hashicnf-", ignore_cleanup_errors=True))
            dask.config.set(
                QUIET | {"distributed.scheduler.allowed-failures": FAILURES, "temporary-directory": scratch}
            )
            local = make.LocalCluster(
                n_workers=number, threads_per_worker=1, dashboard_address=LOOPBACK, silence_logs=logging.CRITICAL
            )
            running.callback(local.close, timeout=CLOSE)
            return make.Client(local), running
        except BaseException:
            running.close()
            raise


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Start threads and processes that Ctrl-C does not reach: they inherit the blocked signals of this thread.

    Ctrl-C goes to all processes of the terminal, and those of Dask would print errors; the driver ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # on a thread of Dask, it would unblock the signal there
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def require_hashicnf(client: Any, where: str) -> None:
    """Raise as ``require_same`` does for the scheduler and its present workers.

    A worker without hashicnf cannot load a task, and breaks its connection without a message, so versions are requested first. A
    worker that does not answer in time counts as lost. Raises OSError if the scheduler is lost.
    """
    ask = client._get_versions
    with suppress(TimeoutError):
        require_same(client.sync(ask, packages=[PACKAGE], callback_timeout=CONNECT), where)


def require_same(versions: Mapping[str, Any], where: str) -> None:
    """Raise SolverMissing if the scheduler or a worker has no hashicnf, UsageError for a worker with another version of it."""
    parts = {
        "the scheduler": versions["scheduler"],
        **{f"the worker {at}": of for at, of in versions["workers"].items()},
    }
    for part, about in parts.items():
        found = about["packages"].get(PACKAGE)
        if found is None:
            raise SolverMissing(f"{part} of the cluster {where} has no {PACKAGE}: install version {__version__} there")
        if found != __version__ and about is not versions["scheduler"]:
            raise UsageError(f"{part} of the cluster {where} has {PACKAGE} {found}, and the driver {__version__}")
