"""The package as a whole: every module imports and explains itself, every public name is there, and no file grows too long."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

import hashicnf
from tests.meta.sources import MODULES, PACKAGE, ROOT, parsed, statements

MOST_LINES, MOST_CODE = 400, 40
LONGEST_LINE = 120  # of code, for the formatter
BROKEN = re.compile(
    r"^(?P<before>.*[(\[{])\n +(?P<inside>[^\n]*?[^,\s])(?P<within>  # (?!noqa|type)[^\n]*)?\n"
    r" *(?P<after>[)\]}].*?)(?P<behind>  # (?!noqa|type).*)?$",
    re.MULTILINE,
)
# The names that records have in files, and what shows how far a batch is.
OTHER_MEANINGS = {"hashicnf.trace.steps.Solution", "hashicnf.trace.steps.Step"}
Node = TypeVar("Node", ast.FunctionDef, ast.ExceptHandler)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def trees() -> dict[str, ast.Module]:
    """Parse every module."""
    return {name_of(path): parsed(path) for path in MODULES}


def nodes(kind: type[Node]) -> Iterator[tuple[str, Node]]:
    """List the nodes of a kind in all modules, with the place of each."""
    for name, tree in trees().items():
        for node in statements(tree):
            if isinstance(node, kind):
                yield f"{name}, line {node.lineno}", node


def imported() -> Iterator[tuple[str, ModuleType]]:
    """Import every module but those that run when they are imported."""
    for path in MODULES:
        if path.stem not in ("__main__", "_child"):
            yield name_of(path), import_module(name_of(path))


def test_there_are_modules() -> None:
    assert len(trees()) == len(MODULES) > 50


def test_modules_start_with_a_docstring() -> None:
    documented = {name for name, tree in trees().items() if len(ast.get_docstring(tree) or "") > 20}
    assert set(trees()) - documented - {"hashicnf.version"} == set()


def test_modules_are_short() -> None:
    lines = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_functions_are_short() -> None:
    """Count lines of code: neither docstring nor signature."""
    long = []
    for place, node in nodes(ast.FunctionDef):
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
        if lines > MOST_CODE:
            long.append(f"{place}: {node.name} has {lines} lines")
    assert long == []


def test_what_modules_export_is_there() -> None:
    """Every module imports, too."""
    missing = [
        f"{name}.{exported}"
        for name, module in imported()
        for exported in getattr(module, "__all__", ())
        if not hasattr(module, exported)
    ]
    assert missing == []


def test_no_error_is_swallowed() -> None:
    for place, node in nodes(ast.ExceptHandler):
        kind = getattr(node.type, "id", None)
        swallowed = all(isinstance(step, ast.Pass) for step in node.body)
        assert node.type is not None, place
        assert not (swallowed and kind in ("Exception", "BaseException")), place


@pytest.mark.parametrize("name", dir(hashicnf))
def test_a_public_name_is_there_and_explains_itself(name: str) -> None:
    value = getattr(hashicnf, name)
    assert name in dir(hashicnf)
    assert isinstance(value, str) or value.__doc__


def test_public_names_are_sorted_and_unique() -> None:
    assert sorted(set(hashicnf.__all__)) == hashicnf.__all__
    assert {*dir(hashicnf)} - {*hashicnf.__all__} == {"enumerate"}, "a star must not replace what Python has"
    assert not {*dir(builtins)} & {*hashicnf.__all__}


def named(tree: ast.Module) -> Iterator[str]:
    """List the classes and type aliases of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def test_public_names_have_one_meaning() -> None:
    """Families have boards and plans of their own, which are told apart by the family."""
    public = {name: getattr(hashicnf, name) for name in hashicnf.__all__}
    homes = {name: value.__module__ for name, value in public.items() if isinstance(value, type)}
    others = {
        f"{module}.{name}"
        for module, tree in trees().items()
        for name in named(tree)
        if not module.startswith("hashicnf.families.") and homes.get(name, module) != module
    }
    assert others == OTHER_MEANINGS


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        hashicnf.slove  # noqa: B018


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "numpy", "pysat", "lark", "typer", "matplotlib"
    script = f"import sys, hashicnf; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_no_comment_has_broken_a_bracket() -> None:
    """A formatter breaks a line that its comment makes too long; the comment then stands above, and the line is whole."""
    found = []
    for path in MODULES:
        for match in BROKEN.finditer(path.read_text(encoding="utf-8")):
            whole = "".join(match[part] for part in ("before", "inside", "after"))
            if (match["within"] or match["behind"]) and len(whole) <= LONGEST_LINE:
                found.append(f"{path.relative_to(ROOT)}: {whole.strip()}")
    assert found == []


@pytest.mark.parametrize("text", ["A = (\n    1  # one\n)\n", "if f(\n    1\n):  # one\n"])
def test_comments_that_have_broken_a_bracket_are_found(text: str) -> None:
    assert BROKEN.search(text)
