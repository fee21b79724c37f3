# SPDX-License-Identifier: MIT
"""
The dice cup's pin table and addresses: plain data, as pins.py is for coin machines.

A row is (name, gpio, direction as the chip sees it, active_low, rest): a cut cable of the lid or of the
body looks open.
"""

IN = 0
OUT = 1

PINS = (
    ("i2c_sda", 2, OUT, 0, 0),
    ("i2c_scl", 3, OUT, 0, 0),
    # A ball in a cage that closes its contact whenever the cup is moved.
    ("motion", 4, IN, 1, 0),
    ("button_shake", 5, IN, 1, 0),
    ("button_bank", 6, IN, 1, 0),
    ("door_lid", 7, IN, 0, 1),
    ("door_body", 8, IN, 0, 1),
    ("key_operator", 9, IN, 1, 0),
    ("lamp_ready", 10, OUT, 0, 0),
    ("buzzer", 11, OUT, 0, 0),
    # The motor that shakes for those who press the button.
    ("shaker", 12, OUT, 0, 0),
    ("supply", 47, IN, 0, 0),
)

# In the order of the bits that cup_show computes.
OUTPUTS = ("lamp_ready", "buzzer", "shaker")
# Name, and whether both edges are reported; in the order of the numbers in cup_state.
EDGES = (
    ("motion", False),
    ("button_shake", True),
    ("button_bank", True),
    ("door_lid", True),
    ("door_body", True),
    ("key_operator", True),
)

DICE_ADDRESS = 0x68
