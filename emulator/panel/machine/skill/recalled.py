# SPDX-License-Identifier: MIT
"""The card of a recalled play of skill: the glass as it stood when its last round was over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from emulator.cabinet.front import Display
from emulator.panel.machine.parts.recalled import Card, Say, at_rest, circumstances, money_of
from emulator.panel.machine.parts.seen import AWARD_FIRST
from emulator.panel.machine.skill.game import MARK, MISSED, ROUND_FIRST, TITLE_FIRST
from machines.firmware.skill.front_texts import TEXTS
from machines.model import SkillModel
from machines.support.languages import translator
from machines.types.skill.schema import LIGHTS, MEMORY, PLAY, REFUND

if TYPE_CHECKING:
    from emulator.records.recall import Play

_WORDS = dict(line.split("|") for line in TEXTS.strip().splitlines())


def skill_cards(model: SkillModel, play: Play, say: Say, language: str) -> Iterator[Card]:
    """
    What the panel showed of a play, and what it came to: one card.

    Args:
        model: whose play it is.
        say: translates words of the caption.
        language: of message line and caption, one of languages().
    """
    seen = at_rest(_display(model, play, language), _lit(play))
    caption = " · ".join(_facts(play, say)) + "\n" + " · ".join(_earned(model, play, say, language))
    yield Card(seen, caption, True, game=play.game_number)


def _lit(play: Play) -> frozenset[int]:
    """The lamps behind the glass, as firmware/skill/front.py lights them once the last round is over."""
    lit = {number for number in range(LIGHTS) if play.lights >> number & 1}
    lit |= {MARK, TITLE_FIRST + play.game_number, *range(ROUND_FIRST, ROUND_FIRST + play.rounds)}
    return frozenset(lit | ({AWARD_FIRST + play.award - 1} if play.award else set()))


def _display(model: SkillModel, play: Play, language: str) -> Display:
    """Counters of credits and points, and what the line says between two rounds."""
    shown = translator(language, "firmware")
    missed = model.games[play.game_number].kind == MEMORY and play.lights >> MISSED & 1
    line = shown(_WORDS["missed"]) if missed else shown(_WORDS["points"]).format(play.points)
    cents = play.credits_after_cents or 0
    return Display(model.currency.shown(cents), "", str(play.points), line)


def _facts(play: Play, say: Say) -> Iterator[str]:
    yield say("Play {}").format(play.number)
    yield play.game
    yield say("{} points").format(play.points)
    yield say("rounds: {}").format(play.rounds)


def _earned(model: SkillModel, play: Play, say: Say, language: str) -> Iterator[str]:
    """What the points earned, what the play cost, and the credits before and after."""
    awards = model.games[play.game_number].awards or ()
    if not play.award:
        yield say("nothing won")
    else:
        row = awards[play.award - 1]
        texts = {PLAY: say("one play more"), REFUND: say("price given back")}
        yield texts.get(row.gives) or say("{} tickets").format(row.count)
    money = money_of(model, language)
    yield say("price {}").format(money(play.stake_cents)) if play.stake_cents else say("free play")
    yield from circumstances(play, say, money)
