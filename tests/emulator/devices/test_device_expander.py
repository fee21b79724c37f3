# SPDX-License-Identifier: MIT
"""The expander of slow lines, register by register, and the firmware that lives with it."""

from __future__ import annotations

import random

import pytest
from board_helpers import make_board, run_ms
from device_helpers import ASLEEP
from prints import print_of

from emulator.board.board import Board
from emulator.board.errors import BoardError
from emulator.cabinet import Cabinet
from emulator.devices.mcp23017 import GPINTEN, GPIO, INTCAP, INTCON, INTF, IOCON, IODIR, IPOL, MCP23017, OLAT
from machines.firmware import pins

IN, OUT = pins.IN, pins.OUT
ROWS = (("door", 0, IN, 0, 1), ("key", 9, IN, 1, 0), ("lamp", 15, OUT, 0, 0))


def expander(kind: type[MCP23017] = MCP23017) -> tuple[Board, MCP23017]:
    board = make_board(ASLEEP)
    part = kind(board, ROWS, "expander_int")
    board.add(part)
    board.power_on()
    return board, part


def write(part: MCP23017, register: int, value: int) -> None:
    part.i2c_write(bytes((register, value & 0xFF, value >> 8)))


def read(part: MCP23017, register: int) -> int:
    part.i2c_write(bytes((register,)))
    return int.from_bytes(part.i2c_read(2), "little")


def test_any_traffic_is_answered_as_it_was() -> None:
    """Whatever is written anywhere while inputs move: answers, interrupt, lamp, and what is saved."""
    board, part = expander()
    chance = random.Random("expander")
    seen = []
    for _ in range(3_000):
        board.line(chance.choice(("door", "key"))).drive(chance.random() < 0.5)
        if chance.random() < 0.6:
            sent = bytes(chance.choice((0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF)) for _ in range(chance.randrange(4)))
            part.i2c_write(bytes((chance.randrange(24),)) + sent)
        if chance.random() < 0.05:
            part.load(part.save())
        lines = [board.line(name).asserted for name in ("expander_int", "lamp")]
        seen.append(f"{part.i2c_read(chance.randrange(4)).hex()} {lines} {part.save()}")
    assert print_of(seen) == "3000 aa58ff8b7edf"


def check_after_power_up_all_are_inputs_at_rest(kind: type[MCP23017] = MCP23017) -> None:
    board, part = expander(kind)
    assert read(part, IODIR) == 0xFFFF
    assert [read(part, register) for register in range(IPOL, 22, 2) if register != GPIO] == [0] * 9
    assert board.line("door").asserted and not board.line("key").asserted and not board.line("lamp").asserted
    assert read(part, GPIO) == 1 << 0 | 1 << 9


def check_an_output_follows_its_latch_once_it_is_one(kind: type[MCP23017] = MCP23017) -> None:
    board, part = expander(kind)
    told: list[bool] = []
    board.line("lamp").watch(told.append)
    write(part, OLAT, 1 << 15)
    assert told == []
    write(part, IODIR, 0x7FFF)
    write(part, GPIO, 0)
    assert told == [True, False]
    write(part, GPIO, 1 << 15)
    board.power_off()
    assert told == [True, False, True, False]


def check_a_change_interrupts_until_it_is_read(kind: type[MCP23017] = MCP23017) -> None:
    board, part = expander(kind)
    interrupt = board.line("expander_int")
    board.line("key").drive(True)
    assert not interrupt.asserted
    board.line("key").drive(False)
    write(part, GPINTEN, 1 << 9)
    board.line("door").drive(False)
    assert not interrupt.asserted
    board.line("key").drive(True)
    assert interrupt.asserted
    assert read(part, INTF) == 1 << 9
    board.line("key").drive(False)
    assert read(part, INTCAP) == 0
    assert not interrupt.asserted
    board.line("key").drive(True)
    assert interrupt.asserted and read(part, GPIO) == 0 and not interrupt.asserted


def check_against_a_default_it_interrupts_for_one_side_only(kind: type[MCP23017] = MCP23017) -> None:
    board, part = expander(kind)
    write(part, INTCON, 1 << 9)
    write(part, 6, 1 << 9)
    write(part, GPINTEN, 1 << 9)
    board.line("key").drive(True)
    assert board.line("expander_int").asserted
    read(part, GPIO)
    board.line("key").drive(False)
    assert not board.line("expander_int").asserted


