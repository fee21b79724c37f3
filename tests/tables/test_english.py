# SPDX-License-Identifier: MIT
"""Whatever a croupier says has English beside it, unless it is a number that anybody reads."""

from __future__ import annotations

import pytest

from machines.tables.english import english, templates
from machines.tables.registry import GAMES, open_game

NUMBERS = {"number", "throw"}


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_has_its_english(game: str) -> None:
    words = open_game(game, {}, {}).rules.data["words"]
    silent = {key for key, said in words.items() if not english(said.format(number=7, simples="rojo"))}
    assert silent == NUMBERS & set(words)


def test_no_english_is_of_words_that_nobody_says() -> None:
    said = {text for game in GAMES for text in open_game(game, {}, {}).rules.data["words"].values()}
    assert set(templates()) - said == set()


def test_numbers_are_kept() -> None:
    assert english("El punto es 10") == "The point is 10"
    assert english("Gana banca, 9") == "Banca wins with 9"
    assert english("17, negro, impar, falta") == ""
