# SPDX-License-Identifier: MIT
"""Reels: motion from rest to rest, the optic, the driver's registers, jams and slips."""

from __future__ import annotations

import struct
from fractions import Fraction

import pytest
from board_helpers import Recorder, make_board
from device_helpers import ASLEEP, Edges, same_after_save
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.board.board import Board
from emulator.devices import reel_driver
from emulator.devices.errors import DeviceError
from emulator.devices.motion import RAMP_DOWN_US, RAMP_UP_US, Motion
from emulator.devices.reel import Reel
from emulator.devices.reel_driver import ReelDriver

STEPS, STOPS = 96, 24


class Rig:
    """Three reels behind their driver on a powered board."""

    def __init__(self, *positions_u16: int, reel: type[Reel] = Reel) -> None:
        self.board = make_board(ASLEEP)
        self.heard = Recorder(self.board)
        positions = positions_u16 or (0, 0, 0)
        self.reels = [reel(self.board, number + 1, STOPS, STEPS, positions[number]) for number in range(3)]
        self.driver = ReelDriver(self.board, self.reels)
        self.board.attach_i2c(0x30, self.driver)
        for device in (*self.reels, self.driver):
            self.board.add(device)
        self.board.power_on()

    def command(self, axis: int, command: int, velocity: int = 288, target: int = 0) -> None:
        """One write that carries CMD, VELOCITY and TARGET."""
        self.driver.i2c_write(struct.pack("<BBBHH", 16 * axis, command, 0, velocity, target))

    def registers(self, axis: int) -> tuple[int, ...]:
        """(CMD, STATUS, VELOCITY, TARGET, POSITION, INDEX, TURNS)."""
        self.driver.i2c_write(bytes([16 * axis]))
        return struct.unpack("<BBHHHHH", self.driver.i2c_read(12))

    def run_us(self, us: int) -> None:
        self.board.advance(self.board.now_us + us)


def distance(velocity: int, time_us: int) -> Fraction:
    """Steps of an endless run after ``time_us``, exactly."""
    if time_us < RAMP_UP_US:
        return Fraction(velocity * time_us * time_us, 2 * RAMP_UP_US * 10**6)
    return Fraction(velocity * (2 * time_us - RAMP_UP_US), 2 * 10**6)


def test_a_stop_that_is_planned_or_taken_back_changes_what_is_told_of_an_instant_ahead() -> None:
    motion, ahead_us = Motion(0, 288), 3_000_000
    steps = motion.least_steps(500_000)
    running = motion.travelled(ahead_us)
    motion.stop_after(steps)
    assert motion.travelled(ahead_us) == steps << 16 < running
    motion.stop_after(steps + 96)
    assert motion.travelled(ahead_us) == steps + 96 << 16 < running
    motion.go_on()
    assert motion.travelled(ahead_us) == running


@settings(derandomize=True, deadline=None, max_examples=60)
@given(velocity=st.integers(1, 2_000), time_us=st.integers(0, 10_000_000))
def test_an_endless_run_is_the_exact_curve_rounded_down(velocity: int, time_us: int) -> None:
    motion = Motion(0, velocity)
    assert motion.travelled(time_us) == int(distance(velocity, time_us) * 65_536)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    velocity=st.integers(10, 1_000),
    steps=st.integers(1, 400),
    times=st.lists(st.integers(0, 3_000_000), min_size=2, max_size=20),
)
def test_a_planned_run_never_goes_back_and_ends_on_its_step(
    velocity: int, steps: int, times: list[int]
) -> None:
    motion = Motion(0, velocity)
    motion.stop_after(steps)
    travelled = [motion.travelled(time_us) for time_us in sorted(times)]
    assert travelled == sorted(travelled)
    assert motion.travelled(motion.end_us) == steps << 16
    assert motion.travelled(motion.end_us - 1) <= steps << 16
    # Never faster than its velocity; a microsecond of rounding at each joint.
    fastest = max(motion.travelled(t + 1000) - motion.travelled(t) for t in range(0, motion.end_us, 1000))
    assert fastest <= (velocity * 65_536 * 1002) // 10**6 + 4


