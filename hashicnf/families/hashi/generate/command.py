"""The generators as ``hashicnf generate hashi`` offers them, with their options."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from hashicnf.core.options import SEED, Choices, OneOf, Option, share, size_option, whole
from hashicnf.core.techniques import HARDEST
from hashicnf.families import Generator
from hashicnf.families.hashi.board import MAX_BRIDGES, Board, Solution
from hashicnf.families.hashi.generate import (
    PlantedBoard,
    cluster,
    generate,
    lattice,
    part,
    scatter,
    unsolvable,
    wind,
)
from hashicnf.families.hashi.generate.apart import apart
from hashicnf.families.hashi.generate.growth import Flags, spread
from hashicnf.families.hashi.generate.parted import FEWEST, room
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.families.hashi.generate.symmetry import NONE, SYMMETRIES, has_middle, symmetric

CELLS: Final = 4  # per island, unless the number of islands is given
CELLS_APART: Final = 6  # the same for islands that are apart
CELLS_IN_LINES: Final = 9  # the same if also the lines of a path are apart, or two parts share the rows
TRIES_ALIKE: Final = 24  # for a grade, after which the number of islands is varied
MOST_USUAL: Final = 2_500  # islands, unless their number is given
PARTED: Final = "parted"
HIDING: Final = "unknown"  # given if clues are to be hidden
# Share of doubles by grade, on boards of at least FEW islands; measured. Boards that are too hard get some more.
DOUBLED: Final[Mapping[int, float]] = {1: 0.5, 2: 0.5, 3: 0.5, 4: 0.3, 5: 0.2, 6: 0.2, 7: 0.2, 10: 0.1}
# The same where clues are hidden, since such boards are not changed.
DOUBLED_AT_ONCE: Final[Mapping[int, float]] = {**DOUBLED, 1: 0.9, 2: 0.65}
SELDOM_DOUBLED: Final = 0.05  # the same for other grades
FEW: Final = 12  # boards of fewer islands have fewer doubles, since they have few places for a step of a grade
CONNECTING: Final = (6, 7)  # grades for which parted boards are made: parts are connected by one pair of islands

SIZE: Final = size_option((10, 10), "16x16", 0, 999_999)
ISLANDS: Final[Option[int | None]] = Option(
    "islands",
    whole(2),
    None,
    "a number from 2",
    f"Number of islands. Default: a quarter of the cells, at most {MOST_USUAL:,}; fewer with --apart.",
    metavar="N",
)
EXTRA: Final[Option[float | None]] = Option(
    "loops",
    share,
    None,
    "a number from 0 to 1, or --no-loops to forbid loops",
    "Extra bridges, as a share of the islands. Default: 0.1.",
    metavar="P",
)
DOUBLES: Final[Option[float | None]] = Option(
    "doubles", share, None, "a number from 0 to 1", "Share of bridges that are not single. Default: 0.5.", metavar="P"
)
NO_LOOPS: Final = Option("no-loops", bool, False, "nothing", "Forbid loops: the bridges form a tree.", given=True)
SIDE: Final = Option(
    "lattice",
    whole(2),
    2,
    "a number from 2",
    "Grid of K x K islands, every clue 2; solutions are Hamiltonian cycles (unsolvable for odd K).",
    metavar="K",
)
SYMMETRY: Final = Option(
    "symmetry",
    OneOf(*SYMMETRIES),
    NONE,
    f"one of {', '.join(SYMMETRIES)}",
    "Symmetry of the islands: none, by half a turn (rotate), or of upper and lower half (mirror).",
)
APART: Final = Option(
    "apart",
    bool,
    False,
    "nothing",
    "Keep islands from touching, so that every bridge is seen; some programs load no other boards.",
    given=True,
)
GROWN: Final = (SIZE, ISLANDS, SEED, EXTRA, DOUBLES, MAX_BRIDGES, NO_LOOPS, APART)


def _usual(size: tuple[int, int], *, is_apart: bool, apart_cells: int = CELLS_APART) -> int:
    """Return the number of islands of a board of a size, unless it is given."""
    return min(MOST_USUAL, size[0] * size[1] // (apart_cells if is_apart else CELLS))


def _islands(options: Choices, least: int, apart_cells: int) -> int:
    """Return the number of islands; the default, at least ``least``, is made even if symmetry needs an even number."""
    if (given := options[ISLANDS]) is not None:
        return given
    rows, columns = options[SIZE]
    if options[SYMMETRY] != NONE:  # each half is a layout
        least = max(least, min(2 * least, rows * columns // 2))
    islands = max(least, _usual(options[SIZE], is_apart=options[APART], apart_cells=apart_cells))
    return islands if has_middle(rows, columns, options[SYMMETRY]) else islands // 2 * 2


def _grown(
    make: Callable[..., PlantedBoard], options: Choices, least: int, apart_cells: int = CELLS_APART
) -> PlantedBoard:
    wanted = mixture(options[EXTRA], options[DOUBLES], options[MAX_BRIDGES], allow_loops=not options[NO_LOOPS])
    islands = _islands(options, least, apart_cells)
    return make(*options[SIZE], islands, wanted, seed=options[SEED], is_apart=options[APART])


def _laid_out(layout: Callable[..., Flags], options: Choices, least: int, apart_cells: int) -> PlantedBoard:
    """Return a board of a layout."""
    is_apart, symmetry = options[APART], options[SYMMETRY]
    whole_board = symmetric(partial(layout, is_apart=is_apart), symmetry, is_apart=is_apart)
    make = partial(generate, layout=apart(whole_board) if is_apart else whole_board, symmetry=symmetry)
    return _grown(make, options, least, apart_cells)


def _lattice(options: Choices) -> PlantedBoard:
    return lattice(options[SIDE], max_bridges=options[MAX_BRIDGES])


def _steer(grades: range, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a share of doubles (the lower, the harder), and for grade 10 alone a crowded board, planted as a tree.

    A board whose islands are apart is not crowded.
    """
    (rows, columns), is_apart, crowded = _size(given), APART.name in given, dict[str, Any]()
    if grades[0] == HARDEST:
        crowded = {EXTRA.name: "0"}
        if not is_apart:
            crowded[ISLANDS.name] = str(max(2, rows * columns * 11 // 40 * 2))
    if MAX_BRIDGES.parse(str(given.get(MAX_BRIDGES.name, MAX_BRIDGES.default))) == 1:
        return crowded
    islands = int({ISLANDS.name: _usual((rows, columns), is_apart=is_apart), **crowded, **given}[ISLANDS.name])
    shares = DOUBLED_AT_ONCE if HIDING in given else DOUBLED
    share = shares.get(grades[0], SELDOM_DOUBLED) * min(1, islands / FEW)
    return {DOUBLES.name: str(share), **crowded}


def _steer_planted(grades: range, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of ``_steer``, and for grade 6 or 7 alone a parted board, on which connectivity decides much."""
    steered = _steer(grades, given)
    if len(grades) > 1 or grades[0] not in CONNECTING:
        return steered
    (rows, columns), is_apart = _size(given), APART.name in given
    usual = 3 * math.isqrt(rows * columns) // (2 if is_apart else 1)
    islands = int(given.get(ISLANDS.name, usual // 2 * 2))
    if not 2 * FEWEST <= islands <= 2 * room(rows // 2, columns, is_apart=is_apart):  # the room of symmetric boards
        return steered
    doubles = {DOUBLES.name: "0.1"} if DOUBLES.name in steered else {}
    return {**steered, **doubles, ISLANDS.name: str(islands), PARTED: True}


def _more_islands(options: Choices, number: int, least: int) -> int | None:
    """Return more islands than usual for later tries: up to half more, or FEW on boards with room for these.

    Return None for the usual number, and where there is no room for more.
    """
    (rows, columns), usual = options[SIZE], _islands(options, least, CELLS)
    if options[APART] or usual * CELLS > rows * columns:
        return None
    most = max(usual * 3 // 2, min(FEW, rows * columns // 2))
    more = (usual + (most - usual) * (number // TRIES_ALIKE % 3) // 2) // 2 * 2
    return more if more > usual else None


def _size(given: Mapping[str, Any]) -> tuple[int, int]:
    """Return the given size (rows, columns), or the default."""
    return SIZE.parse(str(given[SIZE.name])) if SIZE.name in given else SIZE.default


def _with_islands(islands: int) -> Choices:
    """Return options for a square board with islands in a quarter of its cells."""
    side = math.isqrt(CELLS * islands)
    return Choices({SIZE: (side, side), ISLANDS: islands, SEED: 1})


def _offered(
    title: str,
    layout: Callable[..., Flags],
    *,
    least: int = 2,
    apart_cells: int = CELLS_APART,
    steer: Callable[[range, Mapping[str, Any]], Mapping[str, Any]] = _steer,
) -> Generator[Board, Solution]:
    """Return the generator of boards of a layout, which needs at least so many islands."""
    return Generator(
        title,
        partial(_laid_out, layout, least=least, apart_cells=apart_cells),
        (*GROWN, SYMMETRY),
        _with_islands,
        steer=steer,
        varied=(ISLANDS, partial(_more_islands, least=least)),
    )


GENERATORS: Final[Mapping[str, Generator[Board, Solution]]] = {
    "planted": _offered(
        "Boards are grown around a connected solution, so every one is solvable, though not always in one way only. "
        "Those made with --unsolvable are not, and neither is a --lattice of odd side.",
        spread,
        steer=_steer_planted,
    ),
    "scattered": _offered("Place islands at random first, and connect them by a random tree of bridges.", scatter),
    "clustered": _offered("Crowd the islands around a few places, with long bridges between.", cluster),
    "winding": _offered(
        "Plant one path through all islands, along the walls of a random maze.",
        wind,
        least=4,
        apart_cells=CELLS_IN_LINES,
    ),
    PARTED: _offered(
        "Lay out parts, each connected to the next by a single pair of islands.",
        part,
        least=4,
        apart_cells=CELLS_IN_LINES,
    ),
    "lattice": Generator(SIDE.help, _lattice, (SIDE, MAX_BRIDGES)),
    "unsolvable": Generator(
        "Make it unsolvable in a way that no single clue reveals.", partial(_grown, unsolvable, least=8), GROWN
    ),
}
