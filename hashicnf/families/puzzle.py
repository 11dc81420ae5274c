"""Puzzles, and the registry of their families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from hashicnf.core.document import LETTERS, NUMBERS, Document, not_planned
from hashicnf.core.options import Choices, Option, read_choices
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import UsageError, embedded, no_such
from hashicnf.families.family import (
    POSITIONS,
    STATES,
    Clues,
    Family,
    Layout,
    Planning,
    Static,
    Techniques,
    Violation,
)
from hashicnf.formats.native import native_lines
from hashicnf.records import record
from hashicnf.registry import Registry, is_foreign, returned

if TYPE_CHECKING:
    from hashicnf.core.constraints import Batch, Claim
    from hashicnf.core.flaws import Flaw
    from hashicnf.core.picture import Picture
    from hashicnf.core.statespace import Searchable
    from hashicnf.core.variables import VariablePool, Variables
    from hashicnf.logic import Bools
    from hashicnf.planning.task import Task

NAME: Final = re.compile("(?!(family|title)$)[a-z]+(-[a-z]+)*")  # of a setting; the excluded two exist in all families
PARTS: Final = {"static": Static, "planning": Planning, "clues": Clues, "techniques": Techniques}


def _faults(family: Family[Any, Any]) -> Iterator[str]:
    """Yield a message for each required part that a family lacks, and for each setting with an invalid name."""
    if family.symbols not in (NUMBERS, LETTERS):
        yield f"its symbols are {family.symbols!r}, neither {NUMBERS} nor {LETTERS}"
    if not family.styles:
        yield "it has no drawing style"
    if wrong := [kind.__name__ for part, kind in _parts(family) if not isinstance(part, kind)]:
        yield f"its {wrong[0].lower()} is no {wrong[0]}"
        return
    if family.planning is not None and not family.planning.metrics:
        yield "it plans without a metric"
    for name in (option.name for option in family.settings if not NAME.fullmatch(option.name)):
        yield f"the name of its setting {name} is taken, or not made of small letters with dashes between"


def _faults_of_others(family: Family[Any, Any]) -> Iterator[str]:
    """Yield how functions of the parts of a family differ from those that the annotations declare, and faults of its lists."""
    from hashicnf.contracts import unlike  # not at the top: for families of other packages alone
    from hashicnf.families.foreign import faults_of_lists

    for part, kind in _parts(family):
        yield from unlike(part, kind)
    yield from faults_of_lists(family)


def _parts(family: Family[Any, Any]) -> list[tuple[object, type]]:
    """List the parts that a family has, with their classes."""
    return [(part, kind) for name, kind in PARTS.items() if (part := getattr(family, name)) is not None]


def constraint_options(family: Family[Any, Any]) -> tuple[Option[Any], ...]:
    """List the options of a family's constraints; every formula of a plan has ``positions``."""
    if family.static is not None:
        return family.static.options
    return () if family.planning is None else (*family.planning.options, POSITIONS)


FAMILIES: Final[Registry[Family[Any, Any]]] = Registry(
    "hashicnf.families", "FAMILY", "puzzle family", "Family", faults=_faults, faults_of_others=_faults_of_others
)


