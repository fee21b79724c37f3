# SPDX-License-Identifier: MIT
"""Black box: meters that cannot be cheated, reels that turn freely and unevenly (K-01, K-02, K-17, K-18)."""

from __future__ import annotations

from itertools import pairwise

from blackbox import LAW, METER_UNIT, RICH, Bench, cierzo

REELS = (1, 2, 3)
# Motor steps: 96 on 24 symbols.
HALF_STOP = 2


def stopped(bench: Bench) -> bool:
    """Whether the machine is out of service: it calls, names a fault, takes no coin and starts no play."""
    starts, accepted = len(bench.starts), len(bench.of("coin_accepted"))
    calls = bench.lit("tower") and "AVER" in bench.cab.display.message
    bench.cab.insert(20)
    bench.press("start")
    bench.press("double")
    bench.wait(9_000)
    return calls and (len(bench.starts), len(bench.of("coin_accepted"))) == (starts, accepted)


def mend(bench: Bench) -> None:
    """An attendant opens the door, and closes it again."""
    bench.cab.open_door()
    bench.wait(2_000)
    bench.cab.close_door()
    bench.wait(4_000)


# -- K-01: meters ---------------------------------------------------------------------------------------


def test_k01_meters_count_every_play_every_prize_and_every_coin() -> None:
    """K-01: after singles, doubles, prizes and payments the four meters agree with what was seen, to one."""
    bench = Bench(cierzo(RICH))
    bench.insert(*[100] * 6)
    plays = prizes = 0
    for button in ("start", "double", "start", "double", "start", "start"):
        play = bench.play(button)
        plays += play.stake_cents // 20
        prizes += play.prize_cents
    while bench.prizes + bench.credits + bench.reserve:
        bench.collect()
    coins_in = sum(s.fields["cents"] for s in bench.of("coin_accepted"))
    coins_out = sum(s.fields["cents"] for s in bench.of("hopper_coin"))
    assert coins_out > 80_00, "prizes must have been paid"
    assert bench.clicks() == {
        "plays": plays,
        "prizes": prizes // METER_UNIT,
        "in": coins_in // METER_UNIT,
        "out": coins_out // METER_UNIT,
    }


def test_k01_meters_never_fall_and_nothing_resets_them() -> None:
    """K-01: plays, doors, power cuts, refunds: each meter only ever moves on by one."""
    bench = Bench(cierzo())
    bench.insert(200, 100)
    for _ in range(3):
        bench.play()
        bench.cab.open_door()
        bench.wait(300)
        bench.cab.close_door()
        bench.power_cycle()
        bench.wait(5_500)
    bench.collect()
    bench.clicks()
    for name in ("plays", "prizes", "in", "out"):
        counts = [s.fields["count"] for s in bench.of("meter", name=name)]
        assert all(after == before + 1 for before, after in pairwise(counts)), f"meter {name}: {counts}"
    assert bench.wheels["plays"] == len(bench.starts)


