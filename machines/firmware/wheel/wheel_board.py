# SPDX-License-Identifier: MIT
"""The electronic wheel's board: every line and bus as its other modules use them."""

import device_record
import wheel_pins as pins
import wheel_record
import wiring
from device_board import DeviceBoard
from device_guard import Button
from device_store import Store
from wheel_state import EDGE_LAUNCH, RECORD, state

BOARD = DeviceBoard(state, pins.PINS, pins.OUTPUTS, pins.EDGES)
PASS = wiring.line(pins.PINS, "ball_pass")
REST = wiring.line(pins.PINS, "ball_rest")
TILTED = wiring.line(pins.PINS, "tilted")
LAUNCH = Button(wiring.line(pins.PINS, "button_launch"), 0, EDGE_LAUNCH)
STORE = Store(BOARD.bus, RECORD, device_record.ring(wheel_record.RING))
