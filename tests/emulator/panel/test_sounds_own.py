# SPDX-License-Identifier: MIT
"""A maker's own sounds on the panel: as loud as their voice, without a seam, and none while nobody plays."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from panel_fake import FakeCabinet, state
from places import ROOT
from recordings import FLAC, OGG, tone, wav
from soon import spared

from emulator.panel.art import sounds, sounds_own
from emulator.panel.machine.registry import look
from emulator.panel.machine.speaker import Speaker
from emulator.panel.machine.window import Window
from emulator.panel.sound.mixer import CEILING
from emulator.prototype.folder import new_folder
from machines.check.sounds import SOUNDS
from machines.model import load_model

PRIZES = {3: 60, 6: 300, 12: 8_000}
STEREO = np.stack([tone(400, 0.9), tone(400, 0.1)], axis=1)
LOUDEST = "must be at its loudest 1% of full scale or more, -40 dB"
# Whole pages, and no codebooks in them.
BAD = OGG[:400] + bytes(300) + OGG[700:]


def decoded(data: bytes) -> np.ndarray:
    with sounds_own.silent_mixer():
        return sounds_own.decoded(data)


def test_a_model_may_bring_every_sound_of_the_panel_and_no_other() -> None:
    assert set(SOUNDS) == set(sounds.samples())


def test_the_page_lists_every_sound_with_its_voice_and_its_length() -> None:
    rows = re.findall(
        r"^\| (`.*?`) \| .* \| (\w+) \| (\d) \| ([\d.]+) \| (\d+) s \|$",
        (ROOT / "docs" / "sounds.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    listed = [(name, *rest) for names, *rest in rows for name in re.findall("`(.*?)`", names)]
    shown = {name: (voice, int(many), float(peak), int(most)) for name, voice, many, peak, most in listed}
    voices = {name: sounds.voice_of(name) for name in sounds.samples()}
    assert shown == {name: (voice, *sounds.VOICES[voice], SOUNDS[name]) for name, voice in voices.items()}
    assert len(listed) == len(SOUNDS)


@pytest.mark.parametrize(
    ("data", "ms"), [(wav(STEREO), 400), (OGG, 400), (FLAC, 368)], ids=["wav", "ogg", "flac"]
)
def test_every_format_becomes_mono_at_the_rate_of_the_mixer(data: bytes, ms: int) -> None:
    """SDL's mixer 2.8 leaves out the last 512 samples of a FLAC file."""
    wave = decoded(data)
    assert abs(1000 * len(wave) / sounds.RATE_HZ - ms) < 2
    power = np.abs(np.fft.rfft(wave, 1 << 16))
    assert abs(float(np.fft.rfftfreq(1 << 16, 1 / sounds.RATE_HZ)[power.argmax()]) - 440) < 3
    assert 0.3 < float(np.abs(wave).max()) < 0.6  # the mean of left and right


@pytest.mark.parametrize("level", [0.02, 1.0])
@pytest.mark.parametrize("name", ["coin_50", "run", "tilt_buzzer", "stop_pad_4"])
def test_however_loud_a_file_is_it_plays_at_the_peak_of_its_voice(name: str, level: float) -> None:
    offset = np.asarray(tone(500, level) * 0.5 + level * 0.4, dtype=np.float32)
    wave = sounds_own.fitted(name, offset)
    assert float(np.abs(wave).max()) == pytest.approx(sounds.VOICES[sounds.voice_of(name)].peak, rel=1e-3)
    assert abs(float(wave.mean())) < 0.01 * sounds.VOICES[sounds.voice_of(name)].peak


@pytest.mark.parametrize("level", [0.02, 1.0])
@pytest.mark.parametrize("name", sounds.LEVELS)
def test_however_loud_a_file_is_a_prize_is_as_loud_as_azars(name: str, level: float) -> None:
    wave = sounds_own.fitted(name, np.asarray(tone(900, level), dtype=np.float32))
    assert float(np.sqrt(np.mean(wave[8_000:16_000] ** 2))) == pytest.approx(sounds.LEVELS[name], rel=0.1)


