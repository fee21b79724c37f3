# SPDX-License-Identifier: MIT
"""
A ticket dispenser: while its motor turns, a roller draws a strip of tickets past a sensor that sees notches.

    dispenser = TicketDispenser(board, tickets=2_000)
    dispenser.given                    # tickets that have left it

The sensor looks through the strip's edge: a notch between two tickets lets its light through, and so does no
paper at all. The leading edge of the notch is the ticket that is out. A motor that stops is braked.
"""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.errors import DeviceError

# A ticket of 51 mm in a fifth of a second; the roller slips a little. The figures are ours.
TICKET_US = 200_000
TICKET_SPREAD_US = 10_000
# How long a notch of 8 mm stands before the sensor at that speed, and how far the braked motor coasts.
NOTCH_US = 30_000
BRAKE_US = 10_000
# What a sensor that was mended has hidden or told is known to the firmware after so long: see books.FRESH_US.
DECEIVED_US = 600_000
LOW_TICKETS = 50
CAPACITY = 3_000
# The sensor: sees, is covered and sees nothing, or sees light for ever.
SENSOR_SOUND, SENSOR_DARK, SENSOR_STUCK = "sound", "dark", "stuck"


class TicketDispenser(Device):
    """
    A motor line, a notch sensor and a switch that the pack of tickets holds down.

    The place of the strip counts in microseconds of travel since the last notch came to the sensor: from 0
    to NOTCH_US the sensor sees it. It stays where it is without power; a ticket half out is drawn on later.
    """

    KEPT = (
        "due_us", "tickets", "given", "out_us", "sensor", "mended", "mended_us", "doubt", "taken", "jammed",
        "runs_away", "_place_us", "_length_us", "_since_us", "_stop_us", "_uncut", "_pulled", "_halted",
        "_closed",
    )  # fmt: skip

    def __init__(self, board: Board, tickets: int = CAPACITY, place_us: int = 0) -> None:
        super().__init__("tickets")
        if not 0 <= tickets <= CAPACITY:
            raise DeviceError(f"tickets must be 0 to {CAPACITY} (got {tickets})")
        self.tickets = tickets
        self.given = 0
        # When the last one left.
        self.out_us = 0
        self.sensor = SENSOR_SOUND
        # The sensor fault that was mended last, and when: what it hid or told shows a moment later.
        self.mended = ""
        self.mended_us = 0
        # The fault for which the last ticket may have been taken for none; empty: there was no reason to.
        self.doubt = ""
        # Whether the last pack was taken out with a ticket half out, and none has left since.
        self.taken = False
        self.jammed = self.runs_away = False
        self._board = board
        self._notch = board.line("ticket_notch")
        self._low = board.line("ticket_low")
        self._motor = board.line("ticket_motor")
        self._motor.watch(self._switch)
        self._place_us = place_us
        self._length_us = TICKET_US
        # Since when the strip moves, and when the brake has stopped it.
        self._since_us = NEVER
        self._stop_us = NEVER
        # How many of the next notches were not cut through; whether the one at the sensor was not.
        self._uncut = 0
        # How many tickets somebody is about to pull out.
        self._pulled = 0
        # Whether the next notch comes late: the strip stood still behind the last one, or that was not cut.
        self._halted = False
        self._closed = False
        self._feel()

    # -- what attendants, visitors and faults do -----------------------------------------------------

    def fill(self, tickets: int) -> None:
        """Put a new pack in, its first notch at the sensor; what was left of the old one is taken out."""
        if not 0 <= tickets <= CAPACITY:
            raise DeviceError(f"tickets must be 0 to {CAPACITY} (got {tickets})")
        self._move(self._board.now_us)
        self.taken = self.taken or self._place_us >= NOTCH_US
        self.tickets, self._place_us, self._closed = tickets, 0, False
        self._uncut = 0
        self._feel()
        self._turn()

    def pull(self, tickets: int) -> None:
        """Somebody draws so many tickets out by force, past the brake, with the speed of the motor."""
        self._move(self._board.now_us)
        self._pulled = tickets
        self._turn()

    def jam(self, jammed: bool) -> None:
        """Wedge the strip, or free it."""
        self._move(self._board.now_us)
        self.jammed = jammed
        self._turn()

    def run_away(self, forced: bool) -> None:
        """Weld the contact of the motor, or mend it: it turns whenever there is current."""
        self._move(self._board.now_us)
        self.runs_away = forced
        self._switch(self._motor.asserted)

    def half_cut(self, notches: int) -> None:
        """So many of the next notches were not cut through: two tickets hang together."""
        self._uncut = notches

    @property
    def uncut(self) -> int:
        """How many of the next notches are not cut through."""
        return self._uncut + self._closed

    @property
    def pulled(self) -> int:
        """How many tickets somebody is drawing out."""
        return self._pulled

    @property
    def turning(self) -> bool:
        """Whether the strip moves."""
        return self._since_us != NEVER

    def sensor_fault(self, sensor: str) -> None:
        """Cover the sensor, short its line, or mend it."""
        if self.sensor != SENSOR_SOUND:
            self.mended = f"ticket_sensor_{self.sensor}"
            # Without current the firmware hears of it at its next start.
            self.mended_us = self._board.now_us if self._board.powered else NEVER
        self.sensor = sensor
        self._feel()

    def kept(self) -> dict[str, int]:
        """What is in it if the power goes now, as plain JSON values, to begin another run with."""
        leaving, place_us = self._braked()
        return {"left": self.tickets - leaving, "place_us": min(place_us, TICKET_US)}

    def leaving(self) -> int:
        """How many tickets are out by the time the brake has stopped the strip, if the power goes now."""
        return self._braked()[0]

    def _braked(self) -> tuple[int, int]:
        """Tickets that leave, and the place of the strip, until it stands without power."""
        if self._since_us == NEVER:
            return 0, self._place_us
        now_us = self._board.now_us
        coast_us = BRAKE_US if self._stop_us == NEVER else max(0, self._stop_us - now_us)
        place_us = self._place_us + now_us - self._since_us + coast_us
        return (0, place_us) if place_us < self._length_us else (1, place_us - self._length_us)

    # -- the strip -----------------------------------------------------------------------------------

    def _driven(self) -> bool:
        return self._board.powered and (self.runs_away or self._motor.asserted)

    def _switch(self, on: bool) -> None:
        """The motor starts, or is braked."""
        now_us = self._board.now_us
        self._move(now_us)
        self._stop_us = NEVER if self._driven() or self._since_us == NEVER else now_us + BRAKE_US
        self._turn()

    def _turn(self) -> None:
        """Let the strip move or stand, and plan what comes next of notch, its end and the brake's end."""
        now_us = self._board.now_us
        drawn = self._driven() or self._pulled > 0 or self._stop_us != NEVER
        moves = drawn and not self.jammed and self.tickets > 0
        self._since_us = now_us if moves else NEVER
        if not moves:
            self._halted = self._halted or self._place_us >= NOTCH_US
            self._stop_us = self.due_us = NEVER
            return
        edge_us = NOTCH_US if self._place_us < NOTCH_US else self._length_us
        self.due_us = min(now_us + edge_us - self._place_us, self._stop_us)

    def _move(self, now_us: int) -> None:
        if self._since_us != NEVER:
            self._place_us += now_us - self._since_us
            self._since_us = now_us

    def tick(self, now_us: int) -> None:
        """The notch leaves the sensor or comes to it, or the brake has stopped the strip."""
        self._move(now_us)
        if self._stop_us <= now_us:
            self._stop_us = NEVER
        if self._place_us >= self._length_us:
            self._arrive()
        elif self._place_us >= NOTCH_US:
            self._closed = False
        self._feel()
        self._turn()

    def _arrive(self) -> None:
        """A ticket is out: its notch, or the end of the strip, is at the sensor."""
        self.tickets -= 1
        self.given += 1
        self.taken = False
        self.out_us = self._board.now_us
        self._place_us = 0
        self._length_us = TICKET_US + self._board.vary(TICKET_SPREAD_US)
        self._closed = self._uncut > 0 and self.tickets > 0
        unseen = "ticket_half_cut" if self._closed else ""
        if self._closed:
            self._uncut -= 1
        elif self.sensor != SENSOR_SOUND:
            unseen = f"ticket_sensor_{self.sensor}"
        elif self._pulled and not self._board.powered:
            unseen = "ticket_pulled"
        self.doubt = self._doubted() if not unseen else ""
        self._halted = self._closed
        self._pulled = max(0, self._pulled - 1)
        if unseen:
            self._board.emit("fault_ticket", id=unseen)
        self._board.emit("ticket", given=self.given, left=self.tickets)

    def _doubted(self) -> str:
        """A late ticket that the motor was not told to draw, or one right behind a fault of the sensor."""
        if self._halted and not self._motor.asserted:
            return "ticket_pulled" if self._pulled else "ticket_runaway"
        return self.deceived(self._board.now_us)

    def deceived(self, now_us: int) -> str:
        """The fault of the sensor that there is, or that was mended a moment ago; empty: it sees what is."""
        if self.sensor != SENSOR_SOUND:
            return f"ticket_sensor_{self.sensor}"
        return self.mended if self.mended and now_us - self.mended_us <= DECEIVED_US else ""

    def _feel(self) -> None:
        """The sensor's line and that of the pack's switch."""
        seen = not self.tickets or (self._place_us < NOTCH_US and not self._closed)
        if self.sensor != SENSOR_SOUND:
            seen = self.sensor == SENSOR_STUCK
        self._notch.drive(seen and self._board.powered)
        self._low.drive(self.tickets < LOW_TICKETS and self._board.powered)

    # -- power and saved states ----------------------------------------------------------------------

    def reset(self) -> None:
        """There is current: the sensor sees again, what is welded turns."""
        self.mended_us = min(self.mended_us, self._board.now_us)
        self._feel()
        self._switch(self._motor.asserted)

    def power_lost(self, now_us: int) -> None:
        """The sensor goes dark and the motor is braked: less than a notch is wide."""
        self._switch(False)
        self._feel()