@settings(derandomize=True, deadline=None, max_examples=60)
@given(velocity=st.integers(10, 1_000), asked_us=st.integers(0, 2_000_000), extra=st.integers(0, 200))
def test_a_stop_asked_for_on_the_way_joins_the_run_smoothly(velocity: int, asked_us: int, extra: int) -> None:
    motion = Motion(0, velocity)
    before = motion.travelled(asked_us)
    motion.stop_after(max(1, motion.least_steps(asked_us) + extra))
    assert motion.end_us > asked_us
    # The new plan passes where the run is now, but for a microsecond of rounding.
    slack = (velocity * 65_536 * 3) // 10**6 + 4
    assert before - 1 <= motion.travelled(asked_us) <= before + slack


@settings(derandomize=True, deadline=None, max_examples=60)
@given(velocity=st.integers(10, 1_000), steps=st.integers(1, 300), total=st.integers(0, 300))
def test_the_time_of_a_step_is_the_first_microsecond_with_it_behind(
    velocity: int, steps: int, total: int
) -> None:
    motion = Motion(5, velocity)
    if total:
        motion.stop_after(total)
    at_us = motion.time_of(steps, 5)
    if total and steps > total:
        assert at_us > 1 << 60
    else:
        assert motion.travelled(at_us) >= steps << 16
        assert at_us == 5 or motion.travelled(at_us - 1) < steps << 16


def test_ramps_take_as_long_as_stated_and_cover_half_their_speed() -> None:
    motion = Motion(0, 288)
    assert motion.travelled(RAMP_UP_US) == (288 * 90 << 16) // 1000
    motion.stop_after(96)
    assert motion.end_us == 96 * 10**6 // 288 + (RAMP_UP_US + RAMP_DOWN_US) // 2


# The reel and its optic.


def test_the_optic_shows_the_first_stops_width_once_a_turn() -> None:
    rig = Rig()
    edges = Edges(rig.board, "optic_1")
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(2_000_000)
    width, turn = STEPS // STOPS, STEPS
    for number, (time_us, asserted) in enumerate(edges.seen):
        steps = width + number // 2 * turn if number % 2 == 0 else (number // 2 + 1) * turn
        assert asserted is bool(number % 2)
        assert distance(288, time_us) >= steps > distance(288, time_us - 1)
    assert len(edges.seen) == 11


