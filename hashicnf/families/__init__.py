"""Puzzle families: each turns Documents into puzzles, constraints, solutions and drawings, and knows no clauses.

A family is a folder here whose ``__init__`` ends with ``FAMILY``; the folder's name is the family's name. Everything special
about a kind of puzzle is reached through this constant, and no module outside the folder refers to the family by name.

A family has at least a board, its document, its checker and its drawings. Each further part makes more commands available:

    static        the puzzle as constraints: encode, decode, every SAT method, and the search space ``formula``
    planning      the puzzle as a task of actions: bounded formulas, plans, and the search space ``states``
    spaces        the puzzle as a state space of the family's own: searches
    generators    boards made to order: generate, bench --phases
    formats       notations of the family's own, and its parts of those that several families share
    narrator      traces explained in sentences instead of literals
    techniques    human techniques for solving it: hint, explain, rate
    game          a page on which it is played: view

``family`` is the contract: what a family declares. ``puzzle`` finds families, and has the puzzles that are made by them.
Modules that take long to import are imported inside functions, when these are called.
"""

from __future__ import annotations

from hashicnf.core.document import LETTERS, NUMBERS, Symbols
from hashicnf.families.family import (
    POSITIONS,
    STATES,
    Certifying,
    Clues,
    Family,
    Generated,
    Generator,
    Layout,
    Marginals,
    Needed,
    Planning,
    SearchMethod,
    Static,
    Techniques,
    Violation,
)
from hashicnf.families.puzzle import FAMILIES, Puzzle, constraint_options, require_solution_type

__all__ = [
    "FAMILIES",
    "LETTERS",
    "NUMBERS",
    "POSITIONS",
    "STATES",
    "Certifying",
    "Clues",
    "Family",
    "Generated",
    "Generator",
    "Layout",
    "Marginals",
    "Needed",
    "Planning",
    "Puzzle",
    "SearchMethod",
    "Static",
    "Symbols",
    "Techniques",
    "Violation",
    "constraint_options",
    "require_solution_type",
]
