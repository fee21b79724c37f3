# SPDX-License-Identifier: MIT
"""
The maintenance view: the technical drawing of a cabinet with every value live, its tables and its time line.

    view = InsideView(cabinet, (780, 800), "es")
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
from emulator.inside.controls import Control, ControlError, Controls, cut_after
from emulator.inside.course import Course
from emulator.inside.ear import Ear
from emulator.inside.inside import Inside
from emulator.inside.pace import Pace
from emulator.inside.past import Past
from emulator.panel.art import coins as coin_art
from emulator.panel.art import paint
from emulator.panel.machine.inside.box import Box
from emulator.panel.machine.inside.devices import money_boxes, works_boxes
from emulator.panel.machine.inside.electronics import electric_boxes
from emulator.panel.machine.inside.ink import FAULT, HAIR, LINE, LIVE, MOVES, PAPER, SHEET, SOFT, STRONG, Pen
from emulator.panel.machine.inside.layout import areas
from emulator.panel.machine.inside.look import Look, look_inside
from emulator.panel.machine.inside.menu import Menu, draw_menu, open_menu
from emulator.panel.machine.inside.plan import along, plan_of
from emulator.panel.machine.inside.speech import Speech
from emulator.panel.machine.inside.strip import Strip
from emulator.panel.machine.inside.tables import MEMORY, MONEY, OPERATIONS, PINS, tables
from emulator.panel.machine.inside.words import hindrances, titles
from emulator.support.errors import EmulatorError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Point = tuple[int, int]
# Which table each sheet shows at first.
_FIRST = (MONEY, MEMORY, PINS)


class InsideView:
    """
    Args:
        cabinet: what is drawn; hands do their inputs to it.
        size: in pixels.
        language: one of languages().
        course: marks of the run; None: from now on.
        pace: how fast its time passes.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        size: tuple[int, int],
        language: str,
        *,
        course: Course | None = None,
        pace: Pace | None = None,
        past: Past | None = None,
    ) -> None:
        self._cabinet = cabinet
        self.size = size
        self.kit = Speech(cabinet.model, language)
        self.inside, self.controls, self.ear = Inside(cabinet), Controls(cabinet), Ear(cabinet)
        self.course = course or Course(cabinet)
        self.pace, self.past = pace or Pace(cabinet), past or Past(cabinet)
        self.areas = areas(size)
        self._names = titles(self.kit.say)
        self._number = self.kit.say("no. {}").format(cabinet.serial)
        self.plan = plan_of(cabinet, self.areas.drawing)
        self.boxes: list[Box] = [
            box
            for make in (money_boxes, works_boxes, electric_boxes)
            for box in make(cabinet, self.kit, self.plan, self._names)
        ]
        self.tables = tables(cabinet, self.kit, self.ear, self.pace)
        self.shown = list(_FIRST[: len(self.areas.sheets)])
        self.skipped = [0] * len(self.shown)
        self.strip = Strip(self.kit, self.areas.strip, self.areas.size_px, self.course, self.pace, self.past)
        self.menu: Menu | None = None
        self.note = ""
        self.point: Point = (-1, -1)
        self.dragging = False
        self._base = paint.plain(size)
        self._sheet = paint.plain(size)
        self._keys: dict[str, object] = {}
        self._paint_base()

    # -- open and shut ------------------------------------------------------------------------------

    def open(self) -> None:
        """Listen to the board from now on."""
        self.ear.open()

    def close(self) -> None:
        """Listen no more; time passes as on the wall."""
        self.past.leave()
        self.pace.forget()
        self.pace.paused = False
        self.ear.close()

    # -- drawing ------------------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface) -> Look:
        """One frame: what has changed is drawn anew, the rest is as it was."""
        look = look_inside(self._cabinet, self.inside, self.controls, self.ear)
        pen = Pen(self._sheet, self.areas.size_px)
        self._part("head", self._head_key(look), self.areas.head, lambda: self._draw_head(pen, look))
        for box in self.boxes:
            pointed = box.rect.collidepoint(self.point) and self.menu is None
            key = (box.key(look), pointed, look.now_us // 25_000 if _turns(box, look) else 0)
            self._part(box.part, key, box.rect, partial(box.paint, pen, look, pointed=pointed))
        for number, rect in enumerate(self.areas.sheets):
            table = self.tables[self.shown[number]]
            depends = (self.shown[number], self.skipped[number], table.key(look), self.past.active)
            self._part(f"sheet {number}", depends, rect, partial(self._draw_table, pen, number, look))
        over = self.point if self.strip.rect.collidepoint(self.point) else (-1, -1)
        self._part(
            "strip",
            (self.strip.key(), over),
            self.strip.rect.inflate(14, 12),
            lambda: self.strip.draw(pen, over),
        )
        screen.blit(self._sheet, (0, 0))
        self._draw_loom(screen, look)
        top = Pen(screen, self.areas.size_px)
        self._draw_coins(top, look)
        if self.menu is not None:
            draw_menu(top, self.menu, self.controls, look, self.kit, self.point)
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
        pen = Pen(self._base, self.areas.size_px)
        pen.paper(self._base.get_rect(), max(12, self.areas.size_px * 3 // 2))
        width = max(8, self.areas.size_px)
        for way in self.plan.ways.values():
            pygame.draw.lines(self._base, HAIR, False, way, width)
        for way in self.plan.ways.values():
            pygame.draw.lines(self._base, SHEET, False, way, width - 4)
        self._sheet.blit(self._base, (0, 0))

    def _draw_loom(self, screen: pygame.Surface, look: Look) -> None:
        """The cables to the board: red from what is broken, marked while one of their lines changes."""
        ill = []
        for box in self.boxes:
            cable = self.plan.cables.get(box.part)
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
        return look.message, tuple(values.get(name) for name in named), self.note, look.now_us // 100_000

    def _draw_head(self, pen: Pen, look: Look) -> None:
        head, say = self.areas.head, self.kit.say
        tilt, note = look.word("firmware.tilt"), self.note
        ill = bool(tilt) or look.word("board.program") == "failed"
        pen.box(head, FAULT if ill else LINE, SHEET, 2 if ill else 1)
        x, y = head.x + 8, head.y + 4
        model = self._cabinet.model
        title = f"{model.title} · {self._number}"
        x += pen.text(title, (x, y), LINE, face=STRONG, size_px=round(pen.size * 1.15)) + pen.size
        if self._cabinet.test:
            x += pen.text("TEST", (x, y + 1), MOVES, face=STRONG) + pen.size
        right = head.right - 8
        right -= (
            pen.text(f"{look.now_us / 1e6:.1f} s", (right, y + 1), LIVE, face=STRONG, align="right")
            + pen.size
        )
        message = look.message or "-"
        pen.text(message, (right, y + 1), SOFT, align="right", width=max(8, right - x))
        below = y + pen.row + 2
        words = note or tilt_text(tilt, self.kit) or look.word("board.fault") or look.word("board.flags")
        ink = MOVES if note else FAULT if tilt else SOFT
        pen.text(
            words or say("No tilt. Touch a device to put a fault in."),
            (head.x + 8, below),
            ink,
            width=head.width - 16,
        )

    # -- sheets ---------------------------------------------------------------------------------------

    def tabs(self, number: int) -> dict[str, Rect]:
        """The tabs of a sheet, by table."""
        rect, row = self.areas.sheets[number], round(self.areas.size_px * 1.32) + 4
        width = rect.width // len(self.tables)
        return {name: Rect(rect.x + at * width, rect.y, width, row) for at, name in enumerate(self.tables)}

    def _draw_table(self, pen: Pen, number: int, look: Look) -> None:
        rect = self.areas.sheets[number]
        pen.box(rect, LINE, SHEET)
        for name, tab in self.tabs(number).items():
            on = name == self.shown[number]
            pen.box(tab, LINE if on else HAIR, SHEET if on else PAPER)
            face = STRONG if on else "text"
            y = tab.centery - pen.row // 2
            pen.text(
                self.tables[name].title,
                (tab.centerx, y),
                LINE if on else SOFT,
                face=face,
                align="center",
                width=tab.width - 6,
            )
            if on:
                self._sheet.fill(SHEET, Rect(tab.x + 1, tab.bottom - 1, tab.width - 2, 2))
        tall = self.tabs(number)[PINS].height
        inner = Rect(rect.x + 8, rect.y + tall + 6, rect.width - 16, rect.height - tall - 12)
        self.tables[self.shown[number]].draw(pen, inner, look, self.skipped[number])

    # -- coins on their way ---------------------------------------------------------------------------

    def _draw_coins(self, pen: Pen, look: Look) -> None:
        ways, largest = self.plan.ways, max(9, round(self.areas.size_px * 1.3))
        for coin in look.coins:
            share = coin.progress_permille / 1000
            name = coin.path
            if coin.path == "accepted":
                name = look.word(f"diverter.{coin.cents}") or "cash_box"
            elif coin.path == "paying":
                hopper = self._cabinet.machine.hoppers.get(coin.cents)
                name = f"paying {hopper.name}" if hopper is not None else ""
            if name in ways:
                side = coin_art.diameter(coin.cents, largest)
                face = coin_art.face(coin.cents, side)
                at = along(ways[name], share)
                pen.target.blit(face, (at[0] - side // 2, at[1] - side // 2))
        if "slot" in ways:
            for permille in look.slugs:
                pen.disc(along(ways["slot"], permille / 1000), largest // 2, (90, 94, 98), FAULT, 2)

    # -- hands ----------------------------------------------------------------------------------------

    def press(self, point: Point) -> None:
        """A finger or the mouse goes down."""
        self.point, self.note = point, ""
        if self.menu is not None:
            control, menu = self.menu.at(point), self.menu
            if control is None or not menu.rect.collidepoint(point):
                self.menu = None
            if control is not None:
                self.use(control)
            return
        if self.strip.rect.inflate(8, 8).collidepoint(point):
            self._press_strip(point)
            return
        for number in range(len(self.areas.sheets)):
            for name, tab in self.tabs(number).items():
                if tab.collidepoint(point):
                    self.shown[number], self.skipped[number] = name, 0
                    return
        self._press_box(point)

    def _press_box(self, point: Point) -> None:
        for box in self.boxes:
            if box.rect.collidepoint(point):
                found = tuple(one for one in self.controls.all if box.has(one.part))
                if found:
                    self.menu = open_menu(
                        box.title, found, box.rect, self._sheet.get_rect(), self.areas.size_px
                    )

    def use(self, control: Control) -> None:
        """Do what a control does; say why not."""
        self._settle_past()
        try:
            self.controls.use(control)
        except ControlError as error:
            self.note = hindrances(self.kit.say)[error.why]
        except EmulatorError as error:
            self.note = str(error)

    def _press_strip(self, point: Point) -> None:
        if self.past.hindrance == "record":
            return
        button = self.strip.button_at(point)
        if button is None:
            if self.strip.track.inflate(0, 12).collidepoint(point) and not self.past.hindrance:
                self.dragging = True
                self.drag(point)
            return
        self.act(button)

    def act(self, button: str) -> None:
        """What a button of the time line does."""
        pace = self.pace
        self._settle_past()
        if button == "pause":
            pace.paused = not pace.paused
            pace.forget()
        elif button in ("slower", "faster"):
            pace.faster(1 if button == "faster" else -1)
        elif button == "cut":
            self._cut_here()
        elif not pace.step(button):
            self.note = self.kit.say("Nothing of that kind came.")
        elif button == "operation" and OPERATIONS not in self.shown:
            self._walk()

    def _walk(self) -> None:
        """Show the operations of the tick that is walked through, on the last sheet."""
        if self.shown:
            self.shown[-1], self.skipped[-1] = OPERATIONS, 0

    def _cut_here(self) -> None:
        """The power goes between the operations that were walked through and the next."""
        pace = self.pace
        if not pace.operations or self.past.hindrance:
            return
        done, before_us = pace.done, pace.before_us
        pace.forget()
        self.past.show(before_us)
        self._settle_past()
        self.use(cut_after(done))
        pace.step("tick")

    def drag(self, point: Point) -> None:
        """The handle of the time line is held."""
        self.point = point
        if not self.dragging:
            return
        self.pace.paused = True
        self.pace.forget()
        self.ear.hushed = self.course.hushed = True
        self.past.show(self.strip.time_at(point[0]))
        self.ear.hushed = self.course.hushed = False

    def lift(self, point: Point) -> None:
        """It goes up."""
        self.point, self.dragging = point, False

    def wheel(self, point: Point, by: int) -> None:
        """A table is turned on."""
        for number, rect in enumerate(self.areas.sheets):
            if rect.collidepoint(point):
                self.skipped[number] = max(0, self.skipped[number] - by)

    def _settle_past(self) -> None:
        """Whoever does something in the past goes on from there."""
        if not self.past.active:
            return
        self.ear.hushed = self.course.hushed = True
        self.past.stay()
        self.ear.hushed = self.course.hushed = False
        self.ear.back_to(self._cabinet.now_us)
        self.course.back_to(self._cabinet.now_us)

    def elapsed(self, us: int) -> int:
        """So much time of the wall in the machine's; none while the past is shown."""
        if self.pace.paused or self.past.active:
            return 0
        return self.pace.elapsed(us)


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
