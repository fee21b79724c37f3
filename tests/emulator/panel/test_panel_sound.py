# SPDX-License-Identifier: MIT
"""The panel's sounds: as loud as their voices, told apart, of their machine, and none while nobody plays."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from panel_fake import FakeCabinet, state
from soon import soon

from emulator import Cabinet
from emulator.cabinet.front import Display
from emulator.panel.access.captions import CAPTIONS, caption_of, words
from emulator.panel.art import sounds
from emulator.panel.art.sounds_themes import SIZES, THEMES
from emulator.panel.machine.parts.kiosk import ATTRACT_AFTER_MS, Attract
from emulator.panel.machine.registry import look
from emulator.panel.machine.speaker import Speaker
from machines.check.art import STYLES
from machines.model import load_model, model_names
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE, translator

PRIZES = {3: 60, 6: 300, 12: 8_000}
SETS = soon(sounds.set_names(), sounds.HOUSE, "moncayo")


@pytest.mark.parametrize("name", SETS)
def test_every_sound_keeps_to_its_voice(name: str) -> None:
    for sound, waves in sounds.takes(name).items():
        for wave in waves:
            peak = float(np.abs(wave).max())
            if sound in sounds.LEVELS:
                assert 0.2 < peak <= sounds.VOICES["win"].peak, sound
            else:
                assert peak == pytest.approx(sounds.VOICES[sounds.voice_of(sound)].peak, rel=1e-3), sound
            assert abs(float(wave.mean())) < 0.01
            assert len(wave) < sounds.RATE_HZ * 5


def test_there_is_a_sound_for_every_coin_stop_and_size_of_prize() -> None:
    names = set(sounds.samples())
    assert {f"coin_{c}" for c in sounds.COINS_CENTS} | {f"paid_{c}" for c in sounds.COINS_CENTS} <= names
    assert {f"stop_{reel}" for reel in range(1, 6)} | {"run", "motor", "button", "refused", "tilt"} <= names
    assert [sounds.win_name(cents) for cents in (20, 200, 1_000)] == ["win_small", "win_middle", "win_large"]


def rms(wave: np.ndarray) -> float:
    """Over the loudest fifth of a second."""
    span = sounds.RATE_HZ // 5
    return max(
        float(np.sqrt(np.mean(wave[at : at + span] ** 2))) for at in range(0, len(wave) - span, span // 8)
    )


@pytest.mark.parametrize("name", SETS)
def test_a_larger_prize_is_louder_and_longer(name: str) -> None:
    made = sounds.samples(name)
    small, middle, large = (made[f"win_{size}"] for size in SIZES)
    assert rms(small) * 1.15 < rms(middle) and rms(middle) * 1.15 < rms(large)
    assert len(small) * 1.3 < len(middle) and len(middle) * 1.7 < len(large)


def test_every_style_has_music_of_its_own() -> None:
    """Another scale, tempo and instrument, and so other tunes of every size."""
    assert {load_model(name).art["style"] for name in model_names()} <= set(STYLES) <= set(THEMES)
    themes = list(THEMES.values())
    assert len({theme.tone for theme in themes}) == len(themes)
    assert len({(theme.tonic % 12, theme.scale) for theme in themes}) == len(themes)
    assert len({theme.beat_ms for theme in themes}) == len(themes)
    for size in SIZES:
        tunes = {tuple(semitones for _, semitones, _ in theme.notes(size)) for theme in themes}
        assert len(tunes) == len(themes)


@pytest.mark.parametrize("name", sounds.set_names())
def test_every_note_belongs_to_the_scale(name: str) -> None:
    theme = THEMES[name]
    classes = {(theme.tonic + step) % 12 for step in theme.scale}
    for size in SIZES:
        notes = theme.notes(size)
        assert {semitones % 12 for _, semitones, _ in notes} <= classes
        assert len({semitones for _, semitones, _ in notes}) >= 3
        assert all(-36 <= semitones <= 36 for _, semitones, _ in notes)


def test_a_style_that_nobody_made_sounds_as_the_house_does() -> None:
    assert sounds.set_name("a style") == sounds.set_name("") == sounds.HOUSE
    assert sounds.set_name("moncayo") == "moncayo"
    assert all(np.array_equal(a, b) for a, b in zip(
        sounds.samples("").values(), sounds.samples(sounds.HOUSE).values(), strict=True))  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_the_five_stops_have_five_pitches(name: str) -> None:
    """The strongest tone over the thump rises from reel to reel."""
    peaks = []
    for reel in range(1, 6):
        wave = sounds.samples(name)[f"stop_{reel}"]
        power = np.abs(np.fft.rfft(wave, 1 << 16))
        hz = np.fft.rfftfreq(1 << 16, 1 / sounds.RATE_HZ)
        power[hz < 350] = 0
        peaks.append(float(hz[power.argmax()]))
    assert all(low * 1.05 < high for low, high in pairwise(peaks)), peaks


def test_no_two_coins_in_a_row_sound_alike_and_a_run_repeats_itself() -> None:
    """A hopper's clatter: other takes, levels and moments, and the same ones the next time."""

    def clatter() -> np.ndarray:
        speaker = Speaker(sounds.HOUSE)
        speaker.prepare()
        parts = []
        for i in range(24):
            if i % 4 == 0:
                speaker.hear("hopper_coin", 0, {})
                speaker.hear("coin_in_tray", 0, {"cents": 100})
            speaker.update(look(state("idle")), {}, 60 * i, True)
            parts.append(speaker.mixer.rendered(2_000))
        return np.concatenate(parts)

    heard = clatter()
    assert np.array_equal(heard, clatter())
    coins = [heard[8_000 * i : 8_000 * i + 4_000] for i in range(1, 6)]
    likeness = [float(np.corrcoef(a, b)[0, 1]) for a, b in pairwise(coins)]
    assert max(likeness) < 0.5


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
    assert begun(state("idle"), True, *told) == [
        "coin_50", "refused", "ejected", "paid_100", "stop_2", "button"
    ]  # fmt: skip


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


