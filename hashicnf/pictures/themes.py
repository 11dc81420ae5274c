"""Colour themes by name, for light and dark screens and for print; their colours are also those of the HTML pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hashicnf.errors import no_such

KINDS: Final = 6  # colours of pieces, kind0 to kind5

LIGHT: Final[Mapping[str, str]] = {
    "paper": "#ffffff",
    "sea": "#e9f1f3",
    "grid": "#d3e3e7",
    "ink": "#1c2b33",
    "soft": "#5a6b75",
    "land": "#fffdf7",
    "full": "#dfeee6",
    "good": "#00745a",
    "pen": "#0a6ba3",
    "open": "#b85400",
    "wrong": "#a3256f",
    "tray": "#d3e3e7",
    "shade": "#d9e7ea",
    "home": "#00745a",
    "kind0": "#f4d9c4",
    "kind1": "#cfe3ee",
    "kind2": "#d9ead8",
    "kind3": "#e6dcf0",
    "kind4": "#f3e9c2",
    "kind5": "#dde1e4",
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#0b1115",
    "sea": "#10222b",
    "grid": "#1d3641",
    "ink": "#e8eef0",
    "soft": "#9db0ba",
    "land": "#1d2c35",
    "full": "#1c3f36",
    "good": "#4bcfa6",
    "pen": "#63b8ee",
    "open": "#f0a23a",
    "wrong": "#f089bd",
    "tray": "#1d3641",
    "shade": "#355463",
    "home": "#4bcfa6",
    "kind0": "#6b4326",
    "kind1": "#24506b",
    "kind2": "#2c5540",
    "kind3": "#4b3d68",
    "kind4": "#5f5424",
    "kind5": "#3a474f",
}
PRINT: Final[Mapping[str, str]] = {
    **dict.fromkeys(LIGHT, "#000000"),
    "paper": "#ffffff",
    "sea": "#ffffff",
    "grid": "#d8d8d8",
    "soft": "#555555",
    "land": "#ffffff",
    "full": "#ffffff",
    "tray": "#dddddd",
    "shade": "#dddddd",
    "home": "#888888",
    "kind0": "#cccccc",
    **{f"kind{number}": "#ffffff" for number in range(1, KINDS)},
}
THEMES: Final[Mapping[str, Mapping[str, str]]] = {"light": LIGHT, "dark": DARK, "print": PRINT}


def theme_named(name: str) -> Mapping[str, str]:
    """Return a theme's colours by the theme's name. Raises UsageError for an unknown name."""
    if name not in THEMES:
        raise no_such("theme", name, THEMES)
    return THEMES[name]
