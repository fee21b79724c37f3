# SPDX-License-Identifier: MIT
"""The buttons beside the visitor's cards: those that do something now, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.pai_gow.layout import Layout
from emulator.panel.tables.pai_gow.words import broke, throwing
from emulator.tables.pai_gow_game import PaiGowGame
from machines.support.languages import euros


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
