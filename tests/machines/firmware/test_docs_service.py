# SPDX-License-Identifier: MIT
"""docs/service.md: codes and tilts of the log, pages of the menu, and messages in the firmware's words."""

from __future__ import annotations

import re

import pytest
from firmware_texts import said
from places import ROOT

from emulator import Cabinet
from machines.firmware import events

TEXT = (ROOT / "docs" / "service.md").read_text("utf-8")
# Words of `PAGADORES`' list, and what stands for any text.
LIST_WORDS = {"PROBAR", "VACIAR", "BIEN", "MAL", "START", "COLLECT", "FILE"}


def spanish() -> set[str]:
    """Every text of the message line."""
    return {text for _, text in said("es")}


def test_every_event_has_a_row() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)`( N)? \| (.+) \|$", TEXT, re.MULTILINE)
    told = [(int(code), name, bool(argument), what) for code, name, argument, what in rows]
    assert told == sorted(events.EVENTS)


def test_tilts_stand_in_their_places() -> None:
    listed = TEXT.partition("Tilts and warnings by n: ")[2].partition("; N is the argument")[0]
    found = re.findall(r"(\d+) `?(\w+)`?", listed)
    assert [int(place) for place, _ in found] == list(range(len(events.TILTS)))
    assert [name.replace("_N", "_") for _, name in found] == list(events.TILTS)


def test_every_message_is_one_of_the_firmware() -> None:
    patterns = [re.escape(text).replace(r"\{\}", ".+") for text in spanish()]
    quoted = {word for line in TEXT.splitlines() for word in re.findall(r"`([^`]+)`", line)}
    said = {word for word in quoted if re.search(r"[A-ZÁÍÚÑ]{2}", word) and word == word.upper()} - LIST_WORDS
    assert len(said) >= 35
    assert [text for text in sorted(said) if not any(re.fullmatch(row, text) for row in patterns)] == []


@pytest.mark.parametrize(("model", "count"), [("cierzo", 15), ("aneto", 16), ("verbena", 16)])
def test_every_page_of_the_menu_has_a_row(model: str, count: int) -> None:
    """By the menu of a machine of each type, read off its message line."""
    rows = set(re.findall(r"^\| `([^`a-z]+)` \|", TEXT, re.MULTILINE))
    cab = Cabinet(model, seed="00")
    cab.run(ms=6_000)
    cab.open_door("main")
    cab.turn_key("service", True)
    pages = []
    for _ in range(count):
        cab.run(ms=400)
        found = re.fullmatch(r"TEST MENÚ (\d+)/(\d+) (.+)", cab.display.message)
        assert found and (int(found[1]), int(found[2])) == (len(pages) + 1, count)
        pages.append(found[3])
        cab.press("hold_2")
    assert set(pages) <= rows
