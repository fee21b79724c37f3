# SPDX-License-Identifier: MIT
"""The chapters of the power-cut script that linked machines have: an award, a controller away."""

from __future__ import annotations

from emulator.chapters.link import GENEROUS
from emulator.chapters.player import HALF_SECOND_MS, Chapter, Player, Prepared, answer
from machines.model import Model

_AWAY_MS = 1_500


def _prepared(model: Model, key: bytes) -> Prepared:
    """The price of two plays."""
    return Prepared({"credits_cents": 2 * model.price_cents})


def _linked(model: Model) -> bool:
    return model.link is not None


def _awarded(player: Player) -> None:
    """Answer what the play asks until its award is in the books."""

    def given() -> bool:
        record = player.record()
        if record["phase"]:
            answer(player.cab)
        return bool(record["link_award"] == record["starts"])

    player.until("the award is booked", given)


def _play_award(player: Player) -> None:
    """A play that wins the pot: told, acknowledged, awarded; what it pays is the matter of other chapters."""
    player.press("start")
    _awarded(player)
    player.wait(HALF_SECOND_MS)
    player.watch(False)


def _play_away(player: Player) -> None:
    """The controller is gone while a play is to be told, and comes back."""
    room = player.cab.room
    assert room is not None
    player.lit("start")
    player.cab.press("start")
    room.stop()
    player.until("the play begins", lambda: bool(player.record()["starts"]))
    player.wait(_AWAY_MS)
    room.start()
    _awarded(player)
    player.wait(HALF_SECOND_MS)
    player.watch(False)


CHAPTERS = (
    Chapter("award", "a play that wins the pot", _prepared, _play_award, _linked, GENEROUS),
    Chapter("away", "the controller away in a play", _prepared, _play_away, _linked, GENEROUS),
)
