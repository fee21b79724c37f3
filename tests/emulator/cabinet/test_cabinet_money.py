# SPDX-License-Identifier: MIT
"""The two balances on their own: the ledger of coins, and books held against it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.cabinet.books import LANDINGS, BalanceError, Books
from emulator.cabinet.ledger import PLACES, Ledger, LedgerError

steady = settings(max_examples=60, deadline=None, derandomize=True)
COINS = st.sampled_from((10, 20, 50, 100, 200))
MOVES = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(PLACES)), max_size=60)


def filled(coins: list[tuple[int, str]]) -> Ledger:
    ledger = Ledger()
    for cents, place in coins:
        ledger.new(cents, place)
    ledger.seal()
    return ledger


# -- the ledger ------------------------------------------------------------------------------------------


@steady
@given(st.lists(st.tuples(COINS, st.integers(0, 5), st.sampled_from(PLACES)), max_size=8))
def test_a_roll_is_minted_as_its_coins_one_by_one(rolls: list[tuple[int, int, str]]) -> None:
    single, by_roll = Ledger(), Ledger()
    for cents, count, place in rolls:
        numbers = [single.new(cents, place) for _ in range(count)]
        assert list(by_roll.roll(cents, count, place)) == numbers
    assert by_roll.save() == single.save()
    by_roll.seal()
    by_roll.audit()


@steady
@given(st.lists(st.tuples(COINS, st.sampled_from(PLACES)), min_size=1, max_size=30), MOVES)
def test_coins_move_and_none_appears_or_vanishes(coins: list[tuple[int, str]], moves: Any) -> None:
    ledger = filled(coins)
    for number, place in moves:
        coin = number % len(coins)
        ledger.move(coin, place)
        assert ledger.place(coin) == place and ledger.cents(coin) == coins[coin][0]
    ledger.audit()
    assert sum(ledger.total(place) for place in PLACES) == sum(cents for cents, _ in coins)
    for place in PLACES:
        assert sum(value * count for value, count in ledger.count(place).items()) == ledger.total(place)
        assert [ledger.place(coin) for coin in ledger.coins(place)] == [place] * len(ledger.coins(place))


@steady
@given(st.lists(st.tuples(COINS, st.sampled_from(PLACES)), min_size=1, max_size=12), MOVES)
def test_a_saved_ledger_is_the_same_ledger(coins: list[tuple[int, str]], moves: Any) -> None:
    ledger = filled(coins)
    for number, place in moves:
        ledger.move(number % len(coins), place)
    copy = Ledger()
    copy.load(ledger.save())
    copy.audit()
    assert copy.save() == ledger.save()
    assert [copy.flow(a, b) for a in PLACES for b in PLACES] == [
        ledger.flow(a, b) for a in PLACES for b in PLACES
    ]


def test_flows_add_up_what_went_straight_from_one_place_to_another() -> None:
    ledger = filled([(100, "purse"), (20, "purse")])
    for coin in (0, 1):
        ledger.move(coin, "slot")
    ledger.move(0, "accepted")
    ledger.move(1, "returning")
    assert (ledger.flow("purse", "slot"), ledger.flow("slot", "accepted")) == (120, 100)
    assert ledger.flow("purse", "accepted") == 0


def test_a_coin_that_an_attendant_brings_raises_the_sum_by_itself_alone() -> None:
    ledger = filled([(10, "hopper_10")])
    coin = ledger.bring(100, "hopper_100")
    ledger.audit()
    assert (ledger.place(coin), ledger.total("hopper_100")) == ("hopper_100", 100)
    with pytest.raises(LedgerError, match="sealed"):
        ledger.new(10, "tray")


def test_a_place_that_does_not_exist_is_named() -> None:
    ledger = filled([(10, "purse")])
    for call in (lambda: ledger.move(0, "floor"), lambda: Ledger().new(10, "floor")):
        with pytest.raises(LedgerError, match=r"place must be one of purse, .* \(got floor\)"):
            call()
    assert ledger.place(0) == "purse"


def test_a_recount_finds_what_the_running_totals_hide() -> None:
    """The totals still add up, and are wrong all the same: only the recount sees it."""
    ledger = filled([(10, "purse"), (20, "tray")])
    ledger._totals["purse"], ledger._totals["tray"] = 20, 10
    ledger.check()
    with pytest.raises(LedgerError, match="a recount finds"):
        ledger.audit()


def test_saved_coins_that_are_none_are_refused() -> None:
    saved = filled([(10, "purse"), (20, "tray")]).save()
    with pytest.raises(LedgerError, match=r"saved coins must be what save\(\) returned"):
        Ledger().load({**saved, "rolls": 5})
    for place in (b"\0", b"\0\x63"):
        with pytest.raises(LedgerError, match="saved coins must each have a place"):
            Ledger().load({**saved, "place": place})


# -- the books ---------------------------------------------------------------------------------------------


def record(**changed: Any) -> dict[str, Any]:
    """Books of a machine with 3.00 in, nothing out, one play of 0.20 that won 0.60."""
    books: dict[str, Any] = {
        "credits_cents": 280,
        "reserve_cents": 0,
        "prize_meter_cents": 60,
        "pending_cents": 0,
        "queue": [],
        "coin_in_cents": 300,
        "note_in_cents": 0,
        "card_in_cents": 0,
        "card_out_cents": 0,
        "note_stage": 0,
        "coin_out_cents": 0,
        "hand_paid_cents": 0,
        "hand_won_cents": 0,
        "test_in_cents": 0,
        "test_out_cents": 0,
        "dumped_cents": 0,
        "staked_cents": 20,
        "won_cents": 60,
        "plays": 1,
        "prizes": 1,
    }
    return {**books, **changed}


def machine() -> tuple[Ledger, Books]:
    """The same machine's coins: three of 1 EUR went in and landed."""
    ledger = filled([(100, "purse")] * 4 + [(100, "hopper_100")] * 2)
    books = Books(ledger)
    books.begin(record(coin_in_cents=0, credits_cents=0, prize_meter_cents=0, staked_cents=0, won_cents=0))
    for coin in range(3):
        for place in ("slot", "accepted", "hopper_100"):
            ledger.move(coin, place)
    return ledger, books


