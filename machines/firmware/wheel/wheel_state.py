# SPDX-License-Identifier: MIT
"""Everything that the electronic wheel knows, on one object: the rows of its record and the rest."""

import device_record
import wheel_record
from device_state import DeviceState

# Edges that interrupts report, in the order of wheel_pins.EDGES.
EDGE_PASS = 0
EDGE_LAUNCH = 1
EDGE_LID = 2
EDGE_BODY = 3
EDGE_KEY = 4
EDGE_TILTED = 5
EDGE_REST = 6
EDGES = 7
BUTTONS = 1

RECORD = device_record.record(wheel_record.RECORD)

# Where a throw is; forgotten with the power, so that a throw never goes on after a cut.
STILL = 0
LAUNCHED = 1
RUNNING = 2
FALLEN = 3


class State(DeviceState):
    """The one state object. No attribute is ever added after __init__."""

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
    # Since when the light barriers are interrupted and the wheel stands askew, -1: they are not.
    dark_ms = -1
    lies_ms = -1
    askew_ms = -1

    # The pocket that is lit, so that only changes travel.
    seen = -1


state = State(RECORD.rows, EDGES, BUTTONS)
