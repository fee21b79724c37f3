# SPDX-License-Identifier: MIT
"""
The electronic wheel's pin table and addresses: plain data, as pins.py is for coin machines.

A row is (name, gpio, direction as the chip sees it, active_low, rest): a cut cable of the dome or of the
body looks open, one of a light barrier as if something stood in it.
"""

IN = 0
OUT = 1

PINS = (
    ("i2c_sda", 2, OUT, 0, 0),
    ("i2c_scl", 3, OUT, 0, 0),
    # A light barrier across the rim, which the ball interrupts once a lap.
    ("ball_pass", 4, IN, 0, 1),
    # A light barrier along the pockets: interrupted while the ball lies in one of them.
    ("ball_rest", 5, IN, 0, 1),
    ("button_launch", 6, IN, 1, 0),
    ("door_lid", 7, IN, 0, 1),
    ("door_body", 8, IN, 0, 1),
    ("key_operator", 9, IN, 1, 0),
    # Closes while the wheel stands askew or is pushed.
    ("tilted", 10, IN, 1, 0),
    ("lamp_ready", 11, OUT, 0, 0),
    ("lamp_closed", 12, OUT, 0, 0),
    ("buzzer", 13, OUT, 0, 0),
    # The jet of air that lifts the ball out of its pocket and drives it round the rim.
    ("launcher", 14, OUT, 0, 0),
    ("supply", 47, IN, 0, 0),
)

# In the order of the bits that wheel_show computes.
OUTPUTS = ("lamp_ready", "lamp_closed", "buzzer", "launcher")
# Name, and whether both edges are reported; in the order of the numbers in wheel_state.
EDGES = (
    ("ball_pass", False),
    ("button_launch", True),
    ("door_lid", True),
    ("door_body", True),
    ("key_operator", True),
    ("tilted", True),
    ("ball_rest", True),
)

POCKET_ADDRESS = 0x69
