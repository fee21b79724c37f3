# SPDX-License-Identifier: MIT
"""What holds in every machine of type B at every moment: each play and each gamble counts once."""

from __future__ import annotations

import cext
from emulator.types.common.always import Always
from emulator.types.common.laws import Record
from emulator.types.common.witness import Play, play_of
from emulator.types.cycle.laws import CycleLaws
from machines.firmware import nvram as record_format
from machines.model import need_cycle
from machines.support.plain import JsonView

# Where a state of type B says that a gamble is offered, and how many gambles of this prize were won.
_GAMBLE_AT, _GAMBLES_AT = 158, 159


class CycleAlways(Always):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of type B whose books can be read.
    """

    laws_of = CycleLaws
    _laws: CycleLaws

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        self._model = need_cycle(self._cab.model, "what always holds is known of")
        super().begin()
        # Number of a play: as the core decided it.
        self._plays: dict[int, Play] = {}

    # -- what happens -------------------------------------------------------------------------------

    def _hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        super()._hear(kind, t_us, fields)
        if kind == "answer":
            self._answer(fields)

    def _play(self, t_us: int, fields: JsonView) -> None:
        record, entries = self._books(), fields["simultaneous"]
        if record is None:
            self._found.append("no play without books")
            return
        self._may_run(record, "play")
        if not all(meter.plugged for meter in self._cab.machine.meters.values()):
            self._found.append("no play without its meters (K-02)")
        limits = self._model.limits
        self._may_begin(t_us, record, entries * self._model.price_cents, limits.play_min_ms)
        begun = self._starts_us
        full = len(begun) > limits.plays_window_max
        if full and t_us - begun.pop(0) < limits.plays_window_ms * 1000:
            self._found.append(f"{limits.plays_window_max} plays at most in {limits.plays_window_ms} ms")
        self._plays[record["starts"] + 1] = play_of(entries, bytes.fromhex(fields["outcome"]))

    def _answer(self, fields: JsonView) -> None:
        """A gamble is taken or dared: the play has won what it comes to (B-22)."""
        record, raw = self._books(), bytes.fromhex(fields["outcome"])
        if record is None or record["phase"] != record_format.PHASE_ROLLING:
            self._found.append("no gamble but of a play that is being shown")
            return
        limits, won_cents = self._model.limits, cext.unpack_outcome(raw).won_cents
        double = record["simultaneous"] > 1
        most_cents = limits.double_prize_max_cents if double else limits.prize_max_cents
        if won_cents > most_cents:
            self._found.append(f"a gamble must leave at most {most_cents} cents (got {won_cents})")
        play = self._plays.get(record["starts"])
        if play is not None:
            # One that was decided and never committed is decided anew.
            made = record["state"][_GAMBLES_AT]
            self._plays[record["starts"]] = play._replace(answers=(*play.answers[:made], raw))

    def _coin(self, cents: int) -> None:
        """B-17: no coin above the limit; and none while the credits are full, whatever is stuck."""
        if cents > self._model.limits.insert_max_cents:
            self._found.append(f"a coin of {cents} cents must be returned")
        else:
            super()._coin(cents)

    # -- what can be seen ---------------------------------------------------------------------------

    def _miscounted(self, record: Record) -> list[str]:
        made = self._made(record)
        if made is None:
            return [f"play {record['starts']} was counted and never decided"]
        return self._laws.counted(record, made)

    def _made(self, record: Record) -> list[Play] | None:
        """The plays that the books have counted; None: one of them was never decided."""
        numbers = range(self._laws.base["starts"] + 1, record["starts"] + 1)
        if any(number not in self._plays for number in numbers):
            return None
        return [self._plays[number] for number in numbers]

    def _counters(self, record: Record) -> dict[str, tuple[str, int]]:
        shown, prize_cents = self._cab.display, record["prize_meter_cents"]
        if record["queue"] and record["queue"][0][0] in ("meter", "prize", "link"):
            prize_cents += record["queue"][0][1]
        found = super()._counters(record) | {"prizes": (shown.prizes, prize_cents)}
        if self._laws.reserve_max_cents:
            found["reserve"] = (shown.reserve, record["reserve_cents"])
        return found

    def _misshown(self, record: Record) -> list[str]:
        found, shown = super()._misshown(record), self._cab.display
        dark = not shown.credits.strip("- .")
        if not dark and not self._laws.reserve_max_cents and shown.reserve.strip(" "):
            found.append(f"a machine without a reserve has no counter for one (got {shown.reserve.strip()})")
        return found

    def _dark(self, record: Record) -> bool:
        """Whoever is offered a gamble may answer with START, whatever is owed after the play."""
        return bool(record["tilt"] or (record["queue"] and not record["state"][_GAMBLE_AT]))
