# SPDX-License-Identifier: MIT
"""How loud a kiosk is at a time of the day."""

from __future__ import annotations

import time

from emulator.kiosk.settings import Sound


def volume_at(sound: Sound, now: time.struct_time) -> float:
    """The part of full volume at a local time; the first of the hours that it lies in decides."""
    at = f"{now.tm_hour:02d}:{now.tm_min:02d}"
    for hours in sound.hours:
        within = hours.begin <= at < hours.end
        over_midnight = hours.begin > hours.end and (at >= hours.begin or at < hours.end)
        if within or over_midnight:
            return hours.volume / 100
    return sound.volume / 100
