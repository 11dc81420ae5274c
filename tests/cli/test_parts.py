"""Puzzles of several families in one run: those to which a command does not apply are reported and left out."""

from __future__ import annotations

import pytest

from tests.commands import run


@pytest.mark.parametrize(
    "command", ["unique", "count", "enumerate", "backbone", "sample", "diagnose", "explain", "rate"]
)
def test_a_puzzle_of_a_family_that_a_command_is_not_for_does_not_stop_the_others(command: str) -> None:
    both = run(command, "examples/tiles/small.puz", "examples/hashi/small.puz")
    alone = run(command, "examples/tiles/small.puz")
    assert both.returncode == alone.returncode == 2
    assert alone.stdout == ""
    refused = alone.stderr.removeprefix("hashicnf: ")
    assert refused.startswith(
        ("tiles puzzles ", "there are no techniques for tiles puzzles; families that can be used here: hashi, sudoku")
    )
    assert both.stderr.startswith(f"hashicnf: examples/tiles/small.puz: {refused}")
    assert "examples/hashi/small.puz" in both.stdout + both.stderr


def test_a_puzzle_of_a_family_without_the_method_does_not_stop_the_others() -> None:
    both = run("solve", "examples/tiles/small.puz", "examples/hashi/tree.puz", "--method", "frontier")
    assert both.returncode == 2
    assert both.stderr.startswith(
        "hashicnf: examples/tiles/small.puz: no method of tiles is named 'frontier'; there are: cdcl,"
    )
    assert both.stdout == "\n".join(["examples/hashi/tree.puz:", run("solve", "examples/hashi/tree.puz").stdout])


def test_puzzles_of_one_family_without_the_method_are_one_error() -> None:
    done = run("solve", "examples/tiles/small.puz", "examples/tiles/ring.puz", "--method", "frontier")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("hashicnf: ") == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["solve", "x.puz", "--timeout", "\uff15"], "expected a number, not '\uff15'"),
        (["solve", "x.puz", "--timeout", "1_0"], "expected a number, not '1_0'"),
        (["cubes", "x.puz", "-n", "\u0663"], "expected a whole number of at least 1, not '\u0663'"),
        (["cubes", "x.puz", "-n", "1_0"], "expected a whole number of at least 1, not '1_0'"),
        (["cubes", "x.puz", "-n", "9" * 5000], "expected a whole number of at least 1"),
    ],
)
def test_numbers_are_read_in_ascii_digits(arguments: list[str], expected: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    message = result.stderr
    assert message.startswith("hashicnf: invalid value for '")
    assert expected in message
    assert "unable to parse" not in message
