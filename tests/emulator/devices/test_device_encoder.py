# SPDX-License-Identifier: MIT
"""The encoder of a drum: it counts what the drum does, whoever moves it, and the controller latches it."""

from __future__ import annotations

import struct

import pytest
from device_helpers import same_after_save
from hypothesis import given, settings
from hypothesis import strategies as st
from test_device_reels import STEPS, Rig

from emulator.board.board import Board
from emulator.devices import reel_driver
from emulator.devices.encoder import COUNTS
from emulator.devices.reel import Reel


def encoder(rig: Rig, axis: int = 0) -> tuple[int, int]:
    """COUNT and EDGE, as the bus tells them."""
    rig.driver.i2c_write(bytes([16 * axis + reel_driver.COUNT]))
    count, edge = struct.unpack("<HH", rig.driver.i2c_read(4))
    return count, edge


def angle(rig: Rig, axis: int = 0) -> int:
    """The drum's angle in whole steps as the encoder has it, from the optic's edge."""
    count, edge = encoder(rig, axis)
    return ((count - edge + 0x8000 & 0xFFFF) - 0x8000) // COUNTS % STEPS


@pytest.mark.parametrize("start", [0, 1, 50, 95])
def test_it_counts_four_a_step_from_0_wherever_the_drum_stands(start: int) -> None:
    rig = Rig(*[(start << 16) // STEPS + 1] * 3)
    begun = rig.reels[0].step(rig.board.now_us)
    assert encoder(rig) == (0, 0)
    rig.command(0, reel_driver.CMD_STOP, target=70)
    rig.run_us(3_000_000)
    assert encoder(rig)[0] == COUNTS * 70
    assert rig.reels[0].step(rig.board.now_us) == (begun + 70) % STEPS
    assert encoder(rig, 1) == (0, 0)


def test_it_counts_between_two_steps() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    seen = []
    for _ in range(3_000):
        rig.run_us(100)
        seen.append(encoder(rig)[0])
        assert seen[-1] // COUNTS == rig.reels[0].step(rig.board.now_us)
    assert seen == sorted(seen) and set(seen) == set(range(seen[-1] + 1))


def test_the_edge_is_where_the_optic_came_to_the_count() -> None:
    rig = Rig((37 << 16) // STEPS, 0, 0)
    rig.command(0, reel_driver.CMD_RUN)
    start = rig.reels[0].step(0)
    for turns in range(1, 5):
        while rig.registers(0)[6] < turns:
            rig.run_us(1_000)
        assert encoder(rig)[1] == COUNTS * (turns * STEPS - start)
        assert angle(rig) == rig.reels[0].step(rig.board.now_us)


def test_a_jammed_drum_counts_nothing_and_goes_on_from_there() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(400_000)
    rig.reels[0].jam(True, rig.board.now_us)
    count = encoder(rig)[0]
    rig.run_us(900_000)
    assert encoder(rig)[0] == count == COUNTS * rig.reels[0].step(rig.board.now_us)
    rig.reels[0].jam(False, rig.board.now_us)
    assert encoder(rig)[0] - count in range(COUNTS)
    rig.run_us(100_000)
    assert encoder(rig)[0] - count == pytest.approx(COUNTS * 28.8, abs=COUNTS + 1)


@pytest.mark.parametrize("free", [True, False])
def test_a_hand_is_counted_with_the_coils_on_and_off(free: bool) -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_STOP, target=20)
    rig.run_us(1_000_000)
    if free:
        rig.command(0, reel_driver.CMD_FREE)
    for steps, total in ((7, 27), (-12, 15), (STEPS, 111), (-STEPS, 15)):
        rig.reels[0].slip(steps)
        assert encoder(rig)[0] == COUNTS * total
    assert rig.registers(0)[4] == 20, "the driver knows nothing of it"


def test_a_hand_that_turns_the_drum_past_the_optic_brings_its_edge_and_one_that_turns_it_back_none() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_STOP, target=90)
    rig.run_us(2_000_000)
    for steps, turns, edge in ((12, 1, STEPS), (-12, 1, STEPS), (2 * STEPS + 12, 4, 3 * STEPS)):
        rig.reels[0].slip(steps)
        assert (rig.registers(0)[6], encoder(rig)[1]) == (turns, COUNTS * edge)
        assert angle(rig) == rig.reels[0].step(rig.board.now_us)
    rig.reels[0].dirty(True)
    rig.reels[0].slip(STEPS)
    assert rig.registers(0)[6] == 4


def test_without_power_it_forgets_and_sees_no_hand() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(1_111_111)
    assert all(encoder(rig))
    rig.board.power_off()
    rig.reels[0].slip(31)
    rig.board.power_on()
    assert encoder(rig) == (0, 0)
    rig.reels[0].slip(1)
    assert encoder(rig)[0] == COUNTS


def test_with_a_channel_lost_the_count_stands_and_goes_on_from_there() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(500_000)
    count = encoder(rig)[0]
    rig.reels[0].lose_channel(True)
    rig.run_us(700_000)
    rig.reels[0].slip(9)
    assert encoder(rig)[0] == count and rig.reels[0].encoder.dead
    rig.reels[0].lose_channel(False)
    assert encoder(rig)[0] == count
    rig.reels[0].slip(9)
    assert encoder(rig)[0] == count + COUNTS * 9
    rig.reels[0].lose_channel(True)
    rig.board.power_off()
    rig.board.power_on()
    rig.reels[0].slip(9)
    assert encoder(rig) == (0, 0)


@settings(derandomize=True, deadline=None, max_examples=80)
@given(
    acts=st.lists(
        st.one_of(
            st.tuples(st.just("run"), st.integers(1, 600_000)),
            st.tuples(st.just("slip"), st.integers(-200, 200)),
            st.tuples(st.just("jam"), st.booleans()),
            st.tuples(st.just("go"), st.integers(0, 1)),
            st.tuples(st.just("stop"), st.integers(0, STEPS - 1)),
            st.tuples(st.just("free"), st.just(0)),
        ),
        max_size=30,
    )
)
def test_count_and_edge_tell_where_the_drum_stands_whatever_happened(acts: list[tuple[str, int]]) -> None:
    """Once the optic brought an edge; before that the count tells how far it turned from where it woke."""
    rig = Rig((41 << 16) // STEPS, 0, 0)
    reel = rig.reels[0]
    start = reel.step(0)
    for what, value in acts:
        if what == "run":
            rig.run_us(value)
        elif what == "slip":
            reel.slip(value)
        elif what == "jam":
            reel.jam(bool(value), rig.board.now_us)
        elif what == "go":
            rig.command(0, reel_driver.CMD_RUN)
        else:
            rig.command(0, reel_driver.CMD_STOP if what == "stop" else reel_driver.CMD_FREE, target=value)
        step = reel.step(rig.board.now_us)
        assert (start + encoder(rig)[0] // COUNTS) % STEPS == step or encoder(rig)[0] > 0x8000
        if rig.registers(0)[6]:
            assert angle(rig) == step


def test_saving_what_was_jammed_turned_and_lost_changes_nothing() -> None:
    def make() -> tuple[Board, Rig]:
        rig = Rig(1_000, 30_000, 65_535)
        return rig.board, rig

    def act(rig: Rig) -> None:
        for axis in range(3):
            rig.command(axis, reel_driver.CMD_RUN)
        rig.board.advance(300_000)
        rig.reels[0].slip(-70)
        rig.reels[1].lose_channel(True)
        rig.reels[2].jam(True, 300_000)

    same_after_save(make, act, range(300_000, 1_300_000, 86_003), 1_600_000)


class CountsItsMotor(Reel):
    """Its encoder sits on the motor, before whatever slips."""

    def readings(self, now_us: int) -> tuple[int, int, int, int, int]:
        position, index, turns, _, edge = super().readings(now_us)
        return position, index, turns, self._fine(now_us) * COUNTS >> 16 & 0xFFFF, edge


class LatchesAnyEdge(Reel):
    """Takes the end of the optic's window for its edge when the drum is turned back into it."""

    def slip(self, steps: int) -> None:
        self._offset = (self._offset + steps) % self._span
        self._look(latch=True)


@pytest.mark.parametrize(
    ("mutant", "check"),
    [
        (CountsItsMotor, test_a_jammed_drum_counts_nothing_and_goes_on_from_there),
        (CountsItsMotor, test_count_and_edge_tell_where_the_drum_stands_whatever_happened),
        (
            LatchesAnyEdge,
            test_a_hand_that_turns_the_drum_past_the_optic_brings_its_edge_and_one_that_turns_it_back_none,
        ),
    ],
)
def test_a_wrong_encoder_is_noticed(
    mutant: type[Reel], check: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(check)
    monkeypatch.setattr(Rig.__init__, "__kwdefaults__", {"reel": mutant})
    with pytest.raises(AssertionError):
        check()


def test_the_registers_of_all_axes_come_in_one_read() -> None:
    rig = Rig()
    for axis in range(3):
        rig.command(axis, reel_driver.CMD_STOP, target=10 * (axis + 1))
    rig.run_us(2_000_000)
    rig.driver.i2c_write(bytes([reel_driver.COUNT]))
    raw = rig.driver.i2c_read(34)
    assert [struct.unpack_from("<H", raw, 16 * axis)[0] for axis in range(3)] == [40, 80, 120]
