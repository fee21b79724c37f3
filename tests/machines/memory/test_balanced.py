# SPDX-License-Identifier: MIT
"""Books that are made to balance: what came in otherwise is counted before coins make up the rest."""

from __future__ import annotations

import pytest

from machines.memory import factory
from machines.memory.balanced import balance
from machines.model import load_model


@pytest.mark.parametrize(
    ("note", "card", "coins"), [(0, 0, 1_000), (500, 0, 500), (0, 300, 700), (500, 300, 200), (500, 500, 0)]
)
def test_coins_make_up_what_notes_and_cards_did_not(note: int, card: int, coins: int) -> None:
    model = load_model("moncayo")
    values = factory.blank(model.first_state(bytes(32), 1), 1, [hopper.fill for hopper in model.hoppers])
    values |= {"credits_cents": 1_000, "note_in_cents": note, "card_in_cents": card}
    balance(model, values)
    assert values["coin_in_cents"] == coins
    assert sum(map(int.__mul__, values["coins_in"], model.coins_cents)) == coins
    assert (values["coin_out_cents"], values["refunded_cents"]) == (0, 0)
