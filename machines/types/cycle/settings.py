# SPDX-License-Identifier: MIT
"""The numbers that the firmware of a type B machine is built with, made from a model and its rule profile."""

from __future__ import annotations

from machines.types.common.settings import Value, shared_settings
from machines.types.cycle.checks_gamble import gamble_of, raises_of
from machines.types.cycle.checks_money import credits_max, meter_max
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import raised_pairs


def firmware_settings(draft: CycleDraft, plan: Plan, limits: Limits, language: str) -> dict[str, Value]:
    """Settings of a checked model: amounts in cents, durations in ms."""
    money, reels, durations = draft.money, draft.reels, draft.durations
    assert money and reels and durations
    simultaneous = draft.simultaneous_max or 1
    gamble, raises = gamble_of(draft, limits), raises_of(draft)
    largest = max([*plan.prizes_cents, *(row.to_cents for row in raises)])
    largest_pair = max(pair.cents for pair in raised_pairs(plan, raises, gamble))
    return {
        **shared_settings(draft),
        "PRICE_CENTS": plan.price_cents,
        "SIMULTANEOUS_MAX": simultaneous,
        "CREDITS_MAX_CENTS": credits_max(money),
        "RESERVE_MAX_CENTS": money.reserve_max_cents,
        "PRIZE_METER_MAX_CENTS": meter_max(draft, double=False),
        "PRIZE_METER_MAX_DOUBLE_CENTS": meter_max(draft, double=True),
        "PRIZES_CENTS": plan.prizes_cents,
        "LARGEST_SINGLE_CENTS": largest,
        "LARGEST_DOUBLE_CENTS": largest_pair if simultaneous > 1 else largest,
        "PLAY_MIN_MS": durations.play_min_ms,
        "STOP_PAUSE_MS": durations.stop_pause_ms,
        "AUTO_START_MS": durations.auto_start_ms,
        "PLAYS_WINDOW_MAX": limits.plays_window_max,
        "PLAYS_WINDOW_MS": limits.plays_window_ms,
        "TOKENS": 0,
        "MAX_INSERT_CENTS": limits.insert_max_cents,
        "REELS": len(reels),
        "STOPS": tuple(len(reel.strip) for reel in reels),
        "MOTOR_STEPS": tuple(reel.motor_steps for reel in reels),
        "SCREEN": 0,
        "ROWS": draft.rows or 1,
        "HOLD": int(bool(draft.hold)),
        "GAMBLE_ROUNDS": gamble.rounds if gamble else 0,
        "GAMBLE_SINGLE_MAX_CENTS": gamble.single_max_cents if gamble else 0,
        "GAMBLE_DOUBLE_MAX_CENTS": gamble.double_max_cents if gamble else 0,
        "RAISES": raise_rows(draft, language),
        "SEALED": 1,
    }


def raise_rows(draft: CycleDraft, language: str) -> tuple[Value, ...]:
    """(cents, name in a language) of each prize that may be raised, ascending."""
    rows = sorted(draft.raises or (), key=lambda row: row.cents)
    return tuple((row.cents, row.name.said(language)) for row in rows)
