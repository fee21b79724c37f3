# SPDX-License-Identifier: MIT
"""The mixer of the panel's sounds: below its ceiling whatever comes, alike in any blocks, in time."""

from __future__ import annotations

import numpy as np
import pytest
from soon import soon

from emulator.panel.art import sounds
from emulator.panel.art.waves import RATE_HZ, times
from emulator.panel.sound import stream as streams
from emulator.panel.sound.hours import Hours, HoursError
from emulator.panel.sound.limiter import Limiter
from emulator.panel.sound.mixer import CEILING, Mixer, Voice
from emulator.panel.sound.stream import Stream

MINUS_6_DBFS = 10 ** (-6 / 20)
VOICES = {"one": Voice(1, 1.0), "many": Voice(8, 1.0), "silent": Voice(1, 1.0)}


def sine(hz: float, ms: float, level: float = 1.0) -> np.ndarray:
    return np.asarray(level * np.sin(2 * np.pi * hz * times(ms)), dtype=np.float32)


def mixer(**takes: np.ndarray) -> Mixer:
    made = Mixer(VOICES, lambda name: name.partition("_")[0], RATE_HZ)
    made.takes = {name: (wave,) for name, wave in takes.items()}
    return made


def test_the_ceiling_is_six_decibels_below_full_scale() -> None:
    assert pytest.approx(MINUS_6_DBFS) == CEILING


