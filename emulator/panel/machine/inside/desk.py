# SPDX-License-Identifier: MIT
"""What lies on the desk of whoever looks inside: readings, controls, times, and where each is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from emulator.inside.controls import Controls
from emulator.inside.course import Course
from emulator.inside.ear import Ear
from emulator.inside.inside import Inside
from emulator.inside.pace import Pace
from emulator.inside.past import Past
from emulator.panel.machine.inside.box import Box
from emulator.panel.machine.inside.coins import money_boxes
from emulator.panel.machine.inside.electronics import electric_boxes
from emulator.panel.machine.inside.ink import LINE, STRONG, TEXT_LEAST_PX, letters
from emulator.panel.machine.inside.layout import areas
from emulator.panel.machine.inside.menu import Menu
from emulator.panel.machine.inside.plan import plan_of
from emulator.panel.machine.inside.speech import Speech
from emulator.panel.machine.inside.strip import Strip
from emulator.panel.machine.inside.tables import MEMORY, MONEY, PINS, tables
from emulator.panel.machine.inside.words import titles
from emulator.panel.machine.inside.works import works_boxes

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Point = tuple[int, int]
# Which table each sheet shows at first.
_FIRST = (MONEY, MEMORY, PINS)


class Desk:
    """
    Args:
        cabinet: what is looked at; hands do their inputs to it.
        size: in pixels.
        language: one of languages().
        course: marks of the run; None: from now on.
        pace: how fast its time passes.
        past: goes back in it.

    Attributes:
        boxes: the devices.
        shown: by sheet, which table; skipped: how far that is turned on.
        menu: the one that is open; note: why something was not done.
        point: where mouse or finger is; dragging: the handle of the time line is held.
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
        self.cabinet = cabinet
        self.size = size
        self.kit = Speech(cabinet.model, language)
        self.inside, self.controls, self.ear = Inside(cabinet), Controls(cabinet), Ear(cabinet)
        self.course = course or Course(cabinet)
        self.pace, self.past = pace or Pace(cabinet), past or Past(cabinet)
        self.areas = areas(size)
        self.names = titles(self.kit.say)
        self.number = self.kit.say("no. {}").format(cabinet.serial)
        self.plan = plan_of(cabinet, self.areas.drawing, self.areas.row)
        self.boxes: list[Box] = [
            box
            for make in (money_boxes, works_boxes, electric_boxes)
            for box in make(cabinet, self.kit, self.plan, self.names)
        ]
        self.tables = tables(cabinet, self.kit, self.ear, self.pace)
        self.shown = list(_FIRST[: len(self.areas.sheets)])
        self.skipped = [0] * len(self.shown)
        self.strip = Strip(self.kit, self.areas.strip, self.areas.size_px, self.course, self.pace, self.past)
        self.menu: Menu | None = None
        self.note = ""
        self.point: Point = (-1, -1)
        self.dragging = False

    def tabs(self, number: int) -> dict[str, Rect]:
        """The tabs of a sheet, by table."""
        rect = self.areas.sheets[number]
        needs = [
            letters(table.title, STRONG, TEXT_LEAST_PX, LINE).get_width() + 8
            for table in self.tables.values()
        ]
        air = (rect.width - sum(needs)) // len(needs)
        found, x = {}, rect.x
        for name, need in zip(self.tables, needs, strict=True):
            found[name] = Rect(x, rect.y, need + air, self.areas.row + 4)
            x += need + air
        found[name].width = rect.right - found[name].x
        return found

    def elapsed(self, us: int) -> int:
        """So much time of the wall in the machine's; none while the past is shown."""
        if self.pace.paused or self.past.active:
            return 0
        return self.pace.elapsed(us)
