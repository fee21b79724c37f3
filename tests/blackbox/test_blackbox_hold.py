# SPDX-License-Identifier: MIT
"""Black box: holding reels of a losing play for the next one (B-23)."""

from __future__ import annotations

from blackbox import PRICE, Bench, Play, cierzo

REELS = (1, 2, 3)


def lamps(bench: Bench) -> set[int]:
    """Reels whose hold lamp is lit or blinks: what was lit within the next 1.2 s."""
    seen: set[int] = set()
    for _ in range(12):
        seen |= {reel for reel in REELS if bench.lit(f"hold_{reel}")}
        bench.wait(100)
    return seen


def live(bench: Bench) -> None:
    assert bench.until(lambda: bench.lit("start"), 20_000, step_ms=20)


def feed(bench: Bench) -> None:
    if bench.credits < 2 * PRICE:
        bench.insert(200)


def offered(bench: Bench, plays: int = 30) -> set[int]:
    """Play until hold lamps blink; return their reels."""
    for _ in range(plays):
        feed(bench)
        play = bench.play()
        live(bench)
        found = lamps(bench)
        if found:
            assert play.prize_cents == 0, "hold must be offered after a losing play only"
            return found
    raise AssertionError(f"hold must be offered within {plays} plays")


def play_with(bench: Bench, *reels: int) -> tuple[tuple[int, ...], Play]:
    """Hold these reels and press START; return the stops before and the play."""
    before = bench.stops
    for reel in reels:
        bench.press(f"hold_{reel}")
    return before, bench.play()


def test_b23_held_reels_stay_and_the_others_turn() -> None:
    """B-23: over ten held plays a held reel never moves, every other one does, and the price stays 0.20."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    for number in range(10):
        offers = sorted(offered(bench))
        held = offers[number % len(offers)]
        before, play = play_with(bench, held)
        assert play.moved == set(REELS) - {held}, f"reel {held} is held (moved: {sorted(play.moved)})"
        assert play.stops[held - 1] == before[held - 1]
        assert play.stake_cents == PRICE


def test_b23_two_reels_can_be_held_but_never_all() -> None:
    """B-23: a hold is of part of the combination: with every button pressed at least one reel turns."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    most = 0
    for _ in range(12):
        offered(bench)
        feed(bench)
        live(bench)
        before = bench.stops
        for reel in REELS:
            bench.press(f"hold_{reel}")
        held = {reel for reel in REELS if bench.lit(f"hold_{reel}")}
        count = len(bench.starts)
        bench.moved.clear()
        bench.press("start")
        bench.settle()
        assert len(held) < len(REELS), "all reels held would be no play"
        if len(bench.starts) > count:
            kept = set(REELS) - bench.moved
            assert kept <= held and len(kept) < len(REELS)
            assert all(bench.stops[reel - 1] == before[reel - 1] for reel in kept)
            most = max(most, len(kept))
        if most == 2:
            return
    raise AssertionError("two reels must have been held at once in some play")


def test_b23_nothing_can_be_held_after_a_win() -> None:
    """B-23: a winning combination is not held: no lamp, and a pressed button keeps no reel."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    wins = 0
    while wins < 6:
        feed(bench)
        live(bench)
        play = bench.play()
        if play.prize_cents:
            wins += 1
            feed(bench)
            live(bench)
            assert lamps(bench) == set(), "no hold lamp may be lit after a win"
            _, play = play_with(bench, 1)
            assert play.moved == set(REELS), "every reel must turn after a win"


def test_b23_a_hold_lasts_one_play() -> None:
    """B-23: a hold is for the next play alone: the one after it turns every reel."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    for _ in range(4):
        offers = sorted(offered(bench))
        play_with(bench, offers[0])
        feed(bench)
        live(bench)
        assert bench.play().moved == set(REELS)


def test_b23_a_hold_can_be_taken_back() -> None:
    """B-23: the same button pressed again lets the reel go."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    offers = sorted(offered(bench))
    _, play = play_with(bench, offers[0], offers[0])
    assert play.moved == set(REELS)


def test_b23_a_double_play_is_never_made_with_a_hold() -> None:
    """B-23, B-03: with a reel held DOUBLE starts nothing and costs nothing."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    offers = sorted(offered(bench))
    credits, starts = bench.credits, len(bench.starts)
    bench.press(f"hold_{offers[0]}")
    assert not bench.lit("double")
    bench.press("double")
    bench.wait(1_000)
    assert (bench.credits, len(bench.starts)) == (credits, starts)


def test_b23_the_machine_alone_holds_nothing() -> None:
    """B-23, B-11: a play that starts by itself turns every reel, whatever had been marked."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    offers = sorted(offered(bench))
    bench.press(f"hold_{offers[0]}")
    count = len(bench.starts)
    bench.moved.clear()
    assert bench.until(lambda: len(bench.starts) > count, 8_000)
    bench.settle()
    assert bench.moved == set(REELS)