def check_polarity_turns_what_is_read(kind: type[MCP23017] = MCP23017) -> None:
    _, part = expander(kind)
    write(part, IPOL, 1)
    assert read(part, GPIO) == 1 << 9


CHECKS = (
    check_after_power_up_all_are_inputs_at_rest,
    check_an_output_follows_its_latch_once_it_is_one,
    check_a_change_interrupts_until_it_is_read,
    check_against_a_default_it_interrupts_for_one_side_only,
    check_polarity_turns_what_is_read,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_expander_holds(check: object) -> None:
    assert callable(check)
    check()


class NeverInterrupts(MCP23017):
    """Its interrupt output is broken."""

    def _signal(self) -> None:
        self._interrupt.drive(False)


class KeepsItsInterrupt(MCP23017):
    """Reading clears nothing."""

    def i2c_read(self, size: int) -> bytes:
        flags = self._registers[INTF // 2]
        data = super().i2c_read(size)
        self._registers[INTF // 2] = flags
        self._signal()
        return data


class DrivesAtPowerUp(MCP23017):
    """Comes up with its pins as outputs."""

    def reset(self) -> None:
        super().reset()
        self._registers[IODIR // 2] = 0


class ForgetsPolarity(MCP23017):
    """Shows levels as they are."""

    def _port(self) -> int:
        return self._levels()


@pytest.mark.parametrize(
    ("check", "mutant"),
    [
        (check_a_change_interrupts_until_it_is_read, NeverInterrupts),
        (check_a_change_interrupts_until_it_is_read, KeepsItsInterrupt),
        (check_after_power_up_all_are_inputs_at_rest, DrivesAtPowerUp),
        (check_polarity_turns_what_is_read, ForgetsPolarity),
    ],
    ids=lambda value: value.__name__,
)
def test_a_wrong_expander_fails_its_check(check: object, mutant: type[MCP23017]) -> None:
    assert callable(check)
    with pytest.raises(AssertionError):
        check(mutant)


def test_registers_follow_one_another_or_toggle_within_a_pair() -> None:
    _, part = expander()
    part.i2c_write(bytes((IODIR, 1, 2, 3, 4)))
    assert (read(part, IODIR), read(part, IPOL)) == (0x0201, 0x0403)
    part.i2c_write(bytes((IOCON, 0x20)))
    part.i2c_write(bytes((IODIR, 5, 6, 7)))
    assert (read(part, IODIR), read(part, IPOL)) == (0x0607, 0x0403)


def test_a_line_may_have_one_name_only() -> None:
    board = make_board(ASLEEP)
    with pytest.raises(BoardError, match="must be unique"):
        MCP23017(board, (("lamp_tower", 0, OUT, 0, 0),), "expander_int")


def test_a_saved_expander_goes_on() -> None:
    board, part = expander()
    write(part, GPINTEN, 1 << 9)
    board.line("key").drive(True)
    saved = board.save()
    board.line("key").drive(False)
    read(part, GPIO)
    board.load(saved)
    assert board.line("key").asserted and board.line("expander_int").asserted
    assert read(part, INTF) == 1 << 9


# The firmware.


def test_a_machine_whose_line_board_does_not_answer_stops_and_says_so() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=4000)
    cab.board.i2c.unplugged.add(pins.EXPANDER_ADDRESS)
    cab.run(ms=1000)
    assert cab.tilt == "expander"
    cab.board.i2c.unplugged.clear()
    cab.open_door()
    cab.run(ms=200)
    cab.close_door()
    cab.run(ms=1000)
    assert cab.tilt == ""
    cab.insert(100)
    cab.run(ms=2000)
    assert cab.display.credits == "1.00"


def test_the_firmware_knows_doors_and_keys_at_once() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=4000)
    cab.turn_key("service")
    cab.open_door("box")
    run_ms(cab.board, 1)
    state = cab.board.chip.save()["program"]
    bits = {name: 1 << pin for name, pin, *_ in pins.EXPANDER}
    doors_and_keys = sum(bit for name, bit in bits.items() if name.startswith(("door", "key")))
    assert state["inputs"] & doors_and_keys == bits["key_service"] | bits["door_box"]
    cab.turn_key("service", False)
    cab.close_door("box")
    run_ms(cab.board, 1)
    assert cab.board.chip.save()["program"]["inputs"] & doors_and_keys == 0
