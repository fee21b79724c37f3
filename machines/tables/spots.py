# SPDX-License-Identifier: MIT
"""
Named bet spots of a cloth, with what they cover, pay and allow, as a game's rules.toml has them.

    spot = read_spots(table)["caballo 17-20"]
    spot.covers, spot.pays, spot.times       # (17, 20), (17, 1), (20, 40, 60)
"""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.refusal import TableError


class Spot(NamedTuple):
    """
    Where chips can lie.

    Attributes:
        name: as ``caballo 17-20``.
        kind: the name of its bets, as ``caballo``.
        covers: results that win.
        pays: how much is paid on how much, the stake apart.
        times: its maximum in times the table's minimum, by tier.
        article: where the text has it.
    """

    name: str
    kind: str
    covers: tuple[int, ...]
    pays: tuple[int, int]
    times: tuple[int, ...]
    article: str

    def win_cents(self, stake_cents: int) -> int:
        """What is paid on a stake, a part of a cent left to the house (reading ``rounding``)."""
        return stake_cents * self.pays[0] // self.pays[1]


def read_spots(bets: JsonView) -> dict[str, Spot]:
    """All spots of a ``[bets]`` table in their order; what a spot covers stands there, or in its name."""
    found: dict[str, Spot] = {}
    for kind, row in bets.items():
        covers = row.get("covers", {})
        for name in row.get("spots", covers):
            numbers = covers[name] if name in covers else _numbers(name)
            found[name] = Spot(
                name,
                kind,
                tuple(numbers),
                read_pays(row["pays"]),
                tuple(row.get("times", ())),
                row["article"],
            )
    return found


def read_pays(text: str) -> tuple[int, int]:
    """What "17 to 1" says."""
    won, word, staked = text.partition(" to ")
    if not word or not won.isdigit() or not staked.isdigit():
        raise TableError(f'pays must be as "17 to 1" (got {text!r})')
    return int(won), int(staked)


def _numbers(name: str) -> list[int]:
    return [int(part) for part in name.split()[-1].split("-") if part.isdigit()]
