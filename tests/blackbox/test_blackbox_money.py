# SPDX-License-Identifier: MIT
"""Black box: what goes in, where it is kept and how it comes out again (B-12 to B-18, B-21)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from blackbox import COINS, LAW, PRICE, RICH, Bench, cents, cierzo, readable

CREDITS = LAW["B-12"].value
INSERT = LAW["B-17"].value


def counter_values(bench: Bench, name: str) -> list[int]:
    """Everything that a counter has shown while it was lit."""
    return [cents(s.fields[name]) for s in bench.of("display", name="counters") if readable(s.fields[name])]


def rises(values: list[int]) -> list[int]:
    return [now - before for before, now in pairwise(values) if now > before]


# -- B-12: the credit counter -------------------------------------------------------------------------


def test_b12_credits_hold_at_most_the_price_of_20_plays() -> None:
    """B-12: coins of every value, in several orders, bring the credit counter to 4.00 and never above."""
    for coins in ([200] * 8, [100] * 14, [50] * 9, [20] * 21, [10, 50, 200, 20, 200, 100, 200, 200]):
        bench = Bench(cierzo(purse=dict.fromkeys(COINS, 30)))
        for coin in coins:
            bench.cab.insert(coin)
            bench.wait(250)
        bench.wait(900)
        shown = counter_values(bench, "credits")
        assert max(shown) <= CREDITS, f"credits must stay at {CREDITS} cents or below (saw {max(shown)})"
        assert max(shown) == CREDITS, f"credits must take in the price of 20 plays (took {max(shown)})"


def test_b12_the_rest_of_a_coin_goes_to_the_reserve() -> None:
    """B-12, B-17: change that does not fit the credits is kept for later plays, to the cent."""
    bench = Bench(cierzo())
    bench.insert(200, 100, 50, 20, 10)
    assert (bench.credits, bench.reserve) == (380, 0)
    bench.insert(200)
    assert (bench.credits, bench.reserve) == (400, 180)
    assert bench.cab.tray_cents == 0


# -- B-13: the reserve counter -------------------------------------------------------------------------


def loaded() -> Bench:
    """A machine with full credits and 3.00 in reserve."""
    bench = Bench(cierzo())
    bench.insert(200, 200, 200, 100)
    assert (bench.credits, bench.reserve) == (CREDITS, 300)
    return bench


def test_b13_reserve_moves_only_when_credits_are_0_and_by_the_player() -> None:
    """B-13: pressed above 0 credits RESERVE does nothing; at 0 nothing moves until the player presses."""
    bench = loaded()
    bench.press("reserve")
    while bench.credits:
        assert bench.reserve == 300, "the reserve must not feed plays while there are credits"
        assert not bench.lit("reserve"), "RESERVE must be dark while there are credits"
        bench.press("reserve")
        bench.play()
    bench.wait(30_000)
    assert (bench.credits, bench.reserve) == (0, 300), "the reserve must not move by itself"
    plays = len(bench.starts)
    assert bench.lit("reserve")
    bench.press("reserve")
    assert (bench.credits, bench.reserve) == (300, 0)
    assert len(bench.starts) == plays


def test_b13_reserve_is_refunded_whole() -> None:
    """B-13: reserve and credits come back, coin for coin worth what went in, whenever COLLECT is lit."""
    bench = loaded()
    assert bench.collect() == 700
    assert (bench.credits, bench.reserve) == (0, 0)
    bench.insert(200, 200, 10)
    assert (bench.credits, bench.reserve) == (400, 10)
    for _ in range(2):
        bench.play()
    if bench.prizes:
        bench.collect()
    assert bench.collect() == 370
    assert (bench.credits, bench.reserve, bench.prizes) == (0, 0, 0)


def test_b13_prizes_never_enter_the_reserve() -> None:
    """B-13, B-15: while no coin comes in the reserve never rises, whatever is won, paid or collected."""
    bench = Bench(cierzo(RICH))
    bench.insert(*[100] * 8)
    before = len(bench.seen)
    for button in ("start", "double") * 4:
        bench.play(button)
        bench.press("reserve")
    bench.collect()
    shown = [
        cents(s.fields["reserve"])
        for s in bench.seen[before:]
        if s.kind == "display" and s.fields["name"] == "counters"
    ]
    assert bench.cab.tray_cents > 120_00, "prizes must have been won and paid"
    assert rises(shown) == []


# -- B-14, B-16: the prize meter and how it pays --------------------------------------------------------


def test_b14_prize_meter_accumulates_and_pays_by_itself_at_the_maximum() -> None:
    """B-14, B-16: prizes of single plays add up; before 80.00 would be kept, all is paid, nobody pressing."""
    bench = Bench(cierzo(RICH))
    bench.insert(*[100] * 8)
    held = paid = 0
    for _ in range(12):
        play = bench.play()
        grown = held + play.prize_cents
        if grown < LAW["B-14"].value:
            assert (bench.prizes, bench.cab.tray_cents) == (grown, paid), "prizes must add up in the meter"
            held = grown
        else:
            assert bench.prizes == 0, "at the maximum prize the meter must pay out"
            paid, held = paid + grown, 0
            assert bench.cab.tray_cents == paid, "and every cent of it must be outside, without a press"
            if bench.credits < PRICE:
                break
    assert paid, "the maximum must have been reached"


def test_b14_a_single_play_has_the_maximum_of_one_play_whatever_the_plays_before() -> None:
    """B-14, B-04: a double play fills the meter with 80.00 and more; after a single one all is outside."""
    bench = Bench(cierzo(RICH))
    bench.insert(200, 200)
    for button in ("start", "start", "start", "double"):
        bench.play(button)
    held, paid = bench.prizes, bench.cab.tray_cents
    assert LAW["B-14"].value <= held < LAW["B-05"].value, "a double play must have filled the meter"
    prize = bench.play().prize_cents
    assert bench.prizes == 0, "a single play must not leave more than its maximum in the meter"
    assert bench.cab.tray_cents == paid + held + prize


def test_b14_prize_meter_is_collected_at_any_time() -> None:
    """B-14: COLLECT pays the prize meter, all of it and nothing else; the inserted money stays."""
    bench = Bench(cierzo(RICH))
    bench.insert(200)
    prize = bench.play().prize_cents
    assert 0 < prize == bench.prizes
    credits = bench.credits
    assert bench.collect() == prize
    assert (bench.prizes, bench.credits) == (0, credits)


def test_b14_prizes_never_become_credits_or_reserve() -> None:
    """B-14, B-15: with prizes in the meter and no credits no button makes a play out of them."""
    bench = Bench(cierzo(RICH))
    bench.insert(20)
    bench.play()
    won = bench.prizes
    assert bench.credits == 0 < won
    plays = len(bench.starts)
    for button in ("start", "double", "reserve", "hold_1", "hold_2", "hold_3", "start"):
        bench.press(button)
        bench.wait(1_000)
    bench.wait(15_000)
    assert (bench.credits, bench.reserve, len(bench.starts)) == (0, 0, plays)
    assert (bench.prizes, bench.cab.tray_cents) == (won, 0)


def test_b14_prize_counter_never_shows_more_than_the_maximum_prize() -> None:
    """B-14: single plays alone: not even while it pays does the prize counter stand above 80.00."""
    bench = Bench(cierzo(RICH))
    bench.insert(*[100] * 8)
    for _ in range(8):
        bench.play()
    most = max(counter_values(bench, "prizes"))
    assert bench.cab.tray_cents > 0, "a payment must have happened"
    assert most <= LAW["B-14"].value, f"the prize counter must stay within 80.00 (saw {most})"


def test_b15_credits_rise_by_coins_and_reserve_alone() -> None:
    """B-15: a prize is money in the tray, never a credit: what enters is coins in, plus nothing."""
    bench = Bench(cierzo(RICH))
    bench.insert(200, 200, 200)
    for button in ("double", "start", "double", "start", "start"):
        bench.play(button)
    staked = sum(start.stake_cents for start in bench.starts)
    accepted = sum(s.fields["cents"] for s in bench.of("coin_accepted"))
    assert bench.credits + bench.reserve == accepted - staked
    assert sum(rises(counter_values(bench, "credits"))) <= accepted
    tray = bench.cab.tray
    assert set(tray) <= {10, 100}, "prizes are paid in legal coins of the two hoppers"


def test_b16_prizes_fall_outside_coin_by_coin() -> None:
    """B-16: an automatic payment of 80 EUR and more needs no hand: coins leave until the last is out."""
    bench = Bench(cierzo(RICH))
    bench.insert(*[100] * 4)
    for _ in range(12):
        bench.play()
        if bench.cab.tray_cents:
            break
    presses = len(bench.of("button"))
    out = sum(s.fields["cents"] for s in bench.of("hopper_coin"))
    assert out == bench.cab.tray_cents >= LAW["B-14"].value
    assert presses == len(bench.starts), "no button but START was ever pressed"


# -- B-17, B-18, B-21: coins ------------------------------------------------------------------------------


def test_b17_no_coin_above_8_euros_and_the_change_is_kept() -> None:
    """B-17: what is worth more than 40 plays falls through; change of a coin stays for later plays."""
    bench = Bench(cierzo(purse={1000: 2, 2000: 1, 500: 1, 200: 9}))
    for foreign in (1000, 2000, 500):
        bench.insert(foreign)
    assert (bench.credits, bench.reserve) == (0, 0)
    assert bench.cab.tray == {500: 1, 1000: 1, 2000: 1}
    bench.insert(200, 200, 200)
    assert bench.credits + bench.reserve == 600
    assert all(s.fields["cents"] <= INSERT for s in bench.of("coin_accepted"))


def test_b18_the_five_coins_of_the_agreement_and_no_others() -> None:
    """B-18: 0.10, 0.20, 0.50, 1 and 2 EUR count for what they are; 1, 2 and 5 cents are returned."""
    bench = Bench(cierzo(purse=dict.fromkeys((*COINS, 1, 2, 5), 1)))
    expected = 0
    for coin in COINS:
        bench.insert(coin)
        expected += coin
        assert bench.credits == expected, f"a coin of {coin} cents must count for {coin}"
    bench.insert(1, 2, 5)
    assert bench.credits == expected
    assert bench.cab.tray == {1: 1, 2: 1, 5: 1}


def test_b21_money_above_the_limits_is_returned() -> None:
    """B-21, B-12, B-13: once credits and reserve are full every coin comes back, and not one is lost."""
    bench = Bench(cierzo(purse={200: 10, 100: 5, 50: 5, 20: 5, 10: 5}))
    owned = bench.wealth()
    bench.insert(*[200] * 7)
    assert (bench.credits, bench.reserve) == (400, 800)
    assert bench.cab.tray == {200: 1}
    bench.insert(*COINS)
    assert (bench.credits, bench.reserve) == (400, 800), "nothing may enter above the limits"
    assert bench.cab.tray == {200: 2, 100: 1, 50: 1, 20: 1, 10: 1}
    assert bench.wealth() == owned


def test_b21_only_coins_that_fit_whole_are_taken() -> None:
    """B-21: with 0.30 of room the 2, 1 and 0.50 EUR coins are returned and 0.20 and 0.10 still fit."""
    bench = Bench(cierzo())
    bench.insert(200, 200, 200, 200, 200, 100, 50, 20)
    assert bench.credits + bench.reserve == 1170
    bench.insert(200, 100, 50)
    assert bench.cab.tray == {200: 1, 100: 1, 50: 1}
    bench.insert(20, 10, 10)
    assert bench.credits + bench.reserve == 1200
    assert bench.cab.tray[10] == 1


@pytest.mark.parametrize("state", ["no power", "door open", "meters unplugged", "paying"])
def test_b21_no_coin_is_kept_while_the_machine_cannot_play(state: str) -> None:
    """B-21: without power, with a door open, with a fault or while it pays every coin comes back."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    if state == "no power":
        bench.cab.power_off()
    elif state == "door open":
        bench.cab.open_door()
    elif state == "meters unplugged":
        bench.cab.unplug("plays")
    else:
        bench.press("collect")
    bench.wait(200)
    accepted = len(bench.of("coin_accepted"))
    before = bench.cab.purse
    bench.cab.insert(50)
    bench.wait(900)
    assert len(bench.of("coin_accepted")) == accepted
    assert bench.cab.tray.get(50, 0) == 1
    assert bench.cab.purse[50] == before[50] - 1


def test_b21_coins_that_come_too_fast_are_counted_or_returned() -> None:
    """B-21: thirty coins thrown in 60 ms apart: each is either money on the counters or in the tray."""
    bench = Bench(cierzo(purse={20: 30}))
    for _ in range(30):
        bench.cab.insert(20)
        bench.wait(60)
    bench.wait(1_500)
    assert bench.credits + bench.reserve + bench.cab.tray_cents == 600
    assert bench.credits > 0 < bench.cab.tray_cents
