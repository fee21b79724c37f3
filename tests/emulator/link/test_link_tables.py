# SPDX-License-Identifier: MIT
"""The carrousel of the tables: who wins, and that the pot pays it (Decreto 159/2002)."""

from __future__ import annotations

from pathlib import Path

import pytest
from link_rig import SEED, Clock, Hours, store_at

from cext.cards import POKER_52
from emulator.link.controller import Controller
from emulator.link.entries import Play
from emulator.link.rules import load_definition
from machines.tables.games.poquer_sin_descarte.carrousel import Hit
from machines.tables.games.poquer_sin_descarte.carrousel import winners as winners_of
from machines.tables.registry import open_game

ROYAL, ROYAL_TOO = "Th Jh Qh Kh Ah", "Ts Js Qs Ks As"
NINE, FIVE, FIVE_TOO = "5c 6c 7c 8c 9c", "Ad 2d 3d 4d 5d", "As 2s 3s 4s 5s"
FOUR, FLUSH = "7c 7d 7h 7s 2c", "2h 5h 9h Jh Kh"


RULES = open_game("poquer-sin-descarte", {}, {}).rules


def winners(hands: list[str]) -> Hit:
    """Of hands at seats 1, 2 and so on."""
    return winners_of({seat: POKER_52.cards(hand) for seat, hand in enumerate(hands, 1)}, RULES)


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([], Hit(0, ())),
        ([FOUR, FLUSH], Hit(0, ())),
        ([FLUSH, ROYAL], Hit(1, (2,))),
        ([ROYAL, NINE, ROYAL_TOO], Hit(1, (1, 3))),
        ([FIVE, FOUR, NINE], Hit(2, (3,))),
        ([FIVE, FIVE_TOO, FLUSH], Hit(2, (1, 2))),
    ],
)
def test_who_wins(hands: list[str], expected: Hit) -> None:
    assert winners(hands) == expected


def test_every_coin_joins_and_the_shares_are_paid(tmp_path: Path) -> None:
    link = Controller.create(
        store_at(str(tmp_path / "link.db")), load_definition("mesas"), SEED, Clock(), Hours()
    )
    link.serve([Play(table, 1, 1, 500_000) for table in (1, 2, 3)])
    found = winners([FLUSH, NINE])
    (reply,) = link.serve([Play(1, 2, 2, 500_000, found.prize, len(found.seats))])
    assert [award.cents for award in reply.awards] == [200]
    assert link.values_mc() == (1_800_000,)
    found = winners([ROYAL, ROYAL_TOO, "Tc Jc Qc Kc Ac"])
    (reply,) = link.serve([Play(3, 2, 2, 1_600_000, found.prize, len(found.seats))])
    assert [(award.cents, award.winners) for award in reply.awards] == [(1_133, 3)]
    assert link.values_mc() == (1_000,)
