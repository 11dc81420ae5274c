"""Command lines with mutated files: a case is made from a seed and a number, and is the same whenever it is made."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, TypeAlias

import zstandard

from tests.fuzzing.corpus import BOARDS, Corpus
from tests.fuzzing.mutators import mutate

CARDINALITIES: Final = (
    "direct",
    "adder",
    "pairwise",
    "totalizer",
    "seqcounter",
    "cardnetwrk",
    "sortnetwrk",
    "kmtotalizer",
    "pb",
)
# Without closure: it is cubic, so a board of 150 islands is work for longer than a case may take.
CONNECTIVITIES: Final = ("planar", "lazy", "none", "block", "dual-elimination", "levels-log", "levels-unary")
STYLES: Final = ("unicode", "ascii", "csv", "json")
METHODS: Final = ("dpll", "astar", "greedy", "idastar", "backtracking", "bruteforce", "dfs", "breadthfirst", "iddfs")
SOLVERS: Final = ("cadical153", "minisat22", "dpll", "glucose4", "lingeling", "minicard")
ENDINGS: Final = (
    ".puz",
    ".csv",
    ".has",
    ".tatham",
    ".sav",
    ".url",
    ".pzpr",
    ".janko",
    ".txt",
    ".cnf",
    ".drup",
    ".jsonl",
    ".json",
    ".out",
    "",
)
NAMES: Final = ("a b", "a\x1b[2Jb", "é", "a\nb", "-x", "a'b", "[bold]a", "{cnf}", "a\u202eb", "\udcff")


@dataclass(frozen=True, slots=True)
class Step:
    """One command; the next one runs if this one ends with a code in ``goes_on``.

    ``must`` are the codes that it may end with; another one is excused by these words.
    """

    arguments: tuple[str, ...]
    goes_on: frozenset[int] = frozenset()
    must: frozenset[int] | None = None
    excuse: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Commands over files; what the command i prints is in the file ``printed.i``; ``stdin`` names a file."""

    steps: tuple[Step, ...]
    files: Mapping[str, bytes]
    outputs: tuple[str, ...] = ()
    stdin: str | None = None
    number: int = 0


Pack: TypeAlias = Callable[[bytes], bytes]
PACKERS: Final[Mapping[str, Pack]] = {
    ".gz": lambda data: gzip.compress(data, 1, mtime=0),
    ".xz": lambda data: lzma.compress(data, preset=0),
    ".zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
}


@dataclass
class Maker:
    """Makes the parts of one case: mutated files under names of their own."""

    rng: Random
    corpus: Corpus
    files: dict[str, bytes] = field(default_factory=dict)

    def mutated(self, kind: str, data: bytes | None = None, ending: str = "") -> str:
        """Add a mutated file of a kind; return its name. Now and then it is of another kind, ending or name, or compressed."""
        rng = self.rng
        kind = rng.choice(self.corpus.kinds) if rng.random() < 0.02 else kind
        seed = self.corpus.choose(rng, kind)
        made = mutate(rng, seed.data if data is None else data, self.corpus.choose(rng, kind).data)
        return self.add(made, rng.choice(ENDINGS) if rng.random() < 0.05 else ending or seed.ending)

    def add(self, data: bytes, ending: str) -> str:
        rng = self.rng
        name = rng.choice(NAMES) if rng.random() < 0.01 else "input"
        name = f"{name}{len(self.files)}{ending}"
        if rng.random() < 0.03:
            packed = rng.choice(list(PACKERS))
            data = PACKERS[packed](data)
            data = mutate(rng, data, data) if rng.random() < 0.5 else data
            name += packed
        self.files[name] = data
        return f"./{name}" if name.startswith("-") else name

    def maybe(self, kind: str, data: bytes, ending: str) -> str:
        """Add a file, mutated or as it is."""
        return self.mutated(kind, data, ending) if self.rng.random() < 0.5 else self.add(data, ending)

    def some(self, *groups: tuple[str, ...]) -> tuple[str, ...]:
        """Choose options, each with a chance of one in three."""
        return tuple(word for group in groups if self.rng.random() < 0.33 for word in group)


