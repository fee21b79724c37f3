# SPDX-License-Identifier: MIT
"""
The coach: shows whoever has not played yet where a coin goes, and then START; gone for good after a play.

    coach = Coach()                              # of a visitor, not of a machine
    coach.watch(seen, front.price_cents)
    coach.draw(screen, stage, seen, now_ms)

It says nothing and waits for nobody: it draws over the machine, beside every number, which stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pygame
from pygame import Rect

from emulator.panel.art import coins, signs
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.stage import Stage

COIN, START = "coin", "start"
# A whole way of the hand from the purse to the slot, and how long it rests there.
_CARRY_MS, _REST_MS = 1_700, 500
# How far the way bows, the best first, and where it is looked at.
_LIFTS, _STEPS = (150, 60, 0, -60, -120), 40
_AFTER_MS = 1_500  # whoever knows what to do has done it by then


class Coach:
    """
    What one visitor has learned.

    Attributes:
        done: whether the visitor has played.
    """

    def __init__(self) -> None:
        self.done = False
        self._step: str | None = None
        self._since_ms = 0

    def forget(self) -> None:
        """Another visitor has come."""
        self.done, self._step = False, None

    def watch(self, seen: Seen, now_ms: int) -> None:
        """Look what the visitor has done; a play that goes on is the last thing to be learned."""
        if self.done:
            return
        playing = seen.in_round or any(reel.moving for reel in seen.reels)
        self.done = playing and self._step == START and not seen.alarm
        step = self._wanted(seen)
        if step != self._step and not self.done:
            self._step, self._since_ms = step, now_ms

    def _wanted(self, seen: Seen) -> str | None:
        """What is to be done next; None where nothing can be."""
        if not seen.powered or seen.alarm or seen.busy or seen.door_open:
            return self._step if seen.busy else None
        if seen.lamps.get("start", False):
            return START
        return COIN if seen.purse and not _digits(seen.display.credits) else None

    def draw(
        self, screen: pygame.Surface, stage: Stage, seen: Seen, now_ms: int, idea: Idea | None = None
    ) -> None:
        """Show it, over the machine as it was drawn; and no second coin beside one that attracts."""
        if self.done or self._step is None or now_ms - self._since_ms < _AFTER_MS or seen.busy:
            return
        if idea is not None and idea.name == "slot" and not idea.calm:
            return
        clock_ms = now_ms - self._since_ms - _AFTER_MS
        with _kept(screen, numbers(stage, screen.get_rect())):
            if self._step == COIN:
                self._show_coin(screen, stage, seen, clock_ms)
            else:
                self._show_start(screen, stage, clock_ms)

    def _show_coin(self, screen: pygame.Surface, stage: Stage, seen: Seen, clock_ms: int) -> None:
        cents = _coin_for(stage, seen)
        if cents is None:
            return
        kit, start, end = stage.kit, stage.purse.places[cents], stage.deck.slot.center
        side = coins.diameter(cents, stage.purse.coin_px)
        lift = way_lift(stage, start, end)
        signs.ring(screen, Rect(start[0] - side // 2, start[1] - side // 2, side, side), clock_ms, kit.px(6))
        signs.ring(screen, stage.deck.slot.inflate(kit.px(16), kit.px(12)), clock_ms, kit.px(5), kit.px(12))
        with _kept(screen, [one.ink for one in kit.text.placed]):  # the way passes behind every word
            signs.way(screen, start, end, lift, clock_ms, max(3, kit.px(8)))
        share = min(1.0, clock_ms % (_CARRY_MS + _REST_MS) / _CARRY_MS)
        at = signs.arc(start, end, share * share * (3 - 2 * share), lift)
        face = coins.face(cents, side)
        screen.blit(face, face.get_rect(center=(round(at[0]), round(at[1]))))
        glove = signs.hand(max(34, kit.px(120)))
        screen.blit(glove, (round(at[0]), round(at[1])))

    def _show_start(self, screen: pygame.Surface, stage: Stage, clock_ms: int) -> None:
        cap = next((cap for cap in stage.deck.caps if cap.name == "start"), None)
        if cap is None:
            return
        kit, rect = stage.kit, cap.rect
        signs.ring(screen, rect, clock_ms, kit.px(6), kit.px(16))
        press = abs((clock_ms % 1_100) / 550 - 1)  # 1 far, 0 at the button
        glove = signs.hand(max(34, kit.px(130)))
        reach = round(kit.px(46) * press)
        corner = (rect.centerx + rect.width // 5 + reach, rect.centery + rect.height // 4 + reach)
        screen.blit(glove, corner)


def way_lift(stage: Stage, start: tuple[int, int], end: tuple[int, int]) -> int:
    """How far the way of the coin bows up, in pixels, or below 0 down: off the word on START."""
    cap = next((cap.rect for cap in stage.deck.caps if cap.name == "start"), None)
    lifts = [stage.kit.px(lift) for lift in _LIFTS]
    if cap is None:
        return lifts[0]

    word = cap.inflate(-cap.width // 4, -cap.height // 2)

    def hidden(lift: int) -> int:
        spots = (signs.arc(start, end, step / _STEPS, lift) for step in range(_STEPS))
        return sum(word.collidepoint(spot) for spot in spots)

    return min(lifts, key=hidden)


def _coin_for(stage: Stage, seen: Seen) -> int | None:
    """The coin to begin with: the smallest that pays for a play, or the largest there is."""
    price = stage.kit.front.price_cents
    there = sorted(cents for cents, count in seen.purse.items() if count and cents in stage.purse.places)
    return next((cents for cents in there if cents >= price), there[-1] if there else None)


def _digits(shown: str) -> int:
    digits = "".join(letter for letter in shown if letter.isdigit())
    return int(digits) if digits else 0


@contextmanager
def _kept(screen: pygame.Surface, rects: Iterable[Rect]) -> Iterator[None]:
    """Whatever is drawn within this block, these parts of the screen stay as they were."""
    inside = [rect for one in rects if (rect := one.clip(screen.get_rect())).width and rect.height]
    kept = [(rect, screen.subsurface(rect).copy()) for rect in inside]
    yield
    for rect, picture in kept:
        screen.blit(picture, rect)


def numbers(stage: Stage, within: Rect) -> list[Rect]:
    """Where numbers are: on glass and plates, in the counters, and of the purse what it says."""
    placed = [one.ink for one in stage.kit.text.placed if any(letter.isdigit() for letter in one.text)]
    found = [*placed, stage.layout.zones["display"], *stage.purse.numbers]
    return [rect for one in found if (rect := one.clip(within)).width and rect.height]
