"""No module imports another that imports it, be it inside a function or for types alone."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from tests.meta.sources import MODULES, ROOT, parsed, statements


def module_of(path: Path) -> str:
    """Name the module of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMED = {module_of(path): path for path in MODULES}


def imported(path: Path) -> set[str]:
    """List the modules of the package that a file imports anywhere; of a package only the part that the name stands for."""
    found = set[str]()
    for node in statements(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = {f"{node.module}.{name.name}" for name in node.names}
            found |= (parts & NAMED.keys()) or {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found & NAMED.keys()


def test_there_is_no_circle() -> None:
    """A package may list its own parts, which use what it defines: these two are one room."""
    graph = {
        name: {other for other in imported(path) if other != name and not other.startswith(f"{name}.")}
        for name, path in NAMED.items()
    }
    assert sum(map(len, graph.values())) > len(NAMED)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
