# SPDX-License-Identifier: MIT
"""Two brass plates beside the purse: change for coins that the machine takes, and another visitor."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM
from emulator.panel.machine.parts.bezel import paint_screw
from emulator.panel.machine.parts.kit import Kit

CHANGE = "change"
VISITOR = "visitor"
_INK = (58, 36, 18)
_SHINE = (246, 234, 200)
_LETTERS_PX = 42  # at the reference width, at most
_SCREW_PX, _ROOM = 7, 9  # a screw, and how many of it a plate is high at least that has some
_STRIP = 4  # of its height: a place so wide has its plates side by side
_CUT = (116, 88, 44)
_BRASS = (190, 160, 98)


class Desk:
    """Draws the plates; says which of them lies under a point."""

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self.rect = rect
        # A machine that takes no coins has nothing to change for.
        names = [CHANGE] if kit.front.coins_cents else []
        if not kit.front.in_hall:  # whose visitor does not change here, but goes back
            names.append(VISITOR)
        count, gap = max(1, len(names)), kit.gap(2)
        width, height = (rect.width - gap * (count - 1)) // count, (rect.height - gap * (count - 1)) // count
        # Below one another where fingers have the room, and a long strip would not make letters small.
        if height >= kit.layout.touch_px and count > 1 and rect.width < _STRIP * rect.height:
            places = [
                Rect(rect.x, rect.y + number * (height + gap), rect.width, height) for number in range(count)
            ]
        else:
            places = [
                Rect(rect.x + number * (width + gap), rect.y, width, rect.height) for number in range(count)
            ]
        self.plates = dict(zip(names, places, strict=False))

    def paint(self, base: pygame.Surface) -> None:
        """Engraved brass, screwed on."""
        kit = self._kit
        words = {CHANGE: kit.say("CHANGE MONEY"), VISITOR: kit.say("NEW VISITOR")}
        boxes = {name: plate.inflate(-2 * kit.gap(1), -2 * kit.gap(0)) for name, plate in self.plates.items()}
        most = {
            name: min(round(plate.height * 0.42), kit.px(_LETTERS_PX)) for name, plate in self.plates.items()
        }
        sizes = [fit(words[name], "label", box.size, most[name], 2).size_px for name, box in boxes.items()]
        for name, plate in self.plates.items():
            paint.cast(base, plate, max(1, kit.gap(0)), 0.6, kit.gap(0))
            brass = paint.down(
                plate.size, [(0, (214, 186, 124)), (0.5, (236, 214, 160)), (1, (150, 122, 70))]
            )
            paint.tint(brass, 17, 40, 14)
            base.blit(paint.clip_round(brass, kit.gap(1)), plate)
            paint.frame(base, plate, max(1, kit.gap(0) // 2), kit.gap(1))
            self._screw_on(base, plate)
            kit.text.put(
                base, words[name], boxes[name], "label", min(sizes), _INK, shadow=_SHINE, lines_max=2
            )

    def _screw_on(self, base: pygame.Surface, plate: Rect) -> None:
        """A line cut along the edge, and a screw in each corner of a plate that has room for them."""
        radius = max(2, self._kit.px(_SCREW_PX))
        if plate.height < _ROOM * radius:
            return
        inset = radius + max(2, self._kit.gap(0))
        cut = plate.inflate(-2 * (inset // 2), -2 * (inset // 2))
        pygame.draw.rect(base, _SHINE, cut.move(0, 1), 1, self._kit.gap(1))
        pygame.draw.rect(base, _CUT, cut, 1, self._kit.gap(1))
        with paint.of_metal(_BRASS):
            for x in (plate.x + inset, plate.right - inset):
                for y in (plate.y + inset, plate.bottom - inset):
                    paint_screw(base, (x, y), radius, (5 * x + y) % 180)

    def draw(self, screen: pygame.Surface, hover: str | None) -> None:
        """The plate under the hand has a bright rim."""
        if hover is not None:
            plate, kit = self.plates[hover], self._kit
            pygame.draw.rect(screen, CREAM, plate.inflate(2, 2), max(2, kit.px(3)), kit.gap(1))

    def at(self, point: tuple[int, int]) -> str | None:
        """Name of the plate under a point, or None."""
        return next((name for name, plate in self.plates.items() if plate.collidepoint(point)), None)
