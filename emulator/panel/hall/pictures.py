# SPDX-License-Identifier: MIT
"""
Help by pictures: three to five of them, as many as a machine of its type has steps, and a word under each.

    steps_of(front)                      # ("coin", "start", "hold", "collect", "tray")
    paint_steps(kit, base, box, front)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint, signs
from emulator.panel.art.lettering import wrap
from emulator.panel.art.theme import CREAM, INK, Colour, hex_colour, mix
from emulator.panel.hall.kit import HallKit
from emulator.panel.machine.money import notes
from emulator.panel.machine.parts.front import Front

COIN, CARD, START, HOLD, STOP, COLLECT, TRAY, TICKETS = (
    "coin", "card", "start", "hold", "stop", "collect", "tray", "tickets",
)  # fmt: skip
_RED: Colour = (214, 58, 44)
_AMBER: Colour = (255, 190, 70)


def steps_of(front: Front) -> tuple[str, ...]:
    """What one does at this machine, in order."""
    pay = COIN if front.coins_cents else CARD
    if not front.strips:
        return (pay, START, STOP, TICKETS)
    held = (HOLD,) if front.hold else ()
    end = (COLLECT, TRAY) if front.coins_cents else (COLLECT,)
    return (pay, START, *held, *end)


def words_of(step: str, say: Callable[[str], str]) -> str:
    """What a picture says, in few words."""
    return {
        COIN: say("Coin into the slot"),
        CARD: say("Card into the reader"),
        START: say("Press START"),
        HOLD: say("Hold lit reels if you like"),
        STOP: say("Hit at the right moment"),
        COLLECT: say("COLLECT pays"),
        TRAY: say("Take your coins"),
        TICKETS: say("Take your tickets"),
    }[step]


def paint_steps(kit: HallKit, base: pygame.Surface, box: Rect, front: Front) -> None:
    """All of them in ``box``, side by side or in rows of two."""
    coins.mint(hex_colour(front.token_colour), front.struck)
    named = [(words_of(step, kit.say), partial(_DRAWN[step], front=front)) for step in steps_of(front)]
    _paint(kit, base, box, named)
    coins.mint(None)


def paint_walk(kit: HallKit, base: pygame.Surface, box: Rect) -> None:
    """What one does in the hall."""
    say = kit.say
    _paint(
        kit, base, box,
        [
            (say("Touch a machine: you go there"), _machine),
            (say("Touch its card: what it pays, and the rules"), _read),
            (say("The desk changes your money"), _desk),
            (say("Your purse goes along. It is toy money"), _purse),
        ],
    )  # fmt: skip


def _paint(
    kit: HallKit, base: pygame.Surface, box: Rect, named: Sequence[tuple[str, Callable[..., None]]]
) -> None:
    across = len(named) if box.width > box.height * 1.6 else 2
    down = -(-len(named) // across)
    gap = kit.gap(3)
    size = ((box.width - gap * (across - 1)) // across, (box.height - gap * (down - 1)) // down)
    foot = _foot(kit, Rect((0, 0), size))
    most = round(foot.height * 0.40)
    text_px = next(
        (
            px
            for px in range(most, 8, -1)
            if all(
                len(wrap(words, "strong", px, foot.width)) * px * 1.25 <= foot.height for words, _ in named
            )
        ),
        8,
    )
    for number, (words, draw) in enumerate(named):
        row, column = divmod(number, across)
        place = Rect((box.x + column * (size[0] + gap), box.y + row * (size[1] + gap)), size)
        _paint_one(kit, base, place, words, draw, text_px)
        badge = max(kit.px(22), min(place.size) // 12)
        middle = (place.x + badge + kit.gap(1), place.y + badge + kit.gap(1))
        pygame.draw.circle(base, _AMBER, middle, badge)
        mark = Rect(middle[0] - badge, middle[1] - badge, 2 * badge, 2 * badge)
        kit.text.put(base, str(number + 1), mark, "title", round(badge * 1.3), INK)


def _foot(kit: HallKit, place: Rect) -> Rect:
    """Where the words of a step stand."""
    foot = Rect(place.x, 0, place.width, round(min(place.height * 0.26, place.width * 0.34)))
    foot.bottom = place.bottom - kit.gap(1)
    return foot.inflate(-2 * kit.gap(1), 0)


def _paint_one(
    kit: HallKit, base: pygame.Surface, place: Rect, words: str, draw: Callable[..., None], text_px: int
) -> None:
    face = paint.down(place.size, [(0, (66, 54, 52)), (1, (36, 28, 30))])
    base.blit(paint.clip_round(face, kit.px(14)), place)
    pygame.draw.rect(base, mix(_AMBER, INK, 0.45), place, max(1, kit.px(2)), kit.px(14))
    foot = _foot(kit, place)
    kit.text.put(base, words, foot, "strong", text_px, CREAM, lines_max=3)
    side = min(place.width, foot.y - place.y) - 2 * kit.gap(2)
    picture = Rect(0, 0, side, side)
    picture.center = (place.centerx, (place.y + foot.y) // 2)
    draw(base, picture)


def _machine(base: pygame.Surface, box: Rect) -> None:
    """A cabinet with three reels, and the hand that points at it."""
    side = box.width
    body = Rect(0, 0, round(side * 0.52), round(side * 0.86))
    body.center = (box.centerx - side // 12, box.centery)
    base.blit(
        paint.clip_round(paint.down(body.size, [(0, (36, 66, 132)), (1, (16, 28, 62))]), side // 24), body
    )
    pygame.draw.rect(base, _AMBER, Rect(body.x, body.y, body.width, side // 9), border_radius=side // 30)
    for number in range(3):
        reel = Rect(
            body.x + body.width * (1 + 3 * number) // 10, body.y + side // 4, body.width // 4, side // 5
        )
        pygame.draw.rect(base, CREAM, reel, border_radius=side // 60)
        pygame.draw.circle(base, _RED, reel.center, side // 24)
    deck = Rect(body.x, body.y + round(side * 0.56), body.width, side // 9)
    pygame.draw.rect(base, (120, 78, 48), deck)
    base.blit(signs.hand(round(side * 0.40)), (body.centerx + side // 14, body.centery))


def _read(base: pygame.Surface, box: Rect) -> None:
    """A card with lines on it."""
    side = box.width
    card = Rect(0, 0, round(side * 0.72), round(side * 0.50))
    card.center = (box.centerx - side // 20, box.centery - side // 20)
    base.blit(
        paint.clip_round(paint.down(card.size, [(0, (52, 42, 40)), (1, (22, 16, 17))]), side // 24), card
    )
    pygame.draw.rect(base, _AMBER, card, max(2, side // 60), side // 24)
    pygame.draw.rect(
        base, _AMBER, Rect(card.x + side // 18, card.y + side // 18, side // 8, side // 8), border_radius=6
    )
    for number, share in enumerate((0.46, 0.72, 0.60, 0.66)):
        line = Rect(card.x + side // 18, card.y + side * (5 + 2 * number) // 22, 0, side // 40)
        line.width = round(card.width * share)
        line.x += side // 6 if number == 0 else 0
        line.y = card.y + side // 10 + number * side // 9
        pygame.draw.rect(base, CREAM, line, border_radius=3)
    base.blit(signs.hand(round(side * 0.38)), (card.centerx + side // 10, card.centery + side // 16))


def _desk(base: pygame.Surface, box: Rect) -> None:
    """A note that becomes coins."""
    side = box.width
    note = notes.face(1000, round(side * 0.42))
    base.blit(note, note.get_rect(center=(box.x + side // 4, box.centery)))
    signs.arrow(
        base, (box.centerx - side // 30, box.centery), (box.centerx + side // 14, box.centery), side / 14
    )
    for number in range(6):
        face = coins.face((200, 100, 50)[number % 3], round(side * 0.18))
        spot = (
            box.x + round(side * (0.70 + 0.20 * (number % 2))),
            box.y + side * (3 + 2 * (number // 2)) // 10,
        )
        base.blit(face, face.get_rect(center=spot))


def _purse(base: pygame.Surface, box: Rect) -> None:
    """A purse of leather with coins that look out of it."""
    side = box.width
    for number in range(4):
        face = coins.face((200, 50, 100, 20)[number], round(side * 0.24))
        base.blit(
            face, face.get_rect(center=(box.x + side * (3 + 2 * number) // 12, box.y + round(side * 0.36)))
        )
    bag = Rect(box.x + side // 8, box.y + round(side * 0.40), side * 3 // 4, round(side * 0.44))
    base.blit(paint.clip_round(paint.down(bag.size, [(0, (142, 74, 40)), (1, (66, 30, 20))]), side // 7), bag)
    pygame.draw.rect(
        base, (226, 208, 172), bag.inflate(-side // 14, -side // 14), max(1, side // 90), side // 9
    )


def _coin(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    slot = Rect(0, 0, side // 3, round(side * 0.52))
    slot.midright = (box.right - side // 16, box.centery)
    metal = paint.chrome(slot.size)
    base.blit(paint.clip_round(metal, side // 14), slot)
    slit = Rect(0, 0, max(4, side // 22), round(slot.height * 0.62))
    slit.center = slot.center
    pygame.draw.rect(base, (8, 6, 8), slit, border_radius=slit.width // 2)
    cents = max(cents for cents in front.coins_cents if cents <= max(200, min(front.coins_cents)))
    face = coins.face(cents, round(side * 0.36))
    at = (box.x + side // 4, box.y + round(side * 0.56))
    signs.way(base, at, slit.center, side * 0.16, 0, max(3, side // 46))
    base.blit(face, face.get_rect(center=at))
    base.blit(signs.hand(round(side * 0.34)), (at[0] + side // 30, at[1] + side // 30))


def _card(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    reader = Rect(box.x + side // 6, box.y + side // 6, side * 2 // 3, side // 5)
    base.blit(paint.clip_round(paint.chrome(reader.size), side // 20), reader)
    pygame.draw.rect(base, (8, 6, 8), reader.inflate(-side // 10, -side // 7), border_radius=3)
    card = Rect(0, 0, side // 2, round(side * 0.32))
    card.midtop = (box.centerx, reader.bottom + side // 9)
    base.blit(
        paint.clip_round(paint.down(card.size, [(0, (84, 148, 196)), (1, (26, 62, 104))]), side // 24), card
    )
    base.fill((16, 14, 18), Rect(card.x, card.y + side // 16, card.width, side // 16))
    signs.arrow(base, card.midtop, (card.centerx, reader.bottom - side // 20), side / 12)
    base.blit(signs.hand(round(side * 0.32)), (card.centerx, card.centery))


def _button(base: pygame.Surface, box: Rect, colour: Colour, lit: bool) -> None:
    """A domed cap in its bezel."""
    side = box.height
    bezel = box.inflate(side // 8, side // 8)
    base.blit(paint.clip_round(paint.chrome(bezel.size), bezel.height * 0.3), bezel)
    stops = [(0.0, mix(colour, (255, 255, 255), 0.5)), (0.5, colour), (1.0, mix(colour, INK, 0.45))]
    base.blit(paint.clip_round(paint.down(box.size, stops), box.height * 0.28), box)
    if lit:
        reach = box.inflate(box.width // 2, box.height)
        paint.add(base, paint.glow(reach.size, mix((0, 0, 0), colour, 0.7), 0.6, 1.6), reach.topleft)


def _start(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    cap = Rect(0, 0, round(side * 0.62), round(side * 0.34))
    cap.center = (box.centerx, box.centery - side // 16)
    _button(base, cap, _RED, lit=True)
    tip = (cap.x + cap.width * 2 // 5, cap.centery)
    triangle = [(tip[0], tip[1] - side // 14), (tip[0] + side // 8, tip[1]), (tip[0], tip[1] + side // 14)]
    pygame.draw.polygon(base, CREAM, triangle)
    base.blit(signs.hand(round(side * 0.40)), (cap.centerx + side // 16, cap.centery + side // 16))


def _hold(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    for number in range(3):
        reel = Rect(box.x + side * number // 3, box.y, side // 3 - side // 24, side // 2)
        held = number != 1
        tones = [(0, (120, 112, 100)), (0.5, (250, 244, 230)), (1, (120, 112, 100))]
        base.blit(paint.clip_round(paint.down(reel.size, tones), side // 40), reel)
        if held:
            pygame.draw.circle(base, _RED, reel.center, side // 11)
        else:
            for step in (-1, 0, 1):
                y = reel.centery + step * side // 7
                points = [
                    (reel.centerx - side // 14, y - side // 30),
                    (reel.centerx + side // 14, y - side // 30),
                ]
                pygame.draw.polygon(base, (120, 116, 110), [*points, (reel.centerx, y + side // 24)])
        cap = Rect(reel.x, box.y + round(side * 0.56), reel.width, side // 8)
        _button(base, cap, _AMBER if held else (90, 74, 50), lit=held)
    base.blit(signs.hand(round(side * 0.32)), (box.x + side // 6, box.y + round(side * 0.62)))


def _stop(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    """A ring of lamps, the mark above, and the hand that hits."""
    side, count = box.width, 16
    middle = pygame.math.Vector2(box.centerx, box.centery - side // 24)
    for number in range(count):
        spot = middle + pygame.math.Vector2(0, -side * 0.36).rotate(360 * number / count)
        colour = _AMBER if number == 0 else (96, 70, 40)
        pygame.draw.circle(base, colour, spot, side // (18 if number == 0 else 28))
    top = middle + pygame.math.Vector2(0, -side * 0.36)
    paint.add(
        base,
        paint.glow((side // 3, side // 3), (150, 110, 40), 0.8, 1.5),
        (round(top.x - side / 6), round(top.y - side / 6)),
    )
    cap = Rect(0, 0, round(side * 0.30), round(side * 0.18))
    cap.center = (round(middle.x), round(middle.y))
    _button(base, cap, _RED, lit=True)
    base.blit(signs.hand(round(side * 0.36)), (cap.centerx + side // 20, cap.centery + side // 24))


def _collect(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    cap = Rect(0, 0, round(side * 0.56), round(side * 0.28))
    cap.center = (box.centerx - side // 10, box.y + side // 3)
    _button(base, cap, (226, 222, 214), lit=True)
    for number, drop in enumerate((0.62, 0.76, 0.70) if front.coins_cents else ()):
        face = coins.face((100, 200, 50)[number], round(side * 0.20))
        base.blit(
            face, face.get_rect(center=(box.x + side * (2 + 2 * number) // 8, box.y + round(side * drop)))
        )
    base.blit(signs.hand(round(side * 0.36)), (cap.centerx + side // 10, cap.centery + side // 20))


def _tray(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    side = box.width
    tray = Rect(box.x + side // 16, box.y + round(side * 0.42), side * 7 // 8, round(side * 0.34))
    base.blit(paint.clip_round(paint.chrome(tray.size), side // 16), tray)
    hole = tray.inflate(-side // 8, -side // 8)
    pygame.draw.rect(base, (18, 14, 16), hole, border_radius=side // 20)
    for number in range(7):
        face = coins.face((100, 200, 50, 20)[number % 4], round(side * 0.18))
        spot = (hole.x + hole.width * (number + 1) // 8, hole.centery + (number % 3 - 1) * side // 24)
        base.blit(face, face.get_rect(center=spot))
    base.blit(signs.hand(round(side * 0.36)), (tray.centerx + side // 8, tray.centery - side // 30))


def _tickets(base: pygame.Surface, box: Rect, *, front: Front) -> None:
    """A strip of tickets that hangs out of its slot."""
    side = box.width
    mouth = Rect(box.x + side // 5, box.y + side // 8, side * 3 // 5, side // 7)
    base.blit(paint.clip_round(paint.chrome(mouth.size), side // 30), mouth)
    for number in range(3):
        ticket = Rect(0, 0, side * 2 // 5, side // 5)
        ticket.midtop = (box.centerx + (number % 2) * side // 60, mouth.centery + number * side // 5)
        pygame.draw.rect(base, (255, 226, 150), ticket)
        pygame.draw.rect(base, (150, 104, 40), ticket, max(1, side // 80))
        pygame.draw.circle(base, _RED, ticket.center, side // 20)
    base.blit(signs.hand(round(side * 0.34)), (box.centerx + side // 12, box.centery + side // 6))


_DRAWN: dict[str, Callable[..., None]] = {
    COIN: _coin, CARD: _card, START: _start, HOLD: _hold, STOP: _stop, COLLECT: _collect, TRAY: _tray,
    TICKETS: _tickets,
}  # fmt: skip
