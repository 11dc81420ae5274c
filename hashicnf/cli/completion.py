"""``hashicnf completion``: scripts that complete commands, options and names in a shell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.errors import Exit
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.cli.vocabulary import Flag, Word


GLOBAL: Final = "--color"  # an option before the command that takes a value
GENERATING: Final = ("batch generate", "generate")  # take a family and no files
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
    "function __hashicnf_listed",
    "    set -l before (commandline -ct | string replace -r '^--[a-z-]+=' '' | string replace -r '[^,]*$' '')",
    '    for name in $argv; contains -- $name (string split , -- "$before"); or echo "$before$name"; end',
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
    from hashicnf.cli.vocabulary import SHELLS
    from hashicnf.errors import no_such

    if shell not in SHELLS:
        raise no_such("shell", shell, SHELLS)
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    vocabulary = Vocabulary.collected()
    for line in write(vocabulary):
        typer.echo(line)
    return Exit.DONE


@record
class Vocabulary:
    """All that is completed: commands, commands with their first argument, names by option, by command and option, by argument."""

    commands: Sequence[Word]
    inner: Sequence[Word]
    options: Mapping[str, Sequence[str]]
    own: Mapping[tuple[str, str], Sequence[str]]
    arguments: Mapping[str, Sequence[str]]

    @classmethod
    def collected(cls) -> Vocabulary:
        """Collect the vocabulary of the commands and plug-ins that are installed."""
        from hashicnf.cli import vocabulary as words

        options, own = words.names_by_option(), words.names_by_command()
        return cls(words.commands(), words.inner_commands(), options, own, words.names_of_arguments())

    def tailored(self) -> list[str]:
        """List the commands, with arguments, whose options depend on the next argument."""
        return list(dict.fromkeys(word.name.rpartition(" ")[0] for word in self.inner))

    def values(self, command: str, flag: Flag) -> tuple[str, ...]:
        """Return the names that an option of a command takes; none if it takes no names."""
        found = (
            names for name in flag.names for names in (self.own.get((command, name)), self.options.get(name)) if names
        )
        return tuple(next(found, ()))

    def choices(self) -> Iterator[Choice]:
        """Yield the choices; the first matching pattern applies, and one without words stands for a file."""
        yield from self._values_by_command()
        yield from self._values_by_option()
        yield from self._values_without_names()
        yield Choice(":*:-*", (GLOBAL, "--help", "--version"))
        yield Choice(":*", (*(word.name for word in self.commands), "help"))
        yield from self._flags()
        yield from self._arguments()

    def _values_by_command(self) -> Iterator[Choice]:
        """Yield the choices for values of options that differ from command to command, or are lists for some commands."""
        from hashicnf.cli.vocabulary import MANY

        for word in (*self.inner, *self.commands):
            for flag in word.flags:
                names = self.values(word.name, flag)
                if names and (flag.metavar == MANY or any((word.name, name) in self.own for name in flag.names)):
                    pattern = "|".join(f"{_escaped(word.name)}:{name}:*" for name in flag.names)
                    yield Choice(pattern, names, many=flag.metavar == MANY)

    def _values_by_option(self) -> Iterator[Choice]:
        """Yield the choices for values of options of any command, and for what follows NAME= in such a value."""
        for option, values in self.options.items():
            yield Choice(f"*:{option}:*", tuple(values))
            for name in dict.fromkeys(value.partition("=")[0] for value in values if "=" in value):
                of_name = tuple(value.partition("=")[2] for value in values if value.startswith(f"{name}="))
                yield Choice(f"*:{option}\\ {name}=:*", of_name)  # bash splits words at =

    def _values_without_names(self) -> Iterator[Choice]:
        """Yield the choices for values of options that are files, and for those that are numbers or other free text."""
        from hashicnf.cli.vocabulary import OF_FILES

        of_files, free = set[str](), dict[str, list[str]]()
        for word in (*self.inner, *self.commands):
            for flag in word.flags:
                for name in flag.names if flag.metavar else ():
                    if flag.metavar in OF_FILES:
                        of_files.add(name)
                    elif name not in self.options:
                        free.setdefault(name, []).append(word.name)
        both = [f"{_escaped(word)}:{name}:*" for name, words in free.items() if name in of_files for word in words]
        alone = [f"*:{name}:*" for name in free if name not in of_files]
        yield Choice("|".join(sorted(both) + sorted(alone)), (), is_free=True)
        yield Choice("|".join(f"*:{name}:*" for name in sorted(of_files)), ())

    def _flags(self) -> Iterator[Choice]:
        """Yield the options of each command, also those that its first argument adds."""
        for word in (*self.inner, *self.commands):
            ways = [word.name, *([f"{word.name} *"] if word.name in self.tailored() else [])]
            pattern = "|".join(f"{_escaped(way)}:*:-*" for way in ways)
            yield Choice(pattern, tuple(name for flag in word.flags for name in flag.names))

    def _arguments(self) -> Iterator[Choice]:
        """Yield the choices for arguments, each after the words before it."""
        for place, values in self.arguments.items():
            command, *before = place.split()
            is_inner = before and command in self.tailored()
            last = before[-1] if before else command
            yield Choice(f"{_escaped(place) if is_inner else command}:{last}:*", tuple(values))
        for place in GENERATING:  # the family may follow options, and no file follows it
            names = tuple(self.arguments[place])
            named = "|".join(f"{_escaped(place)}:{name}:*" for name in names)
            yield Choice(f"{_escaped(place)}\\ *:*|{named}", (), is_free=True)
            yield Choice(f"{_escaped(place)}:*", names)


@record
class Choice:
    """The words to complete if the pattern matches "command:word before:word".

    With ``many``, the word is a list with commas between, and the names that it holds are not offered again. With ``is_free``
    nothing is offered, not even files.
    """

    pattern: str
    names: tuple[str, ...]
    many: bool = False
    is_free: bool = False


def _escaped(words: str) -> str:
    """Write words as a part of a pattern of bash and zsh."""
    return words.replace(" ", "\\ ")


def _bash(vocabulary: Vocabulary) -> Iterator[str]:
    yield "_hashicnf() {"
    yield "    local word before command='' at names='' listed='' name others='' nothing=''"
    yield '    word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield "    if [[ $word == '=' ]]; then word='' at=$((COMP_CWORD-1))"
    yield "    elif [[ $before == '=' ]]; then at=$((COMP_CWORD-2)) before=\"${COMP_WORDS[COMP_CWORD-2]}\"; fi"
    yield '    if [[ $at && $before != -* ]]; then before="${COMP_WORDS[at-1]} $before="; fi'  # --option NAME=
    yield "    for ((at = 1; at < COMP_CWORD; at++)); do"
    yield '        case "${COMP_WORDS[at]}" in'
    yield f"            {GLOBAL}) [[ ${{COMP_WORDS[at+1]}} == '=' ]] && ((at++)); ((at++)) ;;"
    yield "            -*) ;;"
    yield '            *) command="${COMP_WORDS[at]}"; break ;;'
    yield "        esac"
    yield "    done"
    yield f'    while [[ "$command" == @({"|".join(map(_escaped, vocabulary.tailored()))}) ]]; do'
    yield "        ((++at < COMP_CWORD)) && [[ ${COMP_WORDS[at]} != -* ]] || break"
    yield '        command+=" ${COMP_WORDS[at]}"'
    yield "    done"
    yield '    case "$command:$before:$word" in'
    for choice in vocabulary.choices():
        listed = ' listed="${word%"${word##*,}"}"' * choice.many
        nothing = " nothing=yes" * choice.is_free
        yield f"        {choice.pattern}) names='{' '.join(choice.names)}'{listed}{nothing} ;;"
    yield "    esac"
    yield "    if [[ $nothing ]]; then compopt +o default 2> /dev/null; fi"  # no files; old versions lack compopt
    yield '    for name in $names; do [[ ",$listed" == *",$name,"* ]] || others+=" $name"; done'
    yield '    COMPREPLY=($(compgen -P "$listed" -W "$others" -- "${word#"$listed"}"))'
    yield "}"
    yield "complete -o default -F _hashicnf hashicnf"


def _zsh(vocabulary: Vocabulary) -> Iterator[str]:
    yield "#compdef hashicnf"
    yield "_hashicnf() {"
    yield "    local word=$words[CURRENT] before=$words[CURRENT-1] command='' at nothing=''"
    yield "    local -a names listed"
    yield "    for ((at = 2; at < CURRENT; at++)); do"
    yield "        case $words[at] in"
    yield f"            {GLOBAL}) ((at++)) ;;"
    yield "            -*) ;;"
    yield "            *) command=$words[at]; break ;;"
    yield "        esac"
    yield "    done"
    yield f'    while [[ "$command" == ({"|".join(map(_escaped, vocabulary.tailored()))}) ]]; do'
    yield "        ((++at < CURRENT)) && [[ $words[at] != -* ]] || break"
    yield '        command+=" $words[at]"'
    yield "    done"
    yield "    if [[ $word == --*=* ]]; then before=${word%%=*} word=${word#*=}; compset -P '*='; fi"
    yield '    case "$command:$before:$word" in'
    for choice in vocabulary.choices():
        listed = (
            "; [[ $word == *,* ]] && { listed=(${(s:,:)word%,*}); word=${word##*,}; compset -P '*,' }" * choice.many
        )
        nothing = " nothing=yes" * choice.is_free
        yield f"        {choice.pattern}) names=({' '.join(choice.names)}){listed}{nothing} ;;"
    yield "    esac"
    yield "    names=(${names:|listed})"
    yield "    if (( $#names )); then compadd -- $names; elif [[ -z $nothing ]]; then _files; fi"
    yield "}"
    yield "compdef _hashicnf hashicnf"


def _fish(vocabulary: Vocabulary) -> Iterator[str]:
    """Return a script with a line for each command, option and argument, whose help fish shows."""
    none = "-n __hashicnf_has_no_command"
    yield from FISH_HELPER
    yield f"complete -c hashicnf {none} -l {GLOBAL[2:]} -x -a '{' '.join(vocabulary.options[GLOBAL])}'"
    yield f"complete -c hashicnf {none} -f -a help -d 'Show the help of a command'"
    for word in vocabulary.commands:
        yield f"complete -c hashicnf {none} -f -a {word.name} -d {_quoted(word.short)}"
    inner = [one.name.split() for one in vocabulary.inner]
    for word in (*vocabulary.inner, *vocabulary.commands):
        words = word.name.split()
        further = {name[len(words)] for name in inner if name[: len(words)] == words != name}
        outer = {name[0] for name in inner if name[-len(words) :] == words != name}  # "batch" of "generate hashi"
        other = " ".join(sorted(further | outer))
        seen = _seen(word.name) + (f"; and not __fish_seen_subcommand_from {other}" if other else "")
        for flag in word.flags:
            spelled = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in flag.names)
            value = _fish_value(flag, vocabulary.values(word.name, flag))
            yield f"complete -c hashicnf -n '{seen}' {spelled} {value}-d {_quoted(flag.help)}"
    for place, names in vocabulary.arguments.items():
        yield f"complete -c hashicnf -n '{_seen(place)}' -f -a '{' '.join(names)}'"


def _seen(words: str) -> str:
    """Write the condition of fish that these words are on the command line."""
    return "; and ".join(f"__fish_seen_subcommand_from {word}" for word in words.split())


def _fish_value(flag: Flag, names: Sequence[str]) -> str:
    """Write what fish offers as the value of an option."""
    from hashicnf.cli.vocabulary import MANY, OF_FILES

    if not names:
        return "" if not flag.metavar else "-r " if flag.metavar in OF_FILES else "-x "
    offered = f"(__hashicnf_listed {' '.join(names)})" if flag.metavar == MANY else " ".join(names)
    return f"-x -a '{offered}' "


def _quoted(text: str) -> str:
    """Return the first sentence of a text, quoted for fish."""
    short = text.split(". ")[0].rstrip(".")
    return "'" + short.replace("\\", "\\\\").replace("'", "\\'") + "'"
