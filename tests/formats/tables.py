"""Write the parser tables of all grammars anew, for the installed Lark (python -m tests.formats.tables)."""

from __future__ import annotations

from pathlib import Path

from hashicnf.formats.parsing import TABLES, make_parser, tables_of

GRAMMARS = sorted(path.stem for path in (Path(__file__).parent.parent.parent / "grammar").glob("*.lark"))


def main() -> None:
    """Write missing tables and remove unused ones; equal tables need not be equal bytes, so existing ones are kept."""
    TABLES.mkdir(exist_ok=True)
    wanted = {tables_of(grammar): grammar for grammar in GRAMMARS}
    for old in set(TABLES.glob("*.tables")) - set(wanted):
        old.unlink()
    for path, grammar in wanted.items():
        if not path.is_file():
            with path.open("wb") as stream:
                make_parser(grammar).save(stream)


if __name__ == "__main__":
    main()
