"""Self-contained HTML pages: no network, no fonts, no libraries; their content security policy forbids connections.

The policy allows only the script and style with given hashes, so data in a page can never run as code. ``assets`` holds what all
pages share: colours, layout, and a few functions of script.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Final

SHARED: Final = __package__


def assets(package: str, *names: str) -> str:
    """Return the joined texts of named files of a package, each from the package's folder or its ``assets`` folder."""
    folder = resources.files(package)
    files = [own if (own := folder.joinpath(name)).is_file() else folder.joinpath("assets", name) for name in names]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def framed(scripts: Iterable[str], styles: Iterable[str]) -> dict[str, str]:
    """Return the fields ``script``, ``style`` and ``policy`` of a template; all scripts share one private function scope."""
    script = '"use strict";\n(() => {\n' + "\n".join([assets(SHARED, "dom.js", "frame.js"), *scripts]) + "\n})();\n"
    style = "".join([assets(SHARED, "base.css"), *styles])
    allowed = [f"{kind}-src 'sha256-{_hash(text)}'" for kind, text in (("script", script), ("style", style))]
    policy = ["default-src 'none'", "connect-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"]
    return {"script": script, "style": style, "policy": "; ".join(policy)}


def filled(template: str, fields: Mapping[str, str]) -> str:
    """Replace each name in double braces by its field, in one pass: braces within fields stay. Raises KeyError for other names."""
    return re.sub(r"\{\{(\w+)\}\}", lambda name: fields[name[1]], template)


def as_json(data: object) -> str:
    """Return compact JSON with ``<`` escaped, so that it cannot close the HTML element that contains it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
