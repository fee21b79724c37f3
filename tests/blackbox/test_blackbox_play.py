# SPDX-License-Identifier: MIT
"""Black box: the price, the pace and the start of a play, simple and double (B-02 to B-06, B-10, B-11)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from blackbox import LAW, PRICE, RATE_PLAYS, RATE_US, RICH, Bench, busiest, cierzo, gaps_ms

REST_MS = LAW["B-10"].value
ALONE_MS = LAW["B-11"].value
# A contact has to stay quiet and the program has to wake: what a start may come later than the law's time.
LATE_MS = 100


def feed(bench: Bench) -> None:
    """Keep money in the machine without touching a button but RESERVE."""
    if bench.credits + bench.reserve < 200:
        for _ in range(2):
            bench.cab.insert(200)
            bench.wait(210)
    if bench.lit("reserve"):
        bench.cab.press("reserve")


def mash(bench: Bench, ms: int, buttons: tuple[str, ...], every_ms: int = 130) -> None:
    """Hammer buttons for a while, one after the other."""
    end_us = bench.cab.now_us + ms * 1000
    number = 0
    while bench.cab.now_us < end_us:
        if number % 20 == 0:
            feed(bench)
        bench.cab.press(buttons[number % len(buttons)], 60)
        bench.wait(every_ms)
        number += 1


# -- B-02, B-03: price ----------------------------------------------------------------------------------


def test_b02_a_play_costs_20_cents_and_starts_with_no_less() -> None:
    """B-01, B-02: 0.10 starts nothing, 0.20 starts one play and leaves nothing."""
    bench = Bench(cierzo())
    bench.insert(10)
    bench.press("start")
    bench.wait(12_000)
    assert bench.starts == [] and bench.credits == 10
    bench.insert(10)
    assert bench.play().stake_cents == PRICE
    assert bench.credits == 0


def test_b03_a_double_play_costs_40_cents_and_rolls_twice() -> None:
    """B-03: the optional second play: 0.40, two rolls of all reels, two plays on the meter."""
    bench = Bench(cierzo())
    bench.insert(100)
    before = bench.clicks()["plays"]
    rolled = len(bench.of("reel_stop"))
    play = bench.play("double")
    assert play.stake_cents == LAW["B-03"].value * PRICE
    assert len(bench.of("reel_stop")) - rolled == LAW["B-03"].value * len(bench.cab.reels)
    assert bench.clicks()["plays"] - before == LAW["B-03"].value


def test_b03_no_double_play_without_its_whole_price() -> None:
    """B-03: with 0.30 DOUBLE is dark and takes nothing; START still plays one."""
    bench = Bench(cierzo())
    bench.insert(20, 10)
    assert bench.until(lambda: bench.lit("start"), 6_000)
    assert not bench.lit("double")
    bench.press("double")
    assert bench.starts == [] and bench.credits == 30
    bench.play()
    assert bench.credits == 10


def test_b03_never_more_than_two_plays_at_once() -> None:
    """B-03: all buttons at once, again and again: no start ever takes more than 0.40."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    for _ in range(6):
        assert bench.until(lambda: bench.lit("start"), 30_000)
        for button in ("double", "start", "double", "hold_1", "start"):
            bench.cab.press(button, 80)
            bench.wait(7)
        bench.wait(2_000)
        bench.settle()
    assert bench.starts
    assert {start.stake_cents for start in bench.starts} <= {PRICE, 2 * PRICE}


# -- B-04, B-05, B-06: prizes ---------------------------------------------------------------------------


def prizes_of(buttons: tuple[str, ...]) -> list[int]:
    bench = Bench(cierzo(RICH, hoppers={100: 400, 10: 800}))
    bench.insert(*[100] * 8)
    return [bench.play(button).prize_cents for button in buttons]


def test_b04_a_single_play_wins_80_euros_at_most() -> None:
    """B-04: on a plan with the largest prizes in a row, 80.00 is won and nothing above it."""
    assert max(prizes_of(("start",) * 5)) == LAW["B-04"].value


