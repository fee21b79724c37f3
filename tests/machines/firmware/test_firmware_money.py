# SPDX-License-Identifier: MIT
"""The firmware and money: what coins do, what may come in, what is paid out and how it is booked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from firmware_rig import heard, machine, record, run_until

from machines.firmware import nvram

COIN_MS = 700


def test_a_coin_fills_credits_first_and_then_the_reserve() -> None:
    """RD 2110/1998 art. 6.8 and 7.e."""
    cab = machine(credits_cents=300)
    cab.insert(200)
    cab.run(ms=COIN_MS)
    assert (cab.display.credits, cab.display.reserve) == ("4.00", "1.00")
    books = record(cab)
    # The 3.00 that it began with were a coin of 2.00 and one of 1.00.
    assert (books["coin_in_cents"], books["coins_in"][:5]) == (500, (0, 0, 0, 1, 2))


@pytest.mark.parametrize("cents", [10, 20, 50, 100, 200])
def test_every_coin_is_counted_in_one_commit(cents: int) -> None:
    cab = machine()
    commits: list[int] = []
    cab.board.fram.on_write = lambda at, byte: commits.append(at)
    cab.insert(cents)
    run_until(cab, lambda: record(cab)["coin_in_cents"] == cents)
    # One copy of the main record; nothing but the marks of the meters follows.
    slot = nvram.SLOTS[record(cab)["sequence"] & 1]
    assert commits == list(range(slot, slot + record(cab)["length"]))


def test_a_coin_that_does_not_fit_goes_back_to_the_tray() -> None:
    """RD 2110/1998 art. 14.1.c: no more than the set value can be inserted."""
    cab = machine(credits_cents=400, reserve_cents=790)
    cab.insert(20)
    cab.run(ms=1_200)
    assert cab.tray == {20: 1}
    cab.insert(10)
    cab.run(ms=1_200)
    assert (cab.display.credits, cab.display.reserve) == ("4.00", "8.00")
    cab.insert(10)
    cab.run(ms=1_200)
    assert cab.tray == {10: 1, 20: 1}
    assert record(cab)["coin_in_cents"] == 1_200


def test_money_that_comes_in_all_the_same_is_paid_back() -> None:
    """A stuck inhibit: the coin is booked and its excess returned at once (art. 14.1.c)."""
    cab = machine(credits_cents=400, reserve_cents=750)
    cab.machine.acceptor._head._inhibits[100] = SimpleNamespace(asserted=False)  # type: ignore[attr-defined]
    cab.insert(100)
    cab.run(ms=5_000)
    books = record(cab)
    assert (books["credits_cents"], books["reserve_cents"], books["refunded_cents"]) == (400, 800, 50)
    assert cab.tray == {10: 5}


def test_coins_are_refused_until_the_machine_has_booted() -> None:
    cab = machine(ready=False)
    cab.insert(100)
    cab.run(ms=1_500)
    assert cab.tray == {100: 1}


def test_noise_on_a_coin_line_is_no_coin() -> None:
    cab = machine()
    line = cab.board.line("coin_200")
    line.drive(True)
    cab.run(ms=5)
    line.drive(False)
    cab.run(ms=100)
    assert record(cab)["coin_in_cents"] == 0
    assert cab.display.credits == "0.00"


def test_coins_as_fast_as_the_acceptor_takes_them_are_all_counted() -> None:
    cab = machine()
    for cents in (10, 20, 50, 100, 200, 10, 20):
        cab.insert(cents)
        cab.run(ms=200)
    cab.run(ms=1_000)
    assert record(cab)["coin_in_cents"] == 410
    assert cab.tray_cents == 0


def test_coins_go_to_their_hopper_and_to_the_cash_box_when_it_is_full() -> None:
    """GLI-11: the diverter follows the hopper's own sensor."""
    cab = machine(hoppers={10: 300, 100: 399})
    cab.insert(100)
    cab.run(ms=COIN_MS)
    assert cab.hopper_levels == {10: 300, 100: 400}
    assert record(cab)["hopper_counts"] == (300, 400)
    cab.insert(100)
    cab.insert(20)
    cab.run(ms=300)
    cab.insert(10)
    cab.run(ms=COIN_MS)
    assert cab.hopper_levels == {10: 301, 100: 400}
    assert record(cab)["hopper_counts"] == (301, 400)
    assert cab.cash_box_cents == record(cab)["drop_cents"] == 100


def test_collect_pays_the_prize_meter_first_and_the_inserted_money_next() -> None:
    cab = machine(credits_cents=130, reserve_cents=20, prize_meter_cents=260)
    cab.press("collect")
    run_until(cab, lambda: not record(cab)["queue"] and cab.tray_cents == 260)
    assert (cab.display.prizes, cab.display.credits, cab.display.reserve) == ("0.00", "1.30", "0.20")
    cab.run(ms=1_000)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents == 410)
    books = record(cab)
    assert (books["meter_paid_cents"], books["refunded_cents"], books["prize_paid_cents"]) == (260, 150, 0)
    assert books["coins_out"] == (11, 3)
    assert (books["credits_cents"], books["reserve_cents"]) == (0, 0)