@record(eq=False)
class Puzzle:
    """A puzzle of some family: ``read`` returns it and all other functions of the library take it.

    ``name`` is that of its file, ``title`` the title given in the file, ``solution`` the solution in the file (it may be wrong),
    None if there is none. Two puzzles are equal if their native texts are.
    """

    family: str
    name: str = field(compare=False)
    board: object
    rules: Family[Any, Any]
    title: str = ""
    solution: object | None = field(default=None, compare=False)

    @property
    def document(self) -> Document:
        """Return the board as a document of its family."""
        make = self.rules.document
        made = returned(make(self.board), Document, make, fault=_fault_of_document)
        return replace(made, family=self.family, letters=self.rules.symbols == LETTERS)

    @property
    def lines(self) -> list[str]:
        """Return the puzzle as the lines of a native file, without title and solution."""
        return native_lines(self.document)

    @property
    def text(self) -> str:
        """Return the lines as one text; reading it in the native format, which is not to be detected, gives an equal puzzle."""
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def size(self) -> Mapping[str, int]:
        """Return the sizes of the puzzle by name, with which statistics start."""
        return returned(self.rules.size(self.board), Mapping, self.rules.size, fault=_fault_of_size)

    @property
    def impossible(self) -> str | None:
        """Return the reason why the puzzle is plainly unsolvable; None if it is not."""
        find = self.rules.impossible
        return returned(find(self.board), (str, NoneType), find, fault=_fault_of_reason)

    def why_refuted(self, flaw: Flaw | None) -> str | None:
        """Return the explanation of a flaw that counting found; None without a flaw, or if the family cannot explain it."""
        explain = None if self.rules.static is None else self.rules.static.refuted
        return None if explain is None or flaw is None else explain(self.board, flaw)

    @property
    def simplifies(self) -> bool:
        """Return whether its constraints are simplified by unit propagation by default."""
        return self.rules.static is not None and self.rules.static.simplify

    def choices(self, texts: Mapping[str, str] | None) -> Choices:
        """Return chosen options of the constraints from texts by name. Raises UsageError for unknown names and wrong values."""
        return read_choices(constraint_options(self.rules), texts or {}, f"{self.family} option")

    @property
    def spaces(self) -> Mapping[str, Callable[[], Searchable[Any]]]:
        """Return the search spaces of the puzzle by name in its default metric, the default space first."""
        return self.spaces_in(None)

    def spaces_in(self, metric: str | None) -> Mapping[str, Callable[[], Searchable[Any]]]:
        """Return the search spaces of the puzzle by name in a metric (None: the default), the default space first.

        The states of a planning task come after the family's own spaces. Raises UsageError for an unknown metric.
        """
        chosen = self.metric(metric)
        found: dict[str, Callable[[], Searchable[Any]]] = {}
        found |= {name: partial(make, self.board) for name, make in self.rules.spaces.items()}
        if self.rules.planning is None or chosen is None:
            return found
        found |= {name: partial(make, self.board, chosen) for name, make in self.rules.planning.spaces.items()}
        return {**found, STATES: partial(self._states, chosen)}

    def metric(self, name: str | None = None) -> str | None:
        """Return the metric of that name, for None the default one; None for puzzles without plans.

        Raises UsageError for an unknown name, and for any name if the family does not plan.
        """
        if self.rules.planning is None:
            if name is not None:
                raise not_planned(self.family, "--metric")
            return None
        metrics = self.rules.planning.metrics
        if name is not None and name not in metrics:
            raise no_such(f"metric of {self.family}", name, metrics)
        return name or metrics[0]

    def task(self, choices: Choices | None = None, metric: str | None = None) -> Task:
        """Return the puzzle as a planning task in a metric (None: the default).

        Raises UsageError if its family does not plan, or not in this metric.
        """
        planning, chosen = self.rules.planning, self.metric(metric)
        if planning is None or chosen is None:
            raise not_planned(self.family)
        return planning.task(self.board, chosen, choices or Choices())

    def keys(self, choices: Choices, metric: str | None) -> Mapping[str, Sequence[str]]:
        """Return the meanings of the indices of the puzzle's own variables, from 0, as words by kind of index."""
        if self.rules.planning is not None:
            return self.task(choices, metric).keys
        static = self.rules.static
        return {} if static is None or static.keys is None else returned(static.keys(self.board), Mapping, static.keys)

    def constraints(
        self,
        pool: VariablePool,
        choices: Choices | None = None,
        horizon: int | None = None,
        metric: str | None = None,
        observe: Observer = unobserved,
    ) -> tuple[tuple[Batch, ...], Claim]:
        """Declare the puzzle's own variables; return its constraints and their claim; ``observe`` is called often for large tasks.

        A planning family needs a ``horizon``, the most steps of a plan in a ``metric`` (None: the default). Raises UsageError if
        it is missing, if it is given for another family, and if the family has no constraints.
        """
        from hashicnf.core.constraints import EXACT

        self.metric(metric)
        if self.rules.static is not None:
            if horizon is not None:
                raise not_planned(self.family, "--horizon")
            observe("constraints")
            return _stated(self.rules.static, self.board, pool, choices or Choices()), EXACT
        if self.rules.planning is None:
            way = ": solve them by a search (see: hashicnf families)" if self.rules.spaces else ""
            raise UsageError(f"{self.family} puzzles have no formula{way}")
        if horizon is None:
            raise UsageError(f"a formula of a {self.family} puzzle needs --horizon, the most steps of a plan")
        from hashicnf.planning.horizons import bounded, claim_of

        in_binary = choices is not None and choices[POSITIONS] == "binary"
        observe("constraints")
        task = self.task(choices, metric)
        return bounded(task, pool, horizon, in_binary=in_binary, observe=observe), claim_of(horizon)

    def decode(
        self, variables: Variables, model: Bools, choices: Choices | None = None, metric: str | None = None
    ) -> object:
        """Return the solution of a model, bool[v + 1], of the constraints that were stated with these choices in this metric."""
        if self.rules.static is not None:
            make = self.rules.static.decode
            return returned(make(self.board, variables, model), self.rules.solution_type, make)
        from hashicnf.planning.horizons import decode

        return self.plan(decode(self.task(choices, metric), variables, model))

    def plan(self, actions: tuple[str, ...]) -> object:
        """Return the solution for the names of a plan's actions. Raises UsageError if the family does not plan."""
        if self.rules.planning is None:
            raise not_planned(self.family)
        return self.rules.planning.solution(self.board, actions)

    def _states(self, metric: str) -> Searchable[Any]:
        from hashicnf.planning.space import searchable

        return searchable(self.task(metric=metric), self.plan)

    def check(self, solution: object) -> list[Violation]:
        """List every broken rule; the list is empty if the solution is correct."""
        return returned(self.rules.check(self.board, solution), list, self.rules.check, of=Violation)

    def draw(self, solution: object | None = None, style: str | None = None) -> str:
        """Return a drawing of the puzzle, solved or not, in a style (None: the default). Raises UsageError for an unknown style."""
        chosen = self.rules.styles[self.style_named(style)]
        return returned(chosen(self.board, solution), str, chosen)

    def layout(
        self, solution: object | None = None, style: str | None = None, width: int | None = None
    ) -> Layout | None:
        """Return the drawing of ``draw``, if possible in at most ``width`` characters per line, with the places of its cells.

        Return None if the style shows no cells. Raises UsageError for an unknown style.
        """
        if (make := self.rules.layout) is None:
            return None
        made = make(self.board, require_solution_type(self, solution), self.style_named(style), width)
        return returned(made, (Layout, NoneType), make)

    def style_named(self, name: str | None) -> str:
        """Return the name of a drawing style for a name or alias (None: the default). Raises UsageError for an unknown one."""
        styles, aliases = self.rules.styles, self.rules.aliases
        if name is None:
            return next(iter(styles))
        if (own := aliases.get(name, name)) not in styles:
            raise no_such("drawing style", name, styles, aliases)
        return own

    def picture(self, solution: object | None = None, *, coordinates: bool = False, partial: bool = False) -> Picture:
        """Return a picture of the puzzle, unsolved, solved or ``partial``-ly solved. Raises UsageError if its family has none."""
        from hashicnf.core.picture import Look, Picture

        if self.rules.picture is None:
            raise UsageError(f"there are no pictures of {self.family} puzzles")
        make = self.rules.picture
        return returned(
            make(self.board, require_solution_type(self, solution), Look(coordinates, partial)), Picture, make
        )

    def svg(self, solution: object | None = None, theme: str = "light", *, coordinates: bool = False) -> str:
        """Return a picture of the puzzle, solved or not, as SVG. Raises UsageError for an unknown theme or lacking pictures."""
        from hashicnf.pictures.svg import svg_of

        return svg_of(self.picture(solution, coordinates=coordinates), theme)

    def _repr_svg_(self) -> str | None:
        """Return the SVG for notebooks: the puzzle with the solution of its file; None without pictures, or for one too large."""
        from hashicnf.pictures.shown import notebook_svg

        return None if self.rules.picture is None else notebook_svg(self.picture(self.solution))

    def read(self, text: str, name: str) -> object:
        """Return the solution of a drawing in any style. Raises InputError with line and column."""
        return self.rules.read(self.board, text, name)

    def as_data(self, solution: object) -> object:
        """Return a solution as data for JSON: that of the style json if there is one, else the lines of a drawing."""
        import json

        return json.loads(self.as_json(solution))

    def as_json(self, solution: object) -> str:
        """Return the data of a solution as one line of JSON, without a line break."""
        if "json" in self.rules.styles:
            return self.draw(solution, "json").strip().replace("\n", " ")
        import json

        return json.dumps(self.draw(solution).rstrip("\n").split("\n"))

    def from_data(self, data: object, name: str) -> object:
        """Return the solution of data that ``as_data`` returns, or of a drawing in one text.

        Raises InputError, with line and column if the data are a drawing: a text, or a list of its lines.
        """
        return read_data(self, data, name)

    def __eq__(self, other: object) -> bool:
        """Compare families and native texts."""
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (self.family, self.lines) == (other.family, other.lines)

    def __hash__(self) -> int:
        """Hash family and native text."""
        return hash((self.family, *self.lines))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the rules, which a copy, perhaps in another process, looks up by the family's name."""
        return _restored, (self.family, self.name, self.board, self.title, self.solution)

    def __repr__(self) -> str:
        """Return family, name and sizes in one line."""
        size = ", ".join(f"{name}={number}" for name, number in self.size.items())
        return f"<{self.family} puzzle {self.name!r}: {size}>"


