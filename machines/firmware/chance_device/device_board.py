# SPDX-License-Identifier: MIT
"""The board of a device: the lines and the bus that every kind has; its own module adds the others."""

import device_pins
import wiring
from device_state import DeviceState


class Edge(wiring.Edge):
    """Counts edges of one line."""

    def __init__(self, state: DeviceState, rows: tuple, name: str, edge: int, both: bool) -> None:
        self.state = state
        super().__init__(rows, name, edge, both)

    def report(self, pin: object) -> None:
        """Count: all that an interrupt handler does here."""
        self.state.edges[self.edge] += 1


class DeviceBoard:
    """
    Lines, bus and watchdog.

    Args:
        state: counts the edges.
        rows: the pin table.
        outputs: names of lines, in the order of the bits that the device computes.
        edges: (name, whether both edges count) of lines, in the order of their numbers.
    """

    def __init__(self, state: DeviceState, rows: tuple, outputs: tuple, edges: tuple) -> None:
        self.lid = wiring.line(rows, "door_lid")
        self.body = wiring.line(rows, "door_body")
        self.key = wiring.line(rows, "key_operator")
        self.outputs = [wiring.line(rows, name) for name in outputs]
        self.edges = [Edge(state, rows, name, number, both) for number, (name, both) in enumerate(edges)]
        self.bus = wiring.Bus(rows, device_pins.I2C_BUS, device_pins.I2C_FREQ, device_pins.FRAM_ADDRESS)
        self.watchdog = wiring.watchdog()
