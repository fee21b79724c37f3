# SPDX-License-Identifier: MIT
"""The front of a machine of type A: that of the game of skill that is in it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect

from emulator.panel.art.scenery.livery import livery_of
from emulator.panel.art.scenery.styles import style_of_game
from emulator.panel.art.theme import theme_for
from emulator.panel.machine.parts.caps import plain
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Fittings, Mounted
from emulator.panel.machine.skill.caps import pad_caps
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.pads import Pads
from emulator.panel.machine.skill.ring import Ring
from emulator.panel.machine.skill.sides import Sides
from emulator.panel.machine.skill.strip import Strip
from machines.model import SkillModel
from machines.support.languages import DEFAULT_LANGUAGE
from machines.types.skill.games import Game
from machines.types.skill.schema import TICKETS

_SIDE_SHARE = 0.15  # of a cabinet's width: what beside a game of skill its clock and its rounds need


def skill_front(model: SkillModel, serial: int, test: bool, number: int) -> Front:
    """The front of a game of skill: its title, colours and rules are those of the game that is in it."""
    game = model.games[number]
    rules = {"rules": game.rules.default} if game.rules else {}
    skill = _skill(game, number)
    livery = livery_of(model.draft.art, model.pictures)
    return Front(
        title=game.title,
        serial=serial,
        price_cents=model.price_cents,
        drawings=(),
        strips=(),
        rows=(),
        coins_cents=model.coins_cents,
        note_cents=model.note_cents,
        currency=model.currency,
        texts={**model.texts[DEFAULT_LANGUAGE], **rules},
        theme=theme_for(game.colours),
        test=test,
        fittings=Fittings(partial(_mount, skill), pad_caps if skill.pads else plain, _counters, _how),
        awards=tuple((row.points, row.gives, row.count) for row in game.awards or ()),
        prices_cents=model.prices_cents,
        model_title=model.title,
        style=style_of_game(model.art["style"], game.kind),
        flank_share=_SIDE_SHARE,
        pads=skill.pads,
        pictures=model.pictures,
        # The name as a drawing is that of the game of the registration; a further one has its own in letters.
        livery=livery if number == 0 else replace(livery, title=None),
        plate=model.plate,
    )


def _mount(skill: Skill, kit: Kit, tray: Rect) -> Mounted:
    middle = Pads(kit, max(skill.rounds)) if skill.pads else Ring(kit)
    tickets = any(gives == TICKETS for _, gives, _ in kit.front.awards)
    return Mounted(Sides(kit, skill), middle, strip=Strip(kit, tray) if tickets else None)


def _counters(kit: Kit) -> list[tuple[str, int]]:
    return [(kit.say("CREDITS"), 7), (kit.say("POINTS"), 7)]


def _how(kit: Kit) -> list[str]:
    say = kit.say
    if kit.front.pads:
        return [say("Press START and follow the tune."), say("Repeat it on buttons 1 to 4.")]
    return [say("START: a light runs round the ring."), say("START again: stop it on the mark.")]


def _skill(game: Game, number: int) -> Skill:
    """The game of this number, as its glass tells of it."""
    stopper, memory = game.stopper, game.memory
    return Skill(
        number=number,
        kind=game.kind,
        zones=tuple((zone.within_ms, zone.points) for zone in stopper.zones) if stopper else (),
        rounds=tuple(memory.lengths if memory else stopper.laps_ms if stopper else ()),
    )
