# SPDX-License-Identifier: MIT
"""The maintenance view: doors and keys as switches, and the message line drawn large for the service menu."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect

from emulator.panel.art import dots, paint
from emulator.panel.art.lettering import Letterer, fit
from emulator.panel.art.theme import AMBER, CREAM, INK, STEEL_LIGHT, Colour
from emulator.panel.machine.parts import service_look
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.service_look import EDGE, ENGRAVED

_LIT: Colour = (255, 174, 54)
_DARK: Colour = (46, 29, 14)
# Two lines of this many dots hold every message: 32 letters, six columns each with the gap after it.
_COLUMNS = 112
_LINES = 2
_LINE_ROWS = dots.ROWS + 2


@dataclass(frozen=True)
class Switch:
    """One door or key: what it is called, and where it is drawn."""

    kind: str
    """"door" or "key"."""
    name: str
    label: str
    key: str
    """The key that works it."""
    rect: Rect

    def on(self, seen: Seen) -> bool:
        """Whether the door is open, or the key turned."""
        return (seen.doors if self.kind == "door" else seen.keys).get(self.name, False)


class ServicePlate:
    """A steel plate over crown and glass with five switches; shown only to whoever asks for it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        # Its own: it covers what is printed below it.
        self.text = Letterer()
        room = kit.layout.inner("crown").union(kit.layout.inner("glass"))
        self.rect = room.inflate(-2 * kit.gap(2), -2 * kit.gap(2))
        inner = self.rect.inflate(-2 * kit.gap(3), -2 * kit.gap(2))
        title = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.13))
        pitch = inner.width / (_COLUMNS + 4)
        pitch = min(pitch, inner.height * 0.36 / (_LINES * _LINE_ROWS + 2))
        tall = round(pitch * (_LINES * _LINE_ROWS + 2))
        self._pitch = pitch
        self._screen = Rect(0, title.bottom, round(pitch * (_COLUMNS + 4)), tall)
        self._screen.centerx = inner.centerx
        hint = Rect(inner.x, self._screen.bottom, inner.width, round(inner.height * 0.12))
        self._title, self._hint = title, hint
        self.switches = _switches(kit, Rect(inner.x, hint.bottom, inner.width, inner.bottom - hint.bottom))
        self._plate: pygame.Surface | None = None
        self._fault: tuple[str, pygame.Surface] = ("", pygame.Surface((1, 1)))
        self._pictures: dict[tuple[str, str, bool], pygame.Surface] = {}
        self._line: tuple[str, pygame.Surface] = ("", pygame.Surface((1, 1)))

    def switch_at(self, point: tuple[int, int]) -> Switch | None:
        """The switch at a point of the screen."""
        return next((switch for switch in self.switches if switch.rect.collidepoint(point)), None)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The plate, what the message line says, and how the switches stand."""
        if self._plate is None:
            self._plate = self._paint()
        screen.blit(self._plate, self.rect)
        self.text.hide(self.rect, whole=False)
        self.text.again(self.text.placed)
        message = self._kit.message(seen.display.message) if seen.powered else ""
        if self._line[0] != message:
            self._line = (message, self._typeset(message))
        if message:
            paint.add(screen, self._line[1], self._screen.topleft)
        for switch in self.switches:
            self._draw_switch(screen, switch, switch.on(seen))
        if seen.last_fault is not None:
            self._draw_fault(screen, seen.last_fault)

    def _draw_fault(self, screen: pygame.Surface, fault: str) -> None:
        """What the program died of last, over the hint."""
        if self._fault[0] != fault:
            strip = paint.plain(self._hint.size)
            strip.fill(INK)
            words = self._kit.say("Program fault: {}").format(fault)
            size = max(8, round(self._hint.height * 0.52))
            self.text.put(strip, words, strip.get_rect(), "text", size, AMBER, remember=False)
            self._fault = (fault, strip)
        screen.blit(self._fault[1], self._hint)

    def _paint(self) -> pygame.Surface:
        kit, at = self._kit, self.rect
        plate = service_look.steel(at.size, kit)
        with self.text.moved(at.topleft):
            self._print(plate, kit.say("MAINTENANCE"), self._title, "label", 0.62)
            words = kit.say("1 up · 2 down · 3 enter · C leave · F2 puts this away")
            self._print(plate, words, self._hint, "text", 0.52)
            self._label(plate)
        ink = self.text.placed[0].ink.move(-at.x, -at.y)
        glass = self._screen.move(-at.x, -at.y)
        service_look.cut_lines(plate, ink, glass, max(1, kit.px(2)))
        paint.frame(plate, glass, max(2, kit.gap(0)), kit.gap(0))
        plate.fill((12, 8, 8), glass)
        for column in range(_COLUMNS):
            for row in range(_LINES * _LINE_ROWS - 2):
                if row % _LINE_ROWS < dots.ROWS:
                    self._dot(plate, column, row, _DARK, glass.topleft)
        paint.recess(plate, glass, kit.gap(1), kit.gap(0))
        plate.blit(paint.reflection(glass.size, 0.06), glass)
        return plate

    def _label(self, plate: pygame.Surface) -> None:
        """The names under the switches, all of one size."""
        boxes = [Rect(switch.rect.x, 0, switch.rect.width, 0) for switch in self.switches]
        for box, switch in zip(boxes, self.switches, strict=True):
            box.height = round(switch.rect.height * 0.24)
            box.bottom = switch.rect.bottom
        size = min(
            fit(switch.label, "label", box.size, round(box.height * 0.62)).size_px
            for box, switch in zip(boxes, self.switches, strict=True)
        )
        for box, switch in zip(boxes, self.switches, strict=True):
            spot = box.move(-self.rect.x, -self.rect.y)
            self.text.put(plate, switch.label, spot, "label", size, ENGRAVED, shadow=EDGE)

    def _print(self, plate: pygame.Surface, words: str, box: Rect, face: str, share: float) -> None:
        spot = box.move(-self.rect.x, -self.rect.y)
        self.text.put(plate, words, spot, face, max(8, round(spot.height * share)), ENGRAVED, shadow=EDGE)

    def _typeset(self, message: str) -> pygame.Surface:
        """The message on two lines, broken between words where it is long."""
        sheet = paint.plain(self._screen.size)
        lines = broken(message)
        for number, line in enumerate(lines):
            width, lit = dots.typeset(line)
            left = max(0, (_COLUMNS - width) // 2)
            top = number * _LINE_ROWS if len(lines) > 1 else _LINE_ROWS // 2
            for column, row in lit:
                self._dot(sheet, left + column, top + row, _LIT, (0, 0))
        return sheet

    def _dot(self, target: pygame.Surface, column: int, row: int, tone: Colour, at: tuple[int, int]) -> None:
        side = max(1, round(self._pitch * 0.8))
        x = round(at[0] + (column + 2) * self._pitch)
        y = round(at[1] + (row + 2) * self._pitch)
        pygame.draw.rect(target, tone, Rect(x, y, side, side), border_radius=max(0, side // 3))

    def _draw_switch(self, screen: pygame.Surface, switch: Switch, on: bool) -> None:
        key, box = (switch.name, switch.kind, on), self._pocket(switch)
        if key not in self._pictures:
            self._pictures[key] = self._paint_switch(switch.kind, box.size, on)
        screen.blit(self._pictures[key], box)
        below = Rect(box.x, box.bottom - self._foot(box), box.width, self._foot(box))
        size = max(8, round(below.height * 0.72))
        words = _words(self._kit, switch.kind, on)
        self.text.put(screen, words, below, "strong", size, CREAM if on else STEEL_LIGHT, remember=False)
        cap = self._cap(box)
        self.text.put(screen, switch.key, cap, "strong", round(cap.height * 0.72), INK, remember=False)

    def _paint_switch(self, kind: str, size: tuple[int, int], on: bool) -> pygame.Surface:
        """The sunk field with its door or lock, a lamp, and the key that works it."""
        box = Rect((0, 0), size)
        sheet = service_look.pocket(size, self._kit)
        cap = self._cap(box)
        room = box.height - self._foot(box)
        side = min(round(room * 0.84), box.width - 2 * cap.right)
        sheet.blit(service_look.figure(side, kind, on), ((box.width - side) // 2, (room - side) // 2 + 1))
        sheet.blit(service_look.key_cap(cap.width), cap)
        light = max(6, round(cap.width * 0.62))
        place = (box.right - cap.x - light, cap.centery - light // 2)
        sheet.blit(service_look.lamp(light, kind, on), place)
        return sheet

    def _pocket(self, switch: Switch) -> Rect:
        """The sunk field of a switch, above its name."""
        return Rect(switch.rect.topleft, (switch.rect.width, round(switch.rect.height * 0.76)))

    def _foot(self, box: Rect) -> int:
        """Height of the words at the foot of a field."""
        return round(box.height * 0.29)

    def _cap(self, box: Rect) -> Rect:
        """Where the key's name stands in a field."""
        side = round(min(box.size) * 0.22)
        return Rect(box.x + self._kit.gap(0), box.y + self._kit.gap(0), side, side)


