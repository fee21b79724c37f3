# SPDX-License-Identifier: MIT
"""Black box: no play without the coins to pay for its luck, and no payment lost (B-20, K-24)."""

from __future__ import annotations

from blackbox import LAW, METER_UNIT, PRICE, RICH, Bench, cierzo, payable

SINGLE = LAW["B-04"].value
DOUBLE = LAW["B-05"].value


def refused(bench: Bench) -> bool:
    """Whether START, lit or not, starts nothing now or by itself."""
    starts = len(bench.starts)
    dark = not bench.lit("start")
    bench.press("start")
    bench.press("double")
    bench.wait(9_000)
    return dark and len(bench.starts) == starts


def test_b20_no_money_and_no_play_without_the_largest_prize_in_the_hoppers() -> None:
    """B-20: with less than 80.00 to pay with, coins come back, START stays dark, and the line says why."""
    for hoppers in ({100: 70, 10: 90}, {100: 0, 10: 790}, {100: 300, 10: 0}, {100: 0, 10: 0}):
        bench = Bench(cierzo(hoppers=hoppers))
        bench.insert(100, 20)
        assert bench.credits == 0, f"no money may come in (hoppers {hoppers})"
        assert bench.cab.tray_cents == 120
        assert refused(bench)
        assert "CAMBIO" in bench.cab.display.message


def test_b20_hoppers_that_cover_any_prize_allow_a_play() -> None:
    """B-20: 90.00 in the hoppers are enough for a play with 0.50 of inserted money; it is accepted."""
    bench = Bench(cierzo(hoppers={100: 82, 10: 80}))
    bench.insert(50)
    assert bench.credits == 50
    assert bench.play().stake_cents == PRICE


def test_b20_a_hopper_emptied_by_hand_is_noticed() -> None:
    """B-20: somebody took the 1 EUR coins out: the low sensor alone must stop the next play."""
    bench = Bench(cierzo())
    bench.insert(200)
    bench.play()
    bench.cab.empty(100)
    bench.wait(600)
    assert refused(bench)
    bench.insert(50)
    assert bench.cab.tray_cents == 50


def test_b20_a_double_play_needs_the_double_prize() -> None:
    """B-20, B-05: with 100.00 to pay with, a single play is allowed and a double one is not."""
    bench = Bench(cierzo(hoppers={100: 95, 10: 50}))
    bench.insert(50)
    assert bench.until(lambda: bench.lit("start"), 6_000)
    assert not bench.lit("double")
    bench.press("double")
    assert bench.starts == []
    bench.play()


def test_b20_every_accepted_play_could_have_paid_all_its_debts() -> None:
    """B-20: before each start the coins really there pay meter, inserted money and the largest prize."""
    bench = Bench(cierzo(RICH, hoppers={100: 260, 10: 300}))
    bench.insert(100, 100, 100, 100)
    accepted = []
    while bench.until(lambda: bench.lit("start"), 6_000):
        levels = bench.cab.hopper_levels
        debts = (bench.prizes, bench.credits + bench.reserve)
        button, largest = ("double", DOUBLE) if bench.lit("double") else ("start", SINGLE)
        bench.play(button)
        accepted.append(button)
        for prize in (20, 60, largest - 20, largest):
            assert payable(levels, (*debts, prize)), f"{levels} cannot pay {debts} and a prize of {prize}"
    assert bench.credits >= PRICE, "the hoppers must run out before the credits do"
    assert {"start", "double"} <= set(accepted)
    assert refused(bench)


def allows_a_play(bench: Bench) -> bool:
    bench.insert(100)
    return bench.until(lambda: bench.lit("start"), 6_000)


def test_b20_what_a_stake_leaves_can_be_paid_back_too() -> None:
    """B-20, B-13: 1.00 needs one coin, the 0.80 left of it eight: 0.10 coins for them and a prize of 0.60."""
    benches = {tens: Bench(cierzo(hoppers={100: 300, 10: tens})) for tens in range(4, 19, 2)}
    allowed = [tens for tens, bench in benches.items() if allows_a_play(bench)]
    assert allowed == [tens for tens in benches if payable({100: 300, 10: tens}, (80, 60))]
    assert 0 < len(allowed) < len(benches)


def test_k24_a_payment_that_a_hopper_breaks_off_is_finished_after_the_refill() -> None:
    """K-24, B-16: hoppers emptied in the middle of a payment: nothing is lost, it goes on when mended."""
    bench = Bench(cierzo(RICH))
    bench.insert(20, 20)
    bench.play()
    assert bench.until(lambda: bench.lit("start"), 15_000)
    bench.press("start")
    assert bench.until(lambda: bool(bench.of("hopper_coin")), 5_500)
    bench.wait(3_000)
    bench.cab.empty(100)
    bench.cab.empty(10)
    bench.wait(12_000)
    paid = bench.cab.tray_cents
    assert bench.lit("tower"), "a payment that cannot go on must call somebody"
    assert 0 < paid < LAW["B-14"].value
    bench.insert(20)
    assert bench.cab.tray_cents == paid + 20, "no money is taken until it is mended"
    bench.cab.open_door()
    bench.cab.refill(100, 200)
    bench.cab.refill(10, 200)
    bench.wait(500)
    assert bench.cab.tray_cents == paid + 20, "and nothing is paid with the door open"
    bench.cab.close_door()
    bench.settle()
    won = bench.clicks()["prizes"] * METER_UNIT
    assert won >= LAW["B-14"].value
    assert bench.paid == won and bench.prizes == 0
