# SPDX-License-Identifier: MIT
"""The second sheet of glass of a wide screen: how one plays and the rules, below the panes with prices."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.scenery.livery import hex_of
from emulator.panel.art.symbols.own import covering
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.machine.parts.backlight import backlight
from emulator.panel.machine.parts.flow import Flow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.legal import second_print, second_room

_RULES_PX = 21  # at the reference width
_STEP_PX, _TITLE_PX = 30, 40
_STEP_MOST = 2.3  # lines high, a step
_TITLE = 1.5  # heights of its letters
_ALONE = 1.4  # times as large are rules that have the sheet for themselves


class SecondGlass:
    """Painted once; upright there is none, and the rules stand on the first sheet."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.fitted = not kit.layout.portrait
        zone = kit.layout.inner("second") if self.fitted else Rect(0, 0, 0, 0)
        self.rect = zone.inflate(0, -2 * kit.gap(1))

    def paint(self, base: pygame.Surface) -> None:
        """The sheet below the panes, with all that is printed on it."""
        if not self.fitted:
            return
        kit, rect = self._kit, self.rect
        base.blit(paint.clip_round(self._sheet(), kit.gap(1)), rect)
        room = second_room(kit)
        flow = Flow(kit, second_print(kit), room.width)
        least = readable_px(kit.layout.size)
        size = flow.fitted(room.height, max(least, kit.px(_RULES_PX)))
        steps = self._steps(
            Rect(room.x, room.y, room.width, room.height - flow.height(size) - 2 * kit.gap(1))
        )
        if steps is None:
            size = flow.fitted(room.height, round(_ALONE * max(least, kit.px(_RULES_PX))))
        tall = flow.height(size)
        bar = Rect(rect.x, room.bottom - tall - kit.gap(1), rect.width, 0)
        bar.height = rect.bottom - bar.y
        dark = paint.layer(bar.size)
        dark.fill((*mix(kit.theme.deep, INK, 0.75), 165))
        base.blit(dark, bar)
        flow.put(base, Rect(room.x, room.bottom - tall, room.width, tall), size)
        if steps is not None:
            self._paint_steps(base, *steps)
        paint.recess(base, rect, kit.gap(1), kit.gap(1))
        base.blit(paint.clip_round(paint.reflection(rect.size, 0.07), kit.gap(1)), rect)
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))

    def _sheet(self) -> pygame.Surface:
        """Acrylic in the machine's colour, or the maker's picture of a room with the light low in it."""
        kit, size = self._kit, self.rect.size
        if kit.front.livery.room is None:
            return backlight(size, kit, 0.42)
        sheet = paint.plain(size)
        sheet.fill(mix(kit.theme.deep, INK, 0.6))
        sheet.blit(covering(kit.front.livery.room, size, hex_of(kit.theme.bright)), (0, 0))
        dim = paint.down(size, [(0, (150, 146, 142)), (0.4, (92, 88, 88)), (1, (70, 66, 68))])
        paint.shade(sheet, dim, (0, 0))
        return sheet

    def _steps(self, room: Rect) -> tuple[Rect, int, int] | None:
        """Title, height of a step, and size of its letters; None where they would be too small to be read."""
        kit, steps = self._kit, how(self._kit)
        least = readable_px(kit.layout.size)
        title_px = max(least, min(kit.px(_TITLE_PX), round(room.height * 0.14)))
        title = Rect(room.x, room.y, room.width, round(title_px * _TITLE))
        line = min((room.bottom - title.bottom) // len(steps), round(kit.px(_STEP_PX) * _STEP_MOST))
        if line < least * 1.5:
            return None
        box = (self._beside(title, line).width, round(line * 0.9))
        size = min(fit(words, "text", box, kit.px(_STEP_PX), 2).size_px for words in steps)
        title.y += max(0, room.bottom - title.bottom - line * len(steps)) // 2
        return None if size < least else (title, line, size)

    def _beside(self, title: Rect, line: int) -> Rect:
        """The place of a step's words, right of its number."""
        left = title.x + round(line * 0.9) + self._kit.gap(2)
        return Rect(left, title.bottom, title.right - left, line)

    def _paint_steps(self, base: pygame.Surface, title: Rect, line: int, size: int) -> None:
        """How one plays, a numbered step a line."""
        kit = self._kit
        title_px, box = round(title.height / _TITLE), self._beside(title, line)
        kit.text.put(base, kit.say("HOW TO PLAY"), title, "label", title_px, kit.theme.bright)
        side = min(round(line * 0.9), round(size * 1.9))
        marks = [*map(str, range(1, len(how(kit)))), "H"]
        for mark, words in zip(marks, how(kit), strict=True):
            spot = Rect(title.x, box.y + (line - side) // 2, side, side)
            pygame.draw.aacircle(base, mix(kit.theme.deep, INK, 0.45), spot.center, side // 2)
            pygame.draw.aacircle(base, kit.theme.bright, spot.center, side // 2, max(1, kit.px(3)))
            figure = max(readable_px(kit.layout.size), round(side * 0.6))
            kit.text.put(base, mark, spot, "label", figure, kit.theme.bright)
            kit.text.put(base, words, box, "text", size, CREAM, align="left", lines_max=2)
            box.y += line


def how(kit: Kit) -> list[str]:
    """How one plays this type of machine, a sentence a step; last what the key H does."""
    front, say = kit.front, kit.say
    coin = say("Drag a coin to the slot, or tap it.")
    if front.card:
        coin = say("Tap the card slot, then button 1.")
    return [coin, *front.fittings.how(kit), say("Shows the keys.")]
