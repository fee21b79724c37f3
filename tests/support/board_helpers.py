# SPDX-License-Identifier: MIT
"""Boards with small firmwares, for the tests of board and devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emulator.board.board import Board
from emulator.vm.cpython import CPythonRuntime
from machines.firmware import pins

# Does nothing, ten times a second.
IDLE = """
class State:
    pass

state = State()

def boot():
    pass

def tick():
    return 100
"""

# Blinks the start lamp at 1 Hz and lights the tower while the start button is held.
BLINK = """
from machine import Pin, Signal, Timer

class State:
    def __init__(self):
        self.presses = 0
        self.ticks = 0
        self.pressed = False

state = State()
lamp = None
tower = None
button = None
timer = None

def pressed(pin):
    state.pressed = True

def ring(timer):
    lamp.value(not lamp.value())

def boot():
    global lamp, tower, button, timer
    lamp = Signal(Pin(30, Pin.OUT, value=0))
    tower = Signal(Pin(37, Pin.OUT, value=0))
    button = Signal(Pin(23, Pin.IN, Pin.PULL_UP), invert=True)
    Pin(23).irq(pressed, Pin.IRQ_FALLING)
    timer = Timer(-1, mode=Timer.PERIODIC, period=500, callback=ring)

def tick():
    state.ticks += 1
    if state.pressed:
        state.pressed = False
        state.presses += 1
    tower.value(button.value())
    return 10
"""


def make_board(
    source: str = IDLE,
    fram: bytes = bytes(32_768),
    console: Callable[[str], None] | None = None,
    **options: Any,
) -> Board:
    """A board, still off, whose ``main`` is ``source``."""
    return Board(pins.PINS, fram, CPythonRuntime({"main": source}, console=console), **options)


def run_ms(board: Board, ms: int) -> None:
    """Let virtual time pass."""
    board.advance(board.now_us + ms * 1000)


class Recorder:
    """Keeps what a board emits, with its time."""

    def __init__(self, board: Board) -> None:
        self.events: list[tuple[int, str, dict[str, object]]] = []
        self._board = board
        board.emit = self._take

    def _take(self, kind: str, **fields: object) -> None:
        self.events.append((self._board.now_us, kind, fields))

    def kinds(self) -> list[str]:
        """Kinds only, in order."""
        return [kind for _, kind, _ in self.events]


class Noise:
    """32 bits at a time from a small xorshift: variation that repeats."""

    def __init__(self, seed: int = 0x9E3779B9) -> None:
        self.word = seed

    def __call__(self) -> int:
        word = self.word
        word ^= (word << 13) & 0xFFFFFFFF
        word ^= word >> 17
        word ^= (word << 5) & 0xFFFFFFFF
        self.word = word
        return word
