# SPDX-License-Identifier: MIT
"""
The electronics of a ccTalk note reader: which notes it takes, what its host is told, what it counts.

    validator = BillValidator()
    validator.route = lambda stack: True       # the mechanism: True into the stacker, False back
    validator.held(500)                        # a note waits in escrow

Headers 159 to 145 are those of ccTalk Generic Specification 4.7, part 2, for note readers. The counter of
header 150 rises when a note lies in the stack and outlives the power: a host that has seen no event finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.judge import Judge
from emulator.devices.cctalk.makers import READER_MAKER
from emulator.devices.cctalk.packet import number
from emulator.devices.cctalk.peripheral import NAKED, Habits, Reply, Row, Sent, always, gives, takes

ADDRESS = 40
TYPES = 16
EURO_CENTS = (500, 1_000, 2_000, 5_000)
COUNTRY = b"EU"
SCALE_CENTS = 100
# Second byte of an event: of a note, and without one.
STACKED, HELD = 0, 1
MASTER, RETURNED, INVALID, INHIBITED = 0, 1, 2, 4
JAM_UNSAFE, JAM_STACKER, BACKWARDS, FULL, JAM_SAFE, STRING = 6, 7, 8, 14, 16, 18
# Fault codes of header 232 by the mechanism's trouble, and the event that tells of it first.
TROUBLES = {"gate": (39, JAM_SAFE), "stacker": (38, JAM_STACKER), "string": (41, STRING)}
ESCROW_EMPTY, ROUTE_FAILED = 254, 255
BACK, STACK, LONGER = 0, 1, 255
STACKER_MODE, ESCROW_MODE = 1, 2
# How long a counter that was read may wait to be booked.
UNTOLD_US = 600_000


def note_id(cents: int) -> str:
    """The seven characters of a euro note, issue A, as header 157 gives them."""
    return f"EU{cents // SCALE_CENTS:04d}A"


def identity(serial: int) -> Identity:
    """What our note reader says of itself."""
    return Identity("Bill Validator", "AZAR-NA", serial, READER_MAKER)


class BillValidator(Judge):
    """
    Sixteen types, each with its inhibit and its counter.

    Args:
        notes: cents of the notes from type 1 on.

    Attributes:
        route: stacks the note in escrow (True) or gives it back (False); tells whether there was one.
        told: called when the host has read a counter.
        testing: the mechanism tries itself after power on: nothing is heard until it is over.
        unplugged: off the bus.
        trouble: code of header 232, 0 if all is well.
        accepted: notes stacked by type, ever.
        confirmed: notes of all types whose counter was read and given the time to be booked.
        sent_back: why the last note went back, in words; "" where nobody decided about it.
    """

    HEADERS: ClassVar[Mapping[int, Row]] = {
        **Judge.HEADERS,
        232: (gives("trouble"), (0,)),
        231: (takes("open_mask"), (1, 2)),
        225: ("_count_accepted", (0,)),
        159: ("_events", (0,)),
        157: ("_id_get", (1,)),
        156: ("_scaling", (2,)),
        155: ("_position", (2,)),
        154: ("_route", (1,)),
        153: (takes("mode"), (1,)),
        152: (gives("mode"), (0,)),
        150: ("_count_type", (1,)),
        145: (always(b"EUR002"), (0, 2)),
    }
    KEPT: ClassVar[tuple[str, ...]] = (*Judge.KEPT, "accepted", "rejected", "fraud", "confirmed")
    LOST: ClassVar[tuple[str, ...]] = (
        *Judge.LOST, "open_mask", "master", "mode", "polled_us", "testing", "unplugged", "trouble",
        "told_us", "escrow",
    )  # fmt: skip

    def __init__(
        self,
        address: int = ADDRESS,
        identity_: Identity | None = None,
        *,
        crc: bool = False,
        habits: Habits | None = None,
        notes: Sequence[int] = EURO_CENTS,
    ) -> None:
        super().__init__(address, identity_ or identity(9), crc=crc, habits=habits)
        self.kinds = [*notes, *[0] * (TYPES - len(notes))]
        self.sent_back = ""
        self.route: Callable[[bool], bool] = lambda stack: False
        self.told: Callable[[], None] = lambda: None
        self.accepted = [0] * TYPES
        self.confirmed = 0
        self.testing = self.unplugged = False
        self.trouble = 0
        self._forget()

    def _forget(self) -> None:
        super()._forget()
        self.mode = STACKER_MODE | ESCROW_MODE
        self.told_us = -1
        self.escrow = 0

    def hear(self, byte: int, now_us: int) -> Sent | None:
        """Nothing is heard while the mechanism tries itself."""
        return None if self.testing or self.unplugged else super().hear(byte, now_us)

    # -- the mechanism ------------------------------------------------------------------------------

    def enabled(self, now_us: int) -> bool:
        """Whether the mouth draws notes in: some type is open and the host is alive."""
        return not self.closed_because(now_us)

    def closed_because(self, now_us: int) -> str:
        """Why the mouth draws nothing in, in words; "" while it does."""
        silence_us = self.habits.silence_us
        if not self.powered or self.testing:
            return "starting up"
        if silence_us and now_us - self.polled_us > silence_us:
            return "host not polling"
        if self.trouble:
            return f"self-check fault {self.trouble}"
        if not self.master:
            return "master inhibit"
        return "" if self.open_mask else "inhibited"

    def judge(self, cents: int, good: bool) -> bool:
        """A note has been drawn in; one that is refused is told as an event."""
        self.sent_back = ""
        type_ = self.type_of(cents) if good else 0
        if type_ and self.open_mask >> (type_ - 1) & 1:
            return True
        self.rejected += 1
        self.sent_back = "inhibited" if type_ else "not recognised"
        self.events.add(0, INHIBITED if type_ else INVALID)
        return False

    def type_of(self, cents: int) -> int:
        """The type of a note, from 1; 0: none."""
        return self.kinds.index(cents) + 1 if cents and cents in self.kinds else 0

    def held(self, cents: int) -> None:
        """A note waits in escrow; without an escrow it goes on to the stacker at once."""
        self.escrow = self.type_of(cents)
        if not self.escrow:
            return
        if self.mode & ESCROW_MODE:
            self.events.add(self.escrow, HELD)
        else:
            self.route(True)

    def stacked(self, cents: int) -> None:
        """A note lies in the stack."""
        type_ = self.type_of(cents)
        self.accepted[type_ - 1] += 1
        self.told_us = -1
        self.events.add(type_, STACKED)

    def ready(self, ready: bool, trouble: str) -> None:
        """The mechanism works, has a trouble, or tries itself."""
        self.testing = not ready and not trouble
        code, event = TROUBLES.get(trouble, (0, 0))
        if event and code != self.trouble:
            self.events.add(0, event)
        if trouble == "string":
            self.fraud += 1
        self.trouble = code

    def untold_cents(self, now_us: int) -> int:
        """Cents that are stacked and whose counter has not been read, or only just now."""
        total = sum(self.accepted)
        if self.powered and 0 <= self.told_us < now_us - UNTOLD_US:
            self.confirmed = total
        return (total - self.confirmed) * self.kinds[0]

    # -- headers ------------------------------------------------------------------------------------

    def _count_accepted(self, data: bytes) -> Reply:
        return number(sum(self.accepted), 3)

    def _events(self, data: bytes) -> Reply:
        self.polled_us = self._now_us
        return self.events.data()

    def _id_get(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= TYPES:
            return None
        cents = self.kinds[data[0] - 1]
        return note_id(cents).encode("ascii") if cents else b"......."

    def _scaling(self, data: bytes) -> Reply:
        return number(SCALE_CENTS, 2) + bytes((2,)) if data == COUNTRY else bytes(3)

    def _position(self, data: bytes) -> Reply:
        known = sum(1 << index for index, cents in enumerate(self.kinds) if cents)
        return number(known if data == COUNTRY else 0, 2)

    def _route(self, data: bytes) -> Reply:
        if data[0] not in (BACK, STACK, LONGER):
            return NAKED
        if not self.escrow:
            return bytes((ESCROW_EMPTY,))
        if data[0] == LONGER:
            return b""
        if data[0] == BACK:
            self.sent_back = "sent back by the host"
        return b"" if self.route(data[0] == STACK) else bytes((ROUTE_FAILED,))

    def _count_type(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= TYPES:
            return None
        self.told_us = self._now_us
        self.told()
        return number(self.accepted[data[0] - 1], 3)
