# SPDX-License-Identifier: MIT
"""The panel's sounds: below clipping together, told apart, and none while nobody plays."""

from __future__ import annotations

import numpy as np
import pytest
from panel_fake import FakeCabinet, state

from emulator import Cabinet
from emulator.cabinet.front import Display
from emulator.panel.art import sounds
from emulator.panel.machine.parts.kiosk import ATTRACT_AFTER_MS, Attract
from emulator.panel.machine.registry import look
from emulator.panel.machine.speaker import Speaker

PRIZES = {3: 60, 6: 300, 12: 8_000}


def loudest(voices: dict[str, sounds.Voice]) -> float:
    """All channels at their peak at once, as a share of full scale."""
    return sum(voice.channels * voice.peak for voice in voices.values())


def test_all_voices_together_stay_below_clipping() -> None:
    assert loudest(sounds.VOICES) <= sounds.CEILING < 1


def test_the_check_finds_a_voice_that_is_too_loud() -> None:
    assert loudest({**sounds.VOICES, "win": sounds.Voice(1, 0.5)}) > sounds.CEILING


@pytest.mark.parametrize("style", ["", "monegros"])
@pytest.mark.parametrize("name", sorted(sounds.samples()))
def test_every_sound_keeps_to_its_voice(name: str, style: str) -> None:
    wave = sounds.samples(style)[name]
    assert float(np.abs(wave).max()) == pytest.approx(sounds.VOICES[sounds.voice_of(name)].peak, rel=1e-3)
    assert abs(float(wave.mean())) < 0.01
    assert len(wave) < sounds.RATE_HZ * 4


def test_there_is_a_sound_for_every_coin_stop_and_size_of_prize() -> None:
    names = set(sounds.samples())
    assert {f"coin_{c}" for c in sounds.COINS_CENTS} | {f"paid_{c}" for c in sounds.COINS_CENTS} <= names
    assert {"stop_1", "stop_2", "stop_3", "run", "motor", "button", "refused", "tilt"} <= names
    assert [sounds.win_name(cents) for cents in (20, 200, 1_000)] == ["win_small", "win_middle", "win_large"]


def test_a_machine_with_sounds_of_its_own_has_other_tunes_and_stops_and_the_same_coins() -> None:
    usual, own = sounds.samples(), sounds.samples("monegros")
    assert set(usual) == set(own)
    other = {name for name in usual if not np.array_equal(usual[name], own[name])}
    assert other == {f"win_{size}" for size in ("small", "middle", "large")} | {
        f"stop_{n}" for n in (1, 2, 3)
    }
    assert sounds.samples("a style that nobody made").keys() == usual.keys()


@pytest.mark.parametrize(("style", "low", "high"), [("", 300, 700), ("monegros", 1_000, 1_700)])
def test_the_three_stops_have_three_pitches(style: str, low: int, high: int) -> None:
    peaks = []
    for number in (1, 2, 3):
        wave = sounds.samples(style)[f"stop_{number}"]
        power = np.abs(np.fft.rfft(wave, 1 << 15))
        hz = np.fft.rfftfreq(1 << 15, 1 / sounds.RATE_HZ)
        band = (hz > low) & (hz < high)
        peaks.append(float(hz[band][power[band].argmax()]))
    assert peaks[0] * 1.05 < peaks[1] and peaks[1] * 1.05 < peaks[2]


def test_loops_have_no_seam() -> None:
    for name in sounds.LOOPS:
        wave = sounds.samples()[name]
        step = float(np.abs(np.diff(wave)).max())
        assert abs(float(wave[0] - wave[-1])) <= step


def test_volume_has_four_steps() -> None:
    assert len(sounds.VOLUMES) == 4 and list(sounds.VOLUMES) == sorted(sounds.VOLUMES)


def begun(fake: FakeCabinet, audible: bool, *told: tuple[str, dict[str, int]]) -> list[str]:
    speaker = Speaker()
    fake.listen(speaker.hear)
    for kind, fields in told:
        fake.tell(kind, **fields)
    return speaker.update(look(fake), PRIZES, 0, audible)


