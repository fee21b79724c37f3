# SPDX-License-Identifier: MIT
"""The event log: what is written, that no cut falsifies it, and how it is read back."""

from __future__ import annotations

import ast
import itertools

import pytest
import test_firmware_power as power
from firmware_rig import HOME_MS, SEALS, attend, embezzled, image, machine, record, restart, run_until
from test_cctalk_machine import cabinet as cctalk_cabinet
from test_firmware_sources import trees

from emulator import Cabinet
from machines.firmware import events, nvram


def texts(cab: Cabinet) -> list[str]:
    return [row["text"] for row in cab.log]


def test_a_start_and_a_door_are_logged_with_their_time() -> None:
    cab = machine()
    cab.run(ms=3_000)
    attend(cab, 2_000, 200)
    assert texts(cab) == ["power_up 1", "door_main_open 1", "door_main_closed"]
    begin_s = cab.board.rtc.seconds() - cab.now_ms // 1000
    assert [row["time_s"] - begin_s for row in cab.log] == [0, 8, 10]
    assert [row["number"] for row in cab.log] == [1, 2, 3]
    assert record(cab)["events"] == 3


@pytest.mark.parametrize("name", ["operator", "service"])
def test_keys_are_logged_and_one_that_a_start_finds_turned(name: str) -> None:
    cab = machine()
    cab.turn_key(name)
    cab.run(ms=100)
    restart(cab, 100, HOME_MS)
    cab.turn_key(name, on=False)
    cab.run(ms=100)
    turned, back = f"key_{name}_on", f"key_{name}_off"
    assert texts(cab) == ["power_up 1", turned, "power_up 2", turned, back]


def test_a_tilt_a_broken_payment_and_their_end_are_logged() -> None:
    cab = machine(prize_meter_cents=530)
    cab.machine.hoppers[10].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000)
    assert texts(cab)[1:] == ["payment_broken 30", "tilt hopper_10"]
    cab.machine.hoppers[10].jam(False)
    cab.open_door()
    cab.run(ms=100)
    cab.close_door()
    run_until(cab, lambda: cab.tray_cents == 530)
    assert texts(cab)[3:] == ["door_main_open 1", "door_main_closed", "tilt_over hopper_10"]


def test_a_payment_that_door_or_power_broke_off_is_logged() -> None:
    cab = machine(prize_meter_cents=900)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents >= 200)
    cab.open_door()
    cab.run(ms=1_000)
    left = sum(cents for _, cents in record(cab)["queue"])
    assert texts(cab)[1:] == ["door_main_open 1", f"payment_broken {900 - 200}"]
    assert 0 < left <= 700
    cab.close_door()
    cab.run(ms=700)
    cab.power_off()
    left = sum(cents for _, cents in record(cab)["queue"])
    cab.run(ms=100)
    cab.power_on()
    cab.run(ms=100)
    assert texts(cab)[-2:] == ["power_up 2", f"payment_broken {left}"]


def test_mains_that_flicker_in_a_payment_break_nothing_off() -> None:
    cab = machine(prize_meter_cents=400)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents >= 100)
    cab.machine.supply.fail()
    cab.run(ms=10)
    cab.machine.supply.restore()
    run_until(cab, lambda: cab.tray_cents == 400)
    assert texts(cab) == ["power_up 1"]


def test_a_tilt_that_a_start_proves_gone_ends_in_the_log() -> None:
    cab = machine()
    cab.unplug("out")
    cab.run(ms=50)
    cab.power_off()
    cab.plug("out")
    cab.power_on()
    cab.run(ms=50)
    assert texts(cab)[1:] == ["tilt meter", "power_up 2", "tilt_over meter"]


def test_books_that_do_not_add_up_are_logged() -> None:
    rig = embezzled()
    assert texts(rig) == ["power_up 1", "tilt audit"]


def test_a_coin_on_a_string_is_logged_with_the_acceptors_code() -> None:
    cab = cctalk_cabinet()
    cab.machine.mechanisms._heads[0]._acceptor.tell(20)
    run_until(cab, lambda: cab.tilt == "string")
    assert texts(cab)[-2:] == ["coin_fraud 20", "tilt string"]


