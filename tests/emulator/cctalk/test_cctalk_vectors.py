# SPDX-License-Identifier: MIT
"""Every published ccTalk packet, sent byte by byte to the pin of the board's UART."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cctalk_rig import Rig
from places import TESTS

from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.hopper import HopperControl, identity
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.packet import BUSY, crc16, packet
from emulator.devices.cctalk.value_hopper import ValueHopperControl

VECTORS = TESTS / "vectors" / "cctalk.txt"
X6 = Identity("Coin Acceptor", "X6-EMU", 12_345_678, "AZK", "EMU-1.00", "STD01", (31, 12, 2024), 2020)
SERIAL_DFD70A = 0x0AD7DF


def _rows() -> list[tuple[str, bytes, bytes]]:
    rows = []
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            state, sent, answer = (cell.strip() for cell in line.split("|"))
            rows.append((state, bytes.fromhex(sent), b"" if answer == "-" else bytes.fromhex(answer)))
    return rows


def _rig(**options: bool) -> Rig:
    return Rig(acceptor=Acceptor(identity=X6, **options))


def _coins(*kinds: int, **options: bool) -> Rig:
    """An acceptor that was opened and polled, and what these coins made it tell."""
    rig = _rig(**options)
    acceptor = rig.acceptor
    rig.command(2, 231, b"\xff\xff")
    rig.command(2, 229)
    for kind in kinds:
        verdict = acceptor.judge(kind, rig.board.now_us)
        if verdict.accepted:
            acceptor.credit(verdict.position)
    return rig


def _with(**changes: object) -> Callable[[], Rig]:
    def make() -> Rig:
        rig = _rig()
        for name, value in changes.items():
            setattr(rig.acceptor, name, value)
        return rig

    return make


def _inhibited(*, position_codes: bool) -> Rig:
    rig = _coins(200, 0, position_codes=position_codes)
    rig.acceptor.events.clear()
    rig.acceptor.events.counter = 3
    rig.command(2, 231, b"\x00\x00")
    rig.acceptor.judge(200, rig.board.now_us)
    return rig


def _taught() -> Rig:
    rig = _rig()
    rig.command(2, 202, b"\x10")
    for _ in range(3):
        rig.acceptor.judge(777, rig.board.now_us)
    assert rig.command(2, 201, b"\x00") == bytes((3, 255))
    return rig


def _counter_255() -> Rig:
    return _coins(*[200] * 255, sorter=False)


def _wrapped() -> Rig:
    return _coins(*[200] * 255, 100, sorter=False)


def _x6_events() -> Rig:
    rig = _rig()
    for first, second in ((1, 1), (13, 2), (6, 4), (0, 23), (0, 20), (6, 4)):
        rig.acceptor.events.add(first, second)
    return rig


def _hopper(kind: type[HopperControl] = HopperControl, serial: int = 1, **options: int) -> Rig:
    rig = Rig()
    hopper = rig.make_hopper(kind, identity(serial), **options)
    rig.bus.peripherals[1] = rig.hopper = hopper
    hopper.power_on(rig.board.now_us)
    rig.run(400)
    return rig


def _ready(kind: type[HopperControl] = HopperControl, serial: int = 1, **options: int) -> Rig:
    """Reset after power-up, enabled, key asked for."""
    rig = _hopper(kind, serial, **options)
    rig.command(3, 1)
    rig.run(400)
    rig.command(3, 164, b"\xa5")
    rig.command(3, 160)
    return rig


def _paying(coins: int, paid: int, kind: type[HopperControl] = HopperControl) -> Rig:
    rig = _ready(kind)
    if kind is ValueHopperControl:
        rig.command(3, 134, bytes(8) + (100 * coins).to_bytes(2, "little"))
    else:
        rig.command(3, 167, bytes(8) + bytes((coins,)))
    for _ in range(paid):
        rig.run(200)
        rig.hopper.passed(rig.board.now_us)
    return rig


def _stopped() -> Rig:
    rig = _paying(5, 2)
    rig.run(10_100)
    return rig


def _cut() -> Rig:
    rig = _paying(10, 7)
    rig.board.power_off()
    rig.board.power_on()
    rig.port.open(9600)
    rig.run(400)
    return rig


def _event_wrapped() -> Rig:
    rig = _ready()
    for _ in range(256):
        rig.command(3, 160)
        rig.command(3, 167, bytes(8) + b"\x01")
        rig.hopper.passed(rig.board.now_us)
    return rig


def _event_7() -> Rig:
    rig = _ready()
    for _ in range(7):
        rig.command(3, 160)
        rig.command(3, 167, bytes(9))
    rig.command(3, 160)
    return rig


def _enabled_3() -> Rig:
    return _ready(registers=3)


def _empty_3() -> Rig:
    rig = _ready(registers=3)
    rig.command(3, 167, bytes(8) + b"\x05")
    rig.run(10_100)
    return rig


def _reset_2() -> Rig:
    rig = _hopper()
    rig.command(3, 1)
    rig.run(400)
    return rig


def _pin_on() -> Rig:
    rig = _reset_2()
    rig.command(3, 219, b"1234")
    return rig


def _levels() -> Rig:
    rig = Rig()
    rig.levels = (True, False)
    return rig


def _hopper_with(**changes: int) -> Callable[[], Rig]:
    def make() -> Rig:
        rig = Rig()
        for name, value in changes.items():
            setattr(rig.hopper, name, value)
        return rig

    return make


def _value_42() -> Rig:
    rig = _ready(ValueHopperControl)
    rig.hopper.dispensed = 42
    return rig


def _crc(**options: bool) -> Rig:
    acceptor = Acceptor(crc=True, **options)
    return Rig(acceptor=acceptor, crc=True)


def _crc_one_coin() -> Rig:
    rig = _crc()
    rig.ask(packet(2, 231, b"\xff\xff", crc=True))
    rig.ask(packet(2, 229, crc=True))
    rig.acceptor.credit(rig.acceptor.judge(200, rig.board.now_us).position)
    return rig


STATES: dict[str, Callable[[], Rig]] = {
    "acceptor": _rig,
    "taught": _taught,
    "open_1_to_5": _with(open_mask=0x1F),
    "fault_3": _with(fault=[3, 0]),
    "fault_8_2": _with(fault=[8, 2]),
    "path_3": _with(paths=[[3] * 4] * 16),
    "one_coin": lambda: _coins(200),
    "two_coins": lambda: _coins(200, 50),
    "two_coins_and_a_slug": lambda: _coins(200, 50, 0),
    "counter_255": _counter_255,
    "counter_wrapped": _wrapped,
    "inhibited_code_2": lambda: _inhibited(position_codes=False),
    "inhibited_code_128": lambda: _inhibited(position_codes=True),
    "x6_events": _x6_events,
    "counters": _with(inserted=1000, accepted=70_000, rejected=12),
    "override_7f": _with(override=0x7F),
    "default_4": _with(default_path=4),
    "paths_3444": _with(paths=[[3, 4, 4, 4]] * 16, four_paths=True),
    "hopper": Rig,
    "powered_up_3": lambda: _hopper(registers=3),
    "reset_2": _reset_2,
    "enabled_3": _enabled_3,
    "empty_3": _empty_3,
    "pin_on_2": _pin_on,
    "ready": _ready,
    "event_7": _event_7,
    "serial_form": lambda: _ready(serial=SERIAL_DFD70A),
    "old_answer": lambda: _ready(acknowledge=True),
    "paying_3_of_5": lambda: _paying(5, 2),
    "paid_5": lambda: _paying(5, 5),
    "stopped_2_of_5": _stopped,
    "cut_at_7_of_10": _cut,
    "event_wrapped": _event_wrapped,
    "paying_3_left": lambda: _paying(5, 2),
    "dispensed_1000": _hopper_with(dispensed=1000),
    "low": _levels,
    "absolute_495": _hopper_with(absolute=495),
    "value_ready": lambda: _ready(ValueHopperControl),
    "value_paying": lambda: _paying(5, 2, ValueHopperControl),
    "value_42": _value_42,
    "crc": _crc,
    "crc_one_coin": _crc_one_coin,
}


@pytest.mark.parametrize(
    ("state", "sent", "answer"), _rows(), ids=[f"{row[0]}-{row[1].hex()[:14]}" for row in _rows()]
)
def test_a_published_packet_gets_its_published_answer(state: str, sent: bytes, answer: bytes) -> None:
    rig = STATES[state]()
    assert rig.ask(sent, ms=1_300) == answer


@pytest.mark.parametrize(
    ("data", "check"),
    [
        (b"123456789", 0x31C3),
        (bytes.fromhex("49D5F2"), 0xA6B3),
        (bytes.fromhex("2FBD9D"), 0x90B2),
        (bytes.fromhex("D953D1"), 0x7BB5),
        (bytes.fromhex("70B8D9640415"), 0xFB00),
        (bytes.fromhex("7261B94ED078"), 0x93E3),
        (bytes.fromhex("63FAD19FE619"), 0x5BB3),
    ],
)
def test_the_crc_is_that_of_the_published_examples(data: bytes, check: int) -> None:
    assert crc16(data) == check


def test_a_busy_answer_is_the_published_one() -> None:
    assert packet(1, BUSY, source=3) == bytes.fromhex("01000306F6")
