# SPDX-License-Identifier: MIT
"""
What holds in every machine of type A at every moment: skill alone earns, each play and award counts once.

    always = AlwaysSkill(cabinet)
    cabinet.run(ms=5000)
    always.broken()              # [] or one line for everything that did not hold since it was asked last
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from emulator.scenario.always import Always, Record
from machines.firmware import nvram as record_format
from machines.firmware.skill import rows
from machines.model import SkillModel

# Rows of the play state that only rise.
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
# Plays that can be recalled.
_ROWS = 10


class AlwaysSkill(Always):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of type A whose books can be read.
    """

    def _learn(self) -> None:
        model = self._cab.model
        assert isinstance(model, SkillModel)
        self._model = model
        self._most = {"credits_cents": model.settings()["CREDITS_MAX_CENTS"]}
        self._rules = {"credits_cents": "A-01"}

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        super().begin()
        self._before: Record = self._base
        self._rows_before: dict[str, int] = {}
        # What the plays since then have won, as their rows tell it, and up to which play that is.
        self._earned: Counter[str] = Counter()
        self._counted = self._over_by(self._base) if self._base else 0

    # -- what happens -------------------------------------------------------------------------------

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in ("step", "absorb", "trial"):
            self._found.append(f"a game of skill must leave chance alone (got {kind})")
        elif kind == "commit":
            self._committed()
        else:
            super()._hear(kind, t_us, fields)

    def _committed(self) -> None:
        """Something is in the books: has a play begun, and might it?"""
        record = record_format.decode(self._cab.nvram)
        if record is None:
            return
        before, self._before = self._before, record
        if before and record["starts"] == before["starts"] + 1:
            self._begun(before, record)
        elif before and record["starts"] != before["starts"]:
            self._found.append(f"plays must begin one by one (got {before['starts']} to {record['starts']})")

    def _begun(self, before: Record, record: Record) -> None:
        open_doors = [name for name in ("main", "logic") if self._cab.doors[name]]
        if open_doors:
            self._found.append(f"no play with an open door (got {', '.join(open_doors)})")
        if before["tilt"]:
            self._found.append(f"no play while the machine is stopped (got tilt {before['tilt']})")
        if before["queue"] or before["phase"] or rows.tickets_owed(before["state"]):
            self._found.append(f"no play before the last one is over and given (got {before['queue']})")
        cost_cents = before["credits_cents"] - record["credits_cents"]
        free = _row(before, "extra_owed")
        price_cents = 0 if free else _row(before, "price_cents") or self._price_cents
        if cost_cents != price_cents:
            self._found.append(f"a play must cost {price_cents} cents now (got {cost_cents})")
        if record["staked_cents"] - before["staked_cents"] != price_cents:
            self._found.append(f"a play must be booked with {price_cents} cents")

    def _coin(self, cents: int) -> None:
        """A coin that the model does not take goes back."""
        if cents not in self._model.coins_cents:
            self._found.append(f"a coin of {cents} cents must be returned")

    # -- what can be seen ---------------------------------------------------------------------------

    def _fallen(self, record: Record) -> list[str]:
        found = super()._fallen(record)
        for name in _RISING:
            value = _row(record, name)
            if value < self._rows_before.get(name, 0):
                found.append(f"{name} must never fall below {self._rows_before[name]} (got {value})")
            self._rows_before[name] = value
        return found

    @staticmethod
    def _over_by(record: Record) -> int:
        """The last play that is over."""
        return int(record["starts"]) - (1 if record["phase"] else 0)

    def _miscounted(self, record: Record) -> list[str]:
        """Counters against the plays: each was paid for or free, and what was won is what they earned."""
        base = self._base
        if not base:
            return []
        found = self._earnings(record)
        plays = record["starts"] - base["starts"]
        wanted = {"plays": plays, "prizes": self._since(record, "refunds")}
        for name, count in wanted.items():
            if record[name] - base[name] != count:
                found.append(f"{name} must be {base[name] + count} after these plays (got {record[name]})")
        if rows.tickets_owed(record["state"]) < 0:
            found.append("tickets must not be given before they are won")
        if self._torn:
            return found  # a row that a fault of the memory took tells of no award
        for name, kind in (("tickets_won", "tickets"), ("refunds", "refund"), ("won_cents", "cents")):
            since = record[name] - base[name] if name == "won_cents" else self._since(record, name)
            if since != self._earned[kind]:
                found.append(f"{name} must have risen by {self._earned[kind]} in these plays (got {since})")
        given = self._since(record, "extra_plays") + _row(record, "extra_owed") - _row(base, "extra_owed")
        if given > self._earned["play"]:
            found.append(f"free plays must be {self._earned['play']} at most (got {given})")
        return found

    def _since(self, record: Record, name: str) -> int:
        return _row(record, name) - _row(self._base, name)

    def _earnings(self, record: Record) -> list[str]:
        """Take the rows of the plays that are over by now: each award is that of its points."""
        last = self._over_by(record)
        if last <= self._counted:
            return []
        told = {row["number"]: row for row in record_format.recent(self._cab.nvram)}
        found = []
        for number in range(max(self._counted + 1, last - _ROWS + 1), last + 1):
            if number in told:
                found += self._earn(told[number])
        self._counted = last
        return found

    def _earn(self, row: Mapping[str, Any]) -> list[str]:
        high, low, award, _, number, _, *_ = row["stops"]
        points = high << 8 | low
        game = self._model.games[number]
        awards = game.awards or ()
        reached = max((at for at, one in enumerate(awards, 1) if points >= one.points), default=0)
        found = []
        if points > (game.most_points or 0):
            found.append(f"a play must earn {game.most_points} points at most (got {points})")
        spent = not award and reached > 0 and awards[reached - 1].gives == "play"
        if award != reached and not spent:
            found.append(f"{points} points must win award {reached} (got {award})")
        if award:
            won = awards[award - 1]
            self._earned[won.gives] += won.count or 1
            refunded = row["prizes_cents"][0]
            self._earned["cents"] += refunded
            if bool(refunded) != (won.gives == "refund"):
                found.append(f"an award of {won.gives} must give no cash (got {refunded} cents)")
        return found

    def _misremembered(self, record: Record) -> list[str]:
        """A play has its row when it is over."""
        return super()._misremembered({**record, "starts": self._over_by(record)})

    def _misshown(self, record: Record) -> list[str]:
        """What is lit against what is booked."""
        found, shown = [], self._cab.display
        credits, cents = shown.credits.strip(), record["credits_cents"]
        if not credits.strip("- ."):
            return []  # books that cannot be trusted are not shown
        if credits != f"{cents // 100}.{cents % 100:02d}":
            found.append(f"credits must show the {cents} cents that are booked (got {credits})")
        points = _row(record, "points")
        if shown.prizes.strip() != str(points):
            found.append(f"the points must be the {points} that are booked (got {shown.prizes.strip()})")
        # In a round START stops the light, whatever is to be paid after the play.
        paying = record["queue"] and not record["phase"]
        if self._cab.lamps["start"] and (record["tilt"] or paying or self._cab.doors["main"]):
            found.append(f"START must be dark (got tilt {record['tilt'] or 'none'}, {record['queue']})")
        return found


def _row(record: Record, name: str) -> int:
    return rows.get(record["state"], name)
