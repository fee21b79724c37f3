# SPDX-License-Identifier: MIT
"""The memory game on the board: a printed table and the play's number say the tune, skill does the rest."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any

import pytest
from firmware_rig import restart
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from menu_rig import menu, page
from skill_visits import machine, model, record, row, until
from soon import soon
from test_skill_play import heard
from tune_visits import PADS, asked, give_up, lit, play_right, repeat, repeat_at, tune_of

from emulator import Cabinet
from machines.firmware import nvram
from machines.firmware.skill import memory

Change = tuple[str, str, str] | None


def visit(seed: str, change: Change = None) -> list[Any]:
    """Two plays with the same presses under a key, and all that they bring."""
    fresh = iter(range(1_000))

    def entropy() -> bytes:
        return hashlib.sha256(f"{seed} {next(fresh)}".encode()).digest()

    cab = machine("ronda", seed=seed, credits=(50, 50), change=change, entropy=entropy)
    told = heard(cab, "step", "absorb", "trial")
    found: list[Any] = []
    for _ in range(2):
        cab.press("start")
        repeat_at(cab, (1, 3, 1), 400_351)
        cab.run(ms=1_000)
        found.append((row(cab, "round"), row(cab, "points"), row(cab, "left_ms")))
        give_up(cab)
    found += [record(cab)["state"].hex(), told]
    return found


def test_the_same_presses_earn_the_same_whatever_the_random_key(change: Change = None) -> None:
    """The proof that only skill decides (A-02, A-03): other keys, other entropy, the same to the byte."""
    first = visit("00", change)
    assert first[0][:2] == (1, 30), "these presses repeat the first tune, and not the second one"
    assert first[1][0] == 0
    for seed in ("01", "c0ffee"):
        assert visit(seed, change) == first
    assert first[-1] == [], "nothing was drawn"


def test_the_pads_show_the_tune_of_the_printed_table(change: Change = None) -> None:
    cab = machine("ronda", change=change)
    cab.press("start")
    until(cab, lambda: "ATENTO" in cab.display.message)
    seen: list[int] = []
    before: list[int] = []
    while "ATENTO" in cab.display.message:
        now = lit(cab)
        if now and now != before:
            seen += now
        before = now
        cab.run(ms=10)
    assert seen == tune_of(cab, 3)


def test_every_round_keeps_its_tune_and_adds_a_note() -> None:
    cab = machine("ronda")
    play_right(cab, 6)
    assert (row(cab, "points"), row(cab, "round")) == (330, 6)
    until(cab, lambda: row(cab, "tickets_out") == 10, 20_000)
    books = record(cab)
    assert (cab.tray_cents, books["coin_out_cents"], books["won_cents"]) == (0, 0, 0)


def test_a_wrong_note_costs_time_and_shows_the_tune_again(change: Change = None) -> None:
    cab = machine("ronda", change=change)
    cab.press("start")
    asked(cab)
    wrong = (tune_of(cab, 1)[0] + 1) % 4
    repeat(cab, [wrong])
    assert "FALLO" in cab.display.message
    assert row(cab, "left_ms") <= 16_000
    asked(cab)
    repeat(cab, tune_of(cab, 3))
    assert (row(cab, "round"), row(cab, "points")) == (1, 30)


def test_a_play_without_a_press_ends_with_its_clock(change: Change = None) -> None:
    """The price buys 20 s, and not one more."""
    cab = machine("ronda", change=change)
    cab.press("start")
    asked(cab)
    since_us = cab.now_us
    give_up(cab)
    assert 20_000_000 <= cab.now_us - since_us <= 22_000_000
    assert (row(cab, "points"), record(cab)["credits_cents"]) == (0, 0)


def test_wrong_notes_end_a_play_as_well() -> None:
    cab = machine("ronda")
    cab.press("start")
    for _ in range(5):
        asked(cab)
        repeat(cab, [(tune_of(cab, 1)[0] + 1) % 4])
    until(cab, lambda: record(cab)["phase"] == nvram.PHASE_IDLE, 5_000)
    assert row(cab, "points") == 0


def test_a_tune_that_was_repeated_gives_time_up_to_what_the_clock_holds() -> None:
    cab = machine("ronda")
    cab.press("start")
    seen = [20_000]
    for length in (3, 4, 5, 6, 7, 8):
        asked(cab)
        repeat(cab, tune_of(cab, length), gap_ms=100)
        cab.run(ms=200)
        seen.append(row(cab, "left_ms"))
    assert all(before < after or after == 30_000 for before, after in pairwise(seen))
    assert seen[-1] == 30_000


def test_presses_while_the_tune_is_shown_count_for_nothing() -> None:
    cab = machine("ronda")
    cab.press("start")
    until(cab, lambda: "ATENTO" in cab.display.message)
    repeat(cab, (3, 3, 3), gap_ms=150)
    asked(cab)
    assert row(cab, "left_ms") == 20_000
    repeat(cab, tune_of(cab, 3))
    assert row(cab, "round") == 1


def test_a_power_cut_keeps_the_rounds_before_and_shows_the_tune_again(change: Change = None) -> None:
    cab = machine("ronda", change=change)
    play_right(cab, 2)
    left_ms = row(cab, "left_ms")
    asked(cab)
    repeat(cab, tune_of(cab, 2))
    cab.power_off()
    cab.run(ms=400)
    cab.power_on()
    asked(cab)
    assert (row(cab, "round"), row(cab, "points"), row(cab, "left_ms")) == (2, 70, left_ms)
    repeat(cab, tune_of(cab, 5))
    assert (row(cab, "points"), record(cab)["staked_cents"]) == (120, 50)


@pytest.mark.parametrize("by_us", soon((4_909, 19_636), 19_636))
def test_a_power_cut_at_any_instant_of_the_last_press_counts_the_tune_once_or_not_at_all(
    by_us: int,
) -> None:
    for cut_us in range(0, 40_000, by_us):
        cab = machine("ronda")
        cab.press("start")
        asked(cab)
        tune = tune_of(cab, 3)
        repeat(cab, tune[:2])
        cab.press(("hold_1", "hold_2", "hold_3", "double")[tune[2]])
        cab.run_us(cut_us)
        restart(cab, 300, 100)
        assert (row(cab, "round"), row(cab, "points")) in ((0, 0), (1, 30)), cut_us


def test_a_cut_between_any_two_operations_of_the_commit_counts_the_tune_once_or_not_at_all() -> None:
    """All along the tick that books the tune, FRAM bytes among its operations: both ends are met."""
    cab = machine("ronda")
    cab.press("start")
    asked(cab)
    tune = tune_of(cab, 3)
    repeat(cab, tune[:2])
    cab.press(PADS[tune[2]])
    for _ in range(200):
        before = cab.save()
        cab.run(ms=1)
        if row(cab, "round"):
            break
    found = set()
    # The record is whole with its last byte; the next tick finds it so.
    for ops, ticks in [*((ops, 1) for ops in range(0, 800, 113)), (0, 2), (0, 3)]:
        again = Cabinet.restore(before)
        again.cut_power(ops, ticks)
        again.run(ms=100)
        assert not again.powered
        again.power_on()
        again.run(ms=100)
        found.add((row(again, "round"), row(again, "points")))
        assert record(again)["staked_cents"] == 50
    assert found == {(0, 0), (1, 30)}


def test_an_open_door_stops_the_clock() -> None:
    cab = machine("ronda")
    cab.press("start")
    asked(cab)
    cab.run(ms=3_000)
    cab.open_door()
    cab.run(ms=20_000)
    cab.close_door()
    asked(cab)
    assert row(cab, "left_ms") == 20_000
    assert record(cab)["phase"] == nvram.PHASE_ROLLING


def test_both_runtimes_make_the_same_visit() -> None:
    images = []
    for runtime in ("cpython", "micropython"):
        cab = machine("ronda", runtime=runtime)
        play_right(cab, 1)
        asked(cab)
        repeat(cab, [(tune_of(cab, 1)[0] + 1) % 4])
        cab.run(ms=1_000)
        images.append(cab.nvram)
    assert images[0] == images[1]


def test_a_test_play_shows_a_tune_and_judges_it_and_moves_nothing() -> None:
    cab = machine("ronda")
    before = record(cab)
    page(menu(cab), "JUGADA DE PRUEBA")
    for wrong, said in ((0, "BIEN"), (1, "MAL")):
        cab.press("start")
        seen = []
        until(cab, lambda: "NOTA" in cab.display.message)
        while "NOTA" in cab.display.message:
            seen.append(int(cab.display.message.split()[-1]) - 1)
            cab.run(ms=700)
        repeat(cab, [seen[0], seen[1], (seen[2] + wrong) % 4])
        assert said in cab.display.message
    cab.press("collect")
    cab.run(ms=300)
    after = record(cab)
    for name in ("credits_cents", "plays", "starts", "staked_cents", "won_cents", "state"):
        assert after[name] == before[name], name


@examples(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(1, 10**9), st.integers(1, 11))
def test_a_tune_begins_as_the_one_of_a_round_before(play: int, length: int) -> None:
    numbers = model("ronda").games[0].memory
    assert numbers is not None
    notes = tuple(numbers.notes)
    longer = memory.tune(notes, numbers.stride, play, length + 1)
    assert longer[:-1] == memory.tune(notes, numbers.stride, play, length)
    assert longer == memory.tune(notes, numbers.stride, play + len(notes), length + 1)


def test_every_tune_comes_in_its_turn_before_one_comes_again() -> None:
    numbers = model("ronda").games[0].memory
    assert numbers is not None
    notes = tuple(numbers.notes)
    tunes = [memory.tune(notes, numbers.stride, play, 8) for play in range(1, len(notes) + 1)]
    assert len(set(tunes)) == len(notes)