@pytest.mark.parametrize("angle", [0, 1, 3, 4, 50, 95])
def test_the_driver_counts_from_0_wherever_the_drum_stands(angle: int) -> None:
    rig = Rig((angle << 16) // STEPS, 0, 0)
    reel = rig.reels[0]
    assert reel.step(0) == angle and reel.position(0) == 0
    assert rig.board.line("optic_1").asserted is (angle < STEPS // STOPS)
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(1_000_000)
    _, status, _, _, _, index, turns = rig.registers(0)
    assert status == reel_driver.STATUS_MOVING | reel_driver.STATUS_INDEX
    assert (index + angle) % STEPS == 0
    assert turns == (angle + distance(288, 1_000_000)) // STEPS


@pytest.mark.parametrize("stop", [0, 1, 11, 23])
def test_a_firmware_can_home_and_stop_on_any_stop(stop: int) -> None:
    rig = Rig(*[(37 << 16) // STEPS] * 3)
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(900_000)
    index = rig.registers(0)[5]
    target = (index + stop * STEPS // STOPS) % STEPS
    rig.command(0, reel_driver.CMD_STOP, target=target)
    rig.run_us(1_000_000)
    _, status, _, _, position, _, _ = rig.registers(0)
    assert status & 5 == reel_driver.STATUS_AT_TARGET and position == target
    assert rig.reels[0].step(rig.board.now_us) == stop * STEPS // STOPS
    assert rig.reels[0].position_u16(rig.board.now_us) == (stop << 16) // STOPS
    assert rig.heard.kinds() == ["power", "reel_start", "reel_stop"]
    assert rig.heard.events[-1][0] == rig.reels[0].stopped_at_us


def test_a_stop_waits_for_the_first_pass_that_can_be_braked_for() -> None:
    ends = []
    for ahead in (16, 18):
        rig = Rig()
        rig.command(0, reel_driver.CMD_RUN)
        rig.run_us(500_000)
        now = rig.reels[0].position(rig.board.now_us)
        rig.command(0, reel_driver.CMD_STOP, target=(now + ahead) % STEPS)
        rig.run_us(2_000_000)
        ends.append(rig.reels[0].stopped_at_us - 500_000)
    # At 288 steps/s the brake takes 17.28 steps: 16 ahead is too near and comes a turn later.
    assert 120_000 <= ends[1] < 130_000
    assert ends[0] - ends[1] == pytest.approx(94 * 10**6 // 288, abs=2)


def test_from_rest_it_moves_forward_and_a_target_where_it_stands_is_no_motion() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_STOP, target=10)
    rig.run_us(1_000_000)
    rig.command(0, reel_driver.CMD_STOP, target=5)
    positions = []
    while rig.reels[0].moving(rig.board.now_us):
        positions.append((rig.reels[0].position(rig.board.now_us) - 10) % STEPS)
        rig.run_us(10_000)
    assert positions == sorted(positions)
    assert rig.registers(0)[4] == 5 and rig.registers(0)[6] == 1
    count = len(rig.heard.events)
    rig.command(0, reel_driver.CMD_STOP, target=5)
    rig.run_us(1_000)
    assert len(rig.heard.events) == count and rig.registers(0)[1] & 5 == 4


def test_a_run_takes_back_a_stop_until_the_brake_is_on() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(300_000)
    rig.command(0, reel_driver.CMD_STOP, target=90)
    rig.run_us(20_000)
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(3_000_000)
    assert rig.registers(0)[1] & 1
    rig.command(0, reel_driver.CMD_STOP, target=90)
    end_us = rig.reels[0]._motion.end_us  # type: ignore[union-attr]
    rig.board.advance(end_us - 50_000)
    rig.command(0, reel_driver.CMD_RUN)
    rig.command(0, reel_driver.CMD_STOP, target=3)
    rig.run_us(50_000)
    assert rig.registers(0)[1] & 5 == 4 and rig.registers(0)[4] == 90


def test_free_stops_at_once_on_a_whole_step() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(333_333)
    step = rig.reels[0].step(rig.board.now_us)
    rig.command(0, reel_driver.CMD_FREE)
    rig.run_us(500_000)
    assert rig.registers(0)[1] & 5 == 0
    assert rig.reels[0].step(rig.board.now_us) == step
    assert rig.reels[0].stopped_at_us == 333_333


def test_defining_a_position_moves_no_drum() -> None:
    rig = Rig((20 << 16) // STEPS, 0, 0)
    rig.command(0, reel_driver.CMD_DEFINE, target=70)
    assert rig.registers(0)[4] == 70 and rig.reels[0].step(0) == 20
    rig.command(0, reel_driver.CMD_STOP, target=80)
    rig.run_us(1_000_000)
    assert rig.reels[0].step(rig.board.now_us) == 30


def test_the_index_flag_stays_until_it_is_cleared() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(700_000)
    assert rig.registers(0)[1] == 3
    rig.command(0, reel_driver.CMD_CLEAR)
    assert rig.registers(0)[1] == 1
    rig.run_us(400_000)
    assert rig.registers(0)[1] == 3


def test_axes_are_apart_and_registers_run_on() -> None:
    rig = Rig()
    rig.driver.i2c_write(bytes([0x12]) + struct.pack("<HH", 100, 48))
    rig.driver.i2c_write(bytes([0x10, reel_driver.CMD_STOP]))
    rig.run_us(2_000_000)
    rig.driver.i2c_write(b"\0")
    block = rig.driver.i2c_read(64)
    assert struct.unpack_from("<HHH", block, 0x12) == (100, 48, 48)
    assert block[:16] == bytes(16) and block[0x20:] == bytes(32)
    assert [reel.step(rig.board.now_us) for reel in rig.reels] == [0, 48, 0]


def test_velocity_0_moves_nothing() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN, velocity=0)
    rig.command(1, reel_driver.CMD_STOP, velocity=0, target=5)
    rig.run_us(100_000)
    assert rig.heard.kinds() == ["power"] and rig.registers(1)[1] == 0


# Faults and power.


def test_a_jammed_drum_stands_while_the_driver_counts_on() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(400_000)
    reel, edges = rig.reels[0], Edges(rig.board, "optic_1")
    caught = reel.step(rig.board.now_us)
    reel.jam(True, rig.board.now_us)
    rig.run_us(2_100_000)
    assert reel.jammed and reel.step(rig.board.now_us) == caught and edges.seen == []
    assert reel.position(rig.board.now_us) != caught
    assert rig.registers(0)[6] == 0
    reel.jam(False, rig.board.now_us)
    rig.run_us(1_000_000)
    assert len(edges.seen) >= 4 and rig.registers(0)[6] >= 2


def test_steps_lost_by_hand_show_in_the_next_index() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_STOP, target=1)
    rig.run_us(2_000_000)
    rig.reels[0].slip(-5)
    assert rig.reels[0].step(rig.board.now_us) == 92 and not rig.board.line("optic_1").asserted
    rig.command(0, reel_driver.CMD_STOP, target=60)
    rig.run_us(2_000_000)
    assert rig.registers(0)[5] == 5


def test_the_drum_keeps_its_angle_without_power_and_the_driver_forgets_it() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(444_444)
    reel = rig.reels[0]
    step = reel.step(rig.board.now_us)
    rig.board.power_off()
    rig.run_us(1_000_000)
    assert reel.step(rig.board.now_us) == step and not reel.moving(rig.board.now_us)
    rig.board.power_on()
    assert rig.registers(0) == (0,) * 7
    assert reel.step(rig.board.now_us) == step and reel.position(rig.board.now_us) == 0


def test_a_reset_of_the_chip_alone_leaves_the_reels_turning() -> None:
    rig = Rig()
    rig.command(0, reel_driver.CMD_RUN)
    rig.run_us(300_000)
    rig.board.chip._reset(rig.board.now_us)
    rig.run_us(300_000)
    assert rig.registers(0)[1] & 1


@pytest.mark.parametrize("stops", [1, 23, 25])
def test_stops_that_do_not_divide_the_motors_steps_are_refused(stops: int) -> None:
    with pytest.raises(DeviceError, match=rf"stops must be 2 or more and divide 96 steps \(got {stops}\)"):
        Reel(make_board(), 1, stops, STEPS)


@pytest.mark.parametrize("step", range(0, STEPS, 7))
def test_an_angle_that_was_drawn_can_be_given_back(step: int) -> None:
    board = make_board()
    first = Reel(board, 1, STOPS, STEPS, (step << 16) // STEPS)
    assert first.step(0) == step
    assert Reel(board, 2, STOPS, STEPS, first.position_u16(0)).step(0) == step


def test_saving_turning_reels_changes_nothing() -> None:
    def make() -> tuple[Board, Rig]:
        rig = Rig(1_000, 30_000, 65_535)
        return rig.board, rig

    def act(rig: Rig) -> None:
        rig.command(0, reel_driver.CMD_RUN)
        rig.command(1, reel_driver.CMD_STOP, target=90)
        rig.command(2, reel_driver.CMD_RUN, velocity=250)
        rig.board.advance(300_000)
        rig.command(0, reel_driver.CMD_STOP, target=33)
        rig.reels[2].jam(True, 300_000)

    same_after_save(make, act, range(300_000, 1_300_000, 43_003), 1_600_000)


class Overshoots(Reel):
    """Ends one step behind its target."""

    def stop_at(self, target: int, velocity: int) -> None:
        super().stop_at(target + 1, velocity)


class BlindOptic(Reel):
    """Its optic never sees the drum."""

    def _look(self, latch: bool) -> None:
        self._optic.drive(False)


@pytest.mark.parametrize("mutant", [Overshoots, BlindOptic])
def test_a_wrong_reel_fails_the_homing_check(mutant: type[Reel], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rig.__init__, "__kwdefaults__", {"reel": mutant})
    with pytest.raises(AssertionError):
        test_a_firmware_can_home_and_stop_on_any_stop(11)
