# SPDX-License-Identifier: MIT
"""
The balance of the tickets: the firmware's books against what left the dispenser.

As with coins, they may differ only by what has a name: ``tickets_unbooked`` for the ticket that a power cut
caught before it was booked (the next start books it) and those that a locked machine let out, ``fault:<id>``
for one that left unseen, ``tickets_attended`` for what an attendant drew out or, below 0, took away half out.
"""

from __future__ import annotations

from collections.abc import Mapping

from emulator.cabinet.books import FRESH_US, BalanceError
from emulator.devices.ticket_dispenser import TicketDispenser
from machines.firmware import nvram
from machines.firmware.skill import rows
from machines.support.plain import Json, JsonView

UNBOOKED = "tickets_unbooked"
ATTENDED = "tickets_attended"
PULLED = "fault:ticket_pulled"


class TicketBooks:
    """
    Compares a machine's rows with its dispenser; the first reading is the baseline.

    Args:
        dispenser: counts what leaves.
        opened: differences that another run of the same machine has left open.

    Attributes:
        differences: tickets by name that left and are not booked; below 0: booked and never left.
    """

    def __init__(self, dispenser: TicketDispenser, opened: Mapping[str, int] | None = None) -> None:
        self._dispenser = dispenser
        self._base: int | None = None
        self.differences: dict[str, int] = dict(opened or {})
        # Tickets that left so far, and names for those of them that the firmware may take for none.
        self._seen = dispenser.given
        self._doubts: list[str] = []
        self._aside = False

    def fault(self, name: str) -> None:
        """A fault let a ticket out unseen."""
        self._open(f"fault:{name}", 1)

    def check(self, record: JsonView, alive: bool, now_us: int) -> None:
        """
        Hold the balance against one decoded NVRAM record.

        Args:
            alive: firmware is running; while it is not, whatever leaves opens its difference.

        Raises:
            BalanceError: tickets left, or were booked, that nothing explains.
        """
        missing = self._missing(record)
        self._doubt(missing, now_us)
        self._aside = record["door_open"] == nvram.DOOR_OPEN
        if not alive:
            self._set(UNBOOKED, missing)
            return
        if missing and record["door_open"] == nvram.DOOR_OPEN:
            # Whoever has the door open may draw tickets; the machine looks away on purpose.
            self._open(ATTENDED, missing)
        elif 0 < -missing <= self.differences.get(PULLED, 0):
            # Drawn out without current, and found at its notch by the next start.
            self._open(PULLED, missing)
        elif missing == -1 and self._dispenser.taken:
            # A new pack while nobody looked: its first notch stands for that of the ticket that was half out.
            self._open(ATTENDED, missing)
        elif missing < 0 and self._dispenser.deceived(now_us):
            # Shorted between two notches, or uncovered at one: it told of a ticket that is still inside.
            self._open(f"fault:{self._dispenser.deceived(now_us)}", missing)
        elif missing != self.differences.get(UNBOOKED, 0):
            self._late(missing, now_us, record["meters_given"] is None)
        self._set(UNBOOKED, max(0, min(missing, self.differences.get(UNBOOKED, 0))))

    def _doubt(self, missing: int, now_us: int) -> None:
        """Note a ticket that the firmware may take for none; forget those of a strip that came to rest."""
        if self._dispenser.given != self._seen:
            self._seen = self._dispenser.given
            if self._dispenser.doubt:
                self._doubts.append(f"fault:{self._dispenser.doubt}")
            elif self._aside:  # the door was shut while it left
                self._doubts.append(ATTENDED)
        elif not missing and now_us - self._dispenser.out_us > FRESH_US:
            self._doubts.clear()

    def at_cut(self, record: JsonView) -> dict[str, int]:
        """The differences that a power cut at this instant would leave, as ``opened`` of another run."""
        missing = self._missing(record) + self._dispenser.leaving()
        kept = {**self.differences, UNBOOKED: missing}
        return {name: count for name, count in kept.items() if count}

    def _missing(self, record: JsonView) -> int:
        """Tickets that left and that neither the books nor another difference know of."""
        names = ("tickets_out", "tickets_stray", "tickets_test")
        booked = sum(rows.get(record["state"], name) for name in names)
        if self._base is None:
            self._base = booked - self._dispenser.given + sum(self.differences.values())
        named = sum(count for name, count in self.differences.items() if name != UNBOOKED)
        return self._dispenser.given + self._base - booked - named

    def _late(self, missing: int, now_us: int, locked: bool) -> None:
        """Tickets that a start books late: at most those open, and at once; a locked machine books none."""
        if 0 <= missing < self.differences.get(UNBOOKED, 0):
            return
        if missing > 0 and now_us - self._dispenser.out_us <= FRESH_US:
            return
        if missing > 0 and locked:
            self._set(UNBOOKED, missing)
            return
        if 0 < missing <= len(self._doubts):
            for name in self._doubts[:missing]:
                self._open(name, 1)
            del self._doubts[:missing]
            return
        raise BalanceError(
            f"booked tickets must be those that left, {self._dispenser.given} less named differences "
            f"(got {missing} more; differences {self.differences})"
        )

    def _open(self, name: str, count: int) -> None:
        self._set(name, self.differences.get(name, 0) + count)

    def _set(self, name: str, count: int) -> None:
        if count:
            self.differences[name] = count
        else:
            self.differences.pop(name, None)

    def save(self) -> Json:
        """Baseline and differences as plain values."""
        return {
            "base": self._base, "differences": dict(self.differences),
            "seen": self._seen, "doubts": list(self._doubts), "aside": self._aside,
        }  # fmt: skip

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._base, self.differences = saved["base"], dict(saved["differences"])
        self._seen, self._doubts, self._aside = saved["seen"], list(saved["doubts"]), saved["aside"]