def test_every_tilt_of_the_firmware_has_a_code_of_its_own() -> None:
    """A new tilt must be added to events.TILTS, at its end, or the log calls it other."""
    codes = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            reports = isinstance(node, ast.Call) and ast.unparse(node.func) in ("tilt.report", "report")
            if reports and isinstance(node.args[1], ast.Constant):
                codes.add(node.args[1].value)
    for tilt in (*codes, "memory", "audit", "hopper_10", "hopper_100", "reel_1", "reel_6"):
        assert events.text(*events.tilt_row(events.TILT, tilt)) == f"tilt {tilt}"
        assert events.text(*events.tilt_row(events.TILT_OVER, tilt)) == f"tilt_over {tilt}"
    assert events.text(*events.tilt_row(events.TILT, "unheard_of")) == "tilt other"


def test_a_cut_between_any_two_bytes_of_a_row_leaves_out_that_row_alone() -> None:
    """Once the ring is full, the row that is written over is the only one that is lost."""
    image = bytearray(nvram.SIZE)
    for number in range(1, 201):
        at = events.place(number)
        image[at : at + events.ROW] = events.pack(number, number, 1, number, SEALS)
    assert [row["number"] for row in events.read(image, 200)] == list(range(73, 201))
    new = events.pack(201, 201, 2, 1, SEALS)
    for written in range(1, events.ROW + 1):
        torn = bytearray(image)
        torn[events.place(201) : events.place(201) + written] = new[:written]
        assert [row["number"] for row in events.read(torn, 200)] == list(range(74, 201)), written
        counted = [row["number"] for row in events.read(torn, 201)]
        assert counted == list(range(74, 202 if written == events.ROW else 201)), written


def test_a_flipped_bit_anywhere_leaves_the_row_out() -> None:
    image = bytearray(nvram.SIZE)
    row = events.pack(5, 1_767_225_600, events.FRAUD, 20, SEALS)
    at = events.place(5)
    for bit in range(8 * events.ROW):
        image[at : at + events.ROW] = row
        assert [found["text"] for found in events.read(image, 5)] == ["coin_fraud 20"]
        image[at + bit // 8] ^= 1 << bit % 8
        assert events.read(image, 5) == []


def test_a_cut_anywhere_logs_an_event_whole_or_not_at_all_and_as_often_as_it_is_counted() -> None:
    ticks = power.busiest_tick(machine, lambda cab: cab.open_door(), 40)
    seen = set()
    for tick, at in power.cuts(ticks, 60):
        cab = machine()
        cab.open_door()
        cab.board.cut_at_op(at, tick)
        cab.run(ms=40)
        assert not cab.powered
        books, log = record(cab), texts(cab)
        seen.add(tuple(log))
        assert len(log) == books["events"] == 1 + books["door_opens"]
        cab.close_door()
        power.recover(cab)
        books, log = record(cab), texts(cab)
        assert len(log) == books["events"]
        assert log.count(f"door_main_open {books['door_opens']}") == books["door_opens"]
    assert seen == {("power_up 1",), ("power_up 1", "door_main_open 1")}


def test_the_log_keeps_the_last_128_events() -> None:
    cab = machine()
    for on in itertools.islice(itertools.cycle((True, False)), 140):
        cab.turn_key("operator", on)
        cab.run(ms=20)
    assert [row["number"] for row in cab.log] == list(range(14, 142))
    assert texts(cab)[-2:] == ["key_operator_on", "key_operator_off"]


def test_a_locked_machine_writes_no_log() -> None:
    made = bytearray(image())
    for at in nvram.SLOTS:
        made[at + 40] ^= 1
    cab = Cabinet("cierzo", seed="00", nvram=bytes(made))
    cab.open_door("box")
    cab.turn_key("operator")
    cab.run(ms=2_000)
    assert cab.nvram == bytes(made)
    assert cab.log == []


def test_a_hopper_that_was_low_is_well_again_with_forty_coins_or_a_door_opened() -> None:
    """Coins come and go one by one: at its sensor's edge a hopper would be low, and well, all day."""
    cab = machine(hoppers={10: 19, 100: 100})
    cab.run(ms=100)
    assert texts(cab)[-1] == "warning low_10"
    for coins in range(20, 41):
        assert texts(cab)[-1] == "warning low_10", coins
        cab.insert(10)
        cab.run(ms=1_500)
    assert cab.hopper_levels[10] == 40
    assert texts(cab)[-1] == "warning_over low_10"
    cab = machine(hoppers={10: 19, 100: 100})
    cab.insert(10)
    cab.run(ms=1_500)
    assert texts(cab)[-1] == "warning low_10"
    attend(cab)
    assert "warning_over low_10" in texts(cab)
