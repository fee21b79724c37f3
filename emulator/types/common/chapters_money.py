# SPDX-License-Identifier: MIT
"""Chapters of the power-cut script that machines of several types share: coins, a refund, a note."""

from __future__ import annotations

from emulator.chapters.player import Chapter, Player, Prepared
from machines.model import Model


def nothing(model: Model, key: bytes) -> Prepared:
    """As it leaves the factory."""
    return Prepared()


def smallest_of(player: Player) -> int:
    """The smallest coin that the machine takes, in cents."""
    return min(player.cab.model.coins_cents)


def play_coins(player: Player) -> None:
    """Every coin, and two of them close together."""
    for cents in player.cab.model.coins_cents:
        player.insert(cents)
    player.cab.insert(smallest_of(player))
    player.wait(220)
    player.insert(smallest_of(player))
    player.meters_done()


def refund_prepared(model: Model, key: bytes) -> Prepared:
    """Credits for some coins of each hopper."""
    return Prepared({"credits_cents": 2 * model.hoppers[-1].cents + 3 * model.hoppers[0].cents})


def play_refund(player: Player) -> None:
    """The credits are collected; a coin that is inserted meanwhile comes back or is booked."""
    player.press("collect")
    player.cab.insert(smallest_of(player))
    player.paid()
    player.meters_done()


def _play_note(player: Player) -> None:
    """A note is stacked and credited; what its meter counts is the matter of other chapters."""
    player.insert_note()
    player.wait(200)
    player.watch(False)


COINS = Chapter("coins", "coins and credits", nothing, play_coins)
REFUND = Chapter("refund", "credits collected", refund_prepared, play_refund)
NOTE = Chapter("note", "a note", nothing, _play_note, lambda model: bool(model.note_cents))