def test_each_event_has_its_sound() -> None:
    told = (
        ("coin_slot", {"coin": 1, "cents": 50}),
        ("coin_returned", {"coin": 1, "cents": 50}),
        ("hopper_coin", {"coin": 2, "cents": 100}),
        ("coin_in_tray", {"coin": 2, "cents": 100}),
        ("reel_stop", {"reel": 2, "step": 4}),
        ("button", {"name": 1, "down": True}),
    )
    assert begun(state("idle"), True, *told) == ["coin_50", "refused", "paid_100", "stop_2", "button"]


def test_a_prize_sounds_by_its_size_and_once() -> None:
    speaker = Speaker()
    seen = look(state("top"))
    assert speaker.update(seen, PRIZES, 0, True) == ["win_large"]
    assert speaker.update(seen, PRIZES, 20, True) == []
    assert begun(state("small"), True) == ["win_small"]


def test_a_tilt_sounds_once() -> None:
    speaker = Speaker()
    seen = look(state("tilt"))
    assert speaker.update(seen, PRIZES, 0, True) == ["tilt"]
    assert speaker.update(seen, PRIZES, 20, True) == []


def test_the_buzzer_is_heard_while_it_sounds_even_when_nobody_plays() -> None:
    """C-14, C-15: it calls the staff and tells of an open door; the panel adds no alarm of its own."""
    speaker = Speaker()
    assert speaker.update(look(state("tilt", sounding=True)), PRIZES, 0, False) == []
    assert speaker.loops == {sounds.BUZZER}
    assert speaker.update(look(state("tilt", sounding=True)), PRIZES, 20, True) == []
    speaker.update(look(state("tilt")), PRIZES, 40, False)
    assert speaker.loops == set()
    speaker.update(look(state("tilt", sounding=True, powered=False)), PRIZES, 60, True)
    assert speaker.loops == set()


def test_a_machine_of_chance_whose_door_is_opened_buzzes_in_the_panel() -> None:
    cab = Cabinet("moncayo", seed="00")
    cab.run(ms=4_500)
    speaker = Speaker()
    speaker.update(look(cab), PRIZES, 0, False)
    assert speaker.loops == set()
    cab.open_door()
    cab.run(ms=100)
    speaker.update(look(cab), PRIZES, 20, False)
    assert speaker.loops == {sounds.BUZZER}
    cab.run(ms=10_000)
    speaker.update(look(cab), PRIZES, 40, False)
    assert speaker.loops == set()


def test_no_sound_while_nobody_plays() -> None:
    """B-28: reels that home after power-on, or lamps that change, lure nobody."""
    told = (("reel_stop", {"reel": 1, "step": 0}), ("coin_in_tray", {"coin": 1, "cents": 10}))
    assert begun(state("top"), False, *told) == []


def test_a_machine_nobody_has_touched_is_silent() -> None:
    attract = Attract()
    assert not attract.audible(look(state("rolling")), 0)


def test_the_panel_falls_silent_once_the_visitor_has_gone() -> None:
    attract = Attract()
    attract.touch(1_000)
    idle = look(state("idle"))
    assert attract.audible(idle, 1_000 + ATTRACT_AFTER_MS - 1)
    assert not attract.audible(idle, 1_000 + ATTRACT_AFTER_MS)
    playing = look(state("idle", display=Display("0.40", "0.00", "0.00", "")))
    assert attract.audible(playing, 1_000 + 10 * ATTRACT_AFTER_MS)


def test_the_attract_loop_shows_one_idea_at_a_time() -> None:
    attract = Attract()
    idle = look(state("idle"))
    names = [idea.name for ms in range(0, 27_000, 500) if (idea := attract.update(idle, ms))]
    assert list(dict.fromkeys(names)) == ["name", "reels", "prizes", "slot"]
    assert attract.update(look(state("credit")), 28_000) is None
    attract.touch(29_000)
    assert attract.update(idle, 29_500) is None