def test_nothing_to_collect_moves_nothing() -> None:
    cab = machine()
    writes = cab.board.fram.writes
    cab.press("collect")
    cab.run(ms=500)
    assert cab.board.fram.writes == writes


def test_every_coin_paid_is_booked_coin_by_coin() -> None:
    """GLI-11: each coin raises coin-out and lowers the balance by itself."""
    cab = machine(prize_meter_cents=240)
    seen = []
    events = heard(cab, "hopper_coin")
    cab.press("collect")
    while cab.tray_cents < 240:
        cab.run(ms=10)
        books = record(cab)
        owed = sum(cents for _, cents in books["queue"]) + books["prize_meter_cents"]
        if not seen or seen[-1] != (owed, books["coin_out_cents"]):
            seen.append((owed, books["coin_out_cents"]))
    assert seen == [(240, 0), (140, 100), (40, 200), (30, 210), (20, 220), (10, 230), (0, 240)]
    assert [fields["cents"] for _, _, fields in events] == [100, 100, 10, 10, 10, 10]


def test_coins_are_inhibited_and_buttons_dead_while_paying() -> None:
    """Hopper pay cannot be paused or cancelled by the player."""
    cab = machine(credits_cents=100, prize_meter_cents=300)
    cab.press("collect")
    cab.run(ms=300)
    for name in ("start", "double", "collect", "reserve", "hold_1"):
        cab.press(name)
    cab.insert(50)
    run_until(cab, lambda: cab.tray_cents == 350)
    assert record(cab)["plays"] == 0
    assert record(cab)["credits_cents"] == 100
    assert cab.tray == {50: 1, 100: 3}


def test_the_reserve_moves_only_to_an_empty_credit_counter() -> None:
    """RD 2110/1998 art. 7.e."""
    cab = machine(credits_cents=20, reserve_cents=500)
    cab.press("reserve")
    cab.run(ms=200)
    assert (cab.display.credits, cab.display.reserve) == ("0.20", "5.00")
    assert not cab.lamps["reserve"]
    cab = machine(reserve_cents=500)
    assert cab.lamps["reserve"]
    cab.press("reserve")
    cab.run(ms=200)
    assert (cab.display.credits, cab.display.reserve) == ("4.00", "1.00")


def test_a_prize_that_stays_below_the_maximum_goes_to_the_prize_meter() -> None:
    """RD 2110/1998 art. 7.f."""
    cab = machine(credits_cents=20, prize_meter_cents=7_800, coming=[100])
    cab.press("start")
    run_until(cab, lambda: cab.display.prizes == "79.00")
    assert cab.tray_cents == 0


@pytest.mark.parametrize(("meter_cents", "prize_cents"), [(7_900, 100), (7_400, 600), (7_980, 40)])
def test_a_prize_that_reaches_the_maximum_pays_the_meter_and_then_the_prize(
    meter_cents: int, prize_cents: int
) -> None:
    """RD 2110/1998 art. 7.f: at the maximum the machine pays at once, each payment booked on its own."""
    cab = machine(credits_cents=20, prize_meter_cents=meter_cents, coming=[prize_cents])
    queues: list[list[tuple[str, int]]] = []
    cab.press("start")
    run_until(cab, lambda: bool(record(cab)["queue"]))
    queues.append(record(cab)["queue"])
    run_until(
        cab, lambda: not record(cab)["queue"] and cab.tray_cents >= meter_cents + prize_cents, 240_000, 50
    )
    books = record(cab)
    assert queues[0] == [("meter", meter_cents), ("prize", prize_cents)]
    assert (books["meter_paid_cents"], books["prize_paid_cents"]) == (meter_cents, prize_cents)
    assert cab.tray_cents == meter_cents + prize_cents
    assert cab.display.prizes == "0.00"


def test_the_largest_prize_is_paid_at_once_without_pressing_anything() -> None:
    """RD 2110/1998 art. 6.7."""
    cab = machine(credits_cents=20, coming=[8_000])
    cab.press("start")
    run_until(cab, lambda: cab.tray_cents == 8_000, 60_000, 50)
    assert record(cab)["prize_paid_cents"] == 8_000
    assert record(cab)["credits_cents"] == 0


def test_a_double_play_raises_the_maximum_of_the_prize_meter_for_itself() -> None:
    """RD 2110/1998 art. 6.3 and 7.c: 600 times the price of what two plays at once bring."""
    cab = machine(credits_cents=60, prize_meter_cents=7_900, coming=[100, 20])
    cab.press("double")
    run_until(cab, lambda: cab.display.prizes == "80.20", 20_000)
    cab.run(ms=1_000)
    assert cab.tray_cents == 0
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents == 8_020, 90_000, 50)


