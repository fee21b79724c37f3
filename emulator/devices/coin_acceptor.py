# SPDX-License-Identifier: MIT
"""
The mechanism of a coin acceptor: the chute, the gate and the way of a coin behind it.

    head = ParallelHead(board)
    acceptor = CoinAcceptor(board, ledger, Diverter(ledger, hoppers, head.to_hopper), head)
    acceptor.insert(coin_id, 200)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.diverter import Diverter
from emulator.devices.ledger import Ledger
from machines.support.plain import Json, JsonView

# From the slot to the gate, a free fall of some 0.4 m along the chute.
FALL_US = 300_000
# Two coins at the gate within this time cannot be told apart; the second falls through.
SPACING_US = 200_000
# The validator reports a coin when it has passed the credit sensor behind the gate.
REPORT_US = 40_000
PULSE_US = 50_000
PULSE_SPREAD_US = 5_000
# From the end of the pulse to the diverter, and from the gate back to the tray.
DIVERTER_US = 120_000
RETURN_US = 400_000
# A coin on a string is drawn up again once its credit is surely given.
PULL_US = 100_000

# Where a coin is on its way, and what its due time ends.
_SLOT, _REPORT, _PULSE, _CHUTE, _RETURN, _JAMMED, _PULLED = range(7)
_PATHS = ("slot", "accepted", "accepted", "accepted", "returning", "accepted", "accepted")
# Something in the slot that is no coin of anybody's.
SLUG = -1


class CoinHead(Protocol):
    """
    The electronics of an acceptor: decides at the gate, tells the firmware of credits.

    Attributes:
        stuck_cents: the coin whose credit line is stuck; 0: none.
    """

    stuck_cents: int

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        """Whether to open the gate for this coin; ``alone`` is False right behind another one."""

    def credit(self, cents: int, now_us: int) -> None:
        """The coin has passed the credit sensor."""

    def release(self, cents: int) -> None:
        """The time of a credit pulse is over, or the power is."""

    def jam(self, cents: int, jammed: bool) -> None:
        """A coin stays under the credit sensor, or is taken out."""

    def pulled_back(self) -> None:
        """A coin goes back through the credit sensor."""

    def dark_path(self, cents: int) -> bool:
        """Whether its gate sends this coin to its hopper once there is no current."""

    def reset(self, jammed_cents: int) -> None:
        """There is current; a coin of so many cents is still under the sensor, 0: none."""


class CoinAcceptor(Device):
    """
    Judges a coin once, at the gate: by its electronics, its distance from the last coin, its power.

    An accepted coin cannot come back; its credit follows if the power lasts. Everything else returns.
    """

    def __init__(self, board: Board, ledger: Ledger, diverter: Diverter, head: CoinHead) -> None:
        super().__init__("coin_acceptor")
        self._board = board
        self._ledger = ledger
        self.diverter = diverter
        # The next coin stays under the credit sensor; the next one is on a string; coins that are.
        self._jams = self._strings = False
        self._on_string: list[int] = []
        self._head = head
        self._last_gate_us = -SPACING_US
        # Each coin on its way: [coin, cents, stage, due, begin of its path].
        self._falling: list[list[int]] = []

    def insert(self, coin_id: int, cents: int) -> None:
        """A coin goes into the slot; anything that is no coin of this acceptor falls through."""
        now_us = self._board.now_us
        self._ledger.move(coin_id, "slot")
        if self._strings:
            self._strings = False
            self._on_string.append(coin_id)
        self._falling.append([coin_id, cents, _SLOT, now_us + FALL_US, now_us])
        self._plan()

    def slug(self) -> None:
        """A disc of metal goes into the slot: no coin of the ledger, so nothing of the books either."""
        now_us = self._board.now_us
        self._falling.append([SLUG, 0, _SLOT, now_us + FALL_US, now_us])
        self._plan()

    def string(self, on: bool) -> None:
        """The next coin hangs on a string: it is credited, then drawn up into the visitor's hand."""
        self._strings = on

    def jam(self, jammed: bool) -> None:
        """The next accepted coin stays under the credit sensor; freed, it falls on behind its whole pulse."""
        self._jams = jammed
        coin = self._jammed()
        if jammed or coin is None:
            return
        self._head.jam(coin[1], False)
        pulsed_us = coin[4] + REPORT_US + PULSE_US
        if self._board.powered and self._board.now_us < pulsed_us:
            coin[2:4] = _PULSE, pulsed_us
        else:
            self._head.release(coin[1])
            coin[2:4] = _CHUTE, self._board.now_us + DIVERTER_US
        self._plan()

    def _jammed(self) -> list[int] | None:
        return next((coin for coin in self._falling if coin[2] == _JAMMED), None)

    @property
    def faults(self) -> dict[str, bool]:
        """Faults that a coin has, or that the next one will have, by name."""
        return {
            "jam": self._jams or self._jammed() is not None,
            "string": self._strings or bool(self._on_string),
        }

    def slugs(self, now_us: int) -> list[int]:
        """How far every slug has come from slot to gate, or from there to the tray, in permille."""
        rows = [(due, begun) for coin, _, _, due, begun in self._falling if coin == SLUG]
        return [1000 * (now_us - begun_us) // (due_us - begun_us) for due_us, begun_us in rows]

    def tick(self, now_us: int) -> None:
        """Move on every coin whose time has come."""
        for coin in list(self._falling):
            if coin[3] <= now_us:
                self._move_on(coin, now_us)
        self._plan()

    def _move_on(self, coin: list[int], now_us: int) -> None:
        coin_id, cents, stage = coin[:3]
        if stage == _SLOT:
            self._judge(coin, now_us)
        elif stage == _REPORT:
            self._head.credit(cents, now_us)
            if self._jams:
                self._jams = False
                coin[2:4] = _JAMMED, NEVER
                self._head.jam(cents, True)
                return
            coin[2:4] = _PULSE, now_us + PULSE_US + self._board.vary(PULSE_SPREAD_US)
        elif stage == _PULSE:
            self._head.release(cents)
            if coin_id in self._on_string:
                self._on_string.remove(coin_id)
                coin[2:4] = _PULLED, now_us + PULL_US
            else:
                coin[2:4] = _CHUTE, now_us + DIVERTER_US
        elif stage == _PULLED:
            self._pull_back(coin)
        elif stage == _CHUTE:
            self._falling.remove(coin)
            place = self.diverter.take(coin_id, cents)
            self._board.emit("coin_stored", coin=coin_id, cents=cents, place=place)
        else:
            self._falling.remove(coin)
            if coin_id != SLUG:
                self._ledger.move(coin_id, "tray")
            self._board.emit("coin_in_tray", coin=coin_id, cents=cents)

    def _pull_back(self, coin: list[int]) -> None:
        """It was credited and is gone: the books have a coin that the cabinet has not."""
        coin_id, cents = coin[:2]
        self._falling.remove(coin)
        self._ledger.move(coin_id, "purse")
        self._board.emit("fault_moved", id="coin_string", way="in", cents=cents)
        self._head.pulled_back()

    def _judge(self, coin: list[int], now_us: int) -> None:
        coin_id, cents = coin[:2]
        alone = now_us - self._last_gate_us >= SPACING_US
        self._last_gate_us = now_us
        # A coin that stays under the sensor keeps the gate shut for those behind it.
        free = self._board.powered and self._jammed() is None
        accepted = free and self._head.judge(cents, alone, now_us)
        coin[4] = now_us
        if accepted:
            self._ledger.move(coin_id, "accepted")
            coin[2:4] = _REPORT, now_us + REPORT_US
        else:
            if coin_id != SLUG:
                self._ledger.move(coin_id, "returning")
            if coin_id in self._on_string:
                self._on_string.remove(coin_id)
            coin[2:4] = _RETURN, now_us + RETURN_US
        if accepted:
            self._board.emit("coin_accepted", coin=coin_id, cents=cents)
            return
        why = "" if self._board.powered else "power"
        if not why and not free:
            why = "jam"
        elif not why and coin_id == SLUG:
            why = "slug"
        elif not why and not alone:
            why = "close"
        self._board.emit("coin_returned", coin=coin_id, cents=cents, why=why)

    def power_lost(self, now_us: int) -> None:
        """No more pulses; coins on their way fall on."""
        for coin in self._falling:
            if coin[0] in self._on_string and coin[2] in (_REPORT, _PULSE):
                self._on_string.remove(coin[0])
            if coin[2] == _JAMMED:
                self._head.release(coin[1])
            elif coin[2] == _REPORT:
                coin[2:4] = _CHUTE, coin[3] + PULSE_US + DIVERTER_US
            elif coin[2] == _PULSE:
                self._head.release(coin[1])
                coin[2:4] = _CHUTE, coin[3] + DIVERTER_US
        self._plan()

    def landings(self) -> Iterator[tuple[int, str]]:
        """(coin, place) of every coin on its way: where it comes to rest if the power goes now."""
        room = dict.fromkeys((coin[1] for coin in self._falling), 0)
        for coin_id, cents, stage, *_ in self._falling:
            if coin_id == SLUG:
                continue
            if stage in (_SLOT, _RETURN):
                yield coin_id, "tray"
            elif stage == _PULLED:
                yield coin_id, "purse"
            else:
                place = self.diverter.place(cents, self._head.dark_path(cents), room[cents])
                room[cents] += place != "cash_box"
                yield coin_id, place

    def pulled_cents(self) -> int:
        """Cents of coins that are being drawn up again, which no power cut stops."""
        return sum(coin[1] for coin in self._falling if coin[2] == _PULLED)

    def reset(self) -> None:
        """The sensor sees again what stands in it."""
        jammed = self._jammed()
        self._head.reset(0 if jammed is None else jammed[1])

    def uncounted(self) -> list[int]:
        """Cents of the coins between gate and credit sensor."""
        return [coin[1] for coin in self._falling if coin[2] == _REPORT]

    def in_flight(self, now_us: int) -> list[tuple[int, int, str, int]]:
        """(coin, cents, path, progress in permille) of every coin between slot and rest."""
        rows = []
        for coin_id, cents, stage, due_us, begun_us in self._falling:
            if coin_id == SLUG:
                continue
            if stage == _JAMMED:
                rows.append((coin_id, cents, _PATHS[stage], 500))
                continue
            end_us = due_us
            if stage in (_REPORT, _PULSE):
                end_us += DIVERTER_US + (PULSE_US if stage == _REPORT else 0)
            rows.append((coin_id, cents, _PATHS[stage], 1000 * (now_us - begun_us) // (end_us - begun_us)))
        return rows

    def _plan(self) -> None:
        self.due_us = min((coin[3] for coin in self._falling), default=NEVER)

    def save(self) -> Json:
        """Coins on their way and the time of the last one at the gate."""
        return {
            "last_gate_us": self._last_gate_us,
            "falling": [list(coin) for coin in self._falling],
            "faults": (self._jams, self._strings, list(self._on_string), self.diverter.stuck),
            "stuck_cents": self._head.stuck_cents,
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._last_gate_us = saved["last_gate_us"]
        self._falling = [list(coin) for coin in saved["falling"]]
        self._jams, self._strings, on_string, self.diverter.stuck = saved["faults"]
        self._on_string = list(on_string)
        self._head.stuck_cents = saved["stuck_cents"]
        self._plan()
