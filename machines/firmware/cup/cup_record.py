# SPDX-License-Identifier: MIT
"""The rows of a dice cup's record, and of the ring of its last throws: name, struct code, how many, what."""

FACES = 12
RECORD = (
    ("serial", "I", 1, "serial number of the cup"),
    ("power_ups", "I", 1, "times the firmware started, never reset"),
    ("throws", "Q", 1, "throws made, never reset"),
    ("lifts", "Q", 1, "throws that were shown, never reset"),
    ("voids", "I", 1, "times the lid was lifted while the cup was shaken, never reset"),
    ("opens", "I", 1, "times the body was opened, never reset"),
    ("phase", "B", 1, "0 at rest, 1 thrown and covered, 2 thrown and shown"),
    ("bank", "B", 1, "place of the bank, 0 the croupier's"),
    ("tilt", "12s", 1, "code of the tilt, ASCII; empty when there is none"),
    ("outcome", "48s", 1, "outcome of the last throw as payout.step returned it"),
    ("state", "256s", 1, "state of the core as payout.step returned it"),
)
RING = (
    ("faces", "B", FACES, "of each die, 1 to 6; 0 where there is none"),
    ("bank", "B", 1, "place of the bank"),
    ("time_s", "I", 1, "calendar time"),
)
