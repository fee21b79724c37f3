# SPDX-License-Identifier: MIT
"""Everything that the electronic wheel knows, on one object: the rows of wheel_record.LAYOUT and the rest."""

import time

import wheel_record
from committed import Committed

# Edges that interrupts report.
EDGE_PASS = 0
EDGE_LAUNCH = 1
EDGE_LID = 2
EDGE_BODY = 3
EDGE_KEY = 4
EDGE_TILTED = 5
EDGE_REST = 6
EDGES = 7

IDLE_MS = 500

# Where a throw is; forgotten with the power, so that a throw never goes on after a cut.
STILL = 0
LAUNCHED = 1
RUNNING = 2
FALLEN = 3


class State(Committed):
    """The one state object. No attribute is ever added after __init__."""

    # Clock.
    now_ms = 0
    last_ticks = time.ticks_ms()
    due_ms = 0
    edges = [0] * EDGES

    # Nothing may be drawn or written while no record could be read.
    locked = False
    # What nvram.keyed made of the chip's key.
    seals: tuple = ()
    self_test_ms = 0

    # The throw: when it was launched, when the ball was seen first and last, how often, and whether it slows.
    throw = STILL
    launched_ms = -1
    first_ms = -1
    passed_ms = -1
    laps = 0
    slow = False
    # Whether the last throw was null, and how many in a row.
    null = False
    null_row = 0
    # Since when the light barriers are interrupted, -1: they are not.
    dark_ms = -1
    lies_ms = -1

    # Button and openings, debounced: since when a change lasts, -1: it does not.
    down = False
    down_ms = -1
    lid_open = False
    lid_ms = -1
    body_open = False
    askew_ms = -1
    alarm_until_ms = -1

    # What is shown, so that only changes travel.
    seen = -1
    message = ""
    outputs = -1

    def wake_at(self, at_ms: int) -> None:
        """Ask for the next tick no later than ``at_ms``."""
        if at_ms < self.due_ms:
            self.due_ms = at_ms

    def take_edge(self, edge: int) -> int:
        """Return how many edges interrupts reported since they were last asked for, and forget them."""
        count = self.edges[edge]
        self.edges[edge] = 0
        return count


state = State(wheel_record.LAYOUT)
