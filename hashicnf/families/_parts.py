"""The parts of a family: each says one thing about a kind of puzzle, and lets one thing more be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from hashicnf.core.options import Choices, Option, one_of
from hashicnf.errors import UsageError, shortened
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch
    from hashicnf.core.flaws import Flaw
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.planning import Task
    from hashicnf.core.stage import Stage
    from hashicnf.core.statespace import Searchable
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import VariablePool, Variables
    from hashicnf.families import Puzzle
    from hashicnf.logic import Bools, Ints, Shares

B = TypeVar("B")
S = TypeVar("S")

STATES: Final = "states"  # the space of a planning task
POSITIONS: Final = Option(
    "positions",
    one_of("one-hot", "binary"),
    "one-hot",
    "one-hot or binary",
    "How the formula of a plan writes the values of variables.",
)


def own(puzzle: Puzzle, given: object) -> Any:
    """Return a solution that was given, None for none, a plan as a tuple. Raises UsageError for none of puzzles of this family."""
    kind = puzzle.rules.solution_type
    solution: Any = tuple(given) if kind is tuple and isinstance(given, list) else given
    if solution is None:
        return None
    if not isinstance(solution, kind):
        raise UsageError(f"expected a solution of a {puzzle.family} puzzle, not {type(given).__name__}")
    is_plan = kind is tuple and puzzle.rules.planning is not None
    if is_plan and not all(isinstance(step, str) for step in solution):
        raise UsageError(f"expected a plan of a {puzzle.family} puzzle, the names of its steps")
    return solution


@record
class Violation:
    """A broken rule: its name, and where it is broken, in words that count rows and columns from 1.

    The name "shape" is for a solution that does not even fit the board.
    ``cells`` are the same places for programs: rows and columns from 0, none where the whole board is meant.
    """

    rule: str
    message: str
    cells: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        """Name the rule and the place in one line."""
        return f"<violation of {self.rule}: {shortened(self.message)}>"


@record
class Layout:
    """A drawing of a board: its text, the line of each row of cells and the character of each column, both from 0."""

    text: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@record
class Marginals(Generic[B]):
    """How shares are shown: float64[V + 1], for each variable the share of all solutions in which it is true.

    ``draw`` shows them on the board as text, in so many columns if it can, ``picture`` as shapes, ``data`` lists them for JSON. A
    share is exactly 0 or 1 only if that holds in no solution or in every one.
    """

    draw: Callable[[B, Variables, Shares, int | None], str]
    picture: Callable[[B, Variables, Shares, Look], Picture]
    data: Callable[[B, Variables, Shares], object]


@record
class Certifying(Generic[B, S]):
    """What certificates are made of, as their checker reads them.

    ``lines`` writes a solution. ``reason`` names the rule of which a clause is an instance, and the places: it is given the
    rule and source of the clause and its literals, int32[k]. ``differs`` lists literals over the family's variables of which
    every solution but the given one makes one true, and that one none. ``sums`` names a sum of constraints that count, by their
    sources int32[k] and weights int32[k]; None where the checker knows no sums. ``crowded`` names a crowded part by nodes
    int32[k] that show it (``propagation.counting.crowded``).
    """

    lines: Callable[[B, S], list[str]]
    reason: Callable[[B, str, int, Ints], str]
    differs: Callable[[B, S], list[int]]
    sums: Callable[[B, Ints, Ints], str] | None = None
    crowded: Callable[[B, Ints], str] | None = None


@record
class Static(Generic[B, S]):
    """A puzzle as constraints.

    ``constraints`` declares the problem's own variables, before an encoding declares any, and lists what must hold, in the order
    in which it is written. ``decode`` reads the solution off a model; ``model`` gives the problem's own variables the values that
    they have in a solution, bool[v + 1]. ``options`` are what the constraints can be asked. With
    ``simplify`` the constraints are simplified by unit propagation before they are encoded, unless a request says otherwise.
    ``refuted`` explains what counting found wrong with a board.
    ``marginals`` shows of how many solutions each variable is true.
    ``shared`` says in lines what all solutions share: it is given a solution without what others lack, and which variables have
    the same value in all, bool[v + 1].
    ``certifying`` is there if a checker of certificates knows the family. ``keys`` says what the indices of variables stand for,
    counting from 0, in words by kind.
    """

    constraints: Callable[[B, VariablePool, Choices], Iterable[Batch]]
    decode: Callable[[B, Variables, Bools], S]
    options: tuple[Option[Any], ...] = ()
    simplify: bool = False
    certifying: Callable[[], Certifying[B, S]] | None = None
    marginals: Callable[[], Marginals[B]] | None = None
    refuted: Callable[[B, Flaw], str] | None = None
    model: Callable[[B, S], Bools] | None = None
    shared: Callable[[B, S, Bools], list[str]] | None = None
    keys: Callable[[B], Mapping[str, Sequence[str]]] | None = None


@record
class Clues(Generic[B, S]):
    """The numbers that the maker of a puzzle gives, and may get wrong.

    ``rule`` is the rule whose constraints state them, each constraint for the clue that is its source. ``cells`` are the places of
    the clues, (row, column) from 0. ``mended`` gives a board the clues that a solution asks for, where it has clues; ``shown``
    gives it all of them, hidden ones too. ``only`` keeps those clues, int32[k], and hides all others. ``numbers`` lists the other
    numbers that one clue, shown or hidden, may have; it leaves out none that has a solution. ``titled`` changes the title of a
    generated board that has lost clues, and says with True that it needs the others; without it their number is appended.
    """

    rule: str
    cells: Callable[[B], list[tuple[int, int]]]
    mended: Callable[[B, S], B]
    only: Callable[[B, Ints], B]
    shown: Callable[[B, S], B]
    numbers: Callable[[B, int], Sequence[int]]
    titled: Callable[[str, B, bool], str] | None = None


@record
class SearchMethod:
    """A method of solving that a family names: a search algorithm on one of the family's spaces, both by name.

    ``max_memory`` are the bytes after which its lists are too long where no limit is asked for, None for no limit.
    """

    search: str
    space: str
    title: str = ""
    max_memory: int | None = None


@record
class Planning(Generic[B, S]):
    """A puzzle as a task of actions, whose solution is a plan.

    A *metric* is a choice of actions and their costs; the first of ``metrics`` is the usual one. ``task`` describes the puzzle
    in a metric. ``solution`` makes a solution of the names of the actions. ``options`` are what the task can be asked.
    ``spaces`` are the family's own ways to search for a plan, faster than the states of the task, which come after them; each
    is made for a metric, and its heuristics declare what they promise in that metric. ``method`` solves where none is
    requested. ``stage`` is the board with its pieces, for the page of a trace; ``frames`` draws it at the start and after each
    step of a plan, for the terminal.
    """

    task: Callable[[B, str, Choices], Task]
    solution: Callable[[B, tuple[str, ...]], S]
    metrics: tuple[str, ...] = ("steps",)
    options: tuple[Option[Any], ...] = ()
    spaces: Mapping[str, Callable[[B, str], Searchable[Any]]] = field(default_factory=dict)
    method: str | None = None
    stage: Callable[[B], Stage] | None = None
    frames: Callable[[B, S], Iterable[str]] | None = None


class Needed(Protocol):
    """Finds clues of a board that leave no other solution than a known one."""

    def __call__(
        self, board: object, solution: object, groups: Sequence[Sequence[int]], least: int
    ) -> tuple[Ints, bool]:
        """Return the clues that stay, int32[k], at least so many, and whether no more can go; those of a group go together."""


@record
class Generated(Generic[B, S]):
    """A generated board, the solution it was made from, and one line about it for people.

    The solution is None for a board that has none; its line says "unsolvable" then. Clues that are listed ``together`` are hidden
    together or not at all; where it is None, each may be hidden alone.
    """

    board: B
    solution: S | None
    title: str
    together: Sequence[Sequence[int]] | None = None


@record
class Generator(Generic[B, S]):
    """A way to make boards: ``make`` takes the values of its ``options``, and raises UsageError where they contradict each other.

    On the command line a generator other than the family's first is chosen by its own name, ``--NAME``: a flag, or where one
    of its options has that name, this option. Boards of a ``unique`` one have exactly one solution. ``steer`` chooses
    options by name, texts and True for flags, that make boards of some grades of difficulty from 1 to 10 likely, beside those that
    were given; a flag may choose another generator. ``graded`` yields boards of some grades one after the other, None for a try
    that failed; itself None where tries with ``make`` will do.
    ``of_size`` chooses options for a board of about so many units (see ``Family``), for measurements. ``thinned`` makes boards as
    ``make`` does, with a solver that finds the clues that a solution needs (``Needed``). ``counted`` is the option that says how
    many clues there are, so that no more of them are hidden.
    """

    title: str
    make: Callable[[Choices], Generated[B, S]]
    options: tuple[Option[Any], ...] = ()
    of_size: Callable[[int], Choices] | None = None
    unique: bool = False
    steer: Callable[[range, Mapping[str, Any]], Mapping[str, Any]] | None = None
    graded: Callable[[Choices, range], Iterator[Generated[B, S] | None] | None] | None = None
    thinned: Callable[[Choices, Needed], Generated[B, S]] | None = None
    counted: Option[Any] | None = None


@record
class Techniques(Generic[B, S]):
    """How people solve a puzzle by hand: a ladder of techniques, and positions on which they work.

    ``ladder`` lists the techniques from the easiest. ``position`` begins with the puzzle, or with an unfinished solution that was
    drawn, and raises InputError for one that breaks the rules at once. ``reasons`` are the rules of the constraints whose
    instances are named where nothing but a set of rules is a reason; all other rules are taken for granted.
    """

    ladder: Callable[[], tuple[Technique, ...]]
    position: Callable[[B, S | None], Position[S]]
    reasons: frozenset[str]
