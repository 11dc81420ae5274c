"""Completion scripts: the words that they offer, in the installed shells."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hashicnf.batch.tasks import TASKS
from hashicnf.cli.app import run
from hashicnf.cli.commands import COMMANDS
from hashicnf.cli.vocabulary import SHELLS, Word, commands, inner_commands, names_by_command, names_by_option

TRIES = [
    ("so", {"solve", "solvers"}),
    ("solve --connect", {"--connectivity"}),
    ("encode a.puz --connectivity pl", {"planar"}),
    ("encode --cardinality seq", {"seqcounter"}),
    ("solve --solver cadical15", {"cadical153"}),
    ("solve --method ast", {"astar"}),
    ("solve --road dual", {"dual-elimination"}),
    ("encode --compress x", {"xz"}),
    ("solve --heuristic resid", {"residual"}),
    ("convert --to tat", {"tatham"}),
    ("draw --style uni", {"unicode"}),
    ("help enum", {"enumerate"}),
    ("generate ti", {"tiles"}),
    ("generate hashi --symm", {"--symmetry"}),
    ("solve --color al", {"always"}),
    ("--color never sol", {"solve", "solvers"}),
    ("--color never convert --to tat", {"tatham"}),
    ("encode --to c", {"cnf"}),
    ("convert --to kor", {"korf"}),
    ("generate hashi --s", {"--size", "--seed", "--symmetry", "--scattered", "--solution"}),
    ("generate klotski --s", {"--size", "--seed", "--solution"}),
    ("generate klotski --name dad", {"dads-puzzler"}),
    ("batch c", {"certify", "count"}),
    ("batch solve x.puz --meth", {"--method"}),
    ("batch generate su", {"sudoku"}),
    ("batch generate sudoku --bo", {"--boxes"}),
    ("batch generate sudoku --s", {"--size", "--seed", "--shard", "--symmetry"}),
    ("batch generate klotski --name dad", {"dads-puzzler"}),
    ("check-heuristic ti", {"tiles"}),
    ("check-heuristic tiles walk", {"walking-distance"}),
    ("compare --methods iddf", {"iddfs"}),
    ("bench --connectivity planar", {"planar"}),
    ("batch encode --to c", {"cnf"}),
    ("bench --solver def", {"default"}),
    ("generate --symmetry r", {"rotate"}),
    ("batch generate --symmetry m", {"mirror"}),
    ("generate --goal blank-f", {"blank-first"}),
    ("generate --count 3 ti", {"tiles"}),
    ("batch generate --jobs 2 ti", {"tiles"}),
    ("solve --option mod", {"model=minimal", "model=extended"}),
    ("solve --option model=ext", {"model=extended"}),
    ("bench --jobs boa", set()),
    ("encode --cuts boa", set()),
    ("generate hashi boa", set()),
    ("generate --unique hashi boa", set()),
    ("decode --cuts boa", {"board.puz"}),
    ("batch encode --output-dir boa", {"board.puz"}),
    ("solve boa", {"board.puz"}),
    ("solve -o boa", {"board.puz"}),
]
JOINED = [
    ("generate hashi --difficulty=", {"easy", "normal", "hard", "expert"}),
    ("--color=never encode --connectivity=pl", {"planar"}),
]
AFTER_COMMAS = [
    ("bench --solver minisat22,cadical15", "cadical153"),
    ("bench --connectivity planar,link", "link-elimination"),
    ("compare --methods dpll,iddf", "iddfs"),
    ("bench --connectivity dual-partial,dual-", "dual-elimination"),
    ("bench --connectivity dual-elimination,lazy,dual-", "dual-partial"),
]
LISTED = ["--color", "--as", "--claim", "--compress", "--difficulty", "--paper", "--road", "--theme", "--tie-break"]
ASK = {
    "bash": """
