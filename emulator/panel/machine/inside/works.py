# SPDX-License-Identifier: MIT
"""The works of the drawing: reels, buttons and lamps, and the meters with their drums."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.panel.machine.inside.box import Box, Draw
from emulator.panel.machine.inside.coins import boxed
from emulator.panel.machine.inside.ink import (
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    PAPER,
    SHEET,
    STEEL,
    STRONG,
    TEXT,
    WORKS,
    Pen,
)
from emulator.panel.machine.inside.look import Look
from emulator.panel.machine.inside.plan import Plan

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.panel.machine.inside.speech import Speech

DIGITS = 6


def works_boxes(cabinet: Cabinet, kit: Speech, plan: Plan, titles: dict[str, str]) -> list[Box]:
    """Reels, the front and the meters."""
    found = []
    meters = tuple(cabinet.machine.meters)
    if "reels" in plan.places:
        optics = tuple(f"optic_{number}" for number in range(1, 4))
        draw = _reels(kit, [reel.stops for reel in [*cabinet.machine.reels]])
        found.append(boxed(plan, titles, "reels", ("reel_",), optics, draw, ("reel_",)))
    buttons, lamps = tuple(cabinet.machine.buttons), tuple(cabinet.machine.lamps)
    lines = (*(f"button_{name}" for name in buttons), *(f"lamp_{name}" for name in lamps), "buzzer")
    draw = _front(kit, tuple(dict.fromkeys((*buttons, *lamps))))
    prefixes = ("button_", "lamp_", "buzzer.")
    found.append(boxed(plan, titles, "front", prefixes, lines, draw, ("button_", "lamp_", "buzzer.")))
    lines = (*(f"meter_{name}" for name in meters), "meter_present")
    found.append(boxed(plan, titles, "meters", ("meter_",), lines, _meters(kit, meters), ("meter_",)))
    return found


def _reels(kit: Speech, stops: list[int]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        across = 3 if len(stops) > 3 and box.height > box.width else len(stops)
        width, rows = box.width // across, -(-len(stops) // across)
        tall = box.height // rows
        radius = min(width // 2 - 4, (tall - pen.row) // 2)
        for number, count in enumerate(stops, 1):
            name = f"reel_{number}"
            row, column = divmod(number - 1, across)
            at = (box.x + width * column + width // 2, box.y + tall * row + radius + 2)
            ill = (
                look.yes(f"{name}.jammed")
                or look.yes(f"{name}.dirty")
                or look.values.get(f"{name}.encoder") is False
            )
            moving = look.yes(f"{name}.moving")
            pen.disc(at, radius, SHEET, FAULT if ill else MOVES if moving else LINE, 2)
            angle = look.number(f"{name}.angle") / 65_536 * 2 * math.pi
            for stop in range(count if count <= 24 else 24):
                turn = angle + stop * 2 * math.pi / min(count, 24)
                edge = (at[0] + math.cos(turn) * radius * 0.92, at[1] + math.sin(turn) * radius * 0.92)
                pygame.draw.circle(pen.target, LIVE if stop == 0 else HAIR, edge, 3 if stop == 0 else 1)
            line = f"optic_{number}"
            if line in look.asserted:
                pen.dot((at[0] + radius - 2, at[1] - radius + 4), 4, WORKS, look.asserted[line])
            stop = (look.number(f"{name}.angle") * count + 32_768 + count - 1) // 65_536 % count
            pen.text(str(stop), (at[0], at[1] - pen.row // 2), LIVE, face=STRONG, align="center")
            off = look.number(f"{name}.off")
            words = kit.say("off by {}").format(off) if off and not moving else ""
            pen.text(words, (at[0], at[1] + radius + 3), FAULT, align="center", width=width)

    return draw


def _front(kit: Speech, names: tuple[str, ...]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        radius = max(4, pen.size * 2 // 5)
        shown = [*names, *(["buzzer"] if "buzzer.sounding" in look.values else [])]
        columns = 1 if pen.has_row(box.y + pen.row * (len(shown) - 1), box) else 2
        width = box.width // columns
        for number, name in enumerate(shown):
            column, row = divmod(number, -(-len(shown) // columns))
            spot = Rect(box.x + column * width, box.y + row * pen.row, width, pen.row)
            if not pen.full(spot.y, box):
                _button_or_lamp(pen, spot, look, name, radius)

    return draw


def _button_or_lamp(pen: Pen, spot: Rect, look: Look, name: str, radius: int) -> None:
    """A cap that is down or up, a lamp that is lit or dark, and whose they are."""
    down = look.asserted.get(f"button_{name}", False)
    stuck = look.yes(f"button_{name}.stuck")
    lamp = "buzzer" if name == "buzzer" else f"lamp_{name}"
    broken = look.yes(f"{lamp}.broken")
    x, y = spot.topleft
    if f"button_{name}.down" in look.values:
        cap = Rect(x, y + 2 + (2 if down else 0), 3 * radius, pen.row - 6)
        pen.box(cap, FAULT if stuck else LINE, MOVES if down else STEEL, 1, 3)
    lit, light = look.yes(f"{lamp}.lit"), (255, 206, 84)
    if name == "buzzer":
        lit, light = look.yes("buzzer.sounding"), MOVES
    if name == "buzzer" or f"{lamp}.lit" in look.values:
        at = (x + 5 * radius, y + pen.row // 2)
        pen.disc(at, radius - 1, light if lit else PAPER, FAULT if broken else LINE)
    words = Rect(x + 7 * radius, y, spot.width - 7 * radius, pen.row)
    pen.fitted(name, words, FAULT if stuck or broken else LINE)


def _meters(kit: Speech, names: tuple[str, ...]) -> Draw:
    def draw(pen: Pen, box: Rect, look: Look) -> None:
        tall = (box.height - pen.row) // max(1, len(names))
        beside = tall < 2 * pen.row
        for number, name in enumerate(names):
            top = box.y + number * tall
            plugged, on = look.yes(f"meter_{name}.plugged"), look.yes(f"meter_{name}.coil")
            pen.dot((box.x + 5, top + pen.row // 2), 4, MOVES, on)
            words = name if plugged else f"{name}: {kit.say('no plug')}"
            wide = box.width * 9 // 20 if beside else box.width - 14
            ink, face = (LINE, TEXT) if plugged else (FAULT, STRONG)
            if pen.least_width(words, face) > wide - 14:  # a cross in the place of the words
                words = name
                pen.check((box.x + wide - pen.size, top + pen.row // 2), good=False)
            pen.fitted(words, Rect(box.x + 14, top, wide - 14, pen.row), ink, face=face)
            drum = Rect(box.x, top + pen.row + 1, box.width, min(tall - pen.row - 6, 2 * pen.size))
            if beside:
                drum = Rect(box.x + wide, top, box.width - wide, min(tall - 1, pen.row))
            drums(pen, drum, look.number(f"meter_{name}.count"), on)
        loop = look.asserted.get("meter_present", False)
        words = kit.say("loop closed") if loop else kit.say("loop open")
        pen.text(words, (box.x, box.bottom - pen.row), WORKS if loop else FAULT, face=STRONG)

    return draw


def drums(pen: Pen, box: Rect, count: int, pulse: bool) -> None:
    """Digit drums of a mechanical counter; while its coil pulls the last one stands between two figures."""
    width = min(box.width // DIGITS, box.height)
    for place in range(DIGITS):
        drum = Rect(box.x + place * width, box.y, width - 2, box.height)
        last = place == DIGITS - 1
        pen.box(drum, LINE, (32, 32, 34) if not last else (150, 40, 34))
        figure = str(count // 10 ** (DIGITS - 1 - place) % 10)
        size = max(11, box.height * 7 // 10)
        lift = -box.height // 6 if last and pulse else 0
        before = pen.target.get_clip()
        pen.target.set_clip(drum.inflate(-2, -2).clip(before))
        y = drum.centery - round(size * 0.68) + lift
        pen.text(figure, (drum.centerx, y), (248, 244, 232), face=STRONG, size_px=size, align="center")
        pen.target.set_clip(before)
