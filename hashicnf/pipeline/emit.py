"""Write a compiled puzzle as a self-describing DIMACS file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hashicnf.core.progress import Observer, Written, unobserved
from hashicnf.dimacs.header import header_lines
from hashicnf.dimacs.reader import read_clauses
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import UsageError
from hashicnf.files import destination, read_pieces, shown, writing

if TYPE_CHECKING:
    from hashicnf.arrays.deferred import Rows
    from hashicnf.pipeline.compile import Compiled

COMPLETE = "every model decodes to a solution"
SHALLOW = "INCOMPLETE: solutions whose spanning trees are all deeper than the bound are missing"
INCOMPLETE = "INCOMPLETE: models may be disconnected; hashicnf decode checks them and writes cut clauses"


def write_formula(compiled: Compiled, name: str, add: Sequence[str] = (), *, observe: Observer = unobserved) -> None:
    """Write a formula to a file (``-``: standard output), followed by the clauses of the files ``add``.

    Raises UsageError if the file cannot be written, InputError for clauses that cannot be read.
    """
    formula = compiled.formula
    observe(f"write {destination(name)}")
    extra = [block for path in add for block in read_clauses(read_pieces(path), shown(path), formula.variables.count)]
    rules = [*_ranges(compiled)]
    if extra:
        count = sum(map(len, extra))
        rules.append(("added", formula.clause_count + 1, formula.clause_count + count))
    comments = header_lines(
        describe(compiled),
        remark(compiled),
        formula.variables.groups,
        rules,
        compiled.lines,
    )
    blocks = [*(block.rows for block in formula.blocks), *extra]
    with writing(name) as stream:
        written = Written(stream, f"write {destination(name)}", sum(block.size for block in blocks), observe)
        clauses = sum(map(len, blocks))
        write_cnf(written.stream, formula.variables.count, written.pieces(blocks), clauses, comments)


def write_clause_blocks(blocks: Sequence[Rows], name: str, remark: str) -> int:
    """Write clauses alone, without a header, for ``encode --add``; return their number."""
    from hashicnf.dimacs.writer import render_clauses

    if not name:
        raise UsageError("the name of a file to write is empty")
    with writing(name) as stream:
        stream.write(f"c {remark}\n".encode())
        for block in blocks:
            stream.write(render_clauses(block))
    return sum(map(len, blocks))


def remark(compiled: Compiled) -> str:
    """Say in words what the models of a formula are worth."""
    if compiled.formula.complete:
        return COMPLETE
    return INCOMPLETE if compiled.joining.depth is None else SHALLOW


def describe(compiled: Compiled) -> dict[str, object]:
    """Say what a formula is: the JSON data of its first comment."""
    return {
        "family": compiled.puzzle.family,
        "cardinality": compiled.cardinality,
        "connectivity": compiled.connectivity,
        **({"cuts": compiled.joining.cuts} if compiled.joining.cuts else {}),
        **({} if compiled.joining.depth is None else {"depth": compiled.joining.depth}),
        "complete": compiled.formula.complete,
        **compiled.puzzle.size,
    }


def _ranges(compiled: Compiled) -> Iterator[tuple[str, int, int]]:
    """Name each run of clauses of one rule, from the first to the last clause, counting from 1."""
    rule, first, last = "", 1, 0
    for block in compiled.formula.blocks:
        if block.origin.rule != rule:
            if last >= first:
                yield rule, first, last
            rule, first = block.origin.rule, last + 1
        last += len(block)
    if last >= first:
        yield rule, first, last