def _solve(maker: Maker) -> Case:
    rng, puzzle = maker.rng, maker.mutated("puzzle")
    # What is asked for by name may be slow by design: the loop around block takes exponentially many rounds.
    named = ("--connectivity", rng.choice(CONNECTIVITIES), "--timeout", "3")
    options = maker.some(("--cuts", rng.choice("1235")), named, ("--stats",))
    style = rng.choice(STYLES)
    # A sliding puzzle that was changed may take minutes, as hard ones of fifteen tiles do.
    is_sliding = any(b"tiles" in data for data in maker.files.values())
    limit = ("--timeout", "3") if is_sliding and "--timeout" not in options else ()
    solved = Step(("solve", puzzle, *options, *limit, "--style", style), frozenset({0}))
    checked = Step(("check", puzzle, "printed.0"), must=frozenset({0}), excuse="puzzles where one is wanted")
    return Case((solved, checked), maker.files)


def _search(maker: Maker) -> Case:
    rng = maker.rng
    options = maker.some(("--trace", "-"), ("--stats",), ("--space", rng.choice(("grid", "configurations", "formula"))))
    words = ("--method", rng.choice(METHODS), "--max-nodes", rng.choice(("3", "100")), *options)
    return Case((Step(("solve", maker.mutated("puzzle"), *words)),), maker.files)


def _trace(maker: Maker) -> Case:
    """Solve with a trace, and tell it."""
    words = ("--method", maker.rng.choice(METHODS), "--max-nodes", "30", "--trace", "out.jsonl")
    told = Step(("explain-trace", "out.jsonl"), must=frozenset({0}))
    steps = (Step(("solve", maker.mutated("puzzle"), *words), frozenset({0, 30})), told)
    return Case(steps, maker.files, ("out.jsonl",))


def _fake_solver(maker: Maker) -> Case:
    answer, cnf = maker.mutated("model"), maker.rng.choice(("", " {out}"))
    command = f"cp {answer}{cnf}" if cnf else f"cat {answer} #"
    return Case(
        (
            Step(
                (
                    "solve",
                    maker.maybe("puzzle", maker.corpus.choose(maker.rng, "puzzle").data, ".puz"),
                    "--solver",
                    command,
                )
            ),
        ),
        maker.files,
    )


def _draw(maker: Maker) -> Case:
    return Case((Step(("draw", maker.mutated("puzzle"), "--style", maker.rng.choice(STYLES))),), maker.files)


def _convert(maker: Maker) -> Case:
    """Convert, and convert what came out, which must be readable."""
    puzzle, to = (
        maker.mutated("puzzle"),
        maker.rng.choice(("native", "csv", "has", "tatham", "savedgame", "puzzlink", "pzprv3", "janko", "json")),
    )
    first = Step(("convert", puzzle, "--to", to), frozenset({0}))
    second = Step(("draw", "printed.0", "--format", to), must=frozenset({0}))
    return Case((first, second), maker.files)


def _encode(maker: Maker) -> Case:
    """Encode, solve, decode: a solution of what was encoded must come out."""
    rng, puzzle = maker.rng, maker.mutated("puzzle")
    options = maker.some(
        ("--cardinality", rng.choice(CARDINALITIES)), ("--connectivity", rng.choice(CONNECTIVITIES)), ("--cuts", "3")
    )
    name = "out.cnf" + rng.choice(("", "", ".gz", ".xz", ".zst"))
    steps = (
        Step(("encode", puzzle, *options, "-o", name), frozenset({0})),
        Step(("sat", name, "--solver", "minisat22"), frozenset({10}), frozenset({10, 20})),
        Step(("decode", "printed.1", "--cnf", name), must=frozenset({0, 1})),
    )
    return Case(steps, maker.files, (name,))


