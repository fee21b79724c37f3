# SPDX-License-Identifier: MIT
"""The audit of a power cut of a machine of type A: rounds that are over stand, each award is given once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from emulator.cabinet import Cabinet
from emulator.types.common.audit import Auditor, Open, Scene
from emulator.types.common.laws import Record
from emulator.types.skill.laws import SkillLaws, row_of
from machines.firmware.skill import rows
from machines.memory.record import recent
from machines.model import SkillModel
from machines.support.plain import JsonView

# Rows of which what is out of the dispenser is made up.
_OUT = ("tickets_out", "tickets_stray", "tickets_test")


class SkillAuditor(Auditor):
    """Knows rounds, awards and tickets."""

    laws_of = SkillLaws
    _laws: SkillLaws

    def __init__(self, model: SkillModel, cabinet: Cabinet) -> None:
        super().__init__(model, cabinet)
        self._games = model.games

    def owes(self, record: Record) -> bool:
        """Tickets that were won."""
        return bool(rows.tickets_owed(record["state"]))

    def _plays(self, record: Record, plays: Sequence[object]) -> list[str]:
        """Every play was paid for or free, nothing was drawn, and no cash but the price came back."""
        if plays:
            return [f"chance was asked {len(plays)} times by a game of skill"]
        starts, refunds = self._laws.since(record, "starts"), self._laws.row_since(record, "refunds")
        paid = starts - self._laws.row_since(record, "extra_plays")
        wanted = {"staked_cents": paid * self._price_cents, "won_cents": refunds * self._price_cents}
        return self._laws.counted(record) + self._laws.risen(record, wanted)

    def _beyond(self, record: Record, floor: Record, seen: JsonView, left: Open) -> list[str]:
        """No round that was seen is lost, and at most one ticket is out that is not booked."""
        found = []
        seen_points = dict(seen["points"]).get(record["starts"], 0)
        if row_of(record, "points") < seen_points:
            found.append(f"{seen_points} points were seen, {row_of(record, 'points')} are left")
        if seen["unowed"]:
            found.append(f"{seen['unowed']} tickets left that nobody was owed")
        left.tickets = seen["tickets"] - sum(self._laws.row_since(record, name) for name in _OUT)
        if left.tickets not in (0, 1):
            found.append(f"tickets that left and are not booked must be 0 or 1 (got {left.tickets})")
        return found

    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled with the points that were seen."""
        told = {row["number"]: row for row in recent(scene.nvram)}
        shown = dict(scene.seen["points"])
        for number in range(max(self._base["starts"] + 1, record["starts"] - 9), record["starts"] + 1):
            if number not in told:
                return [f"play {number} cannot be recalled"]
            stops = told[number]["stops"]
            points = stops[0] << 8 | stops[1]
            if points < shown.get(number, 0):
                return [f"play {number} is recalled with {points} points, {shown[number]} were seen"]
        return self._earned(record, told)

    def _earned(self, record: Record, told: Mapping[int, JsonView]) -> list[str]:
        """What was won in this run is what the plays that can be recalled won, each once."""
        first = self._base["starts"] + (0 if self._base["phase"] else 1)
        last = record["starts"] - (1 if record["phase"] else 0)
        won = Counter[str]()
        found = [line for number in range(first, last + 1) for line in self._laws.earn(told[number], won)]
        return found + self._laws.given(record, won)

    def _award(self, record: Record) -> tuple[int, str, int]:
        """What the points of the play under way earn: number of the award, what it gives, how much of it."""
        game = self._games[row_of(record, "game")]
        number, gives, count = 0, "", 0
        for at, award in enumerate(game.awards or (), 1):
            if row_of(record, "points") >= award.points:
                number, gives, count = at, award.gives, award.count or 0
        if gives == "play" and row_of(record, "extra_given") >= (game.extra_plays_max or 0):
            return 0, "", 0
        return number, gives, count

    def _given(self, before: Record, record: Record, scene: Scene) -> list[str]:
        """The play that was under way is over with its points; its award, and all else owed, came once."""
        number, gives, count = row_of(before, "won"), "", 0
        if before["phase"]:
            number, gives, count = self._award(before)
        refunded = int(gives == "refund")
        refund_cents = refunded * row_of(before, "paid_cents")
        wanted = {
            "points": row_of(before, "points"),
            "won": number,
            "tickets_won": row_of(before, "tickets_won") + (count if gives == "tickets" else 0),
            "refunds": row_of(before, "refunds") + refunded,
            "extra_owed": 1 if gives == "play" else row_of(before, "extra_owed"),
            "tickets_stray": row_of(before, "tickets_stray"),
        }
        found = [
            f"{name} is {row_of(record, name)} at rest, must be {must}"
            for name, must in wanted.items()
            if row_of(record, name) != must
        ]
        must = before["credits_cents"] + self._came_in(before, record)
        if record["credits_cents"] != must:
            found.append(f"credits_cents is {record['credits_cents']} at rest, must be {must}")
        owed = refund_cents + sum(cents for _, cents in before["queue"])
        given = record["coin_out_cents"] - before["coin_out_cents"]
        given += record["hand_paid_cents"] - before["hand_paid_cents"]
        if owed != given:
            found.append(f"{owed} cents were owed, {given} were given")
        if record["queue"] or rows.tickets_owed(record["state"]):
            found.append("something is still owed at rest")
        return found
