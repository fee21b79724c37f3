# SPDX-License-Identifier: MIT
"""Pots pay whole cents and the permanent counters click for twenty: what remains is carried over (K-01)."""

from __future__ import annotations

from chance_files import SOUND, changed
from firmware_rig import record

from emulator import Cabinet
from machines.firmware import nvram
from machines.model import read_model

UNIT_CENTS, PRIZE_UNIT_CENTS = 10, 20
# A pot that every second play hits, at cents that no counter counts.
POT = {**SOUND["pots"][1], "seed_cents": 3, "odds": "1/2"}
COUNTERS = {"unit_cents": UNIT_CENTS, "prize_unit_cents": PRIZE_UNIT_CENTS, "digits": 10}


def insert_and_play(cab: Cabinet) -> None:
    """One play to its end; a win is kept, a hand pay is taken."""
    while not cab.lamps["start"]:
        cab.insert(200)
        cab.run(ms=700)
        if record(cab)["credits_cents"] >= 600:
            cab.run(ms=3_000)
    cab.press("start")
    for _ in range(200):
        cab.run(ms=500)
        if cab.tilt == "handpay":
            cab.turn_key("operator", True)
            cab.run(ms=500)
            cab.turn_key("operator", False)
        elif cab.lamps["hold_3"]:
            cab.press("hold_1")
        elif record(cab)["phase"] == nvram.PHASE_IDLE and not record(cab)["queue"]:
            break
        elif cab.lamps["double"]:
            cab.press("collect")
    cab.run(ms=60_000)


def test_pulses_follow_the_sum_of_all_prizes_and_not_each_of_them() -> None:
    model = read_model(changed(pots=[SOUND["pots"][0], POT], counters=COUNTERS))
    cab = Cabinet(model, seed="00", purse={200: 60})
    # A boot counts as a start.
    cab.run(ms=61_000)
    odd = 0
    for _ in range(12):
        before = record(cab)["won_cents"]
        insert_and_play(cab)
        won_cents = record(cab)["won_cents"]
        odd += (won_cents - before) % PRIZE_UNIT_CENTS > 0
        assert cab.meters["prizes"] == won_cents // PRIZE_UNIT_CENTS
        assert cab.meters["in"] == record(cab)["coin_in_cents"] // UNIT_CENTS
        assert cab.tilt == "" and not cab.flags
    assert odd >= 3, "pots must have been hit, and remainders carried over several of them"
