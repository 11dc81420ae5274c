"""Small files of every kind that a command reads: examples of the repository, and what the commands print about them."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hashicnf.cli.app import run
from hashicnf.measure.comparison.results import FORMAT
from hashicnf.measure.comparison.runs import MethodRun, RunSettings
from hashicnf.pipeline.puzzles import format_named, read
from tests.narrate.traces import EVERY_STEP, lines_of

ROOT: Final = Path(__file__).parent.parent.parent
EXAMPLES: Final = ROOT / "examples" / "hashi"
FOLDERS: Final = sorted(f"examples/{path.name}" for path in EXAMPLES.parent.iterdir() if path.name != "bad")
BOARDS: Final = (
    (".puz", b"2.1\n...\n1.2\n"),
    (".puz", b"max-bridges: 3\nloops: yes\n5,?\n0,.\n6,3\n"),
    (".puz", b"max-bridges: 12\n12 . 10\n. . .\n14 . 12\n"),
    (".puz", b"family: hashi\n# two boards\n2.2\n...\n2.2\n\n1.1\n"),
    (".puz", b"2?\n43\n54\n45\n23\n"),
    (".csv", b"2, 0, 2\n0, 0, 0\n2, 0, 2\n"),
    (".has", b"3 3 4\n2 0 2\n0 0 0\n2 0 2\n"),
    (".puz", b"family: klotski\ngoal: A at 0,2\nAA..\nAAB.\n"),
    (".puz", b"family: klotski\n.BCD\nEBCD\nFGHH\nFIAA\nJ.AA\n"),
    (".hrd", b"^11^\nv11v\n^<>^\nv22v\n2..2\n\n<>.\n"),
    (".hrd-digits", b"2113\n2113\n4665\n4775\n7007\n"),
    (".tatham", b"7x7m2:a3c3a1e1c2a3b3d2a1a\n3x3:2a2c2a2\n"),
    (".puz", b"family: sudoku\nboxes: 3x2\ndiagonals: yes\n1 2 3 4 5 6\n" + b". . . . . .\n" * 5),
    (
        ".sdm",
        b"a list\n" + b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79;1\n" * 2,
    ),
    (".sdk", b"#D small\n#A nobody\n[Puzzle]\n1...\n..3.\n....\n.2..\n[State]\n1...\n"),
    (".ss", b"*-----*\n|1.|..|\n|..|3.|\n|--+--|\n|..|..|\n|.2|..|\n*-----*\n"),
    (".korf", b"1: 3 1 2 0 4 5 6 7 8 = 1\ngoal: blank-last\n1 2 0 3 # small\n"),
    (".url", b"https://puzz.link/p?hashi/5/5/2g2g3m1g42l1g3\nhttp://pzv.jp/p.html?sudoku_edit/4/4/1k3h4k2\n"),
    (".pzpr", b"pzprv3\nhashikake\n3\n3\n2 . 2 \n. . . \n1 . 1 \n1 1 \n0 0 \n0 0 \n1 0 1 \n1 0 1 \n"),
    (".pzpr", b"p?pzprv3/sudoku/4/1 . . . /. . 3 . /. 4 . . /. . . 2 /. .[1,2,,] 3 . /. . . . /. . . . /. . . . /"),
    (".janko", b"begin\npuzzle hashi\nsize 3\n[problem]\n2 - 2\n- - -\n1 - 1\n[solution]\n- 1 -\na - a\n- - -\nend\n"),
    (
        ".json",
        b'{"family": "hashi", "settings": {"loops": "no"}, "grid": [["2", 1], [null, 0]], "solution": {"bridges": []}}\n',
    ),
    (".json", b'[["2", "?"], ["."]]\n{"data": {"a": {"problem": "1 3\\n1 - 1"}}}\n'),
    (".tatham", b"bridges.html#3x1L:1a1\n2x2:1e3b4e2\n3x3:8,1,3,4,0,2,7,6,5\n"),
    (".tiles", b"goal: blank-first\n2 3\n3, 1, 2\n_, 4, 5\n"),
)
# Their plans are so long that formulas of them are work for longer than a case may take.
LONG_WORK: Final = ("heng-dao-li-ma", "feng-hui-lu-zhuan", "dads-puzzler", "open")
CLAUSES: Final = b"c clauses that exclude a model\n1 2 -3 0\n-1 5 0\n"
CUBES: Final = b"c two cubes\np inccnf\n1 2 -3 0\n-1 3 0\na 1 2 0\na -1 0\n"
SMALL, MEDIUM = (str(EXAMPLES / f"{name}.puz") for name in ("small", "medium"))
CERTIFIED: Final = ("hashi/small", "hashi/witness_connectivity", "sudoku/small", "tiles/ring", "klotski/tiny")
MOST_BYTES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Seed:
    """A file, the usual ending of its name, and a file that belongs to it: a drawing's puzzle, a proof's formula, its answer."""

    data: bytes
    ending: str
    partner: bytes = b""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Seeds by kind."""

    seeds: dict[str, list[Seed]]

    @property
    def kinds(self) -> list[str]:
        return list(self.seeds)

    def choose(self, rng: Random, kind: str) -> Seed:
        return rng.choice(self.seeds[kind])


