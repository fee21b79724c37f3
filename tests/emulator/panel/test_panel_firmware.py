# SPDX-License-Identifier: MIT
"""What the panel says of a program by itself, whatever the program shows: whose it is, and what ended it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from panel_fake import FakeCabinet
from pygame import Rect
from vm_helpers import engine

from emulator import Cabinet
from emulator.panel.machine.controls import Hand
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.window import draw_picture
from machines.rom.program import firmware_sources

FAULT = "coins.py:37 in count: IndexError"
SIZES = ((1280, 800), (1080, 1920))


def stage(language: str = "es", size: tuple[int, int] = SIZES[0]) -> Stage:
    return Stage(read_front(FakeCabinet().model, 1, False), size, language)


def signs(language: str = "es", **fields: Any) -> list[str]:
    return stage(language)._signs(look(FakeCabinet(**fields)))


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
    plain = draw_picture(FakeCabinet(), size)
    marked = draw_picture(FakeCabinet(firmware_ours=False, fault="x", last_fault=fault), size)
    crown = stage(size=size).layout.inner("crown")
    found = changed(plain, marked)
    assert found is not None
    assert crown.inflate(4, 4).contains(Rect(found.x, crown.y, found.width, 1))
    assert found.bottom <= crown.bottom + 1


def test_the_maintenance_view_names_the_last_fault_whenever_there_was_one() -> None:
    hand = Hand()
    hand.show_service = True
    plain = draw_picture(FakeCabinet(), hand=hand)
    found = changed(plain, draw_picture(FakeCabinet(last_fault=FAULT), hand=hand))
    assert found is not None
    assert stage().service._hint.contains(found)


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
        assert bool(stage()._signs(replace(seen, last_fault=None))) != ours
