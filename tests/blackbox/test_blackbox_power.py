# SPDX-License-Identifier: MIT
"""Black box: the plug is pulled at every moment and the machine goes on as if not (B-31, K-13, K-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackbox import LAW, METER_UNIT, RICH, Bench, cierzo, total


def ready(*coins: int, model: Any = "cierzo") -> Bench:
    bench = Bench(cierzo(model))
    bench.insert(*coins)
    assert bench.until(lambda: bench.lit("start"), 8_000, step_ms=20)
    return bench


def come_back(bench: Bench, off_ms: int = 500) -> None:
    """Put the plug back and wait until the machine has nothing left to do but wait for a player."""
    if bench.cab.powered:
        bench.cab.power_off()
    bench.wait(off_ms)
    bench.cab.power_on()
    bench.wait(4_200)
    bench.settle()


def cut_at(bench: Bench, kind: str, nth: int = 1, **fields: Any) -> list[int]:
    """Pull the plug in the very instant in which an instrument senses something for the nth time."""
    cut: list[int] = []
    count = 0

    def relay(told: str, t_us: int, said: Mapping[str, Any]) -> None:
        nonlocal count
        if told == kind and not cut and all(said.get(name) == value for name, value in fields.items()):
            count += 1
            if count == nth:
                cut.append(t_us)
                bench.cab.power_off()

    bench.cab.listen(relay)
    return cut


# -- B-31, K-13, K-16: a play ---------------------------------------------------------------------------


def alone(button: str) -> tuple[tuple[int, ...], int, int]:
    """What a play comes to when nobody disturbs it: stops, prizes, credits."""
    bench = ready(100)
    bench.play(button)
    return bench.stops, bench.prizes, bench.credits


def test_b31_a_play_ends_the_same_wherever_the_plug_was_pulled() -> None:
    """
    B-31, K-13, K-16: cuts from the press to the award, single and double: same stops, prize and credits.

    A press that the cut outran is no play: then nothing is taken, and pressed again it brings the
    very same play.
    """
    for button, moments in (("start", range(0, 3_600, 150)), ("double", range(90, 7_200, 900))):
        expected = alone(button)
        for moment_ms in moments:
            bench = ready(100)
            bench.cab.press(button, 60)
            bench.cab.run_us(moment_ms * 1_000 + 37 * (moment_ms % 11))
            come_back(bench)
            if not bench.starts:
                assert bench.credits == 100, "a play that never began must cost nothing"
                bench.play(button)
            got = (bench.stops, bench.prizes, bench.credits)
            assert got == expected, f"{button} cut after {moment_ms} ms gave {got}, not {expected}"
            assert len(bench.starts) == 1


def test_b31_from_the_instant_the_reels_move_the_play_stands() -> None:
    """B-31, promise "commit, then show": what has been shown at all is there when the power comes back."""
    expected = alone("start")
    for kind, fields in (
        ("reel_start", {"reel": 1}),
        ("reel_start", {"reel": 3}),
        ("lamp", {"name": "start", "on": False}),
        ("display", {"name": "counters"}),
        ("reel_stop", {"reel": 2}),
        ("reel_stop", {"reel": 3}),
    ):
        bench = ready(100)
        cut = cut_at(bench, kind, **fields)
        bench.press("start")
        bench.wait(4_000)
        assert cut, f"{kind} must have been sensed"
        come_back(bench)
        got = (bench.stops, bench.prizes, bench.credits)
        assert got == expected, f"cut at {kind} {fields}: {got}, not {expected}"


def test_b31_many_cuts_in_one_evening_change_no_result() -> None:
    """B-31: forty plays, each cut somewhere, show the same results in the same order as without cuts."""
    calm, cut = (ready(*[200] * 6) for _ in range(2))
    results: dict[str, list[tuple[tuple[int, ...], int]]] = {"calm": [], "cut": []}
    for number in range(40):
        for name, bench in (("calm", calm), ("cut", cut)):
            if bench.lit("reserve"):
                bench.press("reserve")
            assert bench.until(lambda bench=bench: bench.lit("start"), 15_000)
            starts = len(bench.starts)
            bench.press("start")
            if name == "cut":
                bench.cab.run_us(97_003 * number + 1)
                come_back(bench, off_ms=20)
            bench.settle()
            assert len(bench.starts) == starts + 1
            results[name].append((bench.stops, bench.prizes))
    assert results["cut"] == results["calm"]
    assert (cut.credits, cut.reserve) == (calm.credits, calm.reserve)
    assert cut.clicks()["plays"] == 40


def test_k13_a_play_with_held_reels_resumes_as_it_was() -> None:
    """K-13, B-23: cut while hold is offered and in the held play: the same offer, the same stops."""
    ends = []
    for cuts in (False, True):
        bench = ready(200, 200)
        for _ in range(20):
            bench.play()
            if bench.until(lambda bench=bench: bench.lit("hold_1"), 1_500, step_ms=100):
                break
        if cuts:
            come_back(bench)
            assert bench.until(lambda bench=bench: bench.lit("hold_1"), 3_000, step_ms=100)
        assert bench.until(lambda bench=bench: bench.lit("start"), 8_000)
        before = bench.stops[0]
        bench.press("hold_1")
        bench.press("start")
        bench.wait(900)
        if cuts:
            come_back(bench)
        bench.settle()
        assert bench.stops[0] == before, "the held reel must show what it showed"
        ends.append((bench.stops, bench.prizes, bench.credits, len(bench.starts)))
    assert ends[0] == ends[1]


def test_k13_a_double_play_keeps_its_maximum_over_a_cut() -> None:
    """K-13, B-14: what fills the meter with 80.00 and more is a double play after a cut in its rolls, too."""
    bench = ready(200, 200, model=RICH)
    for _ in range(3):
        bench.play()
    paid = bench.cab.tray_cents
    assert bench.until(lambda: bench.lit("double"), 15_000)
    bench.press("double")
    bench.wait(700)
    assert bench.rolling
    come_back(bench)
    assert LAW["B-14"].value <= bench.prizes < LAW["B-05"].value, "a double play must have filled the meter"
    assert bench.cab.tray_cents == paid


def test_k16_after_power_returns_the_reels_complete_the_whole_spin() -> None:
    """K-16: cut in mid-spin: when the power is back every reel turns at least once round and then stops."""
    bench = ready(100)
    expected = alone("start")
    bench.press("start")
    bench.wait(700)
    bench.cab.power_off()
    bench.wait(1_000)
    assert not bench.rolling
    before = len(bench.seen)
    bench.cab.power_on()
    turned = [0] * len(bench.cab.reels)
    last = [reel.position_u16 for reel in bench.cab.reels]
    for _ in range(200):
        bench.wait(20)
        now = [reel.position_u16 for reel in bench.cab.reels]
        turned = [t + (b - a) % 65_536 for t, a, b in zip(turned, last, now, strict=True)]
        last = now
        assert not (bench.rolling and bench.prizes), "the prize must wait for the reels"
    spun = {s.fields["reel"] for s in bench.seen[before:] if s.kind == "reel_start"}
    assert spun == {1, 2, 3} and expected[1] > 0
    assert min(turned) >= 65_536, "each reel must turn round at least once"
    bench.settle()
    assert (bench.stops, bench.prizes, bench.credits) == expected


# -- B-31, K-16: money ----------------------------------------------------------------------------------


def test_k16_a_payment_that_was_cut_is_completed() -> None:
    """
    K-16, B-31: cut again and again in mid-payment, the machine pays on: never a cent too little.

    Too much it may pay by the coin that passed the sensor with no power to count it: one a cut.
    """
    cuts = 12
    for step_ms in (2_310, 3_777):
        bench = ready(20, 20, model=RICH)
        assert bench.play().prize_cents == 40_00
        assert bench.until(lambda bench=bench: bench.lit("start"), 20_000)
        bench.press("start")
        for _ in range(cuts):
            bench.wait(step_ms)
            bench.power_cycle(off_ms=700)
            bench.wait(3_200)
        bench.settle()
        assert bench.prizes == 0
        assert 120_00 <= bench.cab.tray_cents <= 120_00 + 100 * cuts
        wheels = bench.clicks()
        assert wheels["prizes"] == wheels["out"] == 120_00 // METER_UNIT, "booked as won and as paid: 120.00"


def test_b31_a_cut_in_the_instant_a_coin_passes_costs_that_coin_at_most() -> None:
    """B-31: cut while the 1st, 2nd … coin passes the hopper's sensor: all that was owed is paid, plus it."""
    for nth in (1, 2, 4):
        bench = ready(200, 200)
        cut = cut_at(bench, "hopper_coin", nth)
        bench.press("collect")
        bench.wait(4_000)
        assert cut
        come_back(bench)
        assert bench.cab.tray_cents + bench.credits + bench.reserve in (400, 500)
        assert bench.credits == 0


