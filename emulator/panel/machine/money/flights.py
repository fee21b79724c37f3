# SPDX-License-Identifier: MIT
"""Coins between purse, slot and tray: in the hand, thrown by a tap, sinking into the slot, refused, paid."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pygame
from pygame import Rect

from emulator.cabinet.front import CoinView
from emulator.panel.art import coins, paint
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

TOSS_MS = 280
SINK_PERMILLE = 450  # of the way to the gate: by then the coin is out of sight
# Where it knocks on its way inside, and how long one sees the light that it throws back.
KNOCKS_PERMILLE = (520, 760)
_KNOCK_PERMILLE = 130

Spot = tuple[int, int]


@dataclass
class Toss:
    """A coin that flies by itself: to the slot, or back to the purse."""

    cents: int
    start: Spot
    end: Spot
    since_ms: int
    inserts: bool


class Flights:
    """Draws coins that belong to no zone, in front of all of them."""

    def __init__(self, kit: Kit, slot: Rect, return_mouth: Spot, chute: Rect, coin_px: int) -> None:
        self._kit = kit
        self._slot = slot
        self._return_mouth = return_mouth
        self._chute = chute
        self._coin_px = coin_px
        self._slot_px = round(slot.height * 0.92)
        self.tosses: list[Toss] = []

    def toss(self, cents: int, start: Spot, end: Spot, now_ms: int, inserts: bool) -> None:
        """Let a coin fly; it arrives TOSS_MS later."""
        self.tosses.append(Toss(cents, start, end, now_ms, inserts))

    def toss_home(self, cents: int, home: Spot, now_ms: int) -> None:
        """Let a coin fly from the slot to the purse."""
        self.toss(cents, self._slot.center, home, now_ms, inserts=False)

    def fly_back(self, before: Seen, seen: Seen, homes: Mapping[int, Spot], now_ms: int) -> None:
        """Time runs back: what lay in the slot a picture ago and does no more flies home."""
        inside = {coin.id for coin in seen.coins}
        for coin in before.coins:
            if coin.path == "slot" and coin.id not in inside and coin.cents in homes:
                self.toss_home(coin.cents, homes[coin.cents], now_ms)

    def arrived(self, now_ms: int) -> list[Toss]:
        """Coins whose flight is over, each told once."""
        done = [toss for toss in self.tosses if now_ms - toss.since_ms >= TOSS_MS]
        self.tosses = [toss for toss in self.tosses if toss not in done]
        return done

    def in_the_air(self) -> dict[int, int]:
        """How many coins of each value fly; they have left the stack they came from."""
        found: dict[int, int] = {}
        for toss in self.tosses:
            found[toss.cents] = found.get(toss.cents, 0) + 1
        return found

    def draw(self, screen: pygame.Surface, seen: Seen, now_ms: int, *, back: bool = False) -> None:
        """
        Coins in the machine that one can see, and coins in the air.

        Args:
            back: time runs back: the tray draws the coins that fly up the chute.
        """
        for coin in seen.coins:
            if not (back and coin.path == "paying"):
                self._draw_inside(screen, coin)
        for toss in self.tosses:
            share = min(1.0, (now_ms - toss.since_ms) / TOSS_MS)
            ease = share * share * (3 - 2 * share)
            x = toss.start[0] + (toss.end[0] - toss.start[0]) * ease
            y = (
                toss.start[1]
                + (toss.end[1] - toss.start[1]) * ease
                - math.sin(math.pi * share) * self._coin_px * 0.9
            )
            side = coins.diameter(toss.cents, round(self._coin_px + (self._slot_px - self._coin_px) * ease))
            width = 16 if not toss.inserts else max(2, round(16 * (1 - ease)))
            self._place(screen, coins.edge_on(toss.cents, side, width), (round(x), round(y)))

    def draw_in_hand(self, screen: pygame.Surface, cents: int, point: Spot) -> None:
        """The coin under the finger, turning its edge to the slot as it comes near."""
        far = math.hypot(point[0] - self._slot.centerx, point[1] - self._slot.centery)
        reach = self._slot.height * 2.2
        width = 16 if far > reach else max(4, round(16 * far / reach))
        side = coins.diameter(cents, round(self._coin_px * 1.08))
        picture = coins.edge_on(cents, side, width)
        shadow = paint.layer(picture.get_size())
        shadow.blit(picture, (0, 0))
        shadow.fill((0, 0, 0, 110), special_flags=pygame.BLEND_RGBA_MULT)
        self._place(screen, shadow, (point[0] + side // 8, point[1] + side // 6))
        self._place(screen, picture, point)

    def _draw_inside(self, screen: pygame.Surface, coin: CoinView) -> None:
        if coin.path == "slot" and coin.progress_permille < SINK_PERMILLE:
            self._draw_sinking(screen, coin)
        elif coin.path == "slot":
            self._draw_knock(screen, coin.progress_permille)
        elif coin.path == "returning":
            self._draw_refused(screen, coin)
        elif coin.path == "paying":
            self._draw_paid(screen, coin)

    def _draw_sinking(self, screen: pygame.Surface, coin: CoinView) -> None:
        """Edge on, dropping into the dark of the slot."""
        side = coins.diameter(coin.cents, self._slot_px)
        picture = coins.edge_on(coin.cents, side, 3)
        share = coin.progress_permille / SINK_PERMILLE
        clip = screen.get_clip()
        screen.set_clip(self._slot.clip(clip))
        self._place(
            screen,
            picture,
            (self._slot.centerx, round(self._slot.centery + share * share * self._slot.height)),
        )
        screen.set_clip(clip)

    def _draw_knock(self, screen: pygame.Surface, progress_permille: int) -> None:
        """The light that a coin throws back out of the slot where it knocks."""
        level = knock(progress_permille)
        if level <= 0:
            return
        size = (self._slot.width * 5, round(self._slot.height * 1.3))
        tone = round(150 * level)
        light = paint.glow(size, (tone, round(tone * 0.86), round(tone * 0.5)), 0.9, 1.5)
        paint.add(screen, light, light.get_rect(center=self._slot.center).topleft)

    def _draw_refused(self, screen: pygame.Surface, coin: CoinView) -> None:
        """Out under the slot and down into the tray's mouth, tumbling."""
        share = coin.progress_permille / 1000
        start = (self._slot.centerx, self._slot.bottom)
        x = start[0] + (self._return_mouth[0] - start[0]) * share
        y = start[1] + (self._return_mouth[1] - start[1]) * share * share
        picture = coins.tumbling(
            coin.cents, coins.diameter(coin.cents, self._coin_px), round(share * 30) % 12
        )
        self._place(screen, picture, (round(x), round(y)))

    def _draw_paid(self, screen: pygame.Surface, coin: CoinView) -> None:
        """Behind the mouth of the chute."""
        side = coins.diameter(coin.cents, self._coin_px)
        picture = coins.tumbling(coin.cents, side, coin.progress_permille // 60 % 12)
        picture = picture.copy()
        dim = min(255, 90 + coin.progress_permille // 6)
        picture.fill((dim, dim, dim, 255), special_flags=pygame.BLEND_RGBA_MULT)
        y = self._chute.y + round((coin.progress_permille / 1000) ** 2 * self._chute.height)
        clip = screen.get_clip()
        screen.set_clip(self._chute.clip(clip))
        self._place(screen, picture, (self._chute.centerx + coin.id % 5 * side // 8 - side // 4, y))
        screen.set_clip(clip)

    @staticmethod
    def _place(screen: pygame.Surface, picture: pygame.Surface, middle: Spot) -> None:
        screen.blit(picture, (middle[0] - picture.get_width() // 2, middle[1] - picture.get_height() // 2))


def knock(progress_permille: int) -> float:
    """How strongly a coin inside the slot is seen, 0 to 1: at each of its two knocks, quickly less."""
    past = (progress_permille - at for at in KNOCKS_PERMILLE)
    steps = [8 - 8 * gone // _KNOCK_PERMILLE for gone in past if 0 <= gone < _KNOCK_PERMILLE]
    return max(steps, default=0) / 8
