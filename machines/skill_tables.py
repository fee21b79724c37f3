# SPDX-License-Identifier: MIT
"""
The game of a machine of type A as bytes: what a ROM seals and a laboratory compares, and what it answers.

    tables = SkillTables(game, price_cents=50)
    tables.digest                      # SHA-256 of all that decides a play
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from machines import MachinesError
from machines.firmware.skill import rows, stopper


class SkillStateError(MachinesError):
    """Bytes that cannot be what a machine of type A keeps."""


@dataclass(frozen=True)
class SkillTables:
    """
    All that decides a play: no chance is in it.

    Attributes:
        game: LAPS_MS, LAPS, PAUSE_MS, LIGHTS, ZONES, AWARDS and EXTRA_PLAYS_MAX of the settings.
        price_cents: the model's price.
    """

    game: Mapping[str, Any]
    price_cents: int
    reels = 0

    @cached_property
    def blob(self) -> bytes:
        """The game as canonical JSON."""
        whole = {**self.game, "PRICE_CENTS": self.price_cents}
        return json.dumps(whole, sort_keys=True, separators=(",", ":")).encode()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the blob, as hex digits."""
        return hashlib.sha256(self.blob).hexdigest()

    def answer(self, presses: int) -> int:
        """The 64-bit digest of what so many presses earn, 37 ms apart, round after round."""
        total = hashlib.sha256(self.blob)
        laps = self.game["LAPS_MS"]
        for number in range(presses):
            lap_ms = laps[number % len(laps)]
            worth = stopper.points(stopper.off_ms(37 * number, lap_ms), self.game["ZONES"])
            light = stopper.light(37 * number, lap_ms, self.game["LIGHTS"])
            total.update(f"{worth} {light} {stopper.award(5 * worth, self.game['AWARDS'])}\n".encode())
        return int.from_bytes(total.digest()[:8], "big")

    def new_state(self, machine: int) -> bytes:
        """The first state of a machine."""
        return rows.put(rows.blank(), "machine", machine)

    def check_state(self, state: bytes) -> None:
        """SkillStateError unless the bytes can be a machine's."""
        if not rows.whole(state):
            raise SkillStateError(f"state must be {rows.SIZE} bytes of version {rows.VERSION} that add up")
