# SPDX-License-Identifier: MIT
"""
The texts the law wants on the front: rules, minimum payout, who may not play, who made the machine.

The ban under 18, the warning of gambling addiction, the rules and the minimum payout are row B-29
of the rule profile (RD 2110/1998 art. 6.11), the identification is row K-19 (art. 22).
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import READABLE_PX
from emulator.panel.art.lettering import fit, wrap
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, font, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import LOW_PX

_BAN: Colour = (228, 71, 43)  # red on every machine
# Of the glass's height; more where the screen is small and every text needs its own lines.
_SHARE = 0.35
_SHARE_SMALL = 0.43
# Of the glass's height, too: the strips that name a special machine and one that belongs to a link.
_STRIPS = {"special": 0.105, "link": 0.125}
_STRIP_CONTRAST = 5.5  # of the strips' words; reflections lie on the glass
# Where the bets are printed as well: warnings 1, bets and payout 2, rules 3, identification 1.
_BETS_LINES = 7.2
# On a low screen the rules need four or five lines of the smallest print on every machine.
_LOW_LINES = 8.9
_BETS_LINE_PX = READABLE_PX * 1.42
_STRIP_LEAST_PX = 25
# What is left for the table, whatever is printed.
_TABLE_LEAST_PX = 30
_PAYOUT_SHARES = (0.63, 0.60, 0.57)  # of a line that payout and identification share


class LegalPrint:
    """A band of print at the foot of the glass."""

    def __init__(self, kit: Kit, glass: Rect) -> None:
        self._kit = kit
        self._glass = glass
        self._payout_share = self._share_of_payout()
        self._shared = self._payout_share > 0
        small = not (self._shared or kit.layout.portrait)
        height = round(glass.height * (_SHARE_SMALL if small else _SHARE))
        if "bets" in kit.front.texts:
            height = max(height, round(_BETS_LINES * _BETS_LINE_PX + 2 * kit.gap(1)))
        self._low = kit.layout.size[1] < LOW_PX and bool(kit.front.rows)
        if self._low:
            height = max(height, round(_LOW_LINES * _BETS_LINE_PX + 2 * kit.gap(1)))
        self._strip = sum(self._strip_px(name) for name in self._strip_texts())
        height += self._strip
        height = min(height, glass.height - _TABLE_LEAST_PX)
        self.rect = Rect(glass.x, glass.bottom - height, glass.width, height)

    def paint(self, surface: pygame.Surface) -> None:
        """Print on ``surface``, the sheet of the whole glass."""
        kit = self._kit
        area = self.rect.move(-self._glass.x, -self._glass.y)
        bar = paint.layer(area.size)
        bar.fill((*mix(kit.theme.deep, INK, 0.75), 165 if kit.front.livery.glass is None else 218))
        surface.blit(bar, area)
        pygame.draw.line(
            surface,
            mix(kit.theme.bright, kit.theme.deep, 0.45),
            area.topleft,
            (area.right, area.y),
            max(1, kit.px(2)),
        )
        if self._strip:
            self._paint_strips(surface, area)
            area.y, area.height = area.y + self._strip, area.height - self._strip
        inner = area.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
        badge = min(inner.height, round(inner.width * 0.09))
        spot = Rect(inner.x, inner.centery - badge // 2, badge, badge)
        if "minors" in kit.front.texts:
            surface.blit(_under_18(badge), spot)
        else:
            spot.width = 0
        text = Rect(spot.right + kit.gap(2), inner.y, inner.right - spot.right - kit.gap(2), inner.height)
        with kit.text.moved(self._glass.topleft):
            self._put_legal(surface, text)

    def _strip_texts(self) -> list[str]:
        """Names of the texts that have a strip of their own across the glass."""
        return [name for name in _STRIPS if name in self._kit.front.texts]

    def _strip_px(self, name: str) -> int:
        """How high the strip of a text is; one of two lines is no lower than they are."""
        high = round(self._glass.height * _STRIPS[name])
        return max(high, _STRIP_LEAST_PX) if self._low and name == "link" else high

    def _paint_strips(self, surface: pygame.Surface, area: Rect) -> None:
        """What a special machine calls itself (S-06), and that a linked one belongs to a link (B-26)."""
        kit, y = self._kit, area.y
        tone = dark_enough(kit.theme.accent, CREAM, _STRIP_CONTRAST)
        for name in self._strip_texts():
            strip = Rect(area.x, y, area.width, self._strip_px(name))
            surface.blit(
                paint.down(strip.size, [(0, mix(tone, INK, 0.15)), (1, mix(tone, INK, 0.45))]), strip
            )
            for edge in (strip.y, strip.bottom - 1):
                pygame.draw.line(
                    surface, mix(kit.theme.bright, INK, 0.1), (strip.x, edge), (strip.right, edge)
                )
            words = kit.front.texts[name].upper() if name == "special" else kit.front.texts[name]
            box = strip.inflate(-2 * kit.gap(3), -2)
            sizes = {
                lines: fit(words, "label", box.size, round(strip.height / lines * 0.72), lines).size_px
                for lines in (1, 2)
            }
            lines = max(sizes, key=sizes.__getitem__)
            size = max(READABLE_PX, sizes[lines])
            with kit.text.moved(self._glass.topleft):
                kit.text.put(
                    surface,
                    words,
                    box,
                    "label",
                    size,
                    CREAM,
                    lines_max=lines,
                )
            y = strip.bottom

    def _put_legal(self, surface: pygame.Surface, area: Rect) -> None:
        """Four texts below one another; where there is width, payout and identity share a line."""
        kit, texts = self._kit, self._kit.front.texts
        printed = [texts[name] for name in ("minors", "addiction", "price") if name in texts]
        warnings = "".join(f"{text.rstrip('.')}.  " for text in printed).strip().upper()
        shares = (0.25, 0.20, 0.55, 0.0) if self._shared else (0.23, 0.17, 0.45, 0.15)
        payout_lines, rules_lines = 1, 5 if self._low else 3
        roomy = bool(kit.front.plate.given) and not self._shared
        if self._low and not self._shared:
            shares = (0.16, 0.15, 0.54, 0.15)
        elif roomy:  # a payout on a line of its own, close above long rules
            shares = (0.22, 0.20, 0.45, 0.13)
        if "bets" in texts and not self._shared:  # what a play costs needs a line of its own
            shares = (0.14, 0.25, 0.48, 0.13) if self._low else (0.17, 0.25, 0.45, 0.13)
            payout_lines, rules_lines = 2, 5 if self._low else 4
            if self._low and len(wrap(_payout(texts), "strong", READABLE_PX, area.width)) > payout_lines:
                shares, payout_lines = (0.13, 0.33, 0.41, 0.13), 3
        boxes = []
        y = float(area.y)
        for share in shares:
            boxes.append(Rect(area.x, round(y), area.width, round(area.height * share)))
            y += area.height * share
        boxes[2].height -= 2 * (payout_lines - 1)  # letters reach below their lines
        if self._shared:
            boxes[1].width = round(area.width * self._payout_share)
            boxes[3] = Rect(boxes[1].right, boxes[1].y, area.right - boxes[1].right, boxes[1].height)
        rows: tuple[tuple[str, str, Colour, int, str], ...] = (
            (warnings, "label", kit.theme.bright, 1, "left"),
            (_payout(texts), "strong", CREAM, payout_lines, "left"),
            (texts["rules"], "text", (228, 232, 242), rules_lines, "left"),
            (self._mark(), "text", (178, 190, 220), 1, "right" if self._shared else "left"),
        )
        for (words, face, colour, lines, align), box in zip(rows, boxes, strict=True):
            if not words.strip():  # a machine of skill promises no payout
                continue
            share = 0.68 if roomy and face == "strong" and lines == 1 else 0.82
            size = max(READABLE_PX, round(box.height / (lines if lines == 2 else max(1, lines - 1)) * share))
            kit.text.put(surface, words, box, face, size, colour, lines_max=lines, align=align)

    def _mark(self) -> str:
        """The identification that front glasses carry (RD 2110/1998 art. 22, row K-19)."""
        front = self._kit.front
        plate = front.plate
        words = self._kit.say("Maker {maker} · model {model} · series {series} · no. {serial}")
        return words.format(
            maker=plate.made_by,
            model=plate.model or front.model_title or front.title,
            series=plate.of_series,
            serial=f"{front.serial:06d}",
        )

    def _share_of_payout(self) -> float:
        """
        The minimum payout's share of a line with the identification.

        0 where the two do not fit side by side in a readable size.
        """
        if self._kit.layout.portrait:
            return 0.0
        width = self._glass.width * 0.88
        payout, mark = _payout(self._kit.front.texts), self._mark()

        def fits(words: str, face: str, share: float) -> bool:
            room = (round(width * share), self._glass.height)
            return fit(words, face, room, READABLE_PX).size_px == READABLE_PX

        found = (s for s in _PAYOUT_SHARES if fits(payout, "strong", s) and fits(mark, "text", 1 - s))
        return next(found, 0.0)


def _payout(texts: Mapping[str, str]) -> str:
    """What a play costs and what the machine returns, as far as its type prints either (B-29, C-21)."""
    printed = [texts[name].rstrip(".") + "." for name in ("bets", "minimum_payout") if texts.get(name)]
    return " ".join(printed) or " "


def _under_18(side: int) -> pygame.Surface:
    """The sign that keeps minors out: 18 in a barred ring."""
    big = 4 * side
    sheet = pygame.Surface((big, big), pygame.SRCALPHA, 32)
    middle = big // 2
    pygame.draw.circle(sheet, _BAN, (middle, middle), round(big * 0.49))
    pygame.draw.circle(sheet, (250, 246, 236), (middle, middle), round(big * 0.385))
    letters = font("label", round(big * 0.44)).render("18", True, (24, 18, 20))
    used = letters.get_bounding_rect()
    sheet.blit(letters, (middle - used.centerx, middle - used.centery))
    reach = round(big * 0.30)
    pygame.draw.line(
        sheet,
        _BAN,
        (middle - reach, middle - reach),
        (middle + reach, middle + reach),
        round(big * 0.085),
    )
    return pygame.transform.smoothscale(sheet, (side, side))
