# SPDX-License-Identifier: MIT
"""How a device shows: its message line and its outputs, of which only changes travel, and its texts."""

import device_pins
import settings
from device_board import DeviceBoard
from device_state import DeviceState

_MESSAGE_SIZE = 32


def say(state: DeviceState, board: DeviceBoard, said: str) -> None:
    """Write the message line."""
    if said != state.message:
        state.message = said
        line = said + " " * (_MESSAGE_SIZE - len(said))
        data = bytes([ord(one) for one in line[:_MESSAGE_SIZE]])
        board.bus.write(device_pins.MESSAGE_ADDRESS, 0, data)


def drive(state: DeviceState, board: DeviceBoard, outputs: int) -> None:
    """Drive the outputs, a bit each."""
    if outputs != state.outputs:
        state.outputs = outputs
        for bit, output in enumerate(board.outputs):
            output.value(outputs >> bit & 1)


def sounding(state: DeviceState) -> bool:
    """Tell whether the alarm sounds."""
    if state.now_ms < state.alarm_until_ms:
        state.wake_at(state.alarm_until_ms)
        return True
    return False


def text(table: str, key: str, shown: tuple) -> str:
    """Return the text of a key with the numbers for its places, in the form of line_texts."""
    start = table.find("\n" + key + "|") + 1
    found = table[start : table.find("\n", start)].split("|")[1] if start else key
    return ("TEST " if settings.TEST else "") + found.format(*shown)
