# SPDX-License-Identifier: MIT
"""The buttons beside the visitor's cards: those that do something now, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.tables.kit.colours import GOLD, LACQUER
from emulator.panel.tables.pai_gow.layout import Layout
from emulator.panel.tables.pai_gow.words import broke, throwing
from emulator.tables.pai_gow_game import PaiGowGame
from machines.support.languages import euros


class Button(NamedTuple):
    """One button: what it does, its words, and whether it is the one to press next."""

    act: str
    words: str
    strong: bool = False


def offered(
    game: PaiGowGame, person: int, stake_cents: int, foul: bool, say: Callable[[str], str], language: str
) -> list[Button]:
    """The buttons of this moment."""
    state = game.table.state
    mine = person in game.waits_for()
    if state.phase == "bank" and mine:
        kinds = {one.kind for one in game.table.legal() if one.place == person}
        take = [Button("take", say("TAKE THE BANK"))] if "accept" in kinds else []
        return [Button("pass", say("PASS"), True), *take]
    if state.phase == "cut" and mine:
        return [Button("cut", say("CUT"), True)]
    if person in game.people and broke(game, person):
        return [Button("buy", f"{say('BUY CHIPS')} {euros(game.chips_cents, language, True)}", True)]
    if state.phase == "bets" and mine:
        return [
            Button("less", "−"),
            Button("more", "+"),
            Button("ready", f"{say('STAKE')} {euros(stake_cents, language, True)}", True),
        ]
    if state.phase == "throw" and person:
        shake, lift = Button("shake", say("SHAKE"), True), Button("lift", say("LIFT THE LID"), True)
        return {"shake": [shake], "shaking": [shake], "lift": [lift], "rolling": []}[throwing(game)]
    if state.phase == "set" and mine:
        done = Button("set", say("FOUL HAND: IT LOSES") if foul else say("READY"), not foul)
        return [Button("house", say("AS THE HOUSE SETS")), done]
    return []


def rects(layout: Layout, count: int) -> list[Rect]:
    """Where so many buttons lie, one below the other; two small ones share a row."""
    box, gap = layout.buttons, layout.px(10)
    if layout.portrait:
        wide = (box.width - gap * (count - 1)) // max(1, count)
        tall = min(box.height, layout.px(84))
        return [Rect(box.x + i * (wide + gap), box.y, wide, tall) for i in range(count)]
    tall = min((box.height - gap * 2) // 2, layout.px(74))
    if count == 3:
        half = (box.width - gap) // 2
        first = [Rect(box.x + i * (half + gap), box.y + gap, half, tall) for i in range(2)]
        return [*first, Rect(box.x, box.y + 2 * gap + tall, box.width, tall)]
    return [Rect(box.x, box.y + gap + i * (tall + gap), box.width, tall) for i in range(count)]


def draw(
    screen: pygame.Surface,
    layout: Layout,
    text: Letterer,
    rect: Rect,
    button: Button,
    pressed: bool,
    foul: bool,
) -> None:
    """Draw one: a lit cap if it is the one to press next."""
    face: Colour = mix(GOLD, (255, 240, 200), 0.35) if button.strong else mix(LACQUER, (255, 190, 160), 0.12)
    if foul and button.act == "set":
        face = (120, 30, 24)
    depth = layout.px(2 if pressed else 5)
    paint.cast(screen, rect, layout.px(5), 0.7, layout.px(12))
    base = rect.move(0, depth)
    pygame.draw.rect(screen, mix(face, (0, 0, 0), 0.6), base, 0, layout.px(12))
    cap = paint.down(
        rect.size, [(0, mix(face, (255, 255, 255), 0.35)), (0.5, face), (1, mix(face, (0, 0, 0), 0.25))]
    )
    top = rect.move(0, layout.px(3) if pressed else 0)
    screen.blit(paint.clip_round(cap, layout.px(12)), top)
    ink = INK if button.strong else CREAM
    size = layout.px(30 if len(button.words) < 3 else 25)
    text.put(
        screen, button.words, top.inflate(-layout.px(20), -layout.px(12)), "label", size, ink, lines_max=2
    )
