# SPDX-License-Identifier: MIT
"""The names of the chips on the I2C bus of a board."""

from __future__ import annotations

from emulator.cabinet import Cabinet
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from machines.firmware import pins
from machines.firmware.chance_device import device_pins
from machines.firmware.cup import cup_pins
from machines.firmware.wheel import wheel_pins


def chips_of(machine: Cabinet | DiceCup | ElectronicWheel) -> dict[int, str]:
    """The chips on the I2C bus, by address."""
    if isinstance(machine, DiceCup):
        return {
            device_pins.FRAM_ADDRESS: "fram",
            device_pins.MESSAGE_ADDRESS: "message",
            cup_pins.DICE_ADDRESS: "dice",
        }
    if isinstance(machine, ElectronicWheel):
        return {
            device_pins.FRAM_ADDRESS: "fram",
            device_pins.MESSAGE_ADDRESS: "message",
            wheel_pins.POCKET_ADDRESS: "pockets",
        }
    return {
        pins.FRAM_ADDRESS: "fram",
        pins.EXPANDER_ADDRESS: "expander",
        pins.COUNTERS_ADDRESS: "counters",
        pins.GLASS_ADDRESS: "glass",
        pins.REELS_ADDRESS: "reels",
        pins.SCREEN_ADDRESS: "screen",
        pins.MESSAGE_ADDRESS: "message",
        pins.COUNTER_ADDRESS: "sealed_counter",
        pins.LINK_ADDRESS: "link",
        pins.CARD_ADDRESS: "card_reader",
    }
