# SPDX-License-Identifier: MIT
"""The laws of a machine of type A: points alone win awards, and each award counts once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from emulator.types.common.laws import Laws, Record
from machines.firmware.skill import rows
from machines.model import SkillModel
from machines.support.plain import JsonView

# Rows of the play state that nothing may lower.
_RISING = (
    "tickets_won",
    "tickets_out",
    "tickets_hand",
    "tickets_stray",
    "tickets_test",
    "extra_plays",
    "refunds",
    "best",
)


class SkillLaws(Laws):
    """
    What holds of its books.

    Args:
        model: the machine.
        base: its books when the watch began.
    """

    def __init__(self, model: SkillModel, base: Record) -> None:
        super().__init__(model, base)
        self._games = model.games
        self._most_cents = {"credits_cents": (int(str(model.settings()["CREDITS_MAX_CENTS"])), "A-01")}

    def row_since(self, record: Record, name: str) -> int:
        """How far a row of the play state has risen in this watch."""
        return row_of(record, name) - row_of(self.base, name)

    def fallen(self, record: Record, floor: Record) -> list[str]:
        """No counter falls, of the play state neither."""
        return super().fallen(record, floor) + [
            f"{name} must never fall below {row_of(floor, name)} (got {row_of(record, name)})"
            for name in _RISING
            if row_of(record, name) < row_of(floor, name)
        ]

    def counted(self, record: Record) -> list[str]:
        """Each play counts once, a price given back is the only prize, and no ticket is given early."""
        wanted = {"plays": self.since(record, "starts"), "prizes": self.row_since(record, "refunds")}
        found = self.risen(record, wanted)
        if rows.tickets_owed(record["state"]) < 0:
            found.append("tickets must not be given before they are won")
        return found

    def earn(self, row: JsonView, earned: Counter[str]) -> list[str]:
        """
        A play wins the award of its points, and cash only as its price.

        Args:
            row: the play, as it is recalled.
            earned: takes what it has won.
        """
        high, low, award, _, number, _, *_ = row["stops"]
        points = high << 8 | low
        game = self._games[number]
        awards = game.awards or ()
        reached = max((at for at, one in enumerate(awards, 1) if points >= one.points), default=0)
        found = []
        if points > (game.most_points or 0):
            found.append(f"a play must earn {game.most_points} points at most (got {points})")
        spent = not award and reached > 0 and awards[reached - 1].gives == "play"
        if award != reached and not spent:
            found.append(f"{points} points must win award {reached} (got {award})")
        if award:
            won, refunded = awards[award - 1], row["prizes_cents"][0]
            earned[won.gives] += won.count or 1
            earned["cents"] += refunded
            if bool(refunded) != (won.gives == "refund"):
                found.append(f"an award of {won.gives} must give no cash (got {refunded} cents)")
        return found

    def given(self, record: Record, earned: Mapping[str, int]) -> list[str]:
        """What was won in this watch is what its plays have earned."""
        found = []
        for name, kind in (("tickets_won", "tickets"), ("refunds", "refund"), ("won_cents", "cents")):
            since = self.since(record, name) if name == "won_cents" else self.row_since(record, name)
            if since != earned[kind]:
                found.append(f"{name} must have risen by {earned[kind]} in these plays (got {since})")
        free = self.row_since(record, "extra_plays") + self.row_since(record, "extra_owed")
        if free > earned["play"]:
            found.append(f"free plays must be {earned['play']} at most (got {free})")
        return found


def row_of(record: Record, name: str) -> int:
    """A row of the play state in the books."""
    return rows.get(record["state"], name)
