# SPDX-License-Identifier: MIT
"""Everything that the dice cup knows, on one object: the rows of its record and the rest."""

import cup_record
import device_record
from device_state import DeviceState

# Edges that interrupts report, in the order of cup_pins.EDGES.
EDGE_MOTION = 0
EDGE_SHAKE = 1
EDGE_BANK = 2
EDGE_LID = 3
EDGE_BODY = 4
EDGE_KEY = 5
EDGES = 6
BUTTONS = 2

RECORD = device_record.record(cup_record.RECORD)


class State(DeviceState):
    """The one state object. No attribute is ever added after __init__."""

    # Motion: contacts counted, since when it goes on, the last one; -1: at rest.
    contacts = 0
    moved_ms = -1
    contact_ms = -1
    shaker_until_ms = -1
    too_short_ms = -1

    # The dice as they are shown, so that only changes travel.
    faces = b""


state = State(RECORD.rows, EDGES, BUTTONS)