source ./script
compopt() { files=''; }
ask() {
    COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); files=yes; _hashicnf
    if ((${#COMPREPLY[@]} == 0)) && [[ $files ]]; then COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")); fi
    echo "${COMPREPLY[@]}"
}
""",
    "fish": """
source ./script
function ask
    echo (complete -C "$argv" | string replace -r '\\t.*' '')
end
""",
    "zsh": """
compdef() { : }
compset() { : }
compadd() { shift; local name; for name in $@; do if [[ $name == $word* ]] found+=($name); done }
_files() { found=($words[CURRENT]*) }
source ./script
ask() { local -a words=($@) found=(); local CURRENT=$#; _hashicnf; echo $found }
""",
}


@pytest.fixture(scope="module")
def words() -> list[Word]:
    return commands()


def answers(shell: str, script: str, tries: list[tuple[str, set[str]]], folder: Path) -> list[set[str]]:
    """Return the completions that a shell offers."""
    (folder / "board.puz").write_text("2.2\n")
    (folder / "script").write_text(script)
    asked = "".join(f"ask hashicnf {words}\n" for words, _ in tries)
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    command = [shell, *options, "-c", f"{ASK[shell]}{asked}true"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [set(line.split()) for line in done.stdout.split("\n")[: len(tries)]]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_names_and_files(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    if shutil.which(shell) is None:
        assert "planar" in script
        return
    assert answers(shell, script, TRIES, tmp_path) == [wanted for _, wanted in TRIES]
    prefix = {words: words.split()[-1].rpartition(",")[0] + "," if shell != "zsh" else "" for words, _ in AFTER_COMMAS}
    many = [(words, {prefix[words] + name}) for words, name in AFTER_COMMAS]  # zsh sets aside what is before the comma
    assert answers(shell, script, many, tmp_path) == [wanted for _, wanted in many]
    if shell == "bash":  # splits words at =, so that it completes what follows
        parts = [("solve --option model = ext", {"extended"}), ("generate --difficulty = ea", {"easy"})]
        assert answers(shell, script, parts, tmp_path) == [wanted for _, wanted in parts]
    if shell == "zsh":  # bash splits words at =, fish knows long options
        assert answers(shell, script, JOINED, tmp_path) == [wanted for _, wanted in JOINED]


def test_a_help_that_lists_names_lists_all_that_the_option_takes(words: list[Word]) -> None:
    known = names_by_option()
    for option in LISTED:
        names = {*known[option]} - {"none"}  # which not to give the option may stand for
        helps = [flag.help for word in words for flag in word.flags if option in flag.names]
        assert helps, option
        for text in helps:
            assert names <= words_of(text), option


def test_the_help_of_batch_lists_all_its_commands(words: list[Word]) -> None:
    (batch,) = [word for word in words if word.name == "batch"]
    ((_, text),) = [argument for argument in batch.arguments if argument[0] == "COMMAND"]
    assert words_of(text) - {"or"} == {name for name, task in TASKS.all().items() if not task.internal}


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[\w-]+", text))


def test_options_of_generate_are_those_of_some_family(words: list[Word]) -> None:
    (generate,) = [word for word in words if word.name == "generate"]
    inner = {flag.names for word in inner_commands() if word.name.startswith("generate ") for flag in word.flags}
    names = [flag.names for flag in generate.flags]
    assert len(names) == len(set(names))
    assert {*names} - inner <= {("--unknown",), ("--unique",), ("--difficulty",)}  # not of every family


@pytest.mark.parametrize("words", ["--color never", "--color=never"])
def test_the_colour_is_chosen_before_the_command_too(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words.split(), "draw", "-x"]) == 2
    assert capsys.readouterr().err == "hashicnf: no option is named -x\n    see: hashicnf help draw\n"
    assert run([*words.replace("never", "always").split(), "draw", "-x"]) == 2
    assert capsys.readouterr().err.startswith("\x1b")
    assert run([*words.split(), "help", "generate", "tiles"]) == 0
    assert capsys.readouterr().out.startswith("Usage: hashicnf generate [OPTIONS] tiles")


def test_every_command_and_every_kind_of_name_is_known(words: list[Word]) -> None:
    assert [word.name for word in words] == list(COMMANDS)
    flags = {name for word in words for flag in word.flags for name in flag.names}
    assert set(names_by_option()) <= flags
    inner = {(word.name, name) for word in (*words, *inner_commands()) for flag in word.flags for name in flag.names}
    assert set(names_by_command()) <= inner
    assert all(names_by_option().values())
