# SPDX-License-Identifier: MIT
"""The change desk from near by: the purse laid out on its counter, and what the clerk does."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.hall import desk
from emulator.hall.hall import Hall
from emulator.panel.art import coins, paint
from emulator.panel.art.theme import AMBER, BONE, CREAM, INK, Colour, mix
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.sheet import CLOSE, Sheet
from emulator.panel.machine.money import notes
from emulator.panel.machine.parts.cards import blank

_TOKEN: Colour = (27, 110, 140)
# Of the house card: its light, its colour and its depth.
_CARD: tuple[Colour, Colour, Colour] = ((220, 178, 96), (150, 44, 60), (58, 16, 30))
TO_COINS, TO_NOTES, TO_CARD, NEW = "coins", "notes", "card", "new"


class Counter:
    """Paints the desk; does what a plate of it says."""

    def __init__(self, kit: HallKit, hall: Hall) -> None:
        plates = {
            NEW: kit.say("NEW PURSE"), TO_NOTES: kit.say("INTO NOTES"), TO_COINS: kit.say("INTO COINS"),
        }  # fmt: skip
        if hall.takes_cards:
            plates[TO_CARD] = kit.say("CHARGE THE CARD")
        plates[CLOSE] = kit.say("BACK TO THE HALL")
        self.sheet = Sheet(kit, kit.say("CHANGE DESK"), ZONES["desk"].light, plates)
        self._kit, self._hall = kit, hall

    def act(self, name: str) -> bool:
        """What a plate says; False where it is only closed."""
        hall = self._hall
        if name == NEW:
            hall.new_purse()
        elif name == TO_COINS:
            hall.change(desk.in_coins(hall.pocket))
        elif name == TO_NOTES:
            hall.change(desk.in_notes(hall.pocket))
        elif name == TO_CARD:
            hall.charge()
        else:
            return False
        return True

    def painted(self, behind: pygame.Surface) -> pygame.Surface:
        """The counter with the money on it."""
        kit, base, box = self._kit, self.sheet.painted(behind), self.sheet.inner
        line = max(16, round(box.height * 0.085))
        toy = Rect(box.x, box.y, box.width, line)
        words = kit.say("Toy money: it is given for nothing, and nobody pays it out.")
        kit.text.put(base, words, toy, "strong", round(line * 0.62), AMBER, align="left")
        top = toy.bottom + kit.gap(2)
        total = Rect(box.x, box.bottom - round(line * 1.3), box.width, round(line * 1.3))
        counter = Rect(box.x, top, box.width, total.y - kit.gap(2) - top)
        wood = paint.down(counter.size, [(0, (150, 98, 62)), (0.1, (112, 70, 46)), (1, (66, 40, 28))])
        paint.tint(wood, 9, 80, 14)
        base.blit(paint.clip_round(wood, kit.px(12)), counter)
        paint.recess(base, counter, kit.px(8), kit.px(12))
        self._money(base, counter.inflate(-2 * kit.gap(3), -2 * kit.gap(2)))
        pocket = kit.say("In your purse: {}").format(kit.money(self._hall.pocket.cents))
        kit.text.put(base, pocket, total, "label", round(total.height * 0.78), CREAM, align="left")
        return base

    def _money(self, base: pygame.Surface, box: Rect) -> None:
        """Coins in the upper part, notes, tokens and the house card in the lower."""
        pocket, gap = self._hall.pocket, self._kit.gap(3)
        tall = min((box.height - gap) // 2, round(box.width * 0.24))
        top = box.centery - tall - gap // 2
        upper = Rect(box.x, top, box.width, tall)
        lower = Rect(box.x, upper.bottom + gap, box.width, tall)
        for number, (cents, count) in enumerate(sorted(pocket.coins.items())):
            self._stack(base, _slot(upper, number, 5), cents, count)
        others = [(self._note, *one) for one in sorted(pocket.notes.items())]
        others += [(self._token, *one) for one in sorted(pocket.tokens.items())]
        others += [(self._card, *one) for one in sorted(pocket.cards.items())]
        for number, (draw, cents, count) in enumerate(others):
            draw(base, _slot(lower, number, max(4, len(others))), cents, count)

    def _token(self, base: pygame.Surface, place: Rect, cents: int, count: int) -> None:
        """A stack of the house's tokens."""
        coins.mint(_TOKEN)
        self._stack(base, place, cents, count)
        coins.mint(None)

    def _stack(self, base: pygame.Surface, place: Rect, cents: int, count: int) -> None:
        """A stack of coins, higher the more there are, and their number."""
        side = min(round(place.width * 0.66), round(place.height * 0.52))
        face = coins.face(cents, coins.diameter(cents, side))
        rise = max(2, side // 16)
        shown = min(count, 10)
        foot = place.bottom - round(place.height * 0.24)
        for level in range(shown):
            at = (
                place.centerx - face.get_width() // 2 - level * rise // 4,
                foot - face.get_height() - level * rise,
            )
            base.blit(face, at)
        self._count(base, place, count)

    def _note(self, base: pygame.Surface, place: Rect, cents: int, count: int) -> None:
        """Notes that lie on one another, and their number."""
        width = round(place.width * 0.8)
        picture = notes.face(cents, width)
        for level in range(min(count, 4)):
            base.blit(picture, (place.centerx - width // 2 + level * 4, place.y + level * 5))
        self._count(base, place, count)

    def _card(self, base: pygame.Surface, place: Rect, cents: int, count: int) -> None:
        """The house card, and what is on it."""
        width = min(round(place.width * 0.8), round(place.height * 1.1))
        face = blank(width, *_CARD)
        base.blit(face, face.get_rect(midtop=(place.centerx, place.y)))
        self._words(base, place, self._kit.money(cents), CREAM)

    def _count(self, base: pygame.Surface, place: Rect, count: int) -> None:
        self._words(base, place, f"× {count}", CREAM if count else mix(BONE, INK, 0.4))

    def _words(self, base: pygame.Surface, place: Rect, words: str, ink: Colour) -> None:
        """Below a stack, a note or a card."""
        tall = round(place.height * 0.22)
        box = Rect(place.x, place.bottom - tall, place.width, tall)
        self._kit.text.put(base, words, box, "label", round(tall * 0.9), ink)


def _slot(box: Rect, number: int, count: int) -> Rect:
    """One of so many places side by side."""
    width = box.width // count
    return Rect(box.x + number * width, box.y, width, box.height)
