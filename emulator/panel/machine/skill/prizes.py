# SPDX-License-Identifier: MIT
"""What points earn, on the glass: prizes hang on a rail, and points climb to them."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import AWARD_FIRST, Seen
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.gifts import PAPER, gift
from emulator.panel.machine.skill.striker import Striker

_TUBE = 0.15  # of the table's shorter side
_UPRIGHT = 1.05  # a table so much taller than wide has its tester upright
_INK: Colour = (52, 26, 20)
_RAYS, _STARS = 18, 21


class _Tag(NamedTuple):
    """A prize: its lamp, what it is, its place, and where its string hangs from."""

    lamp: int
    award: tuple[int, str, int]
    rect: Rect
    hook: tuple[int, int]


class Prizes:
    """Keeps every prize twice, dark and lit, and shows the lit one where its lamp is on."""

    def __init__(self, skill: Skill, kit: Kit, area: Rect) -> None:
        self._kit = kit
        self.area = area
        self._upright = area.height > area.width * _UPRIGHT
        awards = kit.front.awards
        tube = max(7, round(min(area.size) * _TUBE))
        self._tags = self._stacked(tube) if self._upright else self._hung(tube)
        box = (
            Rect(area.x, area.y, tube, area.height)
            if self._upright
            else Rect(area.x, area.bottom - tube, area.width, tube)
        )
        rungs = [
            (award[0], area.bottom - tag.rect.centery if self._upright else tag.rect.centerx - area.x)
            for award, tag in zip(awards, self._tags, strict=True)
        ]
        self.striker = Striker(kit, box, rungs, skill.most_points) if awards else None
        self._lit: dict[int, pygame.Surface] = {}

    @property
    def places(self) -> list[tuple[int, Rect]]:
        """The lamp of each prize, and its place."""
        return [(tag.lamp, tag.rect) for tag in self._tags]

    def _hung(self, tube: int) -> list[_Tag]:
        """Side by side on the rail, the fewest points at the left, over the tube."""
        kit, area, awards = self._kit, self.area, self._kit.front.awards
        gap, cell = kit.gap(2), area.width // max(1, len(awards))
        string = max(3, round(area.height * 0.07))
        height = area.height - tube - string - max(4, kit.gap(1) + kit.gap(0))
        width = min(cell - gap, round(height * 2.6))
        found = []
        for number, award in enumerate(awards):
            middle = area.x + round(cell * (number + 0.5))
            rect = Rect(middle - width // 2, area.y + string, width, height)
            found.append(_Tag(AWARD_FIRST + number, award, rect, (middle, area.y)))
        return found

    def _stacked(self, tube: int) -> list[_Tag]:
        """One over the other beside the tube, the most points at the top."""
        kit, area, awards = self._kit, self.area, self._kit.front.awards
        gap, cell = kit.gap(2), area.height // max(1, len(awards))
        left = area.x + tube + 2 * gap
        height = min(cell - gap, round((area.right - left) * (0.62 if len(awards) > 1 else 0.92)))
        found = []
        for number, award in enumerate(awards):
            middle = area.bottom - round(cell * (number + 0.5))
            rect = Rect(left, middle - height // 2, area.right - left, height)
            found.append(_Tag(AWARD_FIRST + number, award, rect, (area.x + tube, middle)))
        return found

    def paint(self, base: pygame.Surface) -> None:
        """The rail with every prize on it, its lamp out; and keep it with its lamp on."""
        kit, area = self._kit, self.area
        self._paint_rays(base)
        broad = max(1, kit.px(4))
        if not self._upright and self._tags:
            rail = Rect(area.x, area.y - broad, area.width, max(3, kit.px(9)))
            base.blit(paint.chrome(rail.size), rail)
        for tag in self._tags:
            end = (
                (tag.rect.left, tag.rect.centery)
                if self._upright
                else (tag.rect.centerx, tag.rect.top + broad)
            )
            pygame.draw.line(base, mix(PAPER, INK, 0.35), tag.hook, end, broad)
            paint.cast(base, tag.rect, max(2, kit.gap(1)), 0.6, tag.rect.height * 0.1)
            base.blit(self._paint_tag(tag, lit=False), tag.rect)
            self._lit[tag.lamp] = self._paint_tag(tag, lit=True)
        if self.striker is not None:
            self.striker.paint(base)

    def _paint_rays(self, base: pygame.Surface) -> None:
        """Rays and stars about a prize that is the only one, and has the rail to itself."""
        if len(self._tags) != 1:
            return
        kit, area, middle = self._kit, self.area, self._tags[0].rect.center
        sheet, reach = paint.plain(area.size), max(area.size)
        centre = (middle[0] - area.x, middle[1] - area.y)
        for number in range(_RAYS):
            turn = [2 * math.pi * (number + side) / _RAYS for side in (0.0, 0.5)]
            ends = [(centre[0] + reach * math.cos(at), centre[1] + reach * math.sin(at)) for at in turn]
            pygame.draw.polygon(sheet, mix(kit.theme.bright, INK, 0.84), [centre, *ends])
        for number in range(_STARS):  # as evenly as the golden ratio sows them
            x, y = round(number * 0.618034 % 1 * area.width), round((number + 0.5) / _STARS * area.height)
            side = max(2, kit.px(5 + 9 * (number % 3)))
            for points in (
                [(x - side, y), (x, y - side // 4), (x + side, y), (x, y + side // 4)],
                [(x, y - side), (x + side // 4, y), (x, y + side), (x - side // 4, y)],
            ):
                pygame.draw.polygon(sheet, mix(kit.theme.bright, INK, 0.25 + 0.2 * (number % 3)), points)
        paint.add(base, sheet, area.topleft)

    def _paint_tag(self, tag: _Tag, lit: bool) -> pygame.Surface:
        """A paper tag: points, what they give, a picture of it."""
        kit, size = self._kit, tag.rect.size
        tone = PAPER if lit else mix(PAPER, mix(kit.theme.deep, INK, 0.4), 0.26)
        paper = paint.down(
            size, [(0, mix(tone, (255, 255, 255), 0.30 if lit else 0.06)), (1, mix(tone, INK, 0.10))]
        )
        out = paint.clip_round(paper, min(size) * 0.10)
        edge = kit.theme.accent if lit else mix(kit.theme.accent, INK, 0.35)
        pygame.draw.rect(
            out,
            edge,
            out.get_rect().inflate(-2, -2),
            max(2, kit.px(5)),
            border_radius=round(min(size) * 0.10),
        )
        inner = out.get_rect().inflate(-2 * kit.gap(1) - 2, -2 * max(2, kit.gap(0)))
        high = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.62))
        number = Rect(high.x, high.y, round(high.width * 0.48), high.height)
        picture = Rect(number.right, high.y, high.right - number.right, high.height)
        self._print(
            out, tag, number, Rect(inner.x, high.bottom, inner.width, inner.bottom - high.bottom), lit
        )
        drawn = _fitted(gift(kit, tag.award[1], tag.award[2], high.height), picture.size)
        if not lit:
            drawn.fill((236, 230, 230), special_flags=pygame.BLEND_RGB_MULT)
        out.blit(drawn, drawn.get_rect(center=picture.center))
        return out

    def _print(self, out: pygame.Surface, tag: _Tag, high: Rect, low: Rect, lit: bool) -> None:
        """How many points, and in words what they give."""
        kit = self._kit
        points, gives, count = tag.award
        words = {
            "play": kit.say("ONE MORE PLAY"),
            "refund": kit.say("THE PRICE IS GIVEN BACK"),
            "tickets": kit.say("{} TICKETS").format(count),
        }[gives]
        with kit.text.moved(tag.rect.topleft):
            size = round(high.height * 0.82)
            kit.text.put(
                out, str(points), high, "label", size, mix(kit.theme.accent, INK, 0.62), remember=not lit
            )
            size = round(low.height * 0.72)
            kit.text.put(out, words, low, "label", size, _INK, lines_max=2, remember=not lit)

    def draw(self, screen: pygame.Surface, glass: frozenset[int], spotlight: int | None) -> None:
        """Prizes that the points of the play reach, with their bloom; ``spotlight`` is one to look at."""
        for tag in self._tags:
            if tag.lamp not in glass and tag.lamp != spotlight:
                continue
            rect = tag.rect
            lit = tag.lamp in glass
            tone = mix(self._kit.theme.accent, CREAM, 0.3) if lit else self._kit.theme.bright
            light = paint.glow(
                (rect.width * 2, rect.height * 2), mix(tone, INK, 0.45 if lit else 0.7), 0.8, 1.5
            )
            paint.add(screen, light, light.get_rect(center=rect.center).topleft)
            if lit:
                screen.blit(self._lit[tag.lamp], rect)

    def draw_points(self, screen: pygame.Surface, seen: Seen) -> None:
        """How far the points of the play have come."""
        if self.striker is not None:
            self.striker.draw(screen, seen)


def _fitted(picture: pygame.Surface, room: tuple[int, int]) -> pygame.Surface:
    """The picture, or as much smaller as the room needs."""
    share = min(room[0] / picture.get_width(), room[1] / picture.get_height(), 1.0)
    if share == 1.0:
        return picture
    return pygame.transform.smoothscale(picture, [max(1, round(side * share)) for side in picture.get_size()])