@pytest.mark.parametrize("prize_cents", [0, 20])
def test_after_a_single_play_no_more_than_its_maximum_remains_in_the_prize_meter(prize_cents: int) -> None:
    """
    RD 2110/1998 art. 7.f and 6.3: a double play left 80.20; the single one after it has 80.00 as its maximum.

    So the meter is paid at once, whether that play wins or loses, and its prize as a payment of its own.
    """
    cab = machine(credits_cents=20, prize_meter_cents=8_020, simultaneous=2, coming=[prize_cents])
    cab.press("start")
    cab.run(ms=20_000)
    run_until(cab, lambda: cab.tray_cents == 8_020 + prize_cents, 90_000, 50)
    books = record(cab)
    assert (books["prize_meter_cents"], books["meter_paid_cents"]) == (0, 8_020)
    assert books["prize_paid_cents"] == prize_cents


def test_prizes_never_become_credits() -> None:
    """RD 2110/1998 art. 7.e and 7.f."""
    cab = machine(prize_meter_cents=1_000, reserve_cents=0)
    for name in ("reserve", "start", "double", "hold_1"):
        cab.press(name)
        cab.run(ms=1_000)
    books = record(cab)
    assert (books["credits_cents"], books["prize_meter_cents"], books["plays"]) == (0, 1_000, 0)


@pytest.mark.parametrize(
    ("hoppers", "single", "double"),
    [
        # 80 EUR in single coins, 90 c of the odd prizes in small ones.
        ({10: 300, 100: 200}, True, True),
        ({10: 300, 100: 65}, True, False),
        ({10: 300, 100: 40}, False, False),
        ({10: 21, 100: 200}, True, True),
        ({10: 21, 100: 20}, False, False),
        ({10: 0, 100: 200}, False, False),
    ],
)
def test_a_play_starts_only_while_the_hoppers_can_pay_any_prize(
    hoppers: dict[int, int], single: bool, double: bool
) -> None:
    """RD 2110/1998 art. 6.10."""
    cab = machine(credits_cents=40, hoppers=hoppers)
    assert (cab.lamps["start"], cab.lamps["double"]) == (single, double)
    cab.press("double")
    cab.run(ms=200)
    assert record(cab)["plays"] == (2 if double else 0)
    if not double:
        cab.press("start")
        cab.run(ms=200)
        assert record(cab)["plays"] == (1 if single else 0)
    if not single:
        assert "SIN CAMBIO" in cab.display.message
        cab.insert(10)
        cab.run(ms=1_200)
        assert cab.tray == {10: 1}
        cab.run(ms=20_000)
        assert record(cab)["plays"] == 0


def test_a_coin_that_could_not_be_given_back_is_refused() -> None:
    """RD 2110/1998 art. 7.e: money that was inserted can be refunded at any moment, whatever is won."""
    cab = machine(credits_cents=40, hoppers={10: 300, 100: 52})
    assert cab.lamps["start"]
    cab.insert(200)
    cab.run(ms=1_200)
    assert cab.tray == {200: 1}
    cab.insert(50)
    cab.run(ms=1_200)
    assert cab.display.credits == "0.90"


@pytest.mark.parametrize("bucket", ["prize_meter_cents", "reserve_cents"])
def test_what_the_machine_owes_already_counts_against_the_hoppers_too(bucket: str) -> None:
    hoppers = {10: 300, 100: 55}
    assert machine(credits_cents=40, hoppers=hoppers, **{bucket: 400}).lamps["start"]
    assert not machine(credits_cents=40, hoppers=hoppers, **{bucket: 500}).lamps["start"]


def test_the_electromechanical_meters_follow_the_books_without_losing_a_pulse() -> None:
    """RD 2110/1998 art. 13.1.e; ICT/155/2020 annex XVII: not one pulse in a thousand may fail."""
    cab = machine(coming=[0])
    for _ in range(4):
        cab.insert(200)
        cab.run(ms=250)
    for _ in range(6):
        cab.press("start")
        cab.run(ms=5_200)
    cab.press("collect")
    cab.run(ms=60_000)
    cab.press("collect")
    cab.run(ms=60_000)
    books = record(cab)
    assert cab.meters["plays"] == books["plays"] >= 6
    assert cab.meters["prizes"] == books["won_cents"] // 10
    assert cab.meters["in"] == books["coin_in_cents"] // 10 == 80
    assert cab.meters["out"] == books["coin_out_cents"] // 10


def test_the_prize_meter_does_not_click_before_the_reels_have_shown_the_prize() -> None:
    cab = machine(credits_cents=20, coming=[400])
    events = heard(cab, "meter", "reel_stop")
    cab.press("start")
    cab.run(ms=8_000)
    stops = [ms for ms, kind, _ in events if kind == "reel_stop"]
    clicks = [ms for ms, kind, fields in events if kind == "meter" and fields["name"] == "prizes"]
    assert len(clicks) == 40
    assert min(clicks) > max(stops)
