# SPDX-License-Identifier: MIT
"""
The front of a machine for a document: its picture without the visitor, and where each part stands on it.

    picture = facade_picture(Cabinet("cierzo", seed="00"), "frente.png")
    facade_places(load_model("cierzo")).parts["coin_slot"]   # x, y, width, height in thousandths of the width
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pygame import Rect

from emulator.panel.frame.window import blank, save_picture
from emulator.panel.machine.follow import Shown
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.picture import SMALLEST
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import Model
from machines.support.languages import DEFAULT_LANGUAGE

# A lying screen: what the visitor has lies on the counter below the cabinet.
_SIZE = (1_920, 1_200)
THOUSAND = 1_000

Box = tuple[int, int, int, int]


class Facade(NamedTuple):
    """Where the parts of a front stand, in thousandths of its width from its upper left corner."""

    height: int
    parts: dict[str, Box]
    """By name: x, y, width, height; zones, reels, display, buttons, slots, tray."""
    labels: dict[str, str]
    """What is written on each button, by name."""


def facade_picture(cabinet: Shown, path: str | Path) -> tuple[int, int]:
    """
    Draw the front of a cabinet as it is now, without the mark of a TEST machine, into a picture file.

    Returns:
        Width and height of the picture in pixels.
    """
    screen = blank(_SIZE, SMALLEST)
    stage = Stage(read_front(cabinet.model, cabinet.serial, False), _SIZE, DEFAULT_LANGUAGE)
    stage.draw(screen, look(cabinet), 0, Hand(), animate=False)
    front = screen.subsurface(stage.layout.cabinet)
    save_picture(front, path)
    return front.get_size()


def facade_places(model: Model) -> Facade:
    """Where everything stands on the front of a model, as the panel draws it."""
    stage = Stage(read_front(model, 1, False), _SIZE, DEFAULT_LANGUAGE)
    layout = stage.layout
    rects: dict[str, Rect] = {name: layout.inner(name) for name in ("crown", "glass", "reels", "deck")}
    rects |= {f"reel_{number}": rect for number, rect in enumerate(layout.reels, 1) if model.strips}
    rects |= {"window": layout.window, "display": stage.display.rect, "tray": stage.tray.rect}
    rects |= {f"button_{cap.name}": cap.rect for cap in stage.deck.caps}
    pads = {} if stage.field is None else stage.field.buttons
    rects |= {f"button_{name}": rect for name, rect in pads.items()}
    rects |= {"slot_plate": stage.deck.slot_rect, "coin_slot": stage.deck.slot, "chute": stage.tray.chute}
    if stage.deck.accept is not None:
        rects["accept"] = stage.deck.accept
    if model.note_cents:
        rects["note_mouth"] = stage.notes.mouth
    if stage.card_slot.fitted:
        rects["card_slot"] = stage.card_slot.rect
    if not model.coins_cents:
        del rects["slot_plate"], rects["coin_slot"]
    width = layout.cabinet.width
    parts = {name: _thousandths(rect, width) for name, rect in rects.items()}
    labels = {cap.name: " ".join(cap.label.split()) for cap in stage.deck.caps}
    labels |= {name: str(number) for number, name in enumerate(pads, 1)}
    return Facade(round(THOUSAND * layout.cabinet.height / width), parts, labels)


def _thousandths(rect: Rect, width: int) -> Box:
    x, y, across, down = (round(THOUSAND * side / width) for side in rect)
    return x, y, across, down
