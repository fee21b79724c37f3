# SPDX-License-Identifier: MIT
"""The cup: lacquered, with a lid that lifts a moment after the hand, and a shake that takes effort."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import mix
from emulator.panel.tables.kit.colours import GOLD, LACQUER, LACQUER_DARK
from emulator.panel.tables.pai_gow.layout import Layout

_FINE = 2
LIFT_DELAY_MS = 130
LIFT_MS = 380
# The cup is tipped once its lid is on the way, and the dice roll out of it.
TIP_AFTER_MS, TIP_MS = 330, 340
TIP_DEG = 78
# A hand must move this many widths of the cup a second to shake it; a key counts as so much of a motion.
SPEED_MIN = 2.2
KEY_MS = 260
HOLD_MS = 140
# Events come in bunches: a shorter stretch of a motion says nothing of its speed.
STRETCH_MS = 8


class Effort:
    """Turns the motion of a hand, or keys pressed again and again, into a shake of the cup."""

    def __init__(self) -> None:
        self.held = False
        self.offset = (0.0, 0.0)
        self._speed = 0.0
        self._last = (0, 0)
        self._way = 0.0  # in pixels, since the speed was measured last
        self._since_ms = 0
        self._grip = (0, 0)

    def grab(self, at: tuple[int, int], now_ms: int) -> None:
        """The hand takes the cup."""
        self.held, self._grip, self._last, self._speed = True, at, at, 0.0
        self._way, self._since_ms = 0.0, now_ms

    def let_go(self) -> None:
        """And lets it go."""
        self.held, self.offset, self._speed = False, (0.0, 0.0), 0.0

    def move(self, at: tuple[int, int], now_ms: int, width: int) -> int:
        """The hand moves; return for how long that shakes the cup and how hard: ms * 4 + strength, or 0."""
        if not self.held:
            return 0
        self.offset = (float(at[0] - self._grip[0]), float(at[1] - self._grip[1]))
        self._way += math.dist(at, self._last)
        self._last = at
        elapsed_ms = now_ms - self._since_ms
        if elapsed_ms < STRETCH_MS:
            return 0
        self._speed = 0.6 * self._speed + 0.4 * self._way / width * 1_000 / elapsed_ms
        self._way, self._since_ms = 0.0, now_ms
        if self._speed < SPEED_MIN:
            return 0
        return HOLD_MS * 4 + min(3, 1 + int(self._speed / (3 * SPEED_MIN)))


class CupPicture:
    """Body and lid at one size."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._body = _body(layout.cup.size)
        self._lid = _lid(layout.cup.width)

    def draw(
        self,
        screen: pygame.Surface,
        offset: tuple[float, float],
        wobble: float,
        lifted: float,
        tipped: float = 0.0,
    ) -> None:
        """
        Draw the cup.

        Args:
            offset: where the hand has it, from its place, in pixels.
            wobble: how far a shake swings it now, -1 to 1.
            lifted: of the lid, 0 on the cup to 1 beside it.
            tipped: how far the cup is tipped towards where the dice roll, 0 upright to 1 lying.
        """
        cup, layout = self._layout.cup, self._layout
        reach = layout.px(46)
        x = cup.x + max(-reach, min(reach, offset[0])) + wobble * layout.px(10)
        y = cup.y + max(-reach, min(reach, offset[1])) - abs(wobble) * layout.px(5)
        shadow = paint.layer((cup.width, layout.px(40)))
        pygame.draw.ellipse(shadow, (0, 0, 0, 120), shadow.get_rect())
        screen.blit(shadow, (cup.x + layout.px(10) + wobble * 4, cup.bottom - layout.px(28)))
        lean = -wobble * 7 - TIP_DEG * tipped
        body = pygame.transform.rotate(self._body, lean) if lean else self._body
        x += tipped * layout.px(16)
        y += tipped * layout.px(20) - math.sin(math.pi * tipped) * layout.px(24)
        spot = body.get_rect(center=(round(x + cup.width / 2), round(y + cup.height / 2)))
        screen.blit(body, spot)
        ease = 1 - (1 - lifted) ** 3
        lid = pygame.transform.rotate(self._lid, -wobble * 7 + 68 * ease)
        centre = (
            round(x - tipped * layout.px(16) + cup.width / 2 - ease * layout.px(58)),
            # Up first, then down beside the cup.
            round(
                cup.y
                + max(-reach, min(reach, offset[1]))
                + cup.height * 0.235
                + ease * layout.px(70)
                - math.sin(math.pi * ease) * layout.px(36)
            ),
        )
        screen.blit(lid, lid.get_rect(center=centre))


