# SPDX-License-Identifier: MIT
"""Why a coin or a note came back, in one line: in the message line's place, long enough to be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from machines.support.plain import JsonView

SHOWN_MS = 3_500
_COIN, _NOTE = ("coin_returned",), ("note_refused", "note_returned")
_TAKEN = ("coin_accepted", "note_in")


class Refusal(NamedTuple):
    """One of ``emulator.cabinet.refusals.REASONS``, or of its ``NOTE_REASONS`` where it is a note's."""

    why: str
    note: bool = False


def words(refusal: Refusal, say: Callable[[str], str]) -> str:
    """The line for a refusal."""
    return (_of_note if refusal.note else _of_coin)(refusal.why, say)


def _of_coin(why: str, say: Callable[[str], str]) -> str:
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


def _of_note(why: str, say: Callable[[str], str]) -> str:
    return {
        "power": say("NOTE BACK: NO POWER"),
        "jam": say("NOTE BACK: A NOTE IS STUCK"),
        "slug": say("NOTE BACK: CANNOT READ IT"),
        "close": say("NOTE BACK: ONE AT A TIME"),
        "box": say("NOTE BACK: BOX IS FULL"),
        "unknown": say("NOTE BACK: NOT TAKEN HERE"),
        "too_large": say("NOTE BACK: TOO LARGE"),
        "door": say("NOTE BACK: THE DOOR IS OPEN"),
        "logic": say("NOTE BACK: LOGIC AREA OPEN"),
        "tilt": say("NOTE BACK: OUT OF ORDER"),
        "paying": say("NOTE BACK: IT IS PAYING"),
        "link": say("NOTE BACK: LINK DOWN"),
        "card": say("NOTE BACK: CARD AT WORK"),
        "full": say("NOTE BACK: CREDIT IS FULL"),
        "change": say("NOTE BACK: OUT OF CHANGE"),
        "closed": say("NOTE BACK: NOT NOW"),
    }[why]


class Refused:
    """Hears which coins and notes come back; ``why`` is the reason of the last one while it is shown."""

    def __init__(self) -> None:
        self._heard: Refusal | None = None
        self._why: Refusal | None = None
        self._until_ms = 0

    def hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        """What the cabinet tells; a coin or a note that is taken in ends the line."""
        if kind in _COIN + _NOTE:
            self._heard = Refusal(str(fields["why"]), kind in _NOTE)
        elif kind in _TAKEN:
            self._heard, self._why = None, None

    def why(self, now_ms: int) -> Refusal | None:
        """The reason to show now, or None."""
        if self._heard is not None:
            self._why, self._heard = self._heard, None
            self._until_ms = now_ms + SHOWN_MS
        if now_ms >= self._until_ms:
            self._why = None
        return self._why
