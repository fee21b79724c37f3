# SPDX-License-Identifier: MIT
"""Draws a table as the visitor sees it: a picture of what it tells and of its time, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, INK, font, mix
from emulator.panel.tables.kit import board, caps, device, dice, pot, rack, shoe, stacks, tableau
from emulator.panel.tables.kit.cards import RATIO, Cards
from emulator.panel.tables.kit.chips import Chips
from emulator.panel.tables.kit.cloth import cloth, cushion, tray
from emulator.panel.tables.kit.colours import (
    BONE,
    FELT,
    FELT_DARK,
    GOLD,
    LACQUER,
    LACQUER_DARK,
    LOST,
    SEATS,
    WIN,
)
from emulator.panel.tables.kit.face import Face, SeatSeen
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.parted import SLIDE_MS, Hands
from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.spun import Spun
from emulator.panel.tables.kit.visitor import Visitor
from emulator.tables.told import settled_ms
from machines.support.languages import euros, translator

DOMAIN = "tables"
CALL_MS = 2_500
"""While the house plays for the visitor, the croupier's words and a call to play take turns of this."""


class Stage:
    """One table at one size in one language."""

    def __init__(self, face: Face, size: tuple[int, int], language: str) -> None:
        self._face, self.language = face, language
        self.say: Callable[[str], str] = translator(language, DOMAIN)
        self.text = Letterer()
        seats = max(face.seats(), default=1)
        plan = read_plan(face.game, size[1] > size[0], frozenset(face.readings.items()))
        self.lay = Lay(size, plan, seats, device=face.device is not None)
        self.cards, self.chips = Cards(), Chips()
        self._spun = Spun(self.lay)
        self._light = tableau.Light(self.lay)
        self._base = self._ground()
        self._past_ms, self._past_seen = 0, -1
        self.shown: list[tuple[Rect, caps.Button]] = []
        self.spot: str | None = None
        """The spot under the pointer, or under a chip that is carried."""

    def _ground(self) -> pygame.Surface:
        """All that stands still."""
        lay = self.lay
        base = paint.down(lay.size, [(0, (22, 14, 14)), (1, (12, 8, 9))])
        base.blit(cloth((lay.felt.width, lay.felt.height + lay.px(30))), lay.felt)
        edge = Rect(0, lay.felt.y, lay.size[0], lay.px(9))
        base.blit(paint.down(edge.size, [(0, mix(LACQUER, (255, 210, 190), 0.3)), (1, LACQUER_DARK)]), edge)
        pygame.draw.line(base, GOLD, (0, edge.bottom), (lay.size[0], edge.bottom), max(1, lay.px(2)))
        cushion(base, lay.rail, lay.px)
        tableau.draw(base, lay, self.say, Letterer())
        tray(base, lay.tray, lay.px)
        if lay.device.width:
            device.draw_case(base, lay.device, lay.px)
        if lay.plan.decides == "cards":
            self._hands(base)
            shoe.draw_stand(base, lay, self.cards)
        self._spun.ground(base)
        return base

    def _hands(self, base: pygame.Surface) -> None:
        """Where the two hands are laid."""
        lay, text = self.lay, Letterer()
        for name in lay.plan.hands:
            printed = lay.plan.printed.get(name, name.upper())
            first, words = lay.mark("cards", name), self.say(printed) if printed else ""
            if first is None:
                continue
            frame = lay.hand(name)
            pygame.draw.rect(
                base, mix(tableau.PRINT, (11, 79, 58), 0.35), frame, max(1, lay.px(2)), lay.px(10)
            )
            if lay.plan.reach and name in lay.plan.spots:
                continue  # the stake below them says whose they are
            if lay.plan.reach:  # rows lie close together: their name stands where only a long one comes
                inner = frame.inflate(-lay.px(40), 0)
                colour = mix(tableau.PRINT, (11, 79, 58), 0.45)
                text.put(base, words, inner, "label", lay.px(26), colour, align="right", remember=False)
                continue
            box = Rect(frame.x, frame.bottom + lay.px(2), frame.width, lay.px(24))
            text.put(base, words, box, "label", lay.px(20), tableau.PRINT, remember=False)

    def draw(self, screen: pygame.Surface, visitor: Visitor) -> None:
        """Draw everything as it is at the table's time."""
        face, lay = self._face, self.lay
        now_ms = face.now_ms
        self.text.placed.clear()
        screen.blit(self._base, (0, 0))
        self._lights(screen, visitor, now_ms)
        self._spun.draw(screen, face, now_ms)
        if lay.plan.decides == "cards":
            hands, asked = Hands(lay, face.told, now_ms), self._asked(visitor)
            self._rooms(screen, hands, asked)
            shoe.draw(screen, lay, self.cards, face.told, now_ms)
            self._names(screen, hands, asked)
            self._fees(screen)
            self._points(screen)
        self._puck(screen)
        self._pot(screen)
        stacks.draw(screen, self.chips, lay, face, now_ms)
        if lay.plan.decides == "dice":
            self._dice(screen, now_ms)
        if (seen := face.device) is not None and lay.device.width:
            device.draw(screen, lay.device, self.text, seen, lay.px)
        self._plates(screen, visitor)
        self._words(screen, visitor)
        self._board(screen, now_ms)
        self._rail(screen, visitor)
        self._tip(screen, visitor)
        if face.test:
            box = Rect(lay.tray.right + lay.px(12), lay.tray.y, lay.px(70), lay.tray.height)
            colour = mix(CREAM, (11, 79, 58), 0.4)
            self.text.put(screen, "TEST", box, "label", lay.px(20), colour, align="left")

    @property
    def pegs(self) -> int | None:
        """So many pegs of a wheel of fortune have passed its tongue; None for other tables."""
        return self._spun.pegs

    # -- the cloth ----------------------------------------------------------------------------------------

    def _lights(self, screen: pygame.Surface, visitor: Visitor, now_ms: int) -> None:
        face = self._face
        self.spot = None
        if visitor.at is not None and (face.betting or visitor.held or visitor.asks):
            self.spot = self.lay.spot_at(visitor.at, visitor.seat)
        won = [one for one in reversed(face.told) if one.kind == "won" and now_ms >= one.t_ms]
        for (spot, seat), t_ms in {(one.spot, one.seat or visitor.seat): one.t_ms for one in won}.items():
            age = now_ms - t_ms
            wave = 0.75 + 0.25 * (1 if age // 260 % 2 == 0 else -1) if age < 2_600 else 0.8
            self._light.draw(screen, spot, seat, wave)
        if self.spot is not None:
            self._light.draw(screen, self.spot, visitor.seat)

    def _puck(self, screen: pygame.Surface) -> None:
        """The croupier's disc: white on the point's number, dark beside it."""
        lay, face = self.lay, self._face
        at = lay.mark("puck", face.puck) if face.puck else None
        if at is None:
            return
        on = face.puck != "off"
        reach = round(min(lay.cell) * 0.48)
        body, ink = ((248, 246, 238), INK) if on else ((26, 24, 28), CREAM)
        pygame.draw.circle(screen, (0, 0, 0), (at[0] + 2, at[1] + 4), reach)
        pygame.draw.circle(screen, body, at, reach)
        pygame.draw.circle(screen, mix(body, (128, 120, 110), 0.5), at, reach, max(2, lay.px(3)))
        box = Rect(0, 0, round(reach * 1.6), reach)
        box.center = at
        self.text.put(
            screen, self.say("ON") if on else self.say("OFF"), box, "label", round(reach * 0.8), ink
        )

    def _pot(self, screen: pygame.Surface) -> None:
        """What players have fed and few win, where the table has a pot."""
        says = self._face.pot
        for name in self.lay.plan.marks.get("pot", {}) if says else ():
            box = self.lay.frame("pot", name)
            if box is not None:
                words = self.say(self.lay.plan.printed.get(name, name))
                pot.draw(screen, self.text, box, words, says)

    def _dice(self, screen: pygame.Surface, now_ms: int) -> None:
        lay = self.lay
        rest, start = lay.mark("dice", "rest"), lay.mark("dice", "from")
        thrown = next((one for one in reversed(self._face.told) if one.kind == "drawn"), None)
        if rest is None or start is None:
            return
        edge = max(14.0, min(lay.cell) * 0.78)
        faces = thrown.faces if thrown else self._face.last_faces
        age = now_ms - thrown.t_ms if thrown else 1 << 20
        reach = (rest[0] - start[0]) / edge
        for which, face in enumerate(faces):
            matrix, away, height = dice.rolling(face, self._face.number, which, age, reach)
            x = rest[0] + (away[0] + (-0.85 if which == 0 else 0.85)) * edge
            y = rest[1] + (away[1] + (0.12 if which else -0.12)) * edge
            dice.draw(screen, matrix, (x, y), edge, height, dice.CLEAR_RED)

    def _points(self, screen: pygame.Surface) -> None:
        """The points of a row that is complete, behind its last card."""
        lay = self.lay
        for one in self._face.told:
            if one.kind != "row" or self._face.now_ms < one.t_ms + SLIDE_MS:
                continue
            frame = lay.hand(one.spot)
            side = round(frame.height * 0.52)
            medal = Rect(0, 0, side, side)
            medal.center = (frame.right + round(side * 0.72), frame.centery)
            pygame.draw.circle(screen, (14, 10, 11), medal.center, side // 2)
            pygame.draw.circle(screen, GOLD, medal.center, side // 2, max(2, lay.px(3)))
            self.text.put(
                screen, str(one.faces[0]), medal, "label", round(side * 0.56), CREAM, remember=False
            )

    def _asked(self, visitor: Visitor) -> str:
        """The hand that the visitor decides on."""
        acts = [one.act for one in self._face.buttons(visitor.seat)]
        spots = {act.partition(" ")[2] for act in acts} - {""}
        return spots.pop() if len(spots) == 1 and not self._face.betting else ""

    def _rooms(self, screen: pygame.Surface, hands: Hands, asked: str) -> None:
        """Where separated hands lie, and the light round the hand that the visitor decides on."""
        lay = self.lay
        for room in hands.rooms():
            pygame.draw.rect(screen, mix(FELT, FELT_DARK, 0.5), room, 0, lay.px(10))
            pygame.draw.rect(screen, mix(tableau.PRINT, FELT, 0.35), room, max(1, lay.px(2)), lay.px(10))
        if lay.boxed(asked) and not hands.parted(asked):
            pygame.draw.rect(screen, WIN, lay.hand(asked), max(2, lay.px(4)), lay.px(10))

    def _names(self, screen: pygame.Surface, hands: Hands, asked: str) -> None:
        """The names of separated hands, on their first cards; that of the hand in question is lit."""
        lay, away = self.lay, shoe.gone(self._face.told, self._face.now_ms)
        for hand, lies in hands.names():
            if hand in away:
                continue
            side = max(lay.px(14), round(lies.wide * 0.4))
            tag = Rect(0, 0, round(side * 1.3), side)
            tag.bottomleft = (round(lies.x - lies.wide * 0.5), round(lies.y + lies.wide * RATIO / 2))
            ground, ink = (WIN, INK) if hand == asked else ((14, 10, 11), CREAM)
            pygame.draw.rect(screen, ground, tag, 0, side // 4)
            pygame.draw.rect(screen, GOLD, tag, max(1, lay.px(1)), side // 4)
            said = hand.rpartition(" ")[2]
            self.text.put(screen, said, tag, "label", round(side * 0.8), ink, remember=False)

    def _fees(self, screen: pygame.Surface) -> None:
        """Commission of winning banca stakes, put down before each place (epígrafe 6, VI.4)."""
        lay = self.lay
        for one in self._face.told:
            if one.kind == "fee" and self._face.now_ms >= one.t_ms:
                at = lay.mark("commission", "every", one.seat)
                if at is not None:
                    width = round(lay.chip * 0.72)
                    self.chips.stack(screen, one.cents, (at[0], at[1] + width // 3), width)

    # -- around it -----------------------------------------------------------------------------------------

    def _plates(self, screen: pygame.Surface, visitor: Visitor) -> None:
        for seat, seen in self._face.seats().items():
            if seat in self.lay.plates:
                self._plate(screen, self.lay.plates[seat], seat, seen, visitor)

    def _plate(self, screen: pygame.Surface, box: Rect, seat: int, seen: SeatSeen, visitor: Visitor) -> None:
        lay = self.lay
        mine = seat == visitor.seat
        pygame.draw.rect(screen, mix(LACQUER_DARK, INK, 0.25) if mine else (18, 26, 22), box, 0, lay.px(10))
        rim = WIN if seen.waited else GOLD if mine else mix(GOLD, INK, 0.55)
        pygame.draw.rect(screen, rim, box, max(1, lay.px(2)), lay.px(10))
        wide = min(lay.px(26), box.height - 6)
        spot = (box.x + lay.px(8) + wide // 2, box.centery + round(wide * 0.34))
        self.chips.coloured(screen, 1, spot, wide, SEATS[(seat - 1) % len(SEATS)])
        x = spot[0] + wide // 2 + lay.px(6)
        inner = Rect(x, box.y + 2, box.right - x - lay.px(6), box.height - 4)
        name = self.say("YOU") if mine else self.say("PLAYER {}").format(seat)
        owned = euros(seen.chips_cents, self.language, True)
        colour = CREAM if mine or seen.waited else mix(CREAM, INK, 0.22)
        size = lay.px(18)
        if font("label", size).size(f"{name} · {owned}")[0] <= inner.width:
            self.text.put(screen, f"{name} · {owned}", inner, "label", size, colour, remember=False)
            return
        upper = Rect(inner.x, inner.y, inner.width, inner.height // 2)
        self.text.put(screen, name, upper, "label", size, colour, remember=False)
        self.text.put(screen, owned, upper.move(0, upper.height), "label", size, colour, remember=False)

    def _words(self, screen: pygame.Surface, visitor: Visitor) -> None:
        lay, face = self.lay, self._face
        seen = face.seats().get(visitor.seat)
        away = seen is not None and not seen.person and face.now_ms // CALL_MS % 2 == 1
        box = lay.words.inflate(-lay.px(36), -lay.px(8))
        align = "center" if lay.portrait else "left"
        said = self.say("TOUCH THE TABLE TO PLAY") if away else face.words or face.title
        colour = WIN if face.asked or away else CREAM
        self.text.put(screen, said, box, "label", lay.px(30), colour, align=align, lines_max=2)

    def _board(self, screen: pygame.Surface, now_ms: int) -> None:
        past = self._face.past
        if self._face.number != self._past_seen and past:
            began = now_ms if self._past_seen >= 0 else now_ms - board.WET_MS
            self._past_seen, self._past_ms = self._face.number, began
        board.draw(
            screen, self.lay.board.inflate(0, -self.lay.px(6)), self.text, past, now_ms - self._past_ms
        )

    def _rail(self, screen: pygame.Surface, visitor: Visitor) -> None:
        lay, face = self.lay, self._face
        seen = face.seats().get(visitor.seat)
        if not face.betting and not face.buttons(visitor.seat):
            self._brought(screen, visitor.seat)
        offered = list(face.buttons(visitor.seat))
        self.shown = list(zip(rack.button_rects(lay, offered), offered, strict=True))
        for rect, button in self.shown:
            caps.draw(screen, lay.px, self.text, rect, button, visitor.pressed == button.act)
        if seen is None:
            self._declared(screen)
            return
        rack.draw_ground(screen, lay, face.values)
        staked = sum(one.cents for one in face.stakes() if one.seat == visitor.seat)
        below = self.say("STAKED {}").format(euros(staked, self.language, True)) if staked else ""
        owned = rack.Owned(
            face.values, visitor.picked, seen.chips_cents, visitor.seat, self.say("YOUR CHIPS"), below
        )
        rack.draw(screen, lay, self.text, self.chips, owned, self.language)
        if visitor.held and visitor.at is not None and visitor.picked:
            wide = round(lay.chip * 1.15)
            foot = (visitor.at[0], visitor.at[1] + wide // 3)
            if lay.plan.by_seat:
                self.chips.coloured(screen, 1, foot, wide, SEATS[(visitor.seat - 1) % len(SEATS)])
            else:
                self.chips.stack(screen, visitor.picked, foot, wide)

    def _declared(self, screen: pygame.Surface) -> None:
        """To who only looks on the rail says what is played, and from what stake on."""
        lay, face = self.lay, self._face
        box = lay.rack.union(lay.buttons)
        upper = Rect(box.x, box.y, box.width, round(box.height * 0.6))
        lower = Rect(box.x, upper.bottom, box.width, box.height - upper.height)
        self.text.put(screen, face.title, upper, "label", lay.px(48), mix(GOLD, CREAM, 0.4), remember=False)
        least = euros(min(face.values, default=0), self.language, True)
        said = self.say("STAKES FROM {}").format(least)
        self.text.put(screen, said, lower, "label", lay.px(24), CREAM, remember=False)

    def _brought(self, screen: pygame.Surface, seat: int) -> None:
        """What the round brought the visitor, once it is paid, where the buttons were."""
        lay, face = self.lay, self._face
        told = [one for one in face.told if one.kind in ("lost", "paid", "back")]
        own = [one for one in told if one.seat == seat]
        if not own or (not face.settled and any(one.seat == seat for one in face.stakes())):
            return
        last_ms = told[-1].t_ms if face.settled else own[-1].t_ms
        kinds = [one.kind for one in told if one.t_ms == last_ms]
        if face.now_ms < last_ms + settled_ms(kinds.count("lost"), kinds.count("paid")):
            return
        gain = sum(one.cents if one.kind == "paid" else -one.cents for one in own if one.kind != "back")
        sign = "+" if gain > 0 else "−" if gain < 0 else "±"
        box = lay.buttons
        upper = Rect(box.x, box.y, box.width, round(box.height * 0.42))
        lower = Rect(box.x, upper.bottom, box.width, box.height - upper.height)
        said = self.say("THE ROUND BRINGS YOU")
        self.text.put(screen, said, upper, "label", lay.px(22), mix(GOLD, CREAM, 0.4), remember=False)
        colour = WIN if gain > 0 else LOST if gain < 0 else BONE
        amount = f"{sign} {euros(abs(gain), self.language)}"
        self.text.put(screen, amount, lower, "label", lay.px(46), colour, remember=False)

    def _tip(self, screen: pygame.Surface, visitor: Visitor) -> None:
        """What the spot under the pointer pays, its limit, and on request its odds."""
        lay, face = self.lay, self._face
        if self.spot is None or visitor.at is None:
            return
        lines = [face.tip(self.spot, visitor.seat), *(face.odds(self.spot) if visitor.asks else ())]
        size = lay.px(22)
        wide = min(
            lay.size[0] - lay.px(20), max(font("label", size).size(line)[0] for line in lines) + lay.px(32)
        )
        box = Rect(0, 0, wide, lay.px(14) + len(lines) * lay.px(28))
        box.midbottom = (visitor.at[0], visitor.at[1] - lay.px(26))
        if box.y < lay.felt.y:
            box.y = visitor.at[1] + lay.px(34)
        box.clamp_ip(Rect(0, 0, *lay.size).inflate(-lay.px(8), -lay.px(8)))
        paint.cast(screen, box, lay.px(5), 0.7, lay.px(8))
        pygame.draw.rect(screen, (20, 13, 13), box, 0, lay.px(8))
        pygame.draw.rect(screen, GOLD, box, max(1, lay.px(2)), lay.px(8))
        for i, line in enumerate(lines):
            row = Rect(
                box.x + lay.px(12), box.y + lay.px(7) + i * lay.px(28), box.width - lay.px(24), lay.px(28)
            )
            self.text.put(screen, line, row, "label", size, BONE if i else (255, 232, 160), remember=False)
