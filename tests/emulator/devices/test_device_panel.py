# SPDX-License-Identifier: MIT
"""Buttons, lamps, doors, meters, LED drivers, message line and supply."""

from __future__ import annotations

import pytest
from board_helpers import BLINK, Noise, Recorder, make_board, run_ms
from device_helpers import ASLEEP, Edges, bench_of, drive, same_after_save

from emulator.board.board import Board
from emulator.devices.button import BOUNCE_US, Button
from emulator.devices.door import Door
from emulator.devices.ht16k33 import HT16K33
from emulator.devices.lamp import Lamp
from emulator.devices.message_display import MessageDisplay
from emulator.devices.meter import Meter, MeterLoop
from emulator.devices.supply import Supply

# Buttons.


def test_a_button_bounces_and_settles_within_5_ms_at_both_ends() -> None:
    counts = set()
    board, button = bench_of(Button, "start")
    edges = Edges(board, "button_start")
    for number in range(40):
        begin_us = board.now_us
        edges.seen.clear()
        button.press(release_after_us=50_000)
        assert board.line("button_start").asserted
        run_ms(board, 100)
        down = [edge for edge in edges.seen if edge[0] < begin_us + 50_000]
        up = edges.seen[len(down) :]
        assert down[0] == (begin_us, True) and down[-1][1] and down[-1][0] <= begin_us + BOUNCE_US
        assert up[0] == (begin_us + 50_000, False) and up[-1][0] <= begin_us + 50_000 + BOUNCE_US
        assert not up[-1][1] and number >= 0
        counts.add(len(down))
    assert counts == {1, 3, 5}


def test_a_press_wakes_the_firmware() -> None:
    board = make_board(BLINK, variation=Noise())
    button = Button(board, "start")
    board.add(button)
    board.power_on()
    run_ms(board, 105)
    button.press(release_after_us=20_000)
    run_ms(board, 10)
    assert board.line("lamp_tower").asserted
    run_ms(board, 30)
    assert not board.line("lamp_tower").asserted


def test_a_button_pressed_again_stays_down_for_the_new_while() -> None:
    board, button = bench_of(Button, "start")
    button.press(release_after_us=50_000)
    run_ms(board, 40)
    button.press(release_after_us=50_000)
    run_ms(board, 40)
    assert button.is_down and board.line("button_start").asserted
    run_ms(board, 20)
    assert not button.is_down and not board.line("button_start").asserted


def test_a_button_held_down_stays_down_until_released() -> None:
    board, button = bench_of(Button, "hold_1")
    button.press()
    run_ms(board, 60_000)
    assert button.is_down and board.line("button_hold_1").asserted
    button.release()
    button.release()
    run_ms(board, 10)
    assert not board.line("button_hold_1").asserted


def test_saving_a_bouncing_button_changes_nothing() -> None:
    same_after_save(
        lambda: bench_of(Button, "start"),
        lambda button: button.press(release_after_us=7_000),
        range(1, 13_000, 701),
        20_000,
    )


# Lamps and doors.


def test_a_lamp_shows_its_line_and_tells_of_changes_only() -> None:
    board = make_board(BLINK)
    lamp, heard = Lamp(board, "start"), Recorder(board)
    board.power_on()
    run_ms(board, 1_700)
    assert lamp.lit
    board.power_off()
    assert not lamp.lit
    told = [(time_us, fields["on"]) for time_us, kind, fields in heard.events if kind == "lamp"]
    assert told == [(500_000, True), (1_000_000, False), (1_500_000, True), (1_700_000, False)]


def test_a_door_asserts_its_line_while_it_is_open() -> None:
    board = make_board()
    door = Door(board, "main")
    assert not door.is_open and not board.line("door_main").asserted
    door.open()
    assert door.is_open and board.line("door_main").asserted
    door.close()
    assert not door.is_open


# Meters.


def pulse(board: Board, name: str, on_ms: int, off_ms: int) -> None:
    drive(board, name, True)
    run_ms(board, on_ms)
    drive(board, name, False)
    run_ms(board, off_ms)


