# SPDX-License-Identifier: MIT
"""A visitor's money: from the pocket to a machine and back, and what the books of the hall say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulator.hall import desk
from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import HallLedger
from emulator.hall.machines import Machines
from emulator.hall.money import BooksError, HallError, Money
from emulator.records.session import SessionError, Wanted, open_session
from emulator.records.storage import Machine, StorageError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_money_is_added_and_never_below_nothing() -> None:
    pocket = Money(coins={200: 2}, notes={500: 1})
    assert (pocket + Money(coins={200: 1, 10: 1})).cents == 1110
    assert pocket - Money(coins={200: 2}) == Money(notes={500: 1})
    with pytest.raises(BooksError):
        pocket - Money(coins={200: 3})
    assert Money.of_json(pocket.as_json()) == pocket


@pytest.mark.parametrize("pocket", [desk.FIRST, Money(coins={10: 7, 200: 1}), Money(notes={5000: 3})])
def test_the_desk_changes_to_the_cent(pocket: Money) -> None:
    assert desk.in_coins(pocket).cents == desk.in_notes(pocket).cents == pocket.cents


@pytest.mark.parametrize("cents", [100, 700, 6_000, 12_300])
def test_tokens_are_paid_with_notes_first_and_to_the_cent(cents: int) -> None:
    pocket = desk.with_tokens(desk.FIRST, [100, 200], cents)
    assert pocket.cents == desk.FIRST.cents
    assert Money(tokens=pocket.tokens).cents == cents
    assert cents > 6_000 or dict(pocket.coins) == dict(desk.FIRST.coins) or cents % 500
    with pytest.raises(HallError):
        desk.with_tokens(Money(coins={50: 1}), [100, 200])


def test_the_purse_goes_along_and_comes_back_less_what_was_inserted() -> None:
    with Hall.open(["cierzo", "cometa"]) as hall:
        assert hall.pocket == desk.FIRST
        session = hall.walk_to(hall.stands[0])
        assert not hall.pocket
        assert dict(session.cabinet.purse) == dict(desk.FIRST.coins)
        session.cabinet.run(ms=3_000)
        session.cabinet.insert(20)
        session.cabinet.run(ms=2_000)
        place = hall.ledger.books.at
        hall.come_back()
        assert hall.pocket.cents == desk.FIRST.cents - 20
        hall.walk_to(hall.stands[1])
        hall.come_back()
        assert place is not None
        assert Machines().book(place, hall.ledger.hall) == {
            "number": 2,
            "brought_cents": desk.FIRST.cents,
            "carried_cents": desk.FIRST.cents - 20,
            "here": 0,
        }
        hall.ledger.books.require_sound()


def test_a_machine_with_a_visitor_of_the_hall_is_not_played_otherwise() -> None:
    hall = Hall.open(["cierzo"])
    hall.walk_to(hall.stands[0])
    # The process ends here as by kill -9: nobody comes back, only the locks are gone.
    hall.session.machine.close()
    hall.ledger.close()
    with pytest.raises(SessionError, match="visitor of the hall"), open_session(Wanted("cierzo")):
        pass
    with Hall.open(["cierzo"]) as again:
        assert again.pocket == desk.FIRST
    with open_session(Wanted("cierzo")) as session:
        assert session.cabinet.purse


def test_a_torn_line_is_taken_away_and_an_altered_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "hall.jsonl"
    with HallLedger.open(path) as ledger:
        ledger.write({"do": "give", "money": {"coins": {"100": 3}}})
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do":"give","mon')
    with HallLedger.open(path) as ledger:
        assert ledger.torn_bytes == 17
        assert ledger.books.pocket.cents == 300
    assert path.read_bytes() == whole
    path.write_bytes(whole.replace(b'"100":3', b'"100":9'))
    with pytest.raises(BooksError, match="line 2 is altered"):
        HallLedger.open(path)


def test_a_transfer_that_cannot_be_kept_leaves_the_money_in_the_pocket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Hall.open(["cierzo"]) as hall:

        def full(self: object, nvram: bytes, physical: object) -> None:
            raise StorageError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Machine, "step", full)
            with pytest.raises(StorageError):
                hall.walk_to(hall.stands[0])
        assert hall.here is None
        hall.ledger.books.require_sound()
        hall.walk_to(hall.stands[0])
        hall.come_back()
        assert hall.pocket == desk.FIRST


def play_the_card_down(hall: Hall) -> None:
    """Put the card in and move all that is on it to the credits."""
    assert hall.session is not None
    cab = hall.session.cabinet
    cab.run(ms=5_000)
    if cab.card is not None:
        cab.insert_card()
    for _ in range(200):
        if cab.card is None or not cab.card.balance_cents:
            break
        cab.press("hold_1")
        cab.run(ms=600)
    assert cab.card is None or not cab.card.balance_cents


def test_an_empty_card_is_charged_at_the_desk_and_the_books_have_it(home: Path) -> None:
    with Hall.open(["moncayo_tarjeta"]) as hall:
        assert hall.takes_cards
        hall.new_purse()
        hall.change(Money(coins={100: hall.pocket.cents // 100}))
        first_cents = hall.pocket.cents
        hall.walk_to(hall.stands[0])
        assert hall.session is not None and hall.session.cabinet.card is not None
        assert hall.session.cabinet.card.balance_cents == desk.CARD_CENTS, "sold on the way, as tokens are"
        play_the_card_down(hall)
        hall.come_back()
        assert hall.pocket == Money(coins={100: (first_cents - desk.CARD_CENTS) // 100})
        assert hall.charge()
        assert hall.pocket.cents == first_cents - desk.CARD_CENTS
        assert Money(cards=hall.pocket.cards).cents == desk.CARD_CENTS
        hall.walk_to(hall.stands[0])
        hall.come_back()
        assert Money(cards=hall.pocket.cards).cents == desk.CARD_CENTS, "it goes along"
        hall.change(desk.in_coins(hall.pocket))
        assert not hall.pocket.cards and hall.pocket.cents == first_cents - desk.CARD_CENTS
        path = hall.ledger.path
    found = audit(path)
    assert found.sound
    (row,) = found.rows
    assert (row.brought_cents - row.carried_cents, row.own_brought_cents) == (
        desk.CARD_CENTS,
        row.brought_cents,
    )
    with HallLedger.open(path) as ledger:
        away = ledger.books.given_cents - ledger.books.returned_cents - ledger.books.pocket.cents
    assert away == desk.CARD_CENTS


def test_the_desk_puts_on_a_card_what_there_is_and_of_nothing_nothing() -> None:
    assert desk.with_card(Money(coins={100: 3}, cards={20: 1})) == Money(cards={320: 1})
    assert desk.with_card(Money(notes={10_000: 1}), 6_000).cents == 10_000
    with pytest.raises(HallError, match="coins or notes"):
        desk.with_card(Money(tokens={100: 5}))
    with Hall.open(["cierzo"]) as hall:
        assert not hall.takes_cards
