# SPDX-License-Identifier: MIT
"""
The electromechanical meters of a machine of 6 EUR a play, watched from outside while it is played (K-31).

What they should have counted is added up from coins that fall and prizes that are shown; what they have
counted is read off their wheels. Nothing here knows the books.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from own_law import own_law

from emulator import Cabinet
from machines.model import model_text, parse_model
from machines.rules import load_profile

# What stands on the plates of Moncayo's meters, and what it costs; typed, not asked for.
UNIT_CENTS, PRICE_CENTS, JACKPOT_CENTS = 100, 600, 1_200_000
# Its first play shows three sevens.
JACKPOT_SEED = "00026008"
# Prizes above what its hoppers hold; the staff's key.
HAND_PAY = "handpay"
HALF_AN_HOUR_MS = 30 * 60_000
LOOK_MS = 200
# As fast as coins fall through without being counted together.
COIN_US = 420_000
# Of coins: three of them. Of prizes, besides the largest: what is won while the meter still counts that one.
COINS_BEHIND_CENTS, PRIZES_BEHIND_CENTS = 6_00, 10_00


class Watch:
    """A machine and somebody who notes what falls, what is shown, and what the wheels say."""

    def __init__(self, cab: Cabinet, unit_cents: int = UNIT_CENTS) -> None:
        self.cab = cab
        self._unit_cents = unit_cents
        self.in_cents = self.out_cents = self.won_cents = self.plays = 0
        self.largest_cents = 0
        self.behind_cents = {"prizes": 0, "in": 0, "out": 0}
        self.behind_plays = 0
        self.ahead_cents = 0
        self._shown = False
        cab.listen(self._hear)

    def _hear(self, kind: str, _t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "coin_accepted":
            self.in_cents += fields["cents"]
        elif kind == "hopper_coin":
            self.out_cents += fields["cents"]
        elif kind == "reel_start":
            self._shown = False

    def look(self) -> None:
        """Note a prize that the reels have come to show, and how far each meter is behind."""
        cab = self.cab
        moving = any(reel.moving for reel in cab.reels)
        if not moving and not self._shown and (cab.lamps["start"] or cab.lamps["collect"] or cab.tilt):
            self._shown = True
            prize = int(cab.display.prizes.replace(".", "") or 0)
            self.won_cents += prize
            self.largest_cents = max(self.largest_cents, prize)
        wheels = cab.meters
        for name, cents in (("prizes", self.won_cents), ("in", self.in_cents), ("out", self.out_cents)):
            left = cents - wheels[name] * self._unit_cents
            self.behind_cents[name] = max(self.behind_cents[name], left)
            self.ahead_cents = max(self.ahead_cents, -left)
        self.behind_plays = max(self.behind_plays, self.plays - wheels["plays"])

    def run(self, ms: int) -> None:
        """Let time pass, and look often."""
        for _ in range(ms // LOOK_MS):
            self.cab.run(ms=LOOK_MS)
            self.look()


def moncayo(**options: Any) -> Cabinet:
    """The machine that ships, with a purse for a long evening."""
    return Cabinet(options.pop("model", "moncayo"), purse={200: 500}, **options)


def play_fast(watch: Watch, minutes: int) -> None:
    """Press START whenever it is lit, keep two stakes of credit inside, take all winnings out in between."""
    cab = watch.cab
    watch.run(6_000)
    end_us = cab.now_us + minutes * 60_000_000
    coin_us = 0
    while cab.now_us < end_us:
        credits = int(cab.display.credits.replace(".", ""))
        if cab.tilt == HAND_PAY:
            cab.turn_key("operator", True)
            watch.run(600)
            cab.turn_key("operator", False)
        elif credits >= 50_00 and cab.lamps["collect"]:
            cab.press("collect")
        elif cab.lamps["start"]:
            cab.press("start", ms=60)
            watch.plays += 1
        elif credits < 2 * PRICE_CENTS and cab.now_us - coin_us > COIN_US:
            cab.insert(200 if cab.purse.get(200, 0) else 100)
            coin_us = cab.now_us
            cab.take_tray()
        watch.run(LOOK_MS)


def check_keeps_up(watch: Watch, minutes: int) -> None:
    play_fast(watch, minutes)
    assert watch.behind_plays <= 1, "the meter of plays must keep up"
    assert watch.behind_cents["in"] <= COINS_BEHIND_CENTS, "the meter of coins in must keep up"
    assert watch.behind_cents["out"] <= COINS_BEHIND_CENTS, "the meter of coins out must keep up"
    most = watch.largest_cents + PRIZES_BEHIND_CENTS
    assert watch.behind_cents["prizes"] <= most, "the meter of prizes must keep up"
    watch.run(60_000)
    assert watch.cab.meters["plays"] == watch.plays, "each play is one pulse"
    counted = {name: watch.cab.meters[name] * UNIT_CENTS for name in ("in", "out", "prizes")}
    assert counted == {"in": watch.in_cents, "out": watch.out_cents, "prizes": watch.won_cents}


def keeps_up_for_ten_minutes() -> None:
    check_keeps_up(Watch(moncayo(seed="0b")), 10)


@pytest.mark.long
def test_after_45_minutes_at_the_fastest_pace_no_meter_is_far_behind() -> None:
    watch = Watch(moncayo(seed="0b"))
    check_keeps_up(watch, 45)
    assert watch.plays > 600 and watch.largest_cents >= 60_00
    assert min(watch.in_cents, watch.out_cents, watch.won_cents) > 2_000_00


def test_the_largest_prize_is_counted_within_half_an_hour() -> None:
    """Three sevens at once: counted in half an hour while the staff pays, and then not one pulse more."""
    watch = Watch(moncayo(seed=JACKPOT_SEED))
    cab = watch.cab
    watch.run(4_000)
    for _ in range(PRICE_CENTS // 200):
        cab.insert(200)
        watch.run(1_000)
    cab.press("start")
    while not watch.won_cents:
        watch.run(LOOK_MS)
    assert watch.won_cents == JACKPOT_CENTS and cab.tilt == HAND_PAY
    watch.run(HALF_AN_HOUR_MS)
    assert cab.meters["prizes"] * UNIT_CENTS == JACKPOT_CENTS
    watch.run(60_000)
    assert cab.meters["prizes"] * UNIT_CENTS == JACKPOT_CENTS
    assert cab.tilt == HAND_PAY


@pytest.mark.long
def test_pulses_of_ten_cents_would_fall_behind_for_ever(tmp_path: Path) -> None:
    """Why the rule is there: without it such a machine of 6 EUR is a model, and its meters never catch up."""
    free = own_law(tmp_path, "[rules.K-31]", "in_force = false")
    text = model_text("moncayo")[1].replace(b"unit_cents = 100", b"unit_cents = 10")
    model = parse_model(text, profile=load_profile(free))
    watch = Watch(moncayo(model=model, seed="0b"), unit_cents=10)
    play_fast(watch, 10)
    assert watch.ahead_cents == 0
    early = watch.behind_cents["prizes"]
    play_fast(watch, 10)
    assert watch.behind_cents["prizes"] > early + 100_00
