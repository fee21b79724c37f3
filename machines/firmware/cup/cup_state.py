# SPDX-License-Identifier: MIT
"""Everything that the dice cup knows, on one object of plain values; the first part mirrors cup_record."""

import time

import cup_record
import nvram

# Edges that interrupts report.
EDGE_MOTION = 0
EDGE_SHAKE = 1
EDGE_BANK = 2
EDGE_LID = 3
EDGE_BODY = 4
EDGE_KEY = 5
EDGES = 6

IDLE_MS = 500


class State:
    """The one state object. No attribute is ever added after __init__."""

    def __init__(self) -> None:
        # Committed, as cup_record.LAYOUT explains.
        self.sequence = 0
        self.serial = 0
        self.power_ups = 0
        self.throws = 0
        self.lifts = 0
        self.voids = 0
        self.opens = 0
        self.phase = cup_record.PHASE_REST
        self.bank = 0
        self.tilt = ""
        self.outcome = bytes(nvram.OUTCOME_SIZE)
        self.state = bytes(nvram.STATE_SIZE)

        # Clock.
        self.now_ms = 0
        self.last_ticks = time.ticks_ms()
        self.due_ms = 0
        self.edges = [0] * EDGES

        # Nothing may be thrown or written while no record could be read.
        self.locked = False
        # What nvram.keyed made of the chip's key.
        self.seals: tuple = ()
        self.self_test_ms = 0

        # Motion: contacts counted, since when it goes on, the last one; -1: at rest.
        self.contacts = 0
        self.moved_ms = -1
        self.contact_ms = -1
        self.shaker_until_ms = -1
        self.too_short_ms = -1

        # Buttons and openings, debounced: since when a change lasts, -1: it does not.
        self.down = [False, False]
        self.down_ms = [-1, -1]
        self.lid_open = False
        self.lid_ms = -1
        self.body_open = False
        self.body_ms = -1
        self.alarm_until_ms = -1

        # What is shown, so that only changes travel.
        self.faces = b""
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


state = State()
