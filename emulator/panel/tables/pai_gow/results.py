# SPDX-License-Identifier: MIT
"""What a deal came to, as the felt shows it: hands compared, gains of places, cards in their order."""

from __future__ import annotations

from emulator.tables.pai_gow_game import PaiGowGame
from machines.tables.games.pai_gow.moves import Event


def compared(game: PaiGowGame, place: int | None = None) -> Event | None:
    """The last hand that was compared, or that of a place; None if none was."""
    found = (e for e in reversed(game.happened) if e.kind == "compared" and place in (None, e.place))
    return next(found, None)


def result_of(game: PaiGowGame, place: int) -> tuple[str, int] | None:
    """What a deal brought a place, as result and cents: its own comparison, or what its bank won in all."""
    if game.table.state.phase not in ("settle", "clear"):
        return None
    bank = next((e for e in reversed(game.happened) if e.kind == "bank_result" and e.place == place), None)
    if bank is not None:
        gain = bank.values["won_cents"] - bank.values["commission_cents"]
        return "win" if gain > 0 else "loss" if gain < 0 else "push", gain
    case = compared(game, place)
    return (case.values["result"], case.values["paid_cents"] - case.values["stake_cents"]) if case else None


def in_order(cards: list[int]) -> list[int]:
    """As one lays a hand: the ranks that come most often first, then the highest."""
    ranks = [12 if card == 52 else card // 4 for card in cards]
    return [
        card
        for card, rank in sorted(
            zip(cards, ranks, strict=True), key=lambda pair: (ranks.count(pair[1]), pair[1]), reverse=True
        )
    ]
