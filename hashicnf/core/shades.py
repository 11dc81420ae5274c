"""Shades for shares of all solutions, in text: the darker the larger, none where all solutions have something."""

from __future__ import annotations

from typing import Final

SHADES: Final = ((1 / 3, "░"), (2 / 3, "▒"), (1.0, "▓"))  # for shares below
LEGEND: Final = "░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions\n"
