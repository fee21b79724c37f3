# SPDX-License-Identifier: MIT
"""
Guests in front of linked machines, and the attendant who comes when one stands still: for the demonstration.

    guest = Guest(cabinet, Random(7))
    while cabinet.now_ms < 600_000:
        cabinet.run(ms=STEP_MS)
        guest.turn()

They use a cabinet as anybody would: coins, buttons, tray, doors and keys. Their chance decides when they come
and how long they stay, never what a play brings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random

from emulator.cabinet import Cabinet

STEP_MS = 500  # what a guest notices at once
PURSE = {200: 150, 100: 150}
_BUDGET_PRICES = (12, 80)  # what a guest brings, in prices of a play
_AWAY_MS = (2_000, 40_000)
_PATIENCE_MS = 8_000  # until the attendant is there


class Guest:
    """
    One guest after the other at one machine.

    Args:
        cabinet: joined to a link, with a purse of ``PURSE``.
        choose: decides when guests come, what they bring and whether they hold.

    Attributes:
        guests: how many have sat here.
    """

    def __init__(self, cabinet: Cabinet, choose: Random) -> None:
        self._cab, self._choose = cabinet, choose
        self._full = dict(cabinet.hopper_levels)
        self._coins = (200, 100) if cabinet.model.price_cents > 200 else (100, 200)
        self._left_cents = 0
        self._away_until_ms = choose.randrange(4_000, 12_000)
        self._present = False
        self._waiting_since_ms: int | None = None
        self._todo: deque[Callable[[], object]] = deque()
        self.guests = 0

    @property
    def busy(self) -> bool:
        """Whether an attendant is at work."""
        return bool(self._todo)

    def turn(self) -> None:
        """Do the next thing, if there is anything to do now."""
        cab = self._cab
        if self._todo:
            self._todo.popleft()()
        elif cab.tilt:
            self._wait_for_the_attendant()
        elif cab.now_ms < self._away_until_ms:
            return
        elif not self._present:
            self._present = True
            self.guests += 1
            self._left_cents = self._choose.randint(*_BUDGET_PRICES) * cab.model.price_cents
        else:
            self._waiting_since_ms = None
            self._play()

    def _play(self) -> None:
        cab, lamps = self._cab, self._cab.lamps
        credits_cents = _cents(cab.display.credits)
        price_cents = cab.model.price_cents
        if credits_cents < price_cents and self._left_cents > 0 and self._insert():
            return
        if lamps["start"] and credits_cents >= price_cents:
            self._hold()
            doubles = lamps.get("double") and credits_cents >= 2 * price_cents and self._choose.random() < 0.4
            cab.press("double" if doubles else "start")
        elif self._left_cents <= 0 and credits_cents < price_cents:
            self._leave()

    def _insert(self) -> bool:
        """One coin, if there is one."""
        held = [cents for cents in self._coins if self._cab.purse.get(cents)]
        if not held or self._cab.link is None or self._cab.link.status != "up":
            return False
        self._cab.insert(held[0])
        self._left_cents -= held[0]
        return True

    def _hold(self) -> None:
        lit = [name for name in ("hold_1", "hold_2", "hold_3") if self._cab.lamps.get(name)]
        if lit and self._choose.random() < 0.5:
            self._cab.press(self._choose.choice(lit))

    def _leave(self) -> None:
        """COLLECT while anything comes of it, then the tray, then somebody else some time later."""
        cab = self._cab
        if cab.lamps["collect"]:
            cab.press("collect")
            return
        cab.take_tray()
        self._present = False
        self._away_until_ms = cab.now_ms + self._choose.randint(*_AWAY_MS)

    # --- the attendant -----------------------------------------------------------------------------

    def _wait_for_the_attendant(self) -> None:
        now_ms = self._cab.now_ms
        if self._waiting_since_ms is None:
            self._waiting_since_ms = now_ms
        elif now_ms - self._waiting_since_ms >= _PATIENCE_MS:
            self._waiting_since_ms = None
            self._attend()

    def _attend(self) -> None:
        """Fill the hoppers, look inside, turn the keys: pay by hand what is owed, and release the machine."""
        cab = self._cab
        self._todo += [
            self._fill,
            lambda: cab.open_door("main"),
            lambda: cab.close_door("main"),
            lambda: None,
        ]
        for name in ("operator", "service"):
            self._todo += [partial(cab.turn_key, name, on) for on in (True, False)]

    def _fill(self) -> None:
        for cents, full in self._full.items():
            missing = full - self._cab.hopper_levels[cents]
            if missing > 0:
                self._cab.refill(cents, missing)


def _cents(shown: str) -> int:
    digits = shown.replace(".", "").replace(",", "").strip()
    return int(digits) if digits.isdecimal() else 0
