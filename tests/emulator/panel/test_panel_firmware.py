# SPDX-License-Identifier: MIT
"""What the panel says of a program by itself, whatever the program shows: whose it is, and what ended it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from panel_fake import FakeCabinet, stage
from pygame import Rect
from vm_helpers import engine

from emulator import Cabinet
from emulator.panel.art.paint import plain
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.registry import look
from machines.rom.program import firmware_sources

FAULT = "coins.py:37 in count: IndexError"
SIZES = ((1280, 800), (1080, 1920))


def drawn(cabinet: FakeCabinet, size: tuple[int, int] = SIZES[0], *, service: bool = False) -> pygame.Surface:
    screen = plain(size)
    stage(size, "es").draw(screen, look(cabinet), 0, Hand(show_service=service), animate=False)
    return screen


def signs(language: str = "es", **fields: Any) -> list[str]:
    return stage(SIZES[0], language)._signs(look(FakeCabinet(**fields)))


def test_our_firmware_in_order_has_nothing_said_of_it() -> None:
    assert signs() == []
    assert signs(lit=frozenset({"tower"})) == []


def test_another_firmware_is_named_in_both_languages_as_long_as_it_runs() -> None:
    assert signs(firmware_ours=False) == ["FIRMWARE AJENO"]
    assert signs("en", firmware_ours=False, powered=False) == ["ANOTHER'S FIRMWARE"]


def test_a_fault_is_named_while_the_machine_is_down_and_until_an_attendant_came() -> None:
    said = [f"Fallo del programa: {FAULT}"]
    assert signs(fault="x", last_fault=FAULT) == said
    assert signs(last_fault=FAULT, lit=frozenset({"tower"})) == said
    assert signs(last_fault=FAULT) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fault", [FAULT, "cctalk_acceptor.py:1234 in " + "x" * 60 + ": " + "E" * 60])
def test_it_is_drawn_on_the_crown_and_nowhere_else(size: tuple[int, int], fault: str) -> None:
    marked = drawn(FakeCabinet(firmware_ours=False, fault="x", last_fault=fault), size)
    crown = stage(size, "es").layout.inner("crown")
    found = changed(drawn(FakeCabinet(), size), marked)
    assert found is not None
    assert crown.inflate(4, 4).contains(Rect(found.x, crown.y, found.width, 1))
    assert found.bottom <= crown.bottom + 1


def test_the_maintenance_view_names_the_last_fault_whenever_there_was_one() -> None:
    found = changed(drawn(FakeCabinet(), service=True), drawn(FakeCabinet(last_fault=FAULT), service=True))
    assert found is not None
    assert stage(SIZES[0], "es").service._hint.contains(found)


def changed(one: pygame.Surface, other: pygame.Surface) -> Rect | None:
    """The smallest rectangle that holds every pixel in which two pictures differ."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else None


def test_a_real_machine_of_another_is_marked_and_ours_is_not() -> None:
    engine()
    sources = {**firmware_sources(), "x": ""}
    for firmware, ours in ((None, True), (sources, False)):
        seen = look(Cabinet("cierzo", seed="00", firmware=firmware))
        assert seen.firmware_ours == ours
        assert bool(stage(SIZES[0], "es")._signs(replace(seen, last_fault=None))) != ours