def test_all_channels_with_sounds_of_ones_own_stay_below_the_ceiling(quiet: None) -> None:
    """Each at full scale in its file, on every channel at once: through the same limiter as azar's."""
    speaker = Speaker("", {name: wav(tone(200, 1.0)) for name in SOUNDS})
    ready(speaker)
    peaks = {name: float(np.abs(takes[0]).max()) for name, takes in speaker.mixer.takes.items()}
    for name in [*SOUNDS] * 3:
        speaker.mixer.begin(name)
    together = speaker.mixer.rendered(6_000)
    speaker.close()
    assert set(peaks) == set(SOUNDS)
    assert all(peak <= sounds.VOICES[sounds.voice_of(name)].peak + 1e-6 for name, peak in peaks.items())
    assert 0.4 < float(np.abs(together).max()) <= CEILING + 1e-6


def seam(wave: np.ndarray) -> float:
    """The step from a loop's end to its beginning, in its largest steps elsewhere."""
    return abs(float(wave[0] - wave[-1])) / float(np.abs(np.diff(wave)).max())


@pytest.mark.parametrize("name", sounds.LOOPS)
def test_a_loop_that_ends_anywhere_goes_round_without_a_seam(name: str) -> None:
    ramp = np.asarray(np.linspace(-0.8, 0.8, 16_000) + 0.05 * tone(500, rate_hz=32_000), dtype=np.float32)
    assert seam(ramp) > 20
    assert seam(sounds_own.fitted(name, ramp)) < 1.01


def test_a_loop_that_goes_round_already_stays_as_it_is() -> None:
    wave = np.asarray(tone(500, hz=440, rate_hz=32_000), dtype=np.float32)
    assert len(sounds_own.fitted("run", wave)) >= len(wave) - 1


def test_a_loop_does_not_pause_where_its_file_has_silence() -> None:
    sound = tone(500, hz=440, rate_hz=32_000)
    padded = np.concatenate([np.zeros(3_000), sound, np.zeros(5_000)]).astype(np.float32)
    wave = sounds_own.fitted("motor", padded)
    assert len(sound) - 1_000 <= len(wave) <= len(sound)
    assert float(np.abs(wave[:80]).max()) > 0.3 * float(np.abs(wave).max())


def test_a_sound_that_is_cut_off_does_not_click() -> None:
    wave = sounds_own.fitted("win_small", np.asarray(tone(333, hz=450, rate_hz=32_000), dtype=np.float32))
    assert wave[0] == wave[-1] == 0
    assert float(np.abs(np.diff(wave[-100:])).max()) <= float(np.abs(np.diff(wave)).max())


def ready(speaker: Speaker) -> None:
    """Open it, and wait for its sounds."""
    speaker.open()
    for thread in threading.enumerate():
        if thread.name == "azar-sounds":
            thread.join(60)
    assert speaker.mixer.takes


def test_the_speaker_plays_a_makers_own_and_azars_where_there_is_none(quiet: None) -> None:
    speaker = Speaker("", {"coin_50": wav(tone(300)), "win_small": BAD})
    ready(speaker)
    made = sounds.samples("")
    takes = dict(speaker.mixer.takes)
    speaker.close()
    lengths = {name: len(waves[0]) for name, waves in takes.items()}
    assert lengths["coin_50"] == 9_600 != len(made["coin_50"])
    assert {name for name, wave in made.items() if lengths[name] != len(wave)} == {"coin_50"}


def test_a_makers_three_stops_serve_the_fourth_and_fifth_reel_too() -> None:
    own = {f"stop_{reel}": wav(tone(100 + 50 * reel)) for reel in (1, 2, 3)}
    lengths = []
    for more in ({}, {"stop_5": wav(tone(400))}):
        speaker = Speaker("", {**own, **more})
        with sounds_own.silent_mixer():
            speaker.prepare()
        lengths.append([len(speaker.mixer.takes[f"stop_{reel}"][0]) for reel in range(1, 6)])
    assert lengths[0] == [4_800, 6_400, 8_000, 4_800, 6_400]
    assert lengths[1] == [4_800, 6_400, 8_000, 4_800, 12_800]


