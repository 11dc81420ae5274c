"""No module imports another that imports it, be it inside a function or for types alone."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def module_of(path: Path) -> str:
    """Name the module of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in (ROOT / "hashicnf").rglob("*.py")}


def imported(path: Path) -> set[str]:
    """List the modules of the package that a file imports anywhere; of a package only the part that the name stands for."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = {f"{node.module}.{name.name}" for name in node.names}
            found |= (parts & MODULES.keys()) or {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found & MODULES.keys()


def test_there_is_no_circle() -> None:
    """A package may list its own parts, which use what it defines: these two are one room."""
    graph = {
        name: {other for other in imported(path) if other != name and not other.startswith(f"{name}.")}
        for name, path in MODULES.items()
    }
    assert sum(map(len, graph.values())) > len(MODULES)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
