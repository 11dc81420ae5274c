"""Links as chats and mail programs pass them on."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.families.hashi.board import Board
from hashicnf.pipeline.puzzles import detect, inline_format

PLAYER = "https://puzz.link/p?hashi/5/5/1g3g1w1h"
GAME = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2"


def escaped(link: str, signs: str) -> str:
    """Return a link with escapes for some signs."""
    return "".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in link)


def variants(link: str) -> list[str]:
    """Return a link in brackets, and with tails."""
    return [f"<{link}>", f"({link})", f"  <{link}>\t", f"{link}#", f"{link}&utm=1", f"{link}?x=1"]


@pytest.mark.parametrize(
    "link",
    [
        *variants(PLAYER),
        escaped(PLAYER, "/"),
        escaped(PLAYER, "/?:"),
        escaped(PLAYER, "/").lower(),
        f"<{escaped(PLAYER, '/')}&utm=1>",
        "https://puzz.link/p?hashi%2F5%2F5%2F1g3g1w1h",
        "hashi%2f5%2F5/1g3g1w1h",
    ],
)
def test_links_of_the_player(link: str) -> None:
    assert inline_format(link) == detect(link) == "puzzlink"
    assert hashicnf.parse(link) == hashicnf.parse(PLAYER)


@pytest.mark.parametrize(
    "link",
    [
        *variants(GAME),
        escaped(GAME, ":"),
        escaped(GAME, "#:"),
        f"<{GAME.partition('#')[2]}>",
        f"({escaped(GAME, ':')}#)",
    ],
)
def test_links_of_the_games(link: str) -> None:
    assert inline_format(link) == detect(link) == "tatham"
    assert hashicnf.parse(link) == hashicnf.parse(GAME)


def test_a_sign_of_a_number_is_no_escape() -> None:
    board = hashicnf.parse("https://puzz.link/p?hashi/1/2/%2f1%2f2").board
    assert isinstance(board, Board)
    assert board.clue.tolist() == [8192 + 0x2F1, 8192 + 0x2F2]


def test_errors_show_the_link_that_was_read() -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse(f"\n<{escaped(PLAYER, '/').replace('w', 'Q')}>\n", name="links.url")
    assert str(caught.value).startswith(
        f"links.url:2:{PLAYER.index('w') + 2}: 'Q' does not belong here\n     {PLAYER.replace('w', 'Q')}"
    )
