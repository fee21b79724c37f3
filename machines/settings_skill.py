# SPDX-License-Identifier: MIT
"""The numbers that the firmware of a Type A model is built with, all of its game included."""

from __future__ import annotations

from machines import checks_skill
from machines.draft import SkillDraft
from machines.schema_skill import LIGHTS
from machines.settings import Value, coin_rows, hopper_rows


def skill_settings(draft: SkillDraft) -> dict[str, Value]:
    """
    Settings of a checked model, amounts in cents and times in ms.

    LAPS_MS holds one lap a round, ZONES (within ms, points) from the nearest, AWARDS (points, what, how many)
    ascending.
    """
    money = draft.money
    assert money and draft.hoppers and draft.counters
    return {
        "TYPE": "A",
        "MODEL": str(draft.name),
        "TITLE": str(draft.title),
        "PROFILE": str(draft.profile),
        "LANGUAGE": "es",
        "TEST": 0,
        "PRICE_CENTS": draft.price_cents or 0,
        "PRICES_CENTS": checks_skill.prices_of(draft),
        "CREDITS_MAX_CENTS": checks_skill.credits_max(draft),
        "SIMULTANEOUS_MAX": 1,
        "MAX_INSERT_CENTS": max(money.coins_cents),
        "NOTE_CENTS": money.note_cents or 0,
        "REELS": 0,
        "STOPS": (),
        "MOTOR_STEPS": (),
        "SCREEN": 0,
        **game_settings(draft),
        "TICKETS": int(draft.tickets is not None),
        "MECHANISMS": draft.mechanisms or "parallel",
        "COINS": coin_rows(money),
        "HOPPERS": hopper_rows(draft.hoppers),
        "METER_UNIT_CENTS": draft.counters.unit_cents,
        "COUNTER_DIGITS": draft.counters.digits,
    }


def game_settings(draft: SkillDraft) -> dict[str, Value]:
    """What of them decides a play, but for the price."""
    game = draft.stopper
    assert game
    return {
        "LIGHTS": LIGHTS,
        "LAPS_MS": tuple(game.laps_ms),
        "LAPS": game.laps,
        "PAUSE_MS": game.pause_ms,
        "ZONES": tuple((zone.within_ms, zone.points) for zone in game.zones),
        "AWARDS": tuple((award.points, award.gives, award.count) for award in draft.awards or ()),
        "EXTRA_PLAYS_MAX": draft.extra_plays_max or 0,
    }