@pytest.mark.parametrize("loud", [1.0, 8.0])
def test_a_limiter_that_held_back_a_sound_rests_once_it_is_out(loud: float) -> None:
    """In blocks as the stream renders them, and asked twice each time: nothing is kept from before."""
    limiter, silence = Limiter(CEILING, RATE_HZ), np.zeros(streams.PART, np.float32)
    assert limiter.at_rest and limiter.at_rest
    for _ in range(2):
        limiter.limited(sine(440, 20, loud))
        assert not limiter.at_rest and not limiter.at_rest
        for _ in range(RATE_HZ // streams.PART):  # a second
            limiter.limited(silence)
        assert limiter.at_rest and limiter.at_rest


@pytest.mark.parametrize("hz", [40, 1_000, 9_000])
def test_the_limiter_lets_nothing_over_its_ceiling(hz: float) -> None:
    """A burst of sixteen times the ceiling after silence, in blocks of every length."""
    rng = np.random.default_rng(hz)
    wave = np.concatenate([np.zeros(500, np.float32), sine(hz, 300, 8.0), sine(hz, 400, 0.3)])
    limiter, out, at = Limiter(CEILING, RATE_HZ), [], 0
    while at < len(wave):
        count = int(rng.integers(1, 700))
        out.append(limiter.limited(wave[at : at + count]))
        at += count
    heard = np.concatenate(out)
    assert float(np.abs(heard).max()) <= CEILING
    assert float(np.abs(heard[600:-9_000]).max()) > 0.97 * CEILING
    # The gain turns without a corner: no step of the wave is steeper than the sine's own at the ceiling.
    steepest = 2 * np.pi * hz / RATE_HZ * CEILING
    assert float(np.abs(np.diff(heard[700:])).max()) < 1.3 * steepest


def test_the_limiter_leaves_what_is_soft_as_it_is() -> None:
    limiter, wave = Limiter(CEILING, RATE_HZ), sine(440, 200, 0.4)
    heard = limiter.limited(wave)
    late = limiter.look - 1
    assert np.allclose(heard[late:], wave[: len(wave) - late])
    assert limiter.limited(np.zeros(late, np.float32)).any() and limiter.at_rest


def test_after_a_burst_the_gain_comes_back_within_half_a_second() -> None:
    limiter, soft = Limiter(CEILING, RATE_HZ), sine(500, 800, 0.2)
    limiter.limited(sine(500, 300, 4.0))
    heard = limiter.limited(soft)
    assert float(np.abs(heard[1_000:2_000]).max()) < 0.15
    assert float(np.abs(heard[RATE_HZ // 2 :]).max()) == pytest.approx(0.2, rel=1e-3)


@pytest.mark.parametrize("name", ["", "moncayo"])
def test_everything_at_once_stays_below_the_ceiling(name: str) -> None:
    """Every sound of a machine on every channel, begun again and again at full volume."""
    made = Mixer(sounds.VOICES, sounds.voice_of, RATE_HZ)
    made.takes = sounds.takes(name)
    for loop in sounds.LOOPS[:2]:
        made.loop(loop, True, 10)
    blocks = []
    for i in range(60):
        for sound in list(made.takes)[i % 5 :: 5]:
            if sound not in sounds.LOOPS:
                made.begin(sound, take=i)
        blocks.append(made.rendered(1_024))
    heard = np.concatenate(blocks)
    assert float(np.abs(heard).max()) <= CEILING + 1e-6
    assert float(np.sqrt(np.mean(heard[RATE_HZ // 4 :] ** 2))) > 0.12  # it is limited, and not turned down


def test_blocks_of_any_length_sound_the_same() -> None:
    def heard(count: int) -> np.ndarray:
        made = mixer(one=sine(300, 150), many_a=sine(770, 90), many_b=sine(91, 200))
        made.begin("one")
        made.begin("many_a", delay_ms=33, gain=0.7)
        made.loop("many_b", True, 50)
        return np.concatenate([made.rendered(count) for _ in range(6_400 // count)])

    assert np.allclose(heard(6_400), heard(64), atol=1e-6)
    assert np.allclose(heard(6_400), heard(256), atol=1e-6)


def test_a_state_that_is_kept_goes_on_as_if_nothing_had_followed() -> None:
    made = mixer(one=sine(300, 150), many_b=sine(91, 200))
    made.begin("one")
    made.loop("many_b", True, 50)
    made.rendered(300)
    kept = made.state
    once = made.rendered(2_000)
    made.begin("one")
    made.rendered(5_000)
    made.state = kept
    assert np.array_equal(made.rendered(2_000), once)


def test_a_voice_has_no_more_channels_than_it_says() -> None:
    made = mixer(one_a=sine(300, 400, 0.1), one_b=sine(500, 400, 0.1), many=sine(700, 400, 0.01))
    made.begin("one_a")
    made.begin("one_b")
    assert made.sounding == ["one_b"]
    for _ in range(12):
        made.begin("many")
    assert made.sounding.count("many") == 8


def test_the_volume_turns_without_a_click_and_scales_the_ceiling() -> None:
    made = mixer(one=sine(100, 900, 0.4))
    made.begin("one")
    made.rendered(3_200)
    made.volume = 0.25
    turned = made.rendered(6_400)
    assert float(np.abs(np.diff(turned)).max()) < 1.1 * 0.4 * 2 * np.pi * 100 / RATE_HZ
    assert float(np.abs(turned[1_000:]).max()) == pytest.approx(0.1, rel=0.01)


def test_a_hush_ends_all_but_one() -> None:
    made = mixer(one=sine(300, 900, 0.1), many=sine(500, 900, 0.1))
    made.begin("one")
    made.loop("many", True, 10)
    made.hush(90, "many")
    made.rendered(RATE_HZ * 100 // 1_000)
    assert made.sounding == ["many"] and made.loops("many") and not made.loops("one")


# --- the device ---------------------------------------------------------------------------------------


class Device:
    """Reads the ring as SDL does: a buffer at a time, on a clock of its own, then what is queued."""

    def __init__(self, fast_ppm: float = 0.0, phase_s: float = 0.0) -> None:
        self.now_s, self._rate = 0.0, RATE_HZ * (1 + fast_ppm / 1e6)
        self._next_s = phase_s
        self.ring = np.zeros(streams._RING_BUFFERS * streams.BUFFER, dtype=np.int16)
        self._left: list[int] = []
        self.heard: list[np.ndarray] = []

    def play(self, _sound: object) -> None:
        self._left = [0]

    def queue(self, sound: object) -> None:
        self._left.append(0)

    def get_queue(self) -> object:
        return self if len(self._left) > 1 else None

    def get_busy(self) -> bool:
        return bool(self._left)

    def stop(self) -> None:
        self._left = self._left[1:]

    def clock(self) -> float:
        return self.now_s

    def until(self, now_s: float) -> None:
        while self._next_s <= now_s:
            block = np.zeros(streams.BUFFER, np.int16)
            if self._left:
                block = self.ring[self._left[0] : self._left[0] + streams.BUFFER].copy()
                self._left[0] += streams.BUFFER
                if self._left[0] >= len(self.ring):
                    self._left.pop(0)
            self.heard.append(block)
            self._next_s += streams.BUFFER / self._rate
        self.now_s = now_s


def played(device: Device, frames_ms: list[int], begun: dict[int, str], made: Mixer) -> np.ndarray:
    """What the device hears while frames follow each other and sounds begin in some of them."""
    stream, at_ms = Stream(made, device.clock), 0
    stream.use(device, object(), device.ring)  # type: ignore[arg-type]
    for number, frame in enumerate(frames_ms):
        at_ms += frame
        device.until(at_ms / 1_000)
        if number in begun:
            stream.turn_back()
            made.begin(begun[number])
        stream.fill()
    return np.concatenate(device.heard).astype(np.float32) / 32_767


@pytest.mark.parametrize("phase_ms", [0.0, 7.0, 15.9])
def test_an_input_is_heard_within_two_frames_and_the_buffer(phase_ms: float) -> None:
    """From a ring at rest, and from one that goes round; what SDL keeps beyond one buffer is its own."""
    wave = np.full(3_200, 0.3, np.float32)
    lates = []
    for first in (60, 61, 62):
        device = Device(phase_s=phase_ms / 1_000)
        heard = played(device, [17] * 160, {20: "many", first: "many"}, mixer(many=wave))
        loud = np.flatnonzero(np.abs(heard) > 0.01)
        again = loud[loud > loud[0] + 6_400][0]
        offset = phase_ms / 1_000 * RATE_HZ
        lates += [(loud[0] + offset) / RATE_HZ - 21 * 0.017, (again + offset) / RATE_HZ - (first + 1) * 0.017]
    assert min(lates) >= 0 and max(lates) <= 2 / 60 + streams.BUFFER / RATE_HZ


@pytest.mark.parametrize("fast_ppm", soon([-1_000.0, 0.0, 1_000.0], 1_000.0))
def test_nothing_is_lost_and_nothing_doubled_on_a_device_whose_clock_is_off(fast_ppm: float) -> None:
    """Half a minute of a tone, rendered anew 45 times on its way: the device hears it sample by sample."""
    tone, count = sine(50, 30_000, 0.2), 29 * RATE_HZ
    for begun in ({1: "many"}, {1: "many"} | dict.fromkeys(range(40, 1_700, 37), "silent")):
        heard = played(Device(fast_ppm), [17] * 1_780, begun, mixer(many=tone, silent=np.zeros(320)))
        begin = int(np.flatnonzero(heard)[0])
        assert np.allclose(heard[begin : begin + count], tone[1 : count + 1], atol=1e-4)


def test_a_frame_of_150_ms_is_not_heard() -> None:
    wave = sine(50, 2_000, 0.2)
    frames = [17] * 20 + [150] + [17] * 20 + [180] + [17] * 80
    heard = played(Device(), frames, {1: "many"}, mixer(many=wave))
    begin = np.flatnonzero(heard)[0]
    assert np.allclose(heard[begin : begin + len(wave) - 200], wave[1 : len(wave) - 199], atol=1e-4)


@pytest.mark.parametrize("fast_ppm", soon([-1_500.0, 0.0, 1_500.0], 1_500.0))
def test_every_sound_is_heard_from_its_first_sample_on_while_the_ring_goes_round(fast_ppm: float) -> None:
    frames = range(40, 1_700, 37)
    made = mixer(silent=np.zeros(30 * RATE_HZ, np.float32), one=np.full(320, 0.1, np.float32))
    heard = played(Device(fast_ppm), [17] * 1_780, {1: "silent"} | dict.fromkeys(frames, "one"), made)
    assert np.count_nonzero(heard) == 320 * len(frames)


@pytest.mark.parametrize(("before", "stall_ms"), [(20, 4_500), (205, 2_500)])
def test_a_stall_is_silence_and_never_the_ring_again(before: int, stall_ms: int) -> None:
    """Before the ring is told to go round once more it ends; behind that what it has played is blank."""
    frames = [17] * before + [stall_ms] + [17] * 20
    heard = played(Device(), frames, {1: "many"}, mixer(many=sine(50, 9_000, 0.2)))
    begin_ms = 17 * before
    assert heard[RATE_HZ * (begin_ms - 50) // 1_000 : RATE_HZ * (begin_ms + 150) // 1_000].any()
    assert not heard[RATE_HZ * (begin_ms + 300) // 1_000 : RATE_HZ * (begin_ms + stall_ms) // 1_000].any()


def test_after_silence_the_ring_stands_still() -> None:
    device, made = Device(), mixer(many=sine(500, 100, 0.2))
    stream = Stream(made, device.clock)
    stream.use(device, object(), device.ring)  # type: ignore[arg-type]
    stream.fill()
    assert not stream.running and not device.get_busy()
    made.begin("many")
    for ms in range(0, 2_000, 17):
        device.until(ms / 1_000)
        stream.fill()
        assert stream.running == device.get_busy()
    assert not device.get_busy() and not device.ring.any()


# --- the volume by hour -------------------------------------------------------------------------------

DAY = [("08:00", 3), ("22:00", 1), ("00:00", 0)]


@pytest.mark.parametrize(
    ("clock", "step"),
    [("00:00", 0), ("07:59", 0), ("08:00", 3), ("12:30", 3), ("21:59", 3), ("22:00", 1), ("23:59", 1)],
)
def test_the_hour_says_the_volume(clock: str, step: int) -> None:
    hours, minutes = clock.split(":")
    assert Hours(DAY).step(60 * int(hours) + int(minutes)) == step


def test_the_last_row_holds_over_midnight() -> None:
    hours = Hours([("10:00", 4), ("20:30", 2)])
    assert [hours.step(minute) for minute in (0, 599, 600, 1_229, 1_230)] == [2, 2, 4, 4, 2]
    assert Hours([("06:00", 1)]).step(0) == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "a volume by hour must have one row or more (got none)"),
        ([("24:00", 1)], 'the hour of a volume must be HH:MM, 00:00 to 23:59 (got "24:00")'),
        ([("8:00", 1)], 'the hour of a volume must be HH:MM, 00:00 to 23:59 (got "8:00")'),
        ([("08:00", 5)], "a volume must be 0 (silence) to 4 (got 5)"),
        ([("08:00", 1), ("08:00", 2)], 'each hour must have one volume (got "08:00" twice)'),
    ],
)
def test_a_schedule_that_says_nothing_is_refused(rows: list[tuple[str, int]], said: str) -> None:
    with pytest.raises(HoursError) as error:
        Hours(rows)
    assert str(error.value) == said