def judge(ledger: Ledger, books: Books, found: dict[str, Any]) -> None:
    """Check a record on a copy, so that it leaves no counters behind."""
    copy = Books(ledger)
    copy.load(books.save())
    copy.check(found)


def test_books_that_agree_pass() -> None:
    _, books = machine()
    books.check(record())


@pytest.mark.parametrize(
    "bucket", ["credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents", "queue"]
)
@pytest.mark.parametrize("cents", [-10, 10])
def test_a_bucket_that_is_off_by_a_coin_breaks_the_identity(bucket: str, cents: int) -> None:
    _, books = machine()
    value: Any = [("prize", cents)] if bucket == "queue" else record()[bucket] + cents
    with pytest.raises(BalanceError, match="must add up to 340 cents"):
        books.check(record(**{bucket: value}))


@pytest.mark.parametrize(("coin_in", "says"), [(200, "300 to 300 cents"), (400, "300 to 300 cents")])
def test_coins_booked_must_be_coins_that_came(coin_in: int, says: str) -> None:
    _, books = machine()
    with pytest.raises(BalanceError, match=f"coin-in must be {says}"):
        books.check(record(coin_in_cents=coin_in, credits_cents=coin_in - 20))


def test_what_the_books_show_once_opens_one_of_two_doubts() -> None:
    _, books = machine()
    for name in ("first", "second"):
        books.doubt(name, 100, 0)
    books.check(record(coin_in_cents=400, credits_cents=380))
    assert books.differences == {"fault:first": 100}


@pytest.mark.parametrize("booked", [0, 100])
def test_a_coin_in_flight_hides_no_pulse_without_a_coin(booked: int) -> None:
    """Of 200 cents without a coin the books show 100 alone while a coin of 100 is not booked."""
    ledger, books = machine()
    for place in ("slot", "accepted"):
        ledger.move(3, place)
    books.doubt("pulse", 200, 0)
    books.check(record(coin_in_cents=500 + booked, credits_cents=480 + booked))
    assert books.differences == {"fault:pulse": 200}
    ledger.move(3, LANDINGS[-1])
    judge(ledger, books, record(coin_in_cents=600, credits_cents=580))


@pytest.mark.parametrize("booked", [0, 100])
def test_a_coin_in_flight_hides_no_coin_without_a_pulse(booked: int) -> None:
    """The coin that was lost has landed; the one behind it may be booked already."""
    ledger, books = machine()
    for place in ("slot", "accepted"):
        ledger.move(3, place)
    books.doubt("lost", -200, 0)
    books.check(record(coin_in_cents=100 + booked, credits_cents=80 + booked))
    assert books.differences == {"fault:lost": -200}
    ledger.move(3, LANDINGS[-1])
    judge(ledger, books, record(coin_in_cents=200, credits_cents=180))