def _body(size: tuple[int, int]) -> pygame.Surface:
    width, height = size[0] * _FINE, size[1] * _FINE
    sheet = paint.layer((width, height))
    top, bottom = height * 0.30, height * 0.97
    skin = paint.across(
        (width, height),
        [
            (0, LACQUER_DARK),
            (0.22, mix(LACQUER, (255, 210, 190), 0.42)),
            (0.38, LACQUER),
            (0.8, LACQUER_DARK),
            (1, mix(LACQUER_DARK, LACQUER, 0.5)),
        ],
    )
    mask = paint.layer((width, height))
    left, right = width * 0.10, width * 0.90
    foot_l, foot_r = width * 0.17, width * 0.83
    pygame.draw.polygon(
        mask,
        (255, 255, 255, 255),
        [(left, top), (right, top), (foot_r, bottom - height * 0.06), (foot_l, bottom - height * 0.06)],
    )
    pygame.draw.ellipse(
        mask,
        (255, 255, 255, 255),
        Rect(round(foot_l), round(bottom - height * 0.12), round(foot_r - foot_l), round(height * 0.12)),
    )
    skin = skin.convert_alpha() if pygame.display.get_surface() else skin
    sheet.blit(skin, (0, 0))
    sheet.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    sheet = _masked(skin, mask)
    for share, thick in ((0.42, 0.022), (0.86, 0.03)):
        y = top + (bottom - top) * share
        inset = (y - top) / (bottom - top) * (foot_l - left)
        band = Rect(
            round(left + inset),
            round(y - height * 0.05),
            round(right - left - 2 * inset),
            round(height * 0.1),
        )
        pygame.draw.arc(sheet, GOLD, band, math.pi, 2 * math.pi, max(2, round(height * thick)))
    rim = Rect(round(left), round(top - height * 0.085), round(right - left), round(height * 0.17))
    pygame.draw.ellipse(sheet, (24, 8, 8), rim)
    pygame.draw.ellipse(sheet, GOLD, rim, max(2, round(height * 0.02)))
    return pygame.transform.smoothscale(sheet, size)


def _lid(width: int) -> pygame.Surface:
    wide, tall = round(width * 0.86) * _FINE, round(width * 0.36) * _FINE
    skin = paint.across(
        (wide, tall),
        [(0, LACQUER_DARK), (0.25, mix(LACQUER, (255, 214, 196), 0.5)), (0.42, LACQUER), (1, LACQUER_DARK)],
    )
    mask = paint.layer((wide, tall))
    pygame.draw.ellipse(mask, (255, 255, 255, 255), Rect(0, round(tall * 0.36), wide, round(tall * 0.6)))
    pygame.draw.ellipse(
        mask,
        (255, 255, 255, 255),
        Rect(round(wide * 0.07), round(tall * 0.16), round(wide * 0.86), round(tall * 0.7)),
    )
    sheet = _masked(skin, mask)
    pygame.draw.arc(
        sheet,
        GOLD,
        Rect(0, round(tall * 0.36), wide, round(tall * 0.6)),
        math.pi,
        2 * math.pi,
        max(2, round(tall * 0.06)),
    )
    knob = Rect(0, 0, round(wide * 0.15), round(tall * 0.3))
    knob.center = (wide // 2, round(tall * 0.17))
    pygame.draw.ellipse(sheet, GOLD, knob)
    pygame.draw.ellipse(
        sheet,
        mix(GOLD, (255, 255, 240), 0.6),
        knob.inflate(-knob.width * 0.5, -knob.height * 0.5).move(-knob.width // 8, -knob.height // 6),
    )
    return pygame.transform.smoothscale(sheet, (wide // _FINE, tall // _FINE))


def _masked(skin: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """The skin where the mask covers."""
    out = paint.layer(skin.get_size())
    out.blit(skin, (0, 0))
    out.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out
