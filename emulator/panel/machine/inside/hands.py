# SPDX-License-Identifier: MIT
"""What hands do at the maintenance view: touch a device, a menu, a table, the time line."""

from __future__ import annotations

from pygame import Rect

from emulator.inside.controls import Control, ControlError, cut_after
from emulator.inside.past import OF_RECORD
from emulator.panel.machine.inside.box import Box
from emulator.panel.machine.inside.desk import Desk, Point
from emulator.panel.machine.inside.menu import Menu, open_menu
from emulator.panel.machine.inside.tables import OPERATIONS
from emulator.panel.machine.inside.words import hindrances, name_of
from emulator.support.errors import EmulatorError


class Hands:
    """
    Args:
        desk: at which they are.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def press(self, point: Point) -> None:
        """A finger or the mouse goes down."""
        self._desk.point, self._desk.note = point, ""
        if self._desk.menu is not None:
            control, menu = self._desk.menu.at(point), self._desk.menu
            if control is None or not menu.rect.collidepoint(point):
                self._desk.menu = None
            if control is not None:
                self.use(control)
            return
        if self._desk.strip.rect.inflate(8, 8).collidepoint(point):
            self._press_strip(point)
            return
        for number in range(len(self._desk.areas.sheets)):
            for name, tab in self._desk.tabs(number).items():
                if tab.collidepoint(point):
                    self._desk.shown[number], self._desk.skipped[number] = name, 0
                    return
        self._press_box(point)

    def _press_box(self, point: Point) -> None:
        for box in self._desk.boxes:
            if box.rect.collidepoint(point):
                found = tuple(one for one in self._desk.controls.all if box.has(one.part))
                if found:
                    self._desk.menu = self._menu(box, found)

    def _menu(self, box: Box, controls: tuple[Control, ...]) -> Menu:
        desk = self._desk
        names = [name_of(control, desk.kit) for control in controls]
        why = next(filter(None, map(desk.controls.hindrance, controls)), "")
        head = (box.title, hindrances(desk.kit.say)[why] if why else "")
        return open_menu(head, controls, names, box.rect, Rect((0, 0), desk.size), desk.areas.size_px)

    def use(self, control: Control) -> None:
        """Do what a control does; say why not."""
        self.settle()
        try:
            self._desk.controls.use(control)
        except ControlError as error:
            self._desk.note = hindrances(self._desk.kit.say)[error.why]
        except EmulatorError as error:
            self._desk.note = self._desk.kit.say("That cannot be done now: {}").format(error)

    def _press_strip(self, point: Point) -> None:
        if self._desk.past.hindrance == OF_RECORD:
            return
        button = self._desk.strip.button_at(point)
        if button is None:
            if self._desk.strip.track.inflate(0, 12).collidepoint(point):
                self._grasp(point)
            return
        self.act(button)

    def _grasp(self, point: Point) -> None:
        """Take the handle, unless the machine cannot go back."""
        if self._desk.past.hindrance:
            say = self._desk.kit.say
            self._desk.note = say("This program cannot be saved, and so never runs back.")
            return
        self._desk.dragging = True
        self.drag(point)

    def act(self, button: str) -> None:
        """What a button of the time line does."""
        pace = self._desk.pace
        self.settle()
        if button == "pause":
            pace.paused = not pace.paused
            pace.forget()
        elif button in ("slower", "faster"):
            pace.faster(1 if button == "faster" else -1)
        elif button == "cut":
            self._cut_here()
        elif not pace.step(button):
            self._desk.note = self._desk.kit.say("Nothing of that kind came.")
        elif button == "operation" and OPERATIONS not in self._desk.shown:
            self._walk()

    def _walk(self) -> None:
        """Show the operations of the tick that is walked through, on the last sheet."""
        if self._desk.shown:
            self._desk.shown[-1], self._desk.skipped[-1] = OPERATIONS, 0

    def _cut_here(self) -> None:
        """The power goes between the operations that were walked through and the next."""
        pace = self._desk.pace
        if not pace.operations or self._desk.past.hindrance:
            return
        done, before_us = pace.done, pace.before_us
        pace.forget()
        self._desk.past.show(before_us)
        self.settle()
        self.use(cut_after(done))
        pace.step("tick")

    def drag(self, point: Point) -> None:
        """The handle of the time line is held."""
        self._desk.point = point
        if not self._desk.dragging:
            return
        self._desk.pace.paused = True
        self._desk.pace.forget()
        self._desk.ear.hushed = self._desk.course.hushed = True
        self._desk.past.show(self._desk.strip.time_at(point[0]))
        self._desk.ear.hushed = self._desk.course.hushed = False

    def lift(self, point: Point) -> None:
        """It goes up."""
        self._desk.point, self._desk.dragging = point, False

    def wheel(self, point: Point, by: int) -> None:
        """A table is turned on."""
        for number, rect in enumerate(self._desk.areas.sheets):
            if rect.collidepoint(point):
                self._desk.skipped[number] = max(0, self._desk.skipped[number] - by)

    def settle(self) -> None:
        """Whoever does something in the past goes on from there."""
        if not self._desk.past.active:
            return
        self._desk.ear.hushed = self._desk.course.hushed = True
        self._desk.past.stay()
        self._desk.ear.hushed = self._desk.course.hushed = False
        self._desk.ear.back_to(self._desk.cabinet.now_us)
        self._desk.course.back_to(self._desk.cabinet.now_us)
