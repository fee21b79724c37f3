# SPDX-License-Identifier: MIT
"""
A hopper that is asked for a value instead of a number of coins (headers 134 to 130), with one kind of coin.

They replace 167, 166, 172, 171 and 168; all else is as in the hopper that counts coins.
Source: ccTalk Generic Specification 4.7, part 2, headers 134 to 130.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from emulator.devices.cctalk.coin_names import coin_id
from emulator.devices.cctalk.hopper import KEY_SIZE, HopperControl
from emulator.devices.cctalk.packet import number
from emulator.devices.cctalk.peripheral import NAKED, Reply, Row, Sent

COIN_TYPE = 1


class ValueHopperControl(HopperControl):
    """Money in cents in place of coins; a value that its coin cannot make up exactly is refused."""

    HEADERS: ClassVar[Mapping[int, Row]] = {
        **{
            header: row
            for header, row in HopperControl.HEADERS.items()
            if header not in (167, 166, 172, 171, 168)
        },
        134: ("_dispense_value", (KEY_SIZE + 2,)),
        133: ("_value_status", (0,)),
        132: ("_emergency_stop_value", (0,)),
        131: ("_coin_value", (1,)),
        130: ("_indexed_count", (1,)),
    }

    def _dispense_value(self, data: bytes) -> Reply | Sent:
        coins, rest = divmod(int.from_bytes(data[KEY_SIZE:], "little"), self.cents)
        if rest or coins > 255:
            return NAKED
        return self._dispense(data[:KEY_SIZE] + bytes((coins,)))

    def _value_status(self, data: bytes) -> Reply:
        values = (self.remaining, self.paid, self.unpaid)
        return bytes((self.event,)) + b"".join(number(coins * self.cents, 2) for coins in values)

    def _emergency_stop_value(self, data: bytes) -> Reply:
        left = self.remaining
        self._emergency_stop(data)
        return number(left * self.cents, 2)

    def _coin_value(self, data: bytes) -> Reply:
        if data[0] != COIN_TYPE:
            return None
        return coin_id(self.cents).encode("ascii") + number(self.cents, 2)

    def _indexed_count(self, data: bytes) -> Reply:
        return number(self.dispensed, 3) if data[0] == COIN_TYPE else None
