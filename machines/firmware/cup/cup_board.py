# SPDX-License-Identifier: MIT
"""The dice cup's board: every line and bus as its other modules use them."""

import cup_pins as pins
import cup_record
import device_record
import wiring
from cup_state import EDGE_BANK, EDGE_SHAKE, RECORD, state
from device_board import DeviceBoard
from device_guard import Button
from device_store import Store

BOARD = DeviceBoard(state, pins.PINS, pins.OUTPUTS, pins.EDGES)
SHAKE = Button(wiring.line(pins.PINS, "button_shake"), 0, EDGE_SHAKE)
BANK = Button(wiring.line(pins.PINS, "button_bank"), 1, EDGE_BANK)
STORE = Store(BOARD.bus, RECORD, device_record.ring(cup_record.RING))
