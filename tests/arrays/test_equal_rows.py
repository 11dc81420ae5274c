"""Equal rows of tables, against tuples of Python."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np

import hashicnf
from hashicnf.arrays.equal_rows import equal_rows


def test_groups_are_those_of_tuples() -> None:
    rng = np.random.default_rng(1)
    for rows in (0, 1, 2, 30):
        for columns in (0, 1, 3):
            table = rng.integers(-2, 2, (rows, columns)).astype(np.int32)
            every = [tuple(row) for row in table.tolist()]
            wanted = sorted({*every})
            first, group = equal_rows(table)
            assert first.tolist() == [every.index(row) for row in wanted]
            assert group.tolist() == [wanted.index(row) for row in every]


def test_no_other_function_compares_rows_as_records() -> None:
    """Which would turn the exception of a time limit into another one."""
    for path in Path(hashicnf.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "axis" not in text or "unique" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "unique":
                assert "axis" not in {keyword.arg for keyword in node.keywords}, f"{path}:{node.lineno}"
