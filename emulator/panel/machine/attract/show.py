# SPDX-License-Identifier: MIT
"""
What the attract loop draws over a machine that rests: the name, the reels, the prizes, the slot, the pot.

All of it is a picture alone. No device moves, no lamp of the machine changes, nothing is drawn by lot and no
money goes anywhere; the machine knows nothing of it, and it ends at once when somebody touches anything.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.theme import Colour, mix
from emulator.panel.machine.attract.beams import Beams
from emulator.panel.machine.attract.bulbs import Bulbs
from emulator.panel.machine.attract.coin import LARGEST, Flight
from emulator.panel.machine.attract.pot import BigPot, counted
from emulator.panel.machine.attract.spot import around
from emulator.panel.machine.attract.turns import turned
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.parts import cards
from emulator.panel.machine.parts.cards import CardSlot
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.glass import Glass
from emulator.panel.machine.parts.kiosk import IDEAS, POT, Idea
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

_LENGTH = dict((*IDEAS, POT))
_ROWS_STEP_MS = 340
_ROWS_EVERY = 3  # of so many rows one is lit
# The rest of the front while one idea is seen, and how long it takes to step back.
_BACK = (150, 146, 158)
_BACK_STEPS = 6
_BACK_MS = 480
_THROWN = 84  # what bulbs throw on what is round them, of 255
_REACH = 0.42  # how far, as a share of the shorter side of what they stand round
_COARSE = 4
_DARK_EDGE = 8 * _COARSE  # within a box so much of its light's soft edge lies, both sides together


class Show:
    """Makes what each idea needs when it is seen first, and draws it from then on."""

    def __init__(self, kit: Kit, glass: Glass, deck: Deck, purse: Purse, card: CardSlot) -> None:
        self._kit = kit
        self._glass, self._deck, self._purse, self._card = glass, deck, purse, card
        self._pot = BigPot(kit) if kit.front.pots else None
        self._beams: Beams | None = None
        self._flight: Flight | None = None
        self._lights: dict[str, pygame.Surface] = {}
        self._rings: dict[str, list[tuple[pygame.Surface, pygame.Surface, tuple[int, int]]]] = {}
        window = kit.layout.window
        self._thrown_round = {"crown": kit.layout.inner("crown"), "window": window, "glass": glass.rect}
        radius = max(2, kit.px(7))
        beside = _payline_ends(window, kit)
        self._round_window = Bulbs(kit, window.inflate(2 * kit.gap(2), 2 * kit.gap(2)), radius, beside)
        out = 2 * (radius + 1)
        self._round_glass = Bulbs(kit, glass.rect.inflate(out, out), radius)

    @property
    def ideas(self) -> tuple[tuple[str, int], ...]:
        """Those that this front has something for."""
        return (*IDEAS, POT) if self._pot is not None else IDEAS

    def paint(self, base: pygame.Surface) -> None:
        """The bulbs round window and glass, unlit."""
        self._round_window.paint(base)
        self._round_glass.paint(base)

    def prepare(self) -> None:
        """Make what the ideas need, beside the loop, so that none of them begins with a late frame."""
        self._made_beams()
        self._made_flight().prepare()
        for name, rect in self._thrown_round.items():
            self._light(name, rect)

    def shown(self, seen: Seen, idea: Idea | None) -> Seen:
        """What the parts of the front are drawn from while an idea is seen."""
        if idea is None or idea.calm:
            return seen
        if idea.name == "reels":
            return turned(seen, idea.since_ms, _LENGTH["reels"])
        if idea.name == "pot":
            pots = tuple(counted(cents, idea.since_ms) for cents in seen.pots_cents)
            return replace(seen, pots_cents=pots)
        return seen

    def spotlight(self, idea: Idea | None) -> int | None:
        """The prize that is pointed at now, one after the other."""
        lamps = self._glass.leaders
        if idea is None or idea.name != "prizes" or not lamps:
            return None
        return lamps[min(len(lamps) - 1, idea.since_ms * len(lamps) // _LENGTH["prizes"])]

    def rows(self, idea: Idea | None) -> frozenset[int]:
        """Prize rows that are lit in turn, of the page with the prize that is pointed at."""
        spotlight = self.spotlight(idea)
        if idea is None or spotlight is None or idea.calm:
            return frozenset()
        page = next((page for page in self._glass.pages if spotlight in page.lamps), None)
        lamps = self._glass.leaders if page is None else [row.lamp for row, _ in page.cells]
        step = idea.since_ms // _ROWS_STEP_MS
        return frozenset(lamp for number, lamp in enumerate(lamps) if not (number + step) % _ROWS_EVERY)

    def name_light(self, idea: Idea | None) -> float | None:
        """Where the light that crosses the name stands, 0 to 1; None for no light."""
        return idea.since_ms / _LENGTH["name"] * 2 % 1 if idea is not None and idea.name == "name" else None

    def draw(self, screen: pygame.Surface, seen: Seen, idea: Idea) -> None:
        """What an idea adds to the front."""
        {
            "name": self._draw_name,
            "reels": self._draw_reels,
            "prizes": self._draw_prizes,
            "slot": self._draw_slot,
            "pot": self._draw_pot,
        }[idea.name](screen, seen, idea)

    def celebrate(self, screen: pygame.Surface, since_ms: int, *, everywhere: bool) -> None:
        """The bulbs chase for a prize: round the window, and for a large one round the glass, too."""
        self._round_window.chase(screen, since_ms)
        if everywhere:
            self._round_glass.chase(screen, since_ms)

    def _draw_name(self, screen: pygame.Surface, _seen: Seen, idea: Idea) -> None:
        crown = self._kit.layout.inner("crown")
        if not idea.calm:
            self._step_back(screen, idea, crown)
            self._cross(screen, idea)
        self._throw(screen, "crown", _slow(idea))

    def _draw_reels(self, screen: pygame.Surface, _seen: Seen, idea: Idea) -> None:
        if idea.calm:
            self._round_window.glow(screen, 1.0)
            return
        self._cross(screen, idea, self._glass.rect, *self._kit.layout.flanks)
        self._throw(screen, "window", _slow(idea))
        self._round_window.chase(screen, idea.since_ms)
        self._round_glass.chase(screen, idea.since_ms)

    def _draw_prizes(self, screen: pygame.Surface, _seen: Seen, idea: Idea) -> None:
        if idea.calm:
            self._round_glass.glow(screen, 1.0)
            return
        self._cross(screen, idea, self._kit.layout.inner("crown"), self._glass.rect)
        self._throw(screen, "glass", _slow(idea))
        self._round_glass.chase(screen, idea.since_ms)

    def _draw_slot(self, screen: pygame.Surface, _seen: Seen, idea: Idea) -> None:
        if idea.calm:
            self._deck.draw_slot(screen, _slow(idea))
            return
        level = self._made_flight().draw(screen, idea.since_ms)
        self._deck.draw_slot(screen, min(1.0, level))

    def _draw_pot(self, screen: pygame.Surface, seen: Seen, idea: Idea) -> None:
        if self._pot is None:
            return
        self._pot.draw(screen, seen, _LENGTH["pot"] if idea.calm else idea.since_ms)
        if idea.calm:
            return
        layout = self._kit.layout
        self._cross(screen, idea, layout.inner("crown"), self._glass.rect, *layout.flanks)
        self._throw(screen, "window", _slow(idea))
        self._round_window.chase(screen, idea.since_ms)

    def _cross(self, screen: pygame.Surface, idea: Idea, *within: Rect) -> None:
        """The two beams, over everything or behind these sheets of glass."""
        self._made_beams().draw(screen, idea.since_ms, within)

    def _step_back(self, screen: pygame.Surface, idea: Idea, crown: Rect) -> None:
        """All below the crown a little darker, gently at both ends of the idea."""
        ends_ms = min(idea.since_ms, _LENGTH[idea.name] - idea.since_ms)
        level = min(_BACK_STEPS, ends_ms * _BACK_STEPS // _BACK_MS)
        if level > 0:
            tone = mix((255, 255, 255), _BACK, level / _BACK_STEPS)
            for part in around(screen.get_rect(), crown):
                screen.fill(tone, part, special_flags=pygame.BLEND_RGB_MULT)

    def _throw(self, screen: pygame.Surface, name: str, level: float) -> None:
        """Warm light on what lies round a part of the front and none within, at ``level`` 0 to 1."""
        rect = self._thrown_round[name]
        part = round(255 * level)
        x, y = self._light(name, rect).get_rect(center=rect.center).topleft
        for piece, dimmed, (left, top) in self._rings[name]:
            dimmed.blit(piece, (0, 0))
            dimmed.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
            paint.add(screen, dimmed, (x + left, y + top))

    def _light(self, name: str, rect: Rect) -> pygame.Surface:
        if name not in self._lights:
            light = _thrown(rect.size, self._kit.theme.bright)
            whole = light.get_rect()
            # Nothing is added where there is no light; each piece is dimmed in a second surface.
            pieces = [
                (light.subsurface(ring), ring.topleft) for ring in around(whole, unlit_within(whole, rect))
            ]
            self._rings[name] = [(piece, piece.copy(), spot) for piece, spot in pieces]
            self._lights[name] = light
        return self._lights[name]

    def _made_beams(self) -> Beams:
        if self._beams is None:
            self._beams = Beams(self._kit)
        return self._beams

    def _made_flight(self) -> Flight:
        if self._flight is None:
            self._flight = self._new_flight()
        return self._flight

    def _new_flight(self) -> Flight:
        """The largest coin that is taken, from its stack; where there are none the house's card."""
        kit, purse = self._kit, self._purse
        large_px = round(min(kit.layout.size) * LARGEST)
        taken = [cents for cents in kit.front.coins_cents if cents in purse.places]
        if taken:
            cents = max(taken)
            face = coins.face(cents, large_px)
            return Flight(kit, face, purse.places[cents], self._deck.slot, purse.coin_px, lying=False)
        width = round(large_px * 1.5)
        return Flight(kit, cards.face(kit, width), purse.rect.center, self._card.rect, width // 4, lying=True)


def unlit_within(light: Rect, thrown_round: Rect) -> Rect:
    """What of a light thrown round a box has none for certain: the box, less its corners and soft edge."""
    inner = Rect((0, 0), thrown_round.size).inflate(-_DARK_EDGE, -_DARK_EDGE)
    inner.center = light.center
    return inner.clip(light) if min(inner.size) > 0 else Rect(0, 0, 0, 0)


def _thrown(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Light that falls off from the edge of a box outwards, made small: it has no edges of its own."""
    width, height = max(2, size[0] // _COARSE), max(2, size[1] // _COARSE)
    reach = max(2, round(min(width, height) * _REACH))
    mask = np.pad(paint.rounded((width, height), 2), reach)
    outside = np.clip(paint.blur(mask, max(1, reach // 2)) * 2 - mask * 2, 0, 1)
    tone = np.asarray(colour, dtype=np.float32) * _THROWN / 255
    small = paint.to_surface(outside[..., None] * tone)
    return pygame.transform.smoothscale(small, (size[0] + 2 * reach * _COARSE, size[1] + 2 * reach * _COARSE))


def _slow(idea: Idea) -> float:
    """A light that swells and ebbs, 0 to 1."""
    return 0.5 - 0.5 * math.cos(2 * math.pi * idea.since_ms / 2_000)


def _payline_ends(window: Rect, kit: Kit) -> tuple[Rect, ...]:
    """Where the lamps at the payline's ends stand."""
    if kit.front.screen:
        return ()
    tall = max(12, kit.px(56))
    beside = kit.gap(3) + kit.gap(2)
    return tuple(
        Rect(x - beside, window.centery - tall // 2, 2 * beside, tall) for x in (window.x, window.right)
    )
