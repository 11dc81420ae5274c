"""Characters that shade the share of all solutions that contain an element: darker for larger shares, none for a share of 1."""

from __future__ import annotations

from typing import Final

SHADES: Final = ((1 / 3, "░"), (2 / 3, "▒"), (1.0, "▓"))  # for shares below
LEGEND: Final = "░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions\n"
