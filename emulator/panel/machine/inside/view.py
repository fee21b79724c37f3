# SPDX-License-Identifier: MIT
"""
The maintenance view: the technical drawing of a cabinet with every value live, its tables and its time line.

    view = InsideView(Desk(cabinet, (780, 800), language))
    view.open()
    view.draw(screen.subsurface(...))
    view.close()                       # from here on it costs nothing
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.cabinet.faults import faults
from emulator.panel.art import coins as coin_art
from emulator.panel.art import paint
from emulator.panel.machine.inside.box import Box
from emulator.panel.machine.inside.desk import Desk
from emulator.panel.machine.inside.hands import Hands
from emulator.panel.machine.inside.ink import FAULT, HAIR, LINE, LIVE, MOVES, PAPER, SHEET, SOFT, STRONG, Pen
from emulator.panel.machine.inside.look import Look, look_inside
from emulator.panel.machine.inside.menu import draw_menu
from emulator.panel.machine.inside.plan import along
from emulator.panel.machine.inside.speech import Speech
from emulator.panel.machine.inside.tables import MEMORY, MONEY, PINS
from emulator.panel.machine.inside.words import name_of

if TYPE_CHECKING:
    pass

Point = tuple[int, int]
# Which table each sheet shows at first.
_FIRST = (MONEY, MEMORY, PINS)


class InsideView:
    """
    Args:
        desk: what is drawn, and where.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk, self.hands = desk, Hands(desk)
        self.size = desk.size
        self._base = paint.plain(desk.size)
        self._sheet = paint.plain(desk.size)
        self._keys: dict[str, object] = {}
        self._paint_base()

    # -- open and shut ------------------------------------------------------------------------------

    def open(self) -> None:
        """Listen to the board from now on."""
        self.desk.ear.open()

    def close(self) -> None:
        """Listen no more; time passes as on the wall."""
        self.desk.past.leave()
        self.desk.pace.forget()
        self.desk.pace.paused = False
        self.desk.ear.close()

    # -- drawing ------------------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface) -> Look:
        """One frame: what has changed is drawn anew, the rest is as it was."""
        look = look_inside(self.desk.cabinet, self.desk.inside, self.desk.controls, self.desk.ear)
        pen = Pen(self._sheet, self.desk.areas.size_px)
        self._part("head", self._head_key(look), self.desk.areas.head, lambda: self._draw_head(pen, look))
        for box in self.desk.boxes:
            pointed = box.rect.collidepoint(self.desk.point) and self.desk.menu is None
            key = (box.key(look), pointed, look.now_us // 25_000 if _turns(box, look) else 0)
            self._part(box.part, key, box.rect, partial(box.paint, pen, look, pointed=pointed))
        for number, rect in enumerate(self.desk.areas.sheets):
            shown, skipped = self.desk.shown[number], self.desk.skipped[number]
            depends = (shown, skipped, self.desk.tables[shown].key(look), self.desk.past.active)
            self._part(f"sheet {number}", depends, rect, partial(self._draw_table, pen, number, look))
        over = self.desk.point if self.desk.strip.rect.collidepoint(self.desk.point) else (-1, -1)
        self._part(
            "strip",
            (self.desk.strip.key(), over),
            self.desk.strip.rect.inflate(14, 12),
            lambda: self.desk.strip.draw(pen, over),
        )
        screen.blit(self._sheet, (0, 0))
        self._draw_loom(screen, look)
        top = Pen(screen, self.desk.areas.size_px)
        self._draw_coins(top, look)
        if self.desk.menu is not None:
            draw_menu(top, self.desk.menu, self.desk.controls, look, self.desk.kit, self.desk.point)
        return look

    def _part(self, name: str, key: object, rect: Rect, draw: Callable[[], object]) -> None:
        if self._keys.get(name) == key and name in self._keys:
            return
        self._keys[name] = key
        area = rect.inflate(2, 2)
        self._sheet.blit(self._base, area, area)
        self._sheet.set_clip(area)
        draw()
        self._sheet.set_clip(None)

    def _paint_base(self) -> None:
        pen = Pen(self._base, self.desk.areas.size_px)
        pen.paper(self._base.get_rect(), max(12, self.desk.areas.size_px * 3 // 2))
        width = max(8, self.desk.areas.size_px)
        for way in self.desk.plan.ways.values():
            pygame.draw.lines(self._base, HAIR, False, way, width)
        for way in self.desk.plan.ways.values():
            pygame.draw.lines(self._base, SHEET, False, way, width - 4)
        self._sheet.blit(self._base, (0, 0))

    def _draw_loom(self, screen: pygame.Surface, look: Look) -> None:
        """The cables to the board: red from what is broken, marked while one of their lines changes."""
        ill = []
        for box in self.desk.boxes:
            cable = self.desk.plan.cables.get(box.part)
            if cable is None:
                continue
            if box.faults(look):
                ill.append(cable)
            else:
                busy = any(line in look.fresh for line in box.lines)
                pygame.draw.lines(screen, MOVES if busy else SOFT, False, cable, 2 if busy else 1)
        for cable in ill:
            pygame.draw.lines(screen, FAULT, False, cable, 3)

    # -- the head -----------------------------------------------------------------------------------

    def _head_key(self, look: Look) -> object:
        values = look.values
        named = ("firmware.tilt", "board.program", "board.fault", "board.flags")
        told = tuple(values.get(name) for name in named)
        return look.message, told, self.desk.note, look.now_us // 100_000, tuple(look.broken)

    def _draw_head(self, pen: Pen, look: Look) -> None:
        head = self.desk.areas.head
        tilt, note = look.word("firmware.tilt"), self.desk.note
        ill = bool(tilt) or look.word("board.program") == "failed"
        pen.box(head, FAULT if ill else LINE, SHEET, 2 if ill else 1)
        x, y = head.x + 8, head.y + 4
        model = self.desk.cabinet.model
        title = f"{model.title} · {self.desk.number}"
        x += pen.text(title, (x, y), LINE, face=STRONG, size_px=round(pen.size * 1.15)) + pen.size
        if self.desk.cabinet.test:
            x += pen.text("TEST", (x, y + 1), MOVES, face=STRONG) + pen.size
        right = head.right - 8
        right -= (
            pen.text(f"{look.now_us / 1e6:.1f} s", (right, y + 1), LIVE, face=STRONG, align="right")
            + pen.size
        )
        message = look.message or "-"
        pen.text(message, (right, y + 1), SOFT, align="right", width=max(8, right - x))
        below = y + pen.row + max(2, pen.row // 7)
        words = note or tilt_text(tilt, self.desk.kit) or look.word("board.fault") or look.word("board.flags")
        ink = MOVES if note else FAULT if tilt else SOFT
        pen.text(
            words or self._invitation(look),
            (head.x + 8, below),
            ink,
            width=head.width - 16,
        )

    def _invitation(self, look: Look) -> str:
        """What is broken though the machine does not know, with its rules; or what can be done here."""
        say, ill = self.desk.kit.say, [one for rows in look.broken.values() for one in rows if one.fault]
        known = [one for one in ill if not one.part.startswith("door_")]
        if known and known[0].fault is not None:
            return f"{name_of(known[0], self.desk.kit)} · {', '.join(known[0].fault.rules)}"
        if not self.desk.cabinet.test:
            return say("No tilt.")
        return say("No tilt. Touch a device to put a fault in.")

    # -- sheets ---------------------------------------------------------------------------------------

    def _draw_table(self, pen: Pen, number: int, look: Look) -> None:
        rect = self.desk.areas.sheets[number]
        pen.box(rect, LINE, SHEET)
        for name, tab in self.desk.tabs(number).items():
            on = name == self.desk.shown[number]
            pen.box(tab, LINE if on else HAIR, SHEET if on else PAPER)
            face = STRONG if on else "text"
            label = Rect(tab.x + 3, tab.centery - pen.row // 2, tab.width - 6, pen.row)
            pen.fitted(self.desk.tables[name].title, label, LINE if on else SOFT, face=face, align="center")
            if on:
                self._sheet.fill(SHEET, Rect(tab.x + 1, tab.bottom - 1, tab.width - 2, 2))
        tall = self.desk.tabs(number)[PINS].height
        inner = Rect(rect.x + 8, rect.y + tall + 6, rect.width - 16, rect.height - tall - 12)
        self.desk.tables[self.desk.shown[number]].draw(pen, inner, look, self.desk.skipped[number])

    # -- coins on their way ---------------------------------------------------------------------------

    def _draw_coins(self, pen: Pen, look: Look) -> None:
        ways, largest = self.desk.plan.ways, max(9, round(self.desk.areas.size_px * 1.3))
        for coin in look.coins:
            share = coin.progress_permille / 1000
            name = coin.path
            if coin.path == "accepted":
                name = look.word(f"diverter.{coin.cents}") or "cash_box"
            elif coin.path == "paying":
                hopper = self.desk.cabinet.machine.hoppers.get(coin.cents)
                name = f"paying {hopper.name}" if hopper is not None else ""
            if name in ways:
                side = coin_art.diameter(coin.cents, largest)
                face = coin_art.face(coin.cents, side)
                at = along(ways[name], share)
                pen.target.blit(face, (at[0] - side // 2, at[1] - side // 2))
        if "slot" in ways:
            for permille in look.slugs:
                pen.disc(along(ways["slot"], permille / 1000), largest // 2, (90, 94, 98), FAULT, 2)


def tilt_text(tilt: str, kit: Speech) -> str:
    """A tilt's code, its meaning, and the rules that it is for."""
    if not tilt:
        return ""
    for fault in faults().values():
        head, brace, _ = fault.tilt.partition("{")
        if fault.tilt and (tilt == fault.tilt or (brace and tilt.startswith(head))):
            argument = tilt[len(head) :] if brace else ""
            shown = kit.money(int(argument)) if argument.isdigit() and head.startswith("hopper") else argument
            meaning = kit.of_firmware(fault.text).format(shown) if fault.text else ""
            return f"{tilt} · {meaning} · {', '.join(fault.rules)}"
    return tilt


def _turns(box: Box, look: Look) -> bool:
    """Whether something in a box moves with the machine's time and not with a reading."""
    return look.yes(f"{box.part}.turning")