def check_meter(board: Board, meter: Meter) -> None:
    for on_ms, off_ms, counted in (
        (50, 50, 1),
        (50, 50, 2),
        (29, 71, 2),
        (30, 70, 3),
        (40, 30, 4),
        (40, 80, 4),
    ):
        pulse(board, "meter_plays", on_ms, off_ms)
        assert meter.count == counted, (on_ms, off_ms)


def test_a_meter_counts_whole_pulses_up_to_ten_a_second() -> None:
    check_meter(*bench_of(Meter, "plays"))


class Hasty(Meter):
    """Counts every pulse, however short."""

    def _coil_changed(self, on: bool) -> None:
        self.count += on


class LeadingEdge(Meter):
    """Has counted before the pulse is over."""

    def _coil_changed(self, on: bool) -> None:
        self.count += on and self._board.now_us - self._counted_us >= 100_000
        self._counted_us = self._board.now_us


@pytest.mark.parametrize("mutant", [Hasty, LeadingEdge])
def test_a_wrong_meter_fails_its_check(mutant: type[Meter]) -> None:
    with pytest.raises(AssertionError):
        check_meter(*bench_of(mutant, "plays"))


def test_a_meter_counts_on_the_trailing_edge() -> None:
    board, meter = bench_of(Meter, "in", 41)
    drive(board, "meter_in", True)
    run_ms(board, 500)
    assert meter.count == 41
    drive(board, "meter_in", False)
    assert meter.count == 42


def test_an_unplugged_meter_counts_nothing_and_opens_the_loop() -> None:
    board = make_board(ASLEEP)
    meters = [Meter(board, name) for name in ("plays", "prizes", "in", "out")]
    MeterLoop(board, meters)
    for meter in meters:
        board.add(meter)
    board.power_on()
    assert board.line("meter_present").asserted
    drive(board, "meter_plays", True)
    run_ms(board, 40)
    meters[0].plug(False)
    assert not board.line("meter_present").asserted
    run_ms(board, 20)
    drive(board, "meter_plays", False)
    pulse(board, "meter_plays", 50, 50)
    pulse(board, "meter_out", 50, 50)
    meters[1].plug(False)
    meters[0].plug(True)
    assert not board.line("meter_present").asserted
    meters[1].plug(True)
    assert board.line("meter_present").asserted
    pulse(board, "meter_plays", 50, 50)
    assert [meter.count for meter in meters] == [1, 0, 0, 1]


def test_a_cut_in_a_long_pulse_still_counts_and_in_a_short_one_does_not() -> None:
    for on_ms, counted in ((29, 0), (31, 1)):
        board, meter = bench_of(Meter, "plays")
        drive(board, "meter_plays", True)
        run_ms(board, on_ms)
        board.power_off()
        assert meter.count == counted


def test_saving_a_meter_in_its_pulse_changes_nothing() -> None:
    board, meter = bench_of(Meter, "plays")
    drive(board, "meter_plays", True)
    run_ms(board, 20)
    saved = board.save()
    other, loaded = bench_of(Meter, "plays")
    other.load(saved)
    for each in (board, other):
        run_ms(each, 15)
        drive(each, "meter_plays", False)
    assert meter.count == loaded.count == 1 and other.save() == board.save()


# LED drivers and the message line.


def lit_board() -> tuple[Board, HT16K33]:
    board, leds = bench_of(HT16K33, "counters")
    for command in (0x21, 0x81, 0xEF):
        leds.i2c_write(bytes([command]))
    return board, leds


def test_segments_stay_dark_until_oscillator_and_display_are_on() -> None:
    board, leds = bench_of(HT16K33, "counters")
    heard = Recorder(board)
    leds.i2c_write(bytes([0, 0x3F]))
    assert leds.text(0, 1) == "" and leds.ram == bytes(16)
    leds.i2c_write(b"\x21")
    assert leds.text(0, 1) == ""
    leds.i2c_write(b"\x81")
    assert leds.text(0, 1) == "0"
    leds.i2c_write(b"\x20")
    assert leds.text(0, 1) == ""
    assert heard.kinds() == ["display", "display"]


