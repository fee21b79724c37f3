# SPDX-License-Identifier: MIT
"""The words of a command at the prompt: times, numbers, switches, and arguments by name."""

from __future__ import annotations

import re

from emulator.support.errors import HintedError

_TIME = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<unit>us|ms|s|min|h)?")
_UNITS_US = {"us": 1, "ms": 1_000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000}
# A day of virtual time: more is a slip of the finger.
TIME_MOST_US = 24 * 3_600_000_000
_ON, _OFF = ("on", "1", "yes"), ("off", "0", "no")


class PromptError(HintedError):
    """A command at the prompt is none, or wants other words; ``hint`` is the next step."""


def time_us(text: str) -> int:
    """
    A stretch of time in microseconds: "80ms", "1.5s", "2min"; a bare number is milliseconds.

    Raises:
        PromptError: it is none, or longer than a day.
    """
    found = _TIME.fullmatch(text)
    if found is None:
        raise PromptError(f"a time must be a number with us, ms, s, min or h (got {text})", ".run 500ms")
    whole, _, part = found["number"].partition(".")
    unit = _UNITS_US[found["unit"] or "ms"]
    us = int(whole) * unit + int((part or "0")[:9].ljust(9, "0")) * unit // 10**9
    if us > TIME_MOST_US:
        raise PromptError(f"a time must be at most 24h (got {text})", "give it in parts")
    return us


def number(text: str, what: str, least: int = 0) -> int:
    """A whole number, also as 0x1f; PromptError: it is none, or below ``least``."""
    try:
        value = int(text, 0)
    except ValueError:
        raise PromptError(f"{what} must be a whole number (got {text})") from None
    if value < least:
        raise PromptError(f"{what} must be {least} or more (got {value})")
    return value


def switch(text: str, what: str) -> bool:
    """ "on" or "off"; PromptError for anything else."""
    if text not in (*_ON, *_OFF):
        raise PromptError(f"{what} must be on or off (got {text})")
    return text in _ON


def shown_us(us: int) -> str:
    """A time of the machine's clock in seconds, to the microsecond."""
    return f"{us // 1_000_000}.{us % 1_000_000:06d}"
