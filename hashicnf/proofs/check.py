"""Check a proof of unsatisfiability against its formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hashicnf.backends.process import MOST_PROOF
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.dimacs.binary_drat import is_binary_proof
from hashicnf.dimacs.drup import closed, read_proof
from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import UsageError, counted
from hashicnf.files.inputs import Extent, limited_waiting, read_pieces, shown
from hashicnf.pipeline.file_kinds import FORMULA, PROOF
from hashicnf.pipeline.mixed_files import expecting
from hashicnf.proofs.outcomes import Checked
from hashicnf.proofs.rup import ProofStep, Refused, Verified, replay

LARGEST: Final = Extent(MOST_PROOF)


def check_proof(cnf: str, proof: str, deadline: Deadline = NEVER, observe: Observer = unobserved) -> Checked:
    """Check a proof in DRUP or DRAT, by the names of both files.

    Raises InputError if one is no formula or no proof, GaveUp past the deadline, also while a file is waited for.
    """
    if cnf == proof == "-":
        raise UsageError("the formula and the proof cannot both come from standard input")
    observe = deadline.ending(observe)
    with limited_waiting(deadline.seconds, deadline.spent()), expecting((cnf, FORMULA), (proof, PROOF)):
        observe(f"read {shown(cnf)}")
        formula = read_cnf(read_pieces(cnf), shown(cnf))
        observe(f"read {shown(proof)}")
        given = read_proof(_read(proof), shown(proof), formula.variables, deadline)
    clauses = (formula.clause(index).tolist() for index in range(len(formula)))
    match replay(deadline.within(clauses), _observed(given.steps(), len(given), observe)):
        case Verified(lemmas, skipped):
            note = f"; {counted(skipped, 'deletion')} passed over, as other checkers do" if skipped else ""
            how = counted(lemmas, "lemma") if lemmas else "no lemma needed"
            return Checked(True, f"verified by unit propagation: {how}{note}")
        case Refused(index, None):
            return Checked(False, f"{given.place(index)}: the proof ends before the empty clause follows")
        case Refused(index, clause):
            return Checked(
                False, f"{given.place(index)}: the lemma {closed(clause or ())} does not follow by unit propagation"
            )


def _read(name: str) -> bytes:
    """Read a whole proof, of a text with a NUL byte, which is refused there, only so far. Raises InputError if it is too large."""
    pieces: list[bytes] = []
    for piece in read_pieces(name, LARGEST):
        pieces.append(piece)
        if b"\0" in piece and not is_binary_proof(pieces[0]):
            break
    return b"".join(pieces)


def _observed(steps: Iterable[ProofStep], total: int, observe: Observer) -> Iterator[ProofStep]:
    """Yield the steps of a proof, and report each."""
    for number, step in enumerate(steps):
        observe("check the proof", number / total)
        yield step
