"""Golden texts of traces: their list, and the command that writes them anew (python -m tests.narrate.rewrite)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hashicnf.narrate.text import paragraphs
from hashicnf.trace.steps import Record
from tests.narrate.traces import EVERY_STEP, dpll, narrated

RUNS = ("small", "witness_loops", "witness_connectivity", "witness_crossing")


def golden(name: str) -> Path:
    return Path(__file__).parent / "data" / f"{name}.txt"


def text_of(records: Iterable[Record]) -> str:
    return "\n".join(paragraphs(narrated(records), 100)) + "\n"


def run_text(name: str) -> str:
    """Return the text of a run without its last record, whose figures contain seconds."""
    return text_of(dpll(name)[:-1])


def main() -> None:
    golden("every_step").write_text(text_of(EVERY_STEP), encoding="utf-8")
    for name in RUNS:
        golden(name).write_text(run_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
