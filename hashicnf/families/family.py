"""The contract of a family, and its parts: each describes one aspect of a kind of puzzle, and makes further commands available."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from hashicnf.core.document import NUMBERS, Symbols
from hashicnf.core.options import Choices, OneOf, Option
from hashicnf.errors import shortened
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch
    from hashicnf.core.document import Document
    from hashicnf.core.flaws import Flaw
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.statespace import Searchable
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import VariablePool, Variables
    from hashicnf.formats import Contribution
    from hashicnf.logic import Bools, Ints, Shares
    from hashicnf.planning.stage import Stage
    from hashicnf.planning.task import Task
    from hashicnf.trace.narration import Narrator, Scene

B = TypeVar("B")
S = TypeVar("S")

STATES: Final = "states"  # the space of a planning task
POSITIONS: Final = Option(
    "positions",
    OneOf("one-hot", "binary"),
    "one-hot",
    "one-hot or binary",
    "How the formula of a plan writes the values of variables.",
)


@record
class Violation:
    """A broken rule: its name, and a message with the place, rows and columns counted from 1.

    The name "shape" is for a solution that does not fit the board. ``cells`` are the same places for programs: (row, column)
    from 0, empty if the whole board is meant.
    """

    rule: str
    message: str
    cells: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        """Return the rule and a shortened message in one line."""
        return f"<violation of {self.rule}: {shortened(self.message)}>"


@record
class Layout:
    """A drawing of a board: its text, the index of the line of each row of cells, and that of the character of each column."""

    text: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@record
class Marginals(Generic[B]):
    """Functions that show marginals: shares float64[V + 1], for each variable the fraction of all solutions in which it is true.

    ``draw`` returns them on the board as text, if possible in so many columns, with the places of rows and columns if it has any;
    ``picture`` as shapes, ``data`` as data for JSON.
    A share is exactly 0 or 1 only if the variable is true in no solution or in every one.
    """

    draw: Callable[[B, Variables, Shares, int | None], Layout]
    picture: Callable[[B, Variables, Shares, Look], Picture]
    data: Callable[[B, Variables, Shares], object]


@record
class Certifying(Generic[B, S]):
    """Functions that write the family's parts of certificates, in the notation of their checker.

    ``lines`` writes a solution. ``reason`` names the rule of which a clause is an instance, and the places, from the clause's
    rule, source and literals int32[k]. ``differs`` returns a clause over the family's variables that every solution satisfies
    except the given one. ``sums`` names a weighted sum of cardinality constraints, by their sources int32[k] and weights
    int32[k]; None if the checker knows no sums. ``crowded`` names a crowded part by nodes int32[k] that show it
    (``propagation.counting.crowded``).
    """

    lines: Callable[[B, S], list[str]]
    reason: Callable[[B, str, int, Ints], str]
    differs: Callable[[B, S], list[int]]
    sums: Callable[[B, Ints, Ints], str] | None = None
    crowded: Callable[[B, Ints], str] | None = None


@record
class Static(Generic[B, S]):
    """A puzzle as constraints.

    ``constraints`` declares the problem's own variables, before any encoding declares others, and returns the constraints in
    the order in which they are written. No two models are the same solution: a solution determines the values of all these
    variables. ``decode`` returns the solution of a model; ``model`` returns the values of the problem's own variables in a
    solution, bool[v + 1]. ``options`` are the options of the constraints. With ``simplify`` the constraints are simplified by
    unit propagation before they are encoded, unless a request turns that off. ``refuted`` explains a flaw of a board that
    counting found; None if it has no words for it. ``marginals`` shows the share of solutions in which each variable is true.
    ``shared`` describes in lines what all solutions have in common, from a solution reduced to the common part and the
    variables with the same value in all, bool[v + 1]; with it, ``decode`` also gets models in which all other variables are
    false, and returns that part. ``certifying`` exists if a checker of certificates knows the family.
    ``keys`` returns the meanings of the indices of variables, from 0, as words by kind of index.
    """

    constraints: Callable[[B, VariablePool, Choices], Iterable[Batch]]
    decode: Callable[[B, Variables, Bools], S]
    options: tuple[Option[Any], ...] = ()
    simplify: bool = False
    certifying: Callable[[], Certifying[B, S]] | None = None
    marginals: Callable[[], Marginals[B]] | None = None
    refuted: Callable[[B, Flaw], str | None] | None = None
    model: Callable[[B, S], Bools] | None = None
    shared: Callable[[B, S, Bools], list[str]] | None = None
    keys: Callable[[B], Mapping[str, Sequence[str]]] | None = None


@record
class Clues(Generic[B, S]):
    """The clues of a board: numbers that the author of a puzzle gives, and may get wrong.

    ``rule`` is the rule whose constraints state them; the source of each constraint is its clue. ``cells`` returns the places of
    the clues, (row, column) from 0. ``mended`` replaces all shown clues by those of a solution, ``shown`` all clues, hidden ones
    too. ``only`` keeps the clues int32[k] and hides all others. ``numbers`` lists the other numbers that one clue, shown or
    hidden, may have, as they stand in the cells of the document (of letters, their code points), and omits none that leads to a
    solution. ``titled`` returns the title of a generated board whose clues were hidden, with True if none of the others can be
    spared; without ``titled`` the number of clues is appended to the title.
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
    """A named method of a family: a search algorithm on one of the family's spaces, both by name.

    ``max_memory`` is the default limit of bytes for its lists, None for no limit.
    """

    search: str
    space: str
    title: str = ""
    max_memory: int | None = None


