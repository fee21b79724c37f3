# SPDX-License-Identifier: MIT
"""Type C in the world: plays of many steps, each a commit."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.types.chance.always import ChanceAlways
from emulator.types.chance.paid import paid_plays
from emulator.types.chance.recall import play_of_row, steps_by_play
from emulator.types.common.host_type import HostType, Recall, Sheets, Sweep, Visit
from machines.model import ChanceModel


def _sweep() -> Sweep:
    from emulator.types.chance.audit import ChanceAuditor
    from emulator.types.chance.chapters import CHAPTERS
    from emulator.types.common.witness import Witness

    return Sweep(ChanceAuditor, Witness, lambda model: CHAPTERS)


def _sheets() -> Sheets:
    from emulator.types.chance.book import SHEETS

    return SHEETS


def _stops(model: ChanceModel, key: bytes, machine: int) -> Iterator[tuple[int, ...]]:
    return (paid.stops for paid, _ in paid_plays(model.tables, key, machine, None))


def _script(model: ChanceModel) -> str:
    if not model.coins_cents:
        return "visit_card"
    return "visit_bets" if len(model.bets_cents) > 1 else "visit_chance"


CHANCE = HostType(
    letter="C",
    status="playable, payout exact",
    always=ChanceAlways,
    visit=Visit(_script, asked_back_cents=200),
    recall=Recall(play_of_row, steps_by_play),
    sweep=_sweep,
    sheets=_sheets,
    stops=_stops,
)
