# SPDX-License-Identifier: MIT
"""The module time of a program with a loop of its own: the same, and sleep, which lets time pass."""

from utime import ticks_add, ticks_diff

from _board import ticks_ms, ticks_us, time
from _board import wait as _wait


def sleep_ms(ms):
    until = ticks_add(ticks_ms(), ms)
    left = ms
    while left > 0:
        # An interrupt ends the wait early; its handler runs before the loop goes on.
        _wait(left)
        left = ticks_diff(until, ticks_ms())


def sleep_us(us):
    sleep_ms((us + 999) // 1000)


def sleep(seconds):
    sleep_ms(int(seconds * 1000))
