"""The files of puzzles that inputs name."""

from __future__ import annotations

from pathlib import Path

from hashicnf.batch.inputs import find_puzzles


def test_what_is_written_beside_puzzles_is_none_of_them(tmp_path: Path) -> None:
    """A file that is named is read nevertheless, and the error states its kind. Broken links are kept, to be reported."""
    folder = tmp_path / ".mine" / "boards"
    (folder / ".git").mkdir(parents=True)
    (folder / "more").mkdir()
    for name in (
        "a.puz",
        "b.puz.gz",
        "a.cnf",
        "a.cnf.xz",
        "a.svg",
        "A.HTML",
        "a.cert",
        "a.sol",
        "run.sqlite",
        "t.jsonl",
        ".hidden.puz",
        ".git/HEAD",
        "more/d.puz",
    ):
        (folder / name).touch()
    (folder / "c.puz").symlink_to(folder / "nothing.puz")
    assert find_puzzles([str(folder)]) == [str(folder / name) for name in ("a.puz", "b.puz.gz", "c.puz", "more/d.puz")]
    assert find_puzzles([str(folder / "a.cnf")]) == [str(folder / "a.cnf")]
