# SPDX-License-Identifier: MIT
"""The rows of a wheel's record, and of the ring of its last draws: name, struct code, how many, what."""

RECORD = (
    ("serial", "I", 1, "serial number of the wheel"),
    ("power_ups", "I", 1, "times the firmware started, never reset"),
    ("draws", "Q", 1, "pockets drawn, never reset"),
    ("shows", "Q", 1, "draws that were shown, never reset"),
    ("nulls", "I", 1, "throws that were null without a tilt, never reset"),
    ("voids", "I", 1, "throws that a tilt ended, never reset"),
    ("opens", "I", 1, "times the body was opened, never reset"),
    ("phase", "B", 1, "0 at rest, 1 drawn and not yet shown, 2 drawn and shown"),
    ("tilt", "12s", 1, "code of the tilt, ASCII; empty when there is none"),
    ("outcome", "48s", 1, "outcome of the last draw as payout.step returned it"),
    ("state", "256s", 1, "state of the core as payout.step returned it"),
)
RING = (
    ("pocket", "H", 1, "from 0, clockwise"),
    ("number", "H", 1, "that is written on it"),
    ("laps", "H", 1, "that the ball was seen to run before it fell"),
    ("time_s", "I", 1, "calendar time"),
)
