# SPDX-License-Identifier: MIT
"""Which key does what, and the key caps drawn beside the controls when somebody asks for them."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK
from emulator.panel.machine.money.desk import CHANGE, VISITOR, Desk
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.kit import Kit

BUTTON_KEYS = {
    pygame.K_SPACE: "start",
    pygame.K_RETURN: "start",
    pygame.K_d: "double",
    pygame.K_1: "hold_1",
    pygame.K_2: "hold_2",
    pygame.K_3: "hold_3",
    pygame.K_4: "double",
    pygame.K_c: "collect",
    pygame.K_r: "reserve",
}
COIN_KEYS = {pygame.K_F5: 10, pygame.K_F6: 20, pygame.K_F7: 50, pygame.K_F8: 100, pygame.K_F9: 200}
NOTE_KEY = pygame.K_F10
CARD_KEY = pygame.K_F11
TAKE_KEY = pygame.K_t
DESK_KEYS = {pygame.K_x: CHANGE, pygame.K_n: VISITOR}
# The maintenance view, and its switches while it is shown: kind and name.
SERVICE_KEY = pygame.K_F2
INSIDE_KEY = pygame.K_F3
SWITCH_KEYS = {
    pygame.K_6: ("door", "main"),
    pygame.K_7: ("door", "box"),
    pygame.K_8: ("door", "logic"),
    pygame.K_9: ("key", "operator"),
    pygame.K_0: ("key", "service"),
}
PRIZES_KEY = pygame.K_p
HELP_KEYS = (pygame.K_h, pygame.K_F1)
LOUDER_KEYS = (pygame.K_PLUS, pygame.K_KP_PLUS)
MUTE_KEY = pygame.K_m
LANGUAGE_KEY = pygame.K_l
BACK_KEY = pygame.K_BACKSPACE
SOFTER_KEYS = (pygame.K_MINUS, pygame.K_KP_MINUS)


def is_back(event: pygame.event.Event) -> bool:
    """Whether the event is of the key that lets time run back."""
    return event.type in (pygame.KEYDOWN, pygame.KEYUP) and bool(event.key == BACK_KEY)


def coin_keys(values: Sequence[int]) -> dict[int, int]:
    """By key the coin that it throws: of the euro each its own, of another money in order of value."""
    euro = set(values) <= set(COIN_KEYS.values())
    return COIN_KEYS if euro else dict(zip(COIN_KEYS, values, strict=False))


def key_of(button: str) -> int:
    """The key of a button that has a number: the last one that works it."""
    return [key for key, name in BUTTON_KEYS.items() if name == button][-1]


class KeyLabels:
    """A small key cap on the top left corner of every control that a key works."""

    def __init__(
        self, kit: Kit, deck: Deck, tray: Tray, purse: Purse, desk: Desk, corner: tuple[int, int]
    ) -> None:
        names = {name: key for key, name in reversed(BUTTON_KEYS.items())}
        self._spots: list[tuple[str, tuple[int, int]]] = []
        self._tall = max(18, kit.px(40))
        top = deck.rect.y + self._tall // 2 + self._tall // 5  # clear of the display
        for cap in deck.caps:
            if cap.name in names:
                spot = (cap.rect.x, max(cap.rect.y, top))
                self._spots.append((_key_name(kit, names[cap.name]), spot))
        own = {cents: key for key, cents in coin_keys(purse.values).items()}
        for cents, (x, y) in purse.places.items():
            self._spots.append((_key_name(kit, own[cents]), (x - purse.coin_px // 2, y - purse.coin_px // 2)))
        if kit.front.coins_cents:  # else nothing ever comes into the tray
            corner_of_tray = (tray.rect.x + kit.gap(2), tray.rect.bottom - kit.gap(4))
            self._spots.append((_key_name(kit, TAKE_KEY), corner_of_tray))
        for key, name in DESK_KEYS.items():
            if name in desk.plates:
                self._spots.append((_key_name(kit, key), desk.plates[name].topleft))
        if kit.front.test:
            x, y = corner
            self._spots.append((f"{kit.say('BACKSPACE')} «", (x, y + max(9, kit.px(20)))))
        self._kit = kit

    def add(self, key: int, spot: tuple[int, int]) -> None:
        """One more control that a key works."""
        x, y = spot
        self._spots.append((_key_name(self._kit, key), (x, y + max(9, self._kit.px(20)))))

    def draw(self, screen: pygame.Surface) -> None:
        """Draw the key caps, each from its spot to the right."""
        kit = self._kit
        tall = self._tall
        for words, (x, y) in self._spots:
            box = Rect(0, 0, max(tall, round(tall * (0.42 * len(words) + 0.5))), tall)
            box.midleft = (x - tall // 6, y - tall // 5)
            paint.cast(screen, box, max(2, tall // 10), 0.8, tall * 0.2)
            cap = paint.down(box.size, [(0, CREAM), (0.8, (226, 216, 196)), (1, (150, 138, 120))])
            screen.blit(paint.clip_round(cap, tall * 0.22), box)
            kit.text.hide(box)
            kit.text.put(
                screen, words, box.inflate(-4, -2), "strong", round(tall * 0.55), INK, remember=False
            )


def _key_name(kit: Kit, key: int) -> str:
    if key == pygame.K_SPACE:
        return kit.say("SPACE")
    return pygame.key.name(key).upper()
