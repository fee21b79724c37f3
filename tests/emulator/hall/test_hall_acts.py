# SPDX-License-Identifier: MIT
"""What a cabinet does with a visitor of a hall: each transfer once, recorded, and never run back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from emulator import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.records.journal import Recorder
from emulator.records.replay import replay

HALL = "0123456789abcdef"
COINS = {"200": 3, "20": 5}
NOTES = {"500": 1}


@pytest.fixture
def cab() -> Cabinet:
    return Cabinet("cierzo", seed="00", purse={}, wallet={})


def test_who_brings_has_just_that(cab: Cabinet) -> None:
    cab.bring(f"{HALL}:1", COINS, NOTES)
    assert (dict(cab.purse), dict(cab.wallet)) == ({20: 5, 200: 3}, {500: 1})
    assert cab.physical()["halls"] == {
        HALL: {"number": 1, "brought_cents": 1200, "carried_cents": 0, "here": 1}
    }


def test_a_transfer_is_made_once(cab: Cabinet) -> None:
    cab.bring(f"{HALL}:4", COINS, {})
    cab.carry(f"{HALL}:5", COINS, {})
    for number in (4, 5):
        with pytest.raises(CabinetError, match="must come after"):
            cab.bring(f"{HALL}:{number}", COINS, {})
    cab.bring(f"{HALL}:6", COINS, {})


def test_who_carries_leaves_nothing_and_the_sum_stays(cab: Cabinet) -> None:
    cab.bring(f"{HALL}:1", COINS, NOTES)
    with pytest.raises(CabinetError, match="purse must hold"):
        cab.carry(f"{HALL}:2", {"200": 2}, NOTES)
    cab.carry(f"{HALL}:2", COINS, NOTES)
    assert not cab.purse and not cab.wallet
    assert cab.ledger.total("street") == 1200
    cab.ledger.audit()


@pytest.mark.parametrize(
    ("transfer", "coins", "says"),
    [
        ("7", COINS, "16 hex digits"),
        (f"{HALL}:0", COINS, "16 hex digits"),
        (f"{HALL}:1", {"0": 1}, "coins must be cents"),
        (f"{HALL}:1", {"20": -1}, "coins must be cents"),
        (f"{HALL}:1", {"20": "1"}, "coins must be cents"),
    ],
)
def test_what_is_no_transfer_is_refused(
    cab: Cabinet, transfer: str, coins: dict[str, int], says: str
) -> None:
    with pytest.raises(CabinetError, match=says):
        cab.bring(transfer, coins, {})
    assert "halls" not in cab.physical()


def test_a_visitor_of_a_hall_neither_changes_places_nor_runs_back(cab: Cabinet) -> None:
    cab.remember()
    cab.run(ms=100)
    cab.bring(f"{HALL}:1", COINS, {})
    cab.run(ms=100)
    with pytest.raises(CabinetError, match="carry"):
        cab.new_visitor()
    with pytest.raises(CabinetError, match="visitor of hall"):
        cab.bring("fedcba9876543210:1", COINS, {})
    with pytest.raises(CabinetError, match="when a transfer was made"):
        cab.rewind(50_000)
    cab.rewind(150_000)
    assert cab.ledger.visiting == HALL


def test_a_journal_with_transfers_replays_and_a_saved_cabinet_knows_them(
    cab: Cabinet, tmp_path: Path
) -> None:
    path, stream = tmp_path / "run.jsonl", io.StringIO()
    recorder = Recorder(cab, stream)
    cab.run(ms=3_000)
    cab.bring(f"{HALL}:1", {"200": 3, "20": 5, "100": 2}, NOTES)
    cab.insert(100)
    cab.run(ms=3_000)
    coins = {str(cents): count for cents, count in cab.purse.items()}
    cab.carry(f"{HALL}:2", coins, NOTES)
    cab.run(ms=100)
    assert Cabinet.restore(cab.save()).physical() == cab.physical()
    recorder.close()
    path.write_text(stream.getvalue(), newline="\n")
    assert replay(path).same


# --- house cards ---------------------------------------------------------------------------------------


@pytest.fixture
def club() -> Cabinet:
    cab = Cabinet("moncayo_tarjeta", seed="00", purse={}, wallet={})
    cab.run(ms=5_000)
    return cab


def test_a_card_comes_and_goes_with_what_is_on_it(tmp_path: Path) -> None:
    path, stream = tmp_path / "run.jsonl", io.StringIO()
    club = Cabinet("moncayo_tarjeta", seed="00", purse={}, wallet={})
    recorder = Recorder(club, stream)
    club.run(ms=5_000)
    club.bring(f"{HALL}:1", {}, {}, card_cents=700)
    club.insert_card()
    club.run(ms=500)
    club.press("hold_1")
    club.run(ms=1_500)
    left = club.card.balance_cents if club.card else -1
    assert 0 <= left < 700
    with pytest.raises(CabinetError, match="card must have 700 cents"):
        club.carry(f"{HALL}:2", {}, {}, card_cents=700)
    club.carry(f"{HALL}:2", {}, {}, card_cents=left)
    assert club.card is None and club.ledger.total("cards") == 0
    assert club.physical()["halls"][HALL]["carried_cents"] == left
    assert club.physical()["halls"][HALL]["brought_cents"] == 700
    # The next one has the card that came back, and no other is made.
    club.bring(f"{HALL}:3", {}, {}, card_cents=50)
    assert club.card is not None and (club.card.number, club.card.balance_cents) == (1001, 50)
    club.ledger.audit()
    club.run(ms=100)
    assert Cabinet.restore(club.save()).physical() == club.physical()
    recorder.close()
    path.write_text(stream.getvalue(), newline="\n")
    assert replay(path).same


def test_who_comes_has_not_the_card_of_whoever_left_it(club: Cabinet) -> None:
    club.insert_card(400)
    club.bring(f"{HALL}:1", {}, {}, card_cents=0)
    assert club.card is None and club.ledger.total("cards") == 400
    club.carry(f"{HALL}:2", {}, {}, card_cents=0)
    club.ledger.audit()


def test_visits_of_before_there_were_cards_of_the_hall_go_as_they_went(club: Cabinet) -> None:
    """Journals have such lines, without ``card_cents``: the card stays at the machine."""
    club.insert_card(400)
    club.remove_card()
    club.bring(f"{HALL}:1", {}, {})
    club.insert_card()
    club.carry(f"{HALL}:2", {}, {})
    assert club.card is not None and club.card.balance_cents == 400


@pytest.mark.parametrize("cents", [-1, 100_000_001])
def test_a_card_has_limits(club: Cabinet, cents: int) -> None:
    with pytest.raises(CabinetError, match="card_cents must be 0 to"):
        club.bring(f"{HALL}:1", {}, {}, card_cents=cents)


def test_a_machine_without_a_reader_takes_no_card(cab: Cabinet) -> None:
    with pytest.raises(CabinetError, match="card reader"):
        cab.bring(f"{HALL}:1", COINS, {}, card_cents=100)
