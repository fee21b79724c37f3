# SPDX-License-Identifier: MIT
"""The sealed counter: frames count once, an anomaly stops the machine, and its memory outlives everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from firmware_rig import READY_MS, attend, heard, machine, record, run_until
from seal_rig import MARKS, SEALS, rewritten

from emulator import Cabinet
from emulator.board.board import Board
from emulator.devices.counter_memory import SLOT, CounterError, new_memory, read_memory
from emulator.devices.sealed_counter import SealedCounter
from emulator.vm.cpython import CPythonRuntime
from machines.firmware import counter_link as link
from machines.firmware import pins
from machines.rom.program import firmware_sources

IDLE = "def boot():\n    pass\ndef tick():\n    return 500\n"


def unit(sequence: int = 0, totals: tuple[int, int, int] = (0, 0, 0)) -> SealedCounter:
    """A counter alone, on a board whose program does nothing."""
    board = Board(pins.PINS, bytes(32_768), CPythonRuntime({"main": IDLE}))
    return SealedCounter(board, new_memory(7, 7, "cierzo", sequence, totals))


def answer(counter: SealedCounter) -> tuple[int, ...]:
    """What it says on the bus."""
    counter.i2c_write(bytes([link.ANSWER]))
    found = link.unpack_answer(counter.i2c_read(link.ANSWER_SIZE))
    assert found is not None
    return tuple(found)


def send(counter: SealedCounter, number: int, plays: int = 0, prizes: int = 0, cents: int = 0) -> None:
    """One frame."""
    counter.i2c_write(bytes([link.FRAME]) + link.pack_frame(number, plays, prizes, cents))


def shown(cab: Cabinet) -> tuple[int, int, int]:
    """Plays, prizes and prize money that the counter holds."""
    reading = cab.counter.read()
    return reading.plays, reading.prizes, reading.won_cents


def booked(cab: Cabinet) -> tuple[int, int, int]:
    """The same as the books have it, without the prize that the reels have not shown."""
    books = record(cab)
    rows = (books[name] for name in ("plays", "prizes", "won_cents", "pending_cents", "outcome"))
    plays, prizes, cents = link.totals(*rows)
    return plays, prizes, cents


# -- the unit alone ----------------------------------------------------------------------------------


def test_a_frame_counts_once_however_often_it_is_sent() -> None:
    counter = unit()
    for _ in range(3):
        send(counter, 1, plays=2)
    send(counter, 2, prizes=1, cents=60)
    send(counter, 2, prizes=1, cents=60)
    reading = counter.read()
    assert (reading.plays, reading.prizes, reading.won_cents, reading.sequence) == (2, 1, 60, 2)
    assert answer(counter)[link.FLAGS] == 0


@pytest.mark.parametrize("number", [0, 2, 5, 0xFFFFFFFF])
def test_a_frame_out_of_order_is_latched_and_adds_nothing(number: int) -> None:
    counter = unit()
    send(counter, 1, plays=1)
    if number == 2:
        send(counter, 1, plays=2)  # the number of the last one with another content
    else:
        send(counter, number, plays=1)
    assert counter.read().plays == 1
    assert answer(counter)[link.FLAGS] == link.OUT_OF_ORDER


def test_a_frame_that_is_not_whole_is_not_taken() -> None:
    counter = unit()
    raw = link.pack_frame(1, 1, 0, 0)
    for at in range(len(raw)):
        counter.i2c_write(bytes([link.FRAME]) + raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        counter.i2c_write(bytes([link.FRAME]) + raw[:at])
    assert answer(counter)[link.PLAYS] == 0 and counter.flags == 0


def test_k_03_ten_digits_roll_over_to_zero() -> None:
    counter = unit(0xFFFFFFFF, (9_999_999_999, 9_999_999_999, 9_999_999_990))
    send(counter, 0, plays=1, prizes=1, cents=20)
    reading = counter.read()
    assert (reading.plays, reading.prizes, reading.won_cents, reading.sequence) == (0, 0, 10, 0)


def test_one_spoiled_copy_of_its_memory_loses_nothing_and_both_are_seen() -> None:
    counter = unit()
    send(counter, 1, plays=1)
    memory = counter.memory
    for at in range(2 * SLOT):
        spoiled = memory[:at] + bytes([memory[at] ^ 0x10]) + memory[at + 1 :]
        assert read_memory(spoiled).plays in (0, 1)
    counter.memory = bytes(2 * SLOT)
    with pytest.raises(CounterError, match="memory must hold a whole record"):
        counter.read()
    assert answer(counter)[link.FLAGS] == link.MEMORY_FAULT
    send(counter, 2, plays=1)


@pytest.mark.parametrize(("dc", "flags"), [(-100, 0), (-101, 2), (400, 0), (401, 2)])
def test_k_09_its_range_is_minus_10_to_40_degrees(dc: int, flags: int) -> None:
    counter = unit()
    counter.ambient_dc = dc
    assert answer(counter)[link.FLAGS] == flags


def test_k_10_a_broken_seal_stays_written_until_the_authority_seals_it() -> None:
    counter = unit()
    counter.break_seal()
    assert answer(counter)[link.FLAGS] == link.SEAL_BROKEN
    counter.release()
    assert (answer(counter)[link.FLAGS], counter.read().seal_breaks) == (0, 1)


# -- in the machine ----------------------------------------------------------------------------------


def test_k_01_plays_and_prizes_are_counted_as_the_books_count_them() -> None:
    cab = machine(credits_cents=400, coming=(20,))
    assert shown(cab) == (0, 0, 0)
    cab.press("start")
    run_until(cab, lambda: shown(cab)[0] == 1, step_ms=10)
    assert shown(cab) == (1, 0, 0) and record(cab)["pending_cents"] == 20  # the reels have yet to show it
    run_until(cab, lambda: record(cab)["pending_cents"] == 0, step_ms=10)
    assert shown(cab) == booked(cab) == (1, 1, 20)


def test_k_02_it_identifies_itself_and_the_machine() -> None:
    cab = Cabinet("cierzo", seed="00", serial=4711)
    reading = cab.counter.read()
    assert (reading.maker, reading.type) == ("AZAR", "CS-1")
    assert (reading.serial, reading.machine, reading.model) == (4711, 4711, "cierzo")


HARMS: dict[str, Callable[[Cabinet], None]] = {
    "unplugged": lambda cab: cab.counter.plug(False),
    "another": lambda cab: cab.counter.swap(new_memory(8, 8, "cierzo")),
    "forged": lambda cab: cab.counter.swap(
        new_memory(1, 1, "cierzo", record(cab)["counter_sequence"], (5, 0, 0))
    ),
    "lost": lambda cab: cab.counter.swap(bytes(2 * SLOT)),
    "hot": lambda cab: setattr(cab.counter, "ambient_dc", 401),
    "seal": lambda cab: cab.counter.break_seal(),
}


@pytest.mark.parametrize(
    ("harm", "tilt"),
    [
        ("unplugged", "counter"),
        ("another", "counter_id"),
        ("forged", "counter"),
        ("lost", "counter"),
        ("hot", "counter_temp"),
        ("seal", "counter_seal"),
    ],
)
def test_k_08_an_anomaly_takes_the_machine_out_of_service(harm: str, tilt: str) -> None:
    cab = machine(credits_cents=400)
    HARMS[harm](cab)
    run_until(cab, lambda: cab.tilt == tilt, 501)
    assert cab.lamps["tower"]
    cab.press("start")
    cab.run(ms=8_000)
    attend(cab, 200, 8_000)
    assert (cab.tilt, record(cab)["starts"]) == (tilt, 0)


def test_k_08_no_play_starts_on_a_counter_that_was_pulled_this_instant() -> None:
    cab = machine(credits_cents=400)
    cab.press("start")
    cab.counter.plug(False)
    cab.run(ms=100)
    assert (cab.tilt, record(cab)["starts"], record(cab)["credits_cents"]) == ("counter", 0, 400)


def test_plugged_in_again_the_machine_goes_on_after_the_door() -> None:
    cab = machine(credits_cents=400)
    cab.counter.plug(False)
    cab.run(ms=1_000)
    cab.counter.plug(True)
    cab.run(ms=1_000)
    assert cab.tilt == "counter"
    attend(cab, 200, 500)
    cab.press("start")
    cab.run(ms=6_000)
    assert (cab.tilt, shown(cab)[0]) == ("", 1)


@pytest.mark.parametrize("noise", [1, 2, 3])
def test_noise_on_the_link_is_survived(noise: int) -> None:
    cab = machine(credits_cents=400)
    cab.press("start")
    cab.counter.noise = noise
    cab.run(ms=6_000)
    assert (cab.tilt, cab.counter.noise, shown(cab)) == ("", 0, booked(cab))


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
def test_k_13_a_power_cut_at_any_operation_counts_every_play_once(every: int) -> None:
    """The play's tick and those after it, cut at every operation: books and counter agree after the start."""
    cab = machine(credits_cents=400, coming=(60,))
    before = cab.state()
    commits = heard(cab, "counter")
    cab.press("start")
    run_until(cab, lambda: bool(commits))
    tick = cab.board.ticks
    operations = cab.board.ops
    counted = set()
    # The frame is among the last operations of the tick.
    for cut in sorted({*range(0, operations, every), *range(operations - 20, operations + 1)}):
        cab.load_state(before)
        cab.board.cut_at_op(cut, tick)
        cab.press("start")
        cab.run(ms=200)
        assert not cab.powered
        counted.add((booked(cab)[0], shown(cab)[0]))
        cab.power_on()
        cab.run(ms=READY_MS)
        assert (cab.tilt, shown(cab)) == ("", booked(cab))
    # The books may lead by the frame that was not sent yet, never the counter.
    assert counted == {(0, 0), (1, 0), (1, 1)}


