"""Check certificates by their two checkers, and extract their parts for other programs.

The checkers stand alone: they cannot read compressed files and raise errors of their own. This module adapts them to the package.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Final

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, InputError
from hashicnf.files.inputs import limited_waiting, read_text, shown
from hashicnf.files.outputs import make_folder, write_text
from hashicnf.pipeline.file_kinds import CERTIFICATE
from hashicnf.pipeline.mixed_files import expecting
from hashicnf.proofs import check_certificate, check_plan
from hashicnf.proofs.outcomes import Checked

FAMILY: Final = re.compile("^family: *([a-z]+)$", re.MULTILINE)
FILES: Final = {"puzzle": "puzzle.puz", "solution": "solution.txt", "formula": "formula.cnf", "proof": "proof.drup"}
MALFORMED: Final = (check_certificate.MalformedError, check_plan.MalformedError)
REFUSED: Final = (check_certificate.RefusedError, check_plan.RefusedError)


def checker(text: str) -> ModuleType:
    """Return the module that checks a certificate."""
    family = FAMILY.search(text)
    return check_plan if family is not None and family[1] in check_plan.FAMILIES else check_certificate


def check(
    name: str, extract: str | None = None, timeout: float | None = None, observe: Observer = unobserved
) -> Checked:
    """Check a certificate by the name of its file, and write its parts into the folder ``extract``.

    Raises InputError for a text that is no certificate, GaveUp if there is too much to search or after ``timeout`` seconds,
    UsageError if a part cannot be written.
    """
    observe(f"read {shown(name)}")
    with expecting((name, CERTIFICATE)):
        with limited_waiting(timeout) as clock:
            text = read_text(name)
        deadline = Deadline.after(timeout, clock.seconds)
        return check_text(text, shown(name), extract, deadline, observe)


def check_text(
    text: str, name: str, extract: str | None = None, deadline: Deadline = NEVER, observe: Observer = unobserved
) -> Checked:
    """Check a certificate as ``check`` does; messages call it ``name``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.startswith(check_certificate.MAGIC):
        line = text.partition("\n")[0]
        raise InputError(
            "this is no certificate", name, 1, 1, line, f"{check_certificate.MAGIC!r}, as certify writes it"
        )
    module = checker(text)
    try:
        if extract is not None:
            _extract(module.split(text)[1], make_folder(extract))
        return Checked(True, f"verified: {_proved(module, text, deadline.ending(observe))}")
    except MALFORMED as problem:
        line, message = problem.args
        raise InputError(message, name, line, 1, text.split("\n")[line - 1]) from None
    except REFUSED as problem:
        return Checked(False, f"{name}:{problem.args[0]}: {problem.args[1]}")
    except check_plan.TooLargeError as problem:
        raise GaveUp(f"{name}: {problem.args[1]}", "memory") from None


def _proved(module: ModuleType, text: str, observe: Observer) -> str:
    """Return a text about what a certificate proves; report progress at each line of a proof, and each position of a search."""
    lines, phase = text.count("\n") + 1, "check the certificate"
    observe(phase)
    if module is check_certificate:
        return check_certificate.check(text, lambda line: observe(phase, line / lines))
    return check_plan.check(text, lambda: observe(phase))


def _extract(sections: dict[str, list[tuple[int, str]]], folder: Path) -> None:
    """Write each section, without its title, into a file; the proof without hints, as drat-trim cannot read long comments."""
    for name, lines in sections.items():
        left = (line for _, line in lines[1:] if name != "proof" or not line.startswith("c "))
        write_text(str(folder / FILES[name]), "".join(f"{line}\n" for line in left))