def _fault_of_document(made: Document) -> str:
    from hashicnf.families.foreign import fault_of_document

    return fault_of_document(made)


def _fault_of_size(found: Mapping[str, int]) -> str:
    return "" if all(isinstance(number, int) for number in found.values()) else "sizes are whole numbers"


def _fault_of_reason(reason: str | None) -> str:
    return "a reason is a sentence, and None means that there is none" if reason == "" else ""


def _stated(static: Static[Any, Any], board: object, pool: VariablePool, choices: Choices) -> tuple[Batch, ...]:
    """Return the constraints of a board. Raises PluginError for a batch of another package that breaks its contract."""
    make = static.constraints
    batches = tuple(returned(make(board, pool, choices), Iterable, make))
    if is_foreign(make):
        from hashicnf.families.foreign import require_batches

        require_batches(batches, pool, make)
    return batches


def require_solution_type(puzzle: Puzzle, given: object) -> Any:
    """Return a given solution, a plan as a tuple, or None. Raises UsageError unless it is of the type of the puzzle's family."""
    kind = puzzle.rules.solution_type
    solution: Any = tuple(given) if kind is tuple and isinstance(given, list) else given
    if solution is None:
        return None
    if not isinstance(solution, kind):
        raise UsageError(
            f"expected a solution of a {puzzle.family} puzzle, not {type(given).__name__}: read_solution makes one of a drawing"
        )
    is_plan = kind is tuple and puzzle.rules.planning is not None
    if is_plan and not all(isinstance(step, str) for step in solution):
        raise UsageError(f"expected a plan of a {puzzle.family} puzzle, the names of its steps")
    return solution


def read_data(puzzle: Puzzle, data: object, name: str) -> object:
    """Return the solution of data, or of a drawing: a text, or a list of its lines. Raises InputError, with a place in drawings."""
    if isinstance(data, str):
        return puzzle.read(data, name)
    if isinstance(data, list) and "json" not in puzzle.rules.styles:
        return puzzle.read("\n".join(map(str, data)), name)
    import json

    with embedded(lambda problem: replace(problem, line=None, column=None, text=None)):  # the text is made here
        return puzzle.read(json.dumps(data), name)


def _restored(family: str, name: str, board: object, title: str, solution: object | None) -> Puzzle:
    return Puzzle(family, name, board, FAMILIES.get(family), title, solution)
