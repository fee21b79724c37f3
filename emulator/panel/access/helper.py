# SPDX-License-Identifier: MIT
"""
All help for one window: what was wished, the ring, speech, the strips, and the plate where one asks for more.

    helper = Helper(present().wishes, language)
    helper.use(stage)                                   # after every change of the stage
    touches = helper.handle(event, seen, now_ms)        # what the event stands for; None: not for it
    helper.draw(screen, seen, heard, now_ms)            # over the machine
    helper.draw_plate(screen)                           # over everything else
    helper.wishes, helper.language                      # what the window then follows
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from emulator.panel.access.plate import LANGUAGE, WISH, AccessPlate
from emulator.panel.access.reach import Picture
from emulator.panel.access.reader import Reader
from emulator.panel.access.ring import Ring
from emulator.panel.access.speech import Narrator, Speech
from emulator.panel.access.wishes import Terms, Wishes
from emulator.panel.art.lettering import Aid
from emulator.panel.machine.parts.seen import Seen
from machines.support.languages import languages, translator

PLATE_KEY = pygame.K_a
_LARGER = 1.35
_CONTRAST = 7.0
_AWAY_MS = 40_000


def aid_of(wishes: Wishes) -> Aid:
    """How the letters of a stage are helped."""
    return Aid(_LARGER if wishes.large_text else 1.0, _CONTRAST if wishes.high_contrast else 0.0)


class Helper:
    """
    Helps with one window.

    Args:
        wishes: what is wanted at the start.
        language: of the panel.
        offered: the languages to choose from.

    Attributes:
        wishes, language: as the visitor has chosen since.
    """

    def __init__(self, wishes: Wishes, language: str, offered: Sequence[str] | None = None) -> None:
        self.wishes, self.language = wishes, language
        self._offered = tuple(offered or languages())
        self.shown = False
        """Whether the plate is open."""
        self.ring = Ring(wishes.scan_ms)
        self.speech = Speech(wishes.speak)
        self._narrator = Narrator(translator(language))
        self._told_at: str | None = None
        self._touched_ms = 0

    def use(self, stage: Picture) -> None:
        """Go on with this stage."""
        self._stage = stage
        self._plate: AccessPlate | None = None
        self._reader: Reader | None = None
        self._narrator = Narrator(stage.kit.say)

    def next_language(self) -> None:
        """Go on in the next of the languages to choose from."""
        at = self._offered.index(self.language) if self.language in self._offered else -1
        self.language = self._offered[(at + 1) % len(self._offered)]

    def begin_anew(self, terms: Terms) -> None:
        """Another visitor finds it as its owner left it."""
        self.wishes, self.shown = terms.wishes, False
        self.language = terms.first or self.language

    def handle(self, event: pygame.event.Event, seen: Seen, now_ms: int) -> list[pygame.event.Event] | None:
        """The touches that an event stands for, perhaps none; None if it is for the machine as it is."""
        if event.type == pygame.KEYDOWN and event.key == PLATE_KEY:
            self._show(not self.shown, now_ms)
            return []
        touches = self.ring.handle(event, self._stage, seen, now_ms) if not self.shown else None
        if touches is not None:
            return touches
        point = _point(event, self._stage.layout.size)
        if point is None:
            return None
        if self.shown:
            self._choose(point, now_ms)
            return []
        if self._stage.display.rect.collidepoint(point):
            self._show(True, now_ms)
            return []
        return None

    def update(self, seen: Seen, now_ms: int) -> None:
        """The ring goes on, what is new is spoken, and a plate that nobody touches goes away."""
        self.ring.update(self._stage, seen, now_ms)
        if self.shown and now_ms - self._touched_ms >= _AWAY_MS:
            self.shown = False
        if self.wishes.speak:
            at, self._told_at = (
                (None, self.ring.at) if self.ring.at == self._told_at else (self.ring.at, self.ring.at)
            )
            label = None if at is None else self._label(at)
            sentence = self._narrator.sentence(seen, self._stage.display.words(seen), now_ms, label)
            if sentence is not None:
                self.speech.tell(sentence)
            self.speech.update()

    def draw(self, screen: pygame.Surface, seen: Seen, heard: Sequence[str], now_ms: int) -> None:
        """What lies over the machine's picture."""
        wishes = self.wishes
        if wishes.large_text or wishes.captions:
            self._reader = self._reader or Reader(self._stage)
            if wishes.large_text:
                self._reader.draw_message(screen, seen)
            if wishes.captions:
                self._reader.draw_captions(screen, heard)
        self.ring.draw(screen, self._stage, seen, now_ms)

    def draw_plate(self, screen: pygame.Surface) -> None:
        """The open plate, which lies over all else that a window shows."""
        if self.shown:
            self._open_plate().draw(screen, self.wishes, self.language)

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether a touch is on the open plate, whatever lies under it."""
        point = _point(event, self._stage.layout.size) if self.shown else None
        return point is not None and self._open_plate().rect.collidepoint(point)

    def _open_plate(self) -> AccessPlate:
        self._plate = self._plate or AccessPlate(self._stage, self._offered)
        return self._plate

    def _show(self, shown: bool, now_ms: int) -> None:
        self.shown, self._touched_ms = shown, now_ms

    def _choose(self, point: tuple[int, int], now_ms: int) -> None:
        plate = self._open_plate()
        self._touched_ms = now_ms
        choice = plate.at(point)
        if choice is None:
            self.shown = plate.rect.collidepoint(point)
        elif choice.kind == WISH:
            self.wishes = self.wishes.turned(choice.name)
        elif choice.kind == LANGUAGE:
            self.language = choice.name
        else:
            self.shown = False

    def _label(self, name: str) -> str:
        """What a control is called: as it is written on it."""
        stage, kit = self._stage, self._stage.kit
        kind, _, rest = name.partition(" ")
        if kind == "button":
            return next((cap.label for cap in stage.deck.caps if cap.name == rest), rest).capitalize()
        if kind in ("coin", "note"):
            return kit.money(int(rest))
        words = {
            "tray": "PICK UP YOUR COINS",
            "desk change": "CHANGE MONEY",
            "desk visitor": "NEW VISITOR",
            "card": "CARD",
        }
        return kit.say(words[name]).capitalize() if name in words else name


def _point(event: pygame.event.Event, size: tuple[int, int]) -> tuple[int, int] | None:
    """Where a touch begins; None if this is none."""
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
        return event.pos[0], event.pos[1]
    if event.type == pygame.FINGERDOWN:
        return round(event.x * size[0]), round(event.y * size[1])
    return None
