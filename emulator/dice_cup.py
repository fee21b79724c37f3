# SPDX-License-Identifier: MIT
"""The dice cup by its short name: ``from emulator.dice_cup import DiceCup``."""

from emulator.tables.dice_cup import DiceCup as DiceCup
