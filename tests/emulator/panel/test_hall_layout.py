# SPDX-License-Identifier: MIT
"""Bays of the hall: side by side without a hole, no row longer than another, each of them come past."""

from __future__ import annotations

import itertools

import pygame
import pytest

from emulator.hall.stand import TABLE, Stand
from emulator.hall.standing import Standing
from emulator.panel.art import paint
from emulator.panel.hall.about import About
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.layout import card_rect, front_rect, lay_out, machine_rect, table_rect
from emulator.panel.hall.room import Room
from emulator.panel.machine.parts.layout import TOUCH_PX

SIZES = [(800, 480), (1024, 600), (1280, 800), (1920, 1080), (1080, 1920)]
MIXED = [False] * 10 + [True] * 7 + [False] * 5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tables", (MIXED, [*MIXED, False], [True] * 5, [False] * 13, [False, True]))
def test_bays_leave_no_hole_and_rows_end_together(size: tuple[int, int], tables: list[bool]) -> None:
    layout = lay_out(HallKit(size, "es", TOUCH_PX))
    bays = layout.bays(tables)
    rows = {
        row.y: sorted((bay for bay in bays if bay.y == row.y), key=lambda bay: bay.x) for row in layout.rows
    }
    assert len({row[-1].right for row in rows.values()}) == 1
    assert max(bay.right for bay in bays) >= size[0]
    for row in rows.values():
        assert row[0].x == 0
        assert all(one.right == other.x for one, other in itertools.pairwise(row))
    for bay, table in zip(bays, tables, strict=True):
        assert bay.width >= (layout.table if table else layout.bay)
        assert bay.contains(table_rect(bay) if table else front_rect(bay))
        assert bay.contains(card_rect(bay)) and not card_rect(bay).colliderect(machine_rect(bay))


@pytest.mark.parametrize("size", SIZES)
def test_a_table_is_wider_than_a_machine_and_lies_flat(size: tuple[int, int]) -> None:
    layout = lay_out(HallKit(size, "es", TOUCH_PX))
    bay = pygame.Rect(0, 0, layout.table, layout.bay_size[1])
    assert table_rect(bay).width > front_rect(pygame.Rect(0, 0, *layout.bay_size)).width
    assert table_rect(bay).width > 2 * table_rect(bay).height


@pytest.mark.parametrize("size", [*SIZES, (480, 800), (600, 1024)])
def test_the_picture_of_a_table_is_whole_on_its_sheet(size: tuple[int, int]) -> None:
    """Upright it was wider than the sheet, and its words were cut."""
    red, stand = (255, 0, 0), Stand(TABLE, "boule", "BOULE", "T", 200)
    picture = paint.plain((700, 320))
    picture.fill(red)
    about = About(HallKit(size, "es", TOUCH_PX), stand, Standing(), picture)
    base, inner = paint.plain(size), about.sheet.inner
    rest = about._picture(base, pygame.Rect(inner), picture)
    shown = pygame.mask.from_threshold(base, red, (9, 9, 9, 255)).get_bounding_rects()
    assert len(shown) == 1 and inner.contains(shown[0]) and not rest.colliderect(shown[0])
    assert shown[0].width / shown[0].height == pytest.approx(700 / 320, rel=0.02)


@pytest.mark.parametrize("size", SIZES)
def test_who_turns_the_pages_has_seen_every_bay_whole_and_comes_back(size: tuple[int, int]) -> None:
    stands = [
        Stand(TABLE if table else "machine", f"{n}", "X", "T" if table else "B", 20)
        for n, table in enumerate(MIXED)
    ]
    room = Room(HallKit(size, "es", TOUCH_PX), stands, [], lambda stand: Standing(), lambda stand: None)
    seen: set[str] = set()
    pages = 0
    while True:
        room.camera = room.target
        for stand in stands:
            place = room.place(stand)
            if place.x >= 0 and place.right <= size[0] + room.layout.seen:  # a bay is rounded up
                seen.add(stand.name)
        if room.target >= room.reach:
            break
        room.turn(1)
        pages += 1
    assert len(seen) == len(stands) and pages <= len(stands) // 2
    for _ in range(pages + 1):
        room.turn(-1)
    assert room.target == 0
