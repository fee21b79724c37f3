# SPDX-License-Identifier: MIT
"""Sounds of a maker's own: read beside the model, sealed in its ROM, and refused with what is wrong."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from recordings import FLAC, OGG, tone, wav

from emulator.cabinet.bootrom import model_of
from emulator.prototype.folder import new_folder
from machines.check import sounds
from machines.check.pictures import BYTES_MAX
from machines.model import ModelError, known_model, load_model, model_text, parse_model, pictured
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, pack, unpack
from machines.rom.read import open_rom


@pytest.fixture(params=["B"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A machine with sounds of its own."""
    made = new_folder(tmp_path / "mistral", request.param).folder
    (made / "art").mkdir(exist_ok=True)
    (made / "art" / "moneda.ogg").write_bytes(OGG)
    (made / "art" / "fanfarria.flac").write_bytes(FLAC)
    (made / "art" / "tope.wav").write_bytes(wav(tone(300)))
    says(made, coin_50="moneda.ogg", win_large="fanfarria.flac", stop_1="tope.wav", stop_2="tope.wav")
    return made


def says(folder: Path, **sounds: str) -> None:
    """Let the model name these and no others."""
    file = folder / f"{folder.name}.toml"
    text = file.read_text("utf-8").partition("\n[art.sounds]\n")[0]
    rows = "".join(f'{name} = "{sound}"\n' for name, sound in sounds.items())
    file.write_text(f"{text}\n[art.sounds]\n{rows}", "utf-8")


def refusals(folder: Path) -> list[str]:
    with pytest.raises(ModelError) as refused:
        load_model(folder)
    assert all(problem.hint for problem in refused.value.problems)
    return [str(problem) for problem in refused.value.problems]


def test_a_model_has_the_sounds_that_it_names(folder: Path) -> None:
    model = load_model(folder)
    assert model.own_sounds == {
        "coin_50": OGG, "win_large": FLAC, "stop_1": wav(tone(300)), "stop_2": wav(tone(300)),
    }  # fmt: skip
    source, text = model_text(folder)
    assert pictured(known_model(source, text, None), folder).own_sounds == model.own_sounds
    assert parse_model(text).own_sounds == {}


@pytest.mark.parametrize("folder", ["A", "C"], indirect=True)
def test_machines_of_every_type_have_them(folder: Path) -> None:
    assert set(load_model(folder).own_sounds) == {"coin_50", "win_large", "stop_1", "stop_2"}


def test_sounds_change_nothing_that_decides_a_play(folder: Path) -> None:
    assert load_model(folder).tables.digest == load_model("cierzo").tables.digest


def test_an_unknown_sound_and_a_missing_file_are_told_at_once(folder: Path) -> None:
    says(folder, coin_5O="moneda.ogg", win_huge="moneda.ogg", run="lejos.ogg")
    said = refusals(folder)
    assert (
        "art.sounds.run: must be a file in the folder art beside the model (No such file or directory)"
        in said
    )
    assert any(
        line.startswith('art.sounds.coin_5O: must be a sound of the panel (got "coin_5O")') for line in said
    )
    says(folder, coin_5O="moneda.ogg", wim_large="moneda.ogg", trumpet="moneda.ogg")
    with pytest.raises(ModelError) as refused:
        load_model(folder)
    hints = {problem.path: problem.hint for problem in refused.value.problems}
    assert hints["art.sounds.coin_5O"] == "did you mean coin_50?"
    assert hints["art.sounds.wim_large"] == "did you mean win_large?"
    assert hints["art.sounds.trumpet"].startswith("sounds: coin_10, coin_20, ")


@pytest.mark.parametrize(
    "name", ["../lejos.ogg", "/tmp/lejos.wav", "Lejos.ogg", "lejos.mp3", "a b.ogg", "lejos"]
)
def test_a_sound_lies_in_the_folder_art_and_is_of_a_known_format(folder: Path, name: str) -> None:
    says(folder, run=name)
    (line,) = refusals(folder)
    assert line == f'art.sounds.run: must be a file .wav, .ogg or .flac in the folder art (got "{name}")'


def head(form: int = 1, channels: int = 1, rate_hz: int = 44_100) -> bytes:
    """The beginning of a WAV file, of frames of two bytes."""
    part = struct.pack("<HHIIHH", form, channels, rate_hz, 2 * rate_hz, 2, 16)
    return b"RIFF\0\0\0\0WAVEfmt " + struct.pack("<I", 16) + part


DATA = b"data" + struct.pack("<I", 44_100 * 2) + bytes(44_100 * 2)