def test_b05_a_double_play_wins_120_euros_at_most() -> None:
    """B-05: the two rolls of a double play together win 120.00, twice the usual and nothing above it."""
    won = [max(prizes_of(sequence)) for sequence in (("double",) * 2, ("start", "double"))]
    assert max(won) == LAW["B-05"].value


def test_b06_money_obtained_never_exceeds_what_the_plays_show() -> None:
    """B-06: a payment brings what was won and no more; no further play, credit or prize follows from it."""
    bench = Bench(cierzo(RICH, hoppers={100: 400, 10: 800}))
    bench.insert(200)
    won = 0
    for _ in range(4):
        credits, starts = bench.credits, len(bench.starts)
        play = bench.play()
        assert play.prize_cents <= LAW["B-04"].value
        won += play.prize_cents
        assert bench.credits == credits - PRICE, "a prize must not touch the credits"
        assert len(bench.starts) == starts + 1, "a prize must not bring another play"
        assert bench.prizes + bench.cab.tray_cents == won
    if bench.prizes:
        bench.collect()
    bench.wait(4_000)
    assert bench.cab.tray_cents == won


# -- B-10: pace -----------------------------------------------------------------------------------------


def test_b10_starts_are_5_seconds_apart_however_the_button_is_hammered() -> None:
    """B-10: START hammered for more than ten minutes: 5,000 ms between starts, 120 in any 600 s."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    mash(bench, 620_000, ("start",), every_ms=97)
    gaps = gaps_ms(bench.starts)
    times = [start.t_us for start in bench.starts]
    assert len(gaps) > 100
    assert min(gaps) >= REST_MS, f"plays must start {REST_MS} ms apart (saw {min(gaps)})"
    assert busiest(times, RATE_US) <= RATE_PLAYS
    quick = sorted(gaps)[len(gaps) // 4]
    assert quick <= REST_MS + LATE_MS, f"the button must be live when 5 s are over (took {quick} ms)"


def test_b10_5_seconds_are_5_seconds_to_the_millisecond() -> None:
    """B-10: START pressed a millisecond later each play: never taken before 5,000 ms, always soon after."""
    bench = Bench(cierzo())
    bench.insert(200, 200, 200, 200)
    assert bench.until(lambda: bench.lit("start"), 6_000)
    bench.press("start")
    for early_ms in range(45, 5, -1):
        last_us = bench.starts[-1].t_us
        bench.cab.run_us(last_us + 4_000_000 - bench.cab.now_us)
        feed(bench)
        bench.cab.run_us(last_us + (REST_MS - early_ms) * 1000 - bench.cab.now_us)
        for _ in range(2):
            bench.press("start", 40)
        taken = (bench.starts[-1].t_us - last_us) / 1000
        assert taken, "the button must be live when 5 s are over (nothing started)"
        assert taken >= REST_MS, f"plays must start {REST_MS} ms apart (saw {taken})"
        assert taken <= REST_MS + LATE_MS, f"the button must be live when 5 s are over (took {taken} ms)"


def test_b10_a_double_play_counts_as_one() -> None:
    """B-10: starts of double plays keep the same distance: 5,000 ms each, not twice that."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    mash(bench, 90_000, ("double",))
    assert {start.stake_cents for start in bench.starts} == {2 * PRICE}
    assert min(gaps_ms(bench.starts)) >= REST_MS
    assert len(bench.starts) > 10