def test_digits_read_as_one_reads_them() -> None:
    _, leds = lit_board()
    leds.i2c_write(
        bytes([0, 0x00, 0x06 | 0x80, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x3F, 0x40, 0x77])
    )
    assert leds.text(0, 4) == "1.23" and leds.text(4, 8) == "4567890-" and leds.text(12, 2) == "?"


def test_led_ram_wraps_and_reads_back() -> None:
    _, leds = lit_board()
    leds.i2c_write(bytes([14, 1, 2, 3]))
    assert leds.i2c_read(2) == bytes([0, 0])
    leds.i2c_write(bytes([14]))
    assert leds.i2c_read(3) == bytes([1, 2, 3])
    assert leds.lit() == frozenset({0, 1, 112, 121})


def test_dimming_is_kept_and_leds_die_with_the_power() -> None:
    board, leds = lit_board()
    leds.i2c_write(bytes([0xE4]))
    leds.i2c_write(bytes([0, 0xFF]))
    assert leds.dim == 4 and leds.lit()
    board.power_off()
    assert not leds.lit()
    board.power_on()
    leds.i2c_write(b"\x21")
    leds.i2c_write(b"\x81")
    assert not leds.lit()


def test_saving_leds_changes_nothing() -> None:
    board, leds = lit_board()
    leds.i2c_write(bytes([3, 0x3F, 0x06]))
    other, loaded = bench_of(HT16K33, "counters")
    other.load(board.save())
    assert loaded.ram == leds.ram and other.save() == board.save()


def test_the_message_line_shows_latin_1_and_nothing_behind_its_end() -> None:
    board, display = bench_of(MessageDisplay)
    heard = Recorder(board)
    display.i2c_write(b"\0" + "Señor, 20 céntimos".encode("latin-1").ljust(32))
    display.i2c_write(b"\0" + "Señor, 20 céntimos".encode("latin-1").ljust(32))
    assert display.text == "Señor, 20 céntimos"
    assert heard.events == [(0, "message", {"text": "Señor, 20 céntimos"})]
    display.i2c_write(b"\x1eABCD")
    assert display.text.endswith("AB") and len(display.text) == 32
    display.i2c_write(b"\x1e")
    assert display.i2c_read(4) == b"AB  "
    other, loaded = bench_of(MessageDisplay)
    other.load(board.save())
    assert loaded.text == display.text and other.save() == board.save()
    board.power_off()
    assert display.text == ""


# Supply.


def test_failing_mains_warn_80_ms_before_the_board_goes_dark() -> None:
    board, supply = bench_of(Supply)
    edges = Edges(board, "supply")
    assert board.line("supply").asserted and supply.read_u16() == 24_000 * 65_535 // 33_000
    run_ms(board, 5)
    supply.fail()
    volts = []
    for _ in range(4):
        volts.append(supply.millivolts())
        run_ms(board, 20)
    assert volts == [24_000, 22_000, 20_000, 18_000]
    assert not board.powered and supply.read_u16() == 0
    assert edges.seen == [(5_000, False)]
    supply.restore()
    assert board.powered and board.line("supply").asserted


def test_mains_that_come_back_in_time_save_the_board() -> None:
    board, supply = bench_of(Supply)
    supply.fail()
    run_ms(board, 79)
    supply.restore()
    run_ms(board, 100)
    assert board.powered and supply.millivolts() == 24_000


def test_a_plug_pulled_gives_no_warning() -> None:
    board, supply = bench_of(Supply)
    board.power_off()
    assert supply.millivolts() == 0 and not board.line("supply").asserted


def test_saving_a_failing_supply_changes_nothing() -> None:
    same_after_save(lambda: bench_of(Supply), lambda supply: supply.fail(), range(1, 79_000, 12_001), 100_000)