def test_a_window_hears_the_sounds_of_its_model(quiet: None, tmp_path: Path) -> None:
    model = load_model(spoken(tmp_path, "moneda.wav", wav(tone(250))))
    window = Window(FakeCabinet(model), False, "es")
    ready(window._speaker)
    length = len(window._speaker.mixer.takes["coin_50"][0])
    window.close()
    assert length == 8_000


@pytest.fixture
def speaker() -> Speaker:
    """One whose mixer can be looked at: half a minute of everything."""
    made = Speaker()
    made.mixer.takes = {name: (np.full(960_000, 0.01, np.float32),) for name in sounds.samples()}
    return made


def passed(speaker: Speaker) -> list[str]:
    """What still sounds a tenth of a second later."""
    speaker.mixer.rendered(sounds.RATE_HZ // 10)
    return speaker.mixer.sounding


def test_a_tune_ends_when_the_visitor_has_gone_and_the_buzzer_goes_on(speaker: Speaker) -> None:
    """B-28: nothing is heard while nobody plays, however long a maker's own tune lasts."""
    speaker.update(look(state("top")), PRIZES, 0, True)
    assert passed(speaker) == ["win_large"]
    sounding = look(state("top", sounding=True))
    speaker.update(sounding, PRIZES, 20, True)
    assert passed(speaker) == ["win_large", sounds.BUZZER]
    speaker.update(sounding, PRIZES, 40, False)
    before = float(np.abs(speaker.mixer.rendered(100)).min())
    assert passed(speaker) == [sounds.BUZZER]
    assert before > 0 and float(np.abs(speaker.mixer.rendered(100)).min()) > 0  # it has never stopped


def test_a_tune_goes_on_while_somebody_plays_and_ends_with_the_power(speaker: Speaker) -> None:
    speaker.update(look(state("top")), PRIZES, 0, True)
    speaker.update(look(state("idle")), PRIZES, 20, True)
    assert passed(speaker) == ["win_large"]
    speaker.update(look(state("idle", powered=False)), PRIZES, 40, True)
    assert passed(speaker) == [] and not speaker.mixer.rendered(100).any()


def spoken(tmp_path: Path, file: str, data: bytes, name: str = "coin_50") -> Path:
    """A new machine with one sound of its own."""
    folder = new_folder(tmp_path / "mistral", "B").folder
    (folder / "art" / file).write_bytes(data)
    toml = folder / "mistral.toml"
    toml.write_text(f'{toml.read_text("utf-8")}\n[art.sounds]\n{name} = "{file}"\n', "utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "data", "said"),
    [
        spared(("s.wav", wav(np.zeros(9_600)), f"{LOUDEST} (got 0.00%)")),
        ("s.wav", wav(tone(300, 0.005)), f"{LOUDEST} (got 0."),
        spared(("s.ogg", BAD, "must be a sound that SDL decodes")),
        ("s.ogg", OGG[:3_747] + bytes(len(OGG) - 3_747), "must be at least 20 ms (got 0 ms)"),
    ],
    ids=["silence", "noise", "torn", "empty"],
)  # fmt: skip
def test_check_refuses_what_nobody_hears(
    file: str, data: bytes, said: str, azar: Any, tmp_path: Path
) -> None:
    shown = azar(f"check {spoken(tmp_path, file, data)}")
    assert shown.status == 1
    assert f"art.sounds.coin_50: {said}" in shown.err


@pytest.mark.long
def test_check_takes_each_format(azar: Any, tmp_path: Path) -> None:
    for number, (file, data) in enumerate([("s.wav", wav(tone(300))), ("s.ogg", OGG), ("s.flac", FLAC)]):
        shown = azar(f"check {spoken(tmp_path / str(number), file, data)}")
        assert shown.status == 0, shown.err
    assert not pygame.mixer.get_init()


def test_check_tells_pictures_and_sounds_at_once(azar: Any, tmp_path: Path) -> None:
    folder = spoken(tmp_path, "s.wav", wav(np.zeros(9_600)))
    (folder / "art" / "uva.svg").write_bytes((folder / "art" / "luna.svg").read_bytes())
    shown = azar(f"check {folder}")
    assert "symbols.uva: must lie" in shown.err and "art.sounds.coin_50" in shown.err
