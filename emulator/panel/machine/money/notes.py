# SPDX-License-Identifier: MIT
"""
Notes: those in the visitor's purse, and the mouth of the note acceptor above the tray with its light.

The notes are of our own drawing and copy no side of a real one; colours and shape tell which is which.
"""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.theme import CREAM, INK, Colour, font, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.slot_plate import paint_plate
from machines.support.currency import EURO

# Five is grey, ten is red; any other green.
_PAPER: dict[int, Colour] = {500: (176, 186, 176), 1_000: (206, 128, 112)}
_OTHER: Colour = (150, 186, 140)
_OPEN: Colour = (96, 255, 140)
# Length of a note of 5 EUR in its widths (Decision ECB/2013/10, annex I: 120 mm by 62 mm).
_LENGTH = 120 / 62
VALUES = (500, 1_000)


@lru_cache(maxsize=32)
def face(cents: int, length: int, unit_cents: int = 100) -> pygame.Surface:
    """A note ``length`` pixels long, seen from above, of a money with so many cents to its unit."""
    width = max(6, round(length / _LENGTH))
    paper = _PAPER.get(cents, _OTHER)
    sheet = paint.across(
        (length, width), [(0, mix(paper, (255, 255, 255), 0.45)), (0.6, paper), (1, mix(paper, INK, 0.3))]
    )
    paint.tint(sheet, 71, 5, 10)
    deep = mix(paper, INK, 0.62)
    for ring in range(3):
        pygame.draw.circle(
            sheet, mix(paper, deep, 0.45), (length * 2 // 3, width), width * (ring + 2) // 4, 1
        )
    pygame.draw.rect(sheet, deep, sheet.get_rect().inflate(-max(2, width // 8), -max(2, width // 8)), 1)
    letters = font("label", max(7, round(width * 0.62))).render(str(cents // unit_cents), True, deep)
    sheet.blit(letters, (width // 4, (width - letters.get_height()) // 2))
    return paint.clip_round(sheet, max(1, width // 14))


class Notes:
    """
    Draws wallet and mouth; says which note, or the mouth, lies under a point.

    Args:
        room: of the notes in the purse.
        tray: in whose wall the mouth is.
        between: left and right end of the free wall, in pixels of the screen.
    """

    def __init__(self, kit: Kit, room: Rect, tray: Rect, between: tuple[int, int]) -> None:
        self._kit = kit
        self.fitted = kit.front.note_cents > 0
        euro = kit.front.currency == EURO
        self._unit_cents = kit.front.currency.unit_cents
        self._values = VALUES if euro else (kit.front.note_cents,)
        each = room.width // len(self._values)
        over = 2 * max(1, kit.px(4))
        length = max(8, min(each - kit.gap(1) - over, round(room.height * 0.8 * _LENGTH)))
        height = round(length / _LENGTH)
        self.places = {
            cents: Rect(room.x + each * i, room.centery - height // 2, length, height)
            for i, cents in enumerate(self._values)
        }
        left, right = between
        tall = max(round(tray.height * 0.40), round(readable_px(kit.layout.size) * 1.3) + 2 * kit.gap(0) + 2)
        self.mouth = Rect(left, tray.y + kit.gap(0), 0, min(tall, max(22, kit.px(80))))
        self.mouth.width = min(right - left, round(self.mouth.height * 3.6))
        # Its value stands over the slit, or beside it on a plate that is too low for that.
        self._beside = self.mouth.height * 0.44 < readable_px(kit.layout.size) * 1.75
        narrow = self.mouth.width < 2 * self.mouth.height
        share = (0.40 if narrow else 0.52) if self._beside else 0.72
        self._slit = Rect(0, 0, round(self.mouth.width * share), max(4, round(self.mouth.height * 0.16)))
        self._slit.center = (self.mouth.centerx, self.mouth.y + round(self.mouth.height * 0.62))
        if self._beside:
            self._slit.midright = (self.mouth.right - kit.gap(1), self.mouth.centery)

    def paint(self, base: pygame.Surface) -> None:
        """The mouth's plate, its slit, and the value that it takes."""
        if not self.fitted:
            return
        kit = self._kit
        inner = paint_plate(base, kit, self.mouth, self._slit)
        box = Rect(inner.x, inner.y, inner.width, self._slit.y - inner.y - max(1, kit.px(4)))
        if self._beside:
            box = Rect(inner.x + 1, inner.y, self._slit.x - inner.x - 2, inner.height)
        size = min(round(box.height * 0.9), kit.px(48))
        kit.text.put(base, kit.money(kit.front.note_cents, whole=True), box, "label", size, CREAM)

    def draw(self, screen: pygame.Surface, seen: Seen, lifted: int | None, hover: int | None) -> None:
        """The light of the mouth, the note in it, and those that are left in the purse."""
        if not self.fitted:
            return
        if seen.powered:
            colour = _OPEN if seen.note_open else (120, 40, 34)
            bar = Rect(
                self._slit.x,
                self._slit.bottom + max(2, self._kit.px(5)),
                self._slit.width,
                max(2, self._kit.px(5)),
            )
            pygame.draw.rect(screen, colour, bar, border_radius=bar.height // 2)
        if seen.note is not None:
            self._draw_moving(screen, seen.note.cents, seen.note.path, seen.note.progress_permille)
        for cents, rect in self.places.items():
            left = seen.wallet.get(cents, 0) - (lifted == cents)
            for i in range(min(left, 3)):
                screen.blit(
                    face(cents, rect.width, self._unit_cents),
                    (rect.x + i * max(1, self._kit.px(4)), rect.y - i * max(1, self._kit.px(3))),
                )
            if left and hover == cents:
                pygame.draw.rect(screen, CREAM, rect.inflate(4, 4), max(2, self._kit.px(3)), border_radius=3)

    def draw_in_hand(self, screen: pygame.Surface, cents: int, point: tuple[int, int]) -> None:
        """The note under the finger."""
        picture = face(cents, round(self._slit.width * 1.3), self._unit_cents)
        screen.blit(picture, picture.get_rect(center=point))

    def _draw_moving(self, screen: pygame.Surface, cents: int, path: str, permille: int) -> None:
        """What of it still hangs out of the slit, towards the visitor."""
        if path not in ("in", "back"):
            return
        outside = 1000 - permille if path == "in" else permille
        picture = pygame.transform.rotate(
            face(cents, round(self._slit.width * 0.9 * _LENGTH), self._unit_cents), 90
        )
        clip = screen.get_clip()
        shown = Rect(0, self._slit.centery, screen.get_width(), screen.get_height())
        screen.set_clip(shown.clip(clip))
        # Foreshortened: one looks along the note.
        picture = pygame.transform.smoothscale(
            picture, (picture.get_width(), max(2, picture.get_height() * 2 // 3))
        )
        y = self._slit.centery - picture.get_height() + picture.get_height() * outside // 1000
        screen.blit(picture, (self._slit.centerx - picture.get_width() // 2, y))
        screen.set_clip(clip)

    def note_at(self, point: tuple[int, int]) -> int | None:
        """Value of the note in the purse under a point, or None."""
        if not self.fitted:
            return None
        return next((cents for cents in self.places if self.reach(cents).collidepoint(point)), None)

    def reach(self, cents: int) -> Rect:
        """What of the purse belongs to a note: as large as a finger tip at least."""
        touch, rect = self._kit.layout.touch_px, self.places[cents]
        return rect.inflate(max(0, touch + 1 - rect.width), max(0, touch + 1 - rect.height))

    def mouth_at(self, point: tuple[int, int]) -> bool:
        """Whether a note let go at this point goes to the mouth."""
        around = self.mouth.inflate(self._kit.gap(4), self._kit.gap(5))
        return self.fitted and around.collidepoint(point)
