# SPDX-License-Identifier: MIT
"""
A picture of a cabinet as it is now; needs no display.

    save_screenshot(Cabinet("cierzo", seed="00"), "cierzo.png", (1080, 1920))
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from emulator.panel.access.helper import aid_of
from emulator.panel.art.cabinets.kinds import KINDS
from emulator.panel.frame.around import present
from emulator.panel.frame.window import WINDOW, blank, save_picture
from emulator.panel.machine.follow import Shown
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.inside.pane import Pane
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.layout import TOUCH_PX, lay_out
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look, read_front, type_of
from emulator.panel.machine.stage import Stage
from machines.model import Model
from machines.rom.reworded import reworded
from machines.support.languages import DEFAULT_LANGUAGE

SMALLEST = (640, 400)


def save_screenshot(
    cabinet: Shown,
    path: str | Path,
    size: tuple[int, int] = WINDOW,
    language: str = DEFAULT_LANGUAGE,
    *,
    hand: Hand | None = None,
    pane: Pane | None = None,
) -> None:
    """
    Draw a cabinet as it is now into a picture file; needs no display.

    Args:
        path: the file; its ending says the format (.png).
        size: width and height in pixels, at least SMALLEST.
        hand: what the visitor's hand does; nothing if None.
        pane: of this cabinet; it stands beside the machine.

    Raises:
        PanelError: ``size`` is too small.
        OSError: the file cannot be written.
    """
    save_picture(draw_picture(cabinet, size, language, hand=hand, pane=pane), path)


def draw_picture(
    cabinet: Shown,
    size: tuple[int, int] = WINDOW,
    language: str = DEFAULT_LANGUAGE,
    *,
    hand: Hand | None = None,
    pane: Pane | None = None,
    seen: Seen | None = None,
) -> pygame.Surface:
    """A cabinet as it is now, or as it was ``seen``; see ``save_screenshot``."""
    screen = blank(size, SMALLEST)
    pane = pane or pane_of(cabinet, language, public=False)
    pane.fits(size, size)
    stage = stage_of(cabinet, pane.stage_size(size), language)
    stage.draw(pane.machine(screen), seen or pane.opened(look(cabinet)), 0, hand or Hand(), animate=False)
    pane.draw(screen)
    return screen


def stage_of(
    cabinet: Shown,
    size: tuple[int, int],
    language: str,
    model: Model | None = None,
    *,
    in_hall: bool = False,
) -> Stage:
    """A stage in a language, the message line of the machine included, whatever its ROM speaks."""
    front, touch_px = replace(front_of(cabinet, model), in_hall=in_hall), present().touch_px or TOUCH_PX
    stage = Stage(front, size, language, touch_px, aid_of(present().wishes))
    stage.kit.message = reworded(cabinet.model, cabinet.language, language)
    return stage


def pane_of(cabinet: Shown, language: str, *, public: bool, marks: bool = False) -> Pane:
    """A view of the inside that leaves the message line of an upright machine in sight."""
    front, found = front_of(cabinet), dict[tuple[int, int], int]()

    def above(size: tuple[int, int]) -> int:
        if size not in found:
            wide = front.columns, front.symbols_seen, front.flank_share
            touch_px, arm = present().touch_px or TOUCH_PX, KINDS[front.cabinet].arm
            found[size] = lay_out(size, *wide, touch_px, arm=arm).zones["display"].y
        return found[size]

    return Pane.of(cabinet, language, public=public, marks=marks, above=above)


def front_of(cabinet: Shown, model: Model | None = None) -> Front:
    """
    The front of the game that is in the machine; of the first one while its glass is dark.

    Args:
        model: looks as this one says, not as that which is played.
    """
    return read_front(model or cabinet.model, cabinet.serial, cabinet.test, game_of(cabinet))


def game_of(cabinet: Shown) -> int:
    """Which of the machine's games is behind its glass."""
    return type_of(cabinet.model).game(cabinet.glass)
