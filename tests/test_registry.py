"""The registry: plug-ins are found without a list, and an error for a wrong name lists the right ones."""

from __future__ import annotations

import re
import sys
import warnings
from dataclasses import replace
from importlib import invalidate_caches, metadata
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.backends.dpll.branching import RULES
from hashicnf.errors import PluginWarning, UsageError
from hashicnf.families import FAMILIES
from hashicnf.passes.cardinality import CARDINALITY, direct
from hashicnf.passes.connectivity import CONNECTIVITY, ConnectivityEncoding
from hashicnf.registry import Registry, kept_until_added
from hashicnf.search import SEARCHES, TAKEN
from hashicnf.solving import model_search
from hashicnf.solving.methods import ALIASES, COUNTING, SAT_SOLVERS, method_named
from tests.plugins.registered import lay

PLUGINS = {
    "alpha.py": "THING = 1\n",
    "two_words.py": "THING = 2\n",
    "helper.py": "OTHER = 3\n",
    "_hidden.py": "THING = 4\n",
    "notes.txt": "THING = 5\n",
}


@pytest.fixture
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[int]:
    """A package of plug-ins: two modules, a folder, a module without the constant, a hidden one, a text."""
    package = tmp_path / "plugins_for_test"
    (package / "folder").mkdir(parents=True)
    (package / "data").mkdir()
    (package / "__init__.py").write_text("")
    (package / "folder" / "__init__.py").write_text("THING = 6\n")
    for name, text in PLUGINS.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("plugins_for_test")]:
        monkeypatch.delitem(sys.modules, name)
    return Registry("plugins_for_test", "THING", "thing")


def test_a_module_with_the_constant_is_a_plugin(things: Registry[int]) -> None:
    assert things.all() == {"alpha": 1, "folder": 6, "two-words": 2}
    assert things.names() == ["alpha", "folder", "two-words"]
    assert [things.get(name) for name in ("alpha", "two-words", "folder")] == [1, 2, 6]


@pytest.mark.parametrize(
    "name", ["beta", "_hidden", "-hidden", "helper", "notes", "data", "", "../alpha", "alpha.py", "os"]
)
def test_a_wrong_name_is_answered_with_the_right_ones(things: Registry[int], name: str) -> None:
    with pytest.raises(UsageError) as caught:
        things.get(name)
    assert str(caught.value) == f"no thing is named {name!r}; there are: alpha, folder, two-words"


