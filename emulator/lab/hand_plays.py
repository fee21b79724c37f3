# SPDX-License-Identifier: MIT
"""
Plays of the firmware itself, by hand: a visitor with coins and buttons, an attendant with keys.

    hand = Hand(Cabinet("cierzo", seed="00"), read_visitors(), "00")
    hand.play(20_000)                  # a whole prize cycle
    hand.cab.meters                    # what its meters say

The visitor looks at lamps and counters as anybody can. How long he takes, and of a stopper when he presses,
is drawn as in a campaign: play i of machine n is made by the visitor of play i of machine n.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from emulator.cabinet import Cabinet, CabinetError
from emulator.lab.hand_skill import SkillHand
from emulator.support.errors import HintedError
from machines.firmware import nvram as record_format
from machines.support.plain import JsonView
from machines.types.registry import TYPES
from machines.types.skill.visitor import Visitors

# How often the visitor looks, and how long he looks in vain before he gives up.
LOOK_MS = 200
PATIENCE_MS = 300_000
# A coin falls this long, and a press lasts so long.
COIN_MS, PRESS_MS = 700, 80
# What lies in the tray comes back to his purse that often.
TRAY_PLAYS = 20
# What he buys a house card with, where the machine takes no coins.
CARD_CENTS = 1_000_000


class HandError(HintedError):
    """A machine on which nobody can play on."""


class Hand:
    """
    A visitor and an attendant at one machine.

    Args:
        cabinet: switched on.
        visitors: who plays.
        seed: hex digits of the key that says who comes and when he presses, where that decides anything.
    """

    def __init__(self, cabinet: Cabinet, visitors: Visitors, seed: str) -> None:
        self.cab, self.visitors = cabinet, visitors
        drawn = TYPES[cabinet.model.type].drawn
        self._skill = None if drawn else SkillHand(cabinet, visitors, seed)
        self.plays = self.attended = 0
        self._lamps = cabinet.machine.lamps
        model, line = cabinet.model, cabinet.board.line
        self._inhibits = {cents: line(f"inhibit_{name}") for cents, name in model.coin_lines.items()}
        self._fill = {hopper.cents: hopper.fill for hopper in model.hoppers}
        self._price_cents = model.bets_cents[0]
        # The shortest play so far: nobody looks before it may be over.
        self._least_ms = 0

    @property
    def skilled(self) -> bool:
        """Whether who plays decides."""
        return self._skill is not None

    def play(self, plays: int, going: Callable[[int], bool] = lambda done: True) -> None:
        """
        Make paid plays, and those that prolong them, until there are so many or ``going`` says no.

        Raises:
            HandError: the machine takes neither coin nor press any more.
        """
        waited_ms = 0
        while going(self.plays) and (self.plays < plays or self._prolonged):
            if self._one_step():
                waited_ms = 0
                continue
            self.cab.run(ms=LOOK_MS)
            waited_ms += LOOK_MS
            if waited_ms >= PATIENCE_MS:
                seen = f"tilt {self.cab.tilt or 'none'}, {self.cab.display.message.strip()!r} on its line"
                raise HandError(
                    f"a coin or a press must be taken within {PATIENCE_MS // 1000} s (got {seen})"
                )

    @property
    def _prolonged(self) -> bool:
        """Whether the next play belongs to the last one that was paid."""
        return self._skill is not None and self._skill.owed(self.cab)

    def _lit(self, name: str) -> bool:
        return name in self._lamps and self._lamps[name].lit

    @property
    def _gambles(self) -> bool:
        """Whether the visitor is asked to dare what he has won."""
        return self._lit("double") and self._lit("collect")

    def _one_step(self) -> bool:
        """Do what the machine is ready for; False if it is busy."""
        cab = self.cab
        if cab.tilt:
            return self._attend()
        if self._gambles and not self._lit("start"):
            cab.press("collect", ms=PRESS_MS)  # a gamble is declined
            cab.run(ms=2 * PRESS_MS)
            return True
        if self._lit("start"):
            self._start()
            return True
        record = self.record()
        owes = record["queue"] or record["phase"] != record_format.PHASE_IDLE
        return not owes and record["credits_cents"] < self._price_cents and self._pay()

    def record(self) -> JsonView:
        """The books."""
        return self.cab.machine.record() or {}

    def _start(self) -> None:
        cab = self.cab
        before = self.record()
        cab.run(ms=self.visitors.between_ms)
        cab.press("start", ms=PRESS_MS)
        cab.run(ms=2 * PRESS_MS)
        began = self.record()
        if began["starts"] == before["starts"]:
            return
        began_ms = cab.now_ms
        if self._skill is None:
            cab.run(ms=max(0, self._least_ms - LOOK_MS))
        else:
            self._skill.play(cab)
        while self.record()["phase"] != record_format.PHASE_IDLE and not cab.tilt:
            if not self._feature():
                cab.run(ms=LOOK_MS)
        took_ms = cab.now_ms - began_ms
        self._least_ms = min(self._least_ms or took_ms, took_ms)
        self.plays += began["staked_cents"] > before["staked_cents"]
        if self.plays % TRAY_PLAYS == 0 and cab.tray_cents:
            cab.take_tray()

    def _feature(self) -> bool:
        """Press what goes on with a play that asks for something; False if it asks for nothing."""
        name = "collect" if self._gambles else "start"
        if not self._lit(name):
            return False
        self.cab.press(name, ms=PRESS_MS)
        self.cab.run(ms=2 * PRESS_MS)
        return True

    def _pay(self) -> bool:
        """A coin, or what the tray and the cash desk have for one; False while the machine takes none."""
        cab = self.cab
        if not self._inhibits:
            return self._pay_by_card()
        open_for = [cents for cents, line in self._inhibits.items() if not line.asserted]
        if not open_for:
            return False
        held = cab.purse
        coins = [cents for cents in open_for if held.get(cents)]
        if not coins:
            cab.take_tray()
            cab.new_visitor()
            return True
        cab.insert(self._chosen(coins))
        cab.run(ms=COIN_MS)
        return True

    def _pay_by_card(self) -> bool:
        """A card, or a step of what it holds; a new one where it holds no more."""
        cab = self.cab
        if cab.card is None:
            cab.insert_card(CARD_CENTS)
            cab.run(ms=COIN_MS)
        elif cab.lamps["hold_1"]:
            cab.press("hold_1", ms=PRESS_MS)
            cab.run(ms=COIN_MS)
        else:
            return False
        return True

    def _chosen(self, coins: list[int]) -> int:
        """The coin whose hopper needs it most, or the largest."""
        levels, fill = self.cab.hopper_levels, self._fill
        short = [cents for cents in coins if cents in levels and 2 * levels[cents] < fill[cents]]
        return min(short, key=lambda cents: levels[cents] / fill[cents], default=max(coins))

    def _attend(self) -> bool:
        """The attendant: pays by hand what the machine asks him to, or opens the door and fills up."""
        cab, tilt = self.cab, self.cab.tilt
        self.attended += 1
        cab.run(ms=1_000)
        if tilt == "handpay":
            cab.turn_key("operator")
            cab.run(ms=1_000)
            cab.turn_key("operator", False)
        else:
            cab.open_door()
            for cents, fill in self._fill.items():
                with suppress(CabinetError):
                    cab.refill(cents, fill - cab.hopper_levels[cents])
            with suppress(CabinetError):
                cab.fill_tickets(cab.model.tickets or 0)
            cab.run(ms=1_000)
            cab.close_door()
        cab.run(ms=2_000)
        return cab.tilt != tilt
