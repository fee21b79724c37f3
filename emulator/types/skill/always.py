# SPDX-License-Identifier: MIT
"""What holds in every machine of type A at every moment: skill alone earns, each award counts once."""

from __future__ import annotations

from collections import Counter

from emulator.types.common.always import Always
from emulator.types.common.laws import Record
from emulator.types.skill.laws import SkillLaws, row_of
from machines.firmware import nvram as record_format
from machines.firmware.skill import rows
from machines.memory.record import decode, recent
from machines.support.plain import JsonView

# Plays that can be recalled.
_ROWS = 10


class SkillAlways(Always):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of type A whose books can be read.
    """

    laws_of = SkillLaws
    _laws: SkillLaws

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        super().begin()
        self._before: Record | None = self._laws.base if self._laws else None
        # What the plays since then have won, as their rows tell it, and up to which play that is.
        self._earned: Counter[str] = Counter()
        self._counted = _over_by(self._before) if self._before else 0

    # -- what happens -------------------------------------------------------------------------------

    def _hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        if kind in ("absorb", "trial"):
            self._drawn(kind)
        elif kind == "commit":
            self._committed()
        else:
            super()._hear(kind, t_us, fields)

    def _play(self, t_us: int, fields: JsonView) -> None:
        self._drawn("step")

    def _drawn(self, kind: str) -> None:
        """Chance was asked for something."""
        self._found.append(f"a game of skill must leave chance alone (got {kind})")

    def _committed(self) -> None:
        """Something is in the books: has a play begun, and might it?"""
        record = decode(self._cab.nvram)
        if record is None:
            return
        before, self._before = self._before, record
        if before and record["starts"] == before["starts"] + 1:
            self._begun(before, record)
        elif before and record["starts"] != before["starts"]:
            self._found.append(f"plays must begin one by one (got {before['starts']} to {record['starts']})")

    def _begun(self, before: Record, record: Record) -> None:
        # A tick that finds the door shut may begin a play as well: both are in the books when these are read.
        shut = before["door_open"] == record_format.DOOR_OPEN != record["door_open"]
        self._may_run(record if shut else before, "play")
        if before["queue"] or before["phase"] or rows.tickets_owed(before["state"]):
            self._found.append(f"no play before the last one is over and given (got {before['queue']})")
        cost_cents = before["credits_cents"] - record["credits_cents"]
        free = row_of(before, "extra_owed")
        price_cents = 0 if free else row_of(before, "price_cents") or self._cab.model.price_cents
        if cost_cents != price_cents:
            self._found.append(f"a play must cost {price_cents} cents now (got {cost_cents})")
        if record["staked_cents"] - before["staked_cents"] != price_cents:
            self._found.append(f"a play must be booked with {price_cents} cents")

    # -- what can be seen ---------------------------------------------------------------------------

    def _miscounted(self, record: Record) -> list[str]:
        found = self._earnings(record) + self._laws.counted(record)
        # A row that a fault of the memory took tells of no award.
        return found if self._torn else found + self._laws.given(record, self._earned)

    def _earnings(self, record: Record) -> list[str]:
        """Take the rows of the plays that are over by now: each award is that of its points."""
        last = _over_by(record)
        if last <= self._counted:
            return []
        told = {row["number"]: row for row in recent(self._cab.nvram)}
        found = []
        for number in range(max(self._counted + 1, last - _ROWS + 1), last + 1):
            if number in told:
                found += self._laws.earn(told[number], self._earned)
        self._counted = last
        return found

    def _misremembered(self, record: Record) -> list[str]:
        """A play has its row when it is over."""
        return super()._misremembered({**record, "starts": _over_by(record)})

    def _misshown(self, record: Record) -> list[str]:
        found, shown = super()._misshown(record), self._cab.display
        points = row_of(record, "points")
        if shown.credits.strip("- .") and shown.prizes.strip() != str(points):
            found.append(f"the points must be the {points} that are booked (got {shown.prizes.strip()})")
        return found

    def _dark(self, record: Record) -> bool:
        """In a round START stops the light, whatever is to be paid after the play."""
        return bool(record["tilt"] or (record["queue"] and not record["phase"]) or self._cab.doors["main"])


def _over_by(record: Record) -> int:
    """The last play that is over."""
    return int(record["starts"]) - (1 if record["phase"] else 0)
