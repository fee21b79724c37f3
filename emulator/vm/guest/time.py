# SPDX-License-Identifier: MIT
"""The module time of the emulated board, on its virtual clock; a tick takes no time, so nothing sleeps."""

from utime import ticks_add, ticks_diff

from _board import ticks_ms, ticks_us, time