def test_k_07_six_years_without_current_change_nothing() -> None:
    cab = machine(credits_cents=400)
    cab.press("start")
    cab.run(ms=6_000)
    before = cab.counter.read()
    cab.power_off()
    cab.run(ms=6 * 366 * 86_400_000)
    assert cab.counter.read() == before
    cab.power_on()
    cab.run(ms=READY_MS)
    assert (cab.tilt, shown(cab)) == ("", booked(cab))


def test_a_machine_that_is_carried_away_takes_its_counter_along() -> None:
    cab = machine(credits_cents=400)
    cab.press("start")
    cab.run(ms=6_000)
    moved = Cabinet("cierzo", seed="00", nvram=cab.nvram, physical=cab.physical())
    assert moved.counter.dump() == cab.counter.dump()
    saved = Cabinet.restore(cab.save())
    assert saved.counter.dump() == cab.counter.dump()


def test_k_10_the_reader_reads_at_any_time() -> None:
    cab = machine(credits_cents=400, coming=(20,))
    cab.press("start")
    cab.run(ms=600)
    assert cab.counter.read().plays == 1  # while the reels turn
    cab.counter.plug(False)
    cab.run(ms=600)
    assert cab.tilt == "counter" and cab.counter.read().plays == 1
    cab.power_off()
    assert cab.counter.read().plays == 1