def test_a_list_is_made_again_after_something_was_added_or_the_path_has_changed(
    things: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @kept_until_added(things)
    def listed() -> list[str]:
        return things.names()

    first = listed()
    assert listed() is first
    things.added["more"] = 7
    second = listed()
    assert second == sorted([*first, "more"])
    assert listed() is second
    del things.added["more"]
    assert listed() == first
    third = listed()
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    assert listed() is not third


def test_a_misspelt_name_is_answered_with_a_suggestion(things: Registry[int]) -> None:
    with pytest.raises(UsageError) as caught:
        things.get("two-wrods")
    assert str(caught.value) == (
        "no thing is named 'two-wrods'; did you mean two-words? there are: alpha, folder, two-words"
    )


def test_getting_one_plugin_imports_no_other(things: Registry[int]) -> None:
    things.get("alpha")
    assert "plugins_for_test.two_words" not in sys.modules


def test_the_registries_of_the_package() -> None:
    assert CARDINALITY.get("direct") is direct.ENCODING
    assert {"direct", "pairwise", "seqcounter", "totalizer", "mtotalizer", "kmtotalizer"} <= set(CARDINALITY.names())
    assert {"planar", "lazy", "closure", "none", "block"} <= set(CONNECTIVITY.names())
    assert "hashi" in FAMILIES.names()


@pytest.mark.parametrize("registry", [CARDINALITY, CONNECTIVITY], ids=lambda registry: registry.noun)
def test_every_encoding_sums_itself_up_in_a_line(registry: Registry[object]) -> None:
    for name, encoding in registry.all().items():
        summary = getattr(encoding, "summary", "")
        assert 10 < len(summary) < 90, name
        assert "\n" not in summary
        assert registry.get(name) is encoding


LEAVES = "class Leave(BaseException): pass\nraise Leave('now\\nor never')\n"


def install(folder: Path, package: str, entries: dict[str, str], modules: dict[str, str]) -> None:
    """Install a package with entry points of the group "plugins_for_test" in a folder, as pip does."""
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    groups = {"console_scripts": {"x": "y:z"}, "hashicnf.plugins_for_test": entries}
    lay(folder, {"name": package, "version": "1.0", "entry-points": groups})


@pytest.fixture
def extended(things: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[int]:
    """The registry above, extended by the entry points of ``tmp_path``."""
    monkeypatch.setattr(things, "group", "hashicnf.plugins_for_test")
    install(tmp_path, "elsewhere", {"gamma-ray": "elsewhere_for_test:GAMMA"}, {"elsewhere_for_test": "GAMMA = 7\n"})
    monkeypatch.delitem(sys.modules, "elsewhere_for_test", raising=False)
    return things


def test_plugins_of_other_packages_are_found_and_listed_with_their_package(extended: Registry[int]) -> None:
    assert extended.get("gamma-ray") == 7
    listed = {name: (plugin.value, plugin.package) for name, plugin in extended.listed().items()}
    assert listed["gamma-ray"] == (7, "elsewhere")
    assert listed["two-words"] == (2, "hashicnf")
    assert extended.names() == ["alpha", "folder", "gamma-ray", "two-words"]


def test_packages_are_looked_through_once(extended: Registry[int], monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(info: str) -> metadata.Distribution:
        looks.append(Path(info).name)
        return read(info)

    read = metadata.Distribution.at
    monkeypatch.setattr(metadata.Distribution, "at", look)
    for _ in range(3):
        assert "gamma-ray" in extended.names()
        assert extended.get("gamma-ray") == 7
    assert looks == ["elsewhere-1.0.dist-info"]


def test_nobody_takes_a_name_of_ours(extended: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extended, "taken", ["gamma-ray"])
    install(tmp_path, "rival", {"alpha": "elsewhere_for_test:GAMMA"}, {})
    assert extended.get("alpha") == 1
    assert extended.find("gamma-ray") is None
    with pytest.warns(PluginWarning) as caught:
        assert extended.all() == {"alpha": 1, "folder": 6, "two-words": 2}
    assert sorted(str(one.message).partition(" cannot")[0] for one in caught) == [
        "the thing 'alpha' of the package rival",
        "the thing 'gamma-ray' of the package elsewhere",
    ]


@pytest.mark.parametrize(
    ("name", "plugin", "reason"),
    [
        ("wrong", 5, "it is no ConnectivityEncoding"),
        (
            "short",
            replace(CONNECTIVITY.get("lazy"), refine=lambda _: []),  # type: ignore[arg-type, misc]
            "its refine is a function of (_), but is called with 2 arguments",
        ),
        (
            "blind",
            ConnectivityEncoding("calls no observer", complete=True, encode=lambda batch, pool: [], observed=True),  # noqa: ARG005
            "its encode is a function of (batch, pool), but is called with 3 arguments",
        ),
        ("planar", CONNECTIVITY.get("lazy"), "hashicnf has one of that name"),
        ("Mut X", CONNECTIVITY.get("lazy"), "its name is not made of small letters and digits with dashes between"),
    ],
)
def test_what_is_added_is_checked(name: str, plugin: Any, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = CONNECTIVITY.names()
    monkeypatch.setitem(CONNECTIVITY.added, name, plugin)
    message = re.escape(f"the connectivity encoding '{name}' that was added cannot be used ({reason})")
    with pytest.raises(UsageError, match=message):
        CONNECTIVITY.get(name)
    with pytest.warns(PluginWarning, match=message):
        assert CONNECTIVITY.names() == own


def test_what_is_added_here_is_refused_where_other_processes_do_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)  # so that even this board is solved by processes
    plugins = (CARDINALITY, "direct"), (SEARCHES, "dfs"), (FAMILIES, "hashi"), (RULES, "saturation")
    for registry, name in plugins:
        monkeypatch.setitem(registry.added, "mine", registry.get(name))
    own, foreign = hashicnf.parse("2.2\n"), hashicnf.parse("family: mine\n2.2\n")
    open_board = hashicnf.generate("hashi", size="20x20", islands=120, seed=4).puzzle  # propagation does not decide it
    for work in (
        lambda: hashicnf.bench(own, cardinality=["direct", "mine"]),
        lambda: hashicnf.bench([own, foreign]),
        lambda: hashicnf.compare(own, ["cdcl", "mine"]),
        lambda: hashicnf.compare(foreign, "cdcl"),
        lambda: hashicnf.compare(own, ["cdcl --cardinality mine"]),
        lambda: hashicnf.compare(own, ["dpll --branching=mine"]),
        lambda: hashicnf.compare(own, ["cdcl", "mine"], db=tmp_path / "runs.db"),
        lambda: hashicnf.solve(open_board, jobs=2, cardinality="mine"),
        lambda: hashicnf.solve(hashicnf.parse(f"family: mine\n{open_board.text}"), jobs=2),
        lambda: hashicnf.conquer(hashicnf.cubes(own, cardinality="mine")),
        lambda: hashicnf.conquer(hashicnf.cubes(foreign)),
    ):
        with pytest.raises(
            UsageError, match=r"'mine' is known only in this process, .* entry point of the group hashicnf"
        ):
            work()


def test_a_warning_points_at_the_line_that_called_hashicnf(extended: Registry[int], tmp_path: Path) -> None:
    install(tmp_path, "rival", {"alpha": "elsewhere_for_test:GAMMA"}, {})
    with pytest.warns(PluginWarning) as caught:
        extended.names()
    assert [Path(one.filename).name for one in caught] == [Path(__file__).name]


def test_a_plugin_has_one_name(things: Registry[int]) -> None:
    assert things.find("two-words") is not None
    assert things.find("two_words") is None
    with pytest.raises(UsageError, match=r"no connectivity encoding is named 'link_elimination'.*link-elimination"):
        CONNECTIVITY.get("link_elimination")


def test_no_search_has_the_name_of_another_method() -> None:
    assert set(TAKEN) == {*SAT_SOLVERS, COUNTING.name, *ALIASES} - set(SEARCHES.names())


@pytest.mark.parametrize("name", ["candidates", "swap-all"])
def test_a_name_that_a_family_gives_goes_before_a_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = FAMILIES.get("sudoku")
    monkeypatch.setitem(SEARCHES.added, name, SEARCHES.get("dfs"))
    own = method_named(name, rules)
    assert (own.search, own.space) == (SEARCHES.get("astar"), rules.methods[name].space)
    assert method_named(name, FAMILIES.get("hashi")).search == SEARCHES.get("dfs")


@pytest.mark.parametrize("name", ["two_words", "Two-words", "two words", "-", "zwölf"])
def test_names_have_words_joined_by_dashes(extended: Registry[int], tmp_path: Path, name: str) -> None:
    install(tmp_path, "odd", {name: "elsewhere_for_test:GAMMA"}, {})
    with pytest.warns(PluginWarning, match="its name is not made of small letters and digits with dashes between"):
        assert name not in extended.names()


def test_two_packages_that_want_one_name_are_refused(extended: Registry[int], tmp_path: Path) -> None:
    install(tmp_path, "rival", {"gamma-ray": "rival_for_test:GAMMA"}, {"rival_for_test": "GAMMA = 9\n"})
    with pytest.raises(UsageError, match=r"elsewhere and rival|rival and elsewhere") as caught:
        extended.get("gamma-ray")
    assert "both have a thing named 'gamma-ray'" in str(caught.value)
    with pytest.warns(PluginWarning, match="both have a thing named 'gamma-ray'"):
        assert "gamma-ray" not in extended.names()


@pytest.mark.parametrize("text", ["1 / 0\n", "import no_such_module\n", "OTHER = 1\n", "raise SystemExit(3)\n", LEAVES])
def test_a_broken_plugin_names_its_package(
    things: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(things, "group", "hashicnf.plugins_for_test")
    monkeypatch.delitem(sys.modules, "broken_for_test", raising=False)
    install(tmp_path, "broken", {"gamma": "broken_for_test:GAMMA"}, {"broken_for_test": text})
    with pytest.raises(UsageError, match=r"the thing 'gamma' of the package broken cannot be used \(.*\);"):
        things.get("gamma")
    with pytest.warns(PluginWarning, match="of the package broken cannot be used"):
        assert things.names() == ["alpha", "folder", "two-words"]
    monkeypatch.setattr(metadata.EntryPoint, "load", lambda _: pytest.fail("tried again"))
    assert things.find("beta") is None
    with pytest.raises(UsageError, match="the thing 'gamma' of the package broken cannot be used"):
        things.get("gamma")


@pytest.mark.parametrize("text", ["from hashicnf.files.signals import Terminated as X\n", "X = KeyboardInterrupt\n"])
def test_a_signal_while_a_plugin_is_imported_is_no_fault_of_its(
    things: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(things, "group", "hashicnf.plugins_for_test")
    monkeypatch.delitem(sys.modules, "slow_for_test", raising=False)
    install(tmp_path, "slow", {"gamma": "slow_for_test:GAMMA"}, {"slow_for_test": f"{text}raise X(143)\n"})
    with pytest.raises((KeyboardInterrupt, SystemExit), match="143"):
        things.get("gamma")
    (tmp_path / "slow_for_test.py").write_text("GAMMA = 8\n")
    invalidate_caches()
    assert things.get("gamma") == 8


@pytest.mark.parametrize(
    ("text", "named", "faults"),
    [
        (b"[ours]\nm\xfcller = a:b\n", True, 0),
        (b"[hashicnf.plugins_for_test]\nmu\n", True, 1),
        (b"[hashicnf.plugins_for_test]\nmu = a:b\n", False, 1),
    ],
)
def test_entry_points_that_cannot_be_read_do_no_harm(
    extended: Registry[int], tmp_path: Path, text: bytes, *, named: bool, faults: int
) -> None:
    install(tmp_path, "odd", {}, {})
    (tmp_path / "odd-1.0.dist-info" / "entry_points.txt").write_bytes(text)
    if not named:
        (tmp_path / "odd-1.0.dist-info" / "METADATA").unlink()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert extended.get("gamma-ray") == 7
    assert [str(one.message) for one in caught] == faults * [
        f"{tmp_path / 'odd-1.0.dist-info'}: the metadata of this package cannot be read; mend or uninstall it"
    ]


def test_of_a_package_that_is_on_the_path_twice_the_first_is_used(
    extended: Registry[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first := tmp_path / "first").mkdir()
    install(first, "Elsewhere", {"delta": "elsewhere_for_test:GAMMA"}, {})
    monkeypatch.syspath_prepend(str(first))
    assert extended.names() == ["alpha", "delta", "folder", "two-words"]


def test_own_encodings_can_be_called_as_they_declare() -> None:
    assert {name: [*CONNECTIVITY.faults_of_others(own)] for name, own in CONNECTIVITY.all().items()} == {
        name: [] for name in CONNECTIVITY.names()
    }


def test_no_installed_package_is_looked_into_without_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.registry.extended_groups", lambda _: pytest.fail("looked"))
    assert CARDINALITY.get("direct") is direct.ENCODING
