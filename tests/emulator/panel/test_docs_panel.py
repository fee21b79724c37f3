# SPDX-License-Identifier: MIT
"""docs/panel.md names every file of the panel, every key, and every reason of a coin that comes back."""

from __future__ import annotations

import re
from fnmatch import fnmatch

import pygame
from places import ROOT

from emulator.cabinet import refusals
from emulator.panel.machine import keys

TEXT = (ROOT / "docs" / "panel.md").read_text("utf-8")
PANEL = ROOT / "emulator" / "panel"


def test_every_file_has_a_row_and_every_row_its_files() -> None:
    table = TEXT.partition("| file | what |\n")[2].partition("\n\n")[0]
    named = {name for cell in re.findall(r"`([^`]+\.py)`", table) for name in cell.split()}
    there = {path.name for path in PANEL.glob("*.py")} - {"__init__.py"}
    assert {name for name in there if not any(fnmatch(name, row) for row in named)} == set()
    assert {row for row in named if not any(fnmatch(name, row) for name in there)} == set()
    folders = {path.parent.name for path in PANEL.glob("*/__init__.py")}
    assert folders == set(re.findall(r"`(\w+)`", table.splitlines()[-1]))


def test_every_key_is_told() -> None:
    table = TEXT.partition("| do | by hand | key |\n")[2].partition("\n\n")[0].lower()
    told = set(re.findall(r"\b(?:f\d+|[a-z]|\d|space|enter|backspace|escape)\b|[+]", table))
    used = [*keys.BUTTON_KEYS, *keys.DESK_KEYS, *keys.SWITCH_KEYS, *keys.HELP_KEYS]
    used += [keys.NOTE_KEY, keys.CARD_KEY, keys.TAKE_KEY, keys.SERVICE_KEY, keys.MUTE_KEY, keys.BACK_KEY]
    names = {pygame.key.name(key).replace("return", "enter") for key in used}
    assert names <= told
    assert "f5 to f9" in table and list(keys.COIN_KEYS) == list(range(pygame.K_F5, pygame.K_F9 + 1))


def test_every_reason_of_a_returned_coin_is_told() -> None:
    (listed,) = re.findall(r"as `why`: (.+?)\.\n", TEXT, re.DOTALL)
    assert tuple(re.findall(r"`(\w+)`", listed)) == refusals.NOTE_REASONS
