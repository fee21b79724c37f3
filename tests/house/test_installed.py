# SPDX-License-Identifier: MIT
"""After README's plain install an edit of the clone must not be tested on the copy from before it."""

from pathlib import Path

import pytest
from installed import differing


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    for root in ("clone", "copy"):
        for package in ("cext", "machines", "emulator"):
            folder = tmp_path / root / package
            folder.mkdir(parents=True)
            (folder / "one.py").write_text("x = 1\n", encoding="utf-8")
            (folder / "data.toml").write_text("x = 1\n", encoding="utf-8")
    return tmp_path / "clone", tmp_path / "copy"


def test_equal_copies_differ_in_nothing(both):
    assert differing(*both) == []


@pytest.mark.parametrize("name", ["cext/one.py", "machines/data.toml", "emulator/one.py"])
def test_an_edit_of_the_clone_is_seen(both, name):
    (both[0] / name).write_text("x = 2\n", encoding="utf-8")
    assert differing(*both) == [name]


def test_a_new_file_of_the_clone_is_seen(both):
    (both[0] / "machines" / "new.py").touch()
    assert differing(*both) == ["machines/new.py"]


def test_an_editable_install_is_the_clone(both):
    clone, _ = both
    assert differing(clone, clone) == []


def test_a_folder_of_tests_alone_has_nothing_to_differ(tmp_path, both):
    (tmp_path / "alone").mkdir()
    assert differing(tmp_path / "alone", both[1]) == []
