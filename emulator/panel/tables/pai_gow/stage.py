# SPDX-License-Identifier: MIT
"""Draws the table as the visitor sees it at this moment."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.tables.kit import caps, device, dice, flights
from emulator.panel.tables.kit.cards import Cards
from emulator.panel.tables.kit.chips import Chips
from emulator.panel.tables.kit.colours import BONE, FELT, FOUL, GOLD, LOST, WIN
from emulator.panel.tables.pai_gow import buttons, felt, words
from emulator.panel.tables.pai_gow.cup import (
    LIFT_DELAY_MS,
    LIFT_MS,
    TIP_AFTER_MS,
    TIP_MS,
    CupPicture,
    Effort,
)
from emulator.panel.tables.pai_gow.hand import HandOnRail
from emulator.panel.tables.pai_gow.layout import Layout, Spot
from emulator.panel.tables.pai_gow.results import compared, in_order, result_of
from emulator.tables.pai_gow_game import PaiGowGame
from machines.support.languages import euros, percent, translator
from machines.support.plain import Json
from machines.tables.games.pai_gow import hands
from machines.tables.games.pai_gow.audience import ONLOOKER

DOMAIN = "pai_gow"
_DEAL_MS = 7 * flights.CARD_MS  # from packet to packet
_REST_MS = 1 << 20  # later than any motion ends
# How far a card that was touched is lifted, in units: not to the names of the hands.
LIFT = 8


@dataclass
class Visitor:
    """
    What the visitor's hand is at.

    Attributes:
        place: where they sit; 0 looks on.
        stake_cents: what would be staked.
        hand: their cards on the rail; ``effort`` the cup in their hand.
        pressed: the button under a finger.
    """

    place: int
    stake_cents: int
    hand: HandOnRail = field(default_factory=HandOnRail)
    effort: Effort = field(default_factory=Effort)
    pressed: str = ""


class Stage:
    """One table at one size in one language."""

    def __init__(self, game: PaiGowGame, size: tuple[int, int], language: str) -> None:
        self.layout = Layout(size)
        self.say: Callable[[str], str] = translator(language, DOMAIN)
        self.language = language
        self.text = Letterer()
        self.cards, self.chips = Cards(), Chips()
        self._game = game
        self._base = felt.make(self.layout, set(game.table.state.seats), self.say, Letterer())
        self._cup = CupPicture(self.layout)
        self._lid_ms: int | None = None
        self._lid_open = False
        self._dealt_ms: int | None = None
        self._blink_ms = 0
        self._animate = True
        self._paid_ms: dict[int, int] = {}
        # What began before the first picture is at rest: a window of another size deals nothing anew.
        self._drawn = False
        self.shown: list[tuple[Rect, caps.Button]] = []
        hands.prepare()  # the first deal compares every way to lay seven cards

    def draw(self, screen: pygame.Surface, visitor: Visitor, now_ms: int, *, animate: bool = True) -> None:
        """Draw everything; ``animate`` False shows what has come to rest."""
        self.text.placed.clear()
        self._blink_ms, self._animate = now_ms, animate
        screen.blit(self._base, (0, 0))
        game = self._game
        if game.table.state.phase not in ("settle", "clear"):
            self._paid_ms.clear()
        view = game.table.view(visitor.place or ONLOOKER)
        deal_age = self._deal_age(now_ms, animate)
        order = [event.place for event in game.happened if event.kind == "dealt"]
        for place, spot in self.layout.spots.items():
            if place in view["seats"]:
                self._seat(screen, view, place, spot, visitor, deal_age, order)
        self._bank_mark(screen, view)
        self._discards(screen)
        self._dice_and_cup(screen, visitor, now_ms, animate)
        if game.cup.tilted:
            device.draw_alarm(screen, self.layout.alarm, self.text, game.cup.message, self.layout.px)
        self._words(screen)
        self._rail(screen, visitor)
        self._drawn = True
        if game.seed is not None:
            box = Rect(0, 0, self.layout.px(120), self.layout.px(26))
            box.topright = (
                self.layout.felt.right - self.layout.px(12),
                self.layout.felt.y + self.layout.px(8),
            )
            self.text.put(
                screen, "TEST", box, "label", self.layout.px(22), mix(CREAM, FELT, 0.35), align="right"
            )

    # -- places ---------------------------------------------------------------------------------------

    def _deal_age(self, now_ms: int, animate: bool) -> int:
        dealt = any(event.kind == "dealt" for event in self._game.happened)
        if not dealt or not animate:
            self._dealt_ms = None
            return _REST_MS
        if self._dealt_ms is None:
            self._dealt_ms = self._begun_ms(now_ms)
        return now_ms - self._dealt_ms

    def _begun_ms(self, now_ms: int) -> int:
        """When what is seen for the first time began."""
        return now_ms if self._drawn else now_ms - _REST_MS

    def _seat(
        self,
        screen: pygame.Surface,
        view: Json,
        place: int,
        spot: Spot,
        visitor: Visitor,
        age: int,
        order: list[int],
    ) -> None:
        layout, game = self.layout, self._game
        seat, seen = game.table.seat(place), self._with_lost(view["seats"][place], place)
        if seat.cards or seen["cards"]:
            turn = order.index(place) if place in order else 0
            self._packet(screen, spot, bool(seat.low or seen["low"]), seen, age - turn * _DEAL_MS)
        if place == 0:
            self.text.put(
                screen, self.say("CROUPIER"), spot.name, "label", layout.px(17), CREAM, align="left"
            )
            if seat.stake_cents:
                self.chips.stack(screen, seat.stake_cents, spot.stake, layout.px(34))
            return
        if seat.stake_cents or (seat.case and seat.paid_cents):
            cents = seat.stake_cents or seat.paid_cents
            foot = (spot.stake[0], spot.stake[1] + layout.px(12))
            if seat.stake_cents:
                self.chips.stack(screen, cents, foot, layout.px(34))
            else:
                foot = flights.paid(layout.tray.midbottom, foot, self._paid_age(place))
                self.chips.cut(screen, cents, foot, layout.px(34))
            colour = WIN if seat.case and seat.paid_cents else BONE
            told = euros(cents, self.language, True)
            self.text.put(screen, told, spot.told, "label", layout.px(20), colour, shadow=INK)
        name = self.say("YOU") if place == visitor.place else self.say("PLAYER {}").format(place)
        waiting = place in game.waits_for()
        self._name(screen, spot.name, name, euros(seat.chips_cents, self.language, True), waiting)
        if seat.case:
            self._result(screen, spot, place)

    def _paid_age(self, place: int) -> int:
        """For how long chips have been on their way to a place that won."""
        if not self._animate:
            return _REST_MS
        return self._blink_ms - self._paid_ms.setdefault(place, self._begun_ms(self._blink_ms))

    def _with_lost(self, seen: Json, place: int) -> Json:
        """A hand that just lost is still seen until the croupier turns to the next one."""
        last = compared(self._game)
        if last is None or last.place != place or seen["cards"] or self._game.table.state.phase != "settle":
            return seen
        low, high = last.values["low"], last.values["high_cards"]
        return {**seen, "low": low, "cards": [*low, *high]}

    def _name(self, screen: pygame.Surface, box: Rect, name: str, chips: str, waiting: bool) -> None:
        said = f"{name} · {chips}" if chips else name
        colour = WIN if waiting else CREAM
        self.text.put(screen, said, box, "label", self.layout.px(23), colour, shadow=INK)

    def _packet(self, screen: pygame.Surface, spot: Spot, is_set: bool, seen: Json, age: int) -> None:
        """Seven cards: a heap until they are set, then two hands in their boxes."""
        layout = self.layout
        width = layout.card
        if age < 0:
            return
        if not is_set:
            back, start = self.cards.picture(None, width), layout.spots[0].high.center
            for i in range(7):
                target = (
                    spot.high.centerx + (i - 3) * layout.px(2.5),
                    spot.high.centery - i * layout.px(0.8),
                )
                hop = flights.dealt(start, target, i, age)
                if hop is not None:
                    flights.draw_card(screen, back, hop, layout.px(70))
            return
        known = bool(seen["cards"])
        low: list[int | None] = [*in_order(seen["low"])] if known else [None, None]
        high: list[int | None] = [None] * 5
        if known:
            high = [*in_order([card for card in seen["cards"] if card not in seen["low"]])]
        for box, cards in ((spot.low, low), (spot.high, high)):
            x = box.x + layout.px(5)
            for card in cards:
                screen.blit(self.cards.picture(card, width), (x, box.y + layout.px(4)))
                x += layout.step

    def _result(self, screen: pygame.Surface, spot: Spot, place: int) -> None:
        case = compared(self._game, place)
        assert case is not None
        result = case.values["result"]
        said = self.say(words.RESULTS[result]).upper()
        layout = self.layout
        plate = spot.plate
        colour = {"win": GOLD, "push": mix(FELT, CREAM, 0.55), "loss": (70, 60, 62)}[result]
        pygame.draw.rect(screen, colour, plate, 0, layout.px(12))
        pygame.draw.rect(screen, INK, plate, max(1, layout.px(1)), layout.px(12))
        ink = INK if result != "loss" else CREAM
        self.text.put(screen, said, plate.inflate(-8, -2), "label", layout.px(20), ink)

    def _bank_mark(self, screen: pygame.Surface, view: Json) -> None:
        """Who banks has the white circle (16, VII)."""
        bank = view["bank"]
        if bank < 0:
            return
        spot, layout = self.layout.spots[bank], self.layout
        centre = (spot.low.x - layout.px(24), spot.low.y + layout.px(20))
        pygame.draw.circle(screen, (0, 0, 0), (centre[0] + 2, centre[1] + 3), layout.px(17))
        pygame.draw.circle(screen, (250, 248, 240), centre, layout.px(17))
        pygame.draw.circle(screen, (190, 184, 170), centre, layout.px(17), max(1, layout.px(2)))
        box = Rect(0, 0, layout.px(30), layout.px(16))
        box.center = centre
        self.text.put(screen, self.say("BANK"), box, "label", layout.px(12), INK)

    def _discards(self, screen: pygame.Surface) -> None:
        layout, spot = self.layout, self.layout.discards
        gone = any(event.kind == "discards" for event in self._game.happened)
        pygame.draw.rect(
            screen, mix(FELT, (0, 0, 0), 0.4), spot.inflate(layout.px(10), layout.px(10)), 0, layout.px(6)
        )
        count = max(1, len(self._game.table.state.used)) if gone else 14
        for i in range(count):
            screen.blit(self.cards.picture(None, layout.card), (spot.x, spot.y - i * layout.px(1)))

    # -- cup and dice -----------------------------------------------------------------------------------

    def _dice_and_cup(self, screen: pygame.Surface, visitor: Visitor, now_ms: int, animate: bool) -> None:
        cup = self._game.cup
        if cup.lid_open != self._lid_open:
            self._lid_open, self._lid_ms = cup.lid_open, self._begun_ms(now_ms)
        age = now_ms - (self._lid_ms or 0) if animate and self._lid_ms is not None else _REST_MS
        moved = min(1.0, max(0.0, (age - LIFT_DELAY_MS) / LIFT_MS))
        lifted = moved if cup.lid_open else 1 - moved
        wobble = math.sin(now_ms * 0.045) if cup.moving and animate else (0.6 if cup.moving else 0.0)
        faces = cup.faces or tuple(self._game.table.state.dice)
        tipped = min(1.0, max(0.0, (age - TIP_AFTER_MS) / TIP_MS)) if cup.lid_open else 0.0
        self._cup.draw(screen, visitor.effort.offset, wobble, lifted, tipped)
        if faces:
            number = self._game.cup.meters.get("throws", 0)
            rolled = age - TIP_AFTER_MS - TIP_MS // 2 if cup.lid_open else _REST_MS
            if rolled >= 0:
                self._dice(screen, faces, number, rolled)

    def _dice(self, screen: pygame.Surface, faces: tuple[int, ...], number: int, age: int) -> None:
        layout, edge = self.layout, self.layout.die
        spots = ((-1.15, 0.25), (0.25, -0.55), (1.35, 0.45))
        for which in sorted(range(len(faces)), key=lambda one: spots[one][1]):
            matrix, away, height = dice.tumbling(faces[which], number, which, age)
            x = layout.dice[0] + (spots[which][0] + away[0]) * edge
            y = layout.dice[1] + (spots[which][1] + away[1]) * edge
            dice.draw(screen, matrix, (x, y), edge, height)
        if age >= dice.TUMBLE_MS:
            box = Rect(0, 0, layout.px(160), layout.px(30))
            box.midtop = (layout.dice[0], layout.dice[1] + round(edge * 1.5))
            said = f"{' + '.join(map(str, faces))} = {sum(faces)}"
            self.text.put(screen, said, box, "label", layout.px(22), BONE, shadow=INK)

    # -- words and the rail --------------------------------------------------------------------------------

    def _words(self, screen: pygame.Surface) -> None:
        layout, game = self.layout, self._game
        waits = words.awaited(game, self.say)
        told = (words.spoken(event, game, self.say, self.language) for event in reversed(game.happened))
        last = next((said for said in told if said), "")
        box = layout.words.inflate(-layout.px(40), -layout.px(12))
        if not game.people and (self._blink_ms // 2_000) % 2:
            waits = self.say("TOUCH THE TABLE TO PLAY")
        spoken = waits or last or self.say("PAI GOW POKER")
        self.text.put(screen, spoken, box, "label", layout.px(30), WIN if waits else CREAM)

    def _rail(self, screen: pygame.Surface, visitor: Visitor) -> None:
        layout, game = self.layout, self._game
        seat = game.table.state.seats.get(visitor.place) if visitor.place else None
        lost = seat is not None and bool(seat.case) and not seat.cards
        if not lost:  # one's own cards stay in sight until the deal is over
            visitor.hand.take(list(seat.cards) if seat else [], list(seat.low) if seat else [])
        setting = visitor.hand.setting
        foul = setting is not None and setting.foul
        if setting is not None:
            self._own_cards(screen, visitor, foul)
        elif seat is not None:
            self._own_chips(screen, visitor)
        else:
            self._declared(screen, layout.hand.inflate(-layout.px(60), -layout.px(40)), "center")
        rects = buttons.offered(game, visitor.place, visitor.stake_cents, foul, self.say, self.language)
        self.shown = list(zip(buttons.rects(layout, len(rects)), rects, strict=True))
        result = result_of(game, visitor.place)
        if not rects and result is not None:
            self._own_result(screen, *result)
        for rect, button in self.shown:
            pressed, warning = visitor.pressed == button.act, foul and button.act == "set"
            caps.draw(screen, layout.px, self.text, rect, button, pressed, warning)

    def _own_result(self, screen: pygame.Surface, result: str, gain: int) -> None:
        """What the deal brought the visitor, where the buttons were."""
        layout = self.layout
        colour = {"win": WIN, "push": BONE, "loss": LOST}[result]
        box = layout.buttons
        top = Rect(box.x, box.y + (box.height - layout.px(92)) // 2, box.width, layout.px(44))
        self.text.put(screen, self.say(words.RESULTS[result]).upper(), top, "label", layout.px(40), colour)
        sign = "+" if gain > 0 else "−" if gain < 0 else "±"
        amount = f"{sign} {euros(abs(gain), self.language)}"
        self.text.put(screen, amount, top.move(0, layout.px(50)), "label", layout.px(30), colour)

    def _own_cards(self, screen: pygame.Surface, visitor: Visitor, foul: bool) -> None:
        layout, setting = self.layout, visitor.hand.setting
        assert setting is not None
        high, low = setting.names
        for box, title, hand in (
            (layout.low_box, self.say("LOW HAND"), low),
            (layout.high_box, self.say("HIGH HAND"), high),
        ):
            pygame.draw.rect(screen, FOUL if foul else GOLD, box, max(1, layout.px(2)), layout.px(8))
            label = Rect(box.x, box.y - layout.px(25), box.width, layout.px(22))
            named = f"{title}: {words.hand_name(hand, self.say)}"
            self.text.put(screen, named, label, "label", layout.px(18), FOUL if foul else BONE)
        for i, (rect, card) in enumerate(zip(layout.cards, visitor.hand.cards, strict=True)):
            lift = layout.px(LIFT) if i == visitor.hand.chosen else 0
            paint.cast(screen, rect.move(0, -lift), layout.px(4), 0.6, layout.px(6))
            screen.blit(self.cards.picture(card, rect.width), rect.move(0, -lift))
        below = Rect(
            layout.low_box.x,
            layout.low_box.bottom + layout.px(4),
            layout.high_box.right - layout.low_box.x,
            layout.px(22),
        )
        if foul:
            said = self.say("The high hand must be worth more than the low one: as it lies, it loses")
            self.text.put(screen, said, below, "strong", layout.px(18), FOUL)
        elif visitor.place in self._game.waits_for():
            self.text.put(
                screen, self.say("Touch two cards and they change places"), below, "text", layout.px(17), BONE
            )

    def _own_chips(self, screen: pygame.Surface, visitor: Visitor) -> None:
        """Between deals: what one has, and what one would stake."""
        layout, seat = self.layout, self._game.table.seat(visitor.place)
        left = Rect(layout.low_box.x, layout.cards[0].y, layout.px(220), layout.cards[0].height)
        foot = (left.centerx, left.bottom - layout.px(40))
        self.chips.cut(screen, min(seat.chips_cents, 100_000), foot, layout.px(44))
        box = Rect(left.x, left.bottom - layout.px(36), left.width, layout.px(36))
        if not seat.chips_cents:
            box.centery = left.centery
        self.text.put(screen, euros(seat.chips_cents, self.language), box, "label", layout.px(34), BONE)
        edge = layout.hand.right if layout.portrait else layout.buttons.x
        x = left.right + layout.px(20)
        lines = Rect(x, left.y, min(layout.px(600), edge - layout.px(20) - x), left.height)
        self._declared(screen, lines, "left")

    def _declared(self, screen: pygame.Surface, box: Rect, align: str) -> None:
        """What the house declares of the table."""
        rules = self._game.rules
        said = self.say("Stakes from {} to {}. The commission on wins is {}.").format(
            euros(rules.least_cents, self.language, True), euros(rules.most_cents, self.language, True),
            percent(rules.commission_bp, self.language),
        )  # fmt: skip
        self.text.put(screen, said, box, "text", self.layout.px(30), BONE, lines_max=4, align=align)