def test_b31_a_coin_is_credited_or_at_worst_the_one_coin_on_its_way_is_lost() -> None:
    """B-31: coins thrown in while the plug is pulled: each cut costs the coin behind the gate at most."""
    for moment_ms in range(0, 640, 40):
        bench = Bench(cierzo(purse={50: 6}))
        bench.insert(50)
        bench.cab.insert(50)
        bench.wait(150)
        bench.cab.insert(50)
        bench.cab.run_us(moment_ms * 1_000 + 500)
        owned_before = 300
        bench.power_cycle()
        bench.wait(6_000)
        visible = total(bench.cab.purse) + bench.cab.tray_cents + bench.credits
        visible += sum(start.stake_cents for start in bench.starts)
        assert owned_before - 50 <= visible <= owned_before, f"cut {moment_ms} ms after the coin: {visible}"
        assert bench.credits >= 50, "what was on the counter must still be there"


def test_b31_counters_show_the_same_after_a_night_without_power() -> None:
    """B-31, K-13: credits, reserve, prizes and reels are as they were, however long the power was off."""
    bench = Bench(cierzo(RICH))
    bench.insert(200, 200, 200)
    bench.play()
    bench.settle()
    before = (bench.credits, bench.reserve, bench.prizes, bench.stops)
    bench.cab.power_off()
    bench.wait(8 * 3_600_000)
    assert bench.cab.display.credits.strip() == "", "without power the counters are dark"
    assert not any(bench.cab.lamps.values())
    bench.cab.power_on()
    bench.wait(4_500)
    assert (bench.credits, bench.reserve, bench.prizes, bench.stops) == before
