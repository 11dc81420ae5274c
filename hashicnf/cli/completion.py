"""``hashicnf completion``: scripts that complete commands, options and names in a shell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.errors import Exit
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.cli.vocabulary import Word


GLOBAL: Final = "--color"  # an option before the command that takes a value
FISH_HELPER: Final = (
    "function __hashicnf_has_no_command",
    "    set -l is_value false",
    "    for word in (commandline -opc)[2..]",
    "        if $is_value; set is_value false; continue; end",
    "        switch $word",
    f"            case {GLOBAL}; set is_value true",
    "            case '-*'",
    "            case '*'; return 1",
    "        end",
    "    end",
    "end",
)


def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
) -> int:
    """Print a script that completes commands, options and names in a shell.

    The script knows the encodings, solvers, methods and formats that are installed when it is made. Put the line of your shell into
    its start-up file. To start the shell faster, keep the script in a file.

    \b
    Example:
      $ eval "$(hashicnf completion bash)"       # ~/.bashrc
      $ eval "$(hashicnf completion zsh)"        # ~/.zshrc, after compinit
      $ hashicnf completion fish | source        # ~/.config/fish/config.fish
    """
    from hashicnf.cli.vocabulary import SHELLS, commands, names_by_option, names_of_arguments
    from hashicnf.errors import no_such

    if shell not in SHELLS:
        raise no_such("shell", shell, SHELLS)
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    words = commands()
    for line in write(choices_of(words, names_by_option(), names_of_arguments()), words):
        typer.echo(line)
    return Exit.DONE


def _bash(choices: Iterable[Choice], _: Sequence[Word]) -> Iterator[str]:
    yield "_hashicnf() {"
    yield "    local word before command='' at names=''"
    yield '    word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield "    if [[ $word == '=' ]]; then word=''"
    yield "    elif [[ $before == '=' ]]; then before=\"${COMP_WORDS[COMP_CWORD-2]}\"; fi"
    yield "    for ((at = 1; at < COMP_CWORD; at++)); do"
    yield '        case "${COMP_WORDS[at]}" in'
    yield f"            {GLOBAL}) [[ ${{COMP_WORDS[at+1]}} == '=' ]] && ((at++)); ((at++)) ;;"
    yield "            -*) ;;"
    yield '            *) command="${COMP_WORDS[at]}"; break ;;'
    yield "        esac"
    yield "    done"
    yield '    case "$command:$before:$word" in'
    for choice in choices:
        yield f"        {choice.pattern}) names='{' '.join(choice.names)}' ;;"
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$names" -- "$word"))'
    yield "}"
    yield "complete -o default -F _hashicnf hashicnf"


def _zsh(choices: Iterable[Choice], _: Sequence[Word]) -> Iterator[str]:
    yield "#compdef hashicnf"
    yield "_hashicnf() {"
    yield "    local word=$words[CURRENT] before=$words[CURRENT-1] command='' at"
    yield "    local -a names"
    yield "    for ((at = 2; at < CURRENT; at++)); do"
    yield "        case $words[at] in"
    yield f"            {GLOBAL}) ((at++)) ;;"
    yield "            -*) ;;"
    yield "            *) command=$words[at]; break ;;"
    yield "        esac"
    yield "    done"
    yield "    if [[ $word == --*=* ]]; then before=${word%%=*} word=${word#*=}; compset -P '*='; fi"
    yield '    case "$command:$before:$word" in'
    for choice in choices:
        yield f"        {choice.pattern}) names=({' '.join(choice.names)}) ;;"
    yield "    esac"
    yield "    if (( $#names )); then compadd -- $names; else _files; fi"
    yield "}"
    yield "compdef _hashicnf hashicnf"


def _fish(choices: Iterable[Choice], words: Sequence[Word]) -> Iterator[str]:
    """Return a script with a line for each command, option and first argument, whose help fish shows."""
    named = {choice.option or choice.command: choice.names for choice in choices}
    none = "-n __hashicnf_has_no_command"
    yield from FISH_HELPER
    yield f"complete -c hashicnf {none} -l {GLOBAL[2:]} -x -a '{' '.join(named[GLOBAL])}'"
    yield f"complete -c hashicnf {none} -f -a help -d 'Show the help of a command'"
    for word in words:
        seen = f"-n '__fish_seen_subcommand_from {word.name}'"
        yield f"complete -c hashicnf {none} -f -a {word.name} -d {_quoted(word.short)}"
        for flag in word.flags:
            spelled = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in flag.names)
            names = named.get(flag.names[0], ())
            value = f"-x -a '{' '.join(names)}' " if names else "-r " if flag.metavar else ""
            yield f"complete -c hashicnf {seen} {spelled} {value}-d {_quoted(flag.help)}"
    for command, names in named.items():
        if command and not command.startswith("-"):
            seen = f"-n '__fish_seen_subcommand_from {command}'"
            yield f"complete -c hashicnf {seen} -f -a '{' '.join(names)}'"


def _quoted(text: str) -> str:
    """Return the first sentence of a text, quoted for fish."""
    short = text.split(". ")[0].rstrip(".")
    return "'" + short.replace("\\", "\\\\").replace("'", "\\'") + "'"


@record
class Choice:
    """The words to complete if the pattern matches "command:word before:word"; ``option`` or ``command`` is where they belong."""

    pattern: str
    names: tuple[str, ...]
    option: str = ""
    command: str = ""


def choices_of(
    words: Sequence[Word], names: Mapping[str, Sequence[str]], arguments: Mapping[str, Sequence[str]]
) -> Iterator[Choice]:
    """Return the choices for completion; the first matching pattern applies, and one without words stands for a file."""
    for option, values in names.items():
        yield Choice(f"*:{option}:*", tuple(values), option=option)
    others = {name for word in words for flag in word.flags if flag.metavar for name in flag.names} - set(names)
    yield Choice("|".join(f"*:{name}:*" for name in sorted(others)), ())
    yield Choice(":*:-*", ("--color", "--help", "--version"))
    yield Choice(":*", (*(word.name for word in words), "help"))
    for word in words:
        yield Choice(f"{word.name}:*:-*", tuple(name for flag in word.flags for name in flag.names))
    for command, values in arguments.items():
        yield Choice(f"{command}:{command}:*", tuple(values), command=command)
