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
from emulator.panel.art.lettering import wrap
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, font, mix
from emulator.panel.machine.parts.flow import Flow, Paragraph
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import LOW_PX

_BAN: Colour = (228, 71, 43)  # red on every machine
# Strips that name a special machine and one that belongs to a link, in this order.
_STRIPS = ("special", "link")
_STRIP_AIR = 0.7  # sizes above and below their words together
_STRIP_CONTRAST = 5.5  # of the strips' words; reflections lie on the glass
_PRINT_PX = 20  # at the reference width; where there is room for more, it is no larger
_MOST = 0.46  # of the glass, upright and lying: what it gives to print of a size that is not the least
_TABLE_LEAST_PX = 40  # what is left for the table, whatever is printed
_RULES: Colour = (228, 232, 242)
_MADE_BY: Colour = (188, 198, 226)


class LegalPrint:
    """
    A band of print at the foot of the glass.

    Args:
        rules: whether the rules are among it; lying they stand on the second glass.
    """

    def __init__(self, kit: Kit, glass: Rect, *, rules: bool) -> None:
        self._kit = kit
        self._glass = glass
        pad = kit.gap(2)
        self._flow = Flow(kit, self._paragraphs(rules), glass.width - 2 * pad)
        least = self._flow.least_px
        room = round(glass.height * _MOST) - 2 * kit.gap(1)
        size = max(least, kit.px(_PRINT_PX))
        while size > least and self._flow.height(size) + self._strips_px(size) > room:
            size -= 1
        self._size = size
        self._strip = self._strips_px(size)
        height = self._flow.height(size) + self._strip + 2 * kit.gap(1)
        height = min(height, glass.height - _TABLE_LEAST_PX)
        self.rect = Rect(glass.x, glass.bottom - height, glass.width, height)

    def _paragraphs(self, rules: bool) -> list[Paragraph]:
        kit, texts = self._kit, self._kit.front.texts
        printed = [texts[name] for name in ("minors", "addiction", "price") if name in texts]
        warnings = " ".join(f"{text.rstrip('.')}." for text in printed).upper()
        signed = "minors" in texts
        found = [Paragraph(warnings, "label", kit.theme.bright, 1.05, signed)]
        if not _beside(kit):
            found.append(Paragraph(payout_of(texts), "strong", CREAM, 1.0, signed))
        if rules:
            found.append(rules_of(kit))
        return [*found, Paragraph(self._mark(), "text", _MADE_BY, 0.92)]

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
        text = area.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
        with kit.text.moved(self._glass.topleft):
            sign = self._flow.put(surface, text, self._size)
        if sign.width:
            side = min(sign.size)
            surface.blit(_under_18(side), (sign.x, sign.centery - side // 2))

    def _strip_texts(self) -> list[str]:
        """Names of the texts that have a strip of their own across the glass."""
        return [name for name in _STRIPS if name in self._kit.front.texts]

    def _strip_words(self, name: str) -> str:
        words = self._kit.front.texts[name]
        return words.upper() if name == "special" else words

    def _strip_lines(self, name: str, size: int) -> int:
        return len(wrap(self._strip_words(name), "label", size, self._glass.width - 2 * self._kit.gap(3)))

    def _strip_px(self, name: str, size: int) -> int:
        """How high the strip of a text is."""
        return round((self._strip_lines(name, size) * 1.2 + _STRIP_AIR) * size)

    def _strips_px(self, size: int) -> int:
        return sum(self._strip_px(name, size) for name in self._strip_texts())

    def _paint_strips(self, surface: pygame.Surface, area: Rect) -> None:
        """What a special machine calls itself (S-06), and that a linked one belongs to a link (B-26)."""
        kit, y = self._kit, area.y
        tone = dark_enough(kit.theme.accent, CREAM, _STRIP_CONTRAST)
        for name in self._strip_texts():
            strip = Rect(area.x, y, area.width, self._strip_px(name, self._size))
            surface.blit(
                paint.down(strip.size, [(0, mix(tone, INK, 0.15)), (1, mix(tone, INK, 0.45))]), strip
            )
            for edge in (strip.y, strip.bottom - 1):
                pygame.draw.line(
                    surface, mix(kit.theme.bright, INK, 0.1), (strip.x, edge), (strip.right, edge)
                )
            words, lines = self._strip_words(name), self._strip_lines(name, self._size)
            with kit.text.moved(self._glass.topleft):
                box = strip.inflate(-2 * kit.gap(3), -2)
                kit.text.put(surface, words, box, "label", self._size, CREAM, lines_max=lines)
            y = strip.bottom

    def _mark(self) -> str:
        """The identification that front glasses carry (RD 2110/1998 art. 22, row K-19)."""
        front = self._kit.front
        plate = front.plate
        words = self._kit.say("Maker {maker} · model {model} · series {series} · no. {serial}")
        return _kept_together(words).format(
            maker=plate.made_by,
            model=plate.model or front.model_title or front.title,
            series=plate.of_series,
            serial=f"{front.serial:06d}",
        )


def _kept_together(words: str) -> str:
    """The same, where no line ends between the last two parts: no number stands alone on a line."""
    parts = words.rsplit(" · ", 2)
    tail = " · ".join(parts[-2:]).replace(" ", "\N{NO-BREAK SPACE}")
    return " · ".join([*parts[:-2], tail])


def payout_of(texts: Mapping[str, str]) -> str:
    """What a play costs and what the machine returns, as far as its type prints either (B-29, C-21)."""
    printed = [texts[name].rstrip(".") + "." for name in ("bets", "minimum_payout") if texts.get(name)]
    return " ".join(printed)


def rules_of(kit: Kit) -> Paragraph:
    """How one plays and what wins, in the words that the glass carries."""
    return Paragraph(kit.front.texts["rules"], "text", _RULES)


def second_print(kit: Kit) -> list[Paragraph]:
    """What a wide screen has on its second sheet of glass."""
    return [*_paid(kit), rules_of(kit)] if _beside(kit) else [rules_of(kit)]


def second_room(kit: Kit) -> Rect:
    """The room for it, below the panes."""
    rect = kit.layout.inner("second").inflate(0, -2 * kit.gap(1))
    top = kit.layout.flanks[0].bottom + kit.gap(1)
    return Rect(rect.x, top, rect.width, rect.bottom - top).inflate(-2 * kit.gap(2), -2 * kit.gap(1))


def _paid(kit: Kit) -> list[Paragraph]:
    return [Paragraph(payout_of(kit.front.texts), "strong", CREAM)]


def _beside(kit: Kit) -> bool:
    """Whether the payout stands with the rules: a low screen leaves the prize table no room for it."""
    if kit.layout.portrait or kit.layout.size[1] >= LOW_PX:
        return False
    room = second_room(kit)
    flow = Flow(kit, [*_paid(kit), rules_of(kit)], room.width)
    return flow.height(flow.least_px) <= room.height


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
