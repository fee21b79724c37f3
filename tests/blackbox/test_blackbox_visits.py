# SPDX-License-Identifier: MIT
"""
Black box: clumsy visitors and busy attendants, drawn at random, never get a machine beyond its limits.

Whatever they did, in the end the machine is mended and emptied, and the visitor has what was put in,
plus prizes, less stakes; a power cut may cost or give the one coin that was between a sensor and it.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from blackbox import COINS, LAW, METER_UNIT, PRICE, RICH, Bench, cierzo, readable

BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve", "start", "double", "start")
METERS = ("plays", "prizes", "in", "out")
RESERVE_MAX = 8_00
CAPACITY = {100: 400, 10: 800}
# What goes wrong, and how often in a hundred; the rest are presses.
MISHAPS = {"insert": 30, "power": 9, "door": 3, "unplug": 2, "jam": 2, "empty": 1, "refill": 3, "take": 4}


class Evening:
    """One random evening on a machine; seeds make it the same one every time."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        hoppers = {100: self.chance.choice((300, 150, 400)), 10: self.chance.choice((400, 60, 750))}
        model = RICH if seed % 3 else "cierzo"
        self.bench = Bench(cierzo(model, seed=f"{seed:02x}", hoppers=hoppers))
        self.boots_us = [0]

    def pass_by(self, events: int) -> None:
        """So many things happen, with pauses from none to seven seconds."""
        kinds = self.chance.choices(
            [*MISHAPS, "press"], [*MISHAPS.values(), 100 - sum(MISHAPS.values())], k=events
        )
        for kind in kinds:
            getattr(self, f"_{kind}")()
            longest = self.chance.choice((300, 300, 7_000))
            self.bench.cab.run_us(self.chance.randint(1, longest * 1_000))
            self.check()

    def _press(self) -> None:
        self.bench.cab.press(self.chance.choice(BUTTONS), self.chance.randint(20, 200))

    def _insert(self) -> None:
        coin = self.chance.choice((*COINS, 100, 200))
        if self.bench.cab.purse.get(coin):
            self.bench.cab.insert(coin)

    def _take(self) -> None:
        self.bench.cab.take_tray()

    def _power(self) -> None:
        self.bench.power_cycle(self.chance.randint(1, 3_000))
        self.boots_us.append(self.bench.cab.now_us)

    def _door(self, ms: int = 500) -> None:
        self.bench.cab.open_door()
        self.bench.wait(ms)
        self.bench.cab.close_door()

    def _unplug(self) -> None:
        meter = self.chance.choice(METERS)
        self.bench.cab.unplug(meter)
        self.bench.wait(self.chance.randint(1, 900))
        self.bench.cab.plug(meter)
        self._door()

    def _jam(self) -> None:
        reel = self.chance.randint(1, 3)
        self.bench.cab.jam_reel(reel)
        self.bench.wait(self.chance.randint(1, 4_000))
        self.bench.cab.jam_reel(reel, False)
        self._door()

    def _empty(self) -> None:
        self.bench.cab.empty(self.chance.choice((10, 100)))

    def _refill(self) -> None:
        coin, coins = self.chance.choice((10, 100)), self.chance.randint(1, 40)
        room = CAPACITY[coin] - self.bench.cab.hopper_levels[coin]
        if room:
            self.bench.cab.refill(coin, min(coins, room))

    def check(self) -> None:
        """No counter above its maximum, no program that died, no play that was looked at and dropped."""
        shown = self.bench.cab.display
        if readable(shown.credits):
            assert self.bench.credits <= LAW["B-12"].value
            assert self.bench.reserve <= RESERVE_MAX
            assert self.bench.prizes <= LAW["B-05"].value
        assert (self.bench.cab.fault, self.bench.cab.flags) == (None, [])

    def go_home(self) -> int:
        """Fill the hoppers to the brim, shut the door, collect everything; return what was won in all."""
        bench = self.bench
        bench.cab.open_door()
        bench.wait(300)
        for coin, capacity in CAPACITY.items():
            room = capacity - bench.cab.hopper_levels[coin]
            if room:
                bench.cab.refill(coin, room)
        bench.wait(700)
        bench.cab.close_door()
        bench.settle()
        for _ in range(4):
            if bench.credits + bench.reserve + bench.prizes:
                bench.collect()
        assert bench.credits + bench.reserve + bench.prizes == 0, bench.cab.display
        return bench.clicks(900_000)["prizes"] * METER_UNIT


@pytest.mark.parametrize("evenings", [4, pytest.param(40, marks=pytest.mark.long)])
def test_b10_b12_b20_b31_random_evenings_break_no_limit_and_lose_no_money(evenings: int) -> None:
    """B-10, B-12 to B-14, B-31, K-01: evenings of 60 mishaps each, checked after every one."""
    for seed in range(evenings):
        evening = Evening(seed)
        bench = evening.bench
        owned = bench.wealth()
        evening.pass_by(60)
        won = evening.go_home()
        staked = sum(start.stake_cents for start in bench.starts)
        difference = bench.wealth() - (owned + won - staked)
        cuts = len(evening.boots_us) - 1
        assert -200 * cuts <= difference <= 100 * cuts, f"evening {seed}: {difference} cents, {cuts} cuts"
        assert bench.wheels["plays"] * PRICE == staked
        events = sorted([start.t_us for start in bench.starts] + evening.boots_us)
        gaps = [b - a for a, b in pairwise(events) if b not in evening.boots_us]
        assert min(gaps, default=LAW["B-10"].value * 1_000) >= LAW["B-10"].value * 1_000
