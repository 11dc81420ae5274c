"""``solve --proof --cnf``: write and report the proof that a plan is a shortest one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashicnf.cli import say
from hashicnf.core.document import not_planned
from hashicnf.errors import Exit, UsageError, counted

if TYPE_CHECKING:
    from hashicnf.cli.report import Given
    from hashicnf.families import Puzzle
    from hashicnf.logic import Verdict
    from hashicnf.pipeline.answer import Answer
    from hashicnf.solving.request import Request


def require_provable(puzzles: list[Puzzle], proof: str, cnf: str) -> None:
    """Raise UsageError if a proof of a shortest plan cannot be written."""
    from hashicnf.pipeline.emit import require_dimacs
    from hashicnf.proofs.write import require_files

    require_files(cnf, proof)
    require_dimacs(cnf)
    if len(puzzles) != 1:
        raise UsageError(f"--proof: a proof is about one puzzle, and the file holds {len(puzzles)}")
    if puzzles[0].rules.planning is None:
        raise UsageError(f"{not_planned(puzzles[0].family, '--proof')}; see prove for unsolvable puzzles")


@dataclass(slots=True)
class ShortestProof:
    """The two requested files; ``settle`` is called when both are written.

    ``code`` is the exit code of a run that found a plan: DONE with a proof, GAVE_UP without one.
    """

    cnf: str
    proof: str
    settle: Callable[[], None]
    code: Exit = Exit.GAVE_UP

    def add(self, given: Given, answer: Answer, request: Request) -> Answer:
        """Write the proof that a plan is a shortest one, and report it."""
        from hashicnf.core.deadline import Deadline
        from hashicnf.logic import Unknown
        from hashicnf.proofs.shortest import prove_shortest

        puzzle, plan = given.puzzle, answer.plan
        if plan is None or not plan.length:
            why = "no plan was found" if isinstance(answer.verdict, Unknown) else "there is no plan of a step or more"
            say(f"{puzzle.name}: no proof: {why}")
            return answer
        deadline = Deadline.after(request.timeout, given.spent + answer.stats.total)
        try:
            with answer.stats.phase("prove"):
                found = prove_shortest(puzzle, answer, request, deadline)
                if found.compiled is not None:
                    found.write(self.cnf, self.proof)
        except UsageError as problem:  # the formula would be too large: the plan is still valid
            say(f"{puzzle.name}: no proof: {problem}")
            return answer
        self._conclude(puzzle, found.proved.verdict, counted(plan.length, "step"))
        if self.code != Exit.DONE:
            return answer
        answer.stats.figures |= {"refuted_horizon": plan.length - 1, "lemmas": found.proved.lemmas}
        if puzzle.task(metric=plan.metric).unit_costs:  # then a shorter plan costs less
            answer = replace(answer, plan=replace(plan, optimal=True, doubt=""))
        return answer

    def _conclude(self, puzzle: Puzzle, verdict: Verdict, steps: str) -> None:
        """Print the proved statement; set the exit code."""
        from hashicnf.logic import Sat, Unknown, Unsat

        match verdict:
            case Unsat():
                self.settle()
                self.code = Exit.DONE
                say(f"{puzzle.name}: no plan has fewer than {steps}: {self.proof} refutes {self.cnf}")
            case Sat():
                say(f"{puzzle.name}: no proof: there is a plan of fewer than {steps}")
            case Unknown(stopped):
                self.code = Exit.stopped(stopped.kind)
                say(f"{puzzle.name}: no proof: {stopped.reason}")


@contextmanager
def proving_shortest(cnf: str, proof: str) -> Iterator[ShortestProof]:
    """Yield the writer of the two files of a proof; if there is no proof, report files of these names that are kept."""
    from hashicnf.files.outputs import reporting_kept

    with reporting_kept(cnf, proof) as settle:
        yield ShortestProof(cnf, proof, settle)
