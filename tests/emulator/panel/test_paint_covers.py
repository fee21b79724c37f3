# SPDX-License-Identifier: MIT
"""What is read from pictures, pixel by pixel."""

from __future__ import annotations

import numpy as np
import pygame

from emulator.panel.art import paint


def test_covers_are_the_shares_of_255_row_by_row() -> None:
    picture, sheet = paint.layer((16, 17)), paint.plain((16, 17))
    for level in range(256):
        spot = (level % 16, level // 16)
        picture.set_at(spot, (200, 100, 50, level))
        sheet.set_at(spot, (level, level, level))
    wanted = (np.arange(256) / 255).astype(np.float32).reshape(16, 16)
    for found in (paint.cover_of(picture), paint.white_of(sheet)):
        assert found.dtype == np.float32 and found.shape == (17, 16)
        assert np.array_equal(found[:16], wanted) and not found[16].any()


def test_a_part_of_a_picture_has_its_own_cover_and_nothing_stays_locked() -> None:
    picture = paint.layer((20, 10))
    picture.fill((9, 9, 9, 255), pygame.Rect(5, 2, 6, 3))
    found = paint.cover_of(picture.subsurface(pygame.Rect(5, 2, 6, 3)))
    assert found.shape == (3, 6) and bool((found == 1).all())
    paint.white_of(paint.plain((4, 4)))
    assert not picture.get_locked()
    paint.plain((20, 10)).blit(picture, (0, 0))