@pytest.mark.parametrize(
    ("ending", "data", "said"),
    [
        ("wav", b"", "must be a WAV file (its first bytes are none's)"),
        ("wav", OGG, "must be a WAV file (its first bytes are none's)"),
        ("wav", head()[:30], "must be a whole file (its head is cut off)"),
        ("wav", head(), "must be a WAV file with samples"),
        ("wav", head(form=6) + DATA, "must be a WAV file of PCM, one to eight channels (got format 6, 1)"),
        ("wav", head(channels=0) + DATA, "(got format 1, 0)"),
        ("wav", head(rate_hz=7_999) + DATA, "must be sampled at 8,000 to 96,000 Hz (got 7,999)"),
        ("wav", wav(tone(19)), "must be at least 20 ms (got 19 ms)"),
        ("wav", wav(tone(3_001, rate_hz=8_000), 8_000), "must be at most 3,000 ms (got 3,001 ms)"),
        ("wav", bytes(BYTES_MAX + 1), "must be at most 1,000,000 bytes (got 1,000,001 bytes)"),
        ("ogg", wav(tone(300)), "must be an OGG file (its first bytes are none's)"),
        ("ogg", OGG.replace(b"\x01vorbis", b"OpusHea"), "an OGG file of Vorbis (it holds another codec)"),
        ("ogg", OGG[:43], "must be a whole file (its head is cut off)"),
        ("flac", OGG, "must be a FLAC file (its first bytes are none's)"),
        ("flac", b"fLaC", "must be a whole file (its head is cut off)"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_a_sound_is_refused(folder: Path, ending: str, data: bytes, said: str) -> None:
    (folder / "art" / f"mal.{ending}").write_bytes(data)
    says(folder, button=f"mal.{ending}")
    (line,) = refusals(folder)
    assert line.startswith("art.sounds.button: ") and said in line


def paged(packets: int) -> bytes:
    """An OGG file that says it lasts 400 ms, with so many more packets of a byte each."""
    page = b"OggS\0\0" + bytes(8) + bytes(12) + bytes([255]) + b"\1" * 255 + bytes(255)
    return OGG + page * (packets // 255)


@pytest.mark.parametrize(
    ("file", "data"),
    [("mal.ogg", paged(100_000)), ("mal.flac", FLAC + b"\xff\xf8" * 100_000)],
    ids=["ogg", "flac"],
)  # fmt: skip
def test_a_small_file_that_would_fill_the_memory_is_refused(folder: Path, file: str, data: bytes) -> None:
    (folder / "art" / file).write_bytes(data)
    says(folder, button=file)
    (line,) = refusals(folder)
    assert "must be of fewer parts (what it holds could last " in line


@pytest.mark.parametrize(
    ("name", "seconds"), [("win_large", 15), ("win_small", 5), ("run", 10), ("paid_20", 3)]
)
def test_each_sound_has_a_length_of_its_own(folder: Path, name: str, seconds: int) -> None:
    says(folder, **{name: "largo.wav"})
    (folder / "art" / "largo.wav").write_bytes(wav(tone(1000 * seconds, rate_hz=8_000), 8_000))
    assert name in load_model(folder).own_sounds
    (folder / "art" / "largo.wav").write_bytes(wav(tone(1000 * seconds + 2, rate_hz=8_000), 8_000))
    (line,) = refusals(folder)
    assert f"must be at most {seconds},000 ms (got {seconds},002 ms)" in line


@pytest.mark.parametrize("file", ["moneda.ogg", "fanfarria.flac", "tope.wav"])
def test_the_length_of_each_format_is_that_of_its_samples(
    folder: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sounds, "SOUNDS", {"button": 0})
    says(folder, button=file)
    (line,) = refusals(folder)
    assert line.endswith("(got 300 ms)" if file == "tope.wav" else "(got 400 ms)")


def test_a_new_machine_takes_the_sounds_of_the_one_that_it_begins_as(folder: Path, tmp_path: Path) -> None:
    made = new_folder(tmp_path / "bora", None, str(folder))
    assert load_model(made.folder).own_sounds == load_model(folder).own_sounds
    assert {"art/moneda.ogg", "art/fanfarria.flac", "art/tope.wav"} <= set(made.files)


def test_a_new_machine_brings_no_sounds_and_says_how(tmp_path: Path) -> None:
    made = new_folder(tmp_path / "mistral", "B")
    text = (made.folder / "mistral.toml").read_text("utf-8")
    assert made.model.own_sounds == {}
    assert "# [art.sounds]" in text and '# win_large = "fanfarria.ogg"' in text
    (made.folder / "art" / "fanfarria.ogg").write_bytes(OGG)
    (made.folder / "mistral.toml").write_text(
        text.replace("# [art.sounds]", "[art.sounds]").replace("# win_large", "win_large"), "utf-8"
    )
    assert load_model(made.folder).own_sounds == {"win_large": OGG}


def test_a_rom_carries_the_sounds_and_a_copy_needs_no_folder(folder: Path, tmp_path: Path) -> None:
    model = load_model(folder)
    data = build_file(folder)
    assert open_rom("x.rom", data).model.own_sounds == model.own_sounds
    box = unpack(data)
    assert box.parts["art/moneda.ogg"] == OGG
    rom = tmp_path / "mistral.rom"
    rom.write_bytes(data)
    assert model_of(str(rom)).own_sounds == model.own_sounds
    (folder / "art" / "moneda.ogg").write_bytes(OGG + bytes(1))
    assert unpack(build_file(folder)).digest != box.digest


def blamed(parts: dict[str, bytes], manifest: dict[str, object]) -> str:
    """What is said of a ROM with these parts."""
    facts = {name: value for name, value in manifest.items() if name != "parts"}
    with pytest.raises(DamagedRomError) as refusal:
        open_rom("x.rom", pack(facts, parts))
    return str(refusal.value)


def test_a_rom_has_every_sound_and_no_other(folder: Path) -> None:
    box = unpack(build_file(folder))
    more = blamed({**box.parts, "art/more.ogg": OGG}, box.manifest)
    assert "art/more.ogg: extra: no file that model.toml names" in more
    less = {name: data for name, data in box.parts.items() if name != "art/moneda.ogg"}
    assert "art.sounds.coin_50: must be a file in the folder art" in blamed(less, box.manifest)
    torn = {**box.parts, "art/moneda.ogg": b"OggS"}
    assert "art.sounds.coin_50: must be an OGG file of Vorbis" in blamed(torn, box.manifest)