def _encode_printed(maker: Maker) -> Case:
    clauses = maker.mutated("clauses")
    options = maker.some(("--add", clauses), ("--depth", "2", "--connectivity", "levels-unary"))
    return Case(
        (Step(("encode", maker.maybe("puzzle", maker.corpus.choose(maker.rng, "puzzle").data, ".puz"), *options)),),
        maker.files,
    )


def _prove(maker: Maker) -> Case:
    words = ("--cnf", "out.cnf", "--proof", "out.drup", "--max-nodes", "100")
    steps = (
        Step(("prove", maker.mutated("puzzle"), *words), frozenset({20})),
        Step(("check-proof", "out.cnf", "out.drup"), must=frozenset({0})),
    )
    return Case(steps, maker.files, ("out.cnf", "out.drup"))


def _check(maker: Maker) -> Case:
    rng, seed = maker.rng, maker.corpus.choose(maker.rng, "drawing")
    puzzle = maker.add(seed.partner, ".puz") if rng.random() < 0.7 else maker.mutated("puzzle", seed.partner, ".puz")
    return Case((Step(("check", puzzle, maker.mutated("drawing", seed.data), *maker.some(("--json",)))),), maker.files)


def _redraw(maker: Maker) -> Case:
    """Draw a solution as it is given, in another style, and read that."""
    rng, seed = maker.rng, maker.corpus.choose(maker.rng, "drawing")
    puzzle = maker.maybe("puzzle", seed.partner, ".puz")
    drawn = Step(("draw", puzzle, maker.mutated("drawing", seed.data), "--style", rng.choice(STYLES)), frozenset({0}))
    return Case((drawn, Step(("check", puzzle, "printed.0"), must=frozenset({0, 1}))), maker.files)


def _decode(maker: Maker) -> Case:
    rng, seed = maker.rng, maker.corpus.choose(maker.rng, "model")
    model = maker.maybe("model", seed.data, ".out")
    options = maker.some(("--json",), ("--style", rng.choice(STYLES)), ("--cuts", "out.cuts"))
    source = maker.mutated("header", seed.partner, ".cnf")
    return Case((Step(("decode", model, "--cnf", source, *options)),), maker.files, ("out.cuts",))


def _decode_puzzle(maker: Maker) -> Case:
    seed = maker.corpus.choose(maker.rng, "model")
    puzzle = maker.maybe("puzzle", maker.corpus.choose(maker.rng, "puzzle").data, ".puz")
    options = maker.some(("--json",), ("--cuts", "out.cuts"))
    words = ("decode", maker.mutated("model", seed.data), "--puzzle", puzzle, *options)
    return Case((Step(words),), maker.files, ("out.cuts",))


def _decode_model(maker: Maker) -> Case:
    seed = maker.corpus.choose(maker.rng, "model")
    words = (
        "decode",
        maker.mutated("model", seed.data),
        "--cnf",
        maker.add(seed.partner, ".cnf"),
        "--cuts",
        "out.cuts",
    )
    return Case((Step(words),), maker.files, ("out.cuts",))


def _decode_opb(maker: Maker) -> Case:
    seed = maker.corpus.choose(maker.rng, "opb")
    words = ("decode", maker.maybe("opb", seed.partner, ".out"), "--cnf", maker.mutated("opb", seed.data, ".opb"))
    return Case((Step(words),), maker.files)


def _encode_folder(maker: Maker) -> Case:
    """Encode into a folder that has a manifest, of a puzzle in a folder that has another."""
    rng, seed = maker.rng, maker.corpus.choose(maker.rng, "manifest")
    for folder in ("", "out/"):
        maker.files[f"{folder}manifest.jsonl"] = mutate(rng, seed.data, seed.data) if rng.random() < 0.5 else seed.data
    words = ("encode", maker.maybe("puzzle", BOARDS[0][1], ".puz"), "--output-dir", "out")
    return Case((Step(words),), maker.files, ("out",))


