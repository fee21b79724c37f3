# SPDX-License-Identifier: MIT
"""The numbers that the firmware of a Type A model is built with, all of its games included."""

from __future__ import annotations

from machines.types.common.settings import Value, shared_settings
from machines.types.common.settings_link import ALONE
from machines.types.skill import checks as checks_skill
from machines.types.skill.draft import SkillDraft
from machines.types.skill.games import Game, games_of
from machines.types.skill.schema import LIGHTS, Memory, Stopper


def skill_settings(draft: SkillDraft) -> dict[str, Value]:
    """
    Settings of a checked model, amounts in cents and times in ms.

    GAMES holds a row for each game, that of the registration first, as firmware/skill/game.py has it.
    """
    money = draft.money
    assert money and draft.counters
    return {
        **shared_settings(draft),
        "PRICE_CENTS": draft.price_cents or 0,
        "PRICES_CENTS": checks_skill.prices_of(draft),
        "CREDITS_MAX_CENTS": checks_skill.credits_max(draft),
        "SIMULTANEOUS_MAX": 1,
        "MAX_INSERT_CENTS": max(money.coins_cents),
        "TOKENS": 0,
        "REELS": 0,
        "STOPS": (),
        "MOTOR_STEPS": (),
        "SCREEN": 0,
        "STOP_PAUSE_MS": 0,
        **game_settings(draft),
        **ALONE,
        "TICKETS": int(draft.tickets is not None),
        "SEALED": int(draft.counters.sealed or False),
    }


def game_settings(draft: SkillDraft) -> dict[str, Value]:
    """What of them decides a play, but for the price."""
    return {"LIGHTS": LIGHTS, "GAMES": tuple(_game_row(game) for game in games_of(draft))}


def _game_row(game: Game) -> Value:
    """A game as firmware/skill/game.py reads it."""
    awards = tuple((award.points, award.gives, award.count) for award in game.awards or ())
    pause_ms, rules = _memory(game.memory) if game.memory else _stopper(game.stopper)
    return (game.title, game.kind, awards, game.extra_plays_max or 0, pause_ms, rules)


def _stopper(numbers: Stopper | None) -> tuple[int, Value]:
    """The pause, and what firmware/skill/stopper_round.py reads."""
    assert numbers
    zones = tuple((zone.within_ms, zone.points) for zone in numbers.zones)
    return numbers.pause_ms, (tuple(numbers.laps_ms), numbers.laps, zones)


def _memory(numbers: Memory) -> tuple[int, Value]:
    """The pause, and what firmware/skill/memory_round.py reads; pads are counted from 0 there."""
    return numbers.pause_ms, (
        tuple(note - 1 for note in numbers.notes),
        numbers.stride,
        tuple(numbers.lengths),
        tuple(numbers.note_ms),
        numbers.time_ms,
        numbers.time_max_ms,
        numbers.bonus_ms,
        numbers.miss_ms,
        numbers.points,
    )
