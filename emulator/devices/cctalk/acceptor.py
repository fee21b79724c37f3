# SPDX-License-Identifier: MIT
"""
The electronics of a ccTalk coin acceptor: which coins it lets through, and what it tells its host.

    verdict = acceptor.judge(200, now_us)      # at the gate
    acceptor.credit(verdict.position)          # past the credit sensor

Defaults after a reset are those of the Spanish acceptors: master inhibit open, every position inhibited, no
coin before the first credit poll, and none when the host has not polled for a second.
Source: ccTalk Generic Specification 4.7, part 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from emulator.devices.cctalk import events
from emulator.devices.cctalk.coin_names import EMPTY_ID, TAUGHT_ID, coin_id, cvf
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.judge import Judge
from emulator.devices.cctalk.makers import ACCEPTOR_MAKER
from emulator.devices.cctalk.packet import number
from emulator.devices.cctalk.peripheral import DONE, NAKED, Habits, Reply, Row, always, gives, takes

POSITIONS = 16
PATHS = 8
# Two euros to five cents: the usual places of the euro coins in Spain.
EURO_CENTS = (200, 100, 50, 20, 10, 5)
# A taught coin is known after this many; the specification leaves the number to the maker.
TEACH_COINS = 3
TEACH_ABORTED, TEACH_BUSY, TEACH_DONE = 252, 254, 255


class Verdict(NamedTuple):
    """What becomes of a coin at the gate."""

    accepted: bool
    position: int
    """1 to 16; 0 if it matches nothing."""
    reason: str = ""
    """Why it was refused, in words."""


def identity(serial: int) -> Identity:
    """What our acceptor says of itself."""
    return Identity("Coin Acceptor", "AZAR-CA", serial, ACCEPTOR_MAKER)


_USUAL = identity(1)


class Acceptor(Judge):
    """
    Sixteen positions, each a kind of coin with its inhibit, its path and its security.

    ``kinds`` holds what is recognised at each position (cents, or any number that a token has; 0: nothing).

    Args:
        coins: cents of the coins from position 1 on; 0 leaves a position empty.

    Attributes:
        events: the event buffer.
        blockage: code of a standing blockage, 0 if none; nothing is accepted while it stands.
        fault: (code, extra) of the self-check, (0, 0) if all is well.
        sorter: coins take paths 1 to 8; without one a credit names path 0.
        position_codes: tell the position of an inhibited coin (128 and up) instead of code 2.
        dummy_event: code of the event that a poll at counter 0 adds, so that a later 0 is a restart for
            certain: 0, or 2 for older hosts; None: none is added.
    """

    HEADERS: ClassVar[Mapping[int, Row]] = {
        **Judge.HEADERS,
        248: ("_string_status", (0,)),
        240: (DONE, (1, 2)),
        238: (takes("outputs"), (1,)),
        237: (always(bytes(1)), (0,)),
        236: ("_optos", (0,)),
        233: (takes("outputs"), (1,)),
        232: ("_self_check", (0,)),
        231: ("_inhibit_set", tuple(range(1, 17))),
        229: ("_credit_poll", (0,)),
        226: (gives("inserted", 3), (0,)),
        225: (gives("accepted", 3), (0,)),
        222: (takes("override"), (1,)),
        221: (gives("override"), (0,)),
        213: (gives("values"), (0,)),
        212: ("_coin_position", (1,)),
        210: ("_paths_set", (2, 5)),
        209: ("_paths_get", (1,)),
        202: ("_teach", (1,)),
        201: ("_teach_status", (1,)),
        189: ("_default_path_set", (1,)),
        188: (gives("default_path"), (0,)),
        185: ("_id_set", (7,)),
        184: ("_id_get", (1,)),
        181: ("_security_set", (2,)),
        180: ("_security_get", (1,)),
        176: ("_alarms", (0,)),
        162: ("_registers", (6,)),
        135: ("_limit", (1,)),
    }
    KEPT: ClassVar[tuple[str, ...]] = (
        *Judge.KEPT, "kinds", "ids", "paths", "four_paths", "default_path", "security",
        "inserted", "accepted", "rejected", "fraud", "values",
    )  # fmt: skip
    LOST: ClassVar[tuple[str, ...]] = (
        *Judge.LOST, "open_mask", "master", "override", "next_mask", "next_override", "next_set",
        "limit", "left", "polled_us", "alarms", "teaching", "taught", "taught_kind", "teach_state",
        "string", "blockage", "fault", "outputs",
    )  # fmt: skip

    def __init__(
        self,
        address: int = 2,
        identity: Identity | None = None,
        *,
        crc: bool = False,
        habits: Habits | None = None,
        coins: Sequence[int] = EURO_CENTS,
        sorter: bool = True,
        position_codes: bool = True,
        dummy_event: int | None = None,
    ) -> None:
        super().__init__(address, identity or _USUAL, crc=crc, habits=habits)
        self.sorter = sorter
        self.position_codes = position_codes
        self.dummy_event = dummy_event
        self.kinds = [*coins, *[0] * (POSITIONS - len(coins))]
        self.ids = [coin_id(cents) if cents else EMPTY_ID for cents in self.kinds]
        self.paths = [[1] * 4 for _ in range(POSITIONS)]
        self.four_paths = False
        self.default_path = 1
        self.security = [0] * POSITIONS
        self.inserted = self.accepted = 0
        self.values = False
        self._forget()

    def _forget(self) -> None:
        super()._forget()
        self.override = 0xFF
        self.next_mask = self.next_override = 0
        self.next_set = False
        self.limit = self.left = 0
        self.alarms = 0
        self.teaching = self.taught = self.taught_kind = self.teach_state = 0
        self.string = False
        self.blockage = 0
        self.fault = [0, 0]
        self.outputs = 0

    def restart(self, now_us: int) -> None:
        """Power-up or reset: all positions inhibited, the event counter at 0; standing faults show again."""
        blockage, fault = self.blockage, self.fault
        super().restart(now_us)
        self.blockage, self.fault = blockage, fault

    # -- the mechanism ------------------------------------------------------------------------------

    def judge(self, kind: int, now_us: int) -> Verdict:
        """A coin is at the gate; what is refused is told as an event."""
        if not self.powered:
            return Verdict(False, 0, "no power")
        if now_us < self.deaf_until_us:
            return Verdict(False, 0, "starting up")
        self.inserted += 1
        position = self.kinds.index(kind) + 1 if kind and kind in self.kinds else 0
        if self.teaching:
            self._learn(kind)
            return Verdict(False, position, "learned")
        if self.habits.silence_us and now_us - self.polled_us > self.habits.silence_us:
            self.rejected += 1
            return Verdict(False, position, "host not polling")
        code, reason = self._refusal(position)
        if self.next_set:  # header 162: this coin was judged by the first registers, the next by the second
            self.next_set = False
            self.open_mask, self.override = self.next_mask, self.next_override
        if code:
            self.rejected += 1
            self.tell(code)
            return Verdict(False, position, reason)
        self.left = max(0, self.left - 1)
        return Verdict(True, position)

    def _refusal(self, position: int) -> tuple[int, str]:
        """The code with which this coin is sent back, and why; 0 if it is let through."""
        if self.blockage:
            return self.blockage, "credit sensor blocked"
        if not position:
            return events.REJECTED, "not recognised"
        reason = ""
        if not self.master:
            reason = "master inhibit"
        elif not self.open_mask >> (position - 1) & 1:
            reason = "inhibited"
        elif self.fault[0]:
            reason = f"self-check fault {self.fault[0]}"
        elif self.limit and not self.left:
            reason = "accept limit reached"
        if not reason:
            return 0, ""
        return events.INHIBITED_TYPE + position - 1 if self.position_codes else events.INHIBITED, reason

    def path(self, position: int) -> int:
        """The sorter path that a coin of this position takes now."""
        for path in self.paths[position - 1] if self.four_paths else self.paths[position - 1][:1]:
            if self.override >> (path - 1) & 1:
                return path
        return self.default_path

    def credit(self, position: int) -> None:
        """A coin passed the credit sensor: it is in."""
        self.accepted += 1
        value = position
        if self.values:
            value = cvf(self.kinds[position - 1])
        self.events.add(value, self.path(position) if self.sorter else 0)

    def tell(self, code: int) -> None:
        """An event that is no credit."""
        if code in (events.STRING, events.BACKWARDS):
            self.fraud += 1
            self.alarms = min(255, self.alarms + 1)
        self.events.add(0, code)

    def _learn(self, kind: int) -> None:
        if self.taught and kind != self.taught_kind:
            self.teach_state = TEACH_ABORTED
            self.teaching = 0
            return
        self.taught_kind = kind
        self.taught += 1
        if self.taught == TEACH_COINS:
            self.kinds[self.teaching - 1] = kind
            self.ids[self.teaching - 1] = TAUGHT_ID
            self.teaching = 0
            self.teach_state = TEACH_DONE

    # -- headers ------------------------------------------------------------------------------------

    def _string_status(self, data: bytes) -> Reply:
        return bytes((2 if self.string else 0,))

    def _optos(self, data: bytes) -> Reply:
        return bytes((1 if self.blockage == events.CREDIT_BLOCKED else 0,))

    def _self_check(self, data: bytes) -> Reply:
        code, extra = self.fault
        return bytes((code, extra)) if extra else bytes((code,))

    def _inhibit_set(self, data: bytes) -> Reply:
        for index, byte in enumerate(data[: POSITIONS // 8]):
            self.open_mask = self.open_mask & ~(0xFF << 8 * index) | byte << 8 * index
        return b""

    def _credit_poll(self, data: bytes) -> Reply:
        self.polled_us = self._now_us
        answer = self.events.data()
        if self.dummy_event is not None and self.events.counter == 0:
            self.events.add(0, self.dummy_event)
        return answer

    def _coin_position(self, data: bytes) -> Reply:
        code = data[0]
        mask = 0
        for index, kind in enumerate(self.kinds):
            if (kind and cvf(kind) == code) if self.values else index + 1 == code:
                mask |= 1 << index
        return number(mask, 2) if mask else None

    def _paths_set(self, data: bytes) -> Reply:
        position, paths = data[0], list(data[1:])
        if not 1 <= position <= POSITIONS or not all(1 <= path <= PATHS for path in paths):
            return NAKED
        self.four_paths = len(paths) == 4
        self.paths[position - 1] = paths if self.four_paths else paths * 4
        return b""

    def _paths_get(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= POSITIONS:
            return None
        return bytes(self.paths[data[0] - 1] if self.four_paths else self.paths[data[0] - 1][:1])

    def _default_path_set(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= PATHS:
            return NAKED
        self.default_path = data[0]
        return b""

    def _teach(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= POSITIONS:
            return NAKED
        self.teaching, self.taught, self.teach_state = data[0], 0, TEACH_BUSY
        return b""

    def _teach_status(self, data: bytes) -> Reply:
        if data[0] == 1 and self.teaching:  # the host gives up
            self.teaching, self.teach_state = 0, TEACH_ABORTED
        return bytes((self.taught, self.teach_state or TEACH_ABORTED))

    def _id_set(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= POSITIONS or not all(32 <= byte < 127 for byte in data[1:]):
            return NAKED
        self.ids[data[0] - 1] = data[1:].decode("ascii")
        return b""

    def _id_get(self, data: bytes) -> Reply:
        return self.ids[data[0] - 1].encode("ascii") if 1 <= data[0] <= POSITIONS else None

    def _security_set(self, data: bytes) -> Reply:
        if not 1 <= data[0] <= POSITIONS:
            return NAKED
        self.security[data[0] - 1] = data[1]
        return b""

    def _security_get(self, data: bytes) -> Reply:
        return bytes((self.security[data[0] - 1],)) if 1 <= data[0] <= POSITIONS else None

    def _alarms(self, data: bytes) -> Reply:
        alarms, self.alarms = self.alarms, 0
        return bytes((alarms,))

    def _registers(self, data: bytes) -> Reply:
        self.open_mask = data[0] | data[1] << 8
        self.override = data[2]
        self.next_mask = data[3] | data[4] << 8
        self.next_override = data[5]
        self.next_set = True
        return b""

    def _limit(self, data: bytes) -> Reply:
        self.limit = self.left = data[0]
        return b""
