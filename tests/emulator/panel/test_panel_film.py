# SPDX-License-Identifier: MIT
"""Pictures and films of a machine in its own time: the same whenever they are taken, with what is heard."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest
from soon import soon

from emulator import Cabinet
from emulator.commands.play_film import Asked, Shots, shots_of
from emulator.panel.art.waves import RATE_HZ
from emulator.panel.film import encoder
from emulator.panel.film.camera import Camera
from emulator.panel.film.encoder import Encoder, FilmError, ffmpeg
from emulator.panel.film.film import Film, Span

SMALL = (640, 400)
NOTHING = Asked(None, None, None, None, None, None, None)


def machine() -> Cabinet:
    """At home, and ready for a coin."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_000)
    return cab


def series(cab: Cabinet, at_ms: list[int], **options: bool) -> tuple[Camera, dict[int, bytes]]:
    """Pictures of a coin that falls at 100 ms, and of the play that it pays."""
    taken: dict[int, bytes] = {}
    camera = Camera(cab, SMALL, "es", **options)
    camera.shoot(
        (1_000 * ms for ms in at_ms),
        lambda us, picture: taken.__setitem__(us // 1_000, pygame.image.tobytes(picture, "RGB")),
    )
    camera.pass_us(100_000)
    cab.insert(100)
    camera.pass_us(1_500_000)
    cab.press("start")
    camera.until_last()
    return camera, taken


# Of red, green and blue, what an eye sees as light: a video keeps it pixel by pixel, and colours by fours.
GREY = np.array([0.299, 0.587, 0.114])


def decoded(path: Path, size: tuple[int, int]) -> np.ndarray:
    """The pictures of a film."""
    raw_video = ("-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
    command = [ffmpeg(), "-loglevel", "error", "-i", str(path), *raw_video]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, size[1], size[0], 3)


def test_pictures_are_the_same_whenever_they_are_taken() -> None:
    """To the pixel: nothing of the wall's time is in them, and one that was taken before changes no other."""
    one, other = machine(), machine()
    _, all_of_them = series(one, [0, 90, 300, 2_400])
    _, some = series(other, [90, 2_400])
    assert list(all_of_them) == [0, 90, 300, 2_400] and len(set(all_of_them.values())) >= 3
    assert some == {ms: all_of_them[ms] for ms in some}
    assert one.now_us == other.now_us == 7_400_000


def test_a_camera_changes_nothing_of_the_machine() -> None:
    filmed, alone = machine(), machine()
    camera, _ = series(filmed, [2_000])
    camera.pass_us(8_000_000 - camera.now_us)
    alone.run(ms=100)
    alone.insert(100)
    alone.run(ms=1_500)
    alone.press("start")
    alone.run(ms=6_400)
    assert filmed.now_us == alone.now_us
    assert (filmed.display, filmed.meters, filmed.purse) == (alone.display, alone.meters, alone.purse)
    assert [reel.stop for reel in filmed.reels] == [reel.stop for reel in alone.reels]


def filmed(path: Path, fps: int, to_ms: int) -> Film:
    cab = machine()
    with Film(cab, path, SMALL, "es", Span(0, to_ms, fps)) as film:
        film.camera.pass_us(100_000)
        cab.insert(100)
        film.finish()
    return film


@pytest.mark.parametrize(("name", "fps"), soon([("a.gif", 10), ("a.mp4", 10)], ("a.mp4", 10)))
def test_a_film_repeats_to_the_byte_and_shows_what_was_drawn(name: str, fps: int, tmp_path: Path) -> None:
    film = filmed(tmp_path / name, fps, 700)
    filmed(tmp_path / f"b{name}", fps, 700)
    assert film.pictures == 7
    assert (tmp_path / name).read_bytes() == (tmp_path / f"b{name}").read_bytes()
    shown = decoded(tmp_path / name, SMALL)
    _, drawn = series(machine(), [0, 300, 600])
    assert len(shown) == 7
    for ms, picture in drawn.items():
        pixels = np.frombuffer(picture, np.uint8).reshape(shown[0].shape)
        apart = np.abs((shown[ms // 100].astype(int) - pixels) @ GREY)
        assert float(apart.mean()) < 2.5, f"{ms} ms"


def test_an_mp4_has_the_sound_of_its_machine(tmp_path: Path) -> None:
    film = filmed(tmp_path / "a.mp4", 10, 1_000)
    command = [ffmpeg(), "-loglevel", "error", "-i", str(tmp_path / "a.mp4"), "-f", "s16le", "-ac", "1", "-"]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    heard = np.frombuffer(raw, np.int16).astype(float) / 32_768
    meant = film.camera.heard(0, 1_000).astype(float)
    assert len(meant) == RATE_HZ and abs(len(heard) - len(meant)) < 4_096
    assert not meant[: RATE_HZ // 11].any() and 0.3 < float(np.abs(meant).max()) <= 0.5013
    begins = [int(np.flatnonzero(np.abs(wave) > 0.2)[0]) for wave in (heard, meant)]
    lag = begins[0] - begins[1]
    assert abs(lag) < RATE_HZ // 60  # the coin is heard in the picture in which it falls


def test_a_film_of_an_odd_size_keeps_every_column(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with Encoder(path, (31, 21), 10) as made:
        made.add(bytes([200, 40, 40]) * (31 * 21))
        made.finish(None)
    assert decoded(path, (32, 22)).shape == (1, 22, 32, 3)


def test_without_ffmpeg_the_next_step_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setattr(encoder.shutil, "which", lambda name: None)
    with pytest.raises(FilmError) as error:
        filmed(tmp_path / "a.gif", 10, 500)
    assert str(error.value) == "no ffmpeg: a film needs one"
    assert error.value.hint == "pip install 'azar[film]' brings it, or apt-get install ffmpeg"
    monkeypatch.setattr(encoder.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert ffmpeg() == "/usr/bin/ffmpeg"


def test_ffmpeg_that_fails_is_told_and_no_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with pytest.raises(FilmError, match=r"^ffmpeg fails: "), Encoder(path, SMALL, 10) as made:
        made.finish(None)  # no picture at all
    assert not path.exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"at": [5]}, "--at says when --screenshot is taken"),
        ({"screenshot": "a.png", "at": [5, 6]}, "--screenshot must have {ms} in its name where --at"),
        ({"record": "a.avi"}, "--record must end in .gif or .mp4 (got a.avi)"),
        ({"record": "a.gif", "from_ms": 900, "to_ms": 900}, "--to must be more than --from, 900 ms"),
        ({"fps": 10}, "--from, --to and --fps say what --record films"),
        ({"size": "800x480"}, "--size is that of --screenshot or --record"),
        ({"record": "a.gif", "size": "800"}, "--size must be width x height in pixels"),
        ({"record": "a.gif", "screenshot": "a.png", "at": [1]}, "--at and --record must not both be given"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(asked: dict[str, object], said: str) -> None:
    paths = {name: Path(str(asked[name])) for name in ("record", "screenshot") if name in asked}
    with pytest.raises(Exception, match="^" + re.escape(said)):
        shots_of(NOTHING._replace(**{**asked, **paths}), scripted=True)


def test_what_is_due_after_the_script_is_taken_as_well(tmp_path: Path) -> None:
    shots = Shots(SMALL, tmp_path / "p-{ms}.png", [0, 300])
    with shots.taken(machine(), "es", quiet=True) as run_us:
        assert run_us is not None
        run_us(100_000)
    assert shots.saved == [str(tmp_path / "p-0.png"), str(tmp_path / "p-300.png")]
    assert pygame.image.load(shots.saved[1]).get_size() == SMALL


@pytest.mark.long
def test_azar_play_takes_a_series_and_says_so(azar, tmp_path: Path) -> None:
    name = tmp_path / "p-{ms}.png"
    shown = azar(f"play cierzo --seed 00 --screenshot {name} --at 200 --at 4500 --size 640x400 --json")
    assert shown.status == 0, shown.err
    saved = [str(tmp_path / f"p-{ms}.png") for ms in (200, 4_500)]
    found = json.loads(shown.out)
    assert (found["screenshots"], found["screenshot"], found["film"]) == (saved, saved[1], None)
    pictures = [pygame.image.load(path) for path in saved]
    assert [picture.get_size() for picture in pictures] == [SMALL] * 2
    assert len({pygame.image.tobytes(picture, "RGB") for picture in pictures}) == 2


@pytest.mark.long
def test_azar_play_films_a_part_of_a_visit(azar, tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    shown = azar(f"play cierzo --seed 00 --record {path} --from 4000 --to 4500 --fps 4 --size 640x400")
    assert shown.status == 0, shown.err
    assert f"film: {path}" in shown.out
    assert len(decoded(path, SMALL)) == 2