@lru_cache(maxsize=64)
def broken(message: str) -> tuple[str, ...]:
    """A message as one line, or as the two that are most alike in width if one line cannot hold it."""
    if dots.typeset(message)[0] <= _COLUMNS:
        return (message,)
    words = message.split(" ")
    pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if not pairs:
        return message[: len(message) // 2], message[len(message) // 2 :]
    return min(pairs, key=lambda pair: max(dots.typeset(line)[0] for line in pair))


def _words(kit: Kit, kind: str, on: bool) -> str:
    if kind == "door":
        return kit.say("OPEN") if on else kit.say("SHUT")
    return kit.say("TURNED") if on else kit.say("OFF")


def _switches(kit: Kit, row: Rect) -> tuple[Switch, ...]:
    rows = (
        ("door", "main", kit.say("MAIN DOOR"), "6"),
        ("door", "box", kit.say("CASH BOX"), "7"),
        ("door", "logic", kit.say("LOGIC AREA"), "8"),
        ("key", "operator", kit.say("OPERATOR KEY"), "9"),
        ("key", "service", kit.say("SERVICE KEY"), "0"),
    )
    gap = kit.gap(2)
    width = (row.width - gap * (len(rows) - 1)) // len(rows)
    return tuple(
        Switch(kind, name, label, key, Rect(row.x + i * (width + gap), row.y, width, row.height))
        for i, (kind, name, label, key) in enumerate(rows)
    )
