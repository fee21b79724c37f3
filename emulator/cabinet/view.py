# SPDX-License-Identifier: MIT
"""What anybody can see of a cabinet: the front, the meters, the books of its NVRAM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cext
from emulator.board.board import Board
from emulator.cabinet.commission import CabinetError
from emulator.cabinet.front import CardView, CoinView, Display, ReelView
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.machine import Parts
from emulator.cabinet.trust import Choice
from emulator.devices.reel_screen import ScreenReel
from emulator.devices.sealed_counter import SealedCounter
from emulator.vm.trace import told
from machines.chip import Seals
from machines.firmware import events
from machines.firmware import nvram as record_format
from machines.model import ChanceModel, Model
from machines.record import decode

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


class Visible:
    """The read-only half of a cabinet; every value is plain and as of this instant."""

    board: Board
    ledger: Ledger
    model: Model
    seals: Seals
    choice: Choice
    """Whose firmware runs, and on what."""
    _parts: Parts
    _pots: tuple[int, tuple[int, ...]] = (-1, ())

    @property
    def now_us(self) -> int:
        """Virtual time in microseconds since this run began."""
        return self.board.now_us

    @property
    def now_ms(self) -> int:
        """Virtual time in whole milliseconds."""
        return self.board.now_us // 1000

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return self.board.powered

    @property
    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        return self._parts.display()

    @property
    def lamps(self) -> dict[str, bool]:
        """Button lamps and the tower light."""
        return self._parts.lamp_states()

    @property
    def sounding(self) -> bool:
        """Whether the buzzer can be heard; machines of type C have a use for it."""
        return self._parts.buzzer.sounding

    @property
    def pressed(self) -> frozenset[str]:
        """Buttons that are held down."""
        return frozenset(name for name, button in self._parts.buttons.items() if button.is_down)

    @property
    def glass(self) -> frozenset[int]:
        """Numbers of the lit lamps behind the glass: rows by prize class, then payline and reel lights."""
        return self._parts.glass.lit()

    @property
    def reels(self) -> list[ReelView]:
        """The reels, from left to right."""
        return [
            ReelView(
                position_u16=reel.position_u16(self.now_us),
                moving=reel.moving(self.now_us),
                stopped_at_us=reel.stopped_at_us,
                stops=reel.stops,
                motor_steps=reel.motor_steps,
                set=reel.set if isinstance(reel, ScreenReel) else 0,
            )
            for reel in self._parts.reels
        ]

    @property
    def pots_cents(self) -> tuple[int, ...]:
        """
        What each pot of a machine of chance stands at, by level, as its books have it; of none: ().

        One that was hit stands at what it pays until that is given.
        """
        if not isinstance(self.model, ChanceModel) or not self.model.pots:
            return ()
        writes = self.board.fram.writes
        if self._pots[0] != writes:
            record = decode(self.nvram, self.seals)
            self._pots = (writes, () if record is None else _pots_cents(self.model, record))
        return self._pots[1]

    @property
    def coins(self) -> list[CoinView]:
        """Coins on their way."""
        return [CoinView(*row) for row in self._parts.coins_in_flight(self.now_us)]

    @property
    def note(self) -> CoinView | None:
        """The note in the acceptor; ``path`` is in, escrow, stacking, stacked, back or jammed."""
        acceptor = self._parts.notes
        rows = [] if acceptor is None else acceptor.in_flight(self.now_us)
        return CoinView(*rows[0]) if rows else None

    @property
    def note_open(self) -> bool:
        """Whether the note acceptor would draw a note in, as the light at its mouth tells."""
        acceptor = self._parts.notes
        return acceptor is not None and acceptor.is_open

    @property
    def tray(self) -> dict[int, int]:
        """Coins in the tray, cents -> count."""
        return self.ledger.count("tray")

    @property
    def tray_cents(self) -> int:
        """Money in the tray."""
        return self.ledger.total("tray")

    @property
    def purse(self) -> dict[int, int]:
        """The visitor's coins, cents -> count."""
        return self.ledger.count("purse")

    @property
    def wallet(self) -> dict[int, int]:
        """The visitor's notes, cents -> count."""
        return self.ledger.count("wallet")

    @property
    def note_box_cents(self) -> int:
        """Money in the box behind the note acceptor."""
        return self.ledger.total("note_box")

    @property
    def card(self) -> CardView | None:
        """The visitor's house card, in the reader or in his hand; None: he has none."""
        reader = self._parts.card
        if reader is None or not reader.held:
            return None
        return CardView(reader.held, reader.house.balances[reader.held], reader.card != 0)

    @property
    def card_reader(self) -> bool:
        """Whether the machine takes house cards."""
        return self._parts.card is not None

    @property
    def hopper_levels(self) -> dict[int, int]:
        """Coins in each hopper, cents -> count."""
        return {cents: hopper.level() for cents, hopper in self._parts.hoppers.items()}

    @property
    def cash_box_cents(self) -> int:
        """Money in the cash box."""
        return self.ledger.total("cash_box")

    @property
    def doors(self) -> dict[str, bool]:
        """Each door, True where it is open."""
        return {name: door.is_open for name, door in self._parts.doors.items()}

    @property
    def keys(self) -> dict[str, bool]:
        """Each key, True where it is turned."""
        return {name: key.turned for name, key in self._parts.keys.items()}

    @property
    def meters(self) -> dict[str, int]:
        """The mechanical meters (plays, prizes, in, out) and the books' counters where they can be read."""
        found = {name: meter.count for name, meter in self._parts.meters.items()}
        record = decode(self.nvram, self.seals)
        if record is not None:
            for name in BOOK_COUNTERS:
                found[f"book_{name}"] = record[name]
            if self._parts.link is not None:
                found |= {f"book_{name}": record[name] for name in LINK_COUNTERS}
        return found

    @property
    def counter(self) -> SealedCounter:
        """
        The sealed counter: ``read()`` and ``dump()`` are its reader port, with or without current.

        Raises:
            CabinetError: the machine has none, as most of type A.
        """
        if self._parts.counter is None:
            raise CabinetError(f"a sealed counter must be fitted (got {self.model.name}, which has none)")
        return self._parts.counter

    @property
    def tilt(self) -> str:
        """Tilt code that the books carry, empty for none, ``memory`` where they cannot be read."""
        record = decode(self.nvram, self.seals)
        # Without the marks of its meters a machine locks up as well.
        return "memory" if record is None or record["meters_given"] is None else str(record["tilt"])

    @property
    def flags(self) -> list[str]:
        """What the board has noticed that a laboratory should know, such as a step never committed."""
        return list(self.board.flags)

    @property
    def fault(self) -> str | None:
        """The crash of the firmware, with file and line of its source, or None."""
        return self.board.fault

    @property
    def firmware_ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte; ``choice`` says what runs another's."""
        return self.choice.ours

    @property
    def last_fault(self) -> str | None:
        """
        The last crash or hang of the firmware, however often the machine has started since; None: none.

        ``file:line in function: Type``, the same on both runtimes; a hang is told where it was found.
        """
        fault = self.board.last_fault
        return None if fault is None else told(fault)

    @property
    def nvram(self) -> bytes:
        """The FRAM as it is now."""
        return bytes(self.board.fram.data)

    @property
    def last_plays(self) -> list[dict[str, Any]]:
        """The last plays from NVRAM, newest first."""
        return list(record_format.recent(self.nvram, self.seals))

    @property
    def log(self) -> list[dict[str, Any]]:
        """The event log from NVRAM, the oldest first: number, time_s, code, argument, text."""
        record = decode(self.nvram, self.seals)
        return [] if record is None else list(events.read(self.nvram, record["events"], self.seals))


def _pots_cents(model: ChanceModel, record: Mapping[str, Any]) -> tuple[int, ...]:
    paid = (0,) * len(model.pots)
    if record["phase"] == record_format.PHASE_ROLLING:
        paid = cext.unpack_chance_outcome(record["outcome"]).pot_cents
    pots = cext.view_chance_state(model.tables, record["state"]).pots
    return tuple(hit or pot.value_mc // 1000 for pot, hit in zip(pots, paid, strict=False))
