# SPDX-License-Identifier: MIT
"""
The games of a machine of type A as bytes: what a ROM seals and a laboratory compares, and what it answers.

    tables = SkillTables(game, price_cents=50)
    tables.digest                      # SHA-256 of all that decides a play
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from machines import MachinesError
from machines.firmware.skill import awards, memory, rows, stopper
from machines.support.plain import JsonView
from machines.types.skill.schema import MEMORY


class SkillStateError(MachinesError):
    """Bytes that cannot be what a machine of type A keeps."""


@dataclass(frozen=True)
class SkillTables:
    """
    All that decides a play: no chance is in it.

    Attributes:
        game: LIGHTS and GAMES of the settings.
        price_cents: the model's price.
    """

    game: JsonView
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
        """The 64-bit digest of what so many presses earn in each game, 37 ms apart, and of so many tunes."""
        total = hashlib.sha256(self.blob)
        for title, kind, gains, _, _, rules in self.game["GAMES"]:
            total.update(f"{title}\n".encode())
            for number in range(presses):
                shown = self._tune(rules, number) if kind == MEMORY else self._press(rules, number)
                total.update(f"{shown} {awards.award(5 * shown[0], gains)}\n".encode())
        return int.from_bytes(total.digest()[:8], "big")

    def _press(self, rules: tuple[Any, ...], number: int) -> tuple[int, ...]:
        laps_ms, _, zones = rules
        lap_ms = laps_ms[number % len(laps_ms)]
        worth = stopper.points(stopper.off_ms(37 * number, lap_ms), zones)
        return worth, stopper.light(37 * number, lap_ms, self.game["LIGHTS"])

    def _tune(self, rules: tuple[Any, ...], number: int) -> tuple[int, ...]:
        notes, stride, lengths, *_, worth = rules
        length = lengths[number % len(lengths)]
        return (worth * length, *memory.tune(notes, stride, number, length))

    def new_state(self, machine: int) -> bytes:
        """The first state of a machine."""
        return rows.put(rows.blank(), "machine", machine)

    def check_state(self, state: bytes) -> None:
        """SkillStateError unless the bytes can be a machine's."""
        if not rows.whole(state):
            raise SkillStateError(f"state must be {rows.SIZE} bytes of version {rows.VERSION} that add up")
