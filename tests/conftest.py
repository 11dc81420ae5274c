"""Shared fixtures: where the repository is, and which external solvers must really run."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browsing import browser as browser
from tests.browsing import open_page as open_page
from tests.browsing import tab as tab

pytest.register_assert_rewrite("hashicnf.testing")
# How long an example takes says more about the machine than about us.
settings.register_profile("untimed", deadline=None)
settings.register_profile("brief", deadline=None, max_examples=40)

# As in each command: the processes that tests start would otherwise all start a thread for each core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROOT = Path(__file__).parent.parent
MEMORY = "/dev/shm"  # noqa: S108 - pytest makes a folder of its own in it
ROOM = 2 << 30  # bytes
OBJECTS_BETWEEN_COLLECTIONS = 200_000
WORKERS = "PYTEST_XDIST_AUTO_NUM_WORKERS"


def is_usable(folder: str) -> bool:
    """Return whether a folder has room, and programs in it can be run; in a container neither may hold."""
    try:
        found = os.statvfs(folder)
    except (AttributeError, OSError):
        return False
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC and os.access(folder, os.W_OK)


# Temporary files in memory: otherwise each commit of a database waits for the disk.
if "TMPDIR" not in os.environ and is_usable(MEMORY):
    tempfile.tempdir = os.environ["TMPDIR"] = MEMORY


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples of a property where slow tests are left out, and let signals reach what the tests start."""
    settings.load_profile("brief" if config.getoption("markexpr") == "not slow" else "untimed")
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):  # nohup and background jobs of a shell ignore them
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start one worker more than there are cores, unless told how many: a sixth of the time, tests wait for others."""
    usual = yield
    return usual if WORKERS in os.environ else usual + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are collected, and excuse their thousands from every later, rarer look for it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of pages one after the other: of several workers, the first then starts the only browser."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _surroundings_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of the tests, as the user's stay as they are; let no terminal of the user change what is printed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("TERM", "xterm")
        for name in ("COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def need_solver() -> object:
    """Skip, saying why, where a solver is not installed; fail where everything must be there (CI)."""

    def need(program: str) -> None:
        if shutil.which(program) is None:
            message = f"the solver {program} is not installed"
            if os.environ.get("CI"):
                pytest.fail(message)
            pytest.skip(message)

    return need
