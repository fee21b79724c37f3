# SPDX-License-Identifier: MIT
"""The maintenance view: every message fits, switches show how things stand, and it leads into the menu."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from firmware_rig import machine
from firmware_texts import MENU, said
from panel_fake import SIZES, fresh_stage, stage, state
from panel_fit import cut_or_overlapping
from pygame import Rect
from soon import soon

from emulator.cabinet.front import Display
from emulator.panel.art import dots, paint
from emulator.panel.art.contrasts import contrast_of
from emulator.panel.art.lettering import Placed, listening
from emulator.panel.machine import keys
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts import service_look
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.parts.service import _COLUMNS, broken
from emulator.panel.machine.registry import look
from machines.support.languages import DEFAULT_LANGUAGE, languages


def menu_texts() -> list[str]:
    """Every text of the service menu in every language, with the words it gets at most."""
    words = {
        "menu": ("14", "14", "JUGADA DE PRUEBA"),
        "play_roll": ("22-22-22", "120,00"),
        "ident_firmware": ("4", "0123456789abcdef"),
        "ident_tables": ("4", "0123456789abcdef"),
        "event_when": ("2026-12-31 23:59:59",),
        "hand_pay_row": ("12-31 23:59", "120,00"),
    }
    found = []
    for key, text in [row for language in languages() for row in said(language, *MENU)]:
        found.append(text.format(*words.get(key, ("999,99",) * 4)))
    assert len(found) > 100
    return found


def test_every_text_of_the_menu_fits_the_large_display_with_its_test_mark() -> None:
    for text in menu_texts():
        lines = broken(f"TEST {text}")
        assert len(lines) <= 2
        assert " ".join(lines) == f"TEST {text}"
        assert all(dots.typeset(line)[0] <= _COLUMNS for line in lines), lines


def test_a_message_of_one_long_word_is_broken_all_the_same() -> None:
    assert "".join(broken("W" * 32)) == "W" * 32
    assert broken("PULSE JUGAR") == ("PULSE JUGAR",)


@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
@pytest.mark.parametrize("size", SIZES)
def test_no_text_of_the_plate_is_cut_or_lies_on_another(size: tuple[int, int], language: str) -> None:
    plate = stage(size, language).service
    plate.draw(paint.plain(size), look(state("door")))
    assert len(plate.text.placed) == 7
    assert cut_or_overlapping(plate.text.placed, Rect(0, 0, *size)) == []


@pytest.mark.parametrize("size", SIZES)
def test_switches_lie_apart_on_the_plate_and_are_large_enough_for_a_finger(size: tuple[int, int]) -> None:
    plate = stage(size, "es").service
    rects = [switch.rect for switch in plate.switches]
    assert all(plate.rect.contains(rect) for rect in rects)
    assert not any(one.colliderect(two) for one, two in combinations(rects, 2))
    assert min(min(rect.size) for rect in rects) >= TOUCH_PX


def test_each_switch_shows_how_its_door_or_key_stands_and_no_other_changes() -> None:
    built, screen = fresh_stage(), paint.plain((1280, 800))
    fake = state("idle")

    def pictures() -> list[bytes]:
        built.service.draw(screen, look(fake))
        return [
            pygame.image.tobytes(screen.subsurface(switch.rect), "RGB") for switch in built.service.switches
        ]

    for number, switch in enumerate(built.service.switches):
        before = pictures()
        (fake.doors if switch.kind == "door" else fake.keys)[switch.name] = True
        after = pictures()
        assert [i for i in range(5) if before[i] != after[i]] == [number]


def test_the_plate_shows_what_the_message_line_says_and_nothing_without_power() -> None:
    built = fresh_stage()
    shown = set()
    for message, powered in (
        ("MENÚ 1/14 CONTADORES", True),
        ("PUERTA ABIERTA", True),
        ("", True),
        ("X", False),
    ):
        screen = paint.plain((1280, 800))
        fake = state("door", display=Display("", "", "", message), powered=powered)
        built.service.draw(screen, look(fake))
        shown.add(pygame.image.tobytes(screen, "RGB"))
    assert len(shown) == 3, "nothing said and no power look the same"


def test_the_plate_is_drawn_only_when_it_is_asked_for() -> None:
    built, seen = fresh_stage(), look(state("idle"))
    plain, with_plate = paint.plain((1280, 800)), paint.plain((1280, 800))
    built.draw(plain, seen, 0, Hand(), animate=False)
    built.draw(with_plate, seen, 0, Hand(show_service=True), animate=False)
    outside = Rect(0, built.service.rect.bottom + 1, 1280, 799 - built.service.rect.bottom)
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(with_plate, "RGB")
    assert pygame.image.tobytes(plain.subsurface(outside), "RGB") == pygame.image.tobytes(
        with_plate.subsurface(outside), "RGB"
    )


def test_door_key_and_deck_lead_a_real_machine_through_its_menu() -> None:
    cab = machine()
    controls = Controls(cab, fresh_stage())

    def push(key: int) -> str:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            controls.handle(pygame.event.Event(kind, key=key, mod=0), {}, 0)
            cab.run(ms=150)
        return cab.display.message

    push(keys.SERVICE_KEY)
    push(pygame.K_6)
    assert "MENÚ 1/" in push(pygame.K_0)
    assert "MENÚ 2/" in push(pygame.K_2)
    assert "A MANO 0,00" in push(pygame.K_3)
    assert "MENÚ 2/" in push(pygame.K_c)
    push(pygame.K_6)
    push(pygame.K_0)
    assert (cab.doors["main"], cab.keys["service"]) == (False, False)
    assert "MENÚ" not in cab.display.message


@pytest.mark.parametrize("size", [*SIZES, (800, 480), (480, 800)])
def test_what_is_engraved_can_be_read(size: tuple[int, int]) -> None:
    plate, screen = fresh_stage(size).service, paint.plain(size)
    fake = state("door")
    fake.keys["operator"] = True
    with listening() as heard:
        plate.draw(screen, look(fake))
    picture = pygame.surfarray.array3d(screen).swapaxes(0, 1)
    texts = {text.text: text for text in (*plate.text.placed, *heard) if isinstance(text, Placed)}
    assert len(texts) >= 7 + 3 + 5, "engraved, how things stand, and names of keys"
    for text in texts.values():
        found = contrast_of(picture, text)
        assert found is not None and found.ratio >= 4.5, text.text


def test_a_turned_key_lies_across_and_an_open_door_shows_what_is_inside() -> None:
    for kind, on in (("key", False), ("key", True), ("door", False), ("door", True)):
        picture = pygame.surfarray.array3d(service_look.figure(120, kind, on)).astype(int)
        warm = (picture[..., 0] - picture[..., 2] > 60) & (picture[..., 0] > 120)
        columns, rows = warm.any(axis=1).sum(), warm.any(axis=0).sum()
        if kind == "door":
            assert (columns > 20) == on
        else:
            assert (columns > 1.5 * rows) == on and (rows > 1.5 * columns) != on