@pytest.mark.parametrize(("harm", "tilt"), [("hot", "counter_temp"), ("another", "counter_id")])
def test_k_12_a_restart_does_not_bring_the_machine_back(harm: str, tilt: str) -> None:
    """GLI 33: the same fault after the power returns, although its cause is gone."""
    cab = machine(credits_cents=400)
    HARMS[harm](cab)
    cab.run(ms=600)
    cab.power_off()
    cab.counter.swap(None)
    cab.counter.ambient_dc = 210
    cab.power_on()
    cab.run(ms=READY_MS)
    cab.press("start")
    cab.run(ms=1_000)
    assert (cab.tilt, record(cab)["starts"]) == (tilt, 0)


# What a forger who had the chip's key would have to change together for the books to add up, meters too.
ALTERED = {
    "a play less": ({"plays": -1, "starts": -1, "staked_cents": -20, "credits_cents": 20}, -1),
    "a play more": ({"plays": 1, "starts": 1, "staked_cents": 20, "credits_cents": -20}, 1),
    "a prize more": ({"prizes": 1}, 0),
    "a larger prize": ({"won_cents": 20, "prize_meter_cents": 20}, 0),
}


@pytest.mark.parametrize("altered", [*ALTERED, "another base"])
def test_k_14_books_that_were_altered_are_told_by_the_counter(altered: str) -> None:
    """Forged under the right seal and so that every sum holds: the counter tells another story."""
    cab = machine(credits_cents=400)
    for _ in range(4):
        cab.press("start")
        cab.run(ms=6_000)
    values = record(cab)
    assert (cab.tilt, values["plays"]) == ("", 4) and 0 < values["prizes"] < 4
    by, pulses = ALTERED.get(altered, ({}, 0))
    changes = {name: values[name] + change for name, change in by.items()}
    if not by:
        changes["counter_base"] = (values["counter_base"][0] + 1, *values["counter_base"][1:])
    given = (values["meters_given"][0] + pulses, *values["meters_given"][1:])
    image = rewritten(rewritten(cab.nvram, changes, SEALS), {"given": given}, SEALS, MARKS)
    forged = Cabinet("cierzo", seed="00", nvram=image, physical=cab.physical())
    forged.run(ms=READY_MS)
    assert forged.tilt == "counter"


def test_a_prize_that_a_ram_clear_pays_by_hand_is_counted() -> None:
    cab = machine(credits_cents=400, coming=(60,))
    cab.press("start")
    run_until(cab, lambda: record(cab)["pending_cents"] == 60, step_ms=10)
    for door in ("main", "logic"):
        cab.open_door(door)
    cab.run(ms=300)
    for key in ("service", "operator"):
        cab.turn_key(key)
    cab.run(ms=300)
    cab.press("hold_1")  # up from the first page to the last
    cab.run(ms=300)
    cab.press("hold_3")
    cab.run(ms=300)
    cab.down("start")
    cab.run(ms=8_000)
    cab.up("start")
    assert (record(cab)["ram_clears"], record(cab)["pending_cents"]) == (1, 0)
    assert shown(cab) == booked(cab) == (1, 1, 60)


def test_a_firmware_that_makes_its_frame_after_the_commit_is_noticed() -> None:
    """A cut then leaves a counter that is ahead of the books: two-way means that this stops the machine."""
    sources = dict(firmware_sources())
    stage, commit = (
        "    counter.stage(state, number, 0, 0)\n",
        "    store.commit(state)\n    mark_start(state)\n",
    )
    assert stage in sources["play"] and commit in sources["play"]
    sources["play"] = sources["play"].replace(stage, "").replace(commit, commit + stage)
    cab = machine(credits_cents=400, firmware=sources)
    cab.press("start")
    run_until(cab, lambda: shown(cab)[0] == 1)
    cab.power_off()
    cab.power_on()
    cab.run(ms=READY_MS)
    assert cab.tilt == "counter"
