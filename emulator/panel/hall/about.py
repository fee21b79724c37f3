# SPDX-License-Identifier: MIT
"""The sheet about a stand: what it is, how it is played, its exact payout, what the law says."""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect

from emulator.hall.law import CHANCE, PACE, PAYOUT, PRICE, SKILL, TOP, LawRow, law_of
from emulator.hall.stand import TABLE, Stand
from emulator.hall.standing import Standing
from emulator.panel.art import paint
from emulator.panel.art.lettering import wrap
from emulator.panel.art.theme import BONE, CREAM
from emulator.panel.hall import table_words
from emulator.panel.hall.card import state_words
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.sheet import CLOSE, Sheet
from machines.model import Model, load_model
from machines.support.languages import DEFAULT_LANGUAGE

PLAY = "play"
_MOST_PX = 46
_LEADING = 1.22


class About:
    """
    Paints the sheet of one stand.

    Args:
        front: its small picture, if it is there.
    """

    def __init__(self, kit: HallKit, stand: Stand, standing: Standing, front: pygame.Surface | None) -> None:
        plates = {CLOSE: kit.say("BACK TO THE HALL"), PLAY: kit.say("GO THERE")}
        light = ZONES[stand.letter].light
        self.stand, self.sheet = stand, Sheet(kit, stand.title, light, plates)
        self._kit, self._standing, self._front = kit, standing, front

    def painted(self, behind: pygame.Surface) -> pygame.Surface:
        """The whole sheet over the room."""
        base, box = self.sheet.painted(behind), Rect(self.sheet.inner)
        kit = self._kit
        if self._front is not None:
            box = self._picture(base, box, self._front)
        model = None if self.stand.kind == TABLE else load_model(self.stand.name)
        blocks = [self._kind()]
        blocks += (
            self._table() if model is None else [self._figures(), *self._rules(model), *self._law(model)]
        )
        state, colour = state_words(kit, self._standing)
        blocks.append(("", state))
        _lay(kit, base, box, blocks, colour)
        return base

    def _picture(self, base: pygame.Surface, box: Rect, front: pygame.Surface) -> Rect:
        """The front on the left, or above on an upright screen; the room that is left is returned."""
        kit = self._kit
        aspect = front.get_width() / front.get_height()
        if kit.portrait:
            wide = min(round(box.height * 0.38 * aspect), box.width)
            place = Rect(0, box.y, wide, round(wide / aspect))
            place.centerx = box.centerx
            rest = Rect(box.x, place.bottom + kit.gap(3), box.width, box.bottom - place.bottom - kit.gap(3))
        else:
            place = Rect(box.x, box.y, min(round(box.height * aspect), round(box.width * 0.42)), 0)
            place.height = round(place.width / aspect)
            place.centery = box.centery
            left = place.right + kit.gap(4)
            rest = Rect(left, box.y, box.right - left, box.height)
        paint.cast(base, place, kit.px(16), 0.8, kit.px(6))
        base.blit(pygame.transform.smoothscale(front, place.size), place)
        return rest

    def _kind(self) -> tuple[str, str]:
        say = self._kit.say
        words = {
            "A": say("Type A: amusement. Skill alone decides, and no cash can be won."),
            "B": say("Type B: recreational with a programmed prize, in bars and game halls."),
            "C": say("Type C: a machine of chance, in casinos."),
            "T": table_words.source(self._kit, self.stand),
        }
        if self.stand.special:
            return "", say("Type B special: recreational with a programmed prize, in bingo and game halls.")
        return "", words[self.stand.letter]

    def _figures(self) -> tuple[str, str]:
        kit, stand = self._kit, self.stand
        price = kit.money(stand.price_cents)
        if stand.payout is None:
            return kit.say("A PLAY"), price
        exact = f"{stand.payout.numerator}/{stand.payout.denominator}"
        if len(exact) > 24:
            return kit.say("A PLAY"), kit.say("{price}; pays back {percent}, exactly computed").format(
                price=price, percent=kit.payout(stand.payout)
            )
        return kit.say("A PLAY"), kit.say("{price}; pays back {percent}, exactly {exact}").format(
            price=price, percent=kit.payout(stand.payout), exact=exact
        )

    def _rules(self, model: Model) -> list[tuple[str, str]]:
        kit = self._kit
        texts = model.texts.get(kit.language) or model.texts[DEFAULT_LANGUAGE]
        return [(kit.say("HOW IT IS PLAYED"), texts["rules"])]

    def _table(self) -> list[tuple[str, str]]:
        kit, stand = self._kit, self.stand
        return [
            (kit.say("STAKES"), table_words.stakes(kit, stand)),
            (kit.say("HOUSE EDGE"), table_words.edges(kit, stand)),
            (kit.say("HOW IT IS PLAYED"), table_words.how_played(kit, stand)),
        ]

    def _law(self, model: Model) -> list[tuple[str, str]]:
        kit = self._kit
        lines = [f"{law_words(kit, row)} ({row.article})" for row in law_of(model)]
        return [(kit.say("WHAT THE LAW SAYS"), "\n".join(lines))] if lines else []


def law_words(kit: HallKit, row: LawRow) -> str:
    """One row of the law as a sentence."""
    say, value = kit.say, row.value or 0
    money = partial(kit.money, value)
    if row.about == PRICE:
        return (say("A play costs {}") if row.exact else say("A play costs {} at most")).format(money())
    if row.about == TOP:
        return say("A play wins {} at most").format(money())
    if row.about == PAYOUT:
        return say("{} of the stakes come back at least").format(kit.percent(value * 100))
    if row.about == PACE:
        return say("A play lasts {} s or more").format(kit.number(value / 1000))
    if row.about == CHANCE:
        return say("Chance alone decides, and no play depends on another")
    assert row.about == SKILL, row
    return say("By skill alone: goods, tickets or the price back; never cash")


def _lay(
    kit: HallKit, base: pygame.Surface, box: Rect, blocks: list[tuple[str, str]], colour: tuple[int, int, int]
) -> None:
    """Titled texts below each other, all in the largest size in which the box has room for them."""
    faces = ["text"] * (len(blocks) - 1) + ["strong"]
    heads = sum(1 for title, _ in blocks if title)

    def counted(size: int) -> list[int]:
        return [len(wrap(text, face, size, box.width)) for (_, text), face in zip(blocks, faces, strict=True)]

    def high(size: int) -> int:
        lines = sum(counted(size)) + heads + 0.5 * (len(blocks) - 1)
        return round(lines * round(size * _LEADING))

    least, most = max(13, kit.px(20)), max(14, kit.px(_MOST_PX))
    size = next((px for px in range(most, least, -1) if high(px) <= box.height), least)
    line = min(round(size * _LEADING), round(box.height * size * _LEADING / max(1, high(size))))
    y = box.y
    for (title, text), lines, face in zip(blocks, counted(size), faces, strict=True):
        if title:
            place = Rect(box.x, y, box.width, line)
            kit.text.put(base, title, place, "label", round(line * 0.72), BONE, align="left")
            y += line
        tall = lines * line
        kit.text.put(
            base, text, Rect(box.x, y, box.width, tall), face, size, colour if face == "strong" else CREAM,
            align="left", lines_max=max(lines, text.count("\n") + 1) + 1,
        )  # fmt: skip
        y += tall + line // 2