def printed(*arguments: str) -> bytes:
    """Run a command in this process; return what it prints."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    with redirect_stdout(output), redirect_stderr(io.StringIO()):
        run(list(arguments))
        sys.stdout.flush()
    buffer = output.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@cache
def build_corpus() -> Corpus:
    """Collect all seeds; the commands that make some of them are deterministic but for the times in traces."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seeds = {
            "puzzle": [*_puzzles()],
            "drawing": [*_drawings()],
            "cnf": [Seed(path.read_bytes(), ".cnf") for path in _files("dimacs/textbook", "dimacs/bad", ending=".cnf")],
            "header": [
                Seed(path.read_bytes(), ".cnf") for path in _files("dimacs/hashi", "dimacs/sudoku", ending=".cnf")
            ],
            "model": [*_models()],
            "proof": [*_proofs(folder)],
            "trace": [*_traces(folder)],
            "clauses": [Seed(CLAUSES, ".cuts")],
            "comparison": [Seed(_comparison(), ".json")],
            "certificate": [*_certificates(folder)],
            "cubes": [Seed(CUBES, ".icnf"), Seed(printed("cubes", MEDIUM, "-n", "3", "--no-simplify"), ".icnf")],
            "opb": [_pseudo_boolean(folder)],
            "manifest": [_manifest(folder)],
        }
    assert all(seeds.values())
    return Corpus({kind: [seed for seed in some if len(seed.data) <= MOST_BYTES] for kind, some in seeds.items()})


def _files(*folders: str, ending: str = "") -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).iterdir()) if path.name.endswith(ending))


def _puzzles() -> Iterator[Seed]:
    yield from (Seed(data, ending) for ending, data in BOARDS)
    for path in _files(*FOLDERS, ending=".puz"):
        if path.stem not in LONG_WORK:
            yield Seed(path.read_bytes(), ".puz")
    for path in _files("examples/bad"):
        if path.suffix != ".err":
            yield Seed(path.read_bytes(), path.suffix)
    for form in ("csv", "has", "tatham", "savedgame", "json", "puzzlink", "pzprv3", "janko"):
        for name in ("small", "medium", "touching"):
            if converted := printed("convert", str(EXAMPLES / f"{name}.puz"), "--to", form):
                yield Seed(converted, format_named(form).suffixes[0])


def _drawings() -> Iterator[Seed]:
    for path in _files(*FOLDERS, ending=".sol"):
        puzzle = path.with_suffix(".puz")
        for style in read(str(puzzle)).rules.styles:
            yield Seed(printed("draw", str(puzzle), str(path), "--style", style), ".sol", puzzle.read_bytes())


def _models() -> Iterator[Seed]:
    """What solvers print, in the dialects of several of them."""
    for path in _files("dimacs/hashi", "dimacs/sudoku", ending=".cnf"):
        cnf, output = path.read_bytes(), printed("sat", str(path))
        literals = b" ".join(line[2:] for line in output.splitlines() if line.startswith(b"v "))
        yield Seed(output, ".out", cnf)
        yield Seed(b"SAT\n" + literals + b"\n", ".txt", cnf)
        yield Seed(b"c clasp\nv " + literals + b"\ns SATISFIABLE\nc Time 0.001s\n", ".out", cnf)
        yield Seed(b"s UNSATISFIABLE\n", ".out", cnf)


