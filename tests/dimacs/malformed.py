"""Malformed DIMACS files, and the messages of the reader for them.

Each row: a name, the bytes, and the beginning of the message: LINE:COLUMN and text, or OK and the clauses read. Short ones that
may be worth reading are also kept in dimacs/bad with the whole message; ``python -m tests.dimacs.malformed`` writes that folder
anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import InputError
from tests.dimacs.textbook import write_anew

FOLDER = Path(__file__).parent.parent.parent / "dimacs" / "bad"
Row: TypeAlias = tuple[str, bytes, str]

MANY = "is more than solvers can number"
NUL = "a NUL byte: this is not a text file"
OPEN = "the last clause is not closed"
BOM = "a byte order mark, which no solver reads"

TABLE: list[Row] = [
    # no header, or none worth the name
    ("empty", b"", "1:1 the file is empty"),
    ("blank", b"\n \n", "3:1 the file ends without a header"),
    ("comments_only", b"c one\nc two\n", "3:1 the file ends without a header"),
    ("no_header", b"1 -2 0\n2 0\n", "1:1 a clause before the header"),
    ("late_header", b"1 0\np cnf 1 1\n", "1:1 a clause before the header"),
    ("bare_p", b"p\n1 0\n", "1:1 the header names no kind"),
    ("no_numbers", b"p cnf\n1 0\n", "1:6 the header has 0 numbers instead of 2"),
    ("one_number", b"p cnf 1\n1 0\n", "1:8 the header has 1 number instead of 2"),
    ("three_numbers", b"p cnf 1 1 1\n1 0\n", "1:11 the header has 3 numbers instead of 2"),
    ("header_with_clause", b"p cnf 1 1 1 0\n", "1:11 the header has 4 numbers instead of 2"),
    ("header_with_comment", b"p cnf 1 1 c hello\n1 0\n", "1:11 the header has 4 numbers instead of 2"),
    ("pcnf", b"pcnf 1 1\n1 0\n", "1:1 a header begins with a single p"),
    ("two_p", b"p p cnf 1 1\n1 0\n", "1:3 the header names 'p': a kind of problem that is not known here"),
    ("capitals", b"P CNF 1 1\n1 0\n", "1:1 'P' where the header should be"),
    ("capital_kind", b"p CNF 1 1\n1 0\n", "1:3 the header names 'CNF': a kind of problem that is not known here"),
    ("wcnf", b"p wcnf 2 1 3\n3 1 2 0\n", "1:3 the header names 'wcnf': a weighted formula, of a MaxSAT problem"),
    ("new_wcnf", b"h 1 2 0\n1 -2 0\n", "1:1 a hard clause of a weighted formula (WCNF), not of a CNF"),
    ("inccnf", b"p inccnf\n1 2 0\na 1 0\n", "1:3 the header names 'inccnf': an incremental formula"),
    ("knf", b"p knf 3 1\nk 2 1 2 3 0\n", "1:3 the header names 'knf': a formula with cardinality constraints"),
    ("graph", b"p edge 2 1\ne 1 2\n", "1:3 the header names 'edge': a graph"),
    ("nested", b"p sat 2\n(1 +(2))\n", "1:3 the header names 'sat': a formula that is not in clauses"),
    ("answer", b"s SATISFIABLE\nv 1 0\n", "1:1 a solver's answer, not a formula"),
    ("puzzle", b"2.2\n...\n", "1:1 '2.2' where the header should be"),
    ("web_page", b"<html><body>404</body></html>\n", "1:1 '<html><body>404</body></' where the header should be"),
    ("text", b"hello world\n", "1:1 'hello' where the header should be"),
    ("document", b"%PDF-1.4\n", "1:1 '%PDF-1.4' where the header should be"),
    ("percent_first", b"%\n1 0\n", "1:1 the end mark % of SATLIB, which many solvers do not know"),
    ("xor_first", b"c xor\n x1 2 0\n", "2:2 an xor clause, which only CryptoMiniSat reads"),
    ("gzip", b"\x1f\x8b\x08\x00\x00\n", "1:1 compressed data, but the name lacks the ending of a compression"),
    ("xz", b"\xfd7zXZ\x00\x00\x04\n", "1:1 compressed data, but the name lacks the ending of a compression"),
    ("utf16", "p cnf 1 1\n1 0\n".encode("utf-16-le"), f"1:2 {NUL}"),
    ("utf16_marked", b"\xff\xfe" + "c hi\np cnf 1 1\n1 0\n".encode("utf-16-le"), "1:1 the text is in UTF-16"),
    ("utf16_big", b"\xfe\xff" + "p cnf 1 1\n1 0\n".encode("utf-16-be"), "1:1 the text is in UTF-16"),
    ("byte_order_mark", b"\xef\xbb\xbfp cnf 1 1\n1 0\n", f"1:1 {BOM}"),
    # counts
    ("negative_count", b"p cnf -1 1\n1 0\n", "1:7 '-1' is not a number of variables"),
    ("plus_count", b"p cnf 1 +1\n1 0\n", "1:9 '+1' is not a number of clauses"),
    ("underscore_count", b"p cnf 1_0 1\n1 0\n", "1:7 '1_0' is not a number of variables"),
    ("arabic_count", "p cnf ٣ 1\n1 0\n".encode(), "1:7 '٣' is not a number of variables"),
    ("decimal_count", b"p cnf 1.0 1\n1 0\n", "1:7 '1.0' is not a number of variables"),
    ("giant_count", b"p cnf 99999999999 1\n1 0\n", "1:7 more variables than solvers can number"),
    ("int32_count", b"p cnf 2147483647 1\n1 0\n", "1:7 more variables than solvers can number"),
    ("giant_clauses", b"p cnf 1 99999999999999999999\n1 0\n", "1:9 more clauses than solvers can number"),
    ("endless_count", b"p cnf " + b"9" * 5000 + b" 1\n1 0\n", "1:7 more variables than solvers can number"),
    ("few", b"p cnf 2 3\n1 0\n2 0\n", "1:9 the header announces 3 clauses and the"),
    ("many", b"p cnf 2 1\n1 0\n2 0\n", "1:9 the header announces 1 clause and the"),
    ("none", b"p cnf 2 1\n", "1:9 the header announces 1 clause and the file holds 0"),
    ("promised_million", b"p cnf 1 1000000\n1 0\n", "1:9 the header announces 1,000,000"),
    ("second_header", b"p cnf 1 1\np cnf 1 1\n1 0\n", "2:1 a second header"),
    ("joined", b"p cnf 1 1\n1 0\np cnf 1 1\n-1 0\n", "3:1 a second header"),
    # literals
    ("beyond", b"p cnf 2 1\n1 3 0\n", "2:3 the literal 3 is beyond the 2"),
    ("beyond_negative", b"p cnf 1 1\n1 -3 0\n", "2:3 the literal -3 is beyond"),
    ("underscore", b"p cnf 9000 1\n1_000 0\n", "2:2 '1_000' is not a literal"),
    ("arabic_digit", "p cnf 9 1\n١ 0\n".encode(), "2:1 '١' is not a literal"),
    ("superscript", "p cnf 9 1\n1 3² 0\n".encode(), "2:4 '3²' is not a literal"),
    ("plus", b"p cnf 1 1\n+1 0\n", "2:1 '+1' is not a literal"),
    ("two_minus", b"p cnf 1 1\n--1 0\n", "2:2 '--1' is not a literal"),
    ("minus_behind", b"p cnf 1 1\n1- 0\n", "2:2 '1-' is not a literal"),
    ("minus_between", b"p cnf 2 1\n1-2 0\n", "2:2 '1-2' is not a literal"),
    ("lone_minus", b"p cnf 1 1\n- 1 0\n", "2:1 '-' is neither a literal nor the end of a clause"),
    ("minus_zero", b"p cnf 1 1\n1 -0\n", "2:3 '-0' is neither a literal nor the end of a clause"),
    ("decimal", b"p cnf 2 1\n1.5 0\n", "2:2 '1.5' is not a literal"),
    ("exponent", b"p cnf 2000 1\n1e3 0\n", "2:2 '1e3' is not a literal"),
    ("hexadecimal", b"p cnf 2 1\n0x1 0\n", "2:2 '0x1' is not a literal"),
    ("commas", b"p cnf 2 1\n1, 2, 0\n", "2:2 '1,' is not a literal"),
    ("semicolon", b"p cnf 2 1\n1 2 0;\n", "2:6 '0;' is not a literal"),
    ("word", b"p cnf 2 1\n1 two 0\n", "2:3 'two' is not a literal"),
    ("giant", b"p cnf 2 1\n99999999999 0\n", f"2:1 99999999999 {MANY}"),
    ("int32", b"p cnf 2 1\n-2147483648 0\n", f"2:1 -2147483648 {MANY}"),
    ("endless", b"p cnf 2 1\n1 " + b"1" * 100_000 + b" 0\n", f"2:3 {'1' * 24}... {MANY}"),
    ("zeros_too_large", b"p cnf 2 1\n1 00099999999999 0\n", f"2:3 00099999999999 {MANY}"),
    ("zeros_beyond", b"p cnf 2 1\n-00000000000003 0\n", "2:1 the literal -00000000000003 is beyond the 2 variables"),
    (
        "minus_zeros",
        b"p cnf 1 1\n-000000000000 0\n",
        "2:1 '-000000000000' is neither a literal nor the end of a clause",
    ),
    ("nul", b"p cnf 2 1\n1 2\x00 0\n", f"2:4 {NUL}"),
    ("nul_first", b"\x00p cnf 2 1\n1 2 0\n", f"1:1 {NUL}"),
    ("latin", b"p cnf 1 1\n1 \xe9 0\n", "2:3 '\N{REPLACEMENT CHARACTER}' is not a literal"),
    ("no_break_space", "p cnf 1 1\n1\N{NO-BREAK SPACE}0\n".encode(), "2:2 '1\\xa00' is not a literal"),
    ("colon", b"p cnf 2 1\n1:2 0\n", "2:2 '1:2' is not a literal"),
    ("shift_out", b"p cnf 2 1\n1\x0e2 0\n", "2:2 '1\\x0e2' is not a literal"),
    ("escape_code", b"p cnf 1 1\n1\x1b[0m 0\n", "2:2 '1\\x1b[0m' is not a literal"),
    ("hash_comment", b"p cnf 1 1\n# hello\n1 0\n", "2:1 '#' is not a literal"),
    ("slash_comment", b"// hello\np cnf 1 1\n1 0\n", "1:1 '//' where the header should be"),
    ("xor", b"p cnf 2 1\nx1 2 0\n", "2:1 an xor clause, which only CryptoMiniSat reads"),
    ("x_within", b"p cnf 2 1\n1 x2 0\n", "2:3 'x2' is not a literal"),
    ("xor_apart", b"p cnf 2 2\n1 0\nx 1 2 0\n", "3:1 an xor clause, which only CryptoMiniSat reads"),
    ("hard", b"p cnf 2 1\nh 1 2 0\n", "2:1 a hard clause of a weighted formula (WCNF), not of a CNF"),
    ("word_first", b"p cnf 2 1\nhello 1 2 0\n", "2:1 'hello' is not a literal"),
    ("quantifier", b"p cnf 2 1\ne 2 0\n1 2 0\n", "2:1 a quantifier line (QDIMACS), not of a CNF"),
    # ends
    ("open", b"p cnf 2 1\n1 2\n", f"2:3 {OPEN}"),
    ("open_negative", b"p cnf 2 1\n1 -2\n", f"2:3 {OPEN}"),
    ("cut_off", b"p cnf 12 2\n1 2 0\n-1 1", f"3:4 {OPEN}"),
    ("cut_off_in_minus", b"p cnf 2 2\n1 2 0\n-", "3:1 '-' is neither a literal nor the end of a clause"),
    ("percent_open", b"p cnf 2 1\n1 2\n%\n0\n", f"2:3 {OPEN}"),
    ("percent_early", b"p cnf 1 2\n1 0\n% 1 0\n", "1:9 the header announces 2"),
    # what only some solvers read
    ("percent", b"p cnf 1 1\n1 0\n%\n0\n", "OK 1 0"),
    ("carriage_returns", b"c hi\r\np cnf 1 1\r\n1 0\r\n", "OK 1 0"),
    ("carriage_return", b"p cnf 1 1\n1 0\r\n", "OK 1 0"),
    ("blank_line", b"p cnf 1 1\n\n1 0\n", "OK 1 0"),
    ("blank_line_first", b"\np cnf 1 1\n1 0\n", "OK 1 0"),
    ("blank_line_last", b"p cnf 1 1\n1 0\n\n", "OK 1 0"),
    ("indented", b"p cnf 1 1\n 1 0\n", "OK 1 0"),
    ("indented_header", b" p cnf 1 1\n1 0\n", "OK 1 0"),
    ("two_blanks", b"p cnf 2 1\n1  2 0\n", "OK 1 2 0"),
    ("two_blanks_in_header", b"p cnf  1 1\n1 0\n", "OK 1 0"),
    ("tabulator", b"p cnf 2 1\n1\t2 0\n", "OK 1 2 0"),
    ("trailing_blank", b"p cnf 1 1\n1 0 \n", "OK 1 0"),
    ("two_lines", b"p cnf 2 1\n1\n2 0\n", "OK 1 2 0"),
    ("one_line", b"p cnf 2 2\n1 0 2 0\n", "OK 1 0 2 0"),
    ("no_line_end", b"p cnf 1 1\n1 0", "OK 1 0"),
    ("header_at_the_end", b"p cnf 1 0", "OK"),
    ("leading_zeros", b"p cnf 1 1\n01 0\n", "OK 1 0"),
    ("two_zeros", b"p cnf 1 1\n1 00\n", "OK 1 0"),
    ("zeros_in_header", b"p cnf 01 1\n1 0\n", "OK 1 0"),
    ("many_zeros", b"p cnf 00000000000002 1\n-00000000000002 1 000000000000\n", "OK -2 1 0"),
    ("many_zeros_last", b"p cnf 2147483646 1\n0000002147483646 000000000000", "OK 2147483646 0"),
    ("comment_between", b"p cnf 1 1\nc 2 0\n1 0\n", "OK 1 0"),
    ("comment_in_clause", b"p cnf 2 1\n1\nc -1 0\n2 0\n", "OK 1 2 0"),
    ("comment_behind", b"p cnf 1 1\n1 0 c 2 0\n", "OK 1 0"),
    ("comment_of_bytes", b"c \xff\x00\np cnf 1 1\n1 0\n", "OK 1 0"),
    ("comment_without_blank", b"cat\np cnf 1 1\n1 0\n", "OK 1 0"),
    # as it should be
    ("proper", b"c hello\nc\np cnf 2 3\n1 -2 0\n0\n2 0\n", "OK 1 -2 0 0 2 0"),
    ("nothing", b"p cnf 0 0\n", "OK"),
    ("largest", b"p cnf 2147483646 1\n-2147483646 2147483646 0\n", "OK -2147483646 2147483646 0"),
]

KEPT = [
    "empty",
    "comments_only",
    "no_header",
    "one_number",
    "wcnf",
    "new_wcnf",
    "answer",
    "puzzle",
    "byte_order_mark",
    "negative_count",
    "giant_count",
    "few",
    "many",
    "joined",
    "beyond",
    "underscore",
    "arabic_digit",
    "plus",
    "two_minus",
    "minus_zero",
    "commas",
    "giant",
    "nul",
    "xor",
    "quantifier",
    "open",
    "cut_off",
    "percent_open",
]


def answer(data: bytes) -> str:
    """Read a file; return OK and the clauses, or place and message."""
    try:
        cnf = read_cnf(data, "file.cnf")
    except InputError as error:
        return f"{error.line}:{error.column} {error.message}"
    return " ".join(["OK", *(" ".join(map(str, [*cnf.clause(i), 0])) for i in range(len(cnf)))])


def files() -> dict[str, bytes]:
    """Return the contents of the folder: each malformed file, and its whole message beside it."""
    found = {}
    for name, data, _ in TABLE:
        if name in KEPT:
            found[f"{name}.cnf"] = data
            try:
                read_cnf(data, f"dimacs/bad/{name}.cnf")
            except InputError as error:
                found[f"{name}.err"] = f"{error}\n".encode()
    return found


if __name__ == "__main__":
    write_anew(FOLDER, files())
