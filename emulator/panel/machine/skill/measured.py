# SPDX-License-Identifier: MIT
"""
How far off the mark a press was, as the machine itself says it on its message line.

The panel measures nothing: the firmware takes the time of the press, and its line between two rounds tells
it, in the language of the ROM.
"""

from __future__ import annotations

import re
from functools import lru_cache

from machines.firmware.skill.front_texts import TEXTS
from machines.support.languages import languages, translator

_SIGNS = (("early", -1), ("late", 1))
_EXACT = "on_mark"


@lru_cache(maxsize=256)
def measured_ms(message: str) -> int | None:
    """Milliseconds below 0 early, above 0 late; None where the line says nothing of a press."""
    for pattern, sign in _patterns():
        found = pattern.search(message.rstrip())
        if found is not None:
            return sign * int(found[1]) if sign else 0
    return None


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], int], ...]:
    """Each text that tells of a press, in every language of the machine, and the sign of its time."""
    texts = dict(line.split("|") for line in TEXTS.strip().splitlines())
    found = []
    for language in languages():
        say = translator(language, "firmware")
        for name, sign in (*_SIGNS, (_EXACT, 0)):
            parts = [re.escape(part) for part in say(texts[name]).split("{}")]
            found.append((re.compile(r"(\d+)".join(parts) + "$"), sign))
    return tuple(found)
