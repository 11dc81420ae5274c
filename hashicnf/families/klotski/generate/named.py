"""Known positions by name, in the notation ``hrd``. ``docs/klotski.md`` lists the lengths of their shortest plans."""

from __future__ import annotations

from typing import Final, NamedTuple

from hashicnf.core.document import Source
from hashicnf.core.options import Choices
from hashicnf.families import Generated
from hashicnf.families.klotski.board import Board, Goal, Plan, build
from hashicnf.families.klotski.formats import hrd
from hashicnf.families.klotski.generate.scrambles import shortest
from hashicnf.families.klotski.search.moves import STEP


class Start(NamedTuple):
    """A position: its rows, the meaning of its name, and its goal, None for the default one."""

    rows: str
    title: str
    goal: Goal | None = None


STARTS: Final = {
    "heng-dao-li-ma": Start("^11^ v11v ^<>^ v22v 2..2", "Heng Dao Li Ma, sword and horse at the ready"),
    "bing-fen-san-lu": Start("2112 ^11^ v<>v ^22^ v..v", "Bing Fen San Lu, soldiers on three roads"),
    "feng-hui-lu-zhuan": Start("222^ 11^v 11v^ .<>v .2<>", "Feng Hui Lu Zhuan, winding roads"),
    "guo-wu-guan": Start("2112 2112 <><> <><> .<>.", "Guo Wu Guan, through five passes"),
    "jiang-yong-cao-ying": Start(".11. ^11^ v^^v 2vv2 <>22", "Jiang Yong Cao Ying, generals around the camp"),
    "qi-tou-bing-jin": Start("^11^ v11v 2222 ^<>^ v..v", "Qi Tou Bing Jin, side by side"),
    "shui-xie-bu-tong": Start("^112 v112 <><> <><> 2..2", "Shui Xie Bu Tong, watertight"),
    "tao-hua-yuan-zhong": Start("2112 ^11^ v^^v 2vv2 .<>.", "Tao Hua Yuan Zhong, in the peach garden"),
    "tun-bing-dong-lu": Start("11^^ 11vv <>22 ^^22 vv..", "Tun Bing Dong Lu, troops on the eastern road"),
    "yi-lu-jin-jun": Start("^112 v112 ^^^2 vvv2 .<>.", "Yi Lu Jin Jun, a march without a halt"),
    "yi-lu-shun-feng": Start("^112 v112 ^<>^ v2^v .2v.", "Yi Lu Shun Feng, fair wind all the way"),
    "zhi-hui-ruo-ding": Start("^11^ v11v 2<>2 ^22^ v..v", "Zhi Hui Ruo Ding, calm command"),
    "zuo-you-bu-bing": Start("2112 2112 ^^^^ vvvv .<>.", "Zuo You Bu Bing, soldiers left and right"),
    "dads-puzzler": Start("11<> 11<> 22.. ^^<> vv<>", "Dad's Puzzler: into the lower left corner", Goal("A", 3, 0)),
}


def board_named(name: str) -> Board:
    """Return the board of a name."""
    start = STARTS[name]
    (document,) = hrd.parse(Source(name, start.rows.replace(" ", "\n")))
    usual = build(document, Choices())
    return usual if start.goal is None else Board(usual.shape, usual.pieces, start.goal)


def make(name: str) -> Generated[Board, Plan]:
    """Return the board of a name, with a plan of fewest steps."""
    board = board_named(name)
    return Generated(board, shortest(board, STEP), STARTS[name].title)
