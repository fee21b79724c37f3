# SPDX-License-Identifier: MIT
"""The gallery: its pictures show what is drawn today; they are small, and all on the page."""

from __future__ import annotations

import re

import gallery
import numpy as np
import pygame
import pytest
from likeness import likeness
from panel_fake import FakeCabinet, reel, state
from soon import soon

from emulator.panel.machine.picture import draw_picture

TOTAL_BYTES_MAX = 4_000_000
KEPT = sorted(path.stem for path in gallery.FOLDER.glob("*.webp"))
SIZE = (960, 600)


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def shown(cabinet: FakeCabinet) -> pygame.Surface:
    return draw_picture(cabinet, SIZE)


def test_the_pictures_are_small_and_all_on_the_page() -> None:
    sizes = [path.stat().st_size for path in gallery.FOLDER.glob("*.webp")]
    assert max(sizes) <= 60_000 and sum(sizes) < TOTAL_BYTES_MAX
    page = gallery.PAGE.read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(gallery/(\w+)\.webp\)", page)) == KEPT
    assert page == gallery.page()


@pytest.mark.parametrize("name", soon(KEPT, "cierzo_idle"))
def test_a_picture_is_what_is_drawn_today(name: str) -> None:
    model, _, state_name = name.rpartition("_")
    drawn = gallery.shot(model, state_name)
    assert drawn is not None
    found = likeness(pygame.image.load(gallery.FOLDER / f"{name}.webp"), drawn)
    assert found.alike, f"{found}; hint: python benchmarks/gallery.py {model}, if that is how it is meant"


OTHERS: dict[str, dict[str, object]] = {
    "a symbol": {"reels": [reel(0), reel(6), reel(21)]},
    "a lamp": {"lit": frozenset({"start"})},
    "a row": {"glass": frozenset({3})},
    "no power": {"powered": False},
}


@pytest.mark.parametrize("other", soon(OTHERS, "a symbol", "a lamp"))
def test_the_comparison_sees_what_an_eye_sees(other: str) -> None:
    assert not likeness(shown(state("idle")), shown(state("idle", **OTHERS[other]))).alike


def test_the_comparison_does_not_see_another_renderer() -> None:
    """All moved by half a pixel and so softer, and a shade of light, as another SDL or FreeType leaves."""
    picture = shown(state("idle"))
    pixels = pygame.surfarray.array3d(picture).astype(np.uint16)
    beside = pixels + np.roll(pixels, 1, axis=0)
    softer = pygame.surfarray.make_surface((beside + np.roll(beside, 1, axis=1)) // 4)
    lighter = picture.copy()
    lighter.fill((6, 6, 6), special_flags=pygame.BLEND_RGB_ADD)
    assert likeness(picture, picture) == pytest.approx((1, 1, 0))
    assert likeness(picture, softer).alike and likeness(picture, lighter).alike
