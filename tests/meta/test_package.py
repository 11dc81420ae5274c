"""The package as a whole: every module imports and explains itself, every public name is there, and no file grows too long."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hashicnf

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "hashicnf"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES, MOST_CODE = 400, 40


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


each_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


def test_there_are_modules() -> None:
    assert len(MODULES) > 50


@each_module
def test_a_module_starts_with_a_docstring_and_says_when_it_ends(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert len(ast.get_docstring(tree) or "") > 20 or path.name == "version.py"


@each_module
def test_a_module_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@each_module
def test_functions_are_short(path: Path) -> None:
    """Count lines of code: neither docstring nor signature."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            assert lines <= MOST_CODE, f"{node.name} in line {node.lineno} has {lines} lines"


@each_module
def test_a_module_imports(path: Path) -> None:
    if path.stem not in ("__main__", "_child"):
        import_module(name_of(path))


@each_module
def test_what_a_module_exports_is_there(path: Path) -> None:
    if path.stem not in ("__main__", "_child"):
        module = import_module(name_of(path))
        assert all(hasattr(module, name) for name in getattr(module, "__all__", ()))


@each_module
def test_no_error_is_swallowed(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            kind = getattr(node.type, "id", None)
            swallowed = all(isinstance(step, ast.Pass) for step in node.body)
            assert node.type is not None
            assert not (swallowed and kind in ("Exception", "BaseException")), f"line {node.lineno}"


@pytest.mark.parametrize("name", hashicnf.__all__)
def test_a_public_name_is_there_and_explains_itself(name: str) -> None:
    value = getattr(hashicnf, name)
    assert name in dir(hashicnf)
    assert isinstance(value, str) or value.__doc__


def test_public_names_are_sorted_and_unique() -> None:
    assert sorted(set(hashicnf.__all__)) == hashicnf.__all__


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
