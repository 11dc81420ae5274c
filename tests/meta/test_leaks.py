"""What is special about a puzzle is said in its family's folder, and nowhere else in the package."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.meta.sources import MODULES, PACKAGE, parsed

WORDS = {
    "hashi": "(?i:island|bridge)",
    "sudoku": "(?i:sudoku)",
}
FAMILIES = [folder.parent.name for folder in sorted((PACKAGE / "families").glob("*/__init__.py"))]
PUBLIC = PACKAGE / "__init__.py"  # lists the classes of every family that users need by name
CHECKERS = [PACKAGE / "proofs" / name for name in ("check_certificate.py", "check_plan.py")]  # import nothing of ours
OUTSIDE = [
    path
    for path in MODULES
    if "families" not in path.relative_to(PACKAGE).parts[:-2] and path not in (PUBLIC, *CHECKERS)
]


def spoken(path: Path) -> list[tuple[int, str]]:
    """List names and texts of a module with their lines; docstrings may give examples."""
    nodes = [*ast.walk(parsed(path))]
    docs = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            found.append((node.lineno, node.value))
        elif isinstance(node, ast.Name | ast.arg | ast.Attribute | ast.FunctionDef | ast.ClassDef):
            names = (getattr(node, field, None) for field in ("id", "arg", "attr", "name"))
            found += [(node.lineno, name) for name in names if isinstance(name, str)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found += [(node.lineno, f"{getattr(node, 'module', '')}.{alias.name}") for alias in node.names]
    return found


def test_no_script_or_help_outside_its_folder_knows_a_family() -> None:
    """Examples in help name puzzles of a family, and where something is of one family alone, that is said."""
    scripts = [path for room in ("narrate", "pages", "playing") for path in (PACKAGE / room).glob("assets/*.js")]
    assert len(scripts) > 10
    pattern = re.compile(r"island|bridge|hashi(?!cnf)|sudoku", re.IGNORECASE)
    known = [
        f"{path.name}: {line}" for path in scripts for line in path.read_text().splitlines() if pattern.search(line)
    ]
    for path in sorted((PACKAGE / "cli").glob("*.py")):
        functions = [node for node in parsed(path).body if isinstance(node, ast.FunctionDef)]
        for text in (ast.get_docstring(node) or "" for node in functions):
            sentences = re.split(r"(?<=[.:])\s", text.partition("\b")[0])
            known += [one for one in sentences if re.search(WORDS["hashi"], one) and "Hashiwokakero" not in one]
    assert known == []


def test_no_module_outside_its_folder_knows_a_family() -> None:
    known = []
    assert {*WORDS} < {*FAMILIES}
    imports = rf"hashicnf\.families\.({'|'.join(FAMILIES)})\b"
    for path in OUTSIDE:
        words = [words for family, words in WORDS.items() if f"families/{family}" not in path.as_posix()]
        pattern = re.compile("|".join((imports, *words)))
        known += [
            f"{path.relative_to(PACKAGE)}, line {line}: {text}" for line, text in spoken(path) if pattern.search(text)
        ]
    assert len(OUTSIDE) > 50
    assert known == []
