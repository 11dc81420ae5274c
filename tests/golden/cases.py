"""The golden CNF files: which puzzle under which encodings, and how each is made."""

from __future__ import annotations

from pathlib import Path

import hashicnf
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "dimacs" / "hashi"
PUZZLES = ROOT / "examples" / "hashi"


def cases() -> dict[str, tuple[Path, str, str]]:
    """Map file names to puzzle, cardinality and connectivity encoding."""
    crossing, loops, small = (PUZZLES / f"{name}.puz" for name in ("witness_crossing", "witness_loops", "small"))
    found = {f"witness_crossing.direct.{k}.cnf": (crossing, "direct", k) for k in CONNECTIVITY.names()}
    found |= {
        f"witness_loops.direct.{k}.cnf": (loops, "direct", k) for k, e in CONNECTIVITY.all().items() if e.complete
    }
    found |= {f"witness_crossing.{c}.none.cnf": (crossing, c, "none") for c in CARDINALITY.names()}
    found["small.direct.planar.cnf"] = (small, "direct", "planar")
    return found


def write(name: str, folder: Path) -> Path:
    """Write one golden file into a folder."""
    puzzle, cardinality, connectivity = cases()[name]
    target = folder / name
    hashicnf.encode(hashicnf.read(str(puzzle)), cardinality=cardinality, connectivity=connectivity).write(str(target))
    return target