def _check_certificate(maker: Maker) -> Case:
    options = maker.some(("--extract", "out"), ("--json",))
    return Case((Step(("check-certificate", maker.mutated("certificate"), *options)),), maker.files, ("out",))


def _sat(maker: Maker) -> Case:
    cnf = maker.mutated(maker.rng.choice(("cnf", "cnf", "header", "cubes")))
    return Case((Step(("sat", cnf, "--solver", maker.rng.choice(SOLVERS))),), maker.files)


def _sat_dpll(maker: Maker) -> Case:
    """Solve by DPLL with a proof and a trace, check the one and tell the other."""
    words = ("--solver", "dpll", "--max-nodes", "100", "--proof", "out.drup", "--trace", "out.jsonl")
    cnf = maker.mutated("cnf")
    steps = (
        Step(("sat", cnf, *words), frozenset({0, 10, 20})),
        Step(("explain-trace", "out.jsonl"), frozenset({0}), frozenset({0})),
        Step(("check-proof", cnf, "out.drup"), must=frozenset({0, 65})),
    )
    return Case(steps, maker.files, ("out.drup", "out.jsonl"))


def _check_proof(maker: Maker) -> Case:
    seed = maker.corpus.choose(maker.rng, "proof")
    words = ("check-proof", maker.maybe("cnf", seed.partner, ".cnf"), maker.mutated("proof", seed.data))
    return Case((Step(words),), maker.files)


def _explain(maker: Maker) -> Case:
    options = maker.some(("-o", "out.html"), ("--limit", "7"), ("--width", "40"))
    return Case((Step(("explain-trace", maker.mutated("trace"), *options)),), maker.files, ("out.html",))


def _compare(maker: Maker) -> Case:
    words = (
        "compare",
        "--from",
        maker.mutated("comparison"),
        "--as",
        maker.rng.choice(("text", "markdown", "csv", "json")),
    )
    return Case((Step(words),), maker.files)


def _bench(maker: Maker) -> Case:
    return Case(
        (Step(("bench", maker.mutated("puzzle"), "--as", maker.rng.choice(("text", "csv", "json")))),), maker.files
    )


def _any_file(maker: Maker) -> Case:
    """Give any command a file of any kind."""
    rng = maker.rng
    name, other = (maker.mutated(rng.choice(maker.corpus.kinds)) for _ in range(2))
    command: tuple[str, ...] = (
        rng.choice(("solve", "draw", "sat", "explain-trace", "convert", "encode", "check-certificate")),
        name,
    )
    if rng.random() < 0.5:
        more = (
            ("draw", name),
            ("check", name),
            ("check-proof", name),
            ("compare", "--from"),
            ("encode", name, "--add"),
        )
        command = (*rng.choice((*more, ("decode", name, "--cnf"), ("decode", name, "--puzzle"))), other)
    return Case((Step(command),), maker.files)


SCENARIOS: Final = (
    *(_solve, _solve, _search, _trace, _fake_solver, _draw, _convert, _encode, _encode_printed, _prove, _check, _check),
    *(_check, _redraw, _decode, _decode, _decode_puzzle, _decode_model, _sat, _sat, _sat_dpll, _check_proof, _explain),
    *(_explain, _compare, _bench, _any_file, _decode_opb, _encode_folder, _check_certificate),
)


def make_case(corpus: Corpus, seed: int, number: int) -> Case:
    """Make the case of this number; the first word of a single file may come by standard input."""
    rng = Random(f"{seed} {number}")
    case = rng.choice(SCENARIOS)(Maker(rng, corpus))
    stdin = None
    steps = case.steps
    if rng.random() < 0.05 and steps[0].arguments[1:2] and steps[0].arguments[1] in case.files:
        stdin = steps[0].arguments[1]
        first, *rest = steps
        if not any(stdin in step.arguments for step in rest):
            steps = (replace(first, arguments=(first.arguments[0], "-", *first.arguments[2:])), *rest)
    return Case(steps, case.files, case.outputs, stdin, number)