@record
class Planning(Generic[B, S]):
    """A puzzle as a task of actions, whose solution is a plan.

    A *metric* is a choice of actions and their costs; the first of ``metrics`` is the default. ``task`` returns the puzzle as a
    planning task in a metric, ``solution`` the solution for the names of a plan's actions. ``options`` are the options of the
    task. ``spaces`` are the family's own state spaces, faster than that of the task, which is listed after them; each is made
    for a metric, in which its heuristics declare whether they are admissible and consistent. ``method`` is the default method.
    ``stage`` returns the board with its pieces, for pages; ``frames`` draws it at the start and after each step of a plan, for
    the terminal.
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
    """A function that finds clues of a board which suffice to exclude all solutions but a known one."""

    def __call__(
        self, board: object, solution: object, groups: Sequence[Sequence[int]], least: int
    ) -> tuple[Ints, bool]:
        """Return the clues to keep, int32[k], at least ``least``, and whether no further group can be hidden; groups stay whole.

        Requires: all clues of the board together exclude all other solutions.
        """


@record
class Generated(Generic[B, S]):
    """A generated board, the solution that it was made from, and a title of one line.

    The solution is None for a board without one; the title then contains "unsolvable". Each list in ``together`` holds clues that
    are hidden together or not at all; None if each clue may be hidden alone. No two clues of a board that is ``apart`` touch, and
    its clues lie with a ``symmetry``, named as the family's generators do; ``Family.repair`` keeps both.
    """

    board: B
    solution: S | None
    title: str
    together: Sequence[Sequence[int]] | None = None
    apart: bool = False
    symmetry: str = "none"


@record
class Generator(Generic[B, S]):
    """A generator of boards: ``make`` takes the values of its ``options``, and raises UsageError if they contradict each other.

    On the command line a generator other than the family's first is chosen by its own name, ``--NAME``: a flag, or an option of
    the generator with that name. Boards of a ``unique`` generator have exactly one solution. ``steer`` returns options by name
    (texts, True for flags) that, beside the given ones, make boards of some grades of difficulty (1 to 10) likely; ``unknown`` is
    among those given if clues will be hidden, since such boards are not changed afterwards. A flag may choose another generator.
    ``graded`` yields boards while it works towards some grades, None for a failed try, and may end; it returns None if tries with
    ``make`` suffice. ``of_size`` returns options for a board of about so many units (see ``Family``), for measurements.
    ``thinned`` makes boards as ``make`` does, with a solver that finds the clues needed (``Needed``). ``counted`` is the option for
    the number of clues; if it is chosen, no further clues are hidden. ``varied`` is an option that tries for a grade vary unless it
    is chosen, with a function that returns its value for a try, by the other options and the number of the try from 0; None is the
    default.
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
    varied: tuple[Option[Any], Callable[[Choices, int], Any]] | None = None


