# SPDX-License-Identifier: MIT
"""Cierzo with ccTalk mechanisms, by one line of its model: takes, plays, pays, and loses no coin to a cut."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

from firmware_rig import attend, restart

from emulator import Cabinet
from emulator.devices.cctalk.peripheral import Peripheral
from machines.firmware import nvram
from machines.memory.balanced import balance
from machines.memory.factory import image_of
from machines.memory.record import decode
from machines.model import CycleModel, need_cycle, parse_model

READY_MS = 6_000


def text() -> str:
    """The shipped machine's file with the one line that makes the difference."""
    shipped = (resources.files("machines") / "models" / "cierzo.toml").read_text(encoding="utf-8")
    return shipped.replace("hold = true\n", 'hold = true\nmechanisms = "cctalk"\n', 1)


@functools.cache
def model() -> CycleModel:
    """It, checked."""
    return need_cycle(parse_model(text().encode(), source="cierzo"), "this test")


def cabinet(**options: Any) -> Cabinet:
    cab = Cabinet(model(), seed="00", **options)
    cab.run(ms=READY_MS)
    assert cab.tilt == ""
    return cab


def owing(cents: int) -> bytes:
    """A memory that owes a refund of so much, its books balanced."""
    machine = Cabinet(model(), seed="00")
    record = decode(machine.nvram)
    assert record is not None
    values = {**record, "tilt": "", "queue_kinds": [nvram.KIND_REFUND, 0, 0], "queue_cents": [cents, 0, 0]}
    balance(model(), values)
    return image_of(values, model().meter_units.owed(values), machine.seals)


def check_pays_exactly_through_cuts(coins: int, cuts: int) -> None:
    cab = Cabinet(model(), seed="00", nvram=owing(100 * coins), hoppers={100: 400, 10: 0}, purse={})
    cab.run(ms=READY_MS)
    for cut in range(cuts):
        # At another moment after a coin each time: before its poll, in the answer, in the commit, after it.
        before = cab.ledger.flow("hopper_100", "paying")
        for _ in range(2_000):
            if cab.ledger.flow("hopper_100", "paying") != before:
                break
            cab.run(ms=5)
        else:
            raise AssertionError("no coin came any more")
        cab.run_us(1 + 13_007 * cut)
        restart(cab, 700 + 211 * cut, READY_MS)
    for _ in range(300):
        if cab.tray_cents == 100 * coins:
            break
        cab.run(ms=1_000)
    cab.run(ms=5_000)
    assert cab.tray == {100: coins}
    assert cab.tilt == ""
    assert cab.meters["book_coin_out_cents"] == 100 * coins
    assert cab.books.differences == {}


def test_it_takes_coins_plays_and_pays_as_with_parallel_lines() -> None:
    for runtime in ("cpython", "micropython"):
        cab = cabinet(runtime=runtime)
        cab.insert(200)
        cab.run(ms=2_000)
        assert cab.display.credits == "2.00"
        cab.press("start")
        cab.run(ms=8_000)
        assert cab.meters["book_plays"] == 1
        for _ in range(2):  # prizes first, then what is left of the money, before it plays by itself
            cab.press("collect")
            cab.run(ms=2_400)
        cab.run(ms=6_000)
        assert cab.tray_cents == 200 - 20 + cab.meters["book_won_cents"]
        assert cab.books.differences == {}


def test_coins_it_may_not_take_come_back() -> None:
    cab = cabinet(purse={200: 8})
    for _ in range(8):
        cab.insert(200)
        cab.run(ms=1_500)
    assert cab.meters["book_coin_in_cents"] == 1_200
    assert cab.tray == {200: 2}


def test_coins_go_to_their_hopper_and_to_the_cash_box_when_it_is_full() -> None:
    cab = cabinet(hoppers={100: 399, 10: 400})
    for _ in range(2):
        cab.insert(100)
        cab.run(ms=2_500)
    assert cab.hopper_levels[100] == 400
    assert cab.cash_box_cents == 100


def test_400_coins_and_ten_cuts_leave_400_coins_in_the_tray() -> None:
    check_pays_exactly_through_cuts(400, 10)


def test_a_journal_of_it_replays(tmp_path: Any) -> None:
    from emulator.records.journal import Recorder
    from emulator.records.replay import replay

    path, file = tmp_path / "run.jsonl", tmp_path / "cierzo.toml"
    text = (resources.files("machines") / "models" / "cierzo.toml").read_text(encoding="utf-8")
    file.write_text(
        text.replace("hold = true\n", 'hold = true\nmechanisms = "cctalk"\n', 1), encoding="utf-8"
    )
    cab = Cabinet(str(file), seed="00")
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=READY_MS)
        cab.insert(200)
        cab.run(ms=2_000)
        cab.press("collect")
        cab.run(ms=500)
        restart(cab, 500, 9_000)
        recorder.close()
    assert cab.tray_cents == 200
    assert replay(path, model=str(file)).same


def test_its_electronics_keep_their_memory_with_the_machine() -> None:
    cab = cabinet()
    cab.insert(100)
    cab.run(ms=2_000)
    cab.press("collect")
    cab.run(ms=6_000)
    physical = json.loads(json.dumps(cab.physical()))
    assert physical["electronics"]["hopper_100"]["dispensed"] == 1
    later = Cabinet(model(), seed="00", nvram=cab.nvram, physical=physical)
    later.run(ms=READY_MS)
    later.insert(100)
    later.run(ms=2_000)
    later.press("collect")
    later.run(ms=6_000)
    assert later.physical()["electronics"]["hopper_100"]["dispensed"] == 2
    assert later.tilt == ""


def test_an_acceptor_that_does_not_answer_stops_the_machine() -> None:
    cab = cabinet()
    silent: Peripheral = cab.machine.mechanisms._peripherals["acceptor"]
    silent.power_lost(cab.now_us)
    cab.run(ms=6_000)
    assert cab.tilt == "acceptor"
    silent.power_on(cab.now_us)
    cab.run(ms=3_000)
    attend(cab, 200, 2_000)
    assert cab.tilt == ""
    cab.insert(100)
    cab.run(ms=2_000)
    assert cab.display.credits == "1.00"


def test_a_hopper_that_runs_empty_leaves_the_rest_to_the_other() -> None:
    cab = Cabinet(model(), seed="00", nvram=owing(500), hoppers={100: 2, 10: 400}, purse={})
    cab.run(ms=60_000)
    assert cab.tray == {100: 2, 10: 30}
    assert cab.tilt == ""


def check_pays_when_an_answer_is_lost() -> None:
    """The answer to the payment command goes astray: the event counter says that it was heard."""
    cab = Cabinet(model(), seed="00", nvram=owing(500), hoppers={100: 400, 10: 0}, purse={})
    bus = cab.machine.mechanisms.devices[0]
    lost = [0]
    hear = bus._to_host  # type: ignore[attr-defined]

    def to_host(data: bytes) -> None:
        # The answer to 167 is one byte of data: the event counter.
        if b"\xa7" in data[:10] and not lost[0]:
            lost[0] = 1
            data = data[:14]
        hear(data)

    bus._to_host = to_host  # type: ignore[attr-defined]
    cab.run(ms=30_000)
    assert lost[0] == 1
    assert cab.tray == {100: 5}
    assert cab.tilt == ""


def test_a_lost_answer_to_the_payment_command_pays_once() -> None:
    check_pays_when_an_answer_is_lost()