def _proofs(folder: Path) -> Iterator[Seed]:
    for path in _files("dimacs/textbook", ending=".cnf"):
        proof = folder / f"{path.stem}.drup"
        printed("sat", str(path), "--solver", "dpll", "--proof", str(proof), "--max-nodes", "1000")
        if proof.exists():
            yield Seed(proof.read_bytes(), ".drup", path.read_bytes())


def _traces(folder: Path) -> Iterator[Seed]:
    yield Seed("".join(lines_of(EVERY_STEP)).encode(), ".jsonl")
    for number, (method, name) in enumerate(
        (("dpll", "small"), ("astar", "witness_crossing"), ("backtracking", "touching"), ("astar", "witness_loops"))
    ):
        trace = folder / f"{number}.jsonl"
        printed("solve", str(EXAMPLES / f"{name}.puz"), "--method", method, "--max-nodes", "20", "--trace", str(trace))
        yield Seed(trace.read_bytes(), ".jsonl")
    for method in ("dpll", "candidates", "backtracking", "swap"):
        trace = folder / f"sudoku-{method}.jsonl"
        small = str(ROOT / "examples/sudoku/small.puz")
        printed("solve", small, "--method", method, "--max-nodes", "5", "--trace", str(trace))
        yield Seed(trace.read_bytes(), ".jsonl")
    trace = folder / "moves.jsonl"
    tiles = str(ROOT / "examples/tiles/ring.puz")
    printed("solve", tiles, "--method", "astar", "--max-nodes", "20", "--trace", str(trace))
    yield Seed(trace.read_bytes(), ".jsonl")
    trace = folder / "cnf.jsonl"
    printed("sat", str(ROOT / "dimacs/textbook/pigeons_3_2.cnf"), "--solver", "dpll", "--trace", str(trace))
    yield Seed(trace.read_bytes(), ".jsonl")


def _certificates(folder: Path) -> Iterator[Seed]:
    """Certificates of every claim: of one solution, of none, and of a shortest plan."""
    for name in CERTIFIED:
        certificate = folder / f"{Path(name).stem}.cert"
        printed("certify", str(ROOT / "examples" / f"{name}.puz"), "-o", str(certificate))
        yield Seed(certificate.read_bytes(), ".cert")


def _pseudo_boolean(folder: Path) -> Seed:
    """Make an OPB formula and its answer; the clauses of the same board have the same variables, and a solver here."""
    formula, *words = folder / "board.cnf", "encode", SMALL, "--connectivity", "lazy"
    printed(*words, "-o", str(formula))
    literals = [
        word for line in printed("sat", str(formula)).split(b"\n") if line[:2] == b"v " for word in line.split()[1:]
    ]
    named = (b"-x" + word[1:] if word.startswith(b"-") else b"x" + word for word in literals if word != b"0")
    return Seed(printed(*words, "--to", "opb"), ".opb", b"s SATISFIABLE\nv " + b" ".join(named) + b"\n")


def _manifest(folder: Path) -> Seed:
    """Make the manifest of a folder of two formulas with facts about their puzzles."""
    puzzles = SMALL, str(EXAMPLES / "witness_connectivity.puz")
    printed("encode", *puzzles, "--output-dir", str(folder / "formulas"), "--facts", "9")
    return Seed((folder / "formulas" / "manifest.jsonl").read_bytes(), ".jsonl")


def _comparison() -> bytes:
    """Make the JSON of a comparison by hand: runs of it take seconds."""
    figures = [
        ("a.puz", "dpll", "solved", ""),
        ("a.puz", "astar", "time limit", "1 s"),
        ("b.puz", "dpll", "error", "no"),
    ]
    runs = [
        MethodRun(p, method, 1, status, words, 0.5, 0.4, 1 << 25, 0.3, 0.2, 17) for p, method, status, words in figures
    ]
    report = {
        "format": FORMAT,
        "version": "1.0",
        "machine": "Linux, 2 cores",
        "settings": asdict(RunSettings()),
        "puzzles": ["a.puz", "b.puz"],
        "methods": ["dpll", "astar"],
        "interrupted": False,
        "runs": [asdict(run) for run in runs],
    }
    return json.dumps(report, indent=1).encode()