@record
class Techniques(Generic[B, S]):
    """Human techniques for solving a puzzle, and positions to which they are applied.

    ``ladder`` lists the techniques from the easiest. ``position`` starts from the puzzle, or from an unfinished solution that was
    drawn, and raises InputError if that breaks the rules at once. ``reasons`` are the rules whose constraints are listed if no
    technique explains a step, only a set of constraints does; all other rules are taken for granted. No step that the ladder does
    not find (``Position.next``) has a lower grade than ``beyond``. ``eased`` changes a board and its solution where a position is
    undecided (with True: was before its last step), so that easier steps decide more; it raises GaveUp if no change is possible.
    """

    ladder: Callable[[], tuple[Technique, ...]]
    position: Callable[[B, S | None], Position[S]]
    reasons: frozenset[str]
    beyond: int = 1
    eased: Callable[[Generated[B, S], Position[S], bool], Generated[B, S]] | None = None


@record(kw_only=True)
class Family(Generic[B, S]):
    """A kind of puzzle with boards B and solutions S; ``names`` are other names that people use for it.

    ``symbols`` is the kind of values in its grids. ``build`` makes a board of a document and its parsed settings, and may raise
    InputError; ``document`` converts a board back to grids and settings. ``check`` lists broken rules, and is written from the
    rules of the puzzle alone. ``styles`` maps names to functions that draw a board with a solution or None; the first is the
    default. ``read`` parses a drawing in any style, and raises InputError. ``size`` returns numbers for statistics; one of them,
    under the plural of ``unit``, is the number of units, by which measurements scale. ``spaces`` are state spaces in which
    solutions are built on the puzzle itself, not its formula (spaces of moves belong to ``planning``); ``methods`` are named
    searches in them. ``picture`` returns shapes of a puzzle, solved or not; ``game`` is its scene for a page to play on.
    ``aliases`` are other names of styles, ``in_one_line`` the styles that take one line per solution. ``layout`` returns a drawing
    with the places of its cells, in a width if one is given; None for styles without cells. ``impossible`` returns the reason why
    a puzzle is plainly unsolvable, None if it is not. ``repair`` changes a generated board, and perhaps its solution, so that other
    solutions are ruled out, and none that was ruled out before returns; it raises GaveUp if it finds no change. ``example`` is a
    solvable puzzle, ``solution_type`` the class of solutions.
    """

    title: str
    names: tuple[str, ...] = ()
    example: str
    build: Callable[[Document, Choices], B]
    document: Callable[[B], Document]
    check: Callable[[B, S], list[Violation]]
    styles: Mapping[str, Callable[[B, S | None], str]]
    read: Callable[[B, str, str], S]
    size: Callable[[B], Mapping[str, int]]
    unit: str
    solution_type: type[Any] = object
    symbols: Symbols = NUMBERS
    settings: tuple[Option[Any], ...] = ()
    static: Static[B, S] | None = None
    planning: Planning[B, S] | None = None
    spaces: Mapping[str, Callable[[B], Searchable[Any]]] = field(default_factory=dict)
    methods: Mapping[str, SearchMethod] = field(default_factory=dict)
    formats: Callable[[], Mapping[str, Contribution]] = dict
    generators: Callable[[], Mapping[str, Generator[B, S]]] = dict
    narrator: Callable[[B, Variables], Narrator] | None = None
    picture: Callable[[B, S | None, Look], Picture] | None = None
    game: Callable[[B], Scene] | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    in_one_line: tuple[str, ...] = ()
    layout: Callable[[B, S | None, str, int | None], Layout | None] | None = None
    impossible: Callable[[B], str | None] = lambda _: None
    clues: Clues[B, S] | None = None
    repair: Callable[[Generated[B, S], Sequence[S]], Generated[B, S]] | None = None
    techniques: Techniques[B, S] | None = None
