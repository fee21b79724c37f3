# SPDX-License-Identifier: MIT
"""One word for one thing in what machines say: a play is a "jugada", in every Spanish text of theirs."""

from __future__ import annotations

import pytest
from places import ROOT

# The words of a norm stay as they are (machines/rules); a void game of Pai Gow is a "partida nula".
FOLDERS = (
    ("machines/models", "*.toml"),
    ("machines/firmware", "**/*.py"),
    ("emulator/panel/machine", "**/*.py"),
    ("emulator/scenarios", "*.toml"),
    ("emulator/scripts", "*.toml"),
)
FILES = tuple(
    f"machines/locale/es/LC_MESSAGES/{name}.po" for name in ("azar", "hall", "kiosk", "sheets", "wall")
)


@pytest.mark.parametrize(("folder", "pattern"), FOLDERS)
def test_a_play_has_one_name_in_texts_of_machines(folder: str, pattern: str) -> None:
    found = sorted((ROOT / folder).glob(pattern))
    assert found
    assert [path.name for path in found if "partida" in path.read_text(encoding="utf-8").lower()] == []


@pytest.mark.parametrize("name", FILES)
def test_a_play_has_one_name_in_translations(name: str) -> None:
    assert "partida" not in (ROOT / name).read_text(encoding="utf-8").lower()
