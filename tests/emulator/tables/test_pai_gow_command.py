# SPDX-License-Identifier: MIT
"""azar pai-gow: what it prints is what the mathematics says."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest

from emulator.cli import run


def said(capsys, *arguments: str) -> dict:
    assert run(["pai-gow", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_dice_adds_up_to_one(capsys):
    told = said(capsys, "dice", "--bank", "2")
    assert sum(Fraction(row["probability"]) for row in told["sums"]) == 1
    assert sum(Fraction(row["probability"]) for row in told["starts"]) == 1
    assert {row["start"] for row in told["sums"] if row["sum"] in (8, 15)} == {2}


def test_odds_are_of_every_hand(capsys):
    told = said(capsys, "odds")
    assert told["kind"] == "exact"
    assert told["seven"]["kinds"]["five"] == 1_128  # four aces, the joker and two of 48 cards
    assert told["five"]["kinds"]["five"] == 1
    assert sum(told["house_way"]["low"].values()) == comb(53, 7)


def test_a_deal_is_repeated_by_its_seed(capsys):
    one, two = (said(capsys, "deal", "--seed", "0a0b", "--number", "7") for _ in range(2))
    assert one == two
    cards = " ".join(row["cards"] for row in one["places"]).split()
    assert len(set(cards)) == 49
    assert one["places"][0]["result"] == "bank"


def test_a_campaign_says_how_sure_it_is(capsys):
    told = said(capsys, "simulate", "--seed", "00", "--deals", "200000", "--jobs", "2")
    assert told["wins"] + told["pushes"] + told["losses"] == 200_000 * 6
    low, high = told["player"]["ci99_percent"]
    assert low < told["player"]["percent"] < high
    free = said(capsys, "simulate", "--seed", "00", "--deals", "200000", "--commission", "0")
    assert free["player"]["percent"] == pytest.approx(told["player_without_commission"]["percent"])


def test_people_get_tables(capsys):
    for arguments, words in (
        (["dice"], "Sums of three dice"),
        (["deal", "--seed", "00", "--seats", "3"], "first packet to place"),
        (["simulate", "--deals", "1000"], "a player's stake brings"),
    ):
        assert run(["pai-gow", *arguments]) == 0
        assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [["deal", "--way", "nobody"], ["dice", "--bank", "7"], ["simulate", "--commission", "6"]]
)
def test_what_is_wrong_is_told_in_a_line(wrong, capsys):
    assert run(["pai-gow", *wrong]) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err
