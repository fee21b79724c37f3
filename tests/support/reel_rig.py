# SPDX-License-Identifier: MIT
"""
Plays whose reels are disturbed: each ends on the window and with the prize that were decided, or in a tilt.

    play = Play(ready(made("moncayo", "c0")))
    play.begin()
    play.cab.run(ms=1220)
    play.cab.jam_reel(1)
    assert play.stopped(1)
    play.cab.jam_reel(1, False)
    play.clear()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_rig import attend, record, run_until

from emulator import Cabinet
from emulator.types.registry import always_of
from machines.firmware import nvram
from machines.model import Model

PURSE = {20: 20, 50: 20, 100: 20, 200: 20}
MONEY = ("credits_cents", "reserve_cents", "prize_meter_cents", "won_cents", "prizes", "plays", "queue")
# Of a play that is being shown these move with its award.
AWARDED = ("credits_cents", "reserve_cents", "prize_meter_cents", "queue", "phase", "pending_cents")
REELS = (1, 2, 3)
# From a hand at a drum at rest until the machine has stopped itself.
SEEN_MS = 1_000
LIMIT_MS = 30_000
STEP_MS = 20


def made(name: str | Model, seed: str = "00", **options: Any) -> Cabinet:
    """A machine of that model with the coins of a purse."""
    return Cabinet(name, seed=seed, purse=PURSE, **options)


class Play:
    """
    A machine with the price of one play in its credits, that play, and what it comes to undisturbed.

    Args:
        cab: a machine that is ready.
        back: takes it back to this moment; None: it goes back by itself.

    Attributes:
        rests_ms: when each reel comes to rest, from the press on.
        over_ms: when the play is over.
        stops: what it shows.
    """

    def __init__(self, cab: Cabinet, back: Callable[[], object] | None = None) -> None:
        self.cab = cab
        self._always = always_of(cab)
        self._starts = record(cab)["starts"]
        state = cab.state()
        self._back = back or (lambda: cab.load_state(state))
        begun_us = self.begin()
        self._finish()
        self.over_ms = (self.cab.now_us - begun_us) // 1000
        self.rests_ms = [(reel.stopped_at_us - begun_us) // 1000 for reel in self.cab.reels]
        self.stops = record(self.cab)["stops"][: len(self.cab.reels)]
        self._money = self._booked(MONEY)
        self.hold_to_it()

    def begin(self) -> int:
        """START is pressed, as if nothing had been before; return when."""
        self.rest()
        self.cab.press("start")
        return self.cab.now_us

    def rest(self) -> None:
        """The machine stands before the play."""
        self._back()
        self._always.begin()

    def back_to(self, state: bytes) -> None:
        """The machine is what it was when ``cab.state`` returned this."""
        self.cab.load_state(state)
        self._always.begin()

    def _booked(self, names: tuple[str, ...]) -> dict[str, Any]:
        books = record(self.cab)
        return {name: books[name] for name in names}

    def _finish(self) -> None:
        cab = self.cab
        run_until(cab, lambda: record(cab)["starts"] > self._starts or cab.tilt != "", 2_000, STEP_MS)
        run_until(cab, lambda: record(cab)["phase"] == nvram.PHASE_IDLE or cab.tilt != "", LIMIT_MS, STEP_MS)

    def stopped(self, reel: int) -> bool:
        """
        Let the play end or the machine stop itself; tell whether it did.

        Whatever is shown then is nobody's prize: nothing may have been awarded on it.
        """
        cab = self.cab
        run_until(cab, lambda: record(cab)["starts"] > self._starts, 2_000)
        committed = self._booked(AWARDED)
        self._finish()
        if not cab.tilt:
            return False
        assert cab.tilt == f"reel_{reel}"
        assert self._booked(AWARDED) == committed, "nothing may be awarded before the tilt"
        assert cab.lamps["tower"] and not cab.lamps["start"]
        return True

    def clear(self) -> None:
        """An attendant opens and closes the door; the play is shown again and given as it was decided."""
        attend(self.cab)
        assert self.cab.tilt == ""
        self._finish()
        self.hold_to_it()

    def hold_to_it(self) -> None:
        """The play is over, as it was decided."""
        cab = self.cab
        assert (cab.tilt, record(cab)["phase"]) == ("", nvram.PHASE_IDLE)
        assert self.shown(), "the drums must show what was decided"
        assert self._booked(MONEY) == self._money, "the play must be given as it was decided"
        cab.run(ms=1_000)
        assert self._always.broken() == []

    def shown(self) -> bool:
        """Whether every drum stands on its stop, off by half a stop at most."""
        return all(
            2 * abs(self.off(number)) <= self.width(number) for number in range(1, len(self.stops) + 1)
        )

    def width(self, number: int) -> int:
        """Steps of a stop of a reel."""
        drum = self.cab.machine.drums[number - 1]
        return drum.motor_steps // drum.stops

    def off(self, number: int) -> int:
        """Steps that a drum stands past its stop; below 0: short of it."""
        drum = self.cab.machine.drums[number - 1]
        steps = drum.motor_steps
        off = (drum.step(self.cab.now_us) - self.stops[number - 1] * self.width(number)) % steps
        return off - steps if 2 * off > steps else off


def ready(cab: Cabinet) -> Cabinet:
    """The reels are home, and the price of one play is in the credits."""
    cab.run(ms=5_200)
    if cab.card_reader:
        cab.insert_card(cab.model.price_cents)
        cab.run(ms=600)
        cab.press("hold_1")  # the price of a play goes to the credits
    left = 0 if cab.card_reader else cab.model.price_cents
    for cents in sorted(set(cab.model.coins_cents) & set(PURSE), reverse=True):
        while left >= cents:
            cab.insert(cents)
            cab.run(ms=800)
            left -= cents
    run_until(cab, lambda: cab.lamps["start"], 8_000, STEP_MS)
    return cab


def shows(cab: Cabinet) -> bool:
    """Whether the drums stand within half a stop of what the books say."""
    for drum, stop in zip(cab.machine.drums, record(cab)["stops"], strict=False):
        width = drum.motor_steps // drum.stops
        off = abs(drum.step(cab.now_us) - stop * width)
        if 2 * min(off, drum.motor_steps - off) > width:
            return False
    return True
