# SPDX-License-Identifier: MIT
"""The firmware and power: cuts anywhere, resuming, saving; nobody gains or loses by pulling the plug."""

from __future__ import annotations

from typing import Any

import pytest
from firmware_rig import heard, image, machine, money, record, run_until
from mutants import spoilt
from soon import soon

from emulator import Cabinet
from machines.rom.program import firmware_sources


def recover(cab: Cabinet, ms: int = 6_000) -> None:
    """Put the plug back and wait until the machine has found home."""
    cab.run(ms=200)
    cab.power_on()
    cab.run(ms=ms)
    assert cab.fault is None
    assert cab.tilt == ""


def busiest_tick(make: Any, act: Any, ms: int) -> list[tuple[int, int]]:
    """Run once uncut; return (tick, operations) of every tick that did any."""
    cab = make()
    seen: dict[int, int] = {}

    def look() -> None:
        if cab.board.ops:
            seen[cab.board.ticks] = cab.board.ops

    check, cab.board.after_event = cab.board.after_event, None

    def both() -> None:
        assert check is not None
        check()
        look()

    cab.board.after_event = both
    act(cab)
    cab.run(ms=ms)
    return sorted(seen.items())


def cuts(ticks: list[tuple[int, int]], each: int) -> list[tuple[int, int]]:
    """Places for cuts: the first and last operations of every tick, and some between."""
    places = []
    for tick, ops in ticks:
        marks = {0, 1, ops // 2, ops - 1, ops} | {ops * n // each for n in range(each)}
        places += [(tick, at) for at in sorted(marks) if 0 <= at <= ops]
    return places


def test_a_cut_anywhere_in_a_start_leaves_a_play_either_whole_or_not_begun() -> None:
    """DESIGN promise 2; RD 2110/1998 art. 14.1.b."""

    def make() -> Cabinet:
        cab = machine(credits_cents=80, coming=[60])
        cab.insert(20)
        cab.run(ms=700)
        return cab

    ticks = busiest_tick(make, lambda cab: cab.press("start"), 40)
    outcomes = set()
    for tick, at in cuts(ticks, 40):
        cab = make()
        before = money(cab)
        cab.press("start")
        cab.board.cut_at_op(at, tick)
        cab.run(ms=40)
        assert not cab.powered
        books = record(cab)
        outcomes.add((books["plays"], books["credits_cents"], books["pending_cents"]))
        recover(cab)
        books = record(cab)
        assert books["pending_cents"] == 0
        assert books["prize_meter_cents"] == 60 * books["plays"]
        assert money(cab) == before + 40 * books["plays"]
        assert [play["number"] for play in cab.last_plays] == list(range(books["starts"], 0, -1))
        assert cab.flags == []
    assert outcomes == {(0, 100, 0), (1, 80, 60)}


@pytest.mark.parametrize("ms", range(0, 3_600, 200))
def test_a_play_cut_while_it_rolls_is_rolled_again_to_the_same_stops(ms: int) -> None:
    """RD 2110/1998 art. 14.2.a: the whole spin and the payment are completed when power returns."""
    cab = machine(credits_cents=20, coming=[200])
    cab.press("start")
    cab.run(ms=30 + ms)
    assert record(cab)["starts"] == 1
    cab.power_off()
    recover(cab)
    books = record(cab)
    assert cab.display.prizes == "2.00"
    assert tuple(reel.stop for reel in cab.reels) == books["stops"][:3]
    assert (books["plays"], books["starts"], books["phase"]) == (1, 1, 0)


def test_a_double_play_cut_in_its_second_roll_shows_both_again() -> None:
    cab = machine(credits_cents=40, coming=[40, 20])
    cab.press("double")
    stops = heard(cab, "reel_stop")
    run_until(cab, lambda: len(stops) == 4)
    cab.power_off()
    cab.run(ms=100)
    cab.power_on()
    del stops[:]
    run_until(cab, lambda: record(cab)["phase"] == 0)
    assert [fields["reel"] for _, _, fields in stops] == [1, 2, 3, 1, 2, 3]
    assert cab.display.prizes == "0.60"


def test_a_payment_cut_anywhere_pays_the_rest_and_at_most_one_coin_twice() -> None:
    """DESIGN promise 5: bounded to the one coin that was between its sensor and the books."""

    def make() -> Cabinet:
        return machine(prize_meter_cents=220)

    ticks = busiest_tick(make, lambda cab: cab.press("collect"), 1_400)
    unbooked = set()
    for tick, at in cuts(ticks, 4):
        cab = make()
        cab.press("collect")
        cab.board.cut_at_op(at, tick)
        cab.run(ms=1_500)
        assert not cab.powered
        recover(cab, 3_500)
        if not record(cab)["coin_out_cents"]:
            cab.press("collect")
        run_until(cab, lambda: not record(cab)["queue"] and not record(cab)["prize_meter_cents"], 20_000, 20)  # noqa: B023
        cab.run(ms=500)
        assert record(cab)["coin_out_cents"] == 220
        unbooked.add(cab.tray_cents - 220)
    assert unbooked <= {0, 10, 100}
    assert 0 in unbooked


def test_a_coin_cut_anywhere_is_booked_once_or_named_as_unbooked() -> None:
    """GLI-11: power failure while accepting money."""

    def make() -> Cabinet:
        return machine(credits_cents=20)

    ticks = busiest_tick(make, lambda cab: cab.insert(100), 600)
    booked = set()
    for tick, at in cuts(ticks, 6):
        cab = make()
        cab.insert(100)
        cab.board.cut_at_op(at, tick)
        cab.run(ms=700)
        if cab.powered:
            continue
        recover(cab, 4_000)
        missing = cab.books.differences.get("in_unbooked", 0)
        assert record(cab)["credits_cents"] == 120 - missing
        booked.add(missing)
    assert booked == {0, 100}


@pytest.mark.parametrize("step_ms", soon((9, 45), 45))
def test_a_cut_in_a_meter_pulse_costs_no_more_than_one_count(step_ms: int) -> None:
    for ms in range(0, 330, step_ms):
        cab = machine()
        cab.insert(50)
        cab.run(ms=400 + ms)
        cab.power_off()
        recover(cab)
        cab.run(ms=1_000)
        assert abs(cab.meters["in"] - record(cab)["coin_in_cents"] // 10) <= 1, ms


def test_a_boot_counts_as_a_start() -> None:
    """RD 2110/1998 art. 6.5, whatever the plug does."""
    cab = machine(credits_cents=100)
    steps = heard(cab, "step")
    cab.press("start")
    run_until(cab, lambda: bool(steps))
    cab.power_off()
    cab.power_on()
    on_ms = cab.now_ms
    for _ in range(60):
        cab.press("start", ms=40)
        cab.run(ms=100)
    assert len(steps) == 2
    assert steps[1][0] >= on_ms + 5_000


def test_no_outputs_move_while_the_machine_is_off_and_none_is_left_on_after() -> None:
    cab = machine(prize_meter_cents=500)
    cab.press("collect")
    run_until(cab, lambda: cab.board.line("hopper_100_motor").asserted)
    cab.power_off()
    tray = cab.tray_cents
    cab.run(ms=3_000)
    assert cab.tray_cents == tray
    cab.power_on()
    cab.run(ms=10)
    assert not cab.board.line("hopper_100_motor").asserted
    assert all(cab.board.line(f"inhibit_{cents}").asserted for cents in (10, 20, 50, 100, 200))


@pytest.mark.parametrize("ms", [0, 250, 1_700, 2_600, 3_400])
def test_a_saved_machine_goes_on_exactly_as_the_one_that_was_not_saved(ms: int) -> None:
    """DESIGN section 5: all mutable state on one object of plain values."""
    cab = machine(credits_cents=200, prize_meter_cents=120, coming=[0], hold=True)
    cab.press("start")
    cab.insert(50)
    cab.run(ms=ms)
    twin = Cabinet.restore(cab.save())
    for each in (cab, twin):
        each.run(ms=2_500)
        each.press("hold_1")
        each.run(ms=3_000)
        each.press("collect")
        each.run(ms=4_000)
    assert twin.nvram == cab.nvram
    assert (twin.display, twin.lamps, twin.glass, twin.tray) == (cab.display, cab.lamps, cab.glass, cab.tray)
    assert twin.save() == cab.save()


def test_the_firmware_never_steps_without_committing_the_step_before() -> None:
    cab = machine(credits_cents=400)
    for _ in range(8):
        cab.press("start")
        cab.run(ms=5_200)
    assert cab.flags == []
    assert record(cab)["starts"] >= 8


def test_a_firmware_that_commits_after_showing_is_caught_by_the_cut() -> None:
    """The mutant: it shows the play first. A cut then lets the player see a result and have it undone."""
    old, new = "    store.commit(state)\n    mark_start(state)\n", "    mark_start(state)\n"
    sources = spoilt(firmware_sources(), "play", old, new)
    sources["play"] = sources["play"].replace(
        "        _roll(state, 0)\n\n\ndef _record",
        "        _roll(state, 0)\n    store.commit(state)\n\n\ndef _record",
        1,
    )
    cab = machine(credits_cents=100, coming=[60], firmware=sources)
    started = heard(cab, "reel_start")
    uncommitted = []
    cab.listen(
        lambda kind, _t, _f: uncommitted.append(record(cab)["plays"]) if kind == "reel_start" else None
    )
    cab.press("start")
    cab.run(ms=100)
    assert started
    assert uncommitted == [0, 0, 0]


def test_a_machine_that_never_lost_power_and_one_that_did_make_the_same_plays() -> None:
    """DESIGN promise 2: the same action from the same state gives the same result, before or after a cut."""
    results = []
    for cut in (False, True):
        cab = machine(credits_cents=200)
        outcomes = []
        for _ in range(4):
            cab.press("start")
            cab.run(ms=1_500)
            if cut:
                cab.power_off()
                cab.power_on()
            cab.run(ms=5_200)
            outcomes.append((record(cab)["stops"], record(cab)["won_cents"]))
        results.append(outcomes)
    assert results[0] == results[1]


def test_an_image_is_the_same_for_the_same_machine() -> None:
    assert image(credits_cents=20) == image(credits_cents=20)
