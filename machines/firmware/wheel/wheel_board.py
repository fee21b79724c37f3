# SPDX-License-Identifier: MIT
"""The electronic wheel's board: every line and bus as its other modules use them."""

import wheel_pins as pins
import wiring
from wheel_state import (
    EDGE_BODY,
    EDGE_KEY,
    EDGE_LAUNCH,
    EDGE_LID,
    EDGE_PASS,
    EDGE_REST,
    EDGE_TILTED,
    state,
)


class Edge(wiring.Edge):
    """Counts edges of one line."""

    def report(self, pin: object) -> None:
        """Count: all that an interrupt handler does here."""
        state.edges[self.edge] += 1


def _line(name: str) -> wiring.Signal:
    return wiring.line(pins.PINS, name)


def _edge(name: str, edge: int, both: bool) -> Edge:
    return Edge(pins.PINS, name, edge, both)


PASS = _line("ball_pass")
REST = _line("ball_rest")
LAUNCH = _line("button_launch")
LID = _line("door_lid")
BODY = _line("door_body")
KEY = _line("key_operator")
TILTED = _line("tilted")
# In the order of the bits that wheel_show computes.
OUTPUTS = (_line("lamp_ready"), _line("lamp_closed"), _line("buzzer"), _line("launcher"))
EDGES = (
    _edge("ball_pass", EDGE_PASS, False),
    _edge("button_launch", EDGE_LAUNCH, True),
    _edge("door_lid", EDGE_LID, True),
    _edge("door_body", EDGE_BODY, True),
    _edge("key_operator", EDGE_KEY, True),
    _edge("tilted", EDGE_TILTED, True),
    _edge("ball_rest", EDGE_REST, True),
)
BUS = wiring.Bus(pins.PINS, pins.I2C_BUS, pins.I2C_FREQ, pins.FRAM_ADDRESS)
WATCHDOG = wiring.watchdog()

restarted = wiring.restarted
chip_key = wiring.chip_key
chip_id = wiring.chip_id
fram_read = BUS.fram_read
fram_write = BUS.fram_write
bus_write = BUS.write
