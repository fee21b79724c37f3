# SPDX-License-Identifier: MIT
"""The tray: a deep bowl under a chute, with every coin that was paid or refused lying in it."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.money.heap import BOUNCE_MS, FALL_MS, Heap, Rest, fall, ring, rolled
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

_BOWL: tuple[tuple[float, Colour], ...] = (
    (0, (20, 17, 18)),
    (0.3, (62, 58, 62)),
    (0.46, (40, 37, 42)),
    (0.52, (96, 93, 100)),
    (0.8, (150, 147, 154)),
    (1, (84, 82, 88)),
)
_SIDES: tuple[tuple[float, Colour], ...] = (
    (0, (84, 84, 92)),
    (0.12, (255, 255, 255)),
    (0.88, (255, 255, 255)),
    (1, (72, 72, 80)),
)
_UPRIGHT = 0.58  # of the width, beside the plates of the desk
_RIBS = 5  # at each side of the middle one
DRAWN_MAX = 220  # more lie deeper than one can see
_LEVELS_MAX = 22
_JOLT_MS = 60  # for so long the heap gives where a coin hits it
_LIFTED_MAX = 3  # in a frame: beyond that nobody sees single coins


class Tray:
    """Keeps a heap that follows what the cabinet says lies in the tray."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.zones["tray"]
        inner = kit.layout.inner("tray")
        width = round(inner.width * _UPRIGHT) if kit.layout.portrait else inner.width
        self.rect = Rect(inner.x, zone.y + kit.gap(2), width, zone.height - 2 * kit.gap(2))
        self.coin_px = min(kit.px(92), round(self.rect.height * 0.5))
        self._floor = Rect(self.rect.x + kit.gap(3), 0, self.rect.width - 2 * kit.gap(3), 0)
        lip = max(round(self.rect.height * 0.30), round(readable_px(kit.layout.size) * 1.5))
        self._lip = Rect(self.rect.x, self.rect.bottom - lip, self.rect.width, lip)
        self._floor.y = self.rect.y + round(self.rect.height * 0.50)
        self._floor.height = self._lip.y - self._floor.y + round(lip * 0.2)
        self.chute = Rect(0, 0, round(self.rect.width * 0.24), round(self.rect.height * 0.22))
        self.chute.midtop = (self.rect.centerx, self.rect.y + self._kit.gap(0))
        self.return_mouth = (
            self.rect.right - round(self.rect.width * 0.12),
            self.rect.y + round(self.rect.height * 0.30),
        )
        self._heap = Heap()
        self._returning: dict[int, int] = {}
        self._known: dict[int, int] = {}
        self._falling: list[tuple[Rest, int, tuple[int, int]]] = []
        self._rising: list[tuple[Rest, int]] = []
        self._resting: pygame.Surface | None = None
        self._front = paint.layer(self._lip.size)

    def wall(self, right: bool) -> tuple[int, int]:
        """Left and right end of the wall beside the chute that is free, on its left or its right."""
        kit = self._kit
        if right:
            pad = kit.gap(1)
            return self.chute.right + pad, self.return_mouth[0] - round(self.rect.width * 0.05) - pad
        return self.rect.x + kit.gap(3), self.chute.x - kit.gap(2)

    def paint(self, base: pygame.Surface) -> None:
        """The bowl's back, sides and floor, and the chute's mouth."""
        kit, rect = self._kit, self.rect
        paint.cast(base, rect, kit.gap(1), 0.6, kit.gap(3))
        bowl = paint.down(rect.size, _BOWL)
        paint.tint(bowl, 31, 120, 7)
        paint.shade(bowl, paint.across(rect.size, _SIDES), (0, 0))
        paint.add(
            bowl,
            paint.glow((rect.width * 5 // 4, rect.height * 2), (96, 74, 40), 0.85, 1.3),
            (-rect.width // 8, -rect.height * 3 // 4),
        )
        bend = paint.glow((rect.width * 5 // 4, rect.height), (44, 42, 44), 0.9, 0.9)
        paint.add(bowl, bend, (-rect.width // 8, round(rect.height * 0.42)))
        self._press_ribs(bowl)
        base.blit(paint.clip_round(bowl, kit.gap(3)), rect)
        paint.recess(base, rect, kit.gap(2), kit.gap(3))
        back = Rect(0, 0, round(rect.width * 0.10), self.chute.height)
        back.midbottom = (self.return_mouth[0], self.chute.bottom)
        for mouth in (self.chute, back):
            self._paint_mouth(base, mouth)
        self._paint_lip()

    def _press_ribs(self, bowl: pygame.Surface) -> None:
        """Ribs in the floor along which coins slide to the front, wider apart the nearer they are."""
        width, height = bowl.get_size()
        top, bottom = round(height * 0.52), height
        thick = max(1, self._kit.px(3))
        light, dark = paint.plain(bowl.get_size()), paint.plain(bowl.get_size())
        dark.fill((255, 255, 255))
        for number in range(-_RIBS, _RIBS + 1):
            far, near = width * (0.5 + 0.40 * number / _RIBS), width * (0.5 + 0.54 * number / _RIBS)
            pygame.draw.line(dark, (150, 148, 152), (far, top), (near, bottom), thick)
            pygame.draw.line(light, (46, 46, 48), (far + thick, top), (near + thick, bottom), thick)
        paint.shade(bowl, dark, (0, 0))
        paint.add(bowl, light, (0, 0))

    def update(self, seen: Seen, now_ms: int, animate: bool, *, back: bool = False) -> None:
        """
        Follow the tray: let new coins fall, take away what was taken.

        Args:
            back: time runs back: what fell last flies up again, and what was taken lies there again.
        """
        for coin in seen.coins:
            if coin.path == "returning":
                self._returning[coin.id] = coin.cents
        current = dict(seen.tray)
        if current == self._known:
            self._settle(now_ms)
            return
        grown = {cents: n - self._known.get(cents, 0) for cents, n in current.items()}
        shrunk = any(current.get(cents, 0) < n for cents, n in self._known.items())
        if shrunk and back and self._lift(current, seen, now_ms):
            grown = {}
        elif shrunk:
            self._heap.clear()
            self._falling.clear()
            grown = current
            animate = False
        self._resting = None
        animate = animate and not back
        for cents, count in _shuffled(grown):
            for _ in range(count):
                if len(self._heap.coins) < DRAWN_MAX:
                    refused = self._was_refused(cents, seen)
                    rest = self._heap.drop(cents, 0.84 if refused else 0.5)
                    if animate:
                        start = self.return_mouth if refused else self.chute.midbottom
                        self._falling.append((rest, now_ms, start))
        self._known = current
        self._settle(now_ms)

    def draw(self, screen: pygame.Surface, now_ms: int, hover: bool) -> None:
        """Resting coins, falling coins, then the lip in front of them."""
        if self._resting is None:
            self._resting = self._draw_heap()
        jolt = any(0 <= now_ms - since - FALL_MS < _JOLT_MS for _, since, _ in self._falling)
        sunk = max(1, self._kit.px(2)) if jolt else 0
        screen.blit(self._resting, self.rect.move(0, sunk - self.rect.height // 2))
        for rest, since, start in self._falling:
            self._draw_falling(screen, rest, now_ms - since, start)
        for rest, since in self._rising:
            self._draw_falling(screen, rest, FALL_MS - (now_ms - since), self.chute.midbottom)
        screen.blit(self._front, self._lip)
        if hover and self._known:
            pygame.draw.rect(screen, CREAM, self.rect, max(1, self._kit.px(3)), self._kit.gap(3))

    @property
    def occupied(self) -> bool:
        """Whether there is anything to pick up."""
        return bool(self._known)

    @property
    def moving(self) -> bool:
        """Whether a coin falls into it or flies out of it."""
        return bool(self._falling or self._rising)

    def heap_counts(self) -> dict[int, int]:
        """Coins of each value that the heap shows, falling ones too."""
        return self._heap.counts()

    def _was_refused(self, cents: int, seen: Seen) -> bool:
        """Whether a new coin is one that was seen on its way back from the slot."""
        still = {coin.id for coin in seen.coins}
        for coin_id, value in self._returning.items():
            if value == cents and coin_id not in still:
                del self._returning[coin_id]
                return True
        return False

    def _lift(self, current: Mapping[int, int], seen: Seen, now_ms: int) -> bool:
        """Let coins fly up the chute again; False if they are too many or others came, and all lie anew."""
        gone = {cents: n - current.get(cents, 0) for cents, n in self._known.items()}
        if min(gone.values()) < 0 or sum(gone.values()) > _LIFTED_MAX or not current.keys() <= gone.keys():
            return False
        self._falling.clear()
        refused = [coin.cents for coin in seen.coins if coin.path == "returning"]
        for cents, count in gone.items():
            for _ in range(count):
                rest = self._heap.lift(cents)
                if cents in refused:
                    refused.remove(cents)  # it is drawn on its way from the tray to the slot
                elif rest is not None:
                    self._rising.append((rest, now_ms))
        return True

    def _settle(self, now_ms: int) -> None:
        self._rising = [(rest, since) for rest, since in self._rising if now_ms - since < FALL_MS]
        still = [flight for flight in self._falling if not fall(now_ms - flight[1])[1]]
        if len(still) != len(self._falling):
            self._falling = still
            self._resting = None

    def _spot(self, rest: Rest) -> tuple[int, int]:
        """Middle of a resting coin on the screen."""
        return self._at(rest.across, rest.depth, rest.level)

    def _at(self, across: float, depth: float, level: float) -> tuple[int, int]:
        """A place of the heap on the screen."""
        floor = self._floor
        narrow = 1 - 0.10 * (1 - depth)
        x = floor.centerx + (across - 0.5) * (floor.width - self.coin_px) * narrow
        lift = min(_LEVELS_MAX, level) * self.coin_px * 0.085
        return round(x), round(
            floor.y + depth * (floor.height - self.coin_px * 0.3) - lift + self.coin_px * 0.12
        )

    def _draw_heap(self) -> pygame.Surface:
        """All resting coins from back to front, on a sheet that reaches half a tray above it."""
        sheet = paint.layer((self.rect.width, self.rect.height * 3 // 2))
        moving = {id(rest) for rest, _, _ in self._falling}
        lying = [rest for rest in self._heap.coins if id(rest) not in moving]
        for rest in sorted(lying, key=lambda r: (int(r.depth * 4), r.level)):
            picture = coins.lying(rest.cents, coins.diameter(rest.cents, self.coin_px), rest.turn_deg)
            x, y = self._spot(rest)
            at = (
                x - picture.get_width() // 2 - self.rect.x,
                y - picture.get_height() // 2 - self.rect.y + self.rect.height // 2,
            )
            sheet.blit(picture, at)
        return sheet

    def _draw_falling(
        self, screen: pygame.Surface, rest: Rest, since_ms: int, start: tuple[int, int]
    ) -> None:
        """Tumbling through the air, rolling down the heap, ringing down where it stays."""
        height, _ = fall(since_ms)
        hit_x, hit_y = self._at(rest.hit[0], rest.depth, rest.hit[1])
        x, y = self._spot(rest)
        along = rolled(since_ms)
        ground = hit_y + (y - hit_y) * along
        if since_ms < FALL_MS:
            share = max(0.0, since_ms / FALL_MS)
            at = (start[0] + (hit_x - start[0]) * share, hit_y - (hit_y - start[1]) * height)
        else:
            at = (hit_x + (x - hit_x) * along, ground - self.rect.height * 0.5 * height)
        side = coins.diameter(rest.cents, self.coin_px)
        picture = self._turning(rest, side, since_ms, height)
        screen.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    def _turning(self, rest: Rest, side: int, since_ms: int, height: float) -> pygame.Surface:
        """The coin in the air, or lying, or on its edge in between."""
        if height > 0.05 or since_ms < FALL_MS + BOUNCE_MS // 2:
            return coins.tumbling(rest.cents, side, (since_ms // 28) % 12)
        lying = coins.lying(rest.cents, side, rest.turn_deg)
        up = ring(since_ms)
        if up < 0.08:
            return lying
        tall = lying.get_height()
        return pygame.transform.smoothscale(lying, (lying.get_width(), round(tall * (1 + 0.5 * up))))

    def _paint_mouth(self, base: pygame.Surface, mouth: Rect) -> None:
        """An opening in the back wall with a bent chrome chin that coins slide over."""
        kit = self._kit
        paint.cast(base, mouth, kit.gap(1), 0.8, kit.gap(1))
        hole = paint.down(mouth.size, [(0, (2, 2, 2)), (0.7, (20, 15, 13)), (1, (58, 44, 34))])
        base.blit(paint.clip_round(hole, kit.gap(1)), mouth)
        paint.frame(base, mouth, max(2, kit.gap(0)), kit.gap(1))
        chin = Rect(
            mouth.x - kit.gap(0), mouth.bottom - kit.gap(0), mouth.width + 2 * kit.gap(0), max(4, kit.gap(2))
        )
        steel = paint.metal()
        metal = paint.trapezoid(
            paint.down(chin.size, [(0, steel.light), (0.35, steel.mid), (0.6, steel.dark), (1, steel.mid)]),
            0.04,
        )
        base.blit(paint.clip_round(metal, kit.gap(0)), chin)

    def _paint_lip(self) -> None:
        """The tray's front edge, with the word engraved that says what it is for."""
        kit, steel = self._kit, paint.metal()
        size = self._lip.size
        metal = paint.down(
            size,
            [
                (0, steel.light),
                (0.08, steel.light),
                (0.14, mix(steel.mid, steel.dark, 0.3)),
                (0.24, steel.mid),
                (0.5, mix(steel.light, steel.mid, 0.3)),
                (0.86, steel.mid),
                (1, steel.dark),
            ],
        )
        paint.tint(metal, 41, 160, 10)
        mask = paint.rounded((size[0], size[1] * 2), kit.gap(3))[size[1] :]
        cover = pygame.surfarray.pixels_alpha(self._front)
        cover[...] = (mask.T * 255).astype("uint8")
        del cover
        face = paint.clip_round(metal, 1)
        self._front.blit(face, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        cut = pygame.surfarray.pixels_alpha(self._front)
        cut[...] = (mask.T * 255).astype("uint8")
        del cut
        box = Rect(kit.gap(3), 0, size[0] - 2 * kit.gap(3), size[1])
        with kit.text.moved(self._lip.topleft):
            kit.text.put(
                self._front,
                _said(kit),
                box,
                "label",
                round(size[1] * 0.74),
                INK,
                shadow=(236, 234, 232),
            )


def _said(kit: Kit) -> str:
    """What stands on the lip: a machine that takes cards alone pays nothing into its tray."""
    if not kit.front.coins_cents:
        return kit.say("PAID ONTO YOUR CARD")
    return kit.say("PICK UP YOUR TOKENS") if kit.front.tokens else kit.say("PICK UP YOUR COINS")


def _shuffled(counts: Mapping[int, int]) -> list[tuple[int, int]]:
    """The same coins, values taking turns, so that a heap drawn at once looks like one that grew."""
    left = {cents: n for cents, n in sorted(counts.items()) if n > 0}
    turns: list[tuple[int, int]] = []
    while left:
        for cents in list(left):
            turns.append((cents, 1))
            left[cents] -= 1
            if not left[cents]:
                del left[cents]
    return turns
