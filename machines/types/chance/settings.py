# SPDX-License-Identifier: MIT
"""The numbers that the firmware of a machine of chance is built with."""

from __future__ import annotations

from machines.check.schema_parts import DRUM_PAUSE_MS, SCREEN_PAUSE_MS
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.limits import ChanceLimits
from machines.types.common.settings import Value, shared_settings

# What the credit counter can show, where the model states no ceiling (the law has none, C-12).
CREDITS_SHOWN_CENTS = 99_999_999


def chance_settings(
    draft: ChanceDraft, layout: ChanceLayout, limits: ChanceLimits, language: str
) -> dict[str, Value]:
    """
    Settings of a checked model of type C.

    Amounts are cents, durations ms. MOTOR_STEPS is empty where the reels are shown on a screen; FREE_STOPS
    are the stops of the reels that free plays turn; GAMBLE is 1 if a win may be gambled; POTS holds the
    titles of the pots (es, en) by level; CARD_STEP_CENTS is what one press takes from a house card, or 0;
    TOKENS is 1 where its coins are tokens of the house;
    BETS are the stakes of a play, PRICE_CENTS the first of them.
    """
    money, durations = draft.money, draft.durations
    assert money and durations and draft.reels
    motors = tuple(reel.motor_steps for reel in draft.reels if reel.motor_steps)
    return {
        **shared_settings(draft),
        "PRICE_CENTS": layout.price_cents,
        "BETS": tuple(draft.bets_cents or (layout.price_cents,)),
        "SIMULTANEOUS_MAX": 1,
        "CREDITS_MAX_CENTS": money.credits_max_cents or CREDITS_SHOWN_CENTS,
        "PLAY_MIN_MS": durations.play_min_ms,
        "STOP_PAUSE_MS": durations.stop_pause_ms or (DRUM_PAUSE_MS if motors else SCREEN_PAUSE_MS),
        "TOKENS": int(money.tokens is not None),
        "CARD_STEP_CENTS": (money.card.step_cents or layout.price_cents) if money.card else 0,
        "MAX_INSERT_CENTS": money.credits_max_cents or CREDITS_SHOWN_CENTS,
        "REELS": len(draft.reels),
        "STOPS": tuple(len(reel.strip) for reel in draft.reels),
        "FREE_STOPS": tuple(len(strip) for strip in layout.free.strips),
        "MOTOR_STEPS": motors,
        "SCREEN": int(not motors),
        "ROWS": layout.rows,
        "GAMBLE": int(draft.gamble is not None),
        "POTS": tuple(pot.title.said(language) for pot in draft.pots or ()),
        "SEALED": 1,
    }