def test_a_coin_in_flight_opens_no_doubt_of_its_own() -> None:
    """It is booked before it lands, and the pulse was none."""
    ledger, books = machine()
    for place in ("slot", "accepted"):
        ledger.move(3, place)
    books.doubt("pulse", 100, 0)
    books.check(record(coin_in_cents=400, credits_cents=380))
    assert books.differences == {}


def test_a_coin_in_flight_may_be_booked_or_not_yet() -> None:
    ledger, books = machine()
    for place in ("slot", "accepted"):
        ledger.move(3, place)
    judge(ledger, books, record())
    judge(ledger, books, record(coin_in_cents=400, credits_cents=380))
    ledger.move(3, LANDINGS[-1])
    judge(ledger, books, record(coin_in_cents=400, credits_cents=380))
    with pytest.raises(BalanceError, match="coin-in must be 400 to 400"):
        judge(ledger, books, record())


def test_a_coin_paid_must_be_booked_once_it_has_landed_and_never_before_it_left() -> None:
    ledger, books = machine()
    paid = record(coin_out_cents=100, credits_cents=180)
    with pytest.raises(BalanceError, match="coin-out must be 0 to 0"):
        judge(ledger, books, paid)
    ledger.move(4, "paying")
    judge(ledger, books, record())
    judge(ledger, books, paid)
    ledger.move(4, "tray")
    judge(ledger, books, paid)
    with pytest.raises(BalanceError, match="coin-out must be 100 to 100"):
        judge(ledger, books, record())


def test_coins_of_tests_and_dumps_are_coins_and_owe_nothing() -> None:
    ledger, books = machine()
    for coin, place in ((4, "paying"), (4, "tray")):
        ledger.move(coin, place)
    for name in ("test_out_cents", "dumped_cents"):
        judge(ledger, books, record(**{name: 100}))
    with pytest.raises(BalanceError, match="coin-out must be 100 to 100"):
        judge(ledger, books, record(test_out_cents=100, dumped_cents=100))
    values = record(coin_in_cents=200, credits_cents=180, test_in_cents=100, test_out_cents=100)
    books.check(values)
    with pytest.raises(BalanceError, match="must never fall below 100"):
        books.check(record(test_out_cents=0, dumped_cents=100, test_in_cents=0))


@pytest.mark.parametrize(
    ("coins", "opened"),
    [(0, {}), (1, {"fault:one": 100}), (2, {"fault:one": 100, "fault:two": 100})],
)
def test_of_two_pulses_without_coins_the_books_tell_how_many_were_credited(
    coins: int, opened: dict[str, int]
) -> None:
    _, books = machine()
    books.doubt("one", 100, 0)
    books.doubt("two", 100, 0)
    books.check(record(coin_in_cents=300 + 100 * coins, credits_cents=280 + 100 * coins))
    assert books.differences == opened


def test_what_was_paid_by_hand_is_owed_no_more_and_moves_no_coin() -> None:
    _, books = machine()
    values = record()
    books.check(record(hand_paid_cents=10, credits_cents=values["credits_cents"] - 10))
    with pytest.raises(BalanceError, match="hand_paid_cents must never fall below 10"):
        books.check(values)
    with pytest.raises(BalanceError, match="must add up to"):
        books.check(record(hand_paid_cents=20, credits_cents=values["credits_cents"] - 10))


@pytest.mark.parametrize("counter", ["plays", "prizes", "coin_in_cents", "won_cents"])
def test_a_counter_that_falls_is_a_failed_run(counter: str) -> None:
    _, books = machine()
    books.check(record())
    fallen = record()[counter] - 1
    lower = record(**{counter: fallen})
    if counter == "coin_in_cents":
        lower["credits_cents"] -= 1
    elif counter == "won_cents":
        lower["prize_meter_cents"] -= 1
    with pytest.raises(BalanceError, match=f"{counter} must never fall below {fallen + 1}"):
        books.check(lower)


def test_a_power_cut_opens_the_coins_between_sensor_and_books_by_name() -> None:
    ledger, books = machine()
    for place in ("slot", "accepted", "cash_box"):
        ledger.move(3, place)
    with pytest.raises(BalanceError):
        judge(ledger, books, record())
    books.open_unbooked(record())
    assert books.differences == {"in_unbooked": 100}
    judge(ledger, books, record())
    with pytest.raises(BalanceError):
        judge(ledger, books, record(coin_in_cents=400, credits_cents=380))
    books.open_unbooked(record(coin_in_cents=400, credits_cents=380))
    assert books.differences == {}, "booked after all, the coin is no difference any more"
