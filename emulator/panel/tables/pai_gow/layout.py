# SPDX-License-Identifier: MIT
"""Where everything of the table lies, at any size: felt, places, the cup, the visitor's hand, buttons."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

SMALLEST = (640, 400)
PLAYERS = 6
HAND_SHARE = 0.27  # of the height: the visitor's own cards
HAND_SHARE_TALL = 0.28
# Where the places of players lie on the felt, clockwise from the croupier's left, as shares of it.
_WIDE = ((0.905, 0.56), (0.747, 0.675), (0.587, 0.76), (0.413, 0.76), (0.253, 0.675), (0.095, 0.56))
_TALL = ((0.835, 0.40), (0.835, 0.65), (0.632, 0.878), (0.368, 0.878), (0.165, 0.65), (0.165, 0.40))
# Half axes of the table's lower edge, an ellipse, as shares of the felt's width and height.
_ARC_WIDE, _ARC_TALL = (0.535, 0.42), (0.56, 0.13)
STAKE_RADIUS = 24  # of the circle on the cloth, in units
BOARD_SHARE = 0.07  # the croupier's words


@dataclass(frozen=True)
class Spot:
    """
    A place at the table.

    Attributes:
        high, low: the two boxes of its hands.
        stake: where its chips stand; ``told`` beside them how much they are.
        name: its name and what it has.
        plate: what a deal brought it.
    """

    high: Rect
    low: Rect
    stake: tuple[int, int]
    told: Rect
    name: Rect
    plate: Rect


class Layout:
    """
    The table at one size.

    Attributes:
        unit: pixels of a length given for 1280 x 800.
        words: the croupier's line.
        felt: the cloth; ``hand`` the rail with the visitor's cards.
        spots: by place, 0 the croupier's.
        cup: where the cup stands; ``dice`` where the dice come to rest.
        arc: half axes of the lower edge of the cloth, as shares of its width and height.
        cards: the seven places of the visitor's cards; ``buttons`` what is beside them.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        width, height = size
        self.portrait = height > width
        self.unit = min(width / (760 if self.portrait else 1280), height / (1180 if self.portrait else 800))
        hand_share = HAND_SHARE_TALL if self.portrait else HAND_SHARE
        self.words = Rect(0, 0, width, round(height * BOARD_SHARE))
        self.hand = Rect(0, height - round(height * hand_share), width, round(height * hand_share))
        self.felt = Rect(0, self.words.bottom, width, self.hand.y - self.words.bottom)
        # Three rows of places stand above each other on a tall table: so wide that all find room.
        self.card = min(self.px(46), round(self.felt.height / 19.5)) if self.portrait else self.px(51)
        self.step = round(self.card * 0.56)
        self.arc = _ARC_TALL if self.portrait else _ARC_WIDE
        self._place_cup()
        self.spots = {place: self._spot(place) for place in range(PLAYERS + 1)}
        self._place_hand()

    def px(self, length: float) -> int:
        """A length given for 1280 x 800; 1 or more."""
        return max(1, round(length * self.unit))

    def _place_cup(self) -> None:
        felt = self.felt
        side = self.px(118)
        self.cup = Rect(0, 0, side, round(side * 1.15))
        down = 0.165 if self.portrait else 0.175
        self.cup.center = (felt.x + round(felt.width * 0.125), felt.y + round(felt.height * down))
        across, down = (0.5, 0.42) if self.portrait else (0.285, 0.155)
        self.dice = (felt.x + round(felt.width * across), felt.y + round(felt.height * down))
        self.die = self.px(42)
        # The cup's message line under a tilt: where no dice lie then, or between cup and title.
        self.alarm = Rect(0, 0, self.px(312 if self.portrait else 336), self.px(42))
        if self.portrait:
            self.alarm.center = self.dice
        else:
            self.alarm.topleft = (self.cup.centerx + self.px(18), self.cup.bottom + self.px(8))
        self.tray = Rect(0, 0, self.px(250), self.px(58))
        self.tray.midtop = (felt.centerx, felt.y + self.px(12))
        self.discards = Rect(0, 0, self.card, round(self.card * 1.4))
        self.discards.center = (felt.x + round(felt.width * 0.86), felt.y + round(felt.height * 0.16))

    def _spot(self, place: int) -> Spot:
        felt, card, tall = self.felt, self.card, round(self.card * 1.4)
        wide = card + 4 * self.step + self.px(10)
        slim = card + self.step + self.px(10)
        gap = self.px(8)
        high, low = Rect(0, 0, wide, tall + self.px(8)), Rect(0, 0, slim, tall + self.px(8))
        if place == 0:
            low.topleft = (felt.centerx - (wide + slim + gap) // 2, self.tray.bottom + self.px(10))
            high.topleft = (low.right + gap, low.y)
            name = Rect(high.right + gap, low.y, self.px(150), low.height)
            stake = (low.x - self.px(34), low.centery + self.px(16))
            return Spot(high, low, stake, self._told(stake), name, self._plate(low))
        across, down = (_TALL if self.portrait else _WIDE)[place - 1]
        x, y = felt.x + round(felt.width * across), felt.y + round(felt.height * down)
        high.midtop = (x, y)
        low.midbottom = (x, y - gap)
        name = Rect(high.x - self.px(10), high.bottom + self.px(2), wide + self.px(20), self.px(26))
        # The stake stands towards the middle of the table, and how much it is above the high hand.
        beside = self.px(8 + STAKE_RADIUS)
        inner = low.x - beside if x > felt.centerx else low.right + beside
        stake = (inner, low.bottom - self.px(18 + STAKE_RADIUS))
        plate = self._plate(low)
        # Away from the chips, which may stand high.
        plate.x = low.x - self.px(4) if x > felt.centerx else low.right + self.px(4) - plate.width
        return Spot(high, low, stake, self._told(stake), name, plate)

    def _told(self, stake: tuple[int, int]) -> Rect:
        """Below the circle."""
        told = Rect(0, 0, self.px(76), self.px(18))
        told.midtop = (stake[0], stake[1] + self.px(STAKE_RADIUS))
        return told

    def _plate(self, low: Rect) -> Rect:
        """Above the low hand."""
        plate = Rect(0, 0, self.px(106 if self.portrait else 118), self.px(24))
        plate.midbottom = (low.centerx, low.y - self.px(3))
        return plate

    def _place_hand(self) -> None:
        hand = self.hand
        pad = self.px(16)
        beside = self.px(250) if not self.portrait else 0
        room = hand.width - 2 * pad - beside
        self.big = min(self.px(104), (room - 8 * self.px(10)) // 8, round((hand.height - self.px(94)) / 1.42))
        gap = self.px(10)
        tall = round(self.big * 1.4)
        total = 7 * self.big + 5 * gap + 2 * self.px(26)
        x = hand.x + pad + max(0, (room - total) // 2)
        y = hand.y + self.px(50)
        self.cards: list[Rect] = []
        for i in range(7):
            self.cards.append(Rect(x, y, self.big, tall))
            x += self.big + (self.px(40) if i == 1 else gap)
        self.low_box = self.cards[0].union(self.cards[1]).inflate(self.px(12), self.px(12))
        self.high_box = self.cards[2].union(self.cards[6]).inflate(self.px(12), self.px(12))
        if self.portrait:
            top = self.cards[0].bottom + self.px(40)
            self.buttons = Rect(
                hand.x + pad, top, hand.width - 2 * pad, max(self.px(50), hand.bottom - top - pad)
            )
        else:
            self.buttons = Rect(hand.right - pad - beside, hand.y + pad, beside, hand.height - 2 * pad)
