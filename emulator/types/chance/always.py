# SPDX-License-Identifier: MIT
"""What holds in every machine of type C at every moment: each step of a play is decided and counts once."""

from __future__ import annotations

from emulator.types.chance.laws import ChanceLaws
from emulator.types.common.always import Always
from emulator.types.common.laws import Record
from emulator.types.common.witness import Step
from machines.firmware import nvram as record_format
from machines.support.plain import Json, JsonView


class ChanceAlways(Always):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of type C whose books can be read.
    """

    laws_of = ChanceLaws
    _laws: ChanceLaws

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        super().begin()
        settings: Json = self._cab.model.settings()
        self._pace_ms, self._bets_cents = settings["PLAY_MIN_MS"], settings["BETS"]
        # Number of a play: its steps, each with the state that was committed when it was decided.
        self._steps: dict[int, list[tuple[bytes, Step]]] = {}
        self._stakes: dict[int, int] = {}

    def _play(self, t_us: int, fields: JsonView) -> None:
        record = self._books()
        if record is None:
            self._found.append("no step without books")
            return
        self._may_run(record, "step")
        number, action = record["starts"], fields["action"]
        if action == "play":
            number += 1
            self._stakes[number] = self._bets_cents[fields["choice"]]
            self._may_begin(t_us, record, self._stakes[number], self._pace_ms)
        step = Step(action, bytes.fromhex(fields["outcome"]), b"")
        # A step that a cut kept from its commit is decided again.
        made = [] if action == "play" else self._steps.get(number, [])
        at = next((place for place, (state, _) in enumerate(made) if state == record["state"]), len(made))
        self._steps[number] = [*made[:at], (record["state"], step)]

    def _miscounted(self, record: Record) -> list[str]:
        numbers = range(self._laws.base["starts"] + 1, record["starts"] + 1)
        if any(number not in self._steps for number in numbers):
            return [f"play {record['starts']} was counted and never decided"]
        made = [step for number in numbers for step in self._steps[number]]
        if made and record["phase"] == record_format.PHASE_ROLLING and made[-1][0] == record["state"]:
            made.pop()  # decided, and the power went before its commit
        staked_cents = sum(self._stakes[number] for number in numbers)
        return self._laws.counted(record, [step for _, step in made], staked_cents)
