"""The shipped parser tables: they parse as the grammar does, and are not used for another grammar or version of Lark."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import lark
import pytest
from lark import Lark

from hashicnf.errors import InternalError
from hashicnf.formats import parsing
from hashicnf.formats.parsing import TABLES, grammar_text, load_parser, make_parser, tables_of
from tests.formats.tables import GRAMMARS, main

each_grammar = pytest.mark.parametrize("grammar", GRAMMARS)


def automaton(parser: Lark) -> list[dict[str, tuple[str, object]]]:
    """List the states of a parser, numbered by a walk from the start in the order of tokens."""
    tables = parser.parser.parser._parse_table
    number = {tables.start_states["start"]: 0}
    queue = list(number)
    found: list[dict[str, tuple[str, object]]] = []
    for state in queue:
        row: dict[str, tuple[str, object]] = {}
        for token, (action, target) in sorted(tables.states[state].items()):
            if str(action) == "Shift":
                if target not in number:
                    number[target] = len(number)
                    queue.append(target)
                row[token] = ("shift", number[target])
            else:
                row[token] = ("reduce", str(target))
        found.append(row)
    return [*found, {"end": ("state", number[tables.end_states["start"]])}]


def lexicon(parser: Lark) -> list[Any]:
    terminals = [(t.name, str(t.pattern), frozenset(t.pattern.flags), t.priority) for t in parser.terminals]
    return [sorted(terminals, key=str), sorted(parser.lexer_conf.ignore)]


def settings(parser: Lark) -> dict[str, object]:
    names = (
        "parser",
        "lexer",
        "start",
        "propagate_positions",
        "maybe_placeholders",
        "keep_all_tokens",
        "g_regex_flags",
    )
    return {name: getattr(parser.options, name) for name in names}


def need_tables(grammar: str) -> None:
    if not tables_of(grammar).is_file():
        pytest.skip(f"the tables are not of Lark {lark.__version__}: make goldens")


def test_there_are_grammars() -> None:
    assert {"native", "csv", "has", "sdm"} <= set(GRAMMARS)


def test_there_is_one_file_for_each_grammar_as_it_is_and_no_other() -> None:
    sums = [f"{g}-{zlib.crc32(grammar_text(g).encode()):08x}" for g in GRAMMARS]
    assert sorted(path.name.partition("-lark-")[0] for path in TABLES.iterdir()) == sums


@each_grammar
def test_the_tables_say_what_the_grammar_says(grammar: str) -> None:
    need_tables(grammar)
    loaded, made = load_parser(grammar), make_parser(grammar)
    assert automaton(loaded) == automaton(made)
    assert lexicon(loaded) == lexicon(made)
    assert settings(loaded) == settings(made)
    assert loaded.source_path != made.source_path, "the tables were not used"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Search for grammars and tables in an empty folder."""
    monkeypatch.setattr(parsing, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(parsing, "TABLES", tmp_path)
    return tmp_path


def test_a_grammar_that_was_changed_is_obeyed_at_once(elsewhere: Path) -> None:
    source = elsewhere / "tiny.lark"
    source.write_text('start: "a"+\n')
    with tables_of("tiny").open("wb") as stream:
        make_parser("tiny").save(stream)
    assert load_parser("tiny").source_path == "<deserialized>"
    source.write_text('start: "b"+\n')
    assert not tables_of("tiny").exists()
    assert load_parser("tiny").parse("bb").data == "start"


def test_tables_of_another_lark_are_not_used(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "tiny.lark").write_text('start: "a"+\n')
    tables_of("tiny").write_text("no tables")
    monkeypatch.setattr(lark, "__version__", "0.0.0")
    assert load_parser("tiny").parse("aa").data == "start"


def test_a_grammar_that_is_missing_is_our_bug(elsewhere: Path) -> None:
    with pytest.raises(InternalError, match=r"the grammar tiny\.lark is missing"):
        load_parser("tiny")


def test_tables_can_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "TABLES", tmp_path)
    monkeypatch.setattr("tests.formats.tables.TABLES", tmp_path)
    (tmp_path / "old.tables").write_text("")
    main()
    written = {path: path.read_bytes() for path in tmp_path.iterdir()}
    main()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == written
    assert len(written) == len(GRAMMARS)
    assert automaton(load_parser("native")) == automaton(make_parser("native"))
