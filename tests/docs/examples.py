"""Write tests/docs/library_page.py, the examples of docs/library.md as a module that mypy checks.

python -m tests.docs.examples
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
TEXT: Final = (HERE.parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
MODULE: Final = HERE / "library_page.py"
HEAD: Final = '"""The examples of docs/library.md: python -m tests.docs.examples writes this file."""\n\n'


def examples() -> list[doctest.Example]:
    """Return the examples of the page, in order."""
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
    return doctest.DocTestParser().get_examples("".join(blocks))


def module() -> str:
    """Write the module."""
    return HEAD + "".join(example.source for example in examples())


if __name__ == "__main__":
    MODULE.write_text(module(), encoding="utf-8")
