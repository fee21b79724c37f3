# SPDX-License-Identifier: MIT
"""docs/panel.md names every room of the panel, every key, and every reason of a coin that comes back."""

from __future__ import annotations

import re

import pygame
from long_tables import LENGTHS, PAGES
from places import ROOT

from emulator.cabinet import refusals
from emulator.panel.machine import keys

TEXT = (ROOT / "docs" / "panel.md").read_text("utf-8")
PANEL = ROOT / "emulator" / "panel"


def test_every_room_and_loose_file_has_a_row_and_every_row_is_there() -> None:
    table = TEXT.partition("| room of `emulator/panel` | what |\n")[2].partition("\n\n")[0]
    named = {name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])}
    modules = {path.relative_to(PANEL) for path in PANEL.rglob("*.py") if path.name != "__init__.py"}
    rooms = {f"{path.parent.as_posix()}/" for path in modules if path.parent.name}
    assert rooms | {path.name for path in modules if not path.parent.name} <= named
    assert {name for name in named if not (PANEL / name).exists()} == set()


def test_every_key_is_told() -> None:
    table = TEXT.partition("| do | by hand | key |\n")[2].partition("\n\n")[0].lower()
    told = set(re.findall(r"\b(?:f\d+|[a-z]|\d|space|enter|backspace|escape)\b|[+]", table))
    used = [*keys.BUTTON_KEYS, *keys.DESK_KEYS, *keys.SWITCH_KEYS, *keys.HELP_KEYS]
    used += [keys.NOTE_KEY, keys.CARD_KEY, keys.TAKE_KEY, keys.SERVICE_KEY, keys.MUTE_KEY, keys.BACK_KEY]
    used += [keys.PRIZES_KEY, keys.INSIDE_KEY]
    names = {pygame.key.name(key).replace("return", "enter") for key in used}
    assert names <= told
    assert "f5 to f9" in table and list(keys.COIN_KEYS) == list(range(pygame.K_F5, pygame.K_F9 + 1))


def test_every_reason_of_a_returned_coin_is_told() -> None:
    (listed,) = re.findall(r"as `why`: (.+?)\.\n", TEXT, re.DOTALL)
    assert tuple(re.findall(r"`(\w+)`", listed)) == refusals.NOTE_REASONS


def test_the_page_tells_how_many_pages_long_tables_take() -> None:
    """As ``test_prize_pages`` counts them."""
    table = TEXT.partition("| rows, counts of a symbol by five |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (\d+)[^|]* \| (\d+) \| (\d+) \| (\d+) \|$", table, re.MULTILINE)
    told = {int(length): tuple(int(pages) for pages in rest) for length, *rest in rows}
    assert told == dict(zip(LENGTHS, zip(*PAGES.values(), strict=True), strict=True))
