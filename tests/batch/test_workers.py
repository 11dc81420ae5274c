"""Messages to and from workers: solutions, limits of time and memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hashicnf.api import read
from hashicnf.batch.tables import results_in
from hashicnf.pipeline.writing import write_puzzles
from tests.batch.running import batch, is_sound, results, statuses

SMALL = Path(__file__).parent.parent.parent / "examples" / "hashi" / "small.puz"


def test_a_batch_has_the_answers_of_solve(boards: Path, tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", boards, "-o", base, "--jobs", 2) == 0
    found = results(base)
    assert len(found) == 40
    for name, result in found.items():
        puzzle = read(boards / f"{name}.puz")
        assert result["status"] == "solved"
        solution = puzzle.from_data(json.loads(result["solution"]), name)
        assert puzzle.check(solution) == []
        assert json.loads(result["figures"])["islands"] == 12
    assert is_sound(base)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["run.sqlite"]


def test_no_time_is_over_at_once(tmp_path: Path) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", SMALL, "-o", base, "--timeout", 0) == 0
    (result,) = results_in(str(base))
    assert (result["status"], result["stopped"], result["reason"]) == ("unknown", "time", "time limit of 0 s reached")
    assert batch("solve", SMALL, "-o", base, "--timeout", 0, "--retry") == 0
    assert statuses(base) == {"small": "unknown"}


LOADED = """
import sys
from hashicnf.batch.execute import Executor, warm_up
from hashicnf.batch.inputs import items_of
from hashicnf.batch.items import Settings

command, name = sys.argv[1:]
((item,),) = map(list, items_of([name], None))
executor = Executor(Settings(command, {}))
warm_up(executor, item)
before = {*sys.modules}
assert executor.execute(item).results[0]["status"] != "error"
print(*sorted(name for name in {*sys.modules} - before if name.startswith("hashicnf")))
"""


@pytest.mark.parametrize("command", ["solve", "rate"])
def test_a_warm_worker_has_loaded_what_the_first_board_needs(boards: Path, tmp_path: Path, command: str) -> None:
    text = next(boards.iterdir()).read_text().replace("1", "?")  # so that propagation does not decide it
    other = tmp_path / "board.has"
    other.write_text(write_puzzles([read(SMALL)], "has"))
    (tmp_path / "open.puz").write_text(text)
    for file in (tmp_path / "open.puz", other):
        done = subprocess.run(
            [sys.executable, "-c", LOADED, command, str(file)], capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.split() == []


@pytest.mark.parametrize("size", ["1K", "60M"])
def test_too_little_memory_for_a_worker_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str], size: str) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", SMALL, "-o", base, "--worker-memory", size) == 2
    told = capfd.readouterr().err
    message = "hashicnf: --worker-memory is too low: a worker takes [0-9]+ MiB of address space before its first puzzle"
    assert re.search(f"(?m)^{message}$", told)
    assert "Traceback" not in told
    assert "goes on from there" not in told
    assert not base.exists()
