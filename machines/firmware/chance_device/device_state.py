# SPDX-License-Identifier: MIT
"""
What every device that makes a table's chance knows beside its record; each kind adds what is its own.

No attribute is ever added after __init__.
"""

import time

from committed import Committed

IDLE_MS = 500


class DeviceState(Committed):
    """The base of the one state object of a device."""

    def __init__(self, layout: tuple, edges: int, buttons: int) -> None:
        super().__init__(layout)
        # Clock.
        self.now_ms = 0
        self.last_ticks = time.ticks_ms()
        self.due_ms = 0
        # Edges that interrupts reported, by number.
        self.edges = [0] * edges
        # Nothing may be drawn or written while no record could be read.
        self.locked = False
        # What nvram.keyed made of the chip's key.
        self.seals: tuple = ()
        self.self_test_ms = 0
        # Buttons and the lid, debounced: since when a change lasts, -1: it does not.
        self.down = [False] * buttons
        self.down_ms = [-1] * buttons
        self.lid_open = False
        self.lid_ms = -1
        self.body_open = False
        self.alarm_until_ms = -1
        # What is shown, so that only changes travel.
        self.message = ""
        self.outputs = -1

    def wake_at(self, at_ms: int) -> None:
        """Ask for the next tick no later than ``at_ms``."""
        if at_ms < self.due_ms:
            self.due_ms = at_ms

    def take_edge(self, edge: int) -> int:
        """Return how many edges interrupts reported since they were last asked for, and forget them."""
        count = self.edges[edge]
        self.edges[edge] = 0
        return count
