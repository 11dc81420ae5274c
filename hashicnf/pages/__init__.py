"""Pages that need nothing else: no network, no fonts, no libraries; their policy forbids connections.

Script and style are allowed by their hashes alone, so nothing that a page holds as data can run. ``assets`` has what all pages
share: colours and layout, and a few words of script.
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
    """Join the texts of files that lie beside the modules of a package, or in its ``assets``."""
    folder = resources.files(package)
    files = [own if (own := folder.joinpath(name)).is_file() else folder.joinpath("assets", name) for name in names]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def framed(scripts: Iterable[str], styles: Iterable[str]) -> dict[str, str]:
    """Return the fields ``script``, ``style`` and ``policy`` of a template; scripts share one scope that nothing else sees."""
    script = '"use strict";\n(() => {\n' + "\n".join([assets(SHARED, "dom.js"), *scripts]) + "\n})();\n"
    style = "".join([assets(SHARED, "base.css"), *styles])
    allowed = [f"{kind}-src 'sha256-{_hash(text)}'" for kind, text in (("script", script), ("style", style))]
    policy = ["default-src 'none'", "connect-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"]
    return {"script": script, "style": style, "policy": "; ".join(policy)}


def filled(template: str, fields: Mapping[str, str]) -> str:
    """Put fields into a template, in place of their names in double braces. What they hold is not looked through again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda name: fields[name[1]], template)


def as_json(data: object) -> str:
    """Write JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
