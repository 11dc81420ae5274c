"""The golden CNF files: which puzzle under which encodings, and how each is made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import hashicnf
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.exclusive import EXCLUSIVE
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "dimacs"
PUZZLES = ROOT / "examples"


@dataclass(frozen=True)
class Case:
    """An example by its name in the folder of its family, and the encodings of its formula."""

    puzzle: str
    encodings: Encodings

    @property
    def path(self) -> Path:
        return PUZZLES / f"{self.puzzle}.puz"

    def compiled(self) -> Compiled:
        return compile_puzzle(hashicnf.read(str(self.path)), self.encodings)


def cases() -> dict[str, Case]:
    """Map file names, each in the folder of a family, to what is in them."""
    found = {
        f"{puzzle}.{cardinality}.{connectivity}.cnf": Case(
            puzzle, Encodings(cardinality=cardinality, connectivity=connectivity, simplify=False)
        )
        for puzzle, cardinality, connectivity in _hashi()
    }
    small = "sudoku/small"
    found |= {
        f"{small}.{name}.cnf": Case(small, Encodings(at_most_one=name, simplify=False)) for name in EXCLUSIVE.names()
    }
    found[f"{small}.minimal.cnf"] = Case(small, Encodings(redundant=False, simplify=False))
    found[f"{small}.cnf"] = Case(small, Encodings())
    found["hashi/small.cnf"] = Case("hashi/small", Encodings())  # propagation decides it: sorted unit clauses alone
    found["sudoku/witness_diagonal.cnf"] = Case("sudoku/witness_diagonal", Encodings())
    found["tiles/witness_row.cnf"] = Case("tiles/witness_row", Encodings(horizon=3))
    found["klotski/tiny.cnf"] = Case("klotski/tiny", Encodings(horizon=1))
    found["tiles/ring.binary.cnf"] = Case("tiles/ring", Encodings(horizon=5, options={"positions": "binary"}))
    return found


def _hashi() -> list[tuple[str, str, str]]:
    """List puzzles with their cardinality and connectivity encodings."""
    crossing, loops, small = (f"hashi/{name}" for name in ("witness_crossing", "witness_loops", "small"))
    found = [(crossing, "direct", name) for name in CONNECTIVITY.names()]
    found += [(loops, "direct", name) for name, encoding in CONNECTIVITY.all().items() if encoding.complete]
    found += [(crossing, name, "none") for name in CARDINALITY.names()]
    return [*found, (small, "direct", "planar")]


def write(name: str, folder: Path) -> Path:
    """Write one golden file into a folder."""
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    cases()[name].compiled().write(str(target))
    return target