def test_k01_meters_owe_nothing_after_power_cuts() -> None:
    """K-01, K-02: pulses still owed when the plug is pulled are given afterwards: none is lost or doubled."""
    bench = Bench(cierzo())
    bench.insert(200, 200)
    assert bench.wheels["in"] < 40, "the pulses must still be owed"
    for number in range(25):
        bench.wait(90 + 7 * number)
        bench.cab.power_off()
        bench.wait(50)
        bench.cab.power_on()
    bench.wait(5_500)
    played = len(bench.starts)
    assert bench.clicks() == {"plays": played, "prizes": bench.prizes // METER_UNIT, "in": 40, "out": 0}


def test_k01_meters_survive_a_move_to_another_place() -> None:
    """K-01: unplugged, carried away and put up again the machine goes on from the same meters and money."""
    bench = Bench(cierzo())
    bench.insert(200)
    bench.play()
    before = (bench.clicks(), bench.credits, bench.prizes)
    bench.cab.power_off()
    moved = Bench(cierzo(nvram=bench.cab.nvram, physical=bench.cab.physical()))
    assert (moved.wheels, moved.credits, moved.prizes) == before
    moved.play()
    assert moved.clicks()["plays"] == before[0]["plays"] + 1


# -- K-02: a meter that is cut off stops the machine ----------------------------------------------------


def test_k02_an_unplugged_meter_stops_the_machine() -> None:
    """K-02, K-08, K-12: whichever of the meters is pulled: no play and no coin until it is back."""
    for name in ("plays", "prizes", "in", "out"):
        bench = Bench(cierzo())
        bench.insert(100)
        bench.cab.unplug(name)
        bench.wait(100)
        assert stopped(bench), f"without its {name} meter the machine must stop"
        bench.power_cycle()
        bench.wait(6_000)
        assert stopped(bench), "and a power cycle must not get it going"
        bench.cab.plug(name)
        mend(bench)
        assert bench.credits == 100
        bench.play()


def test_k02_a_meter_unplugged_in_mid_play_misses_nothing() -> None:
    """K-02, K-01: what happens while a meter is off is counted once it is back."""
    bench = Bench(cierzo())
    bench.insert(100)
    assert bench.until(lambda: bench.lit("start"), 8_000)
    bench.press("start")
    bench.wait(20)
    bench.cab.unplug("plays")
    bench.wait(8_000)
    bench.cab.plug("plays")
    mend(bench)
    bench.settle()
    assert bench.clicks()["plays"] == len(bench.starts) == 1
    assert bench.wheels["prizes"] == bench.prizes // METER_UNIT


# -- K-17: reels that do not turn freely ----------------------------------------------------------------


def finished_alone() -> tuple[tuple[int, ...], int, int]:
    """The first play of a machine that nobody disturbs: stops, prize, credits."""
    bench = Bench(cierzo())
    bench.insert(100)
    play = bench.play()
    return play.stops, play.prize_cents, bench.credits


def begun() -> Bench:
    """A machine whose first play has just begun."""
    bench = Bench(cierzo())
    bench.insert(100)
    assert bench.until(lambda: bench.lit("start"), 8_000)
    bench.press("start")
    return bench


def rest_alone() -> dict[int, int]:
    """When each reel of that play comes to rest, in ms from its beginning."""
    bench = begun()
    begun_us = bench.cab.now_us
    bench.settle()
    return {s.fields["reel"]: (s.t_us - begun_us) // 1_000 for s in bench.of("reel_stop")}


def test_k17_a_reel_that_is_blocked_stops_the_machine() -> None:
    """K-17: each reel, caught at rest or in full turn: the machine disconnects; freed, the same play ends."""
    expected = finished_alone()
    for reel in REELS:
        for when_ms in (0, 250):
            bench = Bench(cierzo())
            bench.insert(100)
            assert bench.until(lambda bench=bench: bench.lit("start"), 8_000)
            bench.press("start")
            bench.wait(when_ms)
            bench.cab.jam_reel(reel)
            bench.wait(12_000)
            assert len(bench.starts) == 1
            assert stopped(bench), f"reel {reel} blocked {when_ms} ms into the play must stop the machine"
            assert str(reel) in bench.cab.display.message
            assert not bench.rolling, "no reel may go on turning"
            bench.cab.jam_reel(reel, False)
            mend(bench)
            bench.settle()
            assert (bench.stops, bench.prizes, bench.credits) == expected, "the play must end as decided"


def test_k17_a_reel_caught_late_in_its_turn_stops_the_machine() -> None:
    """K-17: a reel that misses its optic once before it rests is noticed before anything is awarded."""
    for when_ms in (350, 450, 550, 600):
        bench = Bench(cierzo())
        bench.insert(100)
        assert bench.until(lambda bench=bench: bench.lit("start"), 8_000)
        bench.press("start")
        bench.wait(when_ms)
        bench.cab.jam_reel(1)
        bench.wait(4_000)
        assert bench.lit("tower"), f"reel 1 caught {when_ms} ms into the play must be noticed"
        assert (bench.prizes, bench.cab.tray_cents) == (0, 0), "nothing may be awarded on a wrong display"


def test_k17_a_reel_blocked_between_plays_is_found_by_the_next() -> None:
    """K-17: a reel caught while everything stands still stops the machine at the next start."""
    bench = Bench(cierzo())
    bench.insert(100)
    bench.play()
    bench.until(lambda: bench.lit("start"), 8_000)
    bench.cab.jam_reel(2)
    bench.press("start")
    bench.wait(10_000)
    assert stopped(bench)


def test_k17_no_reel_shows_a_prize_that_is_not_paid() -> None:
    """K-17, GLI-11: each reel, caught at any moment: the machine stops, or shows what it gives."""
    expected = finished_alone()
    rests_ms = rest_alone()
    stops = 0
    for reel in REELS:
        for before_ms in (*range(2, 80, 6), *range(80, 640, 70)):
            bench = begun()
            bench.wait(rests_ms[reel] - before_ms)
            assert bench.cab.reels[reel - 1].moving
            bench.cab.jam_reel(reel)
            bench.wait(4_000)
            if bench.lit("tower"):
                assert bench.prizes == 0, "nothing may be awarded on a wrong display"
                stops += 1
            else:
                assert (bench.stops, bench.prizes, bench.credits) == expected, (
                    f"reel {reel} caught {before_ms} ms before it rests must be noticed"
                )
    assert stops > 3 * 12


def test_k17_an_optic_that_misses_one_pass_stops_the_machine() -> None:
    """K-17, GLI-11: an index fault is one, even where every symbol stands in its place."""
    for when_ms in (200, 500, 700):
        bench = begun()
        bench.wait(when_ms)
        bench.cab.damage("reel_optic_dirty", number=1)
        bench.wait(400)
        bench.cab.mend("reel_optic_dirty")
        bench.wait(4_000)
        assert bench.lit("tower"), f"an optic blind from {when_ms} ms into the play on must be noticed"
        assert bench.prizes == 0


def test_k17_a_reel_turned_by_hand_stops_the_machine() -> None:
    """GLI-11: by more than half a symbol, at rest, within a second and before anybody can stake on it."""
    for reel in REELS:
        bench = Bench(cierzo())
        bench.insert(100)
        assert bench.until(lambda bench=bench: bench.lit("start"), 8_000)
        shown = bench.stops
        bench.cab.damage("reel_slip", number=reel, steps=HALF_STOP)
        bench.wait(1_000)
        assert bench.lit("start"), "half a symbol is allowed"
        bench.cab.damage("reel_slip", number=reel, steps=1)
        bench.wait(1_000)
        assert bench.lit("tower"), f"reel {reel} turned by hand must be noticed"
        assert stopped(bench) and not bench.starts
        mend(bench)
        bench.settle()
        assert bench.stops == shown, "the reels must show again what they showed"


def test_k17_nothing_is_awarded_on_a_reel_turned_by_hand() -> None:
    """GLI-11: turned while the last reel comes to rest, seen before the award."""
    expected = finished_alone()
    rests_ms = rest_alone()
    bench = begun()
    bench.wait(rests_ms[2] + 100)
    assert bench.cab.reels[2].moving
    bench.cab.damage("reel_slip", number=1, steps=HALF_STOP + 1)
    bench.wait(4_000)
    assert bench.lit("tower") and bench.prizes == 0, "a reel turned in the play must be noticed"
    mend(bench)
    bench.settle()
    assert (bench.stops, bench.prizes, bench.credits) == expected, "the play must end as decided"


# -- K-18: speed ----------------------------------------------------------------------------------------


def speeds(bench: Bench) -> tuple[int, ...]:
    """Start a play; how far each reel turns between 300 and 1,000 ms, in 1/65,536 of a turn."""
    assert bench.until(lambda: bench.lit("start"), 8_000, step_ms=20)
    bench.cab.press("start")
    assert bench.until(lambda: bench.rolling, 300, step_ms=10)
    bench.wait(300)
    turned = [0] * len(bench.cab.reels)
    last = [reel.position_u16 for reel in bench.cab.reels]
    for _ in range(7):
        bench.wait(100)
        now = [reel.position_u16 for reel in bench.cab.reels]
        turned = [sum + (b - a) % 65_536 for sum, a, b in zip(turned, last, now, strict=True)]
        last = now
    bench.settle()
    return tuple(turned)


def correlation(a: list[int], b: list[int]) -> float:
    n = len(a)
    mean_a, mean_b = sum(a) / n, sum(b) / n
    over = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread_a = sum((x - mean_a) ** 2 for x in a)
    spread_b = sum((y - mean_b) ** 2 for y in b)
    return over / (spread_a * spread_b) ** 0.5


def test_k18_at_least_two_reels_with_the_first_turn_at_random_speeds() -> None:
    """
    K-18: measured on 40 plays, reel 1 and another one turn at speeds that differ from play to play.

    A machine that draws its speeds at random fails one of these bounds in fewer than 1 run of 10^6:
    20 different speeds in 40 draws of about 256, a spread of 5 %, and correlations (with the play
    before, and between the reels) below 0.75, which is 7 standard errors.
    """
    bench = Bench(cierzo())
    bench.insert(200, 200, 200, 200)
    measured = []
    while len(measured) < 40:
        if bench.lit("reserve"):
            bench.press("reserve")
        measured.append(speeds(bench))
    reels = [list(reel) for reel in zip(*measured, strict=True)]
    varying = [
        number
        for number, reel in enumerate(reels, start=1)
        if len(set(reel)) >= 20
        and max(reel) - min(reel) >= sum(reel) / len(reel) / 20
        and abs(correlation(reel[1:], reel[:-1])) < 0.75
    ]
    assert 1 in varying, f"the first reel must vary its speed (saw {reels[0][:5]})"
    assert len(varying) >= LAW["K-18"].value, f"two reels must vary their speed (reels {varying} do)"
    assert abs(correlation(reels[0], reels[varying[-1] - 1])) < 0.75, "the reels must vary independently"
