# SPDX-License-Identifier: MIT
"""Tokens of the house (C-10, C-11): a machine that takes and pays them, and no coin of legal tender."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from places import ROOT

from emulator import Cabinet
from emulator.panel.art import coins
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from machines import MachinesError
from machines.model import ChanceModel, load_model, parse_model

TEXT = (ROOT / "machines" / "models" / "moncayo_fichas.toml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _euro_coins_again() -> Iterator[None]:
    yield
    coins.mint(None)


def play(cab: Cabinet) -> None:
    """Six euros in tokens, one play, everything back."""
    cab.run(ms=4_000)
    for _ in range(6):
        cab.insert(100)
        cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=9_000)
    cab.press("collect")
    cab.run(ms=45_000)


def test_tokens_are_bought_played_and_paid_and_nothing_else() -> None:
    cab = Cabinet("moncayo_fichas", seed="d8")
    assert cab.purse == {100: 30, 200: 15}  # what 60 EUR buy at the cash desk
    cab.run(ms=3_000)
    assert cab.display.message.endswith("INSERTE FICHA")
    play(cab)
    assert cab.tray_cents == 6_000
    cab.take_tray()
    assert sum(cents * count for cents, count in cab.purse.items()) == 6_000 - 600 + 6_000


def test_a_machine_of_the_same_plays_takes_coins() -> None:
    """Money of another kind decides nothing: the plays are those of moncayo, token by coin."""
    made = [Cabinet(name, seed="d8", purse={100: 30}) for name in ("moncayo", "moncayo_fichas")]
    for cab in made:
        play(cab)
    assert made[0].tray_cents == made[1].tray_cents
    assert made[0].meters == made[1].meters


SENTENCE = (
    'must have the sentence "Ficha Moncayo de 1 y 2 €, canjeable en el mismo casino; no admite monedas."'
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("canjeable en el mismo casino", "a jugar", SENTENCE),
        ("Ficha Moncayo de 1 y 2", "Piezas de 1 y 2", SENTENCE),
        ("Ficha Moncayo de 1 y 2", "Ficha Moncayo de 1, 2 y 5", SENTENCE),
        ("coins_cents = [100, 200]\n", "coins_cents = []\n", "must hold a coin"),
        ('colour = "#1B6E8C"', 'colour = "blue"', "colour"),
        ("coins_cents = [100, 200]\n", "coins_cents = [100, 250]\n", "must have a line on the board"),
    ],
)
def test_what_is_missing_of_tokens_is_told(old: str, new: str, said: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(MachinesError) as error:
        parse_model(TEXT.replace(old, new).encode(), source="mine.toml")
    assert said in str(error.value)


def test_coins_of_other_values_are_legal_tender_or_tokens() -> None:
    """Without the key a value that no euro coin has is refused before anything else (C-10)."""
    plain = TEXT.replace("coins_cents = [100, 200]", "coins_cents = [100, 250]")
    lines = [line for line in plain.splitlines() if not line.startswith("tokens =")]
    with pytest.raises(MachinesError, match=r"must be one of 1, 2, 5.*got 250"):
        parse_model("\n".join(lines).encode(), source="mine.toml")


def test_the_front_says_tokens_and_they_look_like_some() -> None:
    model = load_model("moncayo_fichas")
    assert isinstance(model, ChanceModel)
    assert model.tokens is not None
    assert load_model("moncayo").tokens is None
    euro = coins.face(100, 40)
    stage = Stage(read_front(model, 1, True), (1280, 800), "es")
    assert any("FICHAS" in one.text for one in stage.kit.text.placed)
    token = coins.face(100, 40)
    assert token.get_at((20, 3)) != euro.get_at((20, 3))
    Stage(read_front(load_model("moncayo"), 1, True), (1280, 800), "es")
    assert coins.face(100, 40).get_at((20, 3)) == euro.get_at((20, 3))