def test_b10_a_boot_counts_as_a_start() -> None:
    """B-10: pulling the plug does not shorten the wait: 5,000 ms from each power-on to the next start."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    boots = []
    for wait_ms in (2_900, 4_000, 4_990, 5_300, 700):
        mash(bench, 6_000, ("start",))
        bench.wait(wait_ms)
        bench.cab.power_off()
        bench.wait(30)
        bench.cab.power_on()
        boots.append(bench.cab.now_us)
        mash(bench, 7_000, ("start",), every_ms=97)
    times = sorted([start.t_us for start in bench.starts] + boots)
    assert all(any(boot < start.t_us for start in bench.starts) for boot in boots)
    assert min(b - a for a, b in pairwise(times) if b not in boots) >= REST_MS * 1000


def test_b10_a_press_that_comes_too_early_is_not_kept() -> None:
    """B-10, B-11: pressed during a play, START starts nothing afterwards."""
    bench = Bench(cierzo())
    bench.insert(200)
    bench.play()
    bench.until(lambda: bench.lit("start"), 10_000)
    bench.press("start")
    for _ in range(5):
        bench.press("start")
    first = bench.starts[-1].t_us
    bench.until(lambda: bench.lit("start"), 10_000, step_ms=10)
    bench.wait(3_000)
    assert bench.starts[-1].t_us == first


@pytest.mark.parametrize("release", ["before the lamp", "behind the lamp"])
def test_b10_a_press_that_is_held_into_the_next_play_starts_nothing(release: str) -> None:
    """B-10, B-11: START pressed during a play and held: it was pressed too early, however long it is held."""
    bench = Bench(cierzo())
    bench.insert(200)
    bench.play()
    bench.until(lambda: bench.lit("start"), 10_000)
    bench.press("start")
    first_us, count = bench.starts[-1].t_us, len(bench.starts)
    bench.wait(1_000)
    bench.cab.down("start")
    if release == "before the lamp":
        bench.cab.run_us(first_us + (REST_MS - 30) * 1000 - bench.cab.now_us)
        bench.cab.up("start")
    assert bench.until(lambda: bench.lit("start") or len(bench.starts) > count, 6_000, step_ms=10)
    bench.wait(500)
    bench.cab.up("start")
    bench.wait(3_000)
    assert len(bench.starts) == count, "a press during a play must not start the next one"
    assert bench.lit("start"), "the button must be live, so that a press could start one"
    bench.press("start")
    assert len(bench.starts) == count + 1


# -- B-11: the machine plays by itself ------------------------------------------------------------------


def test_b11_left_alone_with_a_price_it_plays_by_itself_after_5_seconds() -> None:
    """B-11: 5,000 ms after START went live, and not before, a single play starts; until the price is gone."""
    bench = Bench(cierzo())
    bench.insert(50)
    bench.wait(60_000)
    live = [s.t_us for s in bench.of("lamp", name="start", on=True)]
    waits = [(start.t_us - max(t for t in live if t < start.t_us)) / 1000 for start in bench.starts]
    assert [start.stake_cents for start in bench.starts] == [PRICE, PRICE]
    assert min(waits) >= ALONE_MS, f"the player must have {ALONE_MS} ms to press (had {min(waits)})"
    assert max(waits) <= ALONE_MS + LATE_MS, f"the machine must play after {ALONE_MS} ms (took {max(waits)})"
    assert bench.credits == 10


def test_b11_without_a_price_in_credits_nothing_starts() -> None:
    """B-11, B-13: neither an empty machine nor one with money in reserve alone plays by itself."""
    bench = Bench(cierzo())
    bench.wait(20_000)
    assert bench.starts == []
    bench.insert(10)
    bench.wait(20_000)
    assert bench.starts == []


def test_b11_a_player_who_does_something_gets_the_whole_time_again() -> None:
    """B-11: a hold pressed in time is the player's own action: the 5,000 ms begin anew."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    for _ in range(20):
        bench.play()
        if bench.until(lambda: bench.lit("hold_1"), 1_500, step_ms=100):
            break
    assert bench.until(lambda: bench.lit("start"), 6_000, step_ms=10)
    bench.wait(4_000)
    starts = len(bench.starts)
    bench.cab.press("hold_1")
    pressed_us = bench.cab.now_us
    bench.wait(4_000)
    assert len(bench.starts) == starts, "the time must begin anew with the press"
    bench.wait(1_400)
    assert len(bench.starts) == starts + 1
    assert bench.starts[-1].t_us - pressed_us >= ALONE_MS * 1000
