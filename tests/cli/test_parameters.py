"""Parameters under older versions of Typer, which read values themselves."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import typer

from hashicnf.cli.parameters import settle_parameters


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("integer range", "0", "expected a whole number of at least 1, not '0'"),
        ("int range", "x", "expected a whole number of at least 1, not 'x'"),
        ("float range", "0.5", "expected a number of at least 1, not '0.5'"),
        ("text", "", "expected a name, not ''"),
        ("int range", "7", None),
        ("float range", "1.5", None),
        ("text", "7", None),
    ],
)
def test_older_versions_read_checked_values(kind: str, value: str, expected: str | None) -> None:
    parameter = SimpleNamespace(
        param_type_name="option",
        metavar="FILE",
        default=None,
        type=SimpleNamespace(name=kind, min=1 if "range" in kind else None),
        process_value=lambda _, value: f"read {value}",
    )
    command = SimpleNamespace(get_params=lambda _: [parameter])
    settle_parameters(command)
    assert command.get_params(None) == command.get_params(None) == [parameter]
    if expected is None:
        assert parameter.process_value(None, value) == f"read {value}"
    else:
        with pytest.raises(typer.BadParameter, match=expected):
            parameter.process_value(None, value)
