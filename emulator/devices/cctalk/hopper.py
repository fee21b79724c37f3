# SPDX-License-Identifier: MIT
"""
The electronics of a ccTalk hopper of the SCH2 kind without encryption: pays so many coins, and counts.

    hopper = HopperControl(3, identity, moved=tell, levels=lambda: (low, full), cents=100)
    hopper.passed(now_us)                  # the mechanism: a coin went past the exit sensor

What it says, in the order of a host: 254, 163, 164 [165], 161, 160, 167, then 166 until nothing remains.
Sources: ccTalk Generic Specification 4.7, part 2; Serial Compact Hopper 2 technical manual (Money Controls).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

from emulator.board.device import NEVER
from emulator.devices.cctalk.coin_names import coin_id
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.makers import HOPPER_MAKER
from emulator.devices.cctalk.packet import ACK, number
from emulator.devices.cctalk.peripheral import DONE, NAKED, Habits, Peripheral, Reply, Row, Sent, gives, takes
from machines.support.plain import Json

ENABLE = 0xA5
# No coin for this long: probably empty. The makers leave the number to a setting.
TIMEOUT_US = 10_000_000
# A disc that does not turn is felt by its current, and turned back this often before the hopper gives up.
STALL_US = 500_000
REVERSES = 3
KEY_SIZE = 8

# Register 1 of header 163.
CURRENT = 0x01
EMPTY = 0x02
REVERSED = 0x04
BLOCKED_IDLE = 0x08
LIGHT_IDLE = 0x10
BLOCKED_PAYING = 0x20
POWER_UP = 0x40
DISABLED = 0x80
# Flags that only a reset clears, and that refuse every payout until then.
NEEDS_RESET = CURRENT | BLOCKED_IDLE | LIGHT_IDLE | BLOCKED_PAYING
# Register 2.
LIGHT_PAYING = 0x01
SINGLE_COIN = 0x02
PIN_ON = 0x80
# Register 3.
POWER_LOST_PAYING = 0x01
PIN_MISSING = 0x04

LOW_FITTED, HIGH_FITTED = 0x10, 0x20


def identity(serial: int) -> Identity:
    """The name that hosts know for the kind without encryption."""
    return Identity("Payout", "SCH2-NOENCRYPT", serial, HOPPER_MAKER)


class Ways(NamedTuple):
    """
    How a hopper pays where products differ.

    Attributes:
        registers: 1, 2 or 3 status bytes in the answer to 163; with 3 a payout that lost its power wants a
            reset.
        acknowledge: answer a payout with ACK, as the oldest hoppers do, instead of the event counter.
        step_refused: a refused payout steps the event counter, too.
        needs_key: a payout of the long form is refused unless header 160 was asked before it.
        timeout_us: no coin for so long: empty.
    """

    registers: int = 2
    acknowledge: bool = False
    step_refused: bool = False
    needs_key: bool = True
    timeout_us: int = TIMEOUT_US


class HopperControl(Peripheral):
    """
    Motor control, counters and status registers.

    Args:
        address: usually 3 to 10.
        identity: what it says of itself.
        moved: called when ``driving`` has changed.
        levels: (below low, at or above high) of the level sensors.
        cents: value of its coin, for header 171.
        ways: how it pays; the usual ones unless given.

    Attributes:
        driving: the motor: 1 forward, -1 back, 0 off.
        event, remaining, paid, unpaid: of header 166; paid and unpaid outlive the power.
        dispensed: life counter of header 168; outlives the power.
    """

    HEADERS: ClassVar[Mapping[int, Row]] = {
        **Peripheral.HEADERS,
        249: ("_polling", (0,)),
        236: (gives("blocked"), (0,)),
        217: ("_high_low", (0, 1)),
        208: (takes("absolute"), (2,)),
        207: (gives("absolute", 2), (0,)),
        187: (takes("capacity"), (2,)),
        186: (gives("capacity", 2), (0,)),
        175: (takes("float_level"), (2,)),
        174: (gives("float_level", 2), (0,)),
        172: ("_emergency_stop", (0,)),
        171: ("_coin", (0,)),
        168: (gives("dispensed", 3), (0,)),
        167: ("_dispense", (4, 9)),
        166: ("_hopper_status", (0,)),
        164: ("_enable", (1,)),
        163: ("_test", (0,)),
        161: (DONE, (KEY_SIZE,)),
        160: ("_cipher_key", (0,)),
    }
    KEPT: ClassVar[tuple[str, ...]] = (
        *Peripheral.KEPT, "paid", "unpaid", "dispensed", "absolute", "capacity", "float_level", "keys",
        "cut_short",
    )  # fmt: skip
    LOST: ClassVar[tuple[str, ...]] = (
        *Peripheral.LOST, "enabled", "event", "remaining", "flags", "flags_2", "flags_3", "key_asked",
        "single", "blocked", "stalled", "tries", "driving", "coin_due_us", "stall_due_us", "reverse_end_us",
    )  # fmt: skip

    def __init__(
        self,
        address: int,
        identity: Identity,
        *,
        moved: Callable[[], None],
        levels: Callable[[], tuple[bool, bool]],
        cents: int,
        crc: bool = False,
        habits: Habits | None = None,
        ways: Ways | None = None,
    ) -> None:
        super().__init__(address, identity, crc=crc, habits=habits)
        self.cents = cents
        self.ways = ways or Ways()
        self._motor_moved = moved
        self._levels = levels
        self.paid = self.unpaid = self.dispensed = 0
        self.absolute = self.capacity = self.float_level = 0
        self.keys = 0
        self.cut_short = False
        self.driving = 0
        self._forget()

    def _forget(self) -> None:
        self.enabled = False
        self.event = self.remaining = 0
        self.flags = self.flags_2 = self.flags_3 = 0
        self.key_asked = False
        self.single = False
        self.blocked = False
        self.stalled = False
        self.tries = 0
        self.coin_due_us = self.stall_due_us = self.reverse_end_us = NEVER
        self.due_us = NEVER

    def power_on(self, now_us: int) -> None:
        """After a payout that a cut broke off, paid and unpaid tell how far it went."""
        super().power_on(now_us)
        self.flags |= POWER_UP
        if self.cut_short:
            self.flags_3 |= POWER_LOST_PAYING
            self.cut_short = False

    def power_lost(self, now_us: int) -> None:
        """What was still to pay is kept as unpaid."""
        if self.remaining:
            self.unpaid, self.remaining = self.remaining, 0
            self.cut_short = True
        self._drive(0)
        super().power_lost(now_us)

    def kept(self) -> Json:
        """What outlives the power if it goes now: what is still to pay is unpaid by then."""
        kept = super().kept()
        return {**kept, "unpaid": self.remaining, "cut_short": True} if self.remaining else kept

    def restart(self, now_us: int) -> None:
        """Power-up or reset: disabled, event counter 0; a payout under way ends here."""
        blocked = self.blocked
        if self.remaining:
            self.unpaid = self.remaining
        self._drive(0)
        super().restart(now_us)
        self._forget()
        self.blocked = blocked
        if blocked:
            self.flags |= BLOCKED_IDLE

    # -- the mechanism ------------------------------------------------------------------------------

    def passed(self, now_us: int) -> None:
        """A coin went past the exit sensor, asked for or not."""
        if not self.powered:
            return
        self.dispensed += 1
        self.absolute = max(0, self.absolute - 1)
        if not self.remaining:
            return
        self.remaining -= 1
        self.paid = (self.paid + 1) & 0xFF
        self.tries = 0
        self.stall_due_us = NEVER
        self.coin_due_us = now_us + self.ways.timeout_us
        if not self.remaining:
            self._stop()
        self._plan()

    def stall(self, stalled: bool, now_us: int) -> None:
        """The disc stands still although it is driven, or turns again."""
        self.stalled = stalled
        if self.remaining:
            self.stall_due_us = now_us + STALL_US if stalled else NEVER
            self._plan()

    def exit_blocked(self, blocked: bool) -> None:
        """Something stands in the exit sensor, or is gone."""
        self.blocked = blocked
        if blocked and self.powered:
            self.flags |= BLOCKED_PAYING if self.remaining else BLOCKED_IDLE
            if self.remaining:
                self._break_off()

    def tick(self, now_us: int) -> None:
        """A time-out of the coin, of the stalled disc, or the end of a turn back."""
        if self.reverse_end_us <= now_us:
            self.reverse_end_us = NEVER
            self._drive(1)
            self.stall_due_us = now_us + STALL_US if self.stalled else NEVER
        if self.stall_due_us <= now_us:
            self.stall_due_us = NEVER
            self._turn_back(now_us)
        if self.coin_due_us <= now_us and self.remaining:
            self.flags |= EMPTY
            self._break_off()
        self._plan()

    def _turn_back(self, now_us: int) -> None:
        if self.tries == REVERSES:
            self.flags |= CURRENT
            self._break_off()
            return
        self.tries += 1
        self.flags |= REVERSED
        self._drive(-1)
        self.reverse_end_us = now_us + STALL_US

    def _break_off(self) -> None:
        self.unpaid, self.remaining = self.remaining, 0
        self._stop()

    def _drive(self, direction: int) -> None:
        if direction != self.driving:
            self.driving = direction
            self._motor_moved()

    def _stop(self) -> None:
        self._drive(0)
        self.coin_due_us = self.stall_due_us = self.reverse_end_us = NEVER

    def _plan(self) -> None:
        self.due_us = min(self.coin_due_us, self.stall_due_us, self.reverse_end_us)

    # -- headers ------------------------------------------------------------------------------------

    def _high_low(self, data: bytes) -> Reply:
        low, high = self._levels()
        return bytes((LOW_FITTED | HIGH_FITTED | low | high << 1,))

    def _emergency_stop(self, data: bytes) -> Reply:
        left = self.remaining
        if left:
            self._break_off()
            self._plan()
            self.enabled = False
        return bytes((left,))

    def _coin(self, data: bytes) -> Reply:
        return coin_id(self.cents).encode("ascii")

    def _dispense(self, data: bytes) -> Reply | Sent:
        coins = data[-1]
        allowed = self._may_dispense(data)
        self.key_asked = False
        if not allowed:
            if self.ways.step_refused:
                self.event = self.event % 255 + 1
            return NAKED
        self.event = self.event % 255 + 1
        self.remaining, self.paid, self.unpaid = coins, 0, 0
        self.flags &= ~EMPTY
        self.tries = 0
        if coins:
            self.coin_due_us = self._now_us + self.ways.timeout_us
            self.stall_due_us = self._now_us + STALL_US if self.stalled else NEVER
            self._drive(1)
            self._plan()
        if self.ways.acknowledge:
            return self._say(ACK)
        return bytes((self.event,))

    def _may_dispense(self, data: bytes) -> bool:
        if not self.enabled or self.remaining or self.flags & NEEDS_RESET or self.flags_2 & LIGHT_PAYING:
            return False
        if self.ways.registers > 2 and self.flags_3 & POWER_LOST_PAYING:
            return False  # whoever is told of it has to send a reset first
        if not self.pin_entered:
            self.flags_3 |= PIN_MISSING
            return False
        if self.single and data[-1] != 1:
            return False
        if len(data) == 4:
            return data[:3] == number(self.identity.serial, 3)
        return self.key_asked or not self.ways.needs_key

    def _hopper_status(self, data: bytes) -> Reply:
        return bytes((self.event, self.remaining, self.paid, self.unpaid))

    def _enable(self, data: bytes) -> Reply:
        self.enabled = data[0] == ENABLE
        return b""

    def _test(self, data: bytes) -> Reply:
        first = self.flags | (0 if self.enabled else DISABLED)
        second = self.flags_2 | (SINGLE_COIN if self.single else 0) | (PIN_ON if any(self.pin) else 0)
        return bytes((first, second, self.flags_3))[: self.ways.registers]

    def _cipher_key(self, data: bytes) -> Reply:
        # No cipher stands behind it: the host only has to ask. A fresh one each time all the same.
        self.keys += 1
        self.key_asked = True
        seed = f"{self.identity.serial}:{self.keys}".encode("ascii")
        return hashlib.sha256(seed).digest()[:KEY_SIZE]
