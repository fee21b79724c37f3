# SPDX-License-Identifier: MIT
"""
The pulse of an electromechanical meter: how long its coil is on, when it has counted, when the next may come.

Plain numbers, read by the firmware that drives the meters and by the host that asks whether they keep up.
An impulse counter rated ten counts a second wants half of that time on and half of it off; it counts when a
pulse of 30 ms or more ends (emulator/devices/meter.py).
"""

COUNTS_MS = 30
ON_MS = 50
CYCLE_MS = 100
# The clock rounds down: each of the three stages takes one millisecond more, which makes sure of its length.
PERIOD_MS = CYCLE_MS + 3
