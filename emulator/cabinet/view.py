# SPDX-License-Identifier: MIT
"""What anybody can see of a cabinet: the front, the meters, the books of its NVRAM."""

from __future__ import annotations

from emulator.cabinet import refusals
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.front import CardView, CoinView, Display, LinkView, ReelView
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.machine import Machine
from emulator.devices.reel_screen import ScreenReel
from emulator.devices.sealed_counter import SealedCounter
from emulator.vm.trace import told
from machines.firmware import events
from machines.memory.record import recent
from machines.model import Model
from machines.support.plain import Json

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
    Reads a machine; every value is plain, and as of this instant. ``Cabinet`` has each by the same name.

    Args:
        machine: is read, never changed.
        model: what the machine is.
        ledger: where its coins are.
    """

    def __init__(self, machine: Machine, model: Model, ledger: Ledger) -> None:
        self._machine, self._model, self._ledger = machine, model, ledger
        # The pots, and the writes to the NVRAM up to which they stand.
        self._pots: tuple[int, tuple[int, ...]] = (-1, ())

    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        text, message = self._machine.counters.text, self._machine.message.text
        if not self._model.reserve_counter:
            return Display(text(*WIDE_DIGITS[0]), "", text(*WIDE_DIGITS[1]), message)
        return Display(text(*CREDITS_DIGITS), text(*RESERVE_DIGITS), text(*PRIZES_DIGITS), message)

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

    def pots_cents(self) -> tuple[int, ...]:
        """
        The pots of a machine of chance by level, from its books; () without pots.

        A pot that was hit shows its award until that is given.
        """
        if not self._model.pots:
            return ()
        writes = self._machine.board.fram.writes
        if self._pots[0] != writes:
            record = self._machine.record()
            self._pots = (writes, () if record is None else self._model.pots_cents(record))
        return self._pots[1]

    def coins(self) -> list[CoinView]:
        """Coins on their way."""
        now_us = self._machine.board.now_us
        rows = self._machine.acceptor.in_flight(now_us)
        for hopper in self._machine.hoppers.values():
            rows += hopper.in_flight(now_us)
        return [CoinView(*row) for row in rows]

    def note(self) -> CoinView | None:
        """The note in the acceptor; ``path`` is in, escrow, stacking, stacked, back or jammed."""
        acceptor = self._machine.notes
        rows = [] if acceptor is None else acceptor.in_flight(self._machine.board.now_us)
        return CoinView(*rows[0]) if rows else None

    def card(self) -> CardView | None:
        """The visitor's house card, in the reader or in his hand; None: he has none."""
        reader = self._machine.card
        if reader is None or not reader.held:
            return None
        return CardView(reader.held, reader.house.balances[reader.held], reader.card != 0)

    def link(self) -> LinkView | None:
        """The link of a linked machine; None of any other."""
        card = self._machine.link
        if card is None:
            return None
        cents = tuple(value_mc // 1000 for value_mc in card.port.pots_mc)
        return LinkView(card.port.status, card.port.why, cents)

    def meters(self) -> dict[str, int]:
        """The mechanical meters (plays, prizes, in, out) and the books' counters where they can be read."""
        found = {name: meter.count for name, meter in self._machine.meters.items()}
        record = self._machine.record()
        if record is not None:
            linked = LINK_COUNTERS if self._machine.link is not None else ()
            found |= {f"book_{name}": record[name] for name in (*BOOK_COUNTERS, *linked)}
        return found

    def counter(self) -> SealedCounter:
        """
        The sealed counter: ``read()`` and ``dump()`` are its reader port, with or without current.

        Raises:
            CabinetError: the machine has none, as most of type A.
        """
        if self._machine.counter is None:
            raise CabinetError(f"a sealed counter must be fitted (got {self._model.name}, which has none)")
        return self._machine.counter

    def tilt(self) -> str:
        """Tilt code that the books carry, empty for none, ``memory`` where they cannot be read."""
        record = self._machine.record()
        # Without the marks of its meters a machine locks up as well.
        return "memory" if record is None or record["meters_given"] is None else str(record["tilt"])

    def log(self) -> list[Json]:
        """The event log from NVRAM, the oldest first: number, time_s, code, argument, text."""
        record = self._machine.record()
        if record is None:
            return []
        return list(events.read(self._machine.nvram, record["events"], self._machine.seals))

    def powered(self) -> bool:
        """Whether the board has power."""
        return self._machine.board.powered

    def lamps(self) -> dict[str, bool]:
        """Button lamps and the tower light, each True where it is lit."""
        return {name: lamp.lit for name, lamp in self._machine.lamps.items()}

    def sounding(self) -> bool:
        """Whether the buzzer can be heard; machines of type C have a use for it."""
        return self._machine.buzzer.sounding

    def pressed(self) -> frozenset[str]:
        """Buttons that are held down."""
        return frozenset(name for name, button in self._machine.buttons.items() if button.is_down)

    def glass(self) -> frozenset[int]:
        """Numbers of the lit lamps behind the glass: rows by prize class, then payline and reel lights."""
        return self._machine.glass.lit()

    def note_open(self) -> bool:
        """Whether the note acceptor would draw a note in, as the light at its mouth tells."""
        return self._machine.notes is not None and self._machine.notes.is_open

    def tray(self) -> dict[int, int]:
        """Coins in the tray, cents -> count."""
        return self._ledger.count("tray")

    def tray_cents(self) -> int:
        """Money in the tray."""
        return self._ledger.total("tray")

    def purse(self) -> dict[int, int]:
        """The visitor's coins, cents -> count."""
        return self._ledger.count("purse")

    def wallet(self) -> dict[int, int]:
        """The visitor's notes, cents -> count."""
        return self._ledger.count("wallet")

    def note_box_cents(self) -> int:
        """Money in the box behind the note acceptor."""
        return self._ledger.total("note_box")

    def card_reader(self) -> bool:
        """Whether the machine takes house cards."""
        return self._machine.card is not None

    def hopper_levels(self) -> dict[int, int]:
        """Coins in each hopper, cents -> count."""
        return {cents: hopper.level() for cents, hopper in self._machine.hoppers.items()}

    def cash_box_cents(self) -> int:
        """Money in the cash box."""
        return self._ledger.total("cash_box")

    def tickets_given(self) -> int:
        """Tickets that left the dispenser in this run; 0 without one."""
        return self._machine.tickets_given

    def doors(self) -> dict[str, bool]:
        """Each door, True where it is open."""
        return {name: door.is_open for name, door in self._machine.doors.items()}

    def keys(self) -> dict[str, bool]:
        """Each key, True where it is turned."""
        return {name: key.turned for name, key in self._machine.keys.items()}

    def flags(self) -> list[str]:
        """Findings of the board for a laboratory, such as a step never committed."""
        return list(self._machine.board.flags)

    def fault(self) -> str | None:
        """The crash of the firmware, with file and line of its source, or None."""
        return self._machine.board.fault

    def last_fault(self) -> str | None:
        """
        The last crash or hang of the firmware, however often the machine has started since; None: none.

        ``file:line in function: Type``, the same on both runtimes; a hang is told where it was found.
        """
        return None if self._machine.board.last_fault is None else told(self._machine.board.last_fault)

    def nvram(self) -> bytes:
        """The FRAM as it is now."""
        return self._machine.nvram

    def last_plays(self) -> list[Json]:
        """The last plays from NVRAM, newest first."""
        return list(recent(self._machine.nvram, self._machine.seals))

    def why_returned(self, cents: int, *, note: bool = False) -> str:
        """Why the acceptor's lines sent a coin or a note back, which it cannot know itself."""
        link = self.link()
        return refusals.reason(
            self._model,
            self._machine.record(),
            cents,
            note=note,
            door_open=self._machine.doors["main"].is_open,
            link_up=link is None or link.status == "up",
            homing=any(reel.moving for reel in self.reels()),
        )