# --- volume and captions ------------------------------------------------------------------------------


def test_the_schedule_says_the_volume_and_a_hand_holds_until_it_changes() -> None:
    speaker = Speaker()
    speaker.tell_time(600)
    assert speaker.step == 3
    speaker.schedule([("08:00", 3), ("22:00", 1), ("00:00", 0)])
    steps = []
    for hour in (7, 8, 12, 21, 22, 24, 25):
        speaker.tell_time(60 * hour % 1_440)
        steps.append(speaker.step)
    assert steps == [0, 3, 3, 3, 1, 0, 0]
    speaker.tell_time(9 * 60)
    speaker.louder(1)
    speaker.tell_time(20 * 60)
    assert speaker.step == 4
    speaker.tell_time(22 * 60)
    assert speaker.step == 1
    speaker.schedule([])
    speaker.tell_time(12 * 60)
    assert speaker.step == 1


def heard(speaker: Speaker, audible: bool = True, **more: object) -> float:
    """The peak of half a second in which a coin falls."""
    speaker.hear("coin_slot", 0, {"cents": 100})
    speaker.update(look(state("idle", **more)), PRIZES, 0, audible)
    return float(np.abs(speaker.mixer.rendered(16_000)).max())


def test_each_step_is_softer_and_none_is_silent_but_the_scheduled_one() -> None:
    peaks = []
    for step in range(5):
        speaker = Speaker()
        speaker.prepare()
        speaker.step = step
        speaker.mixer.volume = 0.0
        speaker.update(look(state("idle")), PRIZES, 0, True)
        speaker.mixer.rendered(2_000)
        peaks.append(heard(speaker))
    assert peaks[0] == 0 and all(a < 0.85 * b for a, b in pairwise(peaks))
    assert peaks[4] == pytest.approx(4 * peaks[1], rel=0.01)


def test_the_house_says_how_much_of_the_volume_is_allowed() -> None:
    peaks = []
    for share in (1.0, 0.5, 0.0):
        speaker = Speaker()
        speaker.prepare()
        speaker.step = 4
        speaker.mixer.volume = 0.0
        speaker.allow(share)
        speaker.update(look(state("idle")), PRIZES, 0, True)
        speaker.mixer.rendered(2_000)
        peaks.append(heard(speaker))
    assert peaks == pytest.approx([peaks[0], peaks[0] / 2, 0], rel=1e-3) and peaks[0] > 0.4
    assert 0.02 < heard(speaker, sounding=True) < 0.13


def test_an_hour_of_silence_does_not_silence_the_buzzer() -> None:
    """C-14, C-15: what the law wants heard is heard, at the softest step; the mute key alone ends it."""
    speaker = Speaker()
    speaker.prepare()
    speaker.step = 0
    heard(speaker)
    assert heard(speaker) == 0
    assert 0.02 < heard(speaker, sounding=True) < 0.1
    speaker.toggle_mute()
    heard(speaker, sounding=True)
    assert heard(speaker, sounding=True) == 0


def test_every_sound_has_a_caption_and_what_was_heard_is_told() -> None:
    assert {caption_of(name) for name in sounds.samples()} == set(CAPTIONS)
    here, there = translator(DEFAULT_LANGUAGE), translator(SOURCE_LANGUAGE)
    assert all(words(caption, here) != words(caption, there) for caption in CAPTIONS)
    speaker = Speaker()
    fake = state("rolling")
    fake.listen(speaker.hear)
    fake.tell("coin_slot", cents=20)
    speaker.update(look(fake), PRIZES, 1_000, True)
    fake.tell("reel_stop", reel=4)
    speaker.update(look(fake), PRIZES, 2_000, True)
    assert speaker.captions(2_100) == ["stop", "coin", "run"]
    assert speaker.captions(4_000) == ["stop", "run"]
    speaker.update(look(fake), PRIZES, 6_000, False)
    assert speaker.captions(6_000) == []


def test_what_nobody_may_hear_has_no_caption_and_what_is_muted_has() -> None:
    speaker = Speaker()
    heard(speaker, audible=False)
    assert speaker.captions(100) == []
    speaker.toggle_mute()
    heard(speaker)
    assert speaker.captions(100) == ["coin"]
