# SPDX-License-Identifier: MIT
"""What anybody can see of a cabinet: the front, the meters, the books of its NVRAM."""

from __future__ import annotations

import cext
from emulator.cabinet import refusals
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.front import CardView, CoinView, Display, LinkView, ReelView
from emulator.cabinet.machine import Machine
from emulator.devices.reel_screen import ScreenReel
from emulator.devices.sealed_counter import SealedCounter
from machines.firmware import events, nvram
from machines.model import ChanceModel, Model, SkillModel
from machines.support.plain import Json, JsonView

BOOK_COUNTERS = (
    "plays",
    "prizes",
    "coin_in_cents",
    "note_in_cents",
    "card_in_cents",
    "card_out_cents",
    "coin_out_cents",
    "staked_cents",
    "won_cents",
    "hand_paid_cents",
    "test_in_cents",
    "test_out_cents",
    "test_drop_cents",
    "dumped_cents",
)
LINK_COUNTERS = ("link_staked_mc", "link_won_cents")
# First digit and number of digits of each counter on the segment driver.
CREDITS_DIGITS = (0, 4)
RESERVE_DIGITS = (4, 4)
PRIZES_DIGITS = (8, 5)
# Types A and C have two counters, credits and what was won.
WIDE_DIGITS = ((0, 8), (8, 8))


class View:
    """
    Reads a machine; every value is plain, as of this instant, and described in ``Cabinet`` by the same name.

    Args:
        machine: is read, never changed.
        model: what the machine is.
    """

    def __init__(self, machine: Machine, model: Model) -> None:
        self._machine = machine
        self._model = model
        self._wide = isinstance(model, ChanceModel | SkillModel)
        # The pots, and the writes to the NVRAM up to which they stand.
        self._pots: tuple[int, tuple[int, ...]] = (-1, ())

    @property
    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        text, message = self._machine.counters.text, self._machine.message.text
        if self._wide:
            return Display(text(*WIDE_DIGITS[0]), "", text(*WIDE_DIGITS[1]), message)
        return Display(text(*CREDITS_DIGITS), text(*RESERVE_DIGITS), text(*PRIZES_DIGITS), message)

    @property
    def reels(self) -> list[ReelView]:
        """The reels, from left to right."""
        now_us = self._machine.board.now_us
        return [
            ReelView(
                position_u16=reel.position_u16(now_us),
                moving=reel.moving(now_us),
                stopped_at_us=reel.stopped_at_us,
                stops=reel.stops,
                motor_steps=reel.motor_steps,
                set=reel.set if isinstance(reel, ScreenReel) else 0,
            )
            for reel in self._machine.reels
        ]

    @property
    def pots_cents(self) -> tuple[int, ...]:
        """What each pot of a machine of chance stands at."""
        if not isinstance(self._model, ChanceModel) or not self._model.pots:
            return ()
        writes = self._machine.board.fram.writes
        if self._pots[0] != writes:
            record = self._machine.record()
            self._pots = (writes, () if record is None else _pots_cents(self._model, record))
        return self._pots[1]

    @property
    def coins(self) -> list[CoinView]:
        """Coins on their way, those of the slot first."""
        now_us = self._machine.board.now_us
        rows = self._machine.acceptor.in_flight(now_us)
        for hopper in self._machine.hoppers.values():
            rows += hopper.in_flight(now_us)
        return [CoinView(*row) for row in rows]

    @property
    def note(self) -> CoinView | None:
        """The note in the acceptor."""
        acceptor = self._machine.notes
        rows = [] if acceptor is None else acceptor.in_flight(self._machine.board.now_us)
        return CoinView(*rows[0]) if rows else None

    @property
    def card(self) -> CardView | None:
        """The visitor's house card."""
        reader = self._machine.card
        if reader is None or not reader.held:
            return None
        return CardView(reader.held, reader.house.balances[reader.held], reader.card != 0)

    @property
    def link(self) -> LinkView | None:
        """The link of a linked machine; None of any other."""
        card = self._machine.link
        if card is None:
            return None
        cents = tuple(value_mc // 1000 for value_mc in card.port.pots_mc)
        return LinkView(card.port.status, card.port.why, cents)

    @property
    def meters(self) -> dict[str, int]:
        """The mechanical meters, and the counters of the books where they can be read."""
        found = {name: meter.count for name, meter in self._machine.meters.items()}
        record = self._machine.record()
        if record is not None:
            linked = LINK_COUNTERS if self._machine.link is not None else ()
            found |= {f"book_{name}": record[name] for name in (*BOOK_COUNTERS, *linked)}
        return found

    @property
    def counter(self) -> SealedCounter:
        """The sealed counter."""
        if self._machine.counter is None:
            raise CabinetError(f"a sealed counter must be fitted (got {self._model.name}, which has none)")
        return self._machine.counter

    @property
    def tilt(self) -> str:
        """Tilt code that the books carry."""
        record = self._machine.record()
        # Without the marks of its meters a machine locks up as well.
        return "memory" if record is None or record["meters_given"] is None else str(record["tilt"])

    @property
    def log(self) -> list[Json]:
        """The event log from NVRAM, the oldest first."""
        record = self._machine.record()
        if record is None:
            return []
        return list(events.read(self._machine.nvram, record["events"], self._machine.seals))

    def why_returned(self, cents: int, *, note: bool = False) -> str:
        """Why the acceptor's lines sent a coin or a note back, which it cannot know itself."""
        link = self.link
        return refusals.reason(
            self._model,
            self._machine.record(),
            cents,
            note=note,
            door_open=self._machine.doors["main"].is_open,
            link_up=link is None or link.status == "up",
            homing=any(reel.moving for reel in self.reels),
        )


def _pots_cents(model: ChanceModel, record: JsonView) -> tuple[int, ...]:
    paid = (0,) * len(model.pots)
    if record["phase"] == nvram.PHASE_ROLLING:
        paid = cext.unpack_chance_outcome(record["outcome"]).pot_cents
    pots = cext.view_chance_state(model.tables, record["state"]).pots
    return tuple(hit or pot.value_mc // 1000 for pot, hit in zip(pots, paid, strict=False))
