# SPDX-License-Identifier: MIT
"""Everything that the dice cup knows, on one object: the rows of cup_record.LAYOUT and the rest."""

import time

import cup_record
from committed import Committed

# Edges that interrupts report.
EDGE_MOTION = 0
EDGE_SHAKE = 1
EDGE_BANK = 2
EDGE_LID = 3
EDGE_BODY = 4
EDGE_KEY = 5
EDGES = 6

IDLE_MS = 500


class State(Committed):
    """The one state object. No attribute is ever added after __init__."""

    # Clock.
    now_ms = 0
    last_ticks = time.ticks_ms()
    due_ms = 0
    edges = [0] * EDGES

    # Nothing may be thrown or written while no record could be read.
    locked = False
    # What nvram.keyed made of the chip's key.
    seals: tuple = ()
    self_test_ms = 0

    # Motion: contacts counted, since when it goes on, the last one; -1: at rest.
    contacts = 0
    moved_ms = -1
    contact_ms = -1
    shaker_until_ms = -1
    too_short_ms = -1

    # Buttons and openings, debounced: since when a change lasts, -1: it does not.
    down = [False, False]
    down_ms = [-1, -1]
    lid_open = False
    lid_ms = -1
    body_open = False
    body_ms = -1
    alarm_until_ms = -1

    # What is shown, so that only changes travel.
    faces = b""
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


state = State(cup_record.LAYOUT)
