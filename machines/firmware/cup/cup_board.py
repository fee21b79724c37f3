# SPDX-License-Identifier: MIT
"""The dice cup's board: every line and bus as its other modules use them."""

import cup_pins as pins
import wiring
from cup_state import EDGE_BANK, EDGE_BODY, EDGE_KEY, EDGE_LID, EDGE_MOTION, EDGE_SHAKE, state


class Edge(wiring.Edge):
    """Counts edges of one line."""

    def report(self, pin: object) -> None:
        """Count: all that an interrupt handler does here."""
        state.edges[self.edge] += 1


def _line(name: str) -> wiring.Signal:
    return wiring.line(pins.PINS, name)


def _edge(name: str, edge: int, both: bool) -> Edge:
    return Edge(pins.PINS, name, edge, both)


MOTION = _line("motion")
BUTTONS = (_line("button_shake"), _line("button_bank"))
LID = _line("door_lid")
BODY = _line("door_body")
KEY = _line("key_operator")
# In the order of the bits that cup_show computes.
OUTPUTS = (_line("lamp_ready"), _line("buzzer"), _line("shaker"))
EDGES = (
    _edge("motion", EDGE_MOTION, False),
    _edge("button_shake", EDGE_SHAKE, True),
    _edge("button_bank", EDGE_BANK, True),
    _edge("door_lid", EDGE_LID, True),
    _edge("door_body", EDGE_BODY, True),
    _edge("key_operator", EDGE_KEY, True),
)
BUS = wiring.Bus(pins.PINS, pins.I2C_BUS, pins.I2C_FREQ, pins.FRAM_ADDRESS)
WATCHDOG = wiring.watchdog()

restarted = wiring.restarted
chip_key = wiring.chip_key
chip_id = wiring.chip_id
fram_read = BUS.fram_read
fram_write = BUS.fram_write
bus_write = BUS.write
