"""The generators as ``hashicnf generate klotski`` offers them, with their options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hashicnf.core.options import SEED, Choices, OneOf, Option, shape, size_option, whole
from hashicnf.families import Generated, Generator
from hashicnf.families.klotski.board import Board, Plan
from hashicnf.families.klotski.generate.named import STARTS, make
from hashicnf.families.klotski.generate.scrambles import Sizes, scramble, show_sizes
from hashicnf.families.klotski.search.moves import METRICS, STEP

CLASSIC: Final = ((2, 2), (1, 2), *[(2, 1)] * 4, *[(1, 1)] * 4)
MOST_SIDE: Final = 100

_piece_shape: Final = shape(1, MOST_SIDE)


def _sizes(text: str) -> Sizes:
    found: list[tuple[int, int]] = []
    for word in text.split(","):
        part = re.fullmatch(r"([0-9]+[xX][0-9]+)(?:\*([0-9]{1,2}))?", word.strip())
        if part is None:
            raise ValueError(text)
        found += [_piece_shape(part[1])] * int(part[2] or 1)
    if not found:
        raise ValueError(text)
    return tuple(found)


NAME: Final = Option(
    "name",
    OneOf(*STARTS),
    next(iter(STARTS)),
    f"one of {', '.join(STARTS)}",
    f"A known position: {', '.join(STARTS)}.",
    metavar="NAME",
)
SIZE: Final = size_option((5, 4), "5x4", 1, MOST_SIDE)
PIECES: Final = Option(
    "pieces",
    _sizes,
    CLASSIC,
    "sizes (rows x columns) with commas between, * for several of one: 2x2,1x2,2x1*4,1x1*4",
    "Pieces; the largest is the one that the goal is about.",
    show_sizes,
    "SIZES",
)
METRIC: Final = Option(
    "metric", OneOf(*METRICS), STEP, f"one of {', '.join(METRICS)}", "What --depth counts.", metavar="METRIC"
)
DEPTH: Final[Option[int | None]] = Option(
    "depth",
    whole(0),
    None,
    "a number from 0",
    "Length of shortest plans. Default: any but 0.",
    metavar="N",
)


def _scramble(options: Choices) -> Generated[Board, Plan]:
    return scramble(options[SIZE], options[PIECES], options[METRIC], options[DEPTH], options[SEED])


GENERATORS: Final[Mapping[str, Generator[Board, Plan]]] = {
    "scrambled": Generator(
        "A placement of the pieces is drawn at random from all those with a plan, which a search backwards from the goal finds: "
        "so the length of a shortest plan is known, and is written above the board. Or --name a known position.",
        _scramble,
        (SIZE, PIECES, METRIC, DEPTH, SEED),
    ),
    "name": Generator(NAME.help, lambda options: make(options[NAME]), (NAME,)),
}
