# SPDX-License-Identifier: MIT
"""The dice cup's wiring, and the only file of it that imports machine."""

import cup_pins as pins
from cup_state import EDGE_BANK, EDGE_BODY, EDGE_KEY, EDGE_LID, EDGE_MOTION, EDGE_SHAKE, state
from machine import I2C, WDT, WDT_RESET, Pin, Signal, reset_cause

WATCHDOG_MS = 2_000


def _row(name: str) -> tuple:
    for row in pins.PINS:
        if row[0] == name:
            return row
    raise ValueError(f"name must be a line of the pin table (got {name})")


def _line(name: str) -> Signal:
    """Return the line of that name; on() means asserted."""
    _, gpio, direction, active_low, rest = _row(name)
    resting_high = bool(active_low) != bool(rest)
    if direction == pins.OUT:
        pin = Pin(gpio, Pin.OUT, value=resting_high)
    else:
        pin = Pin(gpio, Pin.IN, Pin.PULL_UP if resting_high else Pin.PULL_DOWN)
    return Signal(pin, invert=bool(active_low))


class Edge:
    """Counts edges of one line."""

    def __init__(self, name: str, edge: int, both: bool) -> None:
        _, gpio, _, active_low, _ = _row(name)
        self.edge = edge
        trigger = Pin.IRQ_FALLING if active_low else Pin.IRQ_RISING
        if both:
            trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        Pin(gpio).irq(self.report, trigger)

    def report(self, pin: Pin) -> None:
        """Count: all that an interrupt handler does here."""
        state.edges[self.edge] += 1


MOTION = _line("motion")
BUTTONS = (_line("button_shake"), _line("button_bank"))
LID = _line("door_lid")
BODY = _line("door_body")
KEY = _line("key_operator")
# In the order of the bits that cup_show computes.
OUTPUTS = (_line("lamp_ready"), _line("buzzer"), _line("shaker"))
EDGES = (
    Edge("motion", EDGE_MOTION, False),
    Edge("button_shake", EDGE_SHAKE, True),
    Edge("button_bank", EDGE_BANK, True),
    Edge("door_lid", EDGE_LID, True),
    Edge("door_body", EDGE_BODY, True),
    Edge("key_operator", EDGE_KEY, True),
)
I2C_BUS = I2C(pins.I2C_BUS, scl=Pin(_row("i2c_scl")[1]), sda=Pin(_row("i2c_sda")[1]), freq=pins.I2C_FREQ)
WATCHDOG = WDT(timeout=WATCHDOG_MS)


def restarted() -> bool:
    """Tell whether the watchdog started the program anew, and not the supply."""
    return reset_cause() == WDT_RESET


def fram_read(at: int, size: int) -> bytes:
    """Return ``size`` bytes of FRAM, or none at all if the chip does not answer."""
    try:
        return I2C_BUS.readfrom_mem(pins.FRAM_ADDRESS, at, size, addrsize=16)
    except OSError:
        return b""


def fram_write(at: int, data: bytes) -> bool:
    """Write to FRAM and read back; return whether the chip holds what it was given."""
    try:
        I2C_BUS.writeto_mem(pins.FRAM_ADDRESS, at, data, addrsize=16)
    except OSError:
        return False
    return fram_read(at, len(data)) == data


def bus_write(address: int, register: int, data: bytes) -> bool:
    """Write registers of a chip on the bus; return whether it answered."""
    try:
        I2C_BUS.writeto_mem(address, register, data)
    except OSError:
        return False
    return True
