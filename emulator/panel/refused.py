# SPDX-License-Identifier: MIT
"""Why a coin came back, in one line: shown in the message line's place for as long as it takes to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

SHOWN_MS = 3_500


def words(why: str, say: Callable[[str], str]) -> str:
    """The line for one of ``emulator.cabinet.refusals.REASONS``."""
    return {
        "power": say("COIN BACK: NO POWER"),
        "jam": say("COIN BACK: A COIN IS STUCK"),
        "slug": say("BACK: THAT IS NO COIN"),
        "close": say("COIN BACK: TOO FAST"),
        "unknown": say("COIN BACK: NOT TAKEN HERE"),
        "too_large": say("COIN BACK: TOO LARGE"),
        "door": say("COIN BACK: THE DOOR IS OPEN"),
        "logic": say("COIN BACK: LOGIC AREA OPEN"),
        "tilt": say("COIN BACK: OUT OF ORDER"),
        "paying": say("COIN BACK: IT IS PAYING"),
        "link": say("COIN BACK: LINK DOWN"),
        "card": say("COIN BACK: CARD AT WORK"),
        "full": say("COIN BACK: CREDITS ARE FULL"),
        "change": say("COIN BACK: OUT OF CHANGE"),
        "closed": say("COIN BACK: NOT NOW"),
    }[why]


class Refused:
    """Hears which coins come back; ``why`` is the reason of the last one while it is shown."""

    def __init__(self) -> None:
        self._heard: str | None = None
        self._why: str | None = None
        self._until_ms = 0

    def hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        """What the cabinet tells; a coin that is accepted ends the line."""
        if kind == "coin_returned":
            self._heard = str(fields["why"])
        elif kind == "coin_accepted":
            self._heard, self._why = None, None

    def why(self, now_ms: int) -> str | None:
        """The reason to show now, or None."""
        if self._heard is not None:
            self._why, self._heard = self._heard, None
            self._until_ms = now_ms + SHOWN_MS
        if now_ms >= self._until_ms:
            self._why = None
        return self._why
