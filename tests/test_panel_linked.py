# SPDX-License-Identifier: MIT
"""The panel of a linked machine: the shared pot on its crown, and on its glass that it belongs to a link."""

from __future__ import annotations

from functools import lru_cache

import pytest
from panel_fake import FakeCabinet
from pygame import Rect
from test_panel_layout import cut_or_overlapping

from emulator.linked import LinkView
from emulator.panel import legal, paint
from emulator.panel.front import read_front
from emulator.panel.seen import look
from emulator.panel.stage import Hand, Stage
from machines.model import load_model

VIEWS = (((1280, 800), "es"), ((1024, 600), "en"), pytest.param((1080, 1920), "es", marks=pytest.mark.long))
UP = LinkView("up", "", (123_45,))


@lru_cache(maxsize=6)
def stage(size: tuple[int, int], language: str) -> Stage:
    return Stage(read_front(load_model("bochorno"), 1, False), size, language)


def crown(link: LinkView | None, **more: object) -> bytes:
    """The crown of a machine whose link is seen so."""
    built = stage((1280, 800), "es")
    screen = paint.plain(built.layout.size)
    cabinet = FakeCabinet(model=load_model("bochorno"), link=link, **more)  # type: ignore[arg-type]
    built.draw(screen, look(cabinet), 0, Hand(), animate=False)
    return screen.subsurface(built.crown.glass).copy().get_buffer().raw


@pytest.mark.parametrize(("size", "language"), VIEWS)
def test_the_glass_says_that_the_machine_belongs_to_the_link(size: tuple[int, int], language: str) -> None:
    """B-26: in full, large enough to be read, nothing else cut or covered by it."""
    built = stage(size, language)
    assert not cut_or_overlapping(built.kit.text.placed, Rect(0, 0, *size))
    printed = " ".join(placed.text for placed in built.kit.text.placed)
    assert "forma parte de un carrusel" in printed
    assert any(placed.text == "CARRUSEL" for placed in built.kit.text.placed)
    assert min(placed.size_px for placed in built.kit.text.placed) >= legal.READABLE_PX


def test_the_crown_shows_what_the_pot_stands_at() -> None:
    assert crown(UP) != crown(LinkView("up", "", (123_46,)))
    assert crown(UP) == crown(UP)


@pytest.mark.parametrize(
    "link", [None, LinkView("down", "", (123_45,)), LinkView("refused", "model", ()), LinkView("up", "", ())]
)
def test_a_pot_that_nobody_tells_of_shows_dashes_and_no_amount(link: LinkView | None) -> None:
    """An amount from before the line broke would be a promise that nobody keeps."""
    assert crown(link) == crown(None) != crown(UP)


def test_without_current_the_window_is_dark() -> None:
    assert crown(UP, powered=False) == crown(None, powered=False) != crown(None)


def test_a_machine_that_stands_alone_has_no_pot_on_its_crown() -> None:
    front = read_front(load_model("cierzo"), 1, False)
    assert (front.pots, front.linked) == ((), False)
    assert read_front(load_model("bochorno"), 1, False).pots == (("CARRUSEL", "CARRUSEL"),)
