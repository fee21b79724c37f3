# SPDX-License-Identifier: MIT
"""
The black-box laboratory of the tests: the bench that ships, figures typed from the norm, our machine.

    bench = Bench(cierzo(seed="00"))
    bench.insert(200, 200)
    play = bench.play("start")
    play.stake_cents, play.prize_cents, play.stops

Nothing here knows the program on the board: no variable of it, no byte of its books, no rule profile.
So the same check judges our machine and a mutant of it, whose firmware ``mutants`` puts into every cabinet.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from emulator import Cabinet
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.reading import Play, Seen, Start, busiest, cents, gaps_ms, payable, readable, total

__all__ = [
    "COINS", "CYCLE_PLAYS", "LAW", "METER_UNIT", "PAY_COINS", "PRICE", "RATE_PLAYS", "RATE_US", "RICH",
    "WINDOW_PLAYS", "Bench", "Limit", "Play", "Seen", "Start", "busiest", "cents", "cierzo", "gaps_ms",
    "payable", "readable", "total",
]  # fmt: skip

# The same reels and firmware with a plan that is all prizes, to meet the largest ones in minutes.
RICH = Path(__file__).parent / "blackbox_rich.toml"


class Limit(NamedTuple):
    """One figure of the law, typed from the norm and not from our rule profile."""

    value: int
    unit: str
    article: str


_RD = "Real Decreto 2110/1998"
_EURO = f"{_RD}, euro amounts of the 1999 agreement"
LAW = {
    "B-02": Limit(20, "cents", "Decreto 159/2002 of Aragón, art. 5.3"),
    "B-03": Limit(2, "plays", f"{_EURO}, art. 7.c"),
    "B-04": Limit(80_00, "cents", f"{_EURO}, art. 6.3: 400 times the price"),
    "B-05": Limit(120_00, "cents", f"{_EURO}, arts. 6.3 and 7.c: 600 times the price"),
    "B-07": Limit(75, "percent of 20,000 plays", f"{_RD} art. 6.4"),
    "B-08": Limit(40, "percent of 5,000 plays", f"{_RD} art. 6.4"),
    "B-10": Limit(5_000, "ms", f"{_RD} art. 6.5"),
    "B-11": Limit(5_000, "ms", f"{_RD} art. 6.9"),
    "B-12": Limit(4_00, "cents", f"{_RD} art. 6.8: the price of 20 plays"),
    "B-14": Limit(80_00, "cents", f"{_RD} arts. 7.f and 6.3: the maximum prize"),
    "B-17": Limit(8_00, "cents", f"{_EURO}, art. 7.d: 40 times the price"),
    "K-18": Limit(2, "reels", f"{_RD} art. 14.2.c"),
}
CYCLE_PLAYS = 20_000
WINDOW_PLAYS = 5_000
RATE_PLAYS = 120
RATE_US = 600_000_000
COINS = (10, 20, 50, 100, 200)
PRICE = LAW["B-02"].value
PAY_COINS = (100, 10)
METER_UNIT = 10


def cierzo(model: str | Path = "cierzo", **options: Any) -> Cabinet:
    """The machine that ships, a TEST one with plenty in the purse unless told otherwise."""
    options.setdefault("seed", "00")
    options.setdefault("purse", {200: 40, 100: 60, 50: 20, 20: 20, 10: 60})
    return Cabinet(model, **options)
